import Semantics

/// Questions about runs: a walk may stay in its last state forever if no fair action is enabled there.
extension WalkWorker {
  private static let maximumKnownStops = 10_000

  /// Records the rows in which an answer is pending.
  ///
  /// - Parameter step: how many steps the walks have done.
  func followRuns(_ step: Int) {
    for (number, group) in plan.runGroups.enumerated() where openRuns[number] != 0 {
      if let bits = group.bits {
        follow(number, group.runs.count, bits, step)
      } else {
        followByReference(number, group.runs, step)
      }
    }
  }

  private func follow(_ number: Int, _ count: Int, _ places: RunConditions<Int>, _ step: Int) {
    let conditions = places.map { bits($0, count) }
    let fromStart = step == 0 ? runsFromStart[number] : 0
    let stride = plan.runGroups.count
    for row in 0..<rowCount {
      let place = row &* stride &+ number
      let already = pendingRuns[place]
      let asked = already | conditions.begins(row) | fromStart
      let faults =
        conditions.premiseFaults(row) & ~already | conditions.bodyFaults(row) & asked
      let faulted = faultedRuns[place] | faults
      faultedRuns[place] = faulted
      pendingRuns[place] = asked & conditions.isOpen(row) & ~faulted
    }
  }

  private func followByReference(_ number: Int, _ runs: [Int], _ step: Int) {
    let stride = plan.runGroups.count
    for row in 0..<rowCount {
      let state = state(row)
      let word = row * stride + number
      for (place, run) in runs.enumerated() {
        let bit: UInt64 = 1 << UInt64(place)
        if faultedRuns[word] & bit != 0 { continue }
        let question = plan.runs[run]
        let judge = LeadsTo(machine.spec.properties[question.property], question.arguments)
        let isPending = judge.isPending(
          in: state, isStart: step == 0, already: pendingRuns[word] & bit != 0)
        switch isPending {
        case .success(true): pendingRuns[word] |= bit
        case .success(false): pendingRuns[word] &= ~bit
        case .failure:
          pendingRuns[word] &= ~bit
          faultedRuns[word] |= bit
        }
      }
    }
  }

  /// Records each `eventually` that is violated if the walk of a row stays in its last state forever.
  ///
  /// - Parameter step: how many steps the walk has done.
  func noteStop(_ row: Int, step: Int) {
    for (number, group) in plan.runGroups.enumerated() {
      var rest = pendingRuns[row * plan.runGroups.count + number] & openRuns[number]
      guard rest != 0, mayStop(row) else { continue }
      while rest != 0 {
        let run = plan.runs[group.runs[rest.trailingZeroBitCount]]
        rest &= rest - 1
        tally.note(
          Finding(.eventually, property: run.property),
          at: WalkPlace(walk: walks[row], step: step))
      }
    }
  }

  private func mayStop(_ row: Int) -> Bool {
    let words = words(of: row)
    if let known = knownStops[words] { return known }
    let mayStop = lasso.mayStop(in: state(row))
    if knownStops.count < Self.maximumKnownStops { knownStops[words] = mayStop }
    return mayStop
  }
}
