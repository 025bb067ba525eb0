import Engine
import Semantics

/// The reason why a machine cannot be exported as hardware.
package enum HardwareObstacle: Error, Sendable {
  /// A part of the spec has no circuit, or too many gates; in words, with its range.
  case unsuited(String, SourceRange?)
  /// The deadline of the thread is over.
  case stopped
}

/// A machine as one sequential circuit, for hardware model checkers: `try HardwareModel(machine, starts:
/// starts).aiger()`, or `.btor2()`.
///
/// It has a register for each field of the layout of states, and one that says whether there is a state yet. All
/// registers are zero at reset. In the first cycle the single input, a number, chooses the start. In every later
/// cycle it chooses an outcome: an event instance with its rule and choices. If that outcome is not possible, the
/// registers keep their values. So every number is a legal step, and no constraint is needed. Numbers beyond the last
/// one choose that one.
///
/// Every possible problem is an output over the registers alone, including problems of a step. It is false at reset.
/// Cycles are counted from the reset in cycle 0. A counterexample of `n` events is a run to cycle `n + 1` if a state
/// shows it, and to cycle `n` if the last event does.
package final class HardwareModel: Sendable {
  typealias Wire = Circuit.Wire

  /// A condition that must not be reached, or should be.
  package struct Bad: Sendable {
    /// Its unique symbol in the model, such as `invariant:bounded`, without whitespace.
    package var name: String
    /// Its finding. An overlap does not name its rules, and the kind of a fault is the first possible one at that
    /// place.
    package var finding: Finding
    /// Its place in the text; nil for a deadlock.
    package var range: SourceRange?
    /// Whether it is a `reachable`, which is meant to be reached.
    package var isGoal: Bool { finding.kind == .goal }
    /// Whether the last event of a counterexample shows it, and not the state after that.
    package var isAttempt: Bool { finding.kind.subject.rawValue < Finding.Subject.end.rawValue }
    /// The states in which it happens, over the registers.
    var happens: Wire
  }

  /// A part of the spec that is not in the model.
  package struct Omission: Sendable {
    /// Its keyword and name, such as `eventually:answered`.
    package var name: String
    package var reason: String
    package var range: SourceRange
  }

  /// The meaning of a number of the input, once there is a state.
  package struct Step: Sendable {
    package var instance: EventInstance
    package var rule: Int?
  }

  /// A register or an input of some bits that represent a number.
  struct Field: Sendable {
    var name: String
    var width: Int
    var wire: Wire
  }

  /// All gates, including those of outputs and next values of registers.
  let circuit: Circuit
  /// The state, in the order of its layout, followed by whether there is one yet.
  let registers: [Field]
  /// The value of each register in the next cycle.
  let next: [Wire]
  /// The input; nil if there is no choice.
  let choice: Field?
  /// The meanings of the input; greater numbers are like the last one.
  package let steps: [Step]
  package let bads: [Bad]
  package let omitted: [Omission]
  /// The comments of the model, for people.
  let comments: [String]

  /// Makes the model.
  ///
  /// - Parameters:
  ///   - starts: the starts of the machine.
  ///   - properties: by their indices; nil for all.
  /// - Throws: an obstacle. An event without a circuit is one, because the states after it would be unknown; a
  ///   property without one is only omitted.
  package init(
    _ machine: Machine, starts: [[Value]], properties: Set<Int>? = nil
  ) throws(HardwareObstacle) {
    let spec = machine.spec
    let all = spec.properties.indices.filter { $0 != spec.goalBeyondBound }
    let builder = try HardwareBuilder(machine, starts, properties ?? Set(all))
    circuit = builder.circuit
    registers = builder.registers
    next = builder.next
    choice = builder.choice
    steps = builder.outcomes.map {
      Step(instance: machine.instances[$0.instance], rule: $0.outcome.rule)
    }
    bads = builder.bads
    omitted = builder.omitted
    comments = HardwareComments(machine, starts, builder).lines
  }
}
