import TrayKit

/// `traycheck format`: gives specs the one style that they have.
package enum FormatCommand: Command {
  private static let paths = Positional<String>(
    "path", from: .specs, isRepeatable: true,
    help:
      "Specs, and folders that are searched for them; '-' alone is standard input, which goes to "
      + "standard output.",
    defaultText: "Specs")
  private static let check = Flag(
    "check", help: "Write nothing, and fail for specs that are not formatted.")
  private static let diff = Flag(
    "diff", help: "Write nothing, and print the changes as a unified diff.")
  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Leave a file as it is after this time, such as 30s.")

  package static let description = CommandDescription(
    name: "format",
    settings: .inFolderOfFile,
    abstract: "Format specs in the one style.",
    discussion: """
      Changes blanks, line ends and separators, and keeps all words and comments. Formatted files \
      and files with errors of syntax stay as they are. Specs/Language.md has the rules of the style.
      """,
    positionals: [paths],
    options: [check, diff, format, timeLimit, Terminal.color],
    statuses: [
      0: "All specs are formatted now, or --diff printed the changes.",
      1: "With --check: a spec is not formatted.",
      2: "A spec has errors of syntax, or cannot be read or written.",
      3: "Not all were formatted: a limit or an interruption.",
      70: "Internal error: the formatted text has another meaning. The spec stays as it is.",
    ],
    examples: [
      "traycheck format": "Format all specs in the folder Specs.",
      "traycheck format --check --diff": "Show changes, and write nothing.",
    ])

  /// Formats specs; returns the exit status.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(paths)
    guard let request = request(given, arguments) else {
      return SpecOptions.refuse(StandardInput.misuse)
    }
    return present(await Interruption.outcome(of: request), arguments)
  }

  /// The request; nil if standard input and files are combined.
  private static func request(_ given: [String], _ arguments: ParsedArguments) -> FormatRequest? {
    if given.contains("-"), given.count > 1 { return nil }
    var request =
      given == ["-"]
      ? FormatRequest(text: StandardInput.bytes(), name: StandardInput.name)
      : FormatRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.writes = !arguments[check] && !arguments[diff]
    request.timeLimit = arguments[timeLimit]
    return request
  }

  private static func present(_ outcome: FormatOutcome, _ arguments: ParsedArguments) -> Int32 {
    let diagnostics = outcome.diagnostics(Terminal.style(arguments, on: .standardError))
    if !diagnostics.isEmpty { Terminal.write(diagnostics + "\n", to: .standardError) }
    let isCounted = outcome.status == .success || outcome.status == .inconclusive
    let status =
      isCounted && arguments[check] && !outcome.changed.isEmpty ? .violation : outcome.status
    var isWritten = true
    if arguments[format] == .json {
      let isCompared = arguments[check] || arguments[diff]
      let command = isCompared ? "\(Terminal.toolName) format" : nil
      let text = try? outcome.json(status, next: command)
      isWritten = text.map { Terminal.write($0, to: .standardOutput) } ?? false
    } else if arguments[check] || arguments[diff] {
      // A patch must contain every byte of the lines that it changes.
      if arguments[diff] { isWritten = write(outcome.changed.map(\.diff).joined()) }
      if arguments[check] { tell(outcome, on: arguments[diff] ? .standardError : .standardOutput) }
    } else if let text = outcome.text {
      isWritten = write(String(decoding: text, as: UTF8.self))
    } else if arguments.all(paths) != ["-"] {
      for file in outcome.changed {
        isWritten =
          Terminal.write("formatted \(LogText.line(file.path))\n", to: .standardOutput) && isWritten
      }
    }
    guard isWritten else {
      Terminal.write("Error: standard output cannot be written\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
    return status.rawValue
  }

  private static func write(_ text: String) -> Bool {
    Terminal.write(text, to: .standardOutput, mayCommand: true)
  }

  /// Lists the unformatted files, each with the first line that would change.
  private static func tell(_ outcome: FormatOutcome, on stream: Terminal.Stream) {
    for file in outcome.changed {
      Terminal.write(
        "\(LogText.line(file.path)):\(file.line): not formatted from this line on\n", to: stream)
    }
    let count = outcome.changed.count
    Terminal.write(
      count == 0
        ? "\(outcome.count) \(outcome.count == 1 ? "spec is" : "specs are") formatted\n"
        : "\(count) of \(outcome.count) \(outcome.count == 1 ? "spec" : "specs") not formatted\n",
      to: stream)
  }
}
