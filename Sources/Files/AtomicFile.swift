import Platform

/// Writes files atomically, so that no reader sees a part even if the process is killed:
/// `AtomicFile.replace("a.json", in: folder, with: text)`.
///
/// The file is first written completely next to its destination, flushed to the disk, and then renamed. A reader that
/// has the old file open keeps reading that one. Two threads must not write a file of the same name at once: they
/// would use the same hidden name, which contains only the process.
package enum AtomicFile {
  /// Writes a file and replaces an existing one; a link is replaced itself.
  ///
  /// The folder must exist (`makeFolder`).
  ///
  /// - Parameters:
  ///   - name: of a file in that folder, without a slash.
  ///   - permissions: its permission bits; nil for those of a new file, whatever the old one had.
  /// - Throws: `FileError` if the system refuses; the old file is then unchanged, and no partial file remains.
  package static func replace(
    _ name: String, in folder: String, with bytes: [UInt8], permissions: UInt32? = nil
  ) throws(FileError) {
    let hidden = "\(folder)/.\(name).\(getpid()).new"
    #if os(Linux)
      if try linkUnnamed(bytes, "\(folder)/\(name)", hidden, in: folder, permissions) { return }
    #endif
    unlink(hidden)
    let descriptor = open(hidden, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw FileError() }
    defer { close(descriptor) }
    do throws(FileError) {
      try fill(descriptor, with: bytes, permissions)
    } catch {
      unlink(hidden)
      throw error
    }
    try move(hidden, to: "\(folder)/\(name)")
  }

  /// Creates a folder, and its parents, for a file of that name.
  ///
  /// An existing folder is unchanged.
  package static func makeFolder(_ path: String, for name: String) throws(FileError) {
    // If the file's path is too long, thousands of folders would be created in vain.
    guard "\(path)/\(name)".utf8.count < PATH_MAX else { throw FileError(code: ENAMETOOLONG) }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError("the folder \(path) cannot be made")
    }
  }

  /// Waits until the disk has the names of the files in a folder.
  ///
  /// Otherwise a replaced file might be the old one again after a power failure.
  package static func synchronize(folder: String) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Removes the hidden files of killed processes. The caller must know that no other process is writing.
  ///
  /// Failures to list the folder, or to remove a file, are not reported: the files are harmless.
  package static func removeLeftovers(of name: String, in folder: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for left in names where left.hasPrefix(".\(name).") && left.hasSuffix(".new") {
      unlink("\(folder)/\(left)")
    }
  }

  #if os(Linux)
    /// `O_TMPFILE` of Linux, a macro that Swift does not import.
    private static var withoutName: Int32 { 0o20_000_000 | O_DIRECTORY }

    /// Writes a file without a name until it is complete; false if the system does not support that.
    ///
    /// An unnamed file disappears with the process. The complete file then gets its name: directly, or, if the name
    /// is in use, by renaming a hidden file in one step.
    private static func linkUnnamed(
      _ bytes: [UInt8], _ target: String, _ hidden: String, in folder: String,
      _ permissions: UInt32?
    ) throws(FileError) -> Bool {
      let descriptor = open(folder, withoutName | O_WRONLY | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else {
        if [EOPNOTSUPP, EISDIR, EINVAL].contains(errno) { return false }
        throw FileError()
      }
      defer { close(descriptor) }
      try fill(descriptor, with: bytes, permissions)
      let source = "/proc/self/fd/\(descriptor)"
      if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
      if errno == ENOENT { return false }
      guard errno == EEXIST else { throw FileError() }
      unlink(hidden)
      guard linkat(AT_FDCWD, source, AT_FDCWD, hidden, AT_SYMLINK_FOLLOW) == 0 else {
        throw FileError()
      }
      try move(hidden, to: target)
      return true
    }
  #endif

  /// Writes all bytes and flushes them to the disk.
  ///
  /// Renaming a file before its contents are written could leave an empty file after a power failure.
  private static func fill(
    _ descriptor: Int32, with bytes: [UInt8], _ permissions: UInt32?
  ) throws(FileError) {
    if let permissions, fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)) != 0 {
      throw FileError()
    }
    try write(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Writes all bytes to a descriptor.
  ///
  /// It waits for a slow reader if the descriptor is a blocking one.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    guard System.write(bytes, to: descriptor) else { throw FileError() }
  }

  /// Renames a file in one step, replacing an existing one; if that fails, the file is removed.
  private static func move(_ hidden: String, to target: String) throws(FileError) {
    guard rename(hidden, target) == 0 else {
      let failure = FileError()
      unlink(hidden)
      throw failure
    }
  }
}
