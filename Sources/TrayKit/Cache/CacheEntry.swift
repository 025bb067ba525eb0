import Reports
import SpecLanguage

/// What runs before this one found out about a spec.
///
/// It is trusted only as far as all that it depends on is the same, compared as it is and not by a
/// digest; and only of what was as it should be: what failed is searched again.
struct CacheEntry: Codable, Sendable {
  /// What results depend on beside the text.
  struct Key: Codable, Sendable {
    var build: String
    var path: String
    var options: [String]

    /// Whether both are the same, byte by byte.
    func isSame(as other: Key) -> Bool {
      ([build, path] + options).map { Array($0.utf8) }
        == ([other.build, other.path] + other.options).map { Array($0.utf8) }
    }
  }

  /// What is known of a world whatever its text is now: to search what fails, and what is soon done,
  /// before the rest, and to tell how far a search may be.
  struct History: Codable, Sendable {
    var world: String
    var states: Int
    var seconds: Double
    var hasFailed: Bool
  }

  struct World: Codable, Sendable {
    var verdict: WorldVerdict
    /// Where its violations are stored.
    var counterexamples: [String]
  }

  struct Replay: Codable, Sendable {
    var contents: String
    /// The name and the path of its spec, as the file tells them.
    var spec: String
    var path: String?
    var verdict: ReplayVerdict
  }

  var key: Key
  var text: String
  var names: SpecNames
  var documentation: String?
  var place: TextPlace
  var diagnostics: [StoredDiagnostic]
  var worlds: [World]
  var replays: [Replay]
  var history: [History]

  /// Without what only full reports show: traces and documentation.
  var brief: CacheEntry {
    var brief = self
    brief.documentation = nil
    for index in brief.worlds.indices { brief.worlds[index].verdict.shorten() }
    for index in brief.replays.indices { brief.replays[index].verdict.shorten() }
    return brief
  }
}

/// A warning of a spec that is known from before.
struct StoredDiagnostic: Codable, Sendable {
  struct Note: Codable, Sendable {
    var start, end: Int
    var message: String
  }

  var code: String
  var start, end: Int
  var message: String
  var fixes: [String]
  var notes: [Note]

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code.rawValue
    (start, end) = (diagnostic.range.start, diagnostic.range.end)
    message = diagnostic.message
    fixes = diagnostic.fixes
    notes = diagnostic.notes.map {
      Note(start: $0.range.start, end: $0.range.end, message: $0.message)
    }
  }

  /// The warning, of that text.
  func diagnostic(of file: SourceFile) -> Diagnostic? {
    guard let code = Diagnostic.Code(rawValue: code) else { return nil }
    return Diagnostic(
      code, message, in: file, at: SourceRange(start, end), fixes: fixes,
      notes: notes.map {
        Diagnostic.Note(range: SourceRange($0.start, $0.end), message: $0.message)
      },
      severity: .warning)
  }
}
