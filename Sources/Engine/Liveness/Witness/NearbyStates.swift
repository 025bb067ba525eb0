import Basics
import Semantics

/// The states nearest to one, breadth-first by the reference evaluator, within a budget that counts outcomes:
/// `NearbyStates(machine).first(from: state) { … }`.
struct NearbyStates {
  /// The maximum number of reactions of the reference evaluator, including outcomes.
  private static let maximumReactions = 5_000

  private let machine: Machine
  private let evaluator: ReferenceEvaluator

  init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
  }

  /// The first result in a state, or in the reactions of its events; nil if there is none, or if the thread's deadline
  /// is over.
  func first<Result>(
    from state: [Value], _ look: (_ state: [Value], _ reactions: [Reaction]) -> Result?
  ) -> Result? {
    var seen: Set<[Value]> = [state]
    var queue = [state]
    var next = 0
    var reactions = 0
    while next < queue.count, reactions < Self.maximumReactions {
      let here = queue[next]
      let found = machine.instances.map { evaluator.react(to: $0, in: here) }
      if Deadline.isOver { return nil }
      if let result = look(here, found) { return result }
      for step in found.lazy.flatMap(\.steps) where seen.insert(step.state).inserted {
        queue.append(step.state)
      }
      reactions += found.reduce(0) { $0 + 1 + $1.steps.count }
      next += 1
    }
    return nil
  }
}
