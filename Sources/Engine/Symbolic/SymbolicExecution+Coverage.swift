import Semantics

#if DEBUG
  /// Invariants after each statement, checked on sample states: the results and the faults together cover exactly the
  /// states in which it started. They exist only in debug builds, so every test that plans a spec tests them as well.
  extension SymbolicExecution {
    /// Asserts that each state in which the branch was alive has a result, and no other state has one.
    ///
    /// - Parameter firstFault: the number of faults before the statement.
    mutating func assertCoverage(
      of entered: Branch, by results: [Branch], faultsFrom firstFault: Int, _ statement: Statement
    ) {
      guard !evaluator.algebra.hasFailed else { return }
      // In a statement with choices inside, one choice may be a fault and another one not.
      let mayDoBoth =
        switch statement.node {
        case .branch, .loop, .call: true
        default: false
        }
      let before = alive([entered])
      let after = alive(results)
      var faulted = before.map { _ in false }
      for fault in evaluator.faults[firstFault...] {
        for (state, happens) in held(fault.happens).enumerated() where happens {
          faulted[state] = true
        }
      }
      for state in before.indices {
        assert(
          (after[state] || faulted[state]) == before[state],
          "a statement loses a state, or comes out where it was not entered")
        assert(
          mayDoBoth || !(after[state] && faulted[state]),
          "a statement continues after its fault")
      }
    }

    /// Asserts that joining two sides neither loses nor adds a state.
    mutating func assertJoin(of sides: [Branch], is joined: Branch) {
      guard !evaluator.algebra.hasFailed else { return }
      assert(alive(sides) == alive([joined]), "a join revives a value that one side lost")
    }

    /// For each state, whether one of the branches gets there without a fault.
    private mutating func alive(_ branches: [Branch]) -> [Bool] {
      var alive = held(Circuit.falsity)
      for branch in branches {
        let faulted = held(branch.faulted)
        for (state, isThere) in held(branch.path).enumerated() where isThere && !faulted[state] {
          alive[state] = true
        }
      }
      return alive
    }

    private mutating func held(_ wire: Wire) -> [Bool] {
      evaluator.samples.holds(wire, in: evaluator.algebra.circuit)
    }
  }
#endif
