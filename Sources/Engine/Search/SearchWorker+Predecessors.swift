import Semantics

/// Looking back: which states have a step to a marked one.
extension SearchWorker {
  /// The words under which a state is stored.
  func canonicalWords(of state: [Value]) -> [UInt64] {
    var words = machine.layout.pack(state)
    canonicalizer?.canonicalize(&words)
    return words
  }

  /// The key of a state; nil if there is no room for its parts, which then is not stored.
  func key(of state: [Value], _ codec: StateCodec.View) -> UInt64? {
    let words = canonicalWords(of: state)
    if codec.shape == .word { return words[0] }
    for (word, bits) in words.enumerated() { batch.words(0)[word] = bits }
    return codec.encode(batch.words(0), nodes: batch.nodes(0), allocator: &allocator)
  }

  /// The keys of those states of the phase with a step to a state marked with any of the lanes, and
  /// with which.
  func findPredecessors(
    _ phase: SearchPhase, _ marks: Marks, _ lanes: UInt8
  ) -> [MarkedState] {
    var found: [MarkedState] = []
    var seen = [UInt8](repeating: 0, count: batchRows)
    while true {
      let start = phase.cursor.add(batchRows, ordering: .relaxed).oldValue
      guard start < phase.states.upperBound, !Watch.isOver else { return found }
      let places = start..<min(start + batchRows, phase.states.upperBound)
      // The parts of these states are all there, or not needed.
      guard loadWords(places, phase) else { return found }
      for row in seen.indices { seen[row] = 0 }
      let rows = expansion.allRows(places.count)
      expansion.run(0, rows)
      for instance in plan.instances {
        if canonicalizer != nil, Watch.isOver { return found }
        look(instance, rows, phase, marks, &seen)
      }
      for row in 0..<places.count where !plan.opaqueInstances.isEmpty {
        lookByReference(row, phase, marks, &seen)
      }
      for row in 0..<places.count where seen[row] & lanes != 0 {
        found.append((batch.keys[row], seen[row] & lanes))
      }
    }
  }

  private func look(
    _ instance: Plan.Instance, _ all: ColumnMachine.Selection, _ phase: SearchPhase,
    _ marks: Marks, _ seen: inout [UInt8]
  ) {
    let rows = instance.gate < 0 ? all : expansion.rows(of: all, where: instance.gate, depth: 1)
    if rows.count == 0 { return }
    expansion.run(instance.block, rows)
    for outcome in plan.outcomes[instance.outcomes.range] where outcome.changes.count > 0 {
      var taken = rows
      if outcome.happens >= 0 {
        taken = expansion.rows(of: rows, where: outcome.happens, depth: 2)
        expansion.run(outcome.block, taken)
      }
      for index in 0..<taken.count {
        let row = Int(taken.rows[index])
        for word in 0..<plan.wordCount {
          scratchWords[word] = UInt64(
            UInt(bitPattern: expansion.column(Int32(truncatingIfNeeded: word))[row]))
        }
        for change in plan.changes[outcome.changes.range] {
          scratchWords[change.word] ^= UInt64(
            UInt(bitPattern: expansion.column(change.register)[row]))
        }
        canonicalizer?.canonicalize(&scratchWords)
        seen[row] |= mark(scratchWords, row, phase, marks)
      }
    }
  }

  private func lookByReference(
    _ row: Int, _ phase: SearchPhase, _ marks: Marks, _ seen: inout [UInt8]
  ) {
    let state = state(row)
    for opaque in plan.opaqueInstances {
      for step in evaluator.react(to: machine.instances[opaque.index], in: state).steps {
        if canonicalizer != nil, Watch.isOver { return }
        seen[row] |= mark(canonicalWords(of: step.state), row, phase, marks)
      }
    }
  }

  /// The marks of a successor.
  private func mark(
    _ words: [UInt64], _ row: Int, _ phase: SearchPhase, _ marks: Marks
  ) -> UInt8 {
    var key = words[0]
    if phase.codec.shape != .word {
      let encoded = words.withUnsafeBufferPointer { buffer in
        buffer.baseAddress.flatMap {
          phase.codec.encode(
            $0, parent: batch.words(row), nodes: batch.nodes(row), changes: nodeChanges.base,
            allocator: &allocator)
        }
      }
      guard let encoded else { return 0 }
      key = encoded
    }
    guard marks.filter.mayHave(key) else { return 0 }
    return phase.table.find(key).map { marks.base[$0] } ?? 0
  }
}
