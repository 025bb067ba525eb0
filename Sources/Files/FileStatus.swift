import Platform

/// The identity of a file, the same for all paths that lead to it.
///
/// It is valid while the file exists: the system may reuse the numbers afterwards.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  fileprivate init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(truncatingIfNeeded: info.st_ino)
  }
}

/// The status of a path: `try FileStatus("Specs")`.
///
/// It is a snapshot; the file may change later. To be certain, get the status of an open descriptor.
package struct FileStatus: Sendable {
  package enum Kind: Sendable, Equatable {
    case file, folder, link
    /// A stream that stores nothing: a terminal, a pipe.
    case stream
    /// A whole disk.
    case disk
  }

  package let identity: FileIdentity
  package let kind: Kind
  /// In bytes.
  ///
  /// For a file; some system files report 0 and have contents nevertheless.
  package let size: Int
  /// The permission bits, as for chmod(2).
  package let permissions: UInt32
  /// The time of the last write.
  private let time: timespec

  /// The parts that change when a file is written: its identity, its size, or its time.
  package struct Stamp: Hashable, Sendable {
    private let identity: FileIdentity
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    fileprivate init(_ status: FileStatus) {
      identity = status.identity
      size = status.size
      seconds = Int(status.time.tv_sec)
      nanoseconds = Int(status.time.tv_nsec)
    }
  }

  /// The stamp that shows whether it was written.
  package var stamp: Stamp { Stamp(self) }

  /// Reads the status of a path, following links; with `followsLinks: false`, that of the link itself.
  ///
  /// - Throws: `FileError` if the file is missing or inaccessible; for a broken link, with the path in it.
  package init(_ path: String, followsLinks: Bool = true) throws(FileError) {
    var info = stat()
    if (followsLinks ? stat(path, &info) : lstat(path, &info)) != 0 {
      let problem = FileError()
      guard followsLinks, problem.code == ENOENT,
        let target = RealPath.link(at: path)
      else { throw problem }
      throw FileError("it is a link to '\(target)', and nothing is there")
    }
    self.init(info)
  }

  /// The status of a path that is not valid UTF-8; nil if there is no file.
  ///
  /// Links are followed.
  package init?(bytes: [UInt8]) {
    var info = stat()
    guard stat(bytes.map { CChar(bitPattern: $0) } + [0], &info) == 0 else { return nil }
    self.init(info)
  }

  /// The status of an open descriptor; nil if it is invalid.
  package init?(descriptor: Int32) {
    var info = stat()
    guard fstat(descriptor, &info) == 0 else { return nil }
    self.init(info)
  }

  private init(_ info: stat) {
    identity = FileIdentity(info)
    size = Int(info.st_size)
    permissions = UInt32(info.st_mode) & 0o7777
    #if canImport(Darwin)
      time = info.st_mtimespec
    #else
      time = info.st_mtim
    #endif
    kind =
      switch info.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      case S_IFBLK: .disk
      default: .stream
      }
  }

  /// Whether a folder exists, following links.
  package static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(path))?.kind == .folder
  }

  /// Whether a file other than a folder exists, following links.
  package static func isFile(_ path: String) -> Bool {
    (try? FileStatus(path)).map { $0.kind != .folder } ?? false
  }
}
