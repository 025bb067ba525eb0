import Semantics

/// Loops that may run in any order, as `Execution` follows them: all orders, pass by pass.
extension SymbolicExecution {
  /// Loops over more elements are left to the reference evaluator.
  static let maximumUnorderedPasses = 4
  /// The maximum number of branches; more are left to the reference evaluator, because all pairs are compared.
  static let maximumUnorderedBranches = 48

  /// A branch after some passes of a loop.
  private struct Progress {
    /// The set of finished passes, as bits.
    var done: UInt = 0
    /// The passes were done in the order of the collection.
    var isCanonical = true
    var branch: Branch
  }

  /// The states in which faults happen at a place of the text: in any order, and in that of the collection.
  private struct FaultPlaces {
    var places: [(range: SourceRange, any: Wire, canonical: Wire)] = []

    mutating func add(
      _ fault: SymbolicEvaluator.PossibleFault, isCanonical: Bool, _ circuit: inout Circuit
    ) {
      let index = places.firstIndex { $0.range == fault.range } ?? places.count
      if index == places.count { places.append((fault.range, Circuit.falsity, Circuit.falsity)) }
      places[index].any = circuit.or(places[index].any, fault.happens)
      if !isCanonical { return }
      places[index].canonical = circuit.or(places[index].canonical, fault.happens)
    }
  }

  /// Follows all orders, branch by branch as the reference evaluator does. If branches have equal results in a state,
  /// only the first continues there. Records where the order matters: some order has a result, or a fault at a place,
  /// that the order of the collection does not have.
  mutating func runInAnyOrder(
    _ body: [Statement], _ binders: Binders, _ passes: [Pass], _ branch: Branch,
    _ range: SourceRange
  ) -> [Branch] {
    guard passes.count <= Self.maximumUnorderedPasses else { return refuseOrders() }
    hasOrders = true
    var faults = FaultPlaces()
    var frontier = [Progress(branch: branch)]
    for place in passes.indices {
      var next: [Progress] = []
      for progress in frontier {
        for (index, pass) in passes.enumerated() where progress.done >> UInt(index) & 1 == 0 {
          if evaluator.algebra.hasFailed { return [] }
          let isCanonical = progress.isCanonical && index == place
          let firstFault = evaluator.faults.count
          let results = run(body, binders, pass, progress.branch, outer: branch)
          for fault in evaluator.faults[firstFault...] {
            faults.add(fault, isCanonical: isCanonical, &evaluator.circuit)
          }
          next += results.map {
            Progress(done: progress.done | 1 << UInt(index), isCanonical: isCanonical, branch: $0)
          }
        }
        if next.count > Self.maximumUnorderedBranches { return refuseOrders() }
      }
      frontier = next
    }
    let branches = frontier.map(\.branch)
    let comparison = compared(branches) { $0.areSame($1, $2, since: branch) }
    noteOrder(of: range, comparison, isCanonical: frontier.map(\.isCanonical), faults)
    return different(branches, comparison)
  }

  private mutating func refuseOrders() -> [Branch] {
    evaluator.algebra.refuse("a loop that may run in any order")
    return []
  }

  /// Runs one pass where its element is present, and then removes the names of the pass and its body, which are last
  /// in the frame.
  private mutating func run(
    _ body: [Statement], _ binders: Binders, _ pass: Pass, _ branch: Branch, outer: Branch
  ) -> [Branch] {
    var started = branch
    bind(binders.slots, pass.values, &started)
    let results = choose(pass.isThere, started, { $0.run(body, from: [$1]) }, { [$1] })
    let first = binders.slots.min() ?? outer.locals.count
    return results.map { result in
      var result = result
      for slot in first..<max(first, outer.locals.count) {
        result.locals[slot] = outer.locals[slot]
        result.localStamps[slot] = outer.localStamps[slot]
      }
      return result
    }
  }

  private mutating func noteOrder(
    of loop: SourceRange, _ comparison: Comparison, isCanonical: [Bool], _ faults: FaultPlaces
  ) {
    var matters = Circuit.falsity
    for fault in faults.places {
      let isNew = evaluator.circuit.not(fault.canonical)
      matters = evaluator.circuit.or(matters, evaluator.circuit.and(fault.any, isNew))
    }
    for index in isCanonical.indices where !isCanonical[index] && !evaluator.algebra.hasFailed {
      let others = isCanonical.indices.filter { isCanonical[$0] }
      let isMet = evaluator.circuit.any(others.map { comparison.areSame(index, $0) })
      let isNew = evaluator.circuit.not(isMet)
      matters = evaluator.circuit.or(
        matters, evaluator.circuit.and(comparison.alive[index], isNew))
    }
    if matters != Circuit.falsity { orders.append(.init(loop: loop, matters: matters)) }
  }
}

/// Comparison of branches.
extension SymbolicExecution {
  /// A choice, and where it was made.
  struct MadeChoice {
    var isMade: Wire
    /// The value in it has no meaning.
    var name: Choice
    var value: Symbolic
  }

  /// The states in which branches reach their ends, and those in which two of them do and are equal.
  struct Comparison {
    var alive: [Wire] = []
    /// For each branch, the comparisons with earlier ones.
    fileprivate var same: [[Wire]] = []

    func areSame(_ first: Int, _ second: Int) -> Wire {
      first < second ? same[second][first] : same[first][second]
    }
  }

