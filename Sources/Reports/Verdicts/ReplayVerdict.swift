import SpecLanguage
import Traces

/// What became of a stored counterexample, as plain data; encoded, a `replay` of the JSON reports.
package struct ReplayVerdict: Codable, Sendable {
  package var path: String
  package var spec: String
  package var specPath: String
  package var specChanged: Bool
  package var world: String
  package var property: String
  package var kind: ViolationKind
  package var expect: CounterexampleDocument.Expectation
  package var verdict: ReplayedCounterexample.Verdict
  package var judgement: ReplayedFile.Judgement
  package var summary: String
  package var step: Int?
  package var length: Int
  /// The condition that mended it, if one did: the guard of its last event.
  package var mendedBy: String?
  /// What is wrong, if it still violates.
  package var violation: Violation?
  package var trace: Trace
  package var reasons: [Counterexample.Reason]
  package var origin: OriginVerdict?
  package var close: [NearMiss]
  package var notes: [String]
  /// An earlier run found this out, with the same spec.
  package var isCached: Bool?

  package struct Violation: Codable, Sendable {
    package var name: String
    package var summary: String
    package var place: TextPlace
  }

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
    mendedBy = file.replayed.mendingGuard
    trace = file.replayed.trace
    reasons = file.replayed.reasons
    let shown = file.replayed.violation
    violation = shown.map {
      Violation(name: $0.name, summary: $0.summary, place: TextPlace(source, $0.range))
    }
    origin = shown?.origin.map { OriginVerdict($0, file: source) }
    close = shown?.nearMisses ?? []
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
