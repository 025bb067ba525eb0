import Engine
import SpecLanguage
import Traces

/// What the comparison of two machines found out.
package struct BehaviourResult: Sendable {
  package enum Completion: Sendable, Equatable {
    /// Nothing had to be looked at: the texts say the same.
    case sameText
    case exhaustive
    case stopped(Engine.Completion.Limit)
    /// The spec has this world walked, since it is too large to be searched.
    case notAsked
  }

  package var completion: Completion
  /// How many states were compared: pairs of what both specs can be in after the same steps.
  package var states = 0
  /// The first of each sort, the shortest first.
  package var differences: [BehaviourDifference] = []
  /// How many steps differ in all, and starts.
  package var differingSteps = 0
  /// What was not compared, a sentence each.
  package var notes: [String] = []

  package init(_ completion: Completion) { self.completion = completion }

  /// The new spec does something that the old one does not.
  package var newAllowsMore: Bool { differences.contains { $0.kind != .onlyOld } }
  /// The old spec does something that the new one does not.
  package var oldAllowsMore: Bool { differences.contains { $0.kind != .onlyNew } }
}

/// A step, or a start, that only one of two specs has, with the shortest path there.
package struct BehaviourDifference: Sendable {
  package enum Kind: String, Codable, Sendable {
    case onlyOld = "only-old"
    case onlyNew = "only-new"
    /// Each does something here that the other does not.
    case both
  }

  /// What one of the specs does at the end of the path.
  package enum Outcome: Sendable {
    /// The continuations; of many the first ones.
    case steps([Trace.Step])
    /// The guard is false.
    case refused([Reason])
    case gap
    case fault(String)
    /// It has no event of that name, or none with such arguments.
    case unknown(isEvent: Bool)
    /// For a difference of starts: it has none like that.
    case none
  }

  package var kind: Kind
  /// The event, by the name that the spec in `trace` has for it; nil for a difference of starts.
  package var event: String?
  package var oldRule: String?
  package var newRule: String?
  /// The path that both can go, and the step behind it, in the words of the spec that has it; of a
  /// difference of both kinds that is the new one.
  package var trace: Trace
  package var oldOutcome: Outcome
  package var newOutcome: Outcome
  /// For a difference of starts, in what the first ones differ.
  package var startChanges: [Trace.Change] = []

  /// The number of steps, the one that differs included.
  package var length: Int { trace.steps.count }
}
