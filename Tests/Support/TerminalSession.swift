import Foundation

/// A user of a terminal who reads the output and presses keys: `TerminalSession(["replay", "--step"], in:
/// folder).press(key, after: text)`.
public final class TerminalSession {
  /// The text did not appear, or the tool did not end.
  public struct TimedOut: Error { var shown: String }

  private let terminal: PseudoTerminal.Pair
  private let process = Process()
  private let modes: tcflag_t
  /// All output so far. A part of it may end within a character.
  private var output: [UInt8] = []
  private var read = 0

  /// The text of all output so far.
  public var shown: String { String(decoding: output, as: UTF8.self) }

  /// Starts the tool on a terminal of that size.
  public init(
    _ arguments: [String], in folder: URL, width: UInt16 = 80, height: UInt16 = 24
  ) throws {
    terminal = try PseudoTerminal.Pair()
    var size = winsize(ws_row: height, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.screen, UInt(TIOCSWINSZ), &size)
    modes = terminal.modes
    process.executableURL = try BuiltTool.location()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(["TERM": "xterm"]) { $1 }
    let screen = FileHandle(fileDescriptor: terminal.screen)
    process.standardInput = screen
    process.standardOutput = screen
    process.standardError = screen
    try process.run()
  }

  /// Waits for a text that was not shown before, then presses keys.
  public func press(_ keys: String, after text: String) throws {
    let deadline = ContinuousClock.now + .seconds(10)
    while !String(decoding: output[read...], as: UTF8.self).contains(text) {
      guard ContinuousClock.now < deadline else { throw TimedOut(shown: shown) }
      output += terminal.output(withinMilliseconds: 50)
    }
    read = output.count
    terminal.type(keys)
  }

  /// Sends a signal to the tool.
  public func signal(_ number: Int32) {
    if process.isRunning { kill(process.processIdentifier, number) }
  }

  /// Waits for the end; returns the status, and whether the terminal is as it was before.
  public func end() throws -> (status: Int32, isRestored: Bool) {
    let deadline = ContinuousClock.now + .seconds(20)
    while process.isRunning {
      guard ContinuousClock.now < deadline else {
        process.terminate()
        throw TimedOut(shown: shown)
      }
      output += terminal.output(withinMilliseconds: 20)
    }
    output += terminal.output(withinMilliseconds: 20)
    return (process.terminationStatus, terminal.modes == modes)
  }
}
