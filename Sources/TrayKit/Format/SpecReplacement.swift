import CFileSystem
import Files
import Platform

/// A safe replacement of a spec's text, which fails if an editor writes the file at the same time.
///
/// The file keeps its permissions, owner, extended attributes and hard links.
struct SpecReplacement {
  private let target: String
  /// The bytes from which the new text was made.
  private let old: [UInt8]
  private var hidden: String {
    let url = URL(filePath: target)
    return url.deletingLastPathComponent().path
      + "/.\(url.lastPathComponent).\(getpid()).new"
  }
  private static let changed = FileError("it was changed meanwhile")

  init(_ path: String, old: [UInt8]) {
    target = OutputFile(path).target
    self.old = old
  }

  /// Writes the text and flushes it to disk.
  ///
  /// - Throws: `FileError` if the file is not writable, or if its bytes have changed.
  func write(_ text: [UInt8]) throws(FileError) {
    let descriptor = open(target, O_RDWR | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw [EACCES, EPERM, EROFS].contains(errno)
        ? FileError("it is not writable") : FileError()
    }
    defer { close(descriptor) }
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { throw FileError() }
    guard info.st_mode & S_IFMT == S_IFREG else { throw FileError("it is not a file") }
    guard info.st_nlink == 1 else { return try overwrite(descriptor, text) }
    let copy = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // A folder may forbid new files while the file itself is writable.
    guard copy >= 0 else { return try overwrite(descriptor, text) }
    defer { close(copy) }
    var isKept = false
    defer { if !isKept { unlink(hidden) } }
    try Self.fill(copy, text)
    guard Self.copyAttributes(of: descriptor, info, to: copy) else {
      return try overwrite(descriptor, text)
    }
    guard fsync(copy) == 0 else { throw FileError() }
    if Self.exchange(hidden, target) {
      // An unreadable file counts as changed.
      if (try? SpecLoader.read(hidden)) == old { return }
      guard Self.exchange(hidden, target) else {
        isKept = true
        throw FileError(
          "it was changed meanwhile, and '\(hidden)' has the change")
      }
      // A second save may have happened between the two exchanges. It is the newest text.
      if (try? SpecLoader.read(hidden)) != text, !Self.exchange(hidden, target) { isKept = true }
      throw Self.changed
    }
    guard try SpecLoader.read(target) == old else { throw Self.changed }
    guard rename(hidden, target) == 0 else { throw FileError() }
    isKept = true
  }

  /// Overwrites the file in place, so that all of its hard links stay valid.
  private func overwrite(_ descriptor: Int32, _ text: [UInt8]) throws(FileError) {
    guard try SpecLoader.read(target) == old else { throw Self.changed }
    do throws(FileError) {
      try Self.fill(descriptor, text)
    } catch {
      // On a full disk, there is room for the old text.
      try? Self.fill(descriptor, old)
      ftruncate(descriptor, off_t(old.count))
      throw error
    }
    guard ftruncate(descriptor, off_t(text.count)) == 0, fsync(descriptor) == 0 else {
      throw FileError()
    }
  }

  private static func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let written = bytes.withUnsafeBytes { buffer in
        pwrite(descriptor, buffer.baseAddress.map { $0 + done }, buffer.count - done, off_t(done))
      }
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { throw FileError() }
      done += written
    }
  }

  /// Swaps the names of two files atomically; returns false if the system does not support it.
  private static func exchange(_ first: String, _ second: String) -> Bool {
    #if canImport(Darwin)
      renamex_np(first, second, UInt32(RENAME_SWAP)) == 0
    #else
      traycheck_exchange(first, second) == 0
    #endif
  }

  /// Copies owner, permissions and extended attributes to a new file; returns false if the system refuses.
  private static func copyAttributes(of source: Int32, _ info: stat, to copy: Int32) -> Bool {
    var mine = stat()
    guard fstat(copy, &mine) == 0 else { return false }
    if mine.st_uid != info.st_uid || mine.st_gid != info.st_gid {
      guard fchown(copy, info.st_uid, info.st_gid) == 0 else { return false }
    }
    guard fchmod(copy, info.st_mode & 0o7777) == 0 else { return false }
    #if canImport(Darwin)
      return fcopyfile(source, copy, nil, copyfile_flags_t(COPYFILE_XATTR | COPYFILE_ACL)) == 0
    #else
      let size = traycheck_attributes(source, nil, 0)
      // Some file systems do not support attributes.
      if size < 0 { return errno == EOPNOTSUPP }
      if size == 0 { return true }
      var names = [CChar](repeating: 0, count: size)
      guard traycheck_attributes(source, &names, size) == size else { return false }
      for name in names.split(separator: 0) {
        let name = Array(name) + [0]
        let length = traycheck_attribute(source, name, nil, 0)
        guard length >= 0 else { return false }
        var value = [UInt8](repeating: 0, count: length)
        guard traycheck_attribute(source, name, &value, length) == length,
          traycheck_set_attribute(copy, name, value, length) == 0
        else { return false }
      }
      return true
    #endif
  }
}
