import Semantics
import Traces

/// What the comparison of two machines found out.
///
/// Differences are only told where both specs are in a state that they both can be in after the same
/// steps: behind a difference neither is followed, since nothing could be compared there.
package struct BehaviourResult: Sendable {
  /// How much the result is good for. Only `sameText` and `exhaustive` without differences say that
  /// both specs can do the same; differences that were found count after any of them.
  package enum Completion: Sendable, Equatable {
    /// Nothing had to be looked at: the texts say the same.
    case sameText
    /// Everything that both can come to was compared.
    case exhaustive
    /// A limit of states, time, memory or the tool itself, or the user, left something out.
    case stopped(Semantics.Completion.Limit)
    /// The spec has this world walked, since it is too large to be searched.
    case notAsked
  }

  package var completion: Completion
  /// How many states were compared: pairs of what both specs can be in after the same steps.
  package var states = 0
  /// The first of each sort, the shortest first.
  ///
  /// Differences are of one sort if they agree in their kind, in the event, and in the rules that
  /// apply on both sides. A difference of starts comes before all others; there is one at most.
  package var differences: [BehaviourDifference] = []
  /// How many steps differ in all, and starts.
  ///
  /// Each outcome that only one spec has counts at each state where it shows, so this is a size of
  /// the change and no number of mistakes.
  package var differingSteps = 0
  /// What was not compared, a sentence each.
  package var notes: [String] = []
  /// Differences that were found and that the reference evaluator does not show, a sentence each: mistakes of the tool.
  package var internalErrors: [String] = []

  package init(_ completion: Completion) { self.completion = completion }

  /// The new spec does something that the old one does not.
  package var newAllowsMore: Bool { differences.contains { $0.kind != .onlyOld } }
  /// The old spec does something that the new one does not.
  package var oldAllowsMore: Bool { differences.contains { $0.kind != .onlyNew } }
}

/// A step, or a start, that only one of two specs has, with the shortest path there.
package struct BehaviourDifference: Sendable {
  /// The raw values stand in the JSON report and must not change.
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
    ///
    /// `isEvent` is true if the event itself is missing, false if only these arguments are.
    case unknown(isEvent: Bool)
    /// For a difference of starts: it has none like that.
    case none
  }

  /// What one of the versions does, as states.
  package struct Shown: Sendable {
    package var spec: CheckedSpec
    /// To where the versions part, and the step behind that if there is one.
    package var path: Path
    /// The last step of the path is what this version does there.
    package var hasOutcome: Bool

    init(spec: CheckedSpec, path: Path, hasOutcome: Bool) {
      (self.spec, self.path, self.hasOutcome) = (spec, path, hasOutcome)
    }
  }

  package var kind: Kind
  /// The event, by the name that the spec in `trace` has for it; nil for a difference of starts.
  package var event: String?
  /// The rules that apply at the step, for an event with rules; nil also on the side that does
  /// nothing that the other one does not.
  package var oldRule: String?
  package var newRule: String?
  /// The path that both can go, and the step behind it, in the words of the spec that has it; of a
  /// difference of both kinds that is the new one.
  package var trace: Trace
  /// What each side does there: of a side that has more to offer what only it has, of the other one
  /// all that it does instead.
  package var oldOutcome: Outcome
  package var newOutcome: Outcome
  /// For a difference of starts, in what the first ones differ.
  ///
  /// Empty if only one of the specs has a start that the other lacks.
  package var startChanges: [Trace.Change] = []
  /// What each version does; nil where it has no such start.
  package var old: Shown?
  package var new: Shown?

  /// The number of steps, the one that differs included.
  package var length: Int { trace.steps.count }
}
