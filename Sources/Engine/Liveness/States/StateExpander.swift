import Basics
import CPrefetch
import Semantics

/// Recomputes the steps from stored states: `load(slots: …)`, `expand(…)`, and then `steps`.
///
/// There are three differences to the workers of a search. It reports the event instance and rule of a step. It keeps
/// steps that change nothing. It can report the permutation of names between a target and its canonical form.
final class StateExpander {
  let plan: Plan
  private let codec: StateCodec.View
  private let table: KeyTable.View
  private let expansion: ColumnMachine
  private let batch: StateBatch
  private let canonicalizer: Canonicalizer?
  private let referenceSteps: ReferenceSteps
  private let changes: Buffer<StateCodec.View.NodeChange>
  /// The start of the search for numbers of parts; every part exists.
  private var allocator = WordTable.Block()
  /// The number of rows in the current batch.
  private var beganRows = 0

  /// The marks that will be read for the targets, and their number for each slot.
  private let marks: UnsafePointer<UInt32>?
  private let marksPerSlot: Int

  /// The last computed steps.
  private(set) var steps: StepBuffer
  var nameCount: Int { canonicalizer?.plan.nameCount ?? 0 }
  /// With more names, each step may take long, and much memory.
  private static let fewNames = 256

  /// - Parameters:
  ///   - referenceSteps: the steps that have no plan.
  ///   - canonicalizer: converts states to canonical form; nil if each represents itself. Others may use it in
  ///     between.
  ///   - rows: the number of states that are expanded at once.
  ///   - marks: the marks that will be read for the targets, `marksPerSlot` for each slot.
  init(
    _ plan: Plan, _ referenceSteps: ReferenceSteps, canonicalizer: Canonicalizer?,
    table: KeyTable.View, codec: StateCodec.View, rows rowCapacity: Int,
    marks: UnsafePointer<UInt32>? = nil, marksPerSlot: Int = 1
  ) {
    self.marks = marks
    self.marksPerSlot = marksPerSlot
    self.plan = plan
    self.table = table
    self.codec = codec
    expansion = ColumnMachine(plan.expansion, tables: plan.tables, rowCapacity: rowCapacity)
    batch = StateBatch(wordCount: plan.wordCount, rowCapacity: rowCapacity)
    self.canonicalizer = canonicalizer
    self.referenceSteps = referenceSteps
    changes = Buffer(count: 2 * plan.wordCount)
    steps = StepBuffer(
      wordCount: plan.wordCount, nameCount: canonicalizer?.plan.nameCount ?? 0, capacity: 1024)
  }

  // MARK: Loading

  /// Brings a stored state into a row, by its slot.
  @inline(__always)
  func load(slot: Int, row: Int) {
    guard let key = table.key(at: slot) else { return }
    codec.decode(key, words: batch.words(row), nodes: batch.nodes(row))
    expansion.load(batch.words(row), row: row)
  }

  /// Brings stored states into the rows, by their slots.
  func load(slots: some Sequence<Int>) {
    for (row, slot) in slots.enumerated() { load(slot: slot, row: row) }
  }

  // MARK: Reacting

  /// Computes the steps from the states in the first rows; targets are not canonical.
  ///
  /// - Parameter isWanted: for each event instance of the machine whether its steps are wanted; nil for all.
  func react(rows rowCount: Int, isWanted: [Bool]? = nil) {
    let all = begin(rows: rowCount)
    plan.instances.withUnsafeBufferPointer { instances in
      plan.outcomes.withUnsafeBufferPointer { outcomes in
        plan.changes.withUnsafeBufferPointer { changes in
          for instance in instances where isWanted?[instance.instance] ?? true {
            react(instance, outcomes, changes, all)
          }
        }
      }
    }
    for opaque in plan.opaqueInstances where isWanted?[opaque.index] ?? true {
      for row in 0..<rowCount { reactByReference(opaque.index, row) }
    }
  }

  /// Finds the steps from the states in the first rows and the slots of their targets.
  ///
  /// - Parameters:
  ///   - tracks: whether permutations are recorded.
  ///   - isWanted: for each event instance of the machine whether its steps are wanted; nil for all.
  func expand(rows rowCount: Int, tracks: Bool, isWanted: [Bool]? = nil) {
    react(rows: rowCount, isWanted: isWanted)
    lookUpTargets(tracks: tracks)
  }

  /// Computes the shared part of all instances for the states in the first rows.
  func begin(rows rowCount: Int) -> ColumnMachine.Selection {
    steps.count = 0
    beganRows = rowCount
    let all = expansion.allRows(rowCount)
    expansion.run(0, all)
    return all
  }

  /// The rows of the batch that satisfy a condition.
  func rows(where isWanted: (Int) -> Bool) -> ColumnMachine.Selection {
    expansion.rows(beganRows, depth: 3, where: isWanted)
  }

