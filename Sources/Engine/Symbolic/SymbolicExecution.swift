import Semantics

/// Runs statements for all states at once. A `choose` splits a branch; the sides of a condition are joined again if
/// each has one branch left. So a body of ten consecutive `if`s has one branch at the end and not 1024.
///
/// The evaluator collects the faults of all branches; each is a wire that is true only where its branch was alive.
struct SymbolicExecution {
  typealias Wire = Circuit.Wire

  /// The maximum number of unrolled outcomes of a step. Beyond it, the reference evaluator runs the event instance;
  /// its own limit is far higher.
  static let maximumBranches = 256

  var evaluator: SymbolicEvaluator

  /// One path through the statements so far. Its content is valid where `path` is true. In one state several branches
  /// may be alive, one for each choice.
  struct Branch {
    var path: Wire
    /// The states in which it met a fault, and is no longer alive.
    var faulted: Wire
    var state: [Symbolic]
    var locals: [Symbolic]
    var signals: [SymbolicEvaluator.Signal]
    /// The choices so far, in order.
    var choices: [MadeChoice] = []
    /// The store that gave each variable and local name its value, to find the parts that two branches share.
    var stateStamps: [Int]
    var localStamps: [Int]
  }

  /// The number of the last store. Stamps only show whether two branches have the same value from the same store; -1
  /// marks a name without a value, 0 the initial values.
  private var stamp = 0
  /// Loops whose order matters, and where it does.
  var orders: [SymbolicReaction.Order] = []
  /// Whether some loop was followed in more than one order, so that branches may be equal.
  var hasOrders = false

  init(_ evaluator: SymbolicEvaluator) { self.evaluator = evaluator }

  /// The initial branch of a body, where `path` holds.
  ///
  /// The state of its evaluator is the one before the step.
  func start(path: Wire) -> Branch {
    Branch(
      path: path, faulted: evaluator.faulted, state: evaluator.state, locals: evaluator.locals,
      signals: [], stateStamps: Array(repeating: 0, count: evaluator.state.count),
      localStamps: evaluator.locals.map { if case .nothing = $0 { -1 } else { 0 } })
  }

  /// The branches after the statements; empty after a failure. Branches whose path is false in all states are
  /// dropped.
  mutating func run(_ statements: [Statement], from branches: [Branch]) -> [Branch] {
    var current = branches
    for statement in statements {
      var next: [Branch] = []
      for branch in current where branch.path != Circuit.falsity {
        if evaluator.algebra.hasFailed { return [] }
        next += run(statement, branch)
      }
      if next.count > Self.maximumBranches {
        evaluator.algebra.refuse("more than \(Self.maximumBranches) outcomes of one step")
        return []
      }
      current = next
    }
    return current
  }

  /// Evaluates an expression where the branch is alive.
  ///
  /// The evaluator temporarily takes the branch's content and returns everything except faults, so nothing is copied.
  private mutating func at<Result>(
    _ branch: inout Branch, _ body: (inout SymbolicEvaluator) -> Result
  ) -> Result {
    swap(&evaluator.state, &branch.state)
    swap(&evaluator.locals, &branch.locals)
    swap(&evaluator.signals, &branch.signals)
    evaluator.path = branch.path
    evaluator.faulted = branch.faulted
    let result = body(&evaluator)
    branch.faulted = evaluator.faulted
    swap(&evaluator.state, &branch.state)
    swap(&evaluator.locals, &branch.locals)
    swap(&evaluator.signals, &branch.signals)
    return result
  }

  /// Runs one statement, and in debug builds asserts that it loses no sampled state.
  private mutating func run(_ statement: Statement, _ branch: Branch) -> [Branch] {
    evaluator.coverage?.note(statement, where: branch.path)
    #if DEBUG
      let firstFault = evaluator.faults.count
      let results = follow(statement, branch)
      assertCoverage(of: branch, by: results, faultsFrom: firstFault, statement)
      return results
    #else
      return follow(statement, branch)
    #endif
  }

  /// The continuations of one branch after a statement. A fault does not remove a branch; it is recorded in
  /// `faulted`.
  private mutating func follow(_ statement: Statement, _ branch: Branch) -> [Branch] {
    var branch = branch
    switch statement.node {
    case .branch(let branches):
      if let (slot, subject) = branches.subject {
        let value = at(&branch) { $0.evaluate(subject) }
        bind([slot], [value], &branch)
      }
      return choose(branches.branches[...], branches.otherwise ?? [], branch)
    case .loop(let binders, let order, let body):
      return loop(binders, order, body, branch, statement.range)
    case .choose(let binders): return split(binders, branch, statement.range)
    case .call(let procedure, let arguments): return call(procedure, arguments, branch)
    case .change, .removeWhere, .bind, .emit, .assert:
      note(statement, &branch)
      at(&branch) { $0.perform(statement) }
      return [branch]
    }
  }

