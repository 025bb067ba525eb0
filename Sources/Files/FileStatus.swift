import Platform

/// Which file it is, whatever path leads to it: the same for all of its names.
///
/// It holds as long as the file exists: the system may give the numbers of a file that is gone to
/// another one.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  fileprivate init(_ info: stat) {
    device = UInt64(truncatingIfNeeded: info.st_dev)
    inode = UInt64(truncatingIfNeeded: info.st_ino)
  }
}

/// What stands at a path: `try FileStatus("Specs")`.
///
/// It is a look at one moment; what is there later may be something else. Whoever has to be sure asks
/// for the status of the open descriptor.
package struct FileStatus: Sendable {
  package enum Kind: Sendable, Equatable {
    case file, folder, link
    /// Something that is written to and read from, and keeps nothing: a terminal, a pipe.
    case stream
    /// A whole disk.
    case disk
  }

  package let identity: FileIdentity
  package let kind: Kind
  /// In bytes.
  ///
  /// Of a file; some files of the system tell 0 and have contents all the same.
  package let size: Int
  /// Who may read, write and run it, as chmod(2) takes it.
  package let permissions: UInt32
  /// When it was last written.
  private let time: timespec

  /// What changes when a file is written: another one is there, it has another size, or a later time.
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

  /// By what it is seen whether it was written.
  package var stamp: Stamp { Stamp(self) }

  /// What a path leads to, behind all links; with `followsLinks: false` what stands there itself.
  ///
  /// - Throws: `FileError` if nothing is there or it cannot be looked at; for a link that leads
  ///   nowhere with the path that it has.
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

  /// What stands at a path of which not all bytes are UTF-8; nil if nothing does.
  ///
  /// Links are followed.
  package init?(bytes: [UInt8]) {
    var info = stat()
    guard stat(bytes.map { CChar(bitPattern: $0) } + [0], &info) == 0 else { return nil }
    self.init(info)
  }

  /// What an open descriptor is of; nil if it is of nothing.
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

  /// Whether a folder is there, links followed.
  package static func isFolder(_ path: String) -> Bool {
    (try? FileStatus(path))?.kind == .folder
  }

  /// Whether something else than a folder is there, links followed.
  package static func isFile(_ path: String) -> Bool {
    (try? FileStatus(path)).map { $0.kind != .folder } ?? false
  }
}
