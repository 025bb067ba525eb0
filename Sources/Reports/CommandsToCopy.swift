import Semantics
import Traces

/// Commands that show again what a check found, as its caller would write them; none if nothing is called
/// by commands.
struct CommandsToCopy {
  private let vocabulary: RequestVocabulary
  /// What was set, such as `ids=3`.
  private let settings: [String]

  init(_ report: CheckReport) {
    vocabulary = report.vocabulary
    settings = report.settings
  }

  /// Checks one world, and only what is called `name` there, if there is such a name.
  func check(_ path: String, world: String, _ name: String?) -> String? {
    var words = [path, vocabulary.worlds, world]
    if let name { words += [vocabulary.properties, name] }
    for setting in settings { words += [vocabulary.settings, setting] }
    return Self.command(vocabulary.checkCommand, words)
  }

  /// Shows the trace to a property's violation step by step.
  ///
  /// Nil for a violation of no property, and for one that a search in memory does not find soon.
  func explore(_ path: String, _ world: WorldVerdict, _ violation: ViolationVerdict) -> String? {
    let isFoundSoon =
      world.walks == nil && world.foundBy == .explicit && world.storage == .memory
      && world.duration < .seconds(30)
    guard isFoundSoon, !violation.kind.isGeneral else { return nil }
    var words = [path]
    if world.name != "default" { words += [vocabulary.worlds, world.name] }
    words += [vocabulary.place, violation.name]
    for setting in settings { words += [vocabulary.settings, setting] }
    return Self.command(vocabulary.exploreCommand, words)
  }

  /// Replays a stored counterexample.
  func replay(_ path: String) -> String? { Self.command(vocabulary.replayCommand, [path]) }

  private static func command(_ command: String?, _ words: [String]) -> String? {
    command.map { ([$0] + words.map(\.shellWord)).joined(separator: " ") }
  }
}
