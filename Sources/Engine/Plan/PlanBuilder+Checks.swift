import SpecLanguage

/// What is found out about each new state, and when.
extension PlanBuilder {
  mutating func draftChecks(
    _ symbolic: inout SymbolicMachine
  ) -> [CheckDraft] {
    var drafts: [CheckDraft] = []
    for index in properties.sorted() {
      let property = machine.spec.properties[index]
      let isGoal: Bool
      switch property.kind {
      case .invariant: isGoal = false
      case .reachable: isGoal = true
      case .transition, .possible, .eventually: continue
      }
      symbolic.evaluator.circuit.allow(budget.gates)
      switch symbolic.property(property.body) {
      case .failure(let failure):
        opaqueProperties.append(.init(index: index, reason: failure.reason))
      case .success(let (holds, faults)):
        var faulted = Circuit.falsity
        for fault in faults {
          faulted = symbolic.evaluator.circuit.or(faulted, fault.happens)
          drafts.append(
            CheckDraft(
              kind: .fault(property: index, fault.range), original: fault.happens,
              wire: fault.happens))
        }
        let isSound = symbolic.evaluator.circuit.not(faulted)
        if isGoal {
          let reached = symbolic.evaluator.circuit.and(isSound, holds)
          drafts.append(CheckDraft(kind: .goal(index), original: reached, wire: reached))
        } else {
          for part in conjuncts(holds, symbolic.circuit) {
            let fails = symbolic.evaluator.circuit.not(part)
            let bad = symbolic.evaluator.circuit.and(isSound, fails)
            drafts.append(CheckDraft(kind: .invariant(index), original: bad, wire: bad))
          }
        }
      }
    }
    return drafts
  }

  /// The parts of a conjunction, which can be checked one by one.
  private func conjuncts(_ wire: Wire, _ circuit: Circuit) -> [Wire] {
    var parts: [Wire] = []
    var stack = [wire]
    while let next = stack.popLast() {
      let gate = circuit.gates[Int(next)]
      if gate.operation == .and {
        stack += [gate.a, gate.b]
      } else if gate.operation == .not, circuit.gates[Int(gate.a)].operation == .or {
        // None of several: not one, and not the other.
        let inner = circuit.gates[Int(gate.a)]
        guard let first = negation(inner.a, circuit), let second = negation(inner.b, circuit)
        else {
          parts.append(next)
          continue
        }
        stack += [first, second]
      } else {
        parts.append(next)
      }
    }
    return Set(parts).sorted()
  }

  private func negation(_ wire: Wire, _ circuit: Circuit) -> Wire? {
    let gate = circuit.gates[Int(wire)]
    return gate.operation == .not ? gate.a : nil
  }

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

  mutating func scheduleChecks(_ drafts: [CheckDraft], _ reactions: [Draft]) {
    var tabulated = drafts
    for index in tabulated.indices {
      tabulated[index].wire = tabulation.tabulated(drafts[index].wire)
    }
    tabulated.removeAll { $0.wire == Circuit.falsity }
    let parents = [0] + tabulated.map { _ in 0 }
    checking = Program(
      tabulation.circuit, wordCount: layout.wordCount, parents: parents,
      demands: tabulated.enumerated().map { ($1.wire, $0 + 1) })
    checks = tabulated.enumerated().map { index, draft in
      Plan.Check(kind: draft.kind, register: checking.register(draft.wire), block: index + 1)
    }
    let fields = tabulated.map { allFields($0.original) }
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

  /// All fields that a wire depends on.
  func allFields(_ wire: Wire) -> Set<Int> {
    var seen: Set<Wire> = []
    var fields: Set<Int> = []
    var stack = [wire]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      let gate = tabulation.circuit.gates[Int(next)]
      if gate.operation == .field { fields.insert(Int(gate.a)) }
      gate.forEachOperand { stack.append($0) }
    }
    return fields
  }
}
