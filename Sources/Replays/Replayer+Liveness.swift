import Engine
import Semantics
import Traces

/// Replays counterexamples of `eventually` and `possible`, which are judged after their last step.
extension Replayer {
  /// The maximum number of rounds of a loop until it closes.
  static let maximumRounds = 100
  /// The maximum number of paths that are kept apart although they lead to the same state. The verdict on a loop
  /// depends on the whole path.
  static let maximumPathsApart = 200
  /// The maximum number of states from which an escape is searched.
  private static let maximumTraps = 16

  // MARK: eventually

  /// Runs the steps, and then repeats those of the loop until it closes. New parts of the spec may take several rounds
  /// to return to their state.
  func runLoop(
    _ document: CounterexampleDocument, _ target: ReplayTarget, _ property: Int,
    from first: [Branch]
  ) -> ReplayResult {
    let judge: LoopJudge
    do throws(ReplayResult.Obstacle) {
      judge = try LoopJudge(machine, property, document.property.arguments)
    } catch {
      return ReplayResult(
        verdict: .noLongerPossible(step: 0, error), path: first[0].path)
    }
    let steps = document.steps
    let loop = min(document.loop ?? steps.count, steps.count)
    var branches = first
    for (index, event) in steps.enumerated() {
      if index == loop { branches = branches.map { $0.beginningRound(after: index) } }
      switch advance(branches, by: event, target) {
      case .branches(let next): branches = next
      case .violation(let violation):
        return ReplayResult(verdict: .stillViolates(violation), path: violation.path)
      case .obstacle(let obstacle, let branch, let attempt):
        return ReplayResult(
          verdict: .noLongerPossible(step: index + 1, obstacle), path: branch.path,
          attempt: attempt)
      }
    }
    if loop == steps.count { branches = branches.map { $0.beginningRound(after: loop) } }
    return goRound(branches, Array(steps[loop...]), target, judge, from: loop)
  }

  private func goRound(
    _ first: [Branch], _ events: [CounterexampleDocument.Step], _ target: ReplayTarget,
    _ judge: LoopJudge, from loop: Int
  ) -> ReplayResult {
    var branches = first
    var verdict = LoopJudge.Verdict(first.min { $0.differences < $1.differences })
    var (done, isMerged, end) = (loop, false, nil as ReplayResult.Obstacle?)
    var reactions = 0
    while verdict.violation == nil, end == nil {
      done += events.count
      branches.sort { $0.differences < $1.differences }
      noteBound(of: branches, target)
      branches.removeAll { judge.judge($0, into: &verdict) }
      isMerged = isMerged || verdict.isMerged || branches.contains(where: \.isMerged)
      reactions += branches.count * events.count
      if branches.isEmpty || reactions > Self.maximumReactions
        || done >= loop + Self.maximumRounds * events.count
      {
        break
      }
      branches = branches.map { $0.beginningRound(after: done) }
      for event in events where end == nil {
        switch advance(branches, by: event, target) {
        case .branches(let next): branches = next
        case .violation: break
        case .obstacle(let obstacle, let branch, _):
          end = obstacle
          judge.judgeAnywhere(branch, into: &verdict)
        }
      }
    }
    if let violation = verdict.violation {
      return ReplayResult(
        verdict: .stillViolates(violation), path: violation.path, loop: violation.lasso?.loopStart)
    }
    if case .tooManyStates? = end { isMerged = true }
    let doubt =
      verdict.doubt
      ?? (isMerged ? .tooManyPaths(Self.maximumPathsApart) : nil)
      ?? (end == nil && !branches.isEmpty
        ? .endless(rounds: (done - loop) / max(1, events.count)) : nil)
    if let doubt { return ReplayResult(verdict: .undecided(doubt), path: verdict.path) }
    var result = ReplayResult(verdict: .fixed, path: verdict.path, loop: verdict.loop)
    result.fix = verdict.fix ?? .open(from: loop, again: end)
    return result
  }

  /// Notes that a run beyond the bound may end there without an answer.
  func noteBound(of branches: [Branch], _ target: ReplayTarget) {
    if branches.contains(where: { spec.isBeyondBound($0.state) }) {
      target.doubts.note(.beyondBound)
    }
  }

  // MARK: possible

