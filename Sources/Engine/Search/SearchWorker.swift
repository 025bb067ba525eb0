import Basics
import Semantics
import Synchronization

/// One thread of a search: `expand(phase)`.
///
/// A batch of states is expanded event by event in columns. Successors are collected in a buffer, their homes in the
/// table are prefetched, and then they are inserted. A batch without room is repeated after the table has grown:
/// inserting twice changes nothing, and a batch is counted when it is complete.
final class SearchWorker: @unchecked Sendable {
  let machine: Machine
  let evaluator: ReferenceEvaluator
  let properties: PropertyEvaluator
  let plan: Plan
  let batchRows: Int
  let expansion: ColumnMachine
  let checking: ColumnMachine
  let batch: StateBatch
  let successors: SuccessorBuffer
  /// Converts states to canonical form; nil if each represents itself.
  let canonicalizer: Canonicalizer?
  let twins: SymmetricSuccessorPruning?

  /// The counts of finished batches.
  var counts: SearchCounts
  /// The counts of the current batch: by the reference evaluator, and steps by outcome and by property.
  var batchCounts: SearchCounts
  let outcomeCounts: Buffer<Int>
  let matchCounts: Buffer<Int>
  var findings = Findings()
  /// Limits of the tool, which leave the result unknown.
  var limitFaults: Set<Fault> = []
  /// For each cause and each check of the plan, whether it is still to be found.
  private(set) var isWatched: [Bool] = []
  private(set) var isChecked: [Bool] = []
  /// The transition properties whose matching steps are recorded.
  var notedSteps = WitnessChoice.none
  /// For each property, whether a matching step is still to be found.
  private(set) var isSought: [Bool] = []
  /// The properties that the reference evaluator runs.
  private(set) var openProperties: [Int] = []
  private var known: Set<Finding> = []
  private(set) var wanted: Finding?

  /// The block of the order that belongs to this thread.
  var block: Range<Int> = 0..<0
  /// New keys since the last report to the phase.
  var newCount = 0
  /// The places of the batch to repeat.
  private var interrupted: Range<Int>?
  /// New states to check, and the outcomes that led to them.
  var freshCount = 0
  var freshOutcomes: [Int]
  var freshKeys: [UInt64]
  var allocator = WordTable.Block()
  let nodeChanges: Buffer<StateCodec.View.NodeChange>
  let scratchWords: Buffer<UInt64>

  /// - Parameter symmetry: the conversion to canonical form; nil for none.
  init(machine: Machine, plan: Plan, symmetry: SymmetryPlan? = nil) {
    self.machine = machine
    self.plan = plan
    canonicalizer = symmetry.map { Canonicalizer($0) }
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    let registers = max(1, plan.expansion.registerCount)
    let batchRows = max(16, min(128, (1 << 15) / registers)) & ~7
    self.batchRows = batchRows
    twins = symmetry.map { SymmetricSuccessorPruning(machine, plan, $0, rowCapacity: batchRows) }
    expansion = ColumnMachine(plan.expansion, tables: plan.tables, rowCapacity: batchRows)
    let checkRows = 128
    checking = ColumnMachine(plan.checking, tables: plan.tables, rowCapacity: checkRows)
    freshOutcomes = Array(repeating: 0, count: checkRows)
    freshKeys = Array(repeating: 0, count: checkRows)
    batch = StateBatch(wordCount: plan.wordCount, rowCapacity: batchRows)
    successors = SuccessorBuffer(wordCount: plan.wordCount, rowCapacity: batchRows)
    nodeChanges = Buffer(count: 2 * plan.wordCount)
    scratchWords = Buffer(count: plan.wordCount)
    counts = SearchCounts(plan, machine.spec)
    batchCounts = counts
    outcomeCounts = Buffer(count: plan.outcomeCount)
    matchCounts = Buffer(count: machine.spec.properties.count)
  }

  /// Prepares for the findings that are still open.
  ///
  /// - Parameter wanted: the only wanted finding; nil for all.
  func begin(known: Set<Finding>, wanted: Finding?) {
    self.known = known
    self.wanted = wanted
    isWatched = plan.findings.map { isOpen($0) && !isMoot($0) }
    isChecked = plan.checks.map { isOpen($0.finding) && !isMoot($0.finding) }
    isSought = machine.spec.properties.indices.map {
      notedSteps.contains($0) && wanted == nil && isOpen(Finding(.matched, property: $0))
        && machine.spec.properties[$0].tickDeadline == nil
    }
    openProperties = plan.opaqueProperties.map(\.index).filter {
      !isDecided($0) && (wanted.map { $0.isOfState } ?? true)
    }
  }

