import Foundation

#if canImport(Glibc)
  // Glibc has these functions, and Swift does not import them because of the macros around them.
  @_silgen_name("posix_openpt") private func posix_openpt(_ flags: Int32) -> Int32
  @_silgen_name("grantpt") private func grantpt(_ descriptor: Int32) -> Int32
  @_silgen_name("unlockpt") private func unlockpt(_ descriptor: Int32) -> Int32
  @_silgen_name("ptsname") private func ptsname(_ descriptor: Int32) -> UnsafePointer<CChar>?
#endif

/// Runs the tool in an interactive terminal.
public enum PseudoTerminal {
  /// The machine has no terminal to offer.
  public struct Unavailable: Error {}

  /// The tool's output to its terminal, which holds only a few kilobytes.
  ///
  /// - Parameter width: 0 for a terminal that does not report its size.
  public static func output(
    of arguments: [String], in folder: URL, width: UInt16 = 0,
    environment: [String: String] = [:]
  ) throws -> String {
    let terminal = try Pair()
    var size = winsize(ws_row: 24, ws_col: width, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal.screen, UInt(TIOCSWINSZ), &size)
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = arguments
    process.currentDirectoryURL = folder
    var variables = ProcessInfo.processInfo.environment
    variables["NO_COLOR"] = nil
    variables["TERM"] = "xterm"
    process.environment = variables.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle(fileDescriptor: terminal.screen)
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return String(decoding: terminal.output(withinMilliseconds: 1_000), as: UTF8.self)
  }

  /// The two ends of a terminal.
  public final class Pair {
    private let keyboard: Int32
    /// The terminal of a process.
    public let screen: Int32

    /// Opens a terminal.
    public init() throws {
      keyboard = posix_openpt(O_RDWR | O_NOCTTY)
      guard keyboard >= 0, grantpt(keyboard) == 0, unlockpt(keyboard) == 0,
        let name = ptsname(keyboard)
      else { throw Unavailable() }
      screen = open(name, O_RDWR | O_NOCTTY)
      guard screen >= 0 else { throw Unavailable() }
    }

    deinit {
      close(screen)
      close(keyboard)
    }

    /// The local modes: whether keys are shown and lines are gathered.
    public var modes: tcflag_t {
      var settings = termios()
      tcgetattr(screen, &settings)
      return settings.c_lflag
    }

    /// Types keys.
    public func type(_ keys: String) {
      let bytes = Array(keys.utf8)
      _ = write(keyboard, bytes, bytes.count)
    }

    /// The new output on the screen since the last call; empty if there is none.
    public func output(withinMilliseconds time: Int32) -> [UInt8] {
      var descriptor = pollfd(fd: keyboard, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, time) > 0 else { return [] }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = read(keyboard, &bytes, bytes.count)
      return Array(bytes.prefix(max(0, count)))
    }
  }
}
