import Commands
import Platform
import Reports
import TrayKit

/// `traycheck payload`: describes the behaviour of platforms at the payload of a push.
enum PayloadCommand: Command {
  private static let payload = Positional<String>(
    "payload", from: .files, isRequired: true,
    help: "The payload as JSON: of APNs, FCM (HTTP v1) or Web Push, with or without its headers.")
  private static let platform = Option<String>(
    "platform", value: "name", help: "The platform, such as ios, android or web.",
    defaultText: "all that the payload addresses")
  private static let map = Option<String>(
    "map", value: "file", from: .files, isRepeatable: true,
    help: "A map from payloads to a spec.", defaultText: "all maps in Specs/platform")
  private static let spec = Option<String>(
    "spec", value: "file", from: .specs,
    help: "The spec of your app, so that its decisions count.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop after this time, with the results so far.")
  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "The form of the report.", defaultText: "text")

  static let description = CommandDescription(
    name: "payload",
    settings: .inFolderOfFile,
    abstract: "Predict how phones react to a push.",
    discussion: """
      For each platform that the payload addresses, the report lists the behaviour with the app in \
      the foreground, in the background and killed, by the rules of the platform libraries. It also \
      lists contradictory fields, unknown keys, and keys without a meaning in the libraries.
      """,
    positionals: [payload],
    options: [
      platform, spec, ConformCommand.world, SpecOptions.set, map, format, timeLimit,
      SpecOptions.memory, SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "No fields contradict each other.",
      1: "Some fields contradict each other.",
      2: "The payload, a map or a spec cannot be read.",
      3: "Inconclusive: a limit was reached.",
    ],
    examples: [
      "traycheck payload push.json": "Describe a push on all platforms that it addresses.",
      "traycheck payload push.json --platform ios --spec Specs/chat-on-ios.tray":
        "Describe a push to your own app.",
    ])

  /// Describes the payload; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var request = PayloadRequest(path: arguments.all(payload).first ?? "")
    request.platform = arguments[platform]
    request.maps = arguments.all(map)
    request.conform = ConformRequest(arguments)
    request.conform.path = arguments[spec] ?? ""
    request.conform.timeLimit = arguments[timeLimit]
    do throws(RequestError) {
      var outcome = try await Interruption.outcome(of: request)
      outcome.report.next = next(outcome.report, arguments)
      return Terminal.present(outcome, as: arguments[format] ?? .text, arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a prediction: they step through the rules of the platforms.
  private static func next(_ report: PayloadReport, _ arguments: ParsedArguments) -> [NextCommand] {
    let errors = arguments.errors(of: report.broken.compactMap(\.diagnostics.first?.path))
    return errors
      + report.platforms.prefix(3).compactMap {
        arguments.next("explore", [$0.path], "steps through the rules of \($0.platform)")
      }
  }
}
