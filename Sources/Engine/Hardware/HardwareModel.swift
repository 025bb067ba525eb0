import Semantics

/// Why a machine cannot be exported as hardware.
package enum HardwareObstacle: Error, Sendable {
  /// Something of the spec is no circuit, or takes too many gates; in words, and where it stands.
  case unsuited(String, SourceRange?)
  /// The deadline of the thread is over.
  case stopped
}

/// A machine as one sequential circuit, for the model checkers of hardware:
/// `try HardwareModel(machine, starts: starts).aiger()`, or `.btor2()`.
///
/// It has a register for each field of the layout of states, and one that says whether there is a
/// state yet. All registers are zero at reset. In the first cycle the one input, a number, chooses
/// the start; in every later one it chooses an outcome: an event instance with its rule and what was
/// chosen on the way. Where that outcome does not happen the registers keep what they have, so that
/// no number stands for something that the spec cannot do, and no constraint is needed. Numbers
/// beyond the last one choose that one.
///
/// Whatever can go wrong is an output over the registers alone, also what goes wrong in a step. It
/// is false at reset. A counterexample of `n` events is a run to cycle `n + 1`, where a state shows
/// it, or to cycle `n`, where the last event does, counted from the reset in cycle 0.
package struct HardwareModel: Sendable {
  typealias Wire = Circuit.Wire

  /// Something that must not be reached, or is wanted to be.
  package struct Bad: Sendable {
    /// Its symbol in the model, such as `invariant:bounded`; without white space, and no two alike.
    package var name: String
    /// What it is about. Of an overlap the rules are left open, and of a fault what it is a fault of
    /// is the first that may have it at that place.
    package var finding: Finding
    /// Where it stands; nil for a deadlock.
    package var range: SourceRange?
    /// It is a `reachable`: to be reached is what is wanted.
    package var isGoal: Bool { finding.kind == .goal }
    /// It is the last event of a counterexample that shows it, and not the state behind that.
    package var isAttempt: Bool { finding.kind.subject.rawValue < Finding.Subject.end.rawValue }
    /// Where it is so, over the registers.
    var happens: Wire
  }

  /// Something of the spec that is not in the model.
  package struct Omission: Sendable {
    /// By its word and name, such as `eventually:answered`.
    package var name: String
    package var reason: String
    package var range: SourceRange
  }

  /// What a number of the input stands for, once there is a state.
  package struct Step: Sendable {
    package var instance: EventInstance
    package var rule: Int?
  }

  /// A register, or an input, of some bits that spell a number.
  struct Field: Sendable {
    var name: String
    var width: Int
    var wire: Wire
  }

  /// All gates, those of bads and of what registers become.
  let circuit: Circuit
  /// The state, in the order of its layout, and behind that whether there is one yet.
  let registers: [Field]
  /// What each register holds in the next cycle.
  let next: [Wire]
  /// The input; nil where there is nothing to choose.
  let choice: Field?
  /// What the input stands for; what is greater is as the last one.
  package let steps: [Step]
  package let bads: [Bad]
  package let omitted: [Omission]
  /// What is told of the model to people.
  let comments: [String]

  /// Makes the model.
  ///
  /// - Parameters:
  ///   - starts: those of the machine.
  ///   - properties: by their indices; nil for all.
  /// - Throws: an obstacle. An event that is no circuit is one, since nothing would be known of the
  ///   states behind it; a property that is none is only left out.
  package init(
    _ machine: Machine, starts: [[Value]], properties: Set<Int>? = nil
  ) throws(HardwareObstacle) {
    let builder = try HardwareBuilder(
      machine, starts, properties ?? Set(machine.spec.properties.indices))
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
