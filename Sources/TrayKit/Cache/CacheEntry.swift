import Basics
import Replays
import Reports
import Semantics

/// The results of earlier runs for one spec.
///
/// An entry is trusted only if everything that it depends on is equal, compared in full and not by a digest. It holds
/// only results that passed, so failures are searched again.
///
/// It keeps the verdict of a world only if nothing in it needs attention, and the replay of a counterexample only if it
/// was as expected. An entry holds all known worlds for its options. A run whose request selects other worlds has a
/// separate entry.
struct CacheEntry: Codable, Sendable {
  /// The inputs that results depend on, besides the text.
  struct Key: Codable, Sendable {
    /// `build` comes from `BuildIdentity`, `path` is as the user gave it, and `options` is listed by `VerdictCache`.
    var build: String
    var path: String
    var options: [String]

    /// Whether both keys are equal, byte by byte.
    func isSame(as other: Key) -> Bool {
      ([build, path] + options).map { Array($0.utf8) }
        == ([other.build, other.path] + other.options).map { Array($0.utf8) }
    }
  }

  /// Facts about a world that are useful even if its text has changed: they order the searches, with failed and fast
  /// worlds first, and estimate progress.
  struct History: Codable, Sendable {
    var world: String
    /// The number of states of the last complete search, and its duration in seconds.
    var states: Int
    var seconds: Double
    var hasFailed: Bool
  }

  struct World: Codable, Sendable {
    @WorldDocument var verdict: WorldVerdict
    /// The files in which its violations are stored.
    var counterexamples: [String]
    /// The parts of the text that the world exercises.
    var coverage: Coverage?
  }

  struct Replay: Codable, Sendable {
    /// The text of the file at the time of the replay, byte by byte.
    var contents: String
    /// The name and the path of its spec, as stored in the file.
    var spec: String
    var path: String?
    @Boxed var verdict: ReplayVerdict
  }

  var key: Key
  /// The text of the spec that the results belong to.
  var text: String
  var names: SpecNames
  var documentation: String?
  var place: TextPlace
  /// Warnings only: a spec with errors has no entry.
  var diagnostics: [StoredDiagnostic]
  var worlds: [World]
  /// The events that no check needs; nil if that is not known of each of them.
  var unnoticed: UnnoticedEvents.Findings?
  var replays: [Replay]
  var history: [History]

  /// The entry without the parts that only full reports show: traces and documentation.
  var brief: CacheEntry {
    var brief = self
    brief.documentation = nil
    for index in brief.worlds.indices { brief.worlds[index].verdict.shorten() }
    for index in brief.replays.indices { brief.replays[index].verdict.shorten() }
    return brief
  }
}

extension CacheEntry.History {
  /// Creates a history from a verdict; nil if the search was ended early, because its numbers would be meaningless.
  init?(_ verdict: WorldVerdict) {
    if verdict.completion.limit != nil { return nil }
    self.init(
      world: verdict.name, states: verdict.statistics.states, seconds: verdict.statistics.seconds,
      hasFailed: verdict.needsAttention)
  }
}

/// A warning of a spec, stored by an earlier run.
///
/// Ranges are byte offsets and are valid only for the same text. The severity is not stored.
struct StoredDiagnostic: Codable, Sendable {
  private let code: Diagnostic.Code
  private let range: SourceRange
  private let message: String
  private let reason: String?
  private let fixes: [String]
  private let notes: [Diagnostic.Note]

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    range = diagnostic.range
    message = diagnostic.message
    reason = diagnostic.reason
    fixes = diagnostic.fixes
    notes = diagnostic.notes
  }

  /// The warning as a diagnostic of a file with the same text.
  func diagnostic(of file: SourceFile) -> Diagnostic {
    Diagnostic(
      code, message, in: file, at: range, why: reason, fixes: fixes, notes: notes,
      severity: .warning)
  }
}
