import Basics
import Semantics
import Synchronization

/// The outcomes at each place of the text in the states that a search has stored.
///
/// A few states answer most places, so these come first. One small program then runs over all states for the rest.
final class CoverageSearch {
  typealias Wire = Circuit.Wire

  private let space: StateSpace
  private let records: CoverageRecords
  private var circuit: Circuit
  /// The outcomes seen so far, by site.
  private var met: [Outcomes]

  /// The sizes of the samples before all states are examined. Few states are one sample.
  private static let samples = [32, 512, 4096]
  /// The number of states between checks for remaining questions.
  private static let portion = 1 << 18

  init(_ plan: CoveragePlan, _ space: StateSpace) {
    self.space = space
    records = plan.records
    circuit = plan.circuit
    met = plan.records.certain
  }

  /// A question that a true wire answers.
  private struct Target {
    var site: Int
    var outcome: Outcomes
    var wire: Wire
  }

  private var states: StoredReader { StoredReader(space) }

  /// Examines as many states as needed.
  ///
  /// - Returns: the outcomes at each site; nil if the deadline of the thread was over before.
  func run() -> [Outcomes]? {
    let count = space.visited.count
    for sample in Self.samples {
      let open = records.records.filter { isOpen($0.site) }
      if open.isEmpty { return met }
      look(at: stride(from: 0, to: count, by: max(1, count / sample)), open)
      if Deadline.isOver { return nil }
      if sample >= count { return met }
    }
    var targets = targets()
    var next = 0
    while next < count, !targets.isEmpty {
      let end = min(count, next + Self.portion)
      look(at: next..<end, targets)
      if Deadline.isOver { return nil }
      targets.removeAll { met[$0.site].contains($0.outcome) }
      next = end
    }
    return met
  }

  private func isOpen(_ site: Int) -> Bool { !records.wanted[site].isSubset(of: met[site]) }

  // MARK: A few states

  /// Examines the records place by place: many records, in few states.
  private func look(
    at places: StrideTo<Int>, _ records: [CoverageRecords.Record]
  ) {
    let program = Program(
      circuit, wordCount: space.plan.wordCount, parents: [0],
      demands: records.flatMap { [($0.path, 0), ($0.value, 0)] })
    let registers = records.map {
      (path: program.register($0.path), value: program.register($0.value))
    }
    let (holding, failing): (Outcomes, Outcomes) = ([.reached, .holds], [.reached, .fails])
    let runner = ProgramRun(program, states, tables: TableSet())
    runner.run(Array(places)) { rows in
      for (record, registers) in zip(records, registers) where isOpen(record.site) {
        let path = runner.machine.column(registers.path)
        let value = runner.machine.column(registers.value)
        var (holds, fails) = (0, 0)
        for row in 0..<rows {
          holds |= path[row] & value[row]
          fails |= path[row] & (value[row] ^ 1)
        }
        if holds != 0 { met[record.site].formUnion(holding) }
        if fails != 0 { met[record.site].formUnion(failing) }
      }
    }
  }

  // MARK: All states

  /// Makes one wire for each open answer: true where some record gives it.
  private func targets() -> [Target] {
    var wires: [Answer: Wire] = [:]
    for record in records.records where isOpen(record.site) {
      for outcome in [Outcomes.reached, .holds, .fails]
      where records.wanted[record.site].subtracting(met[record.site]).contains(outcome) {
        let wire =
          switch outcome {
          case .holds: circuit.and(record.path, record.value)
          case .fails: circuit.and(record.path, circuit.not(record.value))
          default: record.path
          }
        let answer = Answer(site: record.site, outcome: outcome)
        wires[answer] = circuit.or(wires[answer] ?? Circuit.falsity, wire)
      }
    }
    var targets = wires.map { Target(site: $0.site, outcome: $0.outcome, wire: $1) }
    targets.sort { ($0.site, $0.outcome.rawValue) < ($1.site, $1.outcome.rawValue) }
    tabulate(&targets)
    targets.removeAll { $0.wire == Circuit.falsity }
    return targets
  }

  private var tables = TableSet()

  private func tabulate(_ targets: inout [Target]) {
    var tabulation = Tabulation(circuit, budget: .default)
    for index in targets.indices { targets[index].wire = tabulation.tabulated(targets[index].wire) }
    circuit = tabulation.circuit
    tables = tabulation.tables
  }

  private func look(at places: Range<Int>, _ targets: [Target]) {
    let program = Program(
      circuit, wordCount: space.plan.wordCount, parents: [0],
      demands: targets.map { ($0.wire, 0) })
    let registers = targets.map { program.register($0.wire) }
    let found = Mutex(Array(repeating: false, count: targets.count))
    let (states, tables) = (states, tables)
    let threads = space.threads(forStates: places.count)
    space.pool.run(threads: threads) { thread in
      let runner = ProgramRun(program, states, tables: tables)
      let share = (places.count + threads - 1) / threads
      let first = places.lowerBound + thread * share
      var mine = Array(repeating: false, count: registers.count)
      runner.run(first..<max(first, min(places.upperBound, first + share))) { rows in
        for (index, register) in registers.enumerated() where !mine[index] {
          let column = runner.machine.column(register)
          var any = 0
          for row in 0..<rows { any |= column[row] }
          mine[index] = any != 0
        }
      }
      let seen = mine
      found.withLock { found in
        for index in found.indices { found[index] = found[index] || seen[index] }
      }
    }
    for (target, isFound) in zip(targets, found.withLock { $0 }) where isFound {
      met[target.site].formUnion([.reached, target.outcome])
    }
  }
}

/// The records of a plan, for the states to come.
struct CoveragePlan: Sendable {
  var records: CoverageRecords
  /// The circuit of its wires.
  var circuit: Circuit
}

/// A program of one block over stored states, for one thread.
private final class ProgramRun {
  let machine: ColumnMachine
  private let states: StoredReader
  private let rows: Int
  private let words: Buffer<UInt64>

  init(_ program: Program, _ states: StoredReader, tables: TableSet) {
    self.states = states
    // The registers in use at once should fit in a cache.
    rows = max(8, min(256, (1 << 18) / max(1, program.registerCount))) & ~7
    machine = ColumnMachine(program, tables: tables, rowCapacity: rows)
    words = Buffer(count: states.wordCount)
  }

  /// Runs over the states at these places of the order, and calls `body` with the number of rows after each batch.
  /// Stops early if the thread's deadline is over.
  func run(_ places: some Collection<Int>, _ body: (Int) -> Void) {
    var row = 0
    func flush() {
      machine.run(0, machine.allRows(row))
      body(row)
      row = 0
    }
    for place in places {
      states.read(place, into: words.base)
      machine.load(words.base, row: row)
      row += 1
      if row < rows { continue }
      flush()
      if Deadline.isOver { return }
    }
    if row > 0 { flush() }
  }
}