  /// Whether a finding is still open.
  func isOpen(_ finding: Finding) -> Bool {
    guard let wanted else { return !known.contains(finding) }
    if finding == wanted { return true }
    // If three or more rules may overlap, the pair is determined later.
    return finding.openOverlap != nil && wanted.kind == .overlap && wanted.event == finding.event
  }

  /// A decided property has no more faults.
  private func isDecided(_ property: Int) -> Bool {
    known.contains(Finding(.invariant, property: property))
      || machine.spec.properties[property].isGoal
        && known.contains(Finding(.goal, property: property))
      || known.contains(Finding(.transition, property: property))
  }

  private func isMoot(_ finding: Finding) -> Bool {
    finding.isFault && finding.property.map(isDecided) ?? false
  }

  // MARK: Expanding

  /// Expands states until none is left or all threads have to stop; calls `onBatch` after each batch.
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

  /// Clears everything, so that a search can restart.
  func reset() {
    interrupted = nil
    block = 0..<0
    newCount = 0
    freshCount = 0
    counts = SearchCounts(plan, machine.spec)
    findings = Findings()
    limitFaults = []
    allocator = WordTable.Block()
  }

  /// Whether a batch has to be repeated.
  var isInterrupted: Bool { interrupted != nil }

  /// The places of that batch.
  var unfinished: Range<Int>? { interrupted }

