import Semantics
import Traces

/// The replay of a stored counterexample, as plain data. Encoded, it is a `replay` of the JSON reports.
public struct ReplayVerdict: Codable, Sendable {
  /// The path of the counterexample.
  public var path: String
  /// The name of its spec.
  public var spec: String
  /// The path of its spec.
  public var specPath: String
  /// Whether the text of the spec has changed since the counterexample was found.
  public var specChanged: Bool
  /// The world in which it was found.
  public var world: String
  /// The violated property, or the kind of the violation if there is no property.
  public var property: String
  /// The kind of the violation.
  public var kind: ViolationKind
  package var expect: CounterexampleDocument.Expectation
  package var verdict: ReplayedCounterexample.Verdict
  package var judgement: ReplayedFile.Judgement
  /// The result of the replay in a sentence.
  public var summary: String
  /// The step at which the replay ended or was fixed, counted from 1; nil if there is none.
  public var step: Int?
  /// The number of events in the stored trace.
  public var length: Int
  /// The condition that fixed the violation: the guard of its last event; nil if there is none.
  public var fixedBy: String?
  /// The violation, if it still happens.
  public var violation: Violation?
  /// The replayed part of the trace.
  public var trace: Trace
  /// The explanation of the result.
  public var reasons: [Reason]
  /// The statement that makes the property false, if the violation still happens.
  public var origin: OriginVerdict?
  /// The near misses: rules that almost prevented the violation.
  public var close: [NearMiss]
  /// Further notes for the reader, one sentence each.
  public var notes: [String]
  /// Whether the result comes from an earlier run with the same spec.
  public var isCached: Bool?

  enum CodingKeys: String, CodingKey {
    case path, spec, specPath, specChanged, world, property, kind, expect, verdict, judgement
    case summary, step, length, violation, trace, reasons, origin, close, notes, isCached
    case fixedBy = "mendedBy"
  }

  /// The current violation of a counterexample.
  public struct Violation: Codable, Sendable {
    /// The name of the property, or the kind of the violation.
    public var name: String
    /// The violation in a sentence.
    public var summary: String
    /// The place in the text of the spec.
    public var place: TextPlace
  }

  /// Whether the result is as the file expects: a fixed violation, or a known one.
  public var isAsExpected: Bool { judgement == .asExpected }
  /// Whether the replay was incomplete or inconclusive.
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
  /// Removes the parts that only full reports show.
  package mutating func shorten() {
    trace.start = []
    trace.steps = []
    reasons = []
    close = []
    origin = nil
  }
}
