import Platform

/// Writes files of which a reader never sees a part, whenever the process is killed:
/// `AtomicFile.replace("a.json", in: folder, with: text)`.
///
/// A file is written whole beside its place, as far as the disk, and takes its name last. A reader
/// who has the old file open keeps reading that one. Two threads must not write a file of the same
/// name at once: they would use the same hidden name, which has only the process in it.
package enum AtomicFile {
  /// Writes a file, in place of one that is there; of a link, in place of the link.
  ///
  /// The folder has to be there (`makeFolder`).
  ///
  /// - Parameters:
  ///   - name: of a file in that folder, without a slash.
  ///   - permissions: who may read and write it; nil for those of a new file, whatever the old one had.
  /// - Throws: `FileError` if the system refuses; what was there is as it was then, and no part is
  ///   left.
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

  /// Makes a folder, and those that it is in, for a file of that name.
  ///
  /// Nothing happens if it is there already.
  package static func makeFolder(_ path: String, for name: String) throws(FileError) {
    // For a file whose path is too long, thousands of folders would be made for nothing.
    guard "\(path)/\(name)".utf8.count < PATH_MAX else { throw FileError(code: ENAMETOOLONG) }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    } catch {
      throw FileError("the folder \(path) cannot be made")
    }
  }

  /// Waits until the disk has the names of the files in a folder.
  ///
  /// After a loss of power a file that was replaced might else be the old one again.
  package static func synchronize(folder: String) throws(FileError) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError() }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Removes the hidden files that killed processes left behind; for somebody who knows that no other
  /// process is writing.
  ///
  /// That it cannot look into the folder, or remove a file, is not told: leftovers harm nobody.
  package static func removeLeftovers(of name: String, in folder: String) {
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

  /// Writes all bytes, as far as the disk itself.
  ///
  /// A name given to a file before its contents are there could lead to an empty file after a loss of
  /// power.
  private static func fill(
    _ descriptor: Int32, with bytes: [UInt8], _ permissions: UInt32?
  ) throws(FileError) {
    if let permissions, fchmod(descriptor, mode_t(truncatingIfNeeded: permissions)) != 0 {
      throw FileError()
    }
    try write(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Writes all bytes to what is open.
  ///
  /// It waits for whoever reads slowly, as long as the descriptor is a blocking one.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(FileError) {
    guard System.write(bytes, to: descriptor) else { throw FileError() }
  }

  /// Gives a file its name in one step, in place of what has it; if that fails, the file is removed.
  private static func move(_ hidden: String, to target: String) throws(FileError) {
    guard rename(hidden, target) == 0 else {
      let failure = FileError()
      unlink(hidden)
      throw failure
    }
  }
}
