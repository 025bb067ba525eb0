import SpecLanguage
import Synchronization

/// One thread of a search: `expand(phase)`.
///
/// A batch of states is expanded event by event down the columns; successors gather in a buffer,
/// their homes in the table are fetched ahead, and then they are inserted. A batch that finds no room
/// is done again after the table has grown: inserting twice changes nothing, and a batch is counted
/// when it is through.
final class SearchWorker: @unchecked Sendable {
  let machine: Machine
  let evaluator: ReferenceEvaluator
  let properties: PropertyEvaluator
  let plan: Plan
  let batchRows: Int
  let expansion: ColumnMachine
  let checking: ColumnMachine
  let batch: StateBatch
  var successors: SuccessorBuffer

  /// What was counted in finished batches.
  var counts: SearchCounts
  /// What was counted in the batch at hand.
  var batchCounts: SearchCounts
  var findings = Findings()
  /// For each cause and each check of the plan whether it is still to be found.
  private(set) var isWatched: [Bool] = []
  private(set) var isChecked: [Bool] = []
  /// Of the properties that run by the reference evaluator.
  private(set) var openProperties: [Int] = []
  var known: Set<Finding> = []

  /// The block of the order that belongs to this thread.
  var block: Range<Int> = 0..<0
  /// New keys since they were last told to the phase.
  var newCount = 0
  /// The places of the batch that is to be done again.
  private var interrupted: Range<Int>?
  /// New states that are to be checked, and the outcomes that led there.
  var freshCount = 0
  var freshOutcomes: [Int]
  var freshKeys: [UInt64]
  var allocator = WordTable.Block()
  let nodeChanges: UnsafeMutablePointer<StateCodec.View.NodeChange>
  var scratchWords: [UInt64]

  init(machine: Machine, plan: Plan) {
    self.machine = machine
    self.plan = plan
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    let registers = max(1, plan.expansion.registerCount)
    batchRows = max(16, min(128, (1 << 15) / registers)) & ~7
    expansion = ColumnMachine(plan.expansion, tables: plan.tables, rowCapacity: batchRows)
    let checkRows = 128
    checking = ColumnMachine(plan.checking, tables: plan.tables, rowCapacity: checkRows)
    freshOutcomes = Array(repeating: 0, count: checkRows)
    freshKeys = Array(repeating: 0, count: checkRows)
    batch = StateBatch(wordCount: plan.wordCount, rowCapacity: batchRows)
    successors = SuccessorBuffer(wordCount: plan.wordCount, rowCapacity: batchRows)
    nodeChanges = .allocate(capacity: 2 * plan.wordCount)
    nodeChanges.initialize(
      repeating: .init(node: 0, old: 0), count: 2 * plan.wordCount)
    scratchWords = Array(repeating: 0, count: plan.wordCount)
    counts = SearchCounts(plan, machine.spec)
    batchCounts = counts
  }

  deinit { nodeChanges.deallocate() }

  /// Prepares for what is still to be found.
  func begin(known: Set<Finding>) {
    self.known = known
    isWatched = plan.causes.map { !known.contains(.event($0)) && !isMoot($0) }
    isChecked = plan.checks.map { check in
      switch check.kind {
      case .invariant(let property): !known.contains(.invariant(property))
      case .goal(let property): !known.contains(.goal(property))
      case .fault(let property, let range):
        !known.contains(.propertyFault(property, range)) && !isDecided(property)
      }
    }
    openProperties = plan.opaqueProperties.map(\.index).filter { !isDecided($0) }
  }

  /// A property that is decided has no more faults.
  private func isDecided(_ property: Int) -> Bool {
    known.contains(.invariant(property)) || known.contains(.goal(property))
      || known.contains(.event(.transition(property: property)))
  }

  private func isMoot(_ cause: Plan.Cause) -> Bool {
    if case .propertyFault(let property, _) = cause { isDecided(property) } else { false }
  }

  // MARK: Expanding

  /// Expands states until none is left or all have to stop; `onBatch` is called after each batch.
  func expand(_ phase: SearchPhase, onBatch: () -> Void) {
    while !phase.mustStop.load(ordering: .relaxed) {
      guard let places = interrupted ?? nextPlaces(phase) else { break }
      interrupted = nil
      if !expand(places, phase) {
        interrupted = places
        phase.stopForGrowth()
        onBatch()
        break
      }
      let total = phase.count.add(newCount, ordering: .relaxed).newValue
      newCount = 0
      if total > phase.growthCount { phase.stopForGrowth() }
      onBatch()
    }
    runChecks(phase)
  }

  private func nextPlaces(_ phase: SearchPhase) -> Range<Int>? {
    let start = phase.cursor.add(batchRows, ordering: .relaxed).oldValue
    guard start < phase.states.upperBound else { return nil }
    return start..<min(start + batchRows, phase.states.upperBound)
  }

