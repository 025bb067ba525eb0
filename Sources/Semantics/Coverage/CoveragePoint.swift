/// What of a spec may never be asked, by the word of machine-readable reports.
public enum UnaskedKind: String, Codable, Sendable, CaseIterable {
  /// An event that never happens.
  case event
  /// A rule that never applies.
  case rule
  /// A guard that is always true.
  case guardCondition = "guard"
  /// A branch of an `if` or `switch`, or the body of a loop, that is never taken.
  case branch
  /// A part of a condition that never decides anything, or is never asked.
  case part
  /// A property, or a part of one, that is about nothing that happens.
  case nothing
  /// A property that is true whatever the rules do.
  case always
  /// A property that another one implies.
  case implied
  /// A variable that nothing reads.
  case variable
  /// A param that nothing reads.
  case param
  /// A case of an enum that no value ever is.
  case enumCase = "case"
  /// A signal that is never emitted, or that nothing asks for.
  case signal
}

/// Something of a spec that was never asked: where, and what to do about it.
package struct CoverageGap: Codable, Sendable, Equatable {
  package var kind: UnaskedKind
  /// Where in the text.
  package var range: SourceRange
  /// Tells questions of one kind about one place apart.
  package var aspect = 0
  /// What is never so, in a sentence.
  package var message: String
  /// What the author can do.
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

/// What happens at a place of the text, in some state.
package struct Outcomes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It is evaluated, or run.
  package static let reached = Outcomes(rawValue: 1)
  /// It is true.
  package static let holds = Outcomes(rawValue: 2)
  /// It is false.
  package static let fails = Outcomes(rawValue: 4)
}

/// A place of the text and what happens there.
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

/// Something that happens in some state of a spec of which all is asked.
package struct CoveragePoint: Sendable {
  /// What answers it.
  package var answer: Answer
  /// Where one of these does not happen, something else is the matter, and told.
  package var under: [Answer]
  /// What there is to say where it never happens.
  package var unasked: CoverageGap
}
