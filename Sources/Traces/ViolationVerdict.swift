import Semantics

/// A violation in words, from the search to the page; encoded, a `violation` of the JSON report.
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
  public var place: Trace.Place
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

  /// Without its reasons: `Counterexample` adds them.
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
  public var place: Trace.Place?
  /// The calls that lead from the rule to that statement, the outermost one first; nil if it is in the rule itself.
  public var calls: [Call]?
  /// The line of the text to look at first: the outermost call, else the statement, else the rule.
  public var code: CodeLine?

  /// A call of a function.
  public struct Call: Codable, Sendable {
    /// The function.
    public var name: String
    /// The statement that calls it.
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

/// A line of a spec, and the part of it that matters.
public final class CodeLine: Codable, Sendable {
  /// The begin of that part.
  public let place: Trace.Place
  /// The whole line, without its indentation.
  public let text: String
  /// How many Unicode scalars of the text come before the part.
  public let offset: Int
  /// How many Unicode scalars the part has on this line.
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
