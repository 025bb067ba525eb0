import Basics
import Semantics
import Traces

/// The result of comparing two machines.
///
/// Differences are only reported in states that both specs can reach by the same steps. After a difference, neither
/// is followed, because nothing could be compared there.
package struct BehaviourResult: Sendable {
  /// The reliability of the result. Only `sameText` and `exhaustive` without differences prove equal behaviour;
  /// differences count with any of them.
  package enum Completion: Sendable, Equatable {
    /// No search was needed: the texts have the same meaning.
    case sameText
    /// Everything reachable by both was compared.
    case exhaustive
    /// A limit of states, time, memory or the tool itself, or the user, made it incomplete.
    case stopped(Semantics.Completion.Limit)
    /// The spec lets this world be walked, because it is too large to search.
    case notAsked
  }

  package var completion: Completion
  /// The number of compared states: pairs of states of both specs after the same steps.
  package var states = 0
  /// The first of each sort, the shortest first.
  ///
  /// Differences are of one sort if they agree in their kind, in the event, and in the rules that apply on both
  /// sides. A difference of starts comes first; there is at most one.
  package var differences: [BehaviourDifference] = []
  /// The total number of differing steps and starts.
  ///
  /// Each outcome of only one spec counts in each state where it occurs, so this measures the size of the change, not
  /// the number of mistakes.
  package var differingSteps = 0
  /// The omitted parts, one sentence each.
  package var notes: [String] = []
  /// Differences that the reference evaluator does not confirm, a sentence each: bugs in the tool.
  package var internalErrors: [String] = []

  package init(_ completion: Completion) { self.completion = completion }

  /// Whether the new spec allows more than the old one.
  package var newAllowsMore: Bool { differences.contains { $0.kind != .onlyOld } }
  /// Whether the old spec allows more than the new one.
  package var oldAllowsMore: Bool { differences.contains { $0.kind != .onlyNew } }
}

/// A step or a start that only one of two specs has, with the shortest path to it.
package struct BehaviourDifference: Sendable {
  /// The raw values appear in the JSON report and must not change.
  package enum Kind: String, Codable, Sendable {
    case onlyOld = "only-old"
    case onlyNew = "only-new"
    /// Each has a step that the other lacks.
    case both
  }

  /// The behaviour of one spec at the end of the path.
  package enum Outcome: Sendable {
    /// The continuations; if there are many, the first ones.
    case steps([Trace.Step])
    /// The guard is false.
    case refused([Reason])
    case gap
    case fault(String)
    /// It has no event of that name, or none with such arguments.
    ///
    /// `isEvent` is true if the event itself is missing, false if only these arguments are.
    case unknown(isEvent: Bool)
    /// For a difference of starts: it has no such start.
    case none
  }

  /// The behaviour of one version, as states.
  package struct Shown: Sendable {
    package var spec: CheckedSpec
    /// The path to the difference, with one more step if there is one.
    package var path: Path
    /// Whether the last step of the path is this version's behaviour there.
    package var hasOutcome: Bool
  }

  package var kind: Kind
  /// The name of the event in the spec of `trace`; nil for a difference of starts.
  package var event: String?
  /// The rules that apply at the step, for an event with rules; nil also for the side without a differing step.
  package var oldRule: String?
  package var newRule: String?
  /// The common path and the step after it, in the words of the spec that has it; for a difference of both kinds,
  /// that is the new one.
  package var trace: Trace
  /// The outcomes of each side there: for a side with more outcomes, those that only it has; for the other, all its
  /// outcomes.
  package var oldOutcome: Outcome
  package var newOutcome: Outcome
  /// For a difference of starts, the changes between the first ones.
  ///
  /// Empty if only one of the specs has a start that the other lacks.
  package var startChanges: [Trace.Change] = []
  /// The behaviour of each version; nil if it has no such start.
  @Boxed package var old: Shown?
  @Boxed package var new: Shown?

  /// The number of steps, including the differing one.
  package var length: Int { trace.steps.count }
}
