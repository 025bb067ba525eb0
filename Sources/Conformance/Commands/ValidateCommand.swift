import Commands
import Platform
import Reports
import TrayKit

extension LogSettling: ArgumentChoice {}

/// `traycheck validate`: holds logs of an implementation against a spec.
enum ValidateCommand: Command {
  private static let logs = Positional<String>(
    "log", from: .files, isRepeatable: true, isRequired: true,
    help:
      "A log with a JSON object on each line, from a fresh start on. Give one log for each process."
  )
  private static let spec = Option<String>("spec", value: "file", from: .specs, help: "The spec.")
  private static let signal = Option<String>(
    "signal", value: "name", isRepeatable: true,
    help: "The signal is logged whenever it is emitted.")
  private static let map = Option<String>(
    "map", value: "file", from: .files,
    help: "The names of the app for the events, values and variables of the spec.")
  private static let skew = Option<Duration>(
    "skew", value: "duration",
    help: "Lines of different processes within this time may have happened in any order.")
  private static let settled = Option<LogSettling>(
    "settled", value: "when",
    help: "When the effects of an event are logged: at its line, or by the end of the log.",
    defaultText: "line")
  private static let strict = Flag(
    "strict", help: "Fail for unread keys of the log, and for unused entries of the map.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop after this time, with the results so far.")
  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "The form of the report.",
    defaultText: "text")

  static let description = CommandDescription(
    name: "validate",
    settings: .inFolderOfFile,
    abstract: "Compare logs of an app with its spec.",
    discussion: """
      A line has an event and observations: {"event": "receive", "arguments": {"kind": "info"}, \
      "seen": {"badge": 1}, "signals": ["sound"]}. All parts are optional. --hidden names events that \
      are not logged. If no run of the spec explains a line, the report shows the nearest log that would \
      fit. After each line, invariants are checked in all states that explain the log so far. The report \
      lists the properties that are not checked.
      """,
    positionals: [logs],
    options: [
      spec, ConformCommand.world, SpecOptions.set, map, ConformCommand.hidden, signal, settled,
      skew, strict, format, timeLimit, SpecOptions.memory, SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "Some run of the spec explains each log.",
      1: "No run of the spec explains a log, or an invariant is violated.",
      2: "The spec does not compile, or a log or line of it cannot be read.",
      3:
        "Inconclusive: a limit was reached, a log has no event, an invariant is possibly "
        + "violated, or --strict fails.",
    ],
    examples: [
      "traycheck validate app.jsonl --spec slack-tray.tray": "Validate one log.",
      "traycheck validate app.jsonl --spec slack-tray.tray --hidden dismiss":
        "Validate a log that has no lines for dismissals.",
    ])

  /// Validates logs; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    guard let path = arguments[spec] else {
      Terminal.write("Error: missing '--spec FILE', the spec of the logs\n", to: .standardError)
      return UsageError.exitStatus
    }
    var request = ValidateRequest(logs: arguments.all(logs), spec: path)
    request.conform = ConformRequest(arguments)
    request.conform.path = path
    request.conform.timeLimit = arguments[timeLimit]
    request.signals = arguments.all(signal)
    request.map = arguments[map]
    request.skew = arguments[skew]
    request.settling = arguments[settled]
    request.isStrict = arguments[strict]
    do throws(RequestError) {
      var outcome = try await Interruption.outcome(of: request)
      outcome.report.next = next(outcome.report, arguments)
      return Terminal.present(outcome, as: arguments[format] ?? .text, arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a validation: they check violated invariants, step through the spec, and read
  /// the log in other ways.
  private static func next(_ report: LogReport, _ arguments: ParsedArguments) -> [NextCommand] {
    if !report.broken.isEmpty { return arguments.errors(of: [report.spec]) }
    if report.status == .success, !arguments[strict] {
      return [arguments.again(with: ["--\(strict.description.name)"], "fails for unread keys")]
    }
    let spec = [report.spec] + ConformCommand.worldWords(arguments)
    let violated = (report.log?.violated ?? []).prefix(3).compactMap { property, _ in
      (report.interface?.spec.properties[property].name).flatMap {
        arguments.next("check", spec + ["--property", $0], "checks '\($0)' alone")
      }
    }
    let explore = arguments.next("explore", spec, "steps through the spec")
    return violated + arguments.withoutLimits()
      + (report.isExplained ? [] : [explore].compactMap(\.self))
  }
}
