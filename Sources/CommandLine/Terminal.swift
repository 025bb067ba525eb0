import Platform
import Synchronization
import TrayKit

extension ReportFormat: ArgumentChoice {}

/// Properties of the process's standard streams.
package enum Terminal {
  /// The use of colours; `auto` decides separately for each stream.
  package enum Color: String, ArgumentChoice { case auto, always, never }

  package static let color = Option<Color>(
    "color", value: "when", help: "When to use colours.", defaultText: "auto")

  /// The conversion of paths to the settings folder; nil if the process never changed its folder.
  static let move = Mutex<FolderMove?>(nil)

  /// Work for the thread to which signals and keys come, once the command is done.
  package static let foregroundWork = Mutex<(@Sendable () -> Void)?>(nil)

  package enum Stream { case standardOutput, standardError }

  /// The command with which the user called the tool, for commands to copy.
  ///
  /// A process started by `swift run` has the path in the folder of the package.
  ///
  /// A tool found through `PATH` has its name; any other has the path that was typed.
  package static var toolName: String {
    let typed = CommandLine.arguments.first ?? "traycheck"
    guard typed.contains("/") else { return typed }
    let name = move.withLock { $0 }?.path(typed) ?? typed
    let package = FileManager.default.currentDirectoryPath + "/.build/"
    return name.hasPrefix(package) ? "swift run -c release traycheck" : name
  }

  /// Whether standard output has no reader: its pipe or terminal is closed.
  package static var isGone: Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&descriptor, 1, 0) > 0
      && descriptor.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// The environment at the start of the process.
  package static let environment = ProcessInfo.processInfo.environment

  /// Whether a stream is a terminal, and neither a file nor a pipe.
  package static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO) == 1
  }

  /// The current columns and rows of the terminal; 80 and 24 if it does not report them.
  package static func size(_ stream: Stream = .standardOutput) -> (width: Int, height: Int) {
    var size = winsize()
    let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// The minimum and maximum width of a report.
  private static let columns = 40...120

  /// The style of a report on a stream, with the colours and the width of its terminal.
  ///
  /// A report that is not printed to a terminal has 80 columns.
  package static func style(
    _ arguments: ParsedArguments, on stream: Stream = .standardOutput
  ) -> ReportStyle {
    var style = ReportStyle()
    style.usesColor = usesColor(arguments[color], on: stream)
    style.width = width(on: stream)
    return style
  }

  /// The number of columns of a report on a stream.
  package static func width(on stream: Stream) -> Int {
    guard isTerminal(stream) else { return ReportStyle().width }
    return max(columns.lowerBound, min(size(stream).width, columns.upperBound))
  }

  /// Whether to use colours: by default on terminals, unless `NO_COLOR` is set (no-color.org).
  package static func usesColor(_ choice: Color?, on stream: Stream) -> Bool {
    switch choice ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      guard isTerminal(stream), environment["TERM"] != "dumb" else { return false }
      return environment["NO_COLOR"]?.isEmpty ?? true
    }
  }

  /// Writes an event of a run to standard output, as a line. A failure is recorded.
  package static func writeLine(_ event: RunEvent) {
    do {
      guard let line = try event.jsonLine() else { return }
      if write(line + "\n", to: .standardOutput) { return }
    } catch {}
    hasLostLines.store(true, ordering: .relaxed)
  }

  /// Whether a line of a report could not be written.
  ///
  /// It is never reset, because the exit status of the process depends on it.
  package static let hasLostLines = Atomic<Bool>(false)

  /// Writes text. A closed reader is not an error.
  ///
  /// Text from a spec is escaped, so that CI services do not interpret it as a command.
  ///
  /// - Parameter mayCommand: whether the text is for a CI service and contains commands of our own.
  /// - Returns: whether it could be written.
  @discardableResult
  package static func write(_ text: String, to stream: Stream, mayCommand: Bool = false) -> Bool {
    let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    return System.write(mayCommand ? text : LogText.inert(text), to: descriptor) || errno == EPIPE
  }

  /// Writes diagnostics to standard error and the report to standard output; returns the exit status.
  ///
  /// - Parameter isWhole: whether all other reports could be written.
  package static func present<Outcome: ReportedOutcome>(
    _ outcome: Outcome, as format: Outcome.Format, _ arguments: ParsedArguments,
    isWhole: Bool = true
  ) -> Int32 {
    let diagnostics = outcome.diagnostics(style(arguments, on: .standardError))
    if !diagnostics.isEmpty { write(diagnostics + "\n", to: .standardError) }
    return report(outcome, as: format, arguments, isWhole: isWhole)
  }

  /// Writes the report to standard output; returns the exit status.
  ///
  /// - Parameter isWhole: whether all other reports could be written.
  package static func report<Outcome: ReportedOutcome>(
    _ outcome: Outcome, as format: Outcome.Format, _ arguments: ParsedArguments, isWhole: Bool
  ) -> Int32 {
    var style = style(arguments)
    style.isQuiet = arguments[SpecOptions.quiet]
    let problem: String
    do {
      let text = try outcome.rendered(as: format, style)
      if write(text, to: .standardOutput) {
        return isWhole ? outcome.status.rawValue : ExitStatus.specError.rawValue
      }
      problem = String(cString: strerror(errno))
    } catch {
      problem = "\(error)"
    }
    write("Error: the report cannot be written: \(problem)\n", to: .standardError)
    return ExitStatus.specError.rawValue
  }
}
