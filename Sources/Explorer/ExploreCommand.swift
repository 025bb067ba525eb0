import Commands
import Platform
import TrayKit

/// `traycheck explore`: goes through a spec by hand.
///
/// On a terminal the main thread shows it when the command is done.
/// Elsewhere it reads commands from standard input, a line each.
enum ExploreCommand: Command {
  static let world = Option<String>(
    "world", value: "name", from: .worlds,
    help: "In which world; 'default' is the one without settings.",
    defaultText: "default")
  private static let go = Option<String>(
    "go", value: "name", from: .properties,
    help: "The first state to show: a property, or the name of a stored counterexample.")
  private static let after = Option<String>(
    "after", value: "file", from: .jsonFiles,
    help: "The first state to show: the last one of this stored counterexample, in its world.")
  private static let eval = Option<String>(
    "eval", value: "line", isRepeatable: true,
    help: "Answer this line, and end: an expression such as 'tray.count', or any line that 'help' "
      + "lists.")
  private static let format = Option<ExploreLines.Format>(
    "format", value: "format",
    help: "The form of the answers to lines: text, or a JSON object on each line.",
    defaultText: "text")
  private static let seed = Option<Int>(
    "seed", value: "n", help: "The number from which steps at random follow.",
    defaultText: "a fresh one")

  static let description = CommandDescription(
    name: "explore",
    settings: .inFolderOfFile,
    abstract: "Step through a spec.",
    discussion: """
      Shows a state, the next steps with their effects, the events that cannot happen and why, and the \
      status of each property. Without a terminal, it reads lines from standard input: steps, \
      expressions and commands. 'help' lists them.
      """,
    positionals: [ExplorationOptions.spec],
    options: [
      world, SpecOptions.set, go, after, eval, format, ExplorationOptions.counterexamples, seed,
      ExplorationOptions.timeLimit, SpecOptions.memory,
    ],
    statuses: [
      0: "All lines were carried out.",
      2: "The spec or a file cannot be read, the spec does not compile, or a folder is missing.",
      3: "Inconclusive: a limit was reached.",
      64: "Wrong usage, or a line has an error or could not be carried out.",
    ],
    examples: [
      "traycheck explore slack-tray.tray": "Start at the first state.",
      "traycheck explore slack-tray.tray --go mentionClearsInfo":
        "Start where a property fails or is met.",
      "traycheck explore slack-tray.tray --eval 'tray.count' --eval 'why not tap'":
        "Answer questions about the first state.",
    ])

  /// Starts the exploration; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments, ExplorationOptions.counterexamples) {
      return SpecOptions.refuse(problem, 2)
    }
    if arguments[after] != nil {
      let others = [go.description.name, world.description.name, SpecOptions.set.description.name]
      if let other = others.first(where: arguments.names.contains) {
        return SpecOptions.refuse("'--after' cannot be combined with '--\(other)'")
      }
    }
    do throws(SpecError) {
      let spec = try TraySpec(
        contentsOf: arguments[ExplorationOptions.spec] ?? "",
        timeLimit: ExploreLimits(arguments).time)
      let exploration = try Exploration(
        spec, world: arguments[world] ?? "default", settings: arguments.all(SpecOptions.set),
        seed: arguments[seed].map { UInt64(truncatingIfNeeded: $0) } ?? .random(in: 0...UInt64.max))
      return begin(exploration, ExploreLimits(arguments), arguments)
    } catch {
      Terminal.write("\(error)\n", to: .standardError)
      return error.isLimit ? 3 : 2
    }
  }

  private static func begin(
    _ exploration: Exploration, _ limits: ExploreLimits, _ arguments: ParsedArguments
  ) -> Int32 {
    var exploration = exploration
    do throws(Exploration.SearchError) {
      if let name = arguments[go] { try exploration.go(to: name, limits) }
      if let file = arguments[after] {
        try exploration.go(
          toEndOf: file, timeLimit: limits.time, memoryLimit: limits.memory)
      }
    } catch {
      let status: Int32 = !error.isUsage ? 3 : arguments[after] == nil ? UsageError.exitStatus : 2
      return SpecOptions.refuse(RequestError(error.description), status)
    }
    let typed = arguments.all(eval)
    guard typed.isEmpty, arguments[format] == nil, KeyboardMode.isPossible else {
      var lines = ExploreLines(exploration, limits, arguments[format] ?? .text)
      return lines.run(typed)
    }
    Explorer(exploration, limits).runInForeground()
    return 0
  }
}

extension Guest {
  /// Explores specs and counterexamples step by step.
  package static let explorer = Guest()
    .with(ExploreCommand.self, in: .everyDay, after: "replay")
    .extending(ReplaySteps.options)
}
