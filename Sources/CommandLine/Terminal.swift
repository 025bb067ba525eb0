import Platform
import Synchronization
import TrayKit

/// What the process knows of its standard streams.
public enum Terminal {
  /// `auto` decides for each stream by itself.
  public enum Color: String, ArgumentChoice { case auto, always, never }

  public static let color = Option<Color>(
    "color", value: "when", help: "When to use colours.", defaultText: "auto")

  /// The way to the folder of the settings file; nil if the process never moved.
  static let move = Mutex<FolderMove?>(nil)

  /// Work for the thread to which signals and keys come, once the command is done.
  public static let foregroundWork = Mutex<(@Sendable () -> Void)?>(nil)

  public enum Stream { case standardOutput, standardError }

  /// How the user called the tool, for commands to copy.
  ///
  /// What `swift run` starts is called by its path in the folder of the package.
  ///
  /// What is found through `PATH` is called by its name, anything else by the path that was typed.
  public static var toolName: String {
    let typed = CommandLine.arguments.first ?? "traycheck"
    guard typed.contains("/") else { return typed }
    let name = move.withLock { $0 }?.path(typed) ?? typed
    let package = FileManager.default.currentDirectoryPath + "/.build/"
    return name.hasPrefix(package) ? "swift run -c release traycheck" : name
  }

  /// Nobody reads standard output any more: its pipe is closed, or its terminal gone.
  public static var isGone: Bool {
    var descriptor = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&descriptor, 1, 0) > 0
      && descriptor.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
  }

  /// What the process was started with.
  public static let environment = ProcessInfo.processInfo.environment

  /// Whether a person reads it: neither a file nor a pipe.
  public static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO) == 1
  }

  /// Columns and rows of the terminal at this moment; 80 and 24 where it does not report them.
  public static func size(_ stream: Stream = .standardOutput) -> (width: Int, height: Int) {
    var size = winsize()
    let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 else { return (80, 24) }
    return (size.ws_col > 0 ? Int(size.ws_col) : 80, size.ws_row > 0 ? Int(size.ws_row) : 24)
  }

  /// The least and the greatest width of a report.
  private static let columns = 40...120

  /// The style of a report on a stream, with the colours and the width of its terminal.
  ///
  /// A report that no terminal shows has 80 columns.
  public static func style(
    _ arguments: ParsedArguments, on stream: Stream = .standardOutput
  ) -> ReportStyle {
    var style = ReportStyle()
    style.usesColor = usesColor(arguments[color], on: stream)
    style.width = width(on: stream)
    return style
  }

  /// The number of columns of a report on a stream.
  public static func width(on stream: Stream) -> Int {
    guard isTerminal(stream) else { return ReportStyle().width }
    return max(columns.lowerBound, min(size(stream).width, columns.upperBound))
  }

  /// Colours are for terminals, unless `NO_COLOR` is set (no-color.org) or the user says otherwise.
  public static func usesColor(_ choice: Color?, on stream: Stream) -> Bool {
    switch choice ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      guard isTerminal(stream), environment["TERM"] != "dumb" else { return false }
      return environment["NO_COLOR"]?.isEmpty ?? true
    }
  }

  /// Writes an event of a run to standard output, in a line; whether all could be written is kept.
  public static func writeLine(_ event: RunEvent) {
    do {
      guard let line = try event.jsonLine() else { return }
      if write(line + "\n", to: .standardOutput) { return }
    } catch {}
    hasLostLines.store(true, ordering: .relaxed)
  }

  /// A line of a report could not be written.
  ///
  /// It is never reset: the status of the process depends on it.
  public static let hasLostLines = Atomic<Bool>(false)

  /// Writes text; a reader who has gone away is no error of ours.
  ///
  /// What a spec says is no command to the CI service in whose log the text stands.
  ///
  /// - Parameter mayCommand: the text is written for such a service, and has commands of our own.
  /// - Returns: whether it could be written.
  @discardableResult
  public static func write(_ text: String, to stream: Stream, mayCommand: Bool = false) -> Bool {
    let descriptor = stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO
    return System.write(mayCommand ? text : LogText.inert(text), to: descriptor) || errno == EPIPE
  }

  /// Writes diagnostics to standard error and the report to standard output; returns the exit status.
  ///
  /// - Parameter isWhole: whether all other reports could be written.
  public static func present<Outcome: ReportedOutcome>(
    _ outcome: Outcome, as format: Outcome.Format, _ arguments: ParsedArguments,
    isWhole: Bool = true
  ) -> Int32 {
    let diagnostics = outcome.diagnostics(style(arguments, on: .standardError))
    if !diagnostics.isEmpty { write(diagnostics + "\n", to: .standardError) }
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
