import Semantics
import Traces

/// Commands that reproduce a finding, in the notation of the caller; none if the caller has no commands.
final class CommandsToCopy {
  private let vocabulary: RequestVocabulary
  /// The settings, such as `ids=3`.
  private let settings: [String]

  init(_ report: CheckReport) {
    vocabulary = report.vocabulary
    settings = report.settings
  }

  /// The command that checks one world, confined to `name` if such a name exists.
  func check(_ path: String, world: String, _ name: String?) -> String? {
    var words = [path, vocabulary.worlds, world]
    if let name { words += [vocabulary.properties, name] }
    for setting in settings { words += [vocabulary.settings, setting] }
    return Self.command(vocabulary.checkCommand, words)
  }

  /// The command that shows the trace of a violation step by step.
  ///
  /// Nil for a violation without a property, and for one that an in-memory search does not find quickly.
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

  /// The command that replays a stored counterexample.
  func replay(_ path: String) -> String? { Self.command(vocabulary.replayCommand, [path]) }

  private static func command(_ command: String?, _ words: [String]) -> String? {
    command.map { ([$0] + words.map(\.shellWord)).joined(separator: " ") }
  }
}
