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
  private static let seed = Option<Int>(
    "seed", value: "n", help: "The number from which steps at random follow.",
    defaultText: "a fresh one")

  static let description = CommandDescription(
    name: "explore",
    settings: .inFolderOfFile,
    abstract: "Step through a spec.",
    discussion: """
      Shows a state, the next steps with their effects, the events that cannot happen and why, and the \
      status of each property. Without a terminal, it reads commands from standard input, one on each \
      line; 'help' lists them.
      """,
    positionals: [ExplorationOptions.spec],
    options: [
      world, SpecOptions.set, go, ExplorationOptions.counterexamples, seed,
      ExplorationOptions.timeLimit, SpecOptions.memory,
    ],
    statuses: [
      0: "All commands were carried out.",
      2: "The spec cannot be read or does not compile, or a folder is missing.",
      64: "Wrong usage, or a line that is no command or could not be done.",
    ],
    examples: [
      "traycheck explore slack-tray.tray": "Start at the first state.",
      "traycheck explore slack-tray.tray --go mentionClearsInfo":
        "Start where a property fails or is met.",
    ])

  /// Starts the exploration; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments, ExplorationOptions.counterexamples) {
      return SpecOptions.refuse(problem, 2)
    }
    do throws(SpecError) {
      let spec = try TraySpec(
        contentsOf: arguments[ExplorationOptions.spec] ?? "",
        timeLimit: ExploreLimits(arguments).time)
      let exploration = try Exploration(
        spec, world: arguments[world] ?? "default", settings: arguments.all(SpecOptions.set),
        seed: arguments[seed].map { UInt64(truncatingIfNeeded: $0) } ?? .random(in: 0...UInt64.max))
      return begin(exploration, ExploreLimits(arguments), at: arguments[go])
    } catch {
      Terminal.write("\(error)\n", to: .standardError)
      return error.isLimit ? 3 : 2
    }
  }

  private static func begin(
    _ exploration: Exploration, _ limits: ExploreLimits, at name: String?
  ) -> Int32 {
    var exploration = exploration
    if let name {
      do throws(Exploration.SearchError) {
        try exploration.go(to: name, limits)
      } catch {
        return SpecOptions.refuse(error.description)
      }
    }
    guard KeyboardMode.isPossible else {
      var lines = ExploreLines(exploration, limits)
      return lines.run()
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
