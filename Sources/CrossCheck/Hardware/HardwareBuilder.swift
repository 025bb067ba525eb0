import Basics
import Engine
import Semantics

/// Combines the circuits of events and properties into one sequential circuit: `try HardwareBuilder(machine, starts,
/// properties)`.
struct HardwareBuilder {
  typealias Wire = Circuit.Wire

  /// No tables are needed, so circuits may be larger than those of a search.
  private static var budget: PlanBuilder.Budget {
    var budget = PlanBuilder.Budget()
    budget.gates = 1 << 17
    budget.totalGates = 1 << 22
    budget.totalWork = 1 << 28
    return budget
  }
  /// Starts times registers: each is a choice between constants.
  private static let maximumStartFields = 1 << 22

  private let machine: Machine
  private var symbolic: SymbolicMachine
  private var names: HardwareNames
  private(set) var registers: [HardwareModel.Field] = []
  private(set) var next: [Wire] = []
  private(set) var choice: HardwareModel.Field?
  private(set) var bads: [HardwareModel.Bad] = []
  private(set) var omitted: [HardwareModel.Omission] = []
  /// The choices of the input, once there is a state.
  private(set) var outcomes: [(instance: Int, outcome: SymbolicReaction.Outcome)] = []
  private var reactions: [(instance: Int, SymbolicReaction)] = []
  /// The register for the existence of a state.
  private var isStarted = Circuit.falsity

  var circuit: Circuit { symbolic.circuit }

  init(
    _ machine: Machine, _ starts: [[Value]], _ properties: Set<Int>
  ) throws(HardwareObstacle) {
    self.machine = machine
    names = HardwareNames(machine.spec)
    symbolic = SymbolicMachine(
      machine, transitions: machine.spec.transitions(among: properties))
    // Properties read fields of states, before there are others.
    try addReactions()
    let conditions = try conditions(properties)
    addRegisters(starts.count)
    try addNext(starts)
    try addBads(conditions)
    omitScenarios()
    if Deadline.isOver { throw .stopped }
  }

  // MARK: Steps

  private mutating func addReactions() throws(HardwareObstacle) {
    let spec = machine.spec
    let opaque: [Plan.Opaque]
    (reactions, opaque) = symbolic.reactions(to: machine.instances, within: Self.budget)
    if Deadline.isOver { throw .stopped }
    if let first = opaque.first {
      let event = spec.events[machine.instances[first.index].event]
      throw .unsuited("the event '\(event.name)' is no circuit: \(first.reason)", event.range)
    }
    outcomes = reactions.flatMap { instance, reaction in
      reaction.outcomes.map { (instance, $0) }
    }
  }

  /// Fields beyond those of the layout are the input, and the existence of a state.
  private mutating func addRegisters(_ starts: Int) {
    symbolic.evaluator.circuit.allow(Self.budget.totalGates)
    for (field, name) in names.fields(of: machine) where field.width > 0 {
      registers.append(
        .init(name: name, width: field.width, wire: symbolic.evaluator.circuit.field(field)))
    }
    let word = machine.layout.wordCount
    let first = StateField(word: word, shift: 0, width: 1, maximum: 1)
    isStarted = symbolic.evaluator.circuit.field(first)
    registers.append(.init(name: names.unique("started"), width: 1, wire: isStarted))
    let last = max(starts, outcomes.count) - 1
    let width = last > 0 ? Int.bitWidth - last.leadingZeroBitCount : 0
    guard width > 0 else { return }
    let input = StateField(word: word + 1, shift: 0, width: width, maximum: 1 << width - 1)
    choice = .init(
      name: names.unique("choice"), width: width, wire: symbolic.evaluator.circuit.field(input))
  }

  private mutating func addNext(_ starts: [[Value]]) throws(HardwareObstacle) {
    guard starts.count * registers.count <= Self.maximumStartFields else {
      throw .unsuited(
        "it has too many starts (\(starts.count)) for a choice between them",
        machine.spec.variables.first { if case .value = $0.initial { false } else { true } }?.range)
    }
    let packed = starts.map(machine.layout.pack)
    var writes: [Wire: [(leaf: Int, wire: Wire)]] = [:]
    for (leaf, (_, outcome)) in outcomes.enumerated() {
      for write in outcome.writes where write.field.width > 0 {
        let new = symbolic.evaluator.circuit.select(outcome.happens, write.new, write.old)
        writes[write.old, default: []].append((leaf, new))
      }
    }
    for register in registers.dropLast() {
      let field = circuit.fields[Int(circuit.gates[Int(register.wire)].a)]
      let begins = packed.map { words in
        let number = Int(words[field.word] >> UInt64(field.shift) & field.mask)
        return symbolic.evaluator.circuit.constant(number)
      }
      let start = chosen(0..<starts.count, begins.enumerated().map { ($0, $1) }[...], begins[0])
      let later = chosen(
        0..<outcomes.count, (writes[register.wire] ?? [])[...], register.wire)
      next.append(symbolic.evaluator.circuit.select(isStarted, later, start))
      if Deadline.isOver { throw .stopped }
      if symbolic.circuit.isFull { throw .unsuited("it takes too many gates", nil) }
    }
    next.append(Circuit.truth)
  }

