import CPrefetch
import SpecLanguage

/// Finds the steps from stored states anew: `expand(…)`, then `steps` and what they lead to.
///
/// Unlike the workers of a search it tells which event instance and rule a step is by, keeps steps
/// that change nothing, and can tell by which permutation of names a target came to its canonical
/// form.
///
/// Invariants: `targets`, `instances`, `rules`, `rows` have `capacity` elements, `words` as many times
/// the words of a state, `permutations` as many times the names; `count` steps are there.
final class StateExpander {
  let machine: Machine
  let plan: Plan
  let rowCapacity: Int
  private let visited: StateCodec.View
  private let table: KeyTable.View
  private let expansion: ColumnMachine
  private let batch: StateBatch
  private let canonicalizer: Canonicalizer?
  private let evaluator: ReferenceEvaluator
  private let changes: UnsafeMutablePointer<StateCodec.View.NodeChange>
  private var allocator = WordTable.Block()

  /// The words of all targets, as the steps made them or in canonical form.
  private(set) var words: UnsafeMutablePointer<UInt64>
  private(set) var capacity = 1024
  private(set) var count = 0
  /// For each step the row of the state that it is from, the event instance and the rule (-1: none).
  private(set) var rows: [Int32]
  private(set) var instances: [Int32]
  private(set) var rules: [Int32]
  /// For each step the slot of its target in the table of visited states; -1 if it is not there.
  private(set) var targets: [Int]
  /// For each step the permutation that brought its target into canonical form.
  private(set) var permutations: [Int] = []
  var nameCount: Int { canonicalizer?.plan.nameCount ?? 0 }

  /// - Parameters:
  ///   - symmetry: how states are brought into canonical form; nil if each stands for itself.
  ///   - rows: how many states are expanded at once.
  init(
    _ machine: Machine, _ plan: Plan, symmetry: SymmetryPlan?, table: KeyTable.View,
    codec: StateCodec.View, rows rowCapacity: Int
  ) {
    self.machine = machine
    self.plan = plan
    self.rowCapacity = rowCapacity
    self.table = table
    visited = codec
    expansion = ColumnMachine(plan.expansion, tables: plan.tables, rowCapacity: rowCapacity)
    batch = StateBatch(wordCount: plan.wordCount, rowCapacity: rowCapacity)
    canonicalizer = symmetry.map { Canonicalizer($0) }
    evaluator = ReferenceEvaluator(machine.spec)
    changes = .allocate(capacity: 2 * plan.wordCount)
    changes.initialize(repeating: .init(node: 0, old: 0), count: 2 * plan.wordCount)
    words = .allocate(capacity: capacity * plan.wordCount)
    words.initialize(repeating: 0, count: capacity * plan.wordCount)
    rows = Array(repeating: 0, count: capacity)
    instances = rows
    rules = rows
    targets = Array(repeating: 0, count: capacity)
  }

  deinit {
    words.deallocate()
    changes.deallocate()
  }

  /// Brings stored states into the rows, by their slots.
  func load(slots: ArraySlice<Int>) {
    for (row, slot) in slots.enumerated() {
      guard let key = table.key(at: slot) else { continue }
      visited.decode(key, words: batch.words(row), nodes: batch.nodes(row))
      fill(row)
    }
  }

  /// Brings a state into the first row, by its words; its targets are not looked up.
  func load(words: [UInt64]) {
    for (word, bits) in words.enumerated() { batch.words(0)[word] = bits }
    fill(0)
  }

  private func fill(_ row: Int) {
    for word in 0..<plan.wordCount {
      expansion.column(Int32(truncatingIfNeeded: word))[row] =
        Int(bitPattern: UInt(batch.words(row)[word]))
    }
  }

  /// The words of the state in a row.
  func state(_ row: Int) -> [UInt64] { batch.state(row) }

  /// Finds all steps from the states in the first rows; targets stay as the steps made them.
  func react(rows rowCount: Int) {
    count = 0
    let all = expansion.allRows(rowCount)
    expansion.run(0, all)
    plan.instances.withUnsafeBufferPointer { instances in
      plan.outcomes.withUnsafeBufferPointer { outcomes in
        for instance in instances { react(instance, outcomes, all) }
      }
    }
    for opaque in plan.opaqueInstances {
      for row in 0..<rowCount { reactByReference(opaque.index, row) }
    }
  }

  /// Finds all steps from the states in the first rows and the slots of their targets.
  ///
  /// - Parameter tracks: whether `permutations` is to be filled.
  func expand(rows rowCount: Int, tracks: Bool) {
    react(rows: rowCount)
    lookUpTargets(tracks: tracks)
  }

