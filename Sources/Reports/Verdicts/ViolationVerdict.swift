import Semantics
import Traces

/// A violation as plain data; encoded, a `violation` of the JSON report.
public struct ViolationVerdict: Codable, Sendable {
  /// The property, or the word of the kind where no property is violated.
  public var name: String
  /// What is wrong.
  public var kind: ViolationKind
  /// What is wrong, in a sentence.
  public var summary: String
  /// Of a gap, overlap or fault: which of the text it is about, in words, such as `the event 'tap'`.
  public var subject: String?
  /// What stands in the text above the property, in lines.
  public var documentation: String?
  /// The world says that it happens.
  public var announced: Bool
  /// For an `eventually` with parameters: their values for which it fails.
  public var arguments: [Trace.Binding]?
  /// For an `eventually`: the events that would have to be `fair` for it to hold.
  public var missingFairness: [String]?
  /// For a `possible`: where the trace ends, and what has to be possible is not any more.
  public var trap: Trap?
  /// What is violated, in the text.
  public var place: TextPlace
  /// How many events the trace has, an attempted one included.
  public var length: Int
  package var shortest: CounterexampleDocument.Shortest
  /// The walk that came to it, counted from 0; nil if it was searched for.
  public var walk: Int?
  /// How many events that walk had until then; the trace was shrunk since.
  public var originalLength: Int?
  /// The path to it.
  public var trace: Trace
  /// Why the property is false there, or why the trace may go on for ever.
  public var reasons: [Reason]
  /// Which statement made it so.
  public var origin: OriginVerdict?
  /// What almost kept it from happening.
  public var close: [NearMiss]

  /// The states behind the end of the trace of a `possible`.
  public struct Trap: Codable, Sendable {
    /// How many there are, if they were counted.
    public var states: Int?
    /// What can happen there, again and again.
    public var events: [String]
  }

  package init(_ counterexample: Counterexample, announced: Bool, file: SourceFile) {
    let found = counterexample.violation
    name = counterexample.name
    kind = found.word
    summary = counterexample.summary
    subject = counterexample.subject
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

  /// The property, or the kind with what it is about: `fault in the event 'tap'`.
  package var nameWithSubject: String {
    subject.map { "\(name) \(kind == .overlap ? "of" : "in") \($0)" } ?? name
  }

  /// The summary without what it is about.
  package var cause: String {
    let place = subject.map { ", in \($0)" } ?? ""
    return summary.hasSuffix(place) ? String(summary.dropLast(place.count)) : summary
  }

  /// It is certain that no shorter trace leads to it.
  public var isProvedShortest: Bool { shortest == .proved }
}

extension [ViolationVerdict] {
  /// The same, with what goes wrong at an event before what may be wrong because of that: where its trace is not
  /// longer, and neither is announced.
  package var causesFirst: [ViolationVerdict] {
    func mayBeCause(_ violation: ViolationVerdict) -> Bool {
      !violation.announced && [.gap, .overlap, .fault].contains(violation.kind)
    }
    let shortest = filter { !$0.announced && !mayBeCause($0) }.map(\.length).min() ?? 0
    func isFirst(_ violation: ViolationVerdict) -> Bool {
      mayBeCause(violation) && violation.length <= shortest
    }
    return filter(isFirst) + filter { !isFirst($0) }
  }
}

/// Where a property became false.
public struct OriginVerdict: Codable, Sendable {
  /// The first line, such as `made false by: n = 6  (line 9, rule one, step 1)`.
  public var text: String
  /// Further lines, such as the statement that last wrote a value; nil if there are none.
  public var others: [String]?
  /// The step of the trace, counted from 1; 0 for the start.
  public var step: Int
  /// The rule that applied in that step.
  public var rule: String?
  /// The statement of the first line.
  public var statement: String?
  /// The place of that statement.
  public var place: TextPlace?
  /// The calls that lead from the rule to that statement, the outermost one first; nil if it is in the rule itself.
  public var calls: [Call]?
  /// The line of the text to look at first: the outermost call, else the statement, else the rule.
  public var code: CodeLine?

  /// A call of a function.
  public struct Call: Codable, Sendable {
    /// The function.
    public var name: String
    /// The statement that calls it.
    public var place: TextPlace
  }

  /// All lines.
  package var lines: [String] { [text] + (others ?? []) }

  package init(_ origin: Origin, file: SourceFile) {
    let lines = origin.lines
    text = lines.first ?? ""
    others = lines.count > 1 ? Array(lines.dropFirst()) : nil
    step = origin.step
    rule = origin.rule
    let cause = origin.causes.first
    statement = cause?.statement
    place = cause.map { TextPlace(file, $0.range) }
    let calls = (cause?.calls ?? []).map { Call(name: $0.name, place: TextPlace(file, $0.range)) }
    self.calls = calls.isEmpty ? nil : calls
    let isCause = origin.kind == .statements
    let range = isCause ? cause?.calls.first?.range ?? cause?.range : origin.rulePlace
    code = (range ?? origin.rulePlace).map { CodeLine(file, $0) }
  }
}

/// A line of a spec, and the part of it that matters.
public final class CodeLine: Codable, Sendable {
  /// Where that part begins.
  public let place: TextPlace
  /// The whole line, without its indentation.
  public let text: String
  /// How many Unicode scalars of the text come before the part.
  public let offset: Int
  /// How many Unicode scalars the part has on this line.
  public let length: Int

  package init(_ file: SourceFile, _ range: SourceRange) {
    place = TextPlace(file, range)
    let line = file.text(file.rangeOfLine(at: range.start))
    let indent = line.unicodeScalars.prefix { $0 == " " || $0 == "\t" }.count
    let text = String(line.unicodeScalars.dropFirst(indent))
    let offset = max(0, place.column - 1 - indent)
    let part = file.text(range).unicodeScalars.prefix { $0 != "\n" && $0 != "\r" }.count
    length = max(1, min(part, text.unicodeScalars.count - offset))
    self.text = text
    self.offset = offset
  }
}
