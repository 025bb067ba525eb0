/// The kind of a coverage gap, as a word of machine-readable reports.
public enum UnaskedKind: String, Codable, Sendable, CaseIterable {
  /// An event that never happens.
  case event
  /// An event without which every check would have the same result. Only strict checks look for it.
  case unnoticed
  /// A rule that never applies.
  case rule
  /// A guard that is always true.
  case guardCondition = "guard"
  /// A branch of an `if` or `switch`, or the body of a loop, that is never taken.
  case branch
  /// A part of a condition that never decides its result, or is never evaluated.
  case part
  /// A property, or a part of one, whose subject never happens.
  case nothing
  /// A property that is true regardless of the rules.
  case always
  /// A property that another one implies.
  case implied
  /// A variable that nothing reads.
  case variable
  /// A param that nothing reads.
  case param
  /// A case of an enum that no value ever has.
  case enumCase = "case"
  /// A signal that is never emitted, or that no property mentions.
  case signal
}

/// A coverage gap: its place in the text, and how to close it.
package struct CoverageGap: Codable, Sendable, Equatable {
  package var kind: UnaskedKind
  /// The place in the text.
  package var range: SourceRange
  /// Distinguishes questions of one kind about one place.
  package var aspect = 0
  /// The gap, in a sentence.
  package var message: String
  /// Advice on how to close the gap.
  package var mend: String

  package init(_ kind: UnaskedKind, _ range: SourceRange, _ message: String, mend: String) {
    self.kind = kind
    self.range = range
    self.message = message
    self.mend = mend
  }

  /// The same question has the same key in each world.
  package struct Key: Hashable, Codable, Sendable {
    var kind: UnaskedKind
    var range: SourceRange
    var aspect: Int
  }

  package var key: Key { Key(kind: kind, range: range, aspect: aspect) }
}

/// The outcomes of a place of the text, over all visited states.
package struct Outcomes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The place is evaluated or run.
  package static let reached = Outcomes(rawValue: 1)
  /// The place is true.
  package static let holds = Outcomes(rawValue: 2)
  /// The place is false.
  package static let fails = Outcomes(rawValue: 4)
}

/// A place of the text and an outcome there.
package struct Answer: Hashable, Sendable {
  /// Among the sites of `CoveragePoints`.
  package var site: Int
  /// One outcome.
  package var outcome: Outcomes

  package init(site: Int, outcome: Outcomes) {
    self.site = site
    self.outcome = outcome
  }
}

/// An outcome in some state of a spec that is covered completely.
package struct CoveragePoint: Sendable {
  /// The outcome that answers the question.
  package var answer: Answer
  /// The outcomes without which another gap is the cause, which is reported instead.
  package var under: [Answer]
  /// The gap to report if the outcome never happens.
  package var unasked: CoverageGap
}
