/// The planned steps from the states in the rows, event instance by event instance.
///
/// Before the first instance, block 0 must have run for all rows. The values of an instance are valid until the next
/// one begins, and those of an outcome until the next outcome.
extension ColumnMachine {
  /// The rows in which an event instance may happen or fault, with the values that its outcomes share.
  @inline(__always)
  func begin(_ instance: Plan.Instance, in rows: Selection) -> Selection {
    let possible =
      instance.gate < 0 ? rows : self.rows(of: rows, where: instance.gate, depth: 1)
    if possible.count > 0 { run(instance.block, possible) }
    return possible
  }

  /// Those of an instance's rows in which one of its outcomes happens, with its changes.
  @inline(__always)
  func take(_ outcome: Plan.Outcome, in possible: Selection) -> Selection {
    if outcome.happens < 0 { return possible }
    let taken = rows(of: possible, where: outcome.happens, depth: 2)
    if taken.count > 0 { run(outcome.block, taken) }
    return taken
  }

  /// Makes the words of a row's state those of its target.
  ///
  /// - Parameter all: the changes of the plan.
  /// - Returns: the changed bits of all words together; 0 if the step changes nothing.
  @inline(__always) @discardableResult
  func apply(
    _ changes: Plan.Span, of all: UnsafeBufferPointer<Plan.Change>,
    to words: UnsafeMutablePointer<UInt64>, row: Int
  ) -> UInt64 {
    var changed: UInt64 = 0
    for number in changes.range {
      let change = all[number]
      let bits = UInt64(UInt(bitPattern: column(change.register)[row]))
      changed |= bits
      words[change.word] ^= bits
    }
    return changed
  }
}
