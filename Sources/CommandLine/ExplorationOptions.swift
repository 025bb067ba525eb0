import TrayKit

/// The options of commands that explore one spec.
package enum ExplorationOptions {
  package static let spec = Positional<String>(
    "spec", from: .specs, isRequired: true, help: "The spec.")
  package static let counterexamples = Option<String>(
    "counterexamples", value: "folder", from: .folders,
    help: "The folder of stored counterexamples.",
    defaultText: ReplayRequest.defaultFolder)
  package static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "How long a search may take, such as 90s or 5m.",
    defaultText: "60s")
}

/// The limits of the searches of an exploration, and the folder of counterexamples.
package struct ExploreLimits: Sendable {
  package let folder: String
  package var time = Duration.seconds(60)
  package var memory: Int?

  package init(folder: String) { self.folder = folder }

  /// Reads the options of `explore`, which `graph` shares.
  package init(_ arguments: ParsedArguments) {
    folder = arguments[ExplorationOptions.counterexamples] ?? ReplayRequest.defaultFolder
    time = arguments[ExplorationOptions.timeLimit] ?? time
    memory = arguments[SpecOptions.memory]?.bytes
  }
}

extension Exploration {
  /// Goes to the place of a name.
  package mutating func go(to name: String, _ limits: ExploreLimits) throws(SearchError) {
    let place = try place(named: name, counterexamples: limits.folder)
    try go(to: place, timeLimit: limits.time, memoryLimit: limits.memory)
  }
}
