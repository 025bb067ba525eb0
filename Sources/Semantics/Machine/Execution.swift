/// Runs statements along all branches at once: each `choose`, and each order of a loop whose order
/// matters, splits a branch.
///
/// Two branches with the same outcome stay two until the step is made of them (`ReferenceEvaluator`
/// drops repeated steps), except inside a loop that may run in any order, where they are joined
/// after each pass. A branch that meets a fault ends there; the others go on. One value serves one
/// body: faults of all that it ran add up.
package struct Execution {
  /// More branches than this in one step are a fault.
  ///
  /// It is a fault that is a limit of the tool: nothing is claimed about the step then.
  static let maximumBranches = 1 << 16

  /// One path through the statements so far.
  package struct Branch {
    /// The state, the signals and the local names.
    package var evaluator: Evaluator
    /// In the order in which they were made. They name what `choose` chose, and never the order of
    /// a loop.
    var choices: [Choice] = []
    /// What the statements did so far; empty unless that is recorded.
    var history: [IntermediateState] = []
    /// Which arms of `if` and `switch` were taken; empty unless the history is recorded.
    var arms: Set<TakenBranch> = []

    package init(evaluator: Evaluator) { self.evaluator = evaluator }
  }

  /// Whether branches remember their history.
  ///
  /// It costs a copy of the state for each statement of each branch, so only
  /// `ReferenceEvaluator.history` asks for it.
  var recordsHistory = false

  /// The mistakes of branches that ended, with the state in which they did. In the order in which
  /// they were met, one for each branch that ended, so that the same fault may be there many times. With too many
  /// branches, the state is one on the way.
  package private(set) var faults: [(fault: Fault, state: [Value])] = []
  /// Loops whose outcome depends on their order. By the place of the loop in the text. A warning,
  /// and no violation.
  private(set) var orderDependent: Set<SourceRange> = []
  private var ticks = DeadlineTicks()
  /// How many more calls of procedures are followed, those of all branches together.
  private var remainingCalls = Evaluator.maximumPasses

  package init() {}

  /// The branches after the statements, in the order of the choices made in them; fewer than came
  /// in, or none, where branches ended in faults.
  ///
  /// With more than `maximumBranches` at any point all of them are given up, with one fault that
  /// tells so.
  package mutating func run(
    _ statements: [Statement], from branches: consuming [Branch]
  ) -> [Branch] {
    run(statements, in: &branches)
    return branches
  }

  private mutating func run(_ statements: [Statement], in branches: inout [Branch]) {
    for statement in statements {
      switch statement.node {
      case .change, .removeWhere, .bind, .emit, .assert:
        perform(statement, in: &branches)
      case .branch(let arms):
        split(&branches, at: statement) { (execution, branch) throws(Fault) in
          try execution.runArm(of: arms, &branch, statement.range)
        }
      case .loop(let binders, let order, let body):
        split(&branches, at: statement) { (execution, branch) throws(Fault) in
          let passes = try branch[0].evaluator.passes(binders)
          if order == .any {
            branch = execution.runInAnyOrder(body, passes, branch[0], statement.range)
          } else {
            execution.runInOrder(body, passes, &branch)
          }
        }
      case .choose(let binders):
        split(&branches, at: statement) { (_, branch) throws(Fault) in
          branch = try Self.choose(binders, branch[0], statement.range)
        }
      case .call(let procedure, let arguments):
        split(&branches, at: statement) { (execution, branch) throws(Fault) in
          try execution.call(procedure, arguments, &branch, statement.range)
        }
      }
    }
  }

  /// Runs a statement that splits no branch. Whatever it throws ends the branch and is noted with the state in
  /// which it was, which may be in the middle of the step.
  private mutating func perform(_ statement: Statement, in branches: inout [Branch]) {
    var count = 0
    for index in branches.indices {
      do throws(Fault) {
        if ticks.isOver() { throw Fault(.stopped, statement.range) }
        try branches[index].evaluator.perform(statement)
        if recordsHistory {
          let state = IntermediateState(behind: statement, branches[index].evaluator)
          branches[index].history.append(state)
        }
        if count < index { branches.swapAt(count, index) }
        count += 1
      } catch {
        faults.append((error, branches[index].evaluator.state))
      }
    }
    branches.removeLast(branches.count - count)
  }

  /// Runs a statement that may split a branch.
  ///
  /// `follow` is given one branch at a time, and makes of it those that come of it. One that is alone it is given in
  /// place: a copy of it would be a copy of all values that change.
  private mutating func split(
    _ branches: inout [Branch], at statement: Statement,
    _ follow: (inout Execution, inout [Branch]) throws(Fault) -> Void
  ) {
    func followOne(_ branch: inout [Branch]) {
      do throws(Fault) {
        if ticks.isOver() { throw Fault(.stopped, statement.range) }
        try follow(&self, &branch)
      } catch {
        faults.append((error, branch[0].evaluator.state))
        branch = []
      }
    }
    if branches.count == 1 {
      followOne(&branches)
    } else {
      var next: [Branch] = []
      next.reserveCapacity(branches.count)
      for branch in branches where next.count <= Self.maximumBranches {
        var outcomes = [branch]
        followOne(&outcomes)
        next += outcomes
      }
      branches = next
    }
    if branches.count > Self.maximumBranches {
      let fault = Fault(.tooManyOutcomes(limit: Self.maximumBranches), statement.range)
      faults.append((fault, branches[0].evaluator.state))
      branches = []
    }
  }

  /// Runs the arm of an `if` or `switch` that a branch takes, if it takes one.
  private mutating func runArm(
    of arms: Branches<[Statement]>, _ branch: inout [Branch], _ range: SourceRange
  ) throws(Fault) {
    let place = try branch[0].evaluator.place(in: arms)
    if recordsHistory { branch[0].arms.insert(TakenBranch(statement: range, place: place)) }
    run(place < arms.branches.count ? arms.branches[place].body : arms.otherwise ?? [], in: &branch)
  }

  /// One branch for each element that can be chosen, equal elements of a list included; none is a
  /// fault.
  private static func choose(
    _ binders: Binders, _ branch: Branch, _ range: SourceRange
  ) throws(Fault) -> [Branch] {
    var evaluator = branch.evaluator
    let passes = try evaluator.passes(binders)
    if passes.isEmpty { throw Fault(.nothingToChoose, range) }
    return passes.map { pass in
      var chosen = branch
      pass.bind(&chosen.evaluator)
      chosen.choices += pass.choices(binders)
      return chosen
    }
  }

  /// Runs a procedure in a frame of its own, in which the arguments take the first places. State,
  /// signals and choices go on through the call; local names of the caller are what they were
  /// before.
  private mutating func call(
    _ procedure: ProcedureDefinition, _ arguments: [Expression], _ branch: inout [Branch],
    _ range: SourceRange
  ) throws(Fault) {
    remainingCalls -= 1
    if remainingCalls < 0 { throw Fault(.tooMuchWork(limit: Evaluator.maximumPasses), range) }
    let outer = branch[0].evaluator.locals
    var frame = Array(repeating: Value.none, count: procedure.frameSize)
    for (slot, argument) in arguments.enumerated() {
      frame[slot] = try branch[0].evaluator.evaluate(argument)
    }
    branch[0].evaluator.locals = frame
    run(procedure.body, in: &branch)
    for index in branch.indices { branch[index].evaluator.locals = outer }
  }

  // MARK: Loops

  /// Runs the passes one after the other. What they run over was found out before the first of
  /// them, so that a loop which changes its own collection still ends.
  private mutating func runInOrder(
    _ body: [Statement], _ passes: [Pass], _ branches: inout [Branch]
  ) {
    for pass in passes {
      for index in branches.indices { pass.bind(&branches[index].evaluator) }
      run(body, in: &branches)
    }
  }

  /// What the rest of a loop can depend on: two branches alike in it are one.
  private struct Progress: Hashable {
    var done: Set<Int>
    var outcome: Outcome
  }

  /// What comes after a loop can depend on: also on local names that the loop changes.
  private struct Outcome: Hashable {
    var state: [Value]
    var locals: [Value]
    var signals: [EmittedSignal]
    var choices: Set<Choice>
    /// Which columns a footprint has noted as written: what is the same here need not be so elsewhere.
    var written: Set<Int>

    init(_ branch: Branch) {
      state = branch.evaluator.state
      locals = branch.evaluator.locals
      signals = branch.evaluator.signals.sorted()
      choices = Set(branch.choices)
      written = Set(branch.evaluator.written)
    }
  }

  /// Follows all orders, pass by pass; branches that did the same passes with the same result are
  /// followed once, so that 2ⁿ sets of passes are visited instead of n! orders.
  ///
  /// The passes are also run once in their canonical order, by a second execution whose results are
  /// only compared: if all orders come to the same outcomes, and to faults at the same places of
  /// the text, nothing depends on the order.
  private mutating func runInAnyOrder(
    _ body: [Statement], _ passes: [Pass], _ branch: Branch, _ range: SourceRange
  ) -> [Branch] {
    let outerLocals = branch.evaluator.locals
    let earlierFaults = faults.count
    var probe = Execution()
    var inOrder = [branch]
    probe.runInOrder(body, passes, &inOrder)
    let canonical = Set(
      inOrder.map { finished in
        var finished = finished
        passes.last?.unbind(&finished.evaluator, as: outerLocals)
        return Outcome(finished)
      })
    var frontier: [(done: Set<Int>, branch: Branch)] = [([], branch)]
    for _ in passes {
      var next: [(done: Set<Int>, branch: Branch)] = []
      var seen: Set<Progress> = []
      for (done, branch) in frontier {
        if ticks.isOver() {
          faults.append((Fault(.stopped, range), branch.evaluator.state))
          return []
        }
        for (index, pass) in passes.enumerated() where !done.contains(index) {
          var started = branch
          pass.bind(&started.evaluator)
          let nowDone = done.union([index])
          for var finished in run(body, from: [started]) {
            pass.unbind(&finished.evaluator, as: outerLocals)
            let progress = Progress(done: nowDone, outcome: Outcome(finished))
            if seen.insert(progress).inserted { next.append((nowDone, finished)) }
          }
          if next.count > Self.maximumBranches {
            let fault = Fault(.tooManyOutcomes(limit: Self.maximumBranches), range)
            faults.append((fault, branch.evaluator.state))
            return []
          }
        }
      }
      frontier = next
    }
    let results = frontier.map(\.branch)
    // What faults in one order only is a difference as well.
    let faulted = Set(faults[earlierFaults...].map(\.0.range))
    if Set(results.map(Outcome.init)) != canonical || faulted != Set(probe.faults.map(\.0.range)) {
      orderDependent.insert(range)
    }
    return results
  }
}

