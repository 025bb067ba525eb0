import Semantics

/// The steps of a machine by the reference evaluator, each computed once: states and event instances are numbers
/// here.
final class Stepper {
  typealias StateID = Int

  /// What comes of an event in a state.
  struct Answer {
    var isPossible: Bool
    var outcomes: [Outcome]
    /// What the spec does not say there: a gap, or something without value.
    var problem: Reaction.Problem?
  }

  struct Outcome {
    var step: Step
    var state: StateID
    /// Those that are noticed, in canonical order.
    var signals: [EmittedSignal]
  }

  private struct Key: Hashable {
    var state: StateID
    var instance: Int
  }

  /// So many states and answers are kept before all are forgotten.
  private static let capacity = 1 << 17

  private let evaluator: ReferenceEvaluator
  private let heard: Set<Int>
  private(set) var states: [[Value]] = []
  private var ids: [[Value]: StateID] = [:]
  private var instances: [EventInstance: Int] = [:]
  private var answers: [Key: Answer] = [:]

  init(_ interface: Interface) {
    evaluator = ReferenceEvaluator(interface.spec)
    heard = interface.heard
  }

  func id(of state: [Value]) -> StateID {
    if let known = ids[state] { return known }
    ids[state] = states.count
    states.append(state)
    return states.count - 1
  }

  func answer(to instance: EventInstance, in state: StateID) -> Answer {
    let number: Int
    if let known = instances[instance] {
      number = known
    } else {
      number = instances.count
      instances[instance] = number
    }
    let key = Key(state: state, instance: number)
    if let known = answers[key] { return known }
    let reaction = evaluator.react(to: instance, in: states[state])
    let answer = Answer(
      isPossible: reaction.isPossible,
      outcomes: reaction.steps.map { step in
        Outcome(
          step: step, state: id(of: step.state),
          signals: step.signals.filter { heard.contains($0.signal) }.sorted())
      },
      problem: reaction.problems.first { $0.finding.kind != .overlap })
    answers[key] = answer
    return answer
  }

  /// Whether so much is known that it is time to forget.
  var isFull: Bool { states.count > Self.capacity || answers.count > Self.capacity }

  /// Forgets all but some states, which get new numbers; they are returned in the given order.
  func forget(allBut kept: [StateID]) -> [StateID] {
    let values = kept.map { states[$0] }
    states = []
    ids = [:]
    answers = [:]
    return values.map { id(of: $0) }
  }
}
