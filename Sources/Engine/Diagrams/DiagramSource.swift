import Basics
import Semantics

/// The input of diagrams: the circuits of the events, properties and ends of a machine.
struct DiagramSource {
  typealias Wire = Circuit.Wire

  /// The conditions on states of a property of runs, for one choice of its parameters.
  struct Run<Condition> {
    var premise: Condition
    var body: Condition
    /// The states in which either faults.
    var faults: Condition
  }

  /// Larger circuits are not worth trying.
  private static var budget: PlanBuilder.Budget {
    var budget = PlanBuilder.Budget()
    budget.totalGates = 1 << 22
    budget.totalWork = 1 << 28
    return budget
  }

  let layout: StateLayout
  let circuit: Circuit
  let reactions: [(instance: Int, SymbolicReaction)]
  /// The outcomes of all instances, in their order.
  let outcomes: [(instance: Int, outcome: SymbolicReaction.Outcome)]
  let checks: [StateCheck]
  private(set) var terminals: [(holds: Wire, faults: [SymbolicEvaluator.PossibleFault])] = []
  private(set) var runs: [Int: [Run<Wire>]] = [:]
  let records: CoverageRecords?

  init(
    _ machine: Machine, _ properties: Set<Int>, _ questions: CoveragePoints?
  ) throws(DiagramObstacle) {
    let spec = machine.spec
    layout = machine.layout
    var symbolic = SymbolicMachine(machine, transitions: spec.countingSteps(among: properties))
    symbolic.evaluator.coverage = questions.map(CoverageRecords.init)
    let opaque: [Plan.Opaque]
    (reactions, opaque) = symbolic.reactions(to: machine.instances, within: Self.budget)
    outcomes = reactions.flatMap { instance, reaction in
      reaction.outcomes.map { (instance, $0) }
    }
    if let first = opaque.first {
      let name = spec.events[machine.instances[first.index].event].name
      throw .unsuited("the event '\(name)' is no circuit: \(first.reason)")
    }
    // The explicit search reports it for one state of each orbit, diagrams would report it for all.
    if let first = reactions.first(where: { !$0.1.orders.isEmpty }) {
      let name = spec.events[machine.instances[first.instance].event].name
      throw .unsuited("the order of a loop may matter in the event '\(name)'")
    }
    let openProperties: [Plan.Opaque]
    (checks, openProperties) = symbolic.checks(of: properties, within: Self.budget)
    if let first = openProperties.first {
      throw .unsuited("'\(spec.properties[first.index].name)' is no circuit: \(first.reason)")
    }
    for terminal in spec.terminals {
      symbolic.evaluator.circuit.allow(Self.budget.gates)
      switch symbolic.property(terminal) {
      case .success(let (holds, faults)): terminals.append((holds, faults))
      case .failure(let failure): throw .unsuited("'terminal' is no circuit: \(failure.reason)")
      }
    }
    for property in properties.sorted() where spec.properties[property].keyword.isOfRuns {
      runs[property] = try Self.run(spec.properties[property], &symbolic)
    }
    symbolic.cover(properties, within: Self.budget)
    symbolic.evaluator.coverage?.finish()
    records = symbolic.evaluator.coverage
    circuit = symbolic.circuit
    if Deadline.isOver { throw .stopped }
  }

  private static func run(
    _ property: Property, _ symbolic: inout SymbolicMachine
  ) throws(DiagramObstacle) -> [Run<Wire>] {
    var runs: [Run<Wire>] = []
    for tuple in property.tuples {
      switch symbolic.run(property, tuple, within: budget) {
      case .success(let wires):
        runs.append(
          Run(
            premise: wires.conditions.begins, body: wires.isAnswered,
            faults: symbolic.evaluator.circuit.or(
              wires.conditions.premiseFaults, wires.conditions.bodyFaults)))
      case .failure(let failure):
        throw .unsuited("'\(property.name)' is no circuit: \(failure.reason)")
      }
    }
    return runs
  }

  /// The fields that an outcome writes, by their numbers, and their new contents.
  func writes(of outcome: SymbolicReaction.Outcome) -> [(Int, Wire)] {
    // A field without bits is not in the circuit.
    outcome.writes.filter { $0.field.width > 0 }
      .map { (Int(circuit.gates[Int($0.old)].a), $0.new) }
  }
}
