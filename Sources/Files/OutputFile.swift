import Platform

/// A destination for output: `try OutputFile("report.xml").replace(with: bytes)`.
///
/// The target is resolved once, when the value is made; later comparisons and writes use it. The file need not exist.
package struct OutputFile: Sendable {
  /// The path as the user gave it.
  package let path: String
  /// The target after following all links.
  package let target: String
  /// The status of the existing file; nil if there is none.
  package let status: FileStatus?

  package init(_ path: String) {
    self.path = path
    target = RealPath.of(path)
    status = try? FileStatus(path)
  }

  /// Whether both are the same file, or would be on a file system that ignores case.
  ///
  /// For a missing file, the result may be a false positive, because it is unknown whether its file system ignores
  /// case.
  package func isSame(as other: OutputFile) -> Bool {
    if let status, let theirs = other.status { return status.identity == theirs.identity }
    return target.lowercased() == other.target.lowercased()
  }

  /// Whether it is in a folder, at any depth; the folder need not exist.
  package func isInside(_ folder: String) -> Bool {
    let folders = RealPath.folders(of: target)
    if let identity = try? FileStatus(folder).identity {
      return folders.contains { (try? FileStatus($0).identity) == identity }
    }
    let wanted = RealPath.of(folder).lowercased()
    return folders.contains { $0.lowercased() == wanted }
  }

  /// Removes the file, if it exists, because its content is outdated. A terminal or a pipe is unaffected.
  package func remove() {
    if status?.kind == .file { unlink(target) }
  }

  /// Writes the file atomically: no reader ever sees a part of it or a mix with the old one.
  ///
  /// A special file, such as a terminal or a pipe, is written to and not replaced.
  ///
  /// For a link, its target is replaced, and the link stays. Missing folders are created.
  ///
  /// - Parameter keepsPermissions: true for a new version of the same file, which keeps its permissions; false for a
  ///   new file.
  /// - Throws: `FileError` if the target is a folder or a disk, if a pipe has no reader, or if the system refuses.
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

  /// Appends to the file, and creates it if it is missing.
  ///
  /// A reader may see a part of it. Missing folders are not created.
  package func append(_ bytes: [UInt8]) throws(FileError) {
    if status?.kind == .disk { throw FileError("it is a disk") }
    try write(bytes, flags: O_APPEND | O_CREAT)
  }

  /// Writes to the existing file, without replacing it.
  private func write(_ bytes: [UInt8], flags: Int32) throws(FileError) {
    // Opening a pipe without a reader would block.
    let descriptor = open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | flags, 0o666)
    guard descriptor >= 0 else {
      throw errno == ENXIO ? FileError("nobody reads from it") : FileError()
    }
    defer { close(descriptor) }
    // Writing waits for a slow reader.
    _ = fcntl(descriptor, F_SETFL, flags & O_APPEND)
    try AtomicFile.write(bytes, to: descriptor)
  }
}
