import Platform
import Synchronization
import TrayKit

/// `traycheck explore`: the interactive simulator.
///
/// On a terminal, the exploration is stored in `Explorer.next`, and the main thread shows it when the command is done.
/// Otherwise, commands are read from standard input, one per line.
enum ExploreCommand {
  static let spec = Positional<String>("spec", from: .specs, isRequired: true, help: "The spec.")
  static let world = Option<String>(
    "world", value: "name", from: .worlds,
    help: "In which world; 'default' is the one without settings.",
    defaultText: "default")
  private static let go = Option<String>(
    "go", value: "name", from: .properties,
    help: "Where to begin: a property, or the name of a stored counterexample.")
  static let counterexamples = Option<String>(
    "counterexamples", value: "folder", from: .folders, help: "Where stored counterexamples are.",
    defaultText: ReplayRequest.defaultFolder)
  private static let seed = Option<Int>(
    "seed", value: "n", help: "The number from which steps at random follow.",
    defaultText: "a fresh one")
  static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "How long a search may take, such as 90s or 5m.",
    defaultText: "60s")

  static let description = CommandDescription(
    name: "explore",
    abstract: "Step through a spec.",
    discussion: """
      Shows a state, the next steps with their effects, the events that cannot happen and why, and the \
      status of each property. Without a terminal, it reads commands from standard input, one on each \
      line; 'help' lists them.
      """,
    positionals: [spec.description],
    options: [
      world.description, SpecOptions.set.description, go.description, counterexamples.description,
      seed.description, timeLimit.description, SpecOptions.memory.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Everything that was asked for could be done."),
          HelpRow(
            label: "2",
            text: "The spec cannot be read or does not compile, or a folder is missing."),
          HelpRow(
            label: "64", text: "Wrong usage, or a line that is no command or could not be done."),
        ])
    ],
    examples: [
      HelpRow(label: "traycheck explore slack-tray.tray", text: "Start at the first state."),
      HelpRow(
        label: "traycheck explore slack-tray.tray --go mentionClearsInfo",
        text: "Start where a property fails or is met."),
    ])

  /// Starts the exploration; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments, counterexamples) {
      return SpecOptions.refuse(problem, 2)
    }
    do throws(SpecError) {
      let spec = try TraySpec(
        contentsOf: arguments[spec] ?? "", timeLimit: ExploreLimits(arguments).time)
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
    Explorer.next.withLock { $0 = Explorer(exploration, limits) }
    return 0
  }
}

/// The limits of searches in an exploration, and the folder of counterexamples.
struct ExploreLimits {
  let folder: String
  var time = Duration.seconds(60)
  var memory: Int?

  init(folder: String) { self.folder = folder }

  /// Reads the limits from the options that `explore` and `graph` share.
  init(_ arguments: ParsedArguments) {
    folder = arguments[ExploreCommand.counterexamples] ?? ReplayRequest.defaultFolder
    time = arguments[ExploreCommand.timeLimit] ?? time
    memory = arguments[SpecOptions.memory]?.bytes
  }
}

extension Exploration {
  /// Moves to the place with a name.
  mutating func go(to name: String, _ limits: ExploreLimits) throws(SearchError) {
    let place = try place(named: name, counterexamples: limits.folder)
    try go(to: place, timeLimit: limits.time, memoryLimit: limits.memory)
  }
}
