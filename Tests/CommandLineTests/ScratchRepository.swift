import Foundation
import TestSupport
import Testing

extension ScratchFolder {
  /// Runs git in the folder, with an author of its own.
  func git(_ words: String...) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["git", "-c", "user.name=Test", "-c", "user.email=test@example.com"] + words
    process.currentDirectoryURL = url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "git \(words.joined(separator: " "))")
  }

  /// Makes a repository with one commit of all files.
  func commitAll() throws {
    try git("init", "-q", "-b", "main")
    try git("add", "-A")
    try git("commit", "-q", "-m", "first")
  }
}
