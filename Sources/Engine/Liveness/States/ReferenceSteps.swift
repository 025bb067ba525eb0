import Basics
import Semantics
import Synchronization

/// The steps of event instances without a plan, by the reference evaluator. They are cached for each state while
/// there is room, because runs revisit states.
final class ReferenceSteps: Sendable {
  struct Step: Sendable {
    var words: [UInt64]
    /// -1 for an event without rules.
    var rule: Int32
  }

  private struct Key: Hashable {
    var state: [UInt64]
    var instance: Int
  }

  private struct Known {
    var steps: [Key: [Step]] = [:]
    var count = 0
  }

  private static let maximumSteps = 1 << 18

  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private let known = Mutex(Known())

  init(_ machine: Machine) {
    self.machine = machine
    evaluator = ReferenceEvaluator(machine.spec)
  }

  /// The steps from a packed state by one event instance.
  func steps(from state: [UInt64], by instance: Int) -> [Step] {
    let key = Key(state: state, instance: instance)
    if let found = known.withLock({ $0.steps[key] }) { return found }
    let reaction = evaluator.react(
      to: machine.instances[instance], in: machine.layout.unpack(state))
    let steps = reaction.steps.compactMap { step in
      Deadline.isOver
        ? nil
        : Step(
          words: machine.layout.pack(step.state),
          rule: step.rule.map { Int32(truncatingIfNeeded: $0) } ?? -1)
    }
    known.withLock { known in
      guard known.count < Self.maximumSteps, !Deadline.isOver else { return }
      known.steps[key] = steps
      known.count += steps.count + 1
    }
    return steps
  }
}
