import Foundation

extension ScratchFolder {
  /// A command of git that failed.
  public struct GitError: Error { var words: [String] }

  /// Runs git in the folder, with an author of its own.
  public func git(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + words
    process.currentDirectoryURL = url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw GitError(words: words) }
  }

  /// Makes a repository with one commit of all files.
  public func commitAll() throws {
    try git("init", "-q", "-b", "main")
    try git("add", "-A")
    try git("commit", "-q", "-m", "first")
  }
}