  private func react(
    _ instance: Plan.Instance, _ outcomes: UnsafeBufferPointer<Plan.Outcome>,
    _ all: ColumnMachine.Selection
  ) {
    let possible =
      instance.gate < 0 ? all : expansion.rows(of: all, where: instance.gate, depth: 1)
    if possible.count == 0 { return }
    expansion.run(instance.block, possible)
    for number in instance.outcomes.range {
      let outcome = outcomes[number]
      var taken = possible
      if outcome.happens >= 0 {
        taken = expansion.rows(of: possible, where: outcome.happens, depth: 2)
        if taken.count == 0 { continue }
        expansion.run(outcome.block, taken)
      }
      let rule = plan.outcomeRules[outcome.number].rule.map { Int32(truncatingIfNeeded: $0) } ?? -1
      makeRoom(for: taken.count)
      for index in 0..<taken.count {
        let row = Int(taken.rows[index])
        let target = words + count * plan.wordCount
        target.update(from: batch.words(row), count: plan.wordCount)
        for change in outcome.changes.range {
          let change = plan.changes[change]
          target[change.word] ^= UInt64(UInt(bitPattern: expansion.column(change.register)[row]))
        }
        append(row, instance.instance, rule)
      }
    }
  }

  private func reactByReference(_ index: Int, _ row: Int) {
    let instance = machine.instances[index]
    let state = machine.layout.unpack(batch.state(row))
    for step in evaluator.react(to: instance, in: state).steps {
      makeRoom(for: 1)
      for (word, bits) in machine.layout.pack(step.state).enumerated() {
        words[count * plan.wordCount + word] = bits
      }
      append(row, index, step.rule.map { Int32(truncatingIfNeeded: $0) } ?? -1)
    }
  }

  private func append(_ row: Int, _ instance: Int, _ rule: Int32) {
    rows[count] = Int32(truncatingIfNeeded: row)
    instances[count] = Int32(truncatingIfNeeded: instance)
    rules[count] = rule
    count += 1
  }

  private func makeRoom(for more: Int) {
    guard count + more > capacity else { return }
    let old = (words, capacity * plan.wordCount)
    let missing = max(capacity, more)
    capacity += missing
    words = .allocate(capacity: capacity * plan.wordCount)
    words.initialize(repeating: 0, count: capacity * plan.wordCount)
    words.update(from: old.0, count: old.1)
    old.0.deallocate()
    rows += Array(repeating: 0, count: missing)
    instances += Array(repeating: 0, count: missing)
    rules += Array(repeating: 0, count: missing)
    targets += Array(repeating: 0, count: missing)
  }

  private func lookUpTargets(tracks: Bool) {
    let names = nameCount
    if tracks, permutations.count < capacity * names {
      permutations = Array(repeating: 0, count: capacity * names)
    }
    // Homes are kept where the slots will be.
    for step in 0..<count {
      let target = words + step * plan.wordCount
      let row = Int(rows[step])
      if let canonicalizer {
        if isUnchanged(target, row) {
          if tracks { for name in 0..<names { permutations[step * names + name] = name } }
        } else {
          canonicalizer.canonicalize(target, tracks: tracks)
          if tracks {
            for name in 0..<names {
              permutations[step * names + name] = canonicalizer.permutation[name]
            }
          }
        }
      }
      if visited.shape == .word { table.prefetch(table.home(of: target[0])) }
    }
    for step in 0..<count {
      let target = words + step * plan.wordCount
      let row = Int(rows[step])
      let key = visited.encode(
        target, parent: batch.words(row), nodes: batch.nodes(row), changes: changes,
        allocator: &allocator)
      targets[step] = key.flatMap { table.find($0) } ?? -1
    }
  }

  /// Calls `body` with the permutation that brought a step's target into canonical form.
  @inline(__always)
  func withPermutation<Result>(
    _ step: Int, _ body: (TupleImages.Permutation) -> Result
  ) -> Result? {
    permutations.withUnsafeBufferPointer { all in
      all.baseAddress.map { body($0 + step * nameCount) }
    }
  }

  private func isUnchanged(_ target: UnsafeMutablePointer<UInt64>, _ row: Int) -> Bool {
    for word in 0..<plan.wordCount where target[word] != batch.words(row)[word] { return false }
    return true
  }

  /// The slot of the orbit of a state and the permutation that brings it into canonical form.
  func slot(of state: [UInt64]) -> (slot: Int, permutation: [Int])? {
    for (word, bits) in state.enumerated() { batch.words(0)[word] = bits }
    var permutation: [Int] = []
    if let canonicalizer {
      canonicalizer.canonicalize(batch.words(0), tracks: true)
      permutation = (0..<nameCount).map { canonicalizer.permutation[$0] }
    }
    let key = visited.encode(batch.words(0), nodes: batch.nodes(0), allocator: &allocator)
    return key.flatMap { table.find($0) }.map { ($0, permutation) }
  }
}