  /// Records the stores of a statement. A change of any part counts for the whole variable.
  private mutating func note(_ statement: Statement, _ branch: inout Branch) {
    stamp += 1
    switch statement.node {
    case .bind(let slot, _): branch.localStamps[slot] = stamp
    case .change(let place, _, _), .removeWhere(_, let place):
      switch place.root {
      case .variable(let index): branch.stateStamps[index] = stamp
      case .local(let slot): branch.localStamps[slot] = stamp
      }
    default: break
    }
  }

  /// Runs a procedure in its own frame and restores the caller's names afterwards.
  private mutating func call(
    _ procedure: ProcedureDefinition, _ arguments: [Expression], _ branch: Branch
  ) -> [Branch] {
    guard evaluator.countPass() else { return [] }
    var inner = branch
    let values = at(&inner) { $0.evaluate(arguments) }
    let missing = procedure.frameSize - values.count
    inner.locals = values + Array(repeating: .nothing, count: max(0, missing))
    inner.localStamps = inner.locals.indices.map { $0 < values.count ? 0 : -1 }
    return run(procedure.body, from: [inner]).map { result in
      var result = result
      result.locals = branch.locals
      result.localStamps = branch.localStamps
      return result
    }
  }

  // MARK: Conditions

  /// Follows the branches of an `if` or `switch` in order, each where those before it did not hold.
  private mutating func choose(
    _ branches: ArraySlice<(conditions: [Condition], body: [Statement])>,
    _ otherwise: [Statement], _ branch: Branch
  ) -> [Branch] {
    guard let first = branches.first else { return run(otherwise, from: [branch]) }
    var branch = branch
    let test = at(&branch) { $0.hold(first.conditions[...]) }
    return choose(
      test, branch, { $0.run(first.body, from: [$1]) },
      { $0.choose(branches.dropFirst(), otherwise, $1) })
  }

  /// Follows both sides of a condition, and joins them if each is one branch.
  mutating func choose(
    _ test: Wire, _ branch: Branch, _ first: (inout Self, Branch) -> [Branch],
    _ second: (inout Self, Branch) -> [Branch]
  ) -> [Branch] {
    if test == Circuit.truth { return first(&self, branch) }
    if test == Circuit.falsity { return second(&self, branch) }
    let other = evaluator.circuit.not(test)
    var (yes, no) = (branch, branch)
    yes.path = evaluator.circuit.and(branch.path, test)
    no.path = evaluator.circuit.and(branch.path, other)
    if yes.path == Circuit.falsity { return second(&self, no) }
    if no.path == Circuit.falsity { return first(&self, yes) }
    let firstResults = first(&self, yes)
    let secondResults = second(&self, no)
    guard firstResults.count == 1, secondResults.count == 1 else {
      return firstResults + secondResults
    }
    // If both sides are complete, together they cover the states before the split. But a side may have lost states in
    // which there was nothing to choose, and nothing after the join may happen there.
    let isWhole = firstResults[0].path == yes.path && secondResults[0].path == no.path
    var joined = join(test, firstResults[0], secondResults[0], from: branch)
    if !isWhole {
      joined.path = evaluator.circuit.or(firstResults[0].path, secondResults[0].path)
    }
    #if DEBUG
      assertJoin(of: firstResults + secondResults, is: joined)
    #endif
    return [joined]
  }

  /// Joins two branches, of which the first is valid where the test is true.
  ///
  /// Variables that neither side stored to are unchanged; only the others need a choice. A join is possible because
  /// the two sides are alive in different states, so the test selects between them.
  private mutating func join(
    _ test: Wire, _ yes: Branch, _ no: Branch, from before: Branch
  ) -> Branch {
    var joined = before
    joined.faulted = evaluator.circuit.or(yes.faulted, no.faulted)
    for index in before.state.indices {
      joined.state[index] = yes.state[index]
      joined.stateStamps[index] = yes.stateStamps[index]
      guard yes.stateStamps[index] != no.stateStamps[index] else { continue }
      stamp += 1
      joined.stateStamps[index] = stamp
      joined.state[index] = evaluator.algebra.select(test, yes.state[index], no.state[index])
    }
    // Names of inner scopes had no value before and are not needed afterwards.
    for slot in before.locals.indices where before.localStamps[slot] >= 0 {
      joined.locals[slot] = yes.locals[slot]
      joined.localStamps[slot] = yes.localStamps[slot]
      guard yes.localStamps[slot] != no.localStamps[slot] else { continue }
      stamp += 1
      joined.localStamps[slot] = stamp
      joined.locals[slot] = evaluator.algebra.select(test, yes.locals[slot], no.locals[slot])
    }
    let other = evaluator.circuit.not(test)
    joined.signals = before.signals
    joined.signals += newSignals(yes, since: before, where: test)
    joined.signals += newSignals(no, since: before, where: other)
    joined.choices = before.choices
    joined.choices += newChoices(yes, since: before, where: test)
    joined.choices += newChoices(no, since: before, where: other)
    return joined
  }

