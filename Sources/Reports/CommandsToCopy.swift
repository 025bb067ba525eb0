import Semantics
import Traces

/// Commands that reproduce a finding, in the notation of the caller; none if the caller has no commands.
final class CommandsToCopy {
  let vocabulary: RequestVocabulary
  /// The options for the settings of the run, such as `--set ids=3`.
  private let setting: [String]

  init(_ vocabulary: RequestVocabulary, settings: [String] = []) {
    self.vocabulary = vocabulary
    setting = settings.flatMap { [vocabulary.settings, $0] }
  }

  convenience init(_ report: CheckReport) {
    self.init(report.vocabulary, settings: report.settings)
  }

  /// The command that checks a spec.
  func check(_ path: String) -> String? { Self.command(vocabulary.checkCommand, [path] + setting) }

  /// The command that checks one world, confined to `name` if such a name exists.
  func check(_ path: String, world: String, _ name: String?) -> String? {
    var words = [path, vocabulary.worlds, world]
    if let name { words += [vocabulary.properties, name] }
    return Self.command(vocabulary.checkCommand, words + setting)
  }

  /// The command that shows the trace of a violation step by step.
  ///
  /// Nil for a violation without a property, and for one that an in-memory search does not find quickly.
  func explore(_ path: String, _ world: WorldVerdict, _ violation: ViolationVerdict)
    -> NextCommand?
  {
    let isFoundSoon =
      world.walks == nil && world.foundBy == .explicit && world.storage == .memory
      && world.duration < .seconds(30)
    guard isFoundSoon, !violation.kind.isGeneral else { return nil }
    var words = [path]
    if world.name != "default" { words += [vocabulary.worlds, world.name] }
    words += [vocabulary.place, violation.name]
    return Self.command(vocabulary.exploreCommand, words + setting)
      .map { NextCommand($0, "steps through the trace of '\(violation.name)'") }
  }

  /// The command that replays a stored counterexample.
  func replay(_ path: String) -> NextCommand? {
    Self.command(vocabulary.replayCommand, [path])
      .map { NextCommand($0, "replays the counterexample") }
  }

  private static func command(_ command: String?, _ words: [String]) -> String? {
    command.map { ([$0] + words.map(\.shellWord)).joined(separator: " ") }
  }
}