  /// Whether no path leaves the states at the end, for some parameter values.
  func runTrap(
    _ property: Int, _ choices: [[Value]], in branches: [Branch]
  ) -> ReplayResult {
    let ordered = branches.sorted { $0.differences < $1.differences }
    let path = ordered[0].path
    let witness = TrapWitness(machine, limits: trapLimits)
    // An escape that only leads beyond the bound is none.
    let within = machine.ignoringBound(in: property)
    let witnessWithin = within.map { TrapWitness($0, limits: trapLimits) }
    var doubt: ReplayResult.UnjudgedReason?
    for branch in ordered.prefix(Self.maximumTraps) {
      for arguments in choices {
        switch witness.judge(property, arguments, from: branch.state) {
        case .trapped:
          if let found = trapped(property, arguments, branch.path, witness) { return found }
        case .escapes:
          guard let witnessWithin else { continue }
          if case .escapes = witnessWithin.judge(property, arguments, from: branch.state) {
            continue
          }
          doubt = doubt ?? .beyondBound
        case .undecided: doubt = doubt ?? .noEscapeSeen
        }
      }
    }
    if ordered.count > Self.maximumTraps { doubt = doubt ?? .tooManyPaths(Self.maximumTraps) }
    if let doubt { return ReplayResult(verdict: .undecided(doubt), path: path) }
    var result = ReplayResult(verdict: .fixed, path: path)
    let isAsked = choices.contains { witness.isAsked(property, $0, in: ordered[0].state) }
    let escape = EscapePathSearch(within ?? machine, property, choices[0])
    result.fix = isAsked ? .escape(steps: escape.length(from: ordered[0].state)) : nil
    return result
  }

  /// The violation at the first state of a path that is in the trap and triggers the property. All states after the
  /// first in the trap are in it, too. Nil if no state triggers the property.
  private func trapped(
    _ property: Int, _ arguments: [Value], _ path: Path, _ witness: TrapWitness
  ) -> ReplayResult? {
    var (free, caught) = (-1, path.steps.count)
    var path = path
    let states = path.states
    while caught - free > 1 {
      let middle = (free + caught) / 2
      if case .trapped = witness.judge(property, arguments, from: states[middle]) {
        caught = middle
      } else {
        free = middle
      }
    }
    let asked = states.indices.dropFirst(caught).first {
      witness.isAsked(property, arguments, in: states[$0])
    }
    guard let asked else { return nil }
    path.steps.removeSubrange(asked...)
    var violation = Violation(Finding(.possible, property: property), after: path)
    violation.arguments = arguments
    if case .trapped(let trap) = witness.judge(property, arguments, from: path.end) {
      violation.trap = trap
    }
    return ReplayResult(verdict: .stillViolates(violation), path: path)
  }
}

extension Replayer.Branch {
  /// The branch with a new round of the loop that begins here.
  func beginningRound(after steps: Int) -> Self {
    var branch = self
    branch.rounds.append(.init(steps: steps, state: state))
    return branch
  }
}

extension Machine {
  /// The machine in which a property does not hold beyond the bound; nil without a bound.
  fileprivate func ignoringBound(in property: Int) -> Machine? {
    guard spec.bound != nil else { return nil }
    let own = spec.unboundedBody(of: spec.properties[property])
    return try? Machine(spec.edited { $0.properties[property].body.expression = own })
  }
}

/// Searches for a short path from a state to a goal, among few states.
private struct EscapePathSearch {
  private static let maximumReactions = 20_000
  private let machine: Machine
  private let judge: LeadsTo

  init(_ machine: Machine, _ property: Int, _ arguments: [Value]) {
    self.machine = machine
    judge = LeadsTo(machine.spec.properties[property], arguments)
  }

  /// The number of steps of the shortest path; nil if it is not found quickly.
  func length(from start: [Value]) -> Int? {
    let evaluator = ReferenceEvaluator(machine.spec)
    var (seen, level, reactions): (Set<[Value]>, [[Value]], Int) = ([start], [start], 0)
    var length = 0
    while !level.isEmpty {
      var next: [[Value]] = []
      for state in level {
        if case .success(true) = judge.holdsBody(in: state) { return length }
        for instance in machine.instances {
          reactions += 1
          guard reactions <= Self.maximumReactions else { return nil }
          for step in evaluator.react(to: instance, in: state).steps
          where seen.insert(step.state).inserted { next.append(step.state) }
        }
      }
      (level, length) = (next, length + 1)
    }
    return nil
  }
}
