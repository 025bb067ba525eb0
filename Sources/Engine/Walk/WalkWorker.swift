import Semantics

/// One thread of random walks: `run(chunk)` does some walks side by side, in columns.
///
/// Each step of all walks has three parts: the possible outcomes and the findings; the choices, row by row; and the
/// changes, outcome by outcome, for the rows that chose it. One worker does chunk after chunk, in ascending order of
/// walks, and does not search again for its earlier findings.
///
/// Invariants: the buffers have `rowCapacity` elements (`counts` as many for each event and rule), all initialized;
/// rows below `rowCount` are active walks.
final class WalkWorker: @unchecked Sendable {
  let machine: Machine
  let plan: WalkPlan
  let columns: ColumnMachine
  let rowCapacity: Int
  let seed: UInt64
  let maximumSteps: Int
  let starts: [[UInt64]]
  let evaluator: ReferenceEvaluator
  private let properties: PropertyEvaluator

  var rowCount = 0
  /// For each row, the walk, the key of its draws, and its included events.
  let walks: Buffer<Int>
  let keys: Buffer<UInt64>
  let swarms: Buffer<UInt64>
  /// For each row, the number of steps between draws of these.
  let periods: Buffer<Int>
  /// For each row, the number of times that its walk took each event, followed by each group of outcomes.
  let counts: Buffer<UInt32>
  /// The number of counts in each row: one for each event, and one for each group.
  let countStride: Int
  let selection = BitSelection()
  /// The events and groups of the plan with their columns, so that choosing needs no look-up.
  let events: Buffer<Choices>
  let groups: Buffer<Group>
  /// For each row, the chosen outcome.
  let chosen: Buffer<Int32>
  /// Rows, sorted by the chosen outcome.
  let sorted: Buffer<Int32>
  /// For each outcome, the number of rows that chose it, and the start or end of its rows in `sorted`.
  let bucketCounts: Buffer<Int32>
  let bucketEnds: Buffer<Int32>
  /// The outcomes that any row chose.
  let touched: Buffer<Int32>
  /// The number of times each outcome was chosen in this chunk.
  let outcomeCounts: Buffer<Int>
  /// The ranks of the sketches of even and of odd walks.
  let ranks: Buffer<UInt8>
  /// For each finding of the plan, whether it is still open.
  var open: [UInt64]
  var openProperties: [Int]
  /// For each row and group of questions about runs, the pending ones, and those that faulted on the walk.
  let pendingRuns: Buffer<UInt64>
  let faultedRuns: Buffer<UInt64>
  /// For each of these groups, the undecided questions, and those without a premise.
  var openRuns: [UInt64]
  let runsFromStart: [UInt64]
  let lasso: LassoWitness
  /// Whether a walk may stop in a state, for cached states.
  var knownStops: [[UInt64]: Bool] = [:]
  var tally: WalkTally
  /// By event and state, for cached states. The first word of a key is the event, the others are those of the state.
  private var knownOverlaps: [[UInt64]: Set<Finding>] = [:]
  private static let maximumKnownOverlaps = 10_000
  /// The recorded steps of a single walk, if requested.
  var record: [RecordedStep]?

  /// A step of a single walk.
  struct RecordedStep {
    var outcome: Int
    /// The number of outcomes of the same event instance and rule that were possible before it.
    var ordinal: Int
    /// The state after it.
    var words: [UInt64]
  }