/// The names of a loop or a `choose` with the values of one pass.
///
/// It holds values and not an evaluator: a pass may be bound in any branch, whatever that has done
/// meanwhile.
struct Pass {
  fileprivate var values: [(slot: Int, value: Value)]

  /// Gives the names their values in a branch that is about to run the pass.
  func bind(_ evaluator: inout Evaluator) {
    for (slot, value) in values { evaluator.locals[slot] = value }
  }

  /// Forgets the names of the pass and of its body, which come behind in the frame.
  ///
  /// Branches that did the same passes in another order differ in nothing else then, and can be
  /// joined. `outer` is the frame before the loop.
  func unbind(_ evaluator: inout Evaluator, as outer: [Value]) {
    guard let first = values.map(\.slot).min() else { return }
    for slot in first..<outer.count { evaluator.locals[slot] = outer[slot] }
  }

  /// What a `choose` of these binders is told to have chosen. Of a pair `(k, v)` only the key is
  /// told, from which the value follows.
  func choices(_ binders: Binders) -> [Choice] {
    binders.levels.map { level in
      var choice = level.chosenName
      choice.value = values.first { $0.slot == level.slot }?.value ?? .none
      return choice
    }
  }
}

extension Binders.Level {
  /// What a `choose` is told to have chosen for the name, but for the value.
  package var chosenName: Choice {
    let type: Type =
      switch source.type {
      case .map(let key, let content): valueSlot == nil ? content : key
      case .table(let key, let content): valueSlot == nil ? content : key
      case .set(let element, _), .bag(let element, _), .list(let element, _),
        .sequence(let element, _):
        element
      default: .error
      }
    let name = name.hasPrefix("(") ? String(name.dropFirst().prefix { $0 != "," }) : name
    return Choice(name: name, type: type, value: .none)
  }
}

extension Evaluator {
  /// What a loop runs over: all choices of its names, as things are before the first pass.
  ///
  /// Filters are evaluated here as well. So a loop's `where` sees the state before the first pass,
  /// and a fault in it ends the branch before any pass has run.
  mutating func passes(_ binders: Binders) throws(Fault) -> [Pass] {
    let slots = binders.slots
    var passes: [Pass] = []
    try forEach(binders) { (evaluator) throws(Fault) in
      passes.append(Pass(values: slots.map { ($0, evaluator.locals[$0]) }))
    }
    return passes
  }
}