  /// Computes the steps by one of the plan's instances from some rows, and the slots of their targets.
  func expand(
    instance number: Int, _ rows: ColumnMachine.Selection, tracks: Bool
  ) {
    steps.count = 0
    plan.outcomes.withUnsafeBufferPointer { outcomes in
      plan.changes.withUnsafeBufferPointer { changes in
        react(plan.instances[number], outcomes, changes, rows)
      }
    }
    lookUpTargets(tracks: tracks)
  }

  private func react(
    _ instance: Plan.Instance, _ outcomes: UnsafeBufferPointer<Plan.Outcome>,
    _ changes: UnsafeBufferPointer<Plan.Change>, _ all: ColumnMachine.Selection
  ) {
    let possible = expansion.begin(instance, in: all)
    if possible.count == 0 { return }
    for number in instance.outcomes.range {
      let outcome = outcomes[number]
      let taken = expansion.take(outcome, in: possible)
      if taken.count == 0 { continue }
      let rule = plan.outcomeRules[outcome.number].rule.map { Int32(truncatingIfNeeded: $0) } ?? -1
      let steps = stepsWithRoom(for: taken.count)
      for index in 0..<taken.count {
        let row = Int(taken.rows[index])
        let target = steps.target(steps.count)
        target.update(from: batch.words(row), count: plan.wordCount)
        expansion.apply(outcome.changes, of: changes, to: target, row: row)
        steps.append(row, instance.instance, rule)
      }
    }
  }

  private func reactByReference(_ index: Int, _ row: Int) {
    for step in referenceSteps.steps(from: batch.state(row), by: index) {
      let steps = stepsWithRoom(for: 1)
      let target = steps.target(steps.count)
      for (word, bits) in step.words.enumerated() { target[word] = bits }
      steps.append(row, index, step.rule)
    }
  }

  /// The steps, after making room for more.
  @inline(__always)
  private func stepsWithRoom(for more: Int) -> StepBuffer {
    if !steps.hasRoom(for: more) { steps = steps.grown(by: more) }
    return steps
  }

  // MARK: Targets

  private func lookUpTargets(tracks: Bool) {
    let steps = steps
    if let canonicalizer { canonicalize(canonicalizer, steps, tracks: tracks) }
    if codec.shape == .word {
      // Until slots are known, their homes are stored instead.
      for step in 0..<steps.count {
        let home = table.home(of: steps.words[step])
        table.prefetch(home)
        if let marks { traycheck_prefetch(marks + home * marksPerSlot) }
        steps.targets[step] = home
      }
      for step in 0..<steps.count {
        steps.targets[step] = table.find(steps.words[step], home: steps.targets[step]) ?? -1
      }
      return
    }
    var block = allocator
    defer { allocator = block }
    // The keys replace the first words, which are no longer needed.
    for step in 0..<steps.count {
      let row = Int(steps.rows[step])
      let target = steps.target(step)
      let key = codec.encode(
        target, parent: batch.words(row), nodes: batch.nodes(row), changes: changes.base,
        allocator: &block)
      steps.targets[step] = key.map { table.home(of: $0) } ?? -1
      guard let key else { continue }
      target[0] = key
      table.prefetch(steps.targets[step])
      if let marks { traycheck_prefetch(marks + steps.targets[step] * marksPerSlot) }
    }
    for step in 0..<steps.count where steps.targets[step] >= 0 {
      steps.targets[step] = table.find(steps.target(step)[0], home: steps.targets[step]) ?? -1
    }
  }

  /// Converts all targets to canonical form; if the deadline is over, the other steps are dropped.
  private func canonicalize(
    _ canonicalizer: Canonicalizer, _ steps: StepBuffer, tracks: Bool
  ) {
    if !tracks, codec.shape == .word || canonicalizer.isColumnar {
      return canonicalizer.canonicalize(steps.words.base, count: steps.count)
    }
    for step in 0..<steps.count {
      if nameCount > Self.fewNames, Deadline.isOver {
        steps.count = step
        return
      }
      let target = steps.target(step)
      if isUnchanged(target, Int(steps.rows[step])) {
        if tracks {
          for name in 0..<steps.nameCount { steps.permutation(step)[name] = name }
        }
        continue
      }
      canonicalizer.canonicalize(target, tracks: tracks)
      if tracks {
        steps.permutation(step).update(from: canonicalizer.permutation.base, count: steps.nameCount)
      }
    }
  }

  @inline(__always)
  private func isUnchanged(_ target: UnsafeMutablePointer<UInt64>, _ row: Int) -> Bool {
    for word in 0..<plan.wordCount where target[word] != batch.words(row)[word] { return false }
    return true
  }

  /// The slot of a state's orbit, and the permutation to its canonical form.
  func slot(of state: [UInt64]) -> (slot: Int, permutation: [Int])? {
    for (word, bits) in state.enumerated() { batch.words(0)[word] = bits }
    var permutation: [Int] = []
    if let canonicalizer {
      canonicalizer.canonicalize(batch.words(0), tracks: true)
      permutation = (0..<nameCount).map { canonicalizer.permutation[$0] }
    }
    let key = codec.encode(
      batch.words(0), nodes: batch.nodes(0), allocator: &allocator)
    return key.flatMap { table.find($0) }.map { ($0, permutation) }
  }
}