  /// Stores starts and checks them; returns the number with room.
  func insert(_ starts: ArraySlice<[Value]>, _ phase: SearchPhase) -> Int {
    var taken = 0
    var ticks = DeadlineTicks()
    for start in starts {
      if ticks.isOver() {
        phase.mustStop.store(true, ordering: .relaxed)
        break
      }
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
    outcomeCounts.clear()
    matchCounts.clear()
    successors.removeAll()
    guard load(places, phase) else { return false }
    let rows = expansion.allRows(places.count)
    expansion.run(0, rows)
    let transitions = plan.instances.withUnsafeBufferPointer { instances in
      plan.outcomes.withUnsafeBufferPointer { outcomes in
        react(instances, outcomes, rows, phase)
      }
    }
    guard let transitions else { return false }
    var hasHappened: [Bool] = []
    if !plan.opaqueInstances.isEmpty {
      guard reactByReference(places.count, &hasHappened, phase) else { return false }
    }
    guard flush(phase) else { return false }
    findDeadlocks(rows, hasHappened)
    counts.add(batchCounts)
    counts.transitions = counts.transitions.addingClamped(transitions)
    counts.expanded += places.count
    counts.states = counts.states.addingClamped(weight(of: rows))
    outcomeCounts.move(to: &counts.outcomes)
    matchCounts.move(to: &counts.matches)
    return true
  }

  /// Brings the states of a batch into the columns; false if there is no room for their parts.
  func load(_ places: Range<Int>, _ phase: SearchPhase) -> Bool {
    guard loadWords(places, phase) else { return false }
    guard let canonicalizer, let twins else { return true }
    let isCounted = canonicalizer.plan.permutationCount != nil
    if !isCounted, !twins.isOfUse { return true }
    let isWord = phase.codec.shape == .word
    for row in 0..<places.count {
      let size = canonicalizer.survey(
        isWord ? batch.keys.base + row : batch.words(row), alike: twins.alike(row: row),
        stride: batchRows)
      if isCounted { batch.weights[row] = size }
    }
    return true
  }

  /// The number of states that some rows represent.
  @inline(__always)
  func weight(of rows: ColumnMachine.Selection) -> Int {
    if canonicalizer == nil { return rows.count }
    var sum = 0
    for index in 0..<rows.count { sum &+= batch.weights[Int(rows.rows[index])] }
    return sum
  }

  /// The number of states that the stored states at some places represent; nil if there is no room for their parts.
  func weight(of places: Range<Int>, _ phase: SearchPhase) -> Int? {
    var sum = 0
    for start in stride(from: places.lowerBound, to: places.upperBound, by: batchRows) {
      let batch = start..<min(start + batchRows, places.upperBound)
      guard load(batch, phase) else { return nil }
      sum = sum.addingClamped(weight(of: expansion.allRows(batch.count)))
    }
    return sum
  }

  /// Loads the states into the columns, without the number of states that each represents.
  func loadWords(_ places: Range<Int>, _ phase: SearchPhase) -> Bool {
    let source = phase.source
    if phase.codec.shape == .word {
      let column = expansion.column(0)
      for (row, place) in places.enumerated() {
        let key = source[place]
        batch.keys[row] = key
        column[row] = Int(bitPattern: UInt(key))
      }
      return true
    }
    for (row, place) in places.enumerated() {
      let words = batch.words(row)
      if phase.holdsWords {
        words.update(from: source + place * plan.wordCount, count: plan.wordCount)
        batch.keys[row] = phase.codec.fingerprint(of: words)
        guard phase.codec.encode(words, nodes: batch.nodes(row), allocator: &allocator) != nil
        else {
          phase.lacksParts.store(true, ordering: .relaxed)
          return false
        }
      } else {
        let key = source[place]
        batch.keys[row] = key
        phase.codec.decode(key, words: words, nodes: batch.nodes(row))
      }
      expansion.load(words, row: row)
    }
    return true
  }

  /// Computes the reactions of all event instances in the states of the batch; returns the number of steps, or nil if
  /// there was no room.
  private func react(
    _ instances: UnsafeBufferPointer<Plan.Instance>, _ outcomes: UnsafeBufferPointer<Plan.Outcome>,
    _ all: ColumnMachine.Selection, _ phase: SearchPhase
  ) -> Int? {
    let isWord = phase.codec.shape == .word
    let table = phase.table
    var transitions = 0
    for (place, instance) in instances.enumerated() {
      let rows = expansion.begin(instance, in: all)
      if rows.count == 0 { continue }
      if instance.watches.count > 0 { look(instance.watches, rows) }
      if instance.orders.count > 0 { noteOrders(instance.orders, rows) }
      for number in instance.outcomes.range {
        let outcome = outcomes[number]
        let taken = expansion.take(outcome, in: rows)
        if taken.count == 0 { continue }
        transitions = transitions.addingClamped(weight(of: taken))
        outcomeCounts.add(taken.count, to: outcome.number)
        if outcome.matches.count > 0 { countMatches(outcome.matches, taken) }
        if outcome.changes.count == 0 { continue }
        if let twins {
          let spared = twins.areSpared(instance: place, rows: all.count)
          if isWord {
            emitWord(outcome.change, taken, spared)
          } else {
            emitWords(outcome.changes, taken, spared)
          }
        } else if isWord {
          emitWord(outcome.change, taken, table)
        } else {
          emitWords(outcome.changes, taken, phase)
        }
        successors.endSegment(outcome.number)
        if successors.count >= SuccessorBuffer.fullCount, !flush(phase) { return nil }
      }
    }
    return transitions
  }

  private func countMatches(_ matches: Plan.Span, _ rows: ColumnMachine.Selection) {
    for index in matches.range {
      let match = plan.matches[index]
      let count = match.register < 0 ? weight(of: rows) : trueCount(match.register, rows)
      matchCounts.add(count, to: match.property)
      if count > 0, isSought[match.property] { note(match, rows) }
    }
  }

  private func note(_ match: Plan.Match, _ rows: ColumnMachine.Selection) {
    for index in 0..<rows.count {
      let row = Int(rows.rows[index])
      if match.register < 0 || expansion.column(match.register)[row] != 0 {
        findings.add(Finding(.matched, property: match.property), batch.keys[row])
      }
    }
  }

  private func look(_ watches: Plan.Span, _ rows: ColumnMachine.Selection) {
    for index in watches.range where isWatched[plan.watches[index].finding] {
      look(plan.watches[index], rows)
    }
  }

  private func look(_ watch: Plan.ReferenceProbe, _ rows: ColumnMachine.Selection) {
    let column = expansion.column(watch.register)
    for index in 0..<rows.count {
      let row = Int(rows.rows[index])
      if column[row] != 0 { findings.add(plan.findings[watch.finding], batch.keys[row]) }
    }
  }

  private func trueCount(_ register: Int32, _ rows: ColumnMachine.Selection) -> Int {
    let column = expansion.column(register)
    var count = 0
    for index in 0..<rows.count {
      let row = Int(rows.rows[index])
      count &+= column[row] != 0 ? batch.weights[row] : 0
    }
    return count
  }

  private var lookForDeadlocks: Bool { wanted.map { $0.kind.subject == .end } ?? true }

  private func findDeadlocks(_ rows: ColumnMachine.Selection, _ hasHappened: [Bool]) {
    guard let alive = plan.alive, lookForDeadlocks else { return }
    let column = expansion.column(alive)
    for row in 0..<rows.count where column[row] == 0 {
      if !hasHappened.isEmpty, hasHappened[row] { continue }
      if let goal = machine.spec.goalBeyondBound,
        case .success(true) = properties.holds(machine.spec.properties[goal], in: state(row))
      {
        matchCounts.add(batch.weights[row], to: goal)
        continue
      }
      if let terminal = plan.terminal, expansion.column(terminal)[row] != 0 { continue }
      if !isOpen(Finding(.deadlock)), machine.spec.terminals.isEmpty { continue }
      let deadlock = properties.deadlock(in: state(row)) { limitFaults.insert($0) }
      guard let finding = deadlock, isOpen(finding) else { continue }
      findings.add(finding, batch.keys[row])
    }
  }

  /// The values of the state in a row of the batch.
  func state(_ row: Int) -> [Value] {
    machine.layout.unpack(expansion.words(row: row))
  }
}
