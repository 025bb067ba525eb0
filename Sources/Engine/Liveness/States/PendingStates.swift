import Semantics

/// The plan that evaluates an `eventually` or a `possible` in states, for all values of its parameters.
struct PendingPlan: Sendable {
  typealias Registers = RunConditions<Int32>

  let machine: Machine
  let property: Int
  /// The choices of the property's parameters.
  let tuples: [[Value]]
  /// The program, with the registers for each choice; nil where the reference evaluator decides.
  let program: (program: Program, tables: TableSet, registers: [Registers])?

  init(_ machine: Machine, _ property: Int, tuples: [[Value]]) {
    self.machine = machine
    self.property = property
    self.tuples = tuples
    let declared = machine.spec.properties[property]
    program = Self.program(machine, declared, tuples)
  }

  private static func program(
    _ machine: Machine, _ property: Property, _ tuples: [[Value]]
  ) -> (Program, TableSet, [Registers])? {
    let budget = PlanBuilder.Budget.default
    var symbolic = SymbolicMachine(machine, transitions: [])
    var wires: [RunConditions<Circuit.Wire>] = []
    for tuple in tuples {
      guard case .success(let run) = symbolic.run(property, tuple, within: budget) else {
        return nil
      }
      wires.append(run.conditions)
    }
    var tabulation = Tabulation(symbolic.circuit, budget: budget.tables)
    let tabulated = wires.map { $0.map { tabulation.tabulated($0) } }
    let program = Program(
      tabulation.circuit, wordCount: machine.layout.wordCount, parents: [0],
      demands: tabulated.flatMap(\.all).map { ($0, 0) })
    return (program, tabulation.tables, tabulated.map { $0.map { program.register($0) } })
  }
}

/// Evaluates an `eventually` or a `possible` in many states at once: `evaluate(rows: 128)`, then `flags(row: 3,
/// tuple: 0)`.
final class PendingStates {
  /// The truth values in a state, for one choice of the parameters.
  struct Flags: OptionSet {
    let rawValue: UInt8
    /// The body has a value and does not hold.
    static let isOpen = Flags(rawValue: 1)
    /// The premise holds.
    static let begins = Flags(rawValue: 2)
    static let premiseFaults = Flags(rawValue: 4)
    static let bodyFaults = Flags(rawValue: 8)
  }

  static let rowCapacity = 128
  private let plan: PendingPlan
  private let wordCount: Int
  private let columns: ColumnMachine
  private let registers: [PendingPlan.Registers]
  /// For each choice of the parameters, the reference evaluator to use.
  private let judges: [LeadsTo]

  init(_ plan: PendingPlan) {
    self.plan = plan
    wordCount = plan.machine.layout.wordCount
    let nothing = Program(
      Circuit(maximumGates: 2), wordCount: wordCount, parents: [0], demands: [])
    columns = ColumnMachine(
      plan.program?.program ?? nothing, tables: plan.program?.tables ?? TableSet(),
      rowCapacity: Self.rowCapacity)
    registers = plan.program?.registers ?? []
    let property = plan.machine.spec.properties[plan.property]
    judges = plan.program == nil ? plan.tuples.map { LeadsTo(property, $0) } : []
  }

  /// Puts a state into a row.
  func load(_ words: UnsafePointer<UInt64>, row: Int) {
    columns.load(words, row: row)
  }

  /// Finds out about the states in the first rows.
  func evaluate(rows count: Int) {
    columns.run(0, columns.allRows(count))
  }

  /// The flags of the state in a row. A property without a premise begins in no particular state.
  ///
  /// - Parameter words: the same state.
  func flags(row: Int, words: UnsafePointer<UInt64>, tuple: Int) -> Flags {
    guard judges.isEmpty else {
      let state = Array(UnsafeBufferPointer(start: words, count: wordCount))
      return judges[tuple].flags(in: plan.machine.layout.unpack(state))
    }
    let registers = registers[tuple]
    var flags: Flags = []
    if columns.column(registers.isOpen)[row] != 0 { flags.insert(.isOpen) }
    if columns.column(registers.begins)[row] != 0 { flags.insert(.begins) }
    if columns.column(registers.premiseFaults)[row] != 0 { flags.insert(.premiseFaults) }
    if columns.column(registers.bodyFaults)[row] != 0 { flags.insert(.bodyFaults) }
    return flags
  }
}

extension LeadsTo {
  /// The flags of a state.
  fileprivate func flags(in state: [Value]) -> PendingStates.Flags {
    var flags: PendingStates.Flags = []
    switch holdsPremise(in: state) {
    case .success(true?): flags.insert(.begins)
    case .success: break
    case .failure: flags.insert(.premiseFaults)
    }
    switch holdsBody(in: state) {
    case .success(true): break
    case .success(false): flags.insert(.isOpen)
    case .failure: flags.insert(.bodyFaults)
    }
    return flags
  }
}