  /// A batch is to be done again.
  var isInterrupted: Bool { interrupted != nil }

  /// Stores starts and checks them; returns how many there was room for.
  func insert(_ starts: ArraySlice<[Value]>, _ phase: SearchPhase) -> Int {
    var taken = 0
    for start in starts {
      successors.removeAll()
      let words = machine.layout.pack(start)
      guard pushStart(words, phase), flush(phase) else { break }
      let total = phase.count.add(newCount, ordering: .relaxed).newValue
      newCount = 0
      taken += 1
      if total > phase.growthCount {
        phase.stopForGrowth()
        break
      }
    }
    runChecks(phase)
    return taken
  }

  /// Expands a batch; false if there was no room.
  private func expand(_ places: Range<Int>, _ phase: SearchPhase) -> Bool {
    batchCounts.clear()
    batchCounts.expanded = places.count
    successors.removeAll()
    load(places, phase)
    let rows = expansion.allRows(places.count)
    expansion.run(0, rows)
    for instance in plan.instances {
      guard react(instance, rows, phase) else { return false }
    }
    var hasHappened: [Bool] = []
    if !plan.opaqueInstances.isEmpty {
      guard reactByReference(places.count, &hasHappened, phase) else { return false }
    }
    guard flush(phase) else { return false }
    findDeadlocks(rows, hasHappened)
    counts.add(batchCounts)
    return true
  }

  /// Brings the states of a batch into the columns.
  func load(_ places: Range<Int>, _ phase: SearchPhase) {
    let order = phase.order
    if phase.codec.shape == .word {
      let column = expansion.column(0)
      for (row, place) in places.enumerated() {
        let key = order[place]
        batch.keys[row] = key
        column[row] = Int(bitPattern: UInt(key))
      }
      return
    }
    for (row, place) in places.enumerated() {
      let key = order[place]
      batch.keys[row] = key
      let words = batch.words(row)
      phase.codec.decode(key, words: words, nodes: batch.nodes(row))
      for word in 0..<plan.wordCount {
        expansion.column(Int32(truncatingIfNeeded: word))[row] = Int(bitPattern: UInt(words[word]))
      }
    }
  }

  /// What an event instance does in all states of the batch; false if there was no room.
  private func react(
    _ instance: Plan.Instance, _ all: ColumnMachine.Selection, _ phase: SearchPhase
  ) -> Bool {
    let rows = instance.gate.map { expansion.rows(of: all, where: $0, depth: 1) } ?? all
    if rows.count == 0 { return true }
    expansion.run(instance.block, rows)
    for watch in instance.watches where isWatched[watch.cause] { look(watch, rows) }
    for outcome in instance.outcomes {
      var taken = rows
      if let happens = outcome.happens {
        taken = expansion.rows(of: rows, where: happens, depth: 2)
        if taken.count == 0 { continue }
        expansion.run(outcome.block, taken)
      }
      batchCounts.transitions &+= taken.count
      batchCounts.outcomes[outcome.number] &+= taken.count
      for match in outcome.matches {
        batchCounts.matches[match.property] += match.register.map { trueCount($0, taken) }
          ?? taken.count
      }
      if outcome.changes.isEmpty { continue }
      emit(outcome, taken, phase)
      if successors.count >= SuccessorBuffer.fullCount, !flush(phase) { return false }
    }
    return true
  }

  private func look(_ watch: Plan.Watch, _ rows: ColumnMachine.Selection) {
    let column = expansion.column(watch.register)
    for index in 0..<rows.count {
      let row = Int(rows.rows[index])
      if column[row] != 0 { findings.add(.event(plan.causes[watch.cause]), batch.keys[row]) }
    }
  }

  private func trueCount(_ register: Int32, _ rows: ColumnMachine.Selection) -> Int {
    let column = expansion.column(register)
    var count = 0
    for index in 0..<rows.count { count += column[Int(rows.rows[index])] != 0 ? 1 : 0 }
    return count
  }

  private func findDeadlocks(_ rows: ColumnMachine.Selection, _ hasHappened: [Bool]) {
    guard let alive = plan.alive else { return }
    let column = expansion.column(alive)
    for row in 0..<rows.count where column[row] == 0 {
      if !hasHappened.isEmpty, hasHappened[row] { continue }
      if let terminal = plan.terminal, expansion.column(terminal)[row] != 0 { continue }
      if known.contains(.deadlock), machine.spec.terminals.isEmpty { continue }
      guard let finding = properties.deadlock(in: state(row)), !known.contains(finding)
      else { continue }
      findings.add(finding, batch.keys[row])
    }
  }

  /// The values of the state in a row of the batch.
  func state(_ row: Int) -> [Value] {
    if plan.wordCount == 1 {
      return machine.layout.unpack([UInt64(UInt(bitPattern: expansion.column(0)[row]))])
    }
    return machine.layout.unpack(batch.state(row))
  }
}
