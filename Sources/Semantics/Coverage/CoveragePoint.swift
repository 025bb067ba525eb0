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
  /// A `terminal` or `expect` that is always true, or a world that is equal to the default one.
  case idle
}

/// A coverage gap: its cause, and its place in the text. Reports put it into words.
package struct CoverageGap: Codable, Sendable, Equatable {
  /// The reason why a part of the text makes no difference. Ranges are those of other parts.
  package enum Cause: Codable, Sendable, Equatable {
    case eventNeverHappens(String)
    /// The result of every check is the same if the event never happens.
    case eventIsUnnoticed(String)
    /// It is unknown whether a check needs the event, for this reason.
    case eventMayBeUnnoticed(String, reason: String)
    case ruleNeverApplies(String, event: String)
    case guardAlwaysHolds(event: String)
    /// A branch of an expression.
    case branchIsNeverTaken
    /// A body of statements, from the first one.
    case bodyNeverRuns(SourceRange, isLoop: Bool)
    /// The filter of a removal is never true.
    case nothingIsRemoved(SourceRange)
    /// The condition of an `if` without `else` is always true.
    case ifAlwaysHolds
    /// An operand of `&&` is always true.
    case operandAlwaysHolds
    /// An operand of `||` is never true.
    case operandNeverHolds
    /// The operand before it decides the result.
    case operandIsNeverEvaluated(before: SourceRange, holds: Bool)
    case nothingIsExcluded
    case implicationHasNoPremise
    case quantifierHasNoElements(keyword: String, isFiltered: Bool)
    case premiseNeverHolds(property: String)
    case propertyIsAboutNothing(String, Subject)
    case propertyAlwaysHolds(String)
    case propertyIsImplied(String, by: String)
    case variableIsNeverRead(String)
    case paramIsNeverRead(String)
    case caseIsNeverUsed(String)
    case signalIsNeverEmitted(String)
    case signalIsNeverChecked(String)
    case terminalAlwaysHolds
    case expectationAlwaysHolds
    case worldChangesNothing(String)

    /// The subject of a property that never happens.
    package enum Subject: Codable, Sendable {
      /// Later states, because the property is met at the start.
      case laterStates
      /// The same for a goal.
      case statesBeforeGoal
      case premise
      /// Ticks while a deadline is pending.
      case ticks
      case steps
    }
  }

  package var cause: Cause
  /// The place in the text.
  package var range: SourceRange
  /// Distinguishes questions of one kind about one place.
  package var aspect = 0
  /// The symmetric types of which more names may close the gap.
  package var closingNames: [String] = []

  package init(_ cause: Cause, _ range: SourceRange) {
    self.cause = cause
    self.range = range
  }

  package var kind: UnaskedKind {
    switch cause {
    case .eventNeverHappens: .event
    case .eventIsUnnoticed, .eventMayBeUnnoticed: .unnoticed
    case .ruleNeverApplies: .rule
    case .guardAlwaysHolds: .guardCondition
    case .branchIsNeverTaken, .bodyNeverRuns, .nothingIsRemoved, .ifAlwaysHolds: .branch
    case .operandAlwaysHolds, .operandNeverHolds, .operandIsNeverEvaluated: .part
    case .nothingIsExcluded, .implicationHasNoPremise, .quantifierHasNoElements,
      .premiseNeverHolds, .propertyIsAboutNothing:
      .nothing
    case .propertyAlwaysHolds: .always
    case .propertyIsImplied: .implied
    case .variableIsNeverRead: .variable
    case .paramIsNeverRead: .param
    case .caseIsNeverUsed: .enumCase
    case .signalIsNeverEmitted, .signalIsNeverChecked: .signal
    case .terminalAlwaysHolds, .expectationAlwaysHolds, .worldChangesNothing: .idle
    }
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
  /// Whether some world replaces its text, so that it is no gap in any world. A named world does not know the others.
  package var isExempt: Bool
}
