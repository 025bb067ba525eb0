import Semantics

/// The reactions of states to all event instances, by the reference evaluator, cached: `reactions(state)`.
package final class Reactions {
  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private var known: [[Value]: [Reaction]] = [:]

  package init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
  }

  /// The reactions to the machine's instances, in their order.
  package func callAsFunction(_ state: [Value]) -> [Reaction] {
    if let known = known[state] { return known }
    let reactions = machine.instances.map { evaluator.react(to: $0, in: state) }
    known[state] = reactions
    return reactions
  }
}
