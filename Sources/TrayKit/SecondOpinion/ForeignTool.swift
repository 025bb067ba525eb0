import Files
import Foundation
import Semantics

/// A folder in which such a program works, removed with its last reference.
final class ForeignFolder: Sendable {
  let path = NSTemporaryDirectory() + "traycheck-\(UUID().uuidString)"

  init() throws(Peer.Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } catch {
      throw .unexpected("\(path) cannot be made")
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ bytes: [UInt8], to name: String) throws(Peer.Failure) {
    guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes)) else {
      throw .unexpected("\(path) cannot be written into")
    }
  }
}

/// A program that somebody else has written, run to its end in a folder.
struct ForeignTool: Sendable {
  let path: String

  /// What it said.
  struct Answer: Sendable {
    var status: Int32
    var output: String
    /// It was ended, since it took too long.
    var isCutShort: Bool
  }

  /// - Parameter name: it is looked up as shells do; nil if there is none.
  init?(_ name: String) {
    guard let path = ProgramPath.find(name) else { return nil }
    self.path = path
  }

  /// Runs it, until it ends or the watch of the thread is over.
  ///
  /// Both of its outputs go to one file in the folder, so that nothing it says can block it.
  func run(_ arguments: [String], in folder: String) -> Answer {
    let log = "\(folder)/said.txt"
    let isMade = FileManager.default.createFile(atPath: log, contents: nil)
    guard isMade, let output = FileHandle(forWritingAtPath: log) else {
      return Answer(status: -1, output: "nothing can be written into \(folder)", isCutShort: false)
    }
    defer { try? output.close() }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C"
    process.environment = environment
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    do {
      try process.run()
    } catch {
      return Answer(status: -1, output: "\(path) cannot be run", isCutShort: false)
    }
    var isCutShort = false
    while ended.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if Watch.isOver, !isCutShort {
        isCutShort = true
        kill(process.processIdentifier, SIGKILL)
      }
    }
    let said = (try? Data(contentsOf: URL(filePath: log))) ?? Data()
    return Answer(
      status: process.terminationStatus, output: String(decoding: said, as: UTF8.self),
      isCutShort: isCutShort)
  }
}
