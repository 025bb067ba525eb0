import Semantics

/// A violation in words, used from the search to the page. Encoded, it is a `violation` of the JSON report.
public struct ViolationVerdict: Codable, Sendable {
  /// The name of the violated property, or the kind of another violation.
  public var name: String
  /// The kind of the violation.
  public var kind: ViolationKind
  /// The violation in a sentence.
  public var summary: String
  /// The subject of a gap, overlap or fault in words, such as `the event 'tap'`; nil for other kinds.
  public var subject: String?
  /// The documentation above the property, with its line breaks; nil if there is none.
  public var documentation: String?
  /// Whether the world expects or tolerates the violation.
  public var announced: Bool
  /// Whether the world only tolerates it (`and others`); nil if that is not so.
  public var tolerated: Bool?
  /// For an `eventually` with parameters: their values for which it fails.
  public var arguments: [Trace.Binding]?
  /// For an `eventually`: the events that would have to be `fair` for it to hold.
  public var missingFairness: [String]?
  /// For a `possible`: the states after the end of the trace, from which the goal is unreachable.
  public var trap: Trap?
  /// The place of the violated property in the text.
  public var place: Trace.Place
  /// The number of events in the trace, including an attempted one.
  public var length: Int
  package var shortest: CounterexampleDocument.Shortest
  /// The walk that found the violation, counted from 0; nil after a search.
  public var walk: Int?
  /// The number of events in that walk before the trace was shrunk; nil after a search.
  public var originalLength: Int?
  /// The path to the violation.
  public var trace: Trace
  /// The explanation of the false property, or of the fairness of an infinite trace.
  public var reasons: [Reason]
  /// The statement that made the property false; nil if it is unknown.
  public var origin: OriginVerdict?
  /// The near misses: rules or events that almost prevented the violation.
  public var close: [NearMiss]

  /// The states after the end of the trace of a `possible` property.
  public struct Trap: Codable, Sendable {
    /// The number of states, if they were counted.
    public var states: Int?
    /// The events that can happen there infinitely often.
    public var events: [String]
  }

  /// Creates the description without its reasons, which `Counterexample` adds.
  init(_ violation: Violation, in spec: CheckedSpec) {
    name = violation.name(in: spec)
    kind = violation.word
    summary = ""
    announced = false
    place = Trace.Place(line: 1, column: 1)
    length = violation.length
    shortest = violation.isProvedShortest ? .proved : .found
    walk = violation.walked?.walk
    originalLength = violation.walked?.length
    trace = Trace(violation.path, attempt: violation.attempt, in: spec)
    trace.loop = violation.lasso?.loopStart
    reasons = []
    close = []
  }

  /// The words after a violation that the world expects or tolerates; empty after another one.
  package var manner: String {
    announced ? tolerated ?? false ? ", tolerated" : ", as expected" : ""
  }

  /// The property, or the kind with its subject: `fault in the event 'tap'`.
  package var nameWithSubject: String {
    subject.map { "\(name) \(kind == .overlap ? "of" : "in") \($0)" } ?? name
  }

  /// The summary without the subject.
  package var cause: String {
    let place = subject.map { ", in \($0)" } ?? ""
    return summary.hasSuffix(place) ? String(summary.dropLast(place.count)) : summary
  }

  /// Whether the trace is proved to be shortest.
  public var isProvedShortest: Bool { shortest == .proved }
}

extension [ViolationVerdict] {
  /// The violations with the errors of events before their consequences, if their traces are not longer and neither is
  /// expected.
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

/// The origin of a violation: the step and statement that made the property false.
public struct OriginVerdict: Codable, Sendable {
  /// The first line, such as `made false by: n = 6  (line 9, rule one, step 1)`.
  public var text: String
  /// Further lines, such as the statement that last wrote a value; nil if there are none.
  public var others: [String]?
  /// The step of the trace, counted from 1; 0 for the start.
  public var step: Int
  /// The rule that applied in that step.
  public var rule: String?
  /// The statement of the first line; nil if there is none.
  public var statement: String?
  /// The place of that statement.
  public var place: Trace.Place?
  /// The calls from the rule to that statement, the outermost one first; nil if it is in the rule itself.
  public var calls: [Call]?
  /// The line of the text to read first: the outermost call, or else the statement, or else the rule.
  public var code: CodeLine?

  /// A call of a function.
  public struct Call: Codable, Sendable {
    /// The name of the function.
    public var name: String
    /// The place of the calling statement.
    public var place: Trace.Place
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
    place = cause.map { Trace.Place(file, $0.range) }
    let calls = (cause?.calls ?? []).map { Call(name: $0.name, place: Trace.Place(file, $0.range)) }
    self.calls = calls.isEmpty ? nil : calls
    let isCause = origin.kind == .statements
    let range = isCause ? cause?.calls.first?.range ?? cause?.range : origin.rulePlace
    code = (range ?? origin.rulePlace).map { CodeLine(file, $0) }
  }
}

/// A line of a spec, with its relevant part.
public final class CodeLine: Codable, Sendable {
  /// The start of the relevant part.
  public let place: Trace.Place
  /// The whole line, without its indentation.
  public let text: String
  /// The number of Unicode scalars in the text before the part.
  public let offset: Int
  /// The number of Unicode scalars of the part on this line.
  public let length: Int

  package init(_ file: SourceFile, _ range: SourceRange) {
    place = Trace.Place(file, range)
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
