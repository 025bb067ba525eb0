import Foundation

/// A folder of its own for one test, removed with its last reference.
public final class ScratchFolder: Sendable {
  /// Its location.
  public let url: URL

  /// Makes a new, empty folder.
  public init() throws {
    // Its path has as many columns on every machine, since reports break lines that are too long.
    var folder: URL
    repeat {
      folder = URL(filePath: "/tmp/tc-\(UUID().uuidString.prefix(8))")
    } while FileManager.default.fileExists(atPath: folder.path)
    // One level down, so that '..' finds no other files.
    url = folder.appending(path: "w")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Makes folders in it.
  public func makeFolders(_ names: String...) throws {
    for name in names {
      try FileManager.default.createDirectory(
        at: url.appending(path: name), withIntermediateDirectories: true)
    }
  }

  /// Writes a file, with the folders that it needs, and returns its path.
  @discardableResult
  public func write(_ text: String, to name: String) throws -> String {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path
  }

  /// Makes an empty file that is open for writing.
  public func newFile(_ name: String) throws -> FileHandle {
    try write("", to: name)
    return try FileHandle(forWritingTo: url.appending(path: name))
  }

  /// The content of a file.
  public func text(of name: String) throws -> String {
    String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
  }
}
