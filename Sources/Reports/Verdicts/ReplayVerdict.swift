import Semantics
import Traces

/// What became of a stored counterexample, as plain data; encoded, a `replay` of the JSON reports.
public struct ReplayVerdict: Codable, Sendable {
  /// The file that holds it.
  public var path: String
  /// The name of its spec.
  public var spec: String
  /// The file of its spec.
  public var specPath: String
  /// The text of the spec is not the one in which it was found.
  public var specChanged: Bool
  /// The world in which it was found.
  public var world: String
  /// The property, or the word of the kind where no property is violated.
  public var property: String
  /// What was wrong.
  public var kind: ViolationKind
  package var expect: CounterexampleDocument.Expectation
  package var verdict: ReplayedCounterexample.Verdict
  package var judgement: ReplayedFile.Judgement
  /// What happens when it is replayed, in a sentence.
  public var summary: String
  /// The step at which it ended, or was fixed, counted from 1.
  public var step: Int?
  /// How many events the stored trace has.
  public var length: Int
  /// The condition that fixed it, if one did: the guard of its last event.
  public var fixedBy: String?
  /// What is wrong, if it still violates.
  public var violation: Violation?
  /// What happens, as far as it can be replayed.
  public var trace: Trace
  /// Why it ends as it does.
  public var reasons: [Reason]
  /// Which statement makes the property false, if it still violates.
  public var origin: OriginVerdict?
  /// What almost kept it from happening.
  public var close: [NearMiss]
  /// What a reader should know beside, a sentence each.
  public var notes: [String]
  /// An earlier run found this out, with the same spec.
  public var isCached: Bool?

  enum CodingKeys: String, CodingKey {
    case path, spec, specPath, specChanged, world, property, kind, expect, verdict, judgement
    case summary, step, length, violation, trace, reasons, origin, close, notes, isCached
    case fixedBy = "mendedBy"
  }

  /// What a counterexample violates now.
  public struct Violation: Codable, Sendable {
    /// The property, or the word of the kind.
    public var name: String
    /// What is wrong, in a sentence.
    public var summary: String
    /// Where, in the text of the spec.
    public var place: TextPlace
  }

  /// Whether it is as its file expects: fixed, or a violation that is known.
  public var isAsExpected: Bool { judgement == .asExpected }
  /// Whether it could not be replayed to its end, or not be decided.
  public var isOpen: Bool { judgement == .open }

  package init(_ file: ReplayedFile) {
    let source = file.spec.file
    path = file.path
    spec = file.spec.name
    specPath = source.path
    specChanged = file.isSpecChanged
    world = file.document.world
    property = file.document.property.name
    kind = file.document.property.kind
    expect = file.document.expect
    verdict = file.replayed.verdict
    judgement = file.judgement
    summary = file.replayed.summary
    step = file.replayed.step
    length = file.document.length
    fixedBy = file.replayed.fixingGuard
    trace = file.replayed.trace
    reasons = file.replayed.reasons
    let shown = file.replayed.violation
    violation = shown.map {
      Violation(name: $0.verdict.name, summary: $0.verdict.summary, place: $0.verdict.place)
    }
    origin = shown?.verdict.origin
    close = shown?.verdict.close ?? []
    notes = file.notes
  }
}

extension ReplayVerdict {
  /// Leaves out what only full reports show.
  package mutating func shorten() {
    trace.start = []
    trace.steps = []
    reasons = []
    close = []
    origin = nil
  }
}
