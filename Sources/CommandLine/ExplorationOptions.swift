import TrayKit

/// The options of commands that explore one spec.
public enum ExplorationOptions {
  public static let spec = Positional<String>("spec", from: .specs, isRequired: true, help: "The spec.")
  public static let counterexamples = Option<String>(
    "counterexamples", value: "folder", from: .folders, help: "Where stored counterexamples are.",
    defaultText: ReplayRequest.defaultFolder)
  public static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "How long a search may take, such as 90s or 5m.",
    defaultText: "60s")
}

/// What searches of an exploration may take, and where counterexamples are.
public struct ExploreLimits: Sendable {
  public let folder: String
  public var time = Duration.seconds(60)
  public var memory: Int?

  public init(folder: String) { self.folder = folder }

  /// Those that the options of `explore` say, which `graph` has as well.
  public init(_ arguments: ParsedArguments) {
    folder = arguments[ExplorationOptions.counterexamples] ?? ReplayRequest.defaultFolder
    time = arguments[ExplorationOptions.timeLimit] ?? time
    memory = arguments[SpecOptions.memory]?.bytes
  }
}

extension Exploration {
  /// Goes to the place of a name.
  public mutating func go(to name: String, _ limits: ExploreLimits) throws(SearchError) {
    let place = try place(named: name, counterexamples: limits.folder)
    try go(to: place, timeLimit: limits.time, memoryLimit: limits.memory)
  }
}