  init(
    machine: Machine, plan: WalkPlan, starts: [[Value]], seed: UInt64, steps: Int,
    rowCapacity: Int
  ) {
    self.machine = machine
    self.plan = plan
    self.seed = seed
    self.rowCapacity = rowCapacity
    self.starts = starts.map { machine.layout.pack($0) }
    maximumSteps = steps
    evaluator = ReferenceEvaluator(machine.spec)
    properties = PropertyEvaluator(spec: machine.spec)
    columns = ColumnMachine(plan.program, tables: plan.tables, rowCapacity: rowCapacity)
    walks = Buffer(count: rowCapacity)
    keys = Buffer(count: rowCapacity)
    swarms = Buffer(count: rowCapacity)
    periods = Buffer(count: rowCapacity)
    countStride = plan.events.count + plan.groups.count
    counts = Buffer(count: rowCapacity * countStride)
    chosen = Buffer(count: rowCapacity)
    sorted = Buffer(count: rowCapacity)
    let outcomeCount = plan.outcomes.count
    bucketCounts = Buffer(count: outcomeCount)
    bucketEnds = Buffer(count: outcomeCount)
    touched = Buffer(count: outcomeCount)
    outcomeCounts = Buffer(count: outcomeCount)
    ranks = Buffer(count: 2 * StateSketch.count)
    open = (0..<plan.findingWords).map { word in
      let count = plan.findings.count - word * 64
      return count >= 64 ? ~0 : (1 << UInt64(count)) - 1
    }
    openProperties = plan.opaqueProperties
    let runWords = max(1, rowCapacity * plan.runGroups.count)
    pendingRuns = Buffer(count: runWords)
    faultedRuns = Buffer(count: runWords)
    openRuns = plan.runGroups.map { $0.runs.count >= 64 ? ~0 : (1 << UInt64($0.runs.count)) - 1 }
    runsFromStart = plan.runGroups.map { group in
      group.runs.enumerated().reduce(0) { mask, run in
        plan.runs[run.element].hasPremise ? mask : mask | 1 << UInt64(run.offset)
      }
    }
    lasso = LassoWitness(machine)
    tally = WalkTally(machine.spec)
    events = Buffer(count: plan.events.count)
    groups = Buffer(count: plan.groups.count)
    for (number, event) in plan.events.enumerated() {
      events[number] = Choices(
        possible: bits(event.firstBit, event.groups.count), first: event.groups.first,
        count: event.groups.count)
    }
    for (number, group) in plan.groups.enumerated() {
      let isAlways = group.isAlwaysPossible
      groups[number] = Group(
        possible: bits(group.firstBit, isAlways ? 0 : group.outcomes.count),
        first: group.outcomes.first, count: group.outcomes.count,
        alwaysCount: isAlways ? group.outcomes.count : 0,
        isQuick: isAlways || group.outcomes.count <= 8)
    }
  }

  // MARK: Walking

  /// Does some walks completely; nil if they were stopped, and `tally` then has their findings so far.
  ///
  /// All walks of a chunk are at the same step. When a walk ends early, another one takes its row.
  func run(_ chunk: WalkChunk, mustStop: () -> Bool) -> WalkTally? {
    begin(chunk)
    for step in 0...maximumSteps {
      if step & 15 == 0, mustStop() { return nil }
      columns.run(0, columns.allRows(rowCount))
      lookAtStates(step)
      followRuns(step)
      choose(step + 1)
      if rowCount == 0 || step == maximumSteps { break }
      happen()
      sketchStates()
    }
    for row in 0..<rowCount { noteStop(row, step: maximumSteps) }
    return finished(chunk)
  }

  /// Loads the starts of a chunk's walks into the columns, and resets all counts.
  private func begin(_ chunk: WalkChunk) {
    rowCount = chunk.count
    tally = WalkTally(machine.spec)
    outcomeCounts.clear()
    ranks.base.update(repeating: 0, count: 2 * StateSketch.count)
    counts.base.update(repeating: 0, count: rowCount * countStride)
    pendingRuns.base.update(repeating: 0, count: rowCount * plan.runGroups.count)
    faultedRuns.base.update(repeating: 0, count: rowCount * plan.runGroups.count)
    for row in 0..<rowCount {
      let walk = chunk.walk(row)
      let key = WalkDraws.key(seed: seed, walk: walk)
      walks[row] = walk
      keys[row] = key
      periods[row] = WalkDraws.period(key)
      swarms[row] = WalkDraws.swarm(key, events: plan.events.count, phase: 0)
      columns.load(start(key), row: row)
    }
    sketchStates()
  }

