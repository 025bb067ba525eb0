import Basics
import Semantics

/// The steps of states, without a store for the successors.
extension SearchWorker {
  /// Calls `body` with the row and the canonical words of the successor of every step that changes something, from
  /// the states of the batch. There may be duplicates.
  ///
  /// - Returns: false if the deadline of the thread is over.
  @inline(__always)
  func forEachStep(rowCount: Int, _ body: (_ row: Int, _ words: [UInt64]) -> Void) -> Bool {
    let rows = expansion.allRows(rowCount)
    expansion.run(0, rows)
    for instance in plan.instances {
      if canonicalizer != nil, Deadline.isOver { return false }
      forEachStep(instance, rows, body)
    }
    for row in 0..<rowCount where !plan.opaqueInstances.isEmpty {
      let state = state(row)
      for opaque in plan.opaqueInstances {
        for step in evaluator.react(to: machine.instances[opaque.index], in: state).steps {
          if canonicalizer != nil, Deadline.isOver { return false }
          body(row, canonicalWords(of: step.state))
        }
      }
    }
    return true
  }

  @inline(__always)
  private func forEachStep(
    _ instance: Plan.Instance, _ all: ColumnMachine.Selection, _ body: (Int, [UInt64]) -> Void
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
        body(row, scratchWords)
      }
    }
  }
}