  /// Compares each pair of some branches.
  ///
  /// - Parameter areSame: called for two branches that may both be alive.
  private mutating func compared(
    _ branches: [Branch], _ areSame: (inout Self, Branch, Branch) -> Wire
  ) -> Comparison {
    var comparison = Comparison()
    for branch in branches {
      let isSound = evaluator.circuit.not(branch.faulted)
      let alive = evaluator.circuit.and(branch.path, isSound)
      let same = zip(branches, comparison.alive).map { earlier, other in
        let both = evaluator.circuit.and(alive, other)
        if both == Circuit.falsity || evaluator.algebra.hasFailed { return Circuit.falsity }
        return evaluator.circuit.and(both, areSame(&self, earlier, branch))
      }
      comparison.alive.append(alive)
      comparison.same.append(same)
    }
    return comparison
  }

  /// The branches, each only where it differs from earlier ones.
  private mutating func different(
    _ branches: [Branch], _ comparison: Comparison
  ) -> [Branch] {
    branches.indices.compactMap { index in
      var branch = branches[index]
      let isRepeated = evaluator.circuit.any(comparison.same[index])
      branch.path = evaluator.circuit.and(branch.path, evaluator.circuit.not(isRepeated))
      return branch.path == Circuit.falsity ? nil : branch
    }
  }

  /// The branches at the end of a body, each only where its step differs from those of earlier branches: orders that
  /// differ only in local names give the same step.
  mutating func differentSteps(_ branches: [Branch]) -> [Branch] {
    guard hasOrders, branches.count > 1, !evaluator.algebra.hasFailed else { return branches }
    guard branches.count <= Self.maximumUnorderedBranches else { return refuseOrders() }
    let comparison = compared(branches) { execution, one, other in
      let isChosen = execution.areSameInOrder(one.choices, other.choices)
      if isChosen == Circuit.falsity { return isChosen }
      let isSame = execution.haveSameEffects(one, other)
      return execution.evaluator.circuit.and(isChosen, isSame)
    }
    return different(branches, comparison)
  }

  /// Returns the states in which the code after a loop cannot distinguish two branches: by their states, signals,
  /// choices, and the names from before the loop.
  private mutating func areSame(_ one: Branch, _ other: Branch, since outer: Branch) -> Wire {
    var result = haveSameEffects(one, other)
    for slot in outer.locals.indices
    where outer.localStamps[slot] >= 0 && one.localStamps[slot] != other.localStamps[slot] {
      let isEqual = evaluator.algebra.equal(one.locals[slot], other.locals[slot])
      result = evaluator.circuit.and(result, isEqual)
    }
    let areChosen = [(one.choices, other.choices), (other.choices, one.choices)].map {
      isSubset($0.0, of: $0.1)
    }
    return areChosen.reduce(result) { evaluator.circuit.and($0, $1) }
  }

  /// Returns the states in which two branches have the same state and the same signals, in any order of sending.
  private mutating func haveSameEffects(_ one: Branch, _ other: Branch) -> Wire {
    var result = Circuit.truth
    for index in one.state.indices
    where one.stateStamps[index] != other.stateStamps[index] && result != Circuit.falsity {
      let isEqual = evaluator.algebra.equal(one.state[index], other.state[index])
      result = evaluator.circuit.and(result, isEqual)
    }
    for signal in Set((one.signals + other.signals).map(\.signal)).sorted() {
      let bags = [one, other].map { branch in
        Symbolic.bag(
          branch.signals.filter { $0.signal == signal }
            .map { .init(isThere: $0.isEmitted, value: .record($0.arguments)) })
      }
      let isEqual = evaluator.algebra.equal(bags[0], bags[1])
      result = evaluator.circuit.and(result, isEqual)
    }
    return result
  }

  /// Returns the states in which each of some choices is among others.
  private mutating func isSubset(_ choices: [MadeChoice], of others: [MadeChoice]) -> Wire {
    var result = Circuit.truth
    for choice in choices where result != Circuit.falsity {
      var isThere = Circuit.falsity
      for other in others where other.name == choice.name && isThere != Circuit.truth {
        let isEqual = evaluator.algebra.equal(choice.value, other.value)
        isThere = evaluator.circuit.or(isThere, evaluator.circuit.and(other.isMade, isEqual))
      }
      let isCovered = evaluator.circuit.implies(choice.isMade, isThere)
      result = evaluator.circuit.and(result, isCovered)
    }
    return result
  }

  /// Returns the states in which choices are pairwise equal.
  private mutating func areSameInOrder(_ choices: [MadeChoice], _ others: [MadeChoice]) -> Wire {
    let isAligned =
      choices.count == others.count
      && zip(choices, others).allSatisfy { $0.name == $1.name && $0.isMade == $1.isMade }
    guard isAligned else {
      if (choices + others).contains(where: { $0.isMade != Circuit.truth }) {
        evaluator.algebra.refuse(
          "choices that are made in some states only, and a loop that may run in any order")
      }
      return Circuit.falsity
    }
    var result = Circuit.truth
    for (choice, other) in zip(choices, others) where result != Circuit.falsity {
      let isEqual = evaluator.algebra.equal(choice.value, other.value)
      result = evaluator.circuit.and(result, evaluator.circuit.implies(choice.isMade, isEqual))
    }
    return result
  }
}

/// The differences of two sides since they split.
extension SymbolicExecution {
  /// The signals that a side has sent, restricted to where the test took that side.
  mutating func newSignals(
    _ branch: Branch, since before: Branch, where condition: Wire
  ) -> [SymbolicEvaluator.Signal] {
    branch.signals.dropFirst(before.signals.count).map { signal in
      var signal = signal
      signal.isEmitted = evaluator.circuit.and(condition, signal.isEmitted)
      return signal
    }
  }

  /// The choices that a side has made, restricted to where the test took that side.
  mutating func newChoices(
    _ branch: Branch, since before: Branch, where condition: Wire
  ) -> [MadeChoice] {
    branch.choices.dropFirst(before.choices.count).map { choice in
      var choice = choice
      choice.isMade = evaluator.circuit.and(condition, choice.isMade)
      return choice
    }
  }
}
