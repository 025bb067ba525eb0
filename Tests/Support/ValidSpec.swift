import Foundation

/// Valid specs to spoil.
public enum ValidSpec {
  /// Specs that together use all of the language.
  public static let names = [
    "feature-rules", "feature-choice", "feature-enums", "feature-lists", "feature-collections",
    "feature-functions", "feature-scenarios", "feature-timers", "feature-transitions",
    "feature-unchecked", "feature-words", "feature-faults", "feature-starts", "feature-identity",
  ]

  /// The text of one of them.
  public static func text(_ name: String) throws -> String {
    let file = RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers/\(name).tray")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Words, sequences of blanks, and all other characters one by one.
  public static func pieces(_ text: String) -> [Substring] {
    text.matches(of: #/\w+|[ \t\n]+|./#).map(\.output)
  }
}
