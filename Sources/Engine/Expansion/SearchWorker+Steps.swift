import Basics
import Semantics

/// The steps of states, without a store for the successors.
extension SearchWorker {
  /// The row of a step, and the canonical words of its target, which are valid during the call.
  typealias StepBody = (_ row: Int, _ words: UnsafeMutablePointer<UInt64>) -> Void

  /// Calls `body` for every step that changes something, from the states of the batch. There may be duplicates.
  ///
  /// - Returns: false if the deadline of the thread is over.
  @inline(__always)
  func forEachStep(rowCount: Int, _ body: StepBody) -> Bool {
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
          var words = canonicalWords(of: step.state)
          body(row, &words)
        }
      }
    }
    return true
  }

  @inline(__always)
  private func forEachStep(
    _ instance: Plan.Instance, _ all: ColumnMachine.Selection, _ body: StepBody
  ) {
    let rows = expansion.begin(instance, in: all)
    if rows.count == 0 { return }
    let words = scratchWords.base
    plan.changes.withUnsafeBufferPointer { changes in
      for outcome in plan.outcomes[instance.outcomes.range] where outcome.changes.count > 0 {
        let taken = expansion.take(outcome, in: rows)
        for index in 0..<taken.count {
          let row = Int(taken.rows[index])
          expansion.copy(row: row, to: words)
          expansion.apply(outcome.changes, of: changes, to: words, row: row)
          canonicalizer?.canonicalize(words)
          body(row, words)
        }
      }
    }
  }
}
