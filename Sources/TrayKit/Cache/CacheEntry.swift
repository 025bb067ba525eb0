import Replays
import Reports
import Semantics

/// What runs before this one found out about a spec.
///
/// It is trusted only as far as all that it depends on is the same, compared as it is and not by a
/// digest; and only of what was as it should be: what failed is searched again.
///
/// Of a world it keeps a verdict only if nothing about it needs attention, and of a counterexample a
/// replay only if it was as expected. An entry holds all worlds that are known for its options; a run
/// that is confined to others by its request has an entry of its own.
struct CacheEntry: Codable, Sendable {
  /// What results depend on beside the text.
  struct Key: Codable, Sendable {
    /// `build` is as `BuildIdentity` has it, `path` as the user gave it, and `options` as
    /// `VerdictCache` lists them.
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
    /// How many states its last search that no limit ended had, and how long it took, in seconds.
    var states: Int
    var seconds: Double
    var hasFailed: Bool
  }

  struct World: Codable, Sendable {
    var verdict: WorldVerdict
    /// Where its violations are stored.
    var counterexamples: [String]
    /// What was asked of the text in it.
    var coverage: Coverage?
  }

  struct Replay: Codable, Sendable {
    /// The text of the file, byte by byte what it was when it was replayed.
    var contents: String
    /// The name and the path of its spec, as the file tells them.
    var spec: String
    var path: String?
    var verdict: ReplayVerdict
  }

  var key: Key
  /// The text of the spec that the results are of.
  var text: String
  var names: SpecNames
  var documentation: String?
  var place: TextPlace
  /// Warnings only: of a spec with errors there is no entry.
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

extension CacheEntry.History {
  /// Nil for what was ended early: that tells nothing of what it would have been.
  init?(_ verdict: WorldVerdict) {
    if verdict.completion.limit != nil { return nil }
    self.init(
      world: verdict.name, states: verdict.statistics.states, seconds: verdict.statistics.seconds,
      hasFailed: verdict.needsAttention)
  }
}

/// A warning of a spec that is known from before.
///
/// Ranges are offsets in bytes, and mean something only with the same text. Severity is not stored.
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
  ///
  /// Nil if its code is none of this build.
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
