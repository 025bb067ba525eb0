import Basics

/// Runs statements along all branches at once: each `choose`, and each order of a loop whose order matters, splits a
/// branch.
///
/// Two branches with the same outcome stay separate until the step is made (`ReferenceEvaluator` drops repeated
/// steps). Only a loop in any order merges them after each pass. A fault ends its branch; the others continue. One
/// value runs one body: it collects the faults of everything that it ran.
package struct Execution {
  /// More branches than this in one step are a fault.
  ///
  /// More branches are a limit of the tool: the step is then unknown.
  static let maximumBranches = 1 << 16

  /// One path through the statements so far.
  package struct Branch {
    /// The state, the signals and the local names.
    package var evaluator: Evaluator
    /// The choices, in the order in which `choose` made them. The order of a loop is no choice.
    var choices: [Choice] = []
    /// The statements so far; empty unless history is recorded.
    var history: [IntermediateState] = []
    /// The arms of `if` and `switch` that were taken; empty unless history is recorded.
    var arms: Set<TakenBranch> = []

    package init(evaluator: Evaluator) { self.evaluator = evaluator }
  }

  /// Whether branches record their history.
  ///
  /// Recording copies the state for each statement of each branch, so only `ReferenceEvaluator.history` uses it.
  var recordsHistory = false

  /// The faults of branches that ended, each with its state, in the order in which they occurred. A fault may occur
  /// many times. For too many branches, the state is an intermediate one.
  package private(set) var faults: [(fault: Fault, state: [Value])] = []
  /// The ranges of loops whose outcome depends on their order. This is a warning, not a violation.
  private(set) var orderDependent: Set<SourceRange> = []
  private var ticks = DeadlineTicks()
  /// The number of procedure calls that may still run, over all branches together.
  private var remainingCalls = Evaluator.maximumPasses

  package init() {}

  /// Runs statements in all branches, in the order of the choices made in them. A fault ends its branch, so the
  /// result may be smaller, or empty.
  ///
  /// If there are more than `maximumBranches` at any point, all branches end with one fault for that limit.
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

  /// Runs a statement that splits no branch. A thrown fault ends the branch and is recorded with its state, which may
  /// be in the middle of the step.
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
  /// `follow` receives one branch at a time and returns its continuations. A single branch is passed in place,
  /// because a copy would copy all values that change.
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

  /// Runs the arm of an `if` or `switch` that a branch takes, if any.
  private mutating func runArm(
    of arms: Branches<[Statement]>, _ branch: inout [Branch], _ range: SourceRange
  ) throws(Fault) {
    let place = try branch[0].evaluator.place(in: arms)
    if recordsHistory { branch[0].arms.insert(TakenBranch(statement: range, place: place)) }
    run(place < arms.branches.count ? arms.branches[place].body : arms.otherwise ?? [], in: &branch)
  }

  /// One branch for each possible element, including equal elements of a list; an empty choice is a fault.
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

  /// Runs a procedure in its own frame, whose first slots hold the arguments. State, signals and choices continue
  /// through the call. Local names of the caller keep their values.
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

  /// Runs the passes one after the other. Their elements are computed before the first pass, so a loop that changes
  /// its own collection still ends.
  private mutating func runInOrder(
    _ body: [Statement], _ passes: [Pass], _ branches: inout [Branch]
  ) {
    for pass in passes {
      for index in branches.indices { pass.bind(&branches[index].evaluator) }
      run(body, in: &branches)
    }
  }

  /// Everything that the rest of a loop can depend on: branches with equal values are merged.
  private struct Progress: Hashable {
    var done: Set<Int>
    var outcome: Outcome
  }

  /// Everything that the statements after a loop can depend on, including local names that the loop changes.
  private struct Outcome: Hashable {
    var state: [Value]
    var locals: [Value]
    var signals: [EmittedSignal]
    var choices: Set<Choice>
    /// The columns that a footprint recorded as written: branches equal here may differ in other states.
    var written: Set<Int>

    init(_ branch: Branch) {
      state = branch.evaluator.state
      locals = branch.evaluator.locals
      signals = branch.evaluator.signals.sorted()
      choices = Set(branch.choices)
      written = Set(branch.evaluator.written)
    }
  }

  /// Follows all orders, pass by pass. Branches that ran the same passes with the same result are merged, so there
  /// are 2ⁿ sets of passes instead of n! orders.
  ///
  /// A second execution runs the passes once in canonical order, only for comparison. If all orders give the same
  /// outcomes, and faults at the same places, the order does not matter.
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
    // A fault in only one of the orders is a difference as well.
    let faulted = Set(faults[earlierFaults...].map(\.0.range))
    if Set(results.map(Outcome.init)) != canonical || faulted != Set(probe.faults.map(\.0.range)) {
      orderDependent.insert(range)
    }
    return results
  }
}

/// The names of a loop or a `choose` with the values of one pass.
///
/// A pass holds values and no evaluator: it may be bound in any branch, in any later state.
struct Pass {
  fileprivate var values: [(slot: Int, value: Value)]

  /// Binds the names in a branch that is about to run the pass.
  func bind(_ evaluator: inout Evaluator) {
    for (slot, value) in values { evaluator.locals[slot] = value }
  }

  /// Removes the names of the pass and of its body, which are last in the frame.
  ///
  /// Then branches that did the same passes in another order do not differ in anything else, and can be merged.
  /// `outer` is the frame before the loop.
  func unbind(_ evaluator: inout Evaluator, as outer: [Value]) {
    guard let first = values.map(\.slot).min() else { return }
    for slot in first..<outer.count { evaluator.locals[slot] = outer[slot] }
  }

  /// The reported choices of a `choose` with these binders. For a pair `(k, v)`, only the key is reported, because it
  /// determines the value.
  func choices(_ binders: Binders) -> [Choice] {
    binders.levels.map { level in
      var choice = level.chosenName
      choice.value = values.first { $0.slot == level.slot }?.value ?? .none
      return choice
    }
  }
}

extension Binders.Level {
  /// The reported choice for the name, without the value.
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
  /// The passes of a loop: all choices of its names, in the state before the first pass.
  ///
  /// Filters are evaluated here as well. So `where` reads the state before the first pass, and a fault in it ends the
  /// branch before any pass.
  mutating func passes(_ binders: Binders) throws(Fault) -> [Pass] {
    let slots = binders.slots
    var passes: [Pass] = []
    try forEach(binders) { (evaluator) throws(Fault) in
      passes.append(Pass(values: slots.map { ($0, evaluator.locals[$0]) }))
    }
    return passes
  }
}
