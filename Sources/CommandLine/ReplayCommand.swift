import Platform
import TrayKit

/// `traycheck replay`: replays stored counterexamples in the specs as they are now.
package enum ReplayCommand: Command {
  /// The printed formats.
  private enum Format: String, ArgumentChoice {
    case text, json, scenario, itf, svg

    var outcome: ReplayOutcome.Format { ReplayOutcome.Format(rawValue: rawValue) ?? .text }
  }

  private static let paths = Positional<String>(
    "path", from: .jsonFiles, isRepeatable: true, help: "Counterexamples, and folders of them.",
    defaultText: ReplayRequest.defaultFolder)
  private static let specs = Option<String>(
    "specs-in", value: "folder", from: .specs, isRepeatable: true,
    help: "Search this folder for specs that moved.",
    defaultText: "Specs")
  private static let format = Option<Format>(
    "format", value: "format",
    help:
      "Print a report, as text or JSON, or the counterexamples themselves: as scenarios to paste "
      + "into specs, one in Apalache's Informal Trace Format, or one as a picture in SVG.",
    defaultText: "text")
  private static let prune = Flag(
    "prune",
    help: "Delete the counterexamples of which the property, world, param or spec is gone.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop the replay of each counterexample after this time, such as 90s or 5m.")

  package static let description = CommandDescription(
    name: "replay",
    settings: .inFolderOfFile,
    abstract: "Replay stored counterexamples.",
    discussion: """
      Runs each counterexample in its spec as it is now, and says whether it still violates, is \
      fixed, or is no longer possible.
      """,
    positionals: [paths],
    options: [
      specs, format, prune, ReportOptions.page, timeLimit, SpecOptions.memory, SpecOptions.quiet,
      Terminal.color,
    ],
    statuses: [
      0: "Every counterexample is as it expects.",
      1: "One that must be fixed still violates, or one that is known to violate does not.",
      2: "A file cannot be read, or a spec does not compile.",
      3: "One could not be replayed to its end or not be decided, or there is none to replay.",
    ],
    examples: [
      "traycheck replay": "Replay all stored counterexamples."
    ])

  /// The outcome of a replay, and whether the page of it could be written.
  package struct Replayed: Sendable {
    package var outcome: ReplayOutcome
    package var isWhole: Bool
  }

  /// Replays counterexamples; returns the exit status.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
    guard let replayed = await replayed(arguments, isInterruptible: true) else {
      return UsageError.exitStatus
    }
    let format = arguments[format] ?? .text
    let count = replayed.outcome.replays.count
    if format == .itf || format == .svg, count > 1 {
      return SpecOptions.refuse(
        "--format \(format.rawValue) takes one counterexample, and there are \(count)")
    }
    return print(replayed, arguments)
  }

  /// Replays, prints diagnostics and writes the page; nil if the page must not be written, which is reported.
  ///
  /// - Parameter isInterruptible: whether a signal ends the replay.
  package static func replayed(
    _ arguments: ParsedArguments, isInterruptible: Bool
  ) async -> Replayed? {
    let given = arguments.all(paths)
    var request = ReplayRequest(paths: given.isEmpty ? [ReplayRequest.defaultFolder] : given)
    let folders = arguments.all(specs)
    if !folders.isEmpty { request.specs = folders }
    request.prunes = arguments[prune]
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options(of: Terminal.toolName)
    let inputs = RunInputs.replay(request)
    do throws(RequestError) {
      try ReportOptions.preparePage(arguments, inputs)
    } catch {
      _ = SpecOptions.refuse(error)
      return nil
    }
    let outcome =
      isInterruptible
      ? await Interruption.outcome(of: request) : await Traycheck.run(request)
    let diagnostics = outcome.diagnostics(Terminal.style(arguments, on: .standardError))
    if !diagnostics.isEmpty { Terminal.write(diagnostics, to: .standardError) }
    let isWhole = ReportOptions.writePage(arguments, inputs) { try outcome.rendered(as: .html) }
    return Replayed(outcome: outcome, isWhole: isWhole)
  }

  /// Prints the report; returns the exit status.
  package static func print(_ replayed: Replayed, _ arguments: ParsedArguments) -> Int32 {
    Terminal.report(
      replayed.outcome, as: (arguments[format] ?? .text).outcome, arguments,
      isWhole: replayed.isWhole)
  }
}