  /// Selects one of some numbers by the input: powers of two split the range into halves, which needs only a few
  /// bits.
  ///
  /// - Parameters:
  ///   - leaves: for some of the numbers, the selected value.
  ///   - other: the default for all others.
  private mutating func chosen(
    _ numbers: Range<Int>, _ leaves: ArraySlice<(leaf: Int, wire: Wire)>, _ other: Wire
  ) -> Wire {
    guard let first = leaves.first else { return other }
    guard numbers.count > 1, let choice else { return first.wire }
    var half = 1
    while half * 2 < numbers.count { half *= 2 }
    let middle = numbers.lowerBound + half
    let split = leaves.firstIndex { $0.leaf >= middle } ?? leaves.endIndex
    let low = chosen(numbers.lowerBound..<middle, leaves[..<split], other)
    let high = chosen(middle..<numbers.upperBound, leaves[split...], other)
    if low == high { return low }
    let bound = symbolic.evaluator.circuit.constant(middle)
    let isLow = symbolic.evaluator.circuit.less(choice.wire, bound)
    return symbolic.evaluator.circuit.select(isLow, low, high)
  }

  // MARK: Properties

  private mutating func conditions(
    _ properties: Set<Int>
  ) throws(HardwareObstacle) -> HardwareConditions {
    var conditions = HardwareConditions()
    for (_, reaction) in reactions {
      for suspicion in reaction.suspicions {
        conditions.add(suspicion.finding, suspicion.happens, &symbolic.evaluator.circuit)
      }
    }
    try addEnds(&conditions)
    for index in properties.sorted() {
      let property = machine.spec.properties[index]
      let name = names.symbol(property.word, property.name)
      switch property.kind {
      case .possible, .eventually:
        omit(name, "it is about runs, and an output is about one state", property.range)
      case .transition: conditions.addAlways(Finding(.transition, property: index))
      case .invariant, .reachable:
        let (checks, opaque) = symbolic.checks(of: [index], within: Self.budget)
        if Deadline.isOver { throw .stopped }
        if let opaque = opaque.first {
          omit(name, "it is no circuit: \(opaque.reason)", property.range)
          continue
        }
        let isGoal = if case .reachable = property.kind { true } else { false }
        conditions.addAlways(Finding(isGoal ? .goal : .invariant, property: index))
        symbolic.evaluator.circuit.allow(Self.budget.gates)
        for check in checks {
          conditions.add(check.finding, check.happens, &symbolic.evaluator.circuit)
        }
      }
    }
    return conditions
  }

  private mutating func addBads(_ conditions: HardwareConditions) throws(HardwareObstacle) {
    for (finding, happens) in conditions.sorted() {
      let happens = symbolic.evaluator.circuit.and(isStarted, happens)
      bads.append(
        .init(
          name: names.symbol(of: finding), finding: finding,
          range: names.range(of: finding), happens: happens))
    }
    if symbolic.circuit.isFull { throw .unsuited("it takes too many gates", nil) }
  }

  /// Adds the condition of a deadlock: no event is enabled, and no `terminal` holds. Of several `terminal`, the first
  /// one without a value is a fault.
  private mutating func addEnds(_ conditions: inout HardwareConditions) throws(HardwareObstacle) {
    symbolic.evaluator.circuit.allow(Self.budget.totalGates)
    let alive = symbolic.evaluator.circuit.any(reactions.map(\.1.canHappen))
    var open = symbolic.evaluator.circuit.not(alive)
    for terminal in machine.spec.terminals {
      symbolic.evaluator.circuit.allow(Self.budget.gates)
      switch symbolic.property(terminal) {
      case .failure(let failure):
        if Deadline.isOver { throw .stopped }
        throw .unsuited("'terminal' is no circuit: \(failure.reason)", terminal.expression.range)
      case .success(let (holds, faults)):
        var isOver = holds
        for fault in faults {
          let happens = symbolic.evaluator.circuit.and(open, fault.happens)
          conditions.add(
            Finding(.terminalFault, at: fault.range), happens, &symbolic.evaluator.circuit)
          isOver = symbolic.evaluator.circuit.or(isOver, fault.happens)
        }
        let goesOn = symbolic.evaluator.circuit.not(isOver)
        open = symbolic.evaluator.circuit.and(open, goesOn)
      }
    }
    conditions.addAlways(Finding(.deadlock))
    conditions.add(Finding(.deadlock), open, &symbolic.evaluator.circuit)
  }

  // MARK: Omissions

  private mutating func omit(_ name: String, _ reason: String, _ range: SourceRange) {
    omitted.append(.init(name: name, reason: reason, range: range))
  }

  private mutating func omitScenarios() {
    for scenario in machine.spec.scenarios {
      omit(
        names.symbol("scenario", scenario.name), "it is played, and not searched for",
        scenario.range)
    }
  }
}