  /// The start of the walk with that key.
  func start(_ key: UInt64) -> [UInt64] {
    starts[WalkDraws.low(WalkDraws.draw(key, step: 0, WalkDraws.start), of: starts.count)]
  }

  /// The tally of a finished chunk. Events and rules are counted by outcome during the walks.
  private func finished(_ chunk: WalkChunk) -> WalkTally {
    tally.walks = chunk.count
    for (number, outcome) in plan.outcomes.enumerated() {
      let count = outcomeCounts[number]
      if count == 0 { continue }
      tally.steps += count
      tally.count(machine.instances[outcome.instance].event, rule: outcome.rule, times: count)
    }
    tally.even.merge(ranks.base)
    tally.odd.merge(ranks.base + StateSketch.count)
    // Later walks cannot be the first with one of these findings.
    for (place, finding) in plan.findings.enumerated() where tally.found[finding] != nil {
      if finding.openOverlap != nil { continue }
      open[place / 64] &= ~(1 << UInt64(place % 64))
    }
    openProperties.removeAll(where: tally.isDecided)
    for (number, group) in plan.runGroups.enumerated() where openRuns[number] != 0 {
      for (place, run) in group.runs.enumerated() where tally.isDecided(plan.runs[run].property) {
        openRuns[number] &= ~(1 << UInt64(place))
      }
    }
    return tally
  }

  /// Applies the chosen outcomes, one after the other, to all rows that chose it.
  ///
  /// Counting sort orders the rows by outcome in linear time, so each block runs once for all its rows.
  private func happen() {
    var touchedCount = 0
    for row in 0..<rowCount {
      let outcome = Int(chosen[row])
      if bucketCounts[outcome] == 0 {
        touched[touchedCount] = chosen[row]
        touchedCount &+= 1
      }
      bucketCounts[outcome] &+= 1
    }
    var end: Int32 = 0
    for place in 0..<touchedCount {
      let outcome = Int(touched[place])
      bucketEnds[outcome] = end
      end &+= bucketCounts[outcome]
    }
    for row in 0..<rowCount {
      let outcome = Int(chosen[row])
      let place = bucketEnds[outcome]
      sorted[Int(place)] = Int32(truncatingIfNeeded: row)
      bucketEnds[outcome] = place &+ 1
    }
    plan.outcomes.withUnsafeBufferPointer { outcomes in
      plan.changes.withUnsafeBufferPointer { changes in
        for place in 0..<touchedCount {
          let outcome = Int(touched[place])
          let count = Int(bucketCounts[outcome])
          let rows = sorted.base + (Int(bucketEnds[outcome]) - count)
          bucketCounts[outcome] = 0
          outcomeCounts.add(count, to: outcome)
          columns.run(outcome + 1, .init(rows: rows, count: count, isDense: false))
          for number in outcomes[outcome].changes.range {
            let change = columns.column(changes[number].register)
            let word = columns.column(Int32(truncatingIfNeeded: changes[number].word))
            for index in 0..<count { word[Int(rows[index])] ^= change[Int(rows[index])] }
          }
        }
      }
    }
    if record != nil {
      let outcome = Int(chosen[0])
      record?.append(
        RecordedStep(outcome: outcome, ordinal: ordinal(of: outcome), words: words(of: 0)))
    }
  }

  /// Adds the states of all rows to the sketch of even or of odd walks.
  private func sketchStates() {
    let words = plan.wordCount
    let first = columns.column(0)
    for row in 0..<rowCount {
      var hash = SlotHash.mix(UInt64(bitPattern: Int64(first[row])))
      for word in 1..<max(1, words) {
        let bits = columns.column(Int32(truncatingIfNeeded: word))[row]
        hash = SlotHash.mix(hash ^ UInt64(bitPattern: Int64(bits)))
      }
      StateSketch.add(hash, to: ranks.base + (walks[row] & 1) * StateSketch.count)
    }
  }

