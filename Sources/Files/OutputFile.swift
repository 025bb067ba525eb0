import Platform

/// Where something is written to: `try OutputFile("report.xml").replace(with: bytes)`.
///
/// Where it leads is looked up once, when the value is made, and is what is compared and replaced
/// later. The file need not exist.
package struct OutputFile: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// Where that leads, behind all links.
  package let target: String
  /// What is there; nil if nothing is.
  package let status: FileStatus?

  package init(_ path: String) {
    self.path = path
    target = RealPath.of(path)
    status = try? FileStatus(path)
  }

  /// Whether both are the same file, or would be where names are the same that differ by case only.
  ///
  /// For a file that is not there it errs towards the same, since nobody knows whether its system
  /// tells case apart.
  package func isSame(as other: OutputFile) -> Bool {
    if let status, let theirs = other.status { return status.identity == theirs.identity }
    return target.lowercased() == other.target.lowercased()
  }

  /// Whether it is in a folder, at any depth, that may not be there yet.
  package func isInside(_ folder: String) -> Bool {
    let folders = RealPath.folders(of: target)
    if let identity = try? FileStatus(folder).identity {
      return folders.contains { (try? FileStatus($0).identity) == identity }
    }
    let wanted = RealPath.of(folder).lowercased()
    return folders.contains { $0.lowercased() == wanted }
  }

  /// Removes the file, if one is there: what it told is over. A terminal or a pipe keeps nothing.
  package func remove() {
    if status?.kind == .file { unlink(target) }
  }

  /// Writes the file so that nobody ever sees a part of it, and none is left of what was there.
  ///
  /// What is no file, such as a terminal or a pipe, is written to and not replaced.
  ///
  /// Behind a link the file that it leads to is replaced, and the link stays. Folders that are
  /// missing are made.
  ///
  /// - Parameter keepsPermissions: the file is the same one in another version, and as before to whoever may read
  ///   or write it; else it is a new one.
  /// - Throws: `FileError` if there is a folder or a disk, if nobody reads from a pipe, or if the
  ///   system refuses.
  package func replace(
    with bytes: [UInt8], keepsPermissions: Bool = false
  ) throws(FileError) {
    switch status?.kind {
    case .folder: throw FileError(code: EISDIR)
    case .disk: throw FileError("it is a disk")
    case .stream: return try write(bytes, flags: 0)
    case .file, .link, nil: break
    }
    let folder = RealPath.folders(of: target).first ?? "/"
    guard let name = target.split(separator: "/").last else { throw FileError(code: EISDIR) }
    try AtomicFile.makeFolder(folder, for: String(name))
    try AtomicFile.replace(
      String(name), in: folder, with: bytes,
      permissions: keepsPermissions ? status?.permissions : nil)
  }

  /// Adds to the end of the file, which is made if it is not there.
  ///
  /// A reader may see a part of it. Folders that are missing are not made.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    if status?.kind == .disk { throw FileError("it is a disk") }
    try write(bytes, flags: O_APPEND | O_CREAT)
  }

  /// Writes to what is there, without replacing it.
  private func write(_ bytes: [UInt8], flags: Int32) throws(FileError) {
    // A pipe that nobody reads would be waited for.
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0o666)
    guard descriptor >= 0 else {
      throw errno == ENXIO ? FileError("nobody reads from it") : FileError()
    }
    defer { close(descriptor) }
    // Somebody who reads slowly is waited for.
    _ = fcntl(descriptor, F_SETFL, flags & O_APPEND)
    try AtomicFile.write(bytes, to: descriptor)
  }
}
