import Foundation

/// Writes files of which a reader never sees a part, whenever the process is killed:
/// `AtomicFile.replace("a.json", in: folder, with: text)`.
enum AtomicFile {
  /// Why a file could not be written, as the system says it.
  struct Failure: Error {
    var reason: String

    /// The reason of the last call.
    fileprivate init() { reason = String(cString: strerror(errno)) }
  }

  /// Writes a file, in place of one that is there.
  static func replace(_ name: String, in folder: String, with text: String) throws(Failure) {
    let bytes = Array(text.utf8)
    let hidden = "\(folder)/.\(name).\(getpid()).new"
    #if os(Linux)
      if try linkUnnamed(bytes, "\(folder)/\(name)", hidden, in: folder) { return }
    #endif
    unlink(hidden)
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    do throws(Failure) {
      try fill(descriptor, with: bytes)
    } catch {
      unlink(hidden)
      throw error
    }
    try move(hidden, to: "\(folder)/\(name)")
  }

  /// Removes the hidden files that killed processes left behind; for somebody who knows that no other
  /// process is writing.
  static func removeLeftovers(of name: String, in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for left in names where left.hasPrefix(".\(name).") && left.hasSuffix(".new") {
      unlink("\(folder)/\(left)")
    }
  }

  #if os(Linux)
    /// `O_TMPFILE` of Linux, a macro that Swift does not import.
    private static var withoutName: Int32 { 0o20_000_000 | O_DIRECTORY }

    /// Writes a file that has no name until it is whole; false if the system cannot do that.
    ///
    /// What has no name is gone with the process. A whole file then takes its name: directly, or,
    /// where another has it, by a hidden name beside it, in one step.
    private static func linkUnnamed(
      _ bytes: [UInt8], _ target: String, _ hidden: String, in folder: String
    ) throws(Failure) -> Bool {
      let descriptor = open(folder, withoutName | O_WRONLY | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        if [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) { return false }
        throw Failure()
      }
      defer { close(descriptor) }
      try fill(descriptor, with: bytes)
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
      if errno == ENOENT { return false }
      guard errno == EEXIST else { throw Failure() }
      unlink(hidden)
      guard linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
        throw Failure()
      }
      try move(hidden, to: target)
      return true
    }
  #endif

  /// Writes all bytes, as far as the disk itself.
  private static func fill(_ descriptor: Int32, with bytes: [UInt8]) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        write(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done)
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw Failure() }
      done += written
    }
    guard fsync(descriptor) == 0 else { throw Failure() }
  }

  private static func move(_ hidden: String, to target: String) throws(Failure) {
    guard rename(hidden, target) == 0 else {
      let failure = Failure()
      unlink(hidden)
      throw failure
    }
  }
}