  // MARK: Loops and choices

  /// The values of a loop's or a `choose`'s names, and where the pass happens.
  struct Pass {
    var isThere: Wire
    var values: [Symbolic]
  }

  /// The passes of a loop or a `choose`, in the state before the first pass.
  private mutating func passes(
    _ binders: Binders, isInOrder: Bool = false, _ branch: inout Branch
  ) -> [Pass] {
    let slots = binders.slots
    return at(&branch) { evaluator in
      var passes: [Pass] = []
      evaluator.forEach(binders, isInOrder: isInOrder) { evaluator in
        passes.append(
          Pass(isThere: evaluator.passCondition, values: slots.map { evaluator.locals[$0] }))
      }
      return passes
    }
  }

  /// Binds local names to values that no other branch shares.
  mutating func bind(_ slots: [Int], _ values: [Symbolic], _ branch: inout Branch) {
    stamp += 1
    for (slot, value) in zip(slots, values) {
      branch.locals[slot] = value
      branch.localStamps[slot] = stamp
    }
  }

  /// Unrolls a loop: each pass runs where its element is present, and is joined with the branch that does not run it.
  private mutating func loop(
    _ binders: Binders, _ order: LoopOrder, _ body: [Statement], _ branch: Branch,
    _ range: SourceRange
  ) -> [Branch] {
    var branch = branch
    let isInOrder = order == .any && evaluator.ordersChoices
    let passes = passes(binders, isInOrder: isInOrder, &branch)
      .filter { $0.isThere != Circuit.falsity }
    if order == .any, passes.count > 1 {
      return runInAnyOrder(body, binders, passes, branch, range)
    }
    var branches = [branch]
    for pass in passes {
      var next: [Branch] = []
      for var branch in branches {
        if evaluator.algebra.hasFailed { return [] }
        bind(binders.slots, pass.values, &branch)
        next += choose(pass.isThere, branch, { $0.run(body, from: [$1]) }, { [$1] })
      }
      if next.count > Self.maximumBranches {
        evaluator.algebra.refuse("more than \(Self.maximumBranches) outcomes of one step")
        return []
      }
      branches = next
    }
    return branches
  }

  /// One branch for each distinct choice; a fault where there is none. A choice that equals an earlier one in some
  /// state is not made there, so that no step is counted twice.
  private mutating func split(
    _ binders: Binders, _ branch: Branch, _ range: SourceRange
  ) -> [Branch] {
    var branch = branch
    let passes = passes(binders, isInOrder: evaluator.ordersChoices, &branch)
    let wires = passes.map(\.isThere)
    let hasAny = evaluator.circuit.any(wires)
    at(&branch) { $0.fault(where: $0.circuit.not(hasAny), range) }
    // For a pair of a map, only the key is chosen.
    let shown = binders.slots.indices.filter { index in
      binders.levels.contains { $0.slot == binders.slots[index] }
    }
    let names = binders.levels.map(\.chosenName)
    var results: [Branch] = []
    for (index, pass) in passes.enumerated() {
      var isChosen = pass.isThere
      if evaluator.algebra.hasFailed { return [] }
      for earlier in passes[..<index] where isChosen != Circuit.falsity {
        var same = earlier.isThere
        for place in shown where same != Circuit.falsity {
          let equal = evaluator.algebra.equal(earlier.values[place], pass.values[place])
          same = evaluator.circuit.and(same, equal)
        }
        isChosen = evaluator.circuit.and(isChosen, evaluator.circuit.not(same))
      }
      var chosen = branch
      chosen.path = evaluator.circuit.and(branch.path, isChosen)
      if chosen.path == Circuit.falsity { continue }
      bind(binders.slots, pass.values, &chosen)
      for (place, name) in zip(shown, names) {
        chosen.choices.append(
          MadeChoice(isMade: Circuit.truth, name: name, value: pass.values[place]))
      }
      results.append(chosen)
    }
    return results
  }
}
