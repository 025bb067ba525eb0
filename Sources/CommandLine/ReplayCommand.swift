import Platform
import TrayKit

/// `traycheck replay`: replays stored counterexamples in the current specs.
///
/// With `--step`, the traces are stored in `Explorer.next`, and the main thread shows them when the command is done.
enum ReplayCommand {
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
  private static let step = Flag(
    "step", help: "Go through one counterexample step by step, as with 'explore'.")
  private static let prune = Flag(
    "prune",
    help: "Delete the counterexamples of which the property, world, param or spec is gone.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop the replay of each counterexample after this time, such as 90s or 5m.")

  static let description = CommandDescription(
    name: "replay",
    abstract: "Replay stored counterexamples.",
    discussion: """
      Runs each counterexample in its spec as it is now, and says whether it still violates, is \
      fixed, or is no longer possible.
      """,
    positionals: [paths.description],
    options: [
      specs.description, format.description, step.description, prune.description,
      ReportOptions.page.description,
      timeLimit.description, SpecOptions.memory.description, SpecOptions.quiet.description,
      Terminal.color.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Every counterexample is as it expects."),
          HelpRow(
            label: "1",
            text: "One that must be fixed still violates, or one that is known to violate does "
              + "not."),
          HelpRow(label: "2", text: "A file cannot be read, or a spec does not compile."),
          HelpRow(
            label: "3",
            text: "One could not be replayed to its end or not be decided, or there is none to "
              + "replay."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ],
    examples: [
      HelpRow(label: "traycheck replay", text: "Replay all stored counterexamples."),
      HelpRow(
        label: "traycheck replay Counterexamples/SlackTray.mentionClearsInfo.json --step",
        text: "Step through one counterexample."),
    ])

  /// Replays counterexamples; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(paths)
    var request = ReplayRequest(paths: given.isEmpty ? [ReplayRequest.defaultFolder] : given)
    let folders = arguments.all(specs)
    if !folders.isEmpty { request.specs = folders }
    request.prunes = arguments[prune]
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options()
    let inputs = RunInputs.replay(request)
    do throws(RequestError) {
      try ReportOptions.preparePage(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    let wanted = request
    let run = Task { await Traycheck.replay(wanted) }
    // The interactive simulator receives signals as keys.
    let outcome = arguments[step] ? await run.value : await Interruption.watch(run)
    let diagnostics = outcome.diagnostics(Terminal.style(arguments, on: .standardError))
    if !diagnostics.isEmpty { Terminal.write(diagnostics, to: .standardError) }
    let isWhole = ReportOptions.writePage(arguments, inputs) { try outcome.rendered(as: .html) }
    let format = arguments[format] ?? .text
    if arguments[step] || format == .itf || format == .svg, outcome.replays.count > 1 {
      let option = arguments[step] ? "--step" : "--format \(format.rawValue)"
      return fail(
        "\(option) takes one counterexample, and there are \(outcome.replays.count)",
        UsageError.exitStatus)
    }
    if arguments[step], outcome.replays.count > 0 {
      guard KeyboardMode.isPossible else {
        return fail("--step needs a terminal", UsageError.exitStatus)
      }
      guard let exploration = outcome.explorations().first else {
        return fail("there is nothing to go through", UsageError.exitStatus)
      }
      var limits = ExploreLimits(folder: ReplayRequest.defaultFolder)
      limits.time = arguments[timeLimit] ?? limits.time
      limits.memory = request.memoryLimit
      let explorer = Explorer(exploration, limits)
      Explorer.next.withLock { $0 = explorer }
      return isWhole ? outcome.status.rawValue : 2
    }
    var style = Terminal.style(arguments)
    style.isQuiet = arguments[SpecOptions.quiet]
    do {
      let text = try outcome.rendered(as: format.outcome, style)
      guard Terminal.write(text, to: .standardOutput) else {
        return fail("the report cannot be written: \(String(cString: strerror(errno)))", 2)
      }
    } catch {
      return fail("the report cannot be written: \(error)", 2)
    }
    return isWhole ? outcome.status.rawValue : 2
  }

  /// Prints a problem on standard error; returns the given status.
  private static func fail(_ problem: String, _ status: Int32) -> Int32 {
    Terminal.write("Error: \(problem)\n", to: .standardError)
    return status
  }
}