  // MARK: Findings

  /// Records the open findings of the states.
  private func lookAtStates(_ step: Int) {
    for word in 0..<plan.findingWords where open[word] != 0 {
      let column = columns.column(plan.words[word])
      let wanted = open[word]
      for row in 0..<rowCount {
        let bits = UInt64(bitPattern: Int64(column[row])) & wanted
        if bits != 0 { note(bits, ofWord: word, row, step) }
      }
    }
    if !openProperties.isEmpty { checkByReference(step) }
  }

  /// Records the findings of set bits, at the walk and step of a row.
  @inline(never)
  private func note(_ bits: UInt64, ofWord word: Int, _ row: Int, _ step: Int) {
    var rest = bits
    let place = WalkPlace(walk: walks[row], step: step)
    while rest != 0 {
      let finding = plan.findings[word * 64 + rest.trailingZeroBitCount]
      rest &= rest - 1
      if let event = finding.openOverlap {
        for exact in overlaps(of: event, row, place) { tally.note(exact, at: place) }
      } else {
        tally.note(finding, at: place)
      }
    }
  }

  /// The rules of an event that overlap in a row's state, if there may be three or more.
  private func overlaps(of event: Int, _ row: Int, _ place: WalkPlace) -> Set<Finding> {
    let key = [UInt64(event)] + words(of: row)
    if let known = knownOverlaps[key] { return known }
    let found = properties.overlaps(of: event, machine, evaluator, in: state(row)) {
      tally.note(limit: $0.limitText(in: machine.spec.file), at: place)
    }
    if knownOverlaps.count < Self.maximumKnownOverlaps { knownOverlaps[key] = found }
    return found
  }

  /// Looks at the properties without a plan, state by state.
  private func checkByReference(_ step: Int) {
    for row in 0..<rowCount {
      let place = WalkPlace(walk: walks[row], step: step)
      let found = properties.findings(openProperties, in: state(row)) {
        tally.note(limit: $0.limitText(in: machine.spec.file), at: place)
      }
      for finding in found { tally.note(finding, at: place) }
    }
  }

  /// Ends the walk of a row without possible events, and gives its row to the last walk.
  ///
  /// - Parameter step: how many steps the walk has done.
  func endWalk(_ row: Int, step: Int) {
    tally.deadEnds += 1
    noteStop(row, step: step)
    var isAlive = false
    for (word, alive) in plan.aliveBits.enumerated() {
      let bits = UInt64(bitPattern: Int64(columns.column(plan.words[word])[row]))
      if bits & alive != 0 { isAlive = true }
    }
    if !isAlive {
      let place = WalkPlace(walk: walks[row], step: step)
      let deadlock = properties.deadlock(in: state(row)) {
        tally.note(limit: $0.limitText(in: machine.spec.file), at: place)
      }
      if let deadlock { tally.note(deadlock, at: place) }
    }
    rowCount -= 1
    let last = rowCount
    if row == last { return }
    walks[row] = walks[last]
    keys[row] = keys[last]
    swarms[row] = swarms[last]
    periods[row] = periods[last]
    let taken = counts.base + row * countStride
    taken.update(from: counts.base + last * countStride, count: countStride)
    let groups = plan.runGroups.count
    for words in [pendingRuns.base, faultedRuns.base] where groups > 0 {
      (words + row * groups).update(from: words + last * groups, count: groups)
    }
    // The state, and everything computed from it.
    for register in 0..<plan.program.blocks[0].endRegister {
      let column = columns.column(Int32(truncatingIfNeeded: register))
      column[row] = column[last]
    }
  }

  // MARK: States

  func words(of row: Int) -> [UInt64] { columns.words(row: row) }

  func state(_ row: Int) -> [Value] { machine.layout.unpack(words(of: row)) }
}
