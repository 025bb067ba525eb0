import Foundation
import TestSupport

/// A process whose output goes to a file.
final class SilentProcess {
  enum Ending: Equatable {
    case succeeded
    case failed(status: Int32)
    case crashed(signal: Int32)
    case hung
  }

  private let process = Process()
  private let scratch: ScratchFolder

  init(_ words: [String], in folder: URL, environment: [String: String]) throws {
    scratch = try ScratchFolder()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.currentDirectoryURL = folder
    // Swift's runtime takes seconds to locate a crash.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let output = try scratch.newFile("output")
    process.standardOutput = output
    process.standardError = output
    try process.run()
  }

  /// The end of the process, which is killed after a timeout.
  func ending(within seconds: Double) -> Ending {
    let end = ContinuousClock.now + .seconds(min(seconds, 86_400))
    while process.isRunning {
      if ContinuousClock.now > end {
        // Includes its children, if they are a process group.
        kill(-process.processIdentifier, SIGKILL)
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        return .hung
      }
      usleep(20_000)
    }
    let status = process.terminationStatus
    if process.terminationReason == .uncaughtSignal { return .crashed(signal: status) }
    return status == 0 ? .succeeded : .failed(status: status)
  }

  var output: String { (try? scratch.text(of: "output")) ?? "" }
}
