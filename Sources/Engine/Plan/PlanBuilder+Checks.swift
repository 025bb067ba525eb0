/// The checks of each new state, and when they run.
extension PlanBuilder {
  /// Returns the states in which one of the conditions in `terminal` certainly holds. At the first condition without
  /// wires, or that may have no value, later ones are dropped: the result is weaker, but sound.
  mutating func draftTerminals(_ symbolic: inout SymbolicMachine) -> Wire {
    var result = Circuit.falsity
    for root in machine.spec.terminals {
      symbolic.evaluator.circuit.allow(budget.gates)
      guard case .success(let (holds, faults)) = symbolic.property(root), faults.isEmpty else {
        return result
      }
      result = symbolic.evaluator.circuit.or(result, holds)
    }
    return result
  }

  /// Makes the program that checks new states, and computes which outcomes may change each check's answer.
  ///
  /// A check that is false in every state is dropped. Each of the others gets a block below the topmost, which
  /// contains the parts that at least two of them need.
  mutating func scheduleChecks(_ found: [StateCheck], _ reactions: [Draft]) {
    var tabulated = found.map { (check: $0, wire: tabulation.tabulated($0.happens)) }
    tabulated.removeAll { $0.wire == Circuit.falsity }
    let parents = [0] + tabulated.map { _ in 0 }
    checking = Program(
      tabulation.circuit, wordCount: layout.wordCount, parents: parents,
      demands: tabulated.enumerated().map { ($1.wire, $0 + 1) })
    checks = tabulated.enumerated().map { index, draft in
      Plan.Check(
        finding: draft.check.finding, register: checking.register(draft.wire), block: index + 1)
    }
    let fields = tabulated.map { tabulation.circuit.fields(of: [$0.check.happens]) }
    let all = Array(repeating: ~UInt64(0), count: (checks.count + 63) / 64)
    for outcome in reactions.flatMap(\.outcomes) {
      var bits = Array(repeating: UInt64(0), count: all.count)
      for (check, read) in fields.enumerated() where !read.isDisjoint(with: outcome.writtenFields) {
        bits[check / 64] |= 1 << UInt64(check % 64)
      }
      affected.append(bits)
    }
    affected.append(all)
  }
}
