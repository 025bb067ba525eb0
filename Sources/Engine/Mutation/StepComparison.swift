import Basics
import Semantics

/// Finds where two machines with the same variables, signals and events do not do the same: `StepComparison(original,
/// edited, events: …).run(over: states)`.
///
/// Both are built as wires of one circuit, in which common parts are one wire. The rest is computed for all states in
/// columns. The reference evaluator handles parts without wires, state by state.
package struct StepComparison {
  /// The notion of equality.
  package enum Measure: Sendable {
    /// Everything that properties can observe: the rule, ghosts, and problems.
    case everything
    /// The behaviour of the system, by any rule: the states without ghosts, the signals, and whether there is a
    /// problem.
    case behaviour
  }

  package enum Outcome: Sendable {
    /// There is no difference in any state.
    case same
    /// The first state with a difference, by index.
    case differs(Int)
    /// The comparison would take too long.
    case open
  }

  /// The maximum number of reactions by the reference evaluator: checks before a search must be faster than the
  /// search.
  private var maximumReactions: Int { measure == .everything ? 60_000 : 1_200_000 }

  private let original: Machine
  private let edited: Machine
  private let events: Set<Int>
  private let measure: Measure
  private var circuit = Circuit(maximumGates: 2)
  /// The states in which some event instance differs.
  private var differs = Circuit.falsity
  /// Event instances without wires.
  private var opaque: [EventInstance] = []

  /// - Parameter events: the events that may differ.
  package init(_ original: Machine, _ edited: Machine, events: [Int], measure: Measure) {
    self.original = original
    self.edited = edited
    self.events = Set(events)
    self.measure = measure
    build()
  }

  private mutating func build() {
    var first = SymbolicMachine(original, transitions: [])
    var second = SymbolicMachine(edited, transitions: [])
    (first.comparesSteps, second.comparesSteps) = (true, true)
    let budget = PlanBuilder.Budget()
    for instance in original.instances where events.contains(instance.event) {
      guard let isSame = isSame(instance, &first, &second, budget) else {
        opaque.append(instance)
        continue
      }
      let isOther = first.evaluator.circuit.not(isSame)
      differs = first.evaluator.circuit.or(differs, isOther)
    }
    circuit = first.circuit
  }

  /// Returns the states in which both machines react alike; nil if that cannot be expressed as a wire.
  private func isSame(
    _ instance: EventInstance, _ first: inout SymbolicMachine, _ second: inout SymbolicMachine,
    _ budget: PlanBuilder.Budget
  ) -> Circuit.Wire? {
    guard first.circuit.excess(over: budget) == nil,
      case .success(let old) = first.react(to: instance, maximumGates: budget.gates)
    else { return nil }
    // The wires of the state are the same in both, since both are read first.
    second.evaluator.algebra.circuit = first.circuit
    let new = second.react(to: instance, maximumGates: budget.gates)
    first.evaluator.algebra.circuit = second.circuit
    guard case .success(let new) = new else { return nil }
    let isSame = first.doTheSame(old, new, measure)
    return first.failure() == nil ? isSame : nil
  }

  /// The first of the states with a difference.
  package func run(over states: StoredStates) -> Outcome {
    let place = firstPlace(in: states)
    if opaque.isEmpty || Deadline.isOver { return place.map { .differs($0) } ?? .same }
    let end = place ?? states.count
    guard 2 * end * opaque.count <= maximumReactions else {
      return place.map { .differs($0) } ?? .open
    }
    for index in 0..<end where opaque.contains(where: { differ(at: $0, in: state(index, states)) })
    {
      return .differs(index)
    }
    return place.map { .differs($0) } ?? .same
  }

  /// The values of a stored state.
  package func state(_ place: Int, _ states: StoredStates) -> [Value] {
    original.layout.unpack(states.words, at: place * states.wordCount)
  }

  /// The event instances that do not do the same in a state, by the reference evaluator.
  package func differences(in state: [Value]) -> [EventInstance] {
    original.instances.filter { events.contains($0.event) && differ(at: $0, in: state) }
  }

  private func differ(at instance: EventInstance, in state: [Value]) -> Bool {
    let old = ReferenceEvaluator(original.spec).react(to: instance, in: state)
    let new = ReferenceEvaluator(edited.spec).react(to: instance, in: state)
    return !old.isSame(as: new, measure, original.spec)
  }

  private func firstPlace(in states: StoredStates) -> Int? {
    if differs == Circuit.falsity { return nil }
    let program = Program(
      circuit, wordCount: states.wordCount, parents: [0], demands: [(differs, 0)])
    let register = program.register(differs)
    let rows = max(8, min(256, (1 << 16) / max(1, program.registerCount))) & ~7
    let columns = ColumnMachine(program, tables: TableSet(), rowCapacity: rows)
    var place = 0
    while place < states.count {
      if Deadline.isOver { return nil }
      let count = min(rows, states.count - place)
      states.words.withUnsafeBufferPointer { words in
        guard let base = words.baseAddress else { return }
        for row in 0..<count { columns.load(base + (place + row) * states.wordCount, row: row) }
      }
      columns.run(0, columns.allRows(count))
      let test = columns.column(register)
      for row in 0..<count where test[row] != 0 { return place + row }
      place += count
    }
    return nil
  }
}

extension SymbolicMachine {
  /// Returns the states in which two reactions are equal by some measure.
  fileprivate mutating func doTheSame(
    _ first: SymbolicReaction, _ second: SymbolicReaction, _ measure: StepComparison.Measure
  ) -> Circuit.Wire {
    switch measure {
    case .behaviour: doTheSame(first, second)
    case .everything:
      doTheSame(first, second) { [spec] machine, step, other in
        guard step.rule == other.rule else { return Circuit.falsity }
        return machine.equal(
          step, other,
          among: spec.variables.indices.filter {
            spec.variables[$0].monitor == nil
          })
      } findings: { finding in
        Finding(finding.kind, event: finding.event, rule: finding.rule, rules: finding.rules)
      }
    }
  }
}

extension Reaction {
  /// Whether two reactions are equal by some measure.
  package func isSame(
    as other: Reaction, _ measure: StepComparison.Measure, _ spec: CheckedSpec
  ) -> Bool {
    switch measure {
    case .behaviour: EventEquivalence.areSame(self, other, spec)
    case .everything:
      isPossible == other.isPossible
        && Set(steps.map(\.unordered)) == Set(other.steps.map(\.unordered))
        && Set(problems.map(\.finding.withoutRange))
          == Set(other.problems.map(\.finding.withoutRange))
    }
  }
}

extension Step {
  /// The step with its signals in canonical order, without its choices.
  fileprivate var unordered: Step {
    var step = self
    step.signals.sort()
    step.choices = []
    return step
  }
}

extension Finding {
  /// The finding without its place in the event or rule.
  fileprivate var withoutRange: Finding { Finding(kind, event: event, rule: rule, rules: rules) }
}
