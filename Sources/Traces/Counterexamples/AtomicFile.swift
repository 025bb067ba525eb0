import Foundation

/// Writes files of which a reader never sees a part, whenever the process is killed.
enum AtomicFile {
  /// Why a file could not be written, as the system says it.
  struct Failure: Error {
    var reason: String

    fileprivate init(_ code: Int32) { reason = String(cString: strerror(code)) }
    fileprivate init(reason: String) { self.reason = reason }
  }

  /// Writes a file, in place of one that is there.
  static func write(_ text: String, to name: String, in folder: String) throws(Failure) {
    #if os(Linux)
      if try writeUnnamed(text, to: name, in: folder) { return }
    #endif
    do {
      try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"), options: .atomic)
    } catch {
      throw Failure(reason: error.localizedDescription)
    }
  }

  #if os(Linux)
    /// `O_TMPFILE` of Linux, a macro that Swift does not import.
    private static var withoutName: Int32 { 0o20_000_000 | O_DIRECTORY }

    /// Writes a file that has no name until it is whole; false if the system cannot do that.
    ///
    /// What has no name is gone with the process. A whole file then takes its name: directly, or,
    /// where another has it, by a hidden name beside it, in one step.
    private static func writeUnnamed(
      _ text: String, to name: String, in folder: String
    ) throws(Failure) -> Bool {
      let descriptor = open(folder, withoutName | O_WRONLY | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        if [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) { return false }
        throw Failure(errno)
      }
      defer { close(descriptor) }
      try writeAll(Array(text.utf8), to: descriptor)
      guard fsync(descriptor) == 0 else { throw Failure(errno) }
      let source = "/proc/self/fd/\(descriptor)"
      let target = "\(folder)/\(name)"
      if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
      if errno == ENOENT { return false }
      guard errno == EEXIST else { throw Failure(errno) }
      let hidden = "\(folder)/.\(name).new"
      unlink(hidden)
      guard linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
        throw Failure(errno)
      }
      guard rename(hidden, target) == 0 else {
        let code = errno
        unlink(hidden)
        throw Failure(code)
      }
      return true
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
      var done = 0
      while done < bytes.count {
        let written = bytes.withUnsafeBytes { buffer in
          Glibc.write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
        }
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Failure(errno) }
        done += written
      }
    }
  #endif
}
