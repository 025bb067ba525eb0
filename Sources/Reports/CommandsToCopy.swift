import Semantics

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

  /// Replays a stored counterexample.
  func replay(_ path: String) -> String? { Self.command(vocabulary.replayCommand, [path]) }

  private static func command(_ command: String?, _ words: [String]) -> String? {
    command.map { ([$0] + words.map(\.shellWord)).joined(separator: " ") }
  }
}
