import Engine
import SpecLanguage
import Traces

/// A violation as plain data; encoded, a `violation` of the JSON report.
package struct ViolationVerdict: Codable, Sendable {
  package var name: String
  package var kind: ViolationKind
  package var summary: String
  package var documentation: String?
  package var announced: Bool
  package var arguments: [Trace.Binding]?
  package var missingFairness: [String]?
  package var trap: Trap?
  package var place: TextPlace
  package var length: Int
  package var shortest: CounterexampleDocument.Shortest
  package var walk: Int?
  package var originalLength: Int?
  package var trace: Trace
  package var reasons: [Counterexample.Reason]
  package var origin: OriginVerdict?
  package var close: [NearMiss]

  /// The states behind the end of the trace of a `possible`.
  package struct Trap: Codable, Sendable {
    var states: Int?
    var events: [String]
  }

  package init(
    _ counterexample: Counterexample, announced: Bool, file: SourceFile
  ) {
    let found = counterexample.violation
    name = counterexample.name
    kind = found.word
    summary = counterexample.summary
    documentation = counterexample.documentation
    self.announced = announced
    let values = counterexample.arguments.map { Trace.Binding(name: $0.name, value: $0.value) }
    arguments = values.isEmpty ? nil : values
    let missing = counterexample.missingFairness
    missingFairness = missing.isEmpty ? nil : missing
    trap = counterexample.trap.map { Trap(states: $0.states, events: $0.events) }
    place = TextPlace(file, counterexample.range)
    length = found.length
    shortest = found.isProvedShortest ? .proved : .found
    walk = found.walked?.walk
    originalLength = found.walked?.length
    trace = counterexample.trace
    reasons = counterexample.reasons
    origin = counterexample.origin.map { OriginVerdict($0, file: file) }
    close = counterexample.nearMisses
  }

  package var isProvedShortest: Bool { shortest == .proved }
}

/// Where a property became false.
package struct OriginVerdict: Codable, Sendable {
  package var text: String
  package var step: Int
  package var rule: String?
  package var statement: String?
  package var place: TextPlace?

  package init(_ origin: Origin, file: SourceFile) {
    text = origin.text
    step = origin.step
    rule = origin.rule
    statement = origin.statement
    place = if case .statement(let range) = origin.kind { TextPlace(file, range) } else { nil }
  }
}
