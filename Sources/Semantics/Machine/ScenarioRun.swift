import Basics

/// Runs a scenario from all starts, following all choices at once: `ScenarioRun.play(…)`.
package struct ScenarioRun {
  /// The maximum number of branches.
  package static let maximumBranches = 100_000
  /// Longer scenarios are not played to their end.
  package static let maximumEvents = 10_000

  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private let scenario: Int
  /// The paths that are possible so far, one for each (state, signals of the last step).
  private var branches: [Branch]
  private var locals: [Value]
  private var remainingEvents = ScenarioRun.maximumEvents
  /// Something happened, was refused or was expected.
  private var hasRun = false
  private var ticks = DeadlineTicks()

  /// A path so far, as its last state and its history.
  private struct Branch {
    var state: [Value]
    var signals: [EmittedSignal]
    var history: PathHistory

    var path: Path { history.path }
  }

  private enum Stop: Error {
    case failure(
      step: SourceRange, reason: ScenarioVerdict.Failure, path: Path,
      attempt: EventInstance? = nil)
    /// A limit stopped the tool, with its message.
    case limit(String)
  }

  /// The verdict of one scenario of the machine's spec.
  package static func play(
    _ scenario: Int, of machine: Machine, from starts: [[Value]]
  ) -> ScenarioVerdict {
    let declared = machine.spec.scenarios[scenario]
    if let obstacle = declared.obstacle {
      return ScenarioVerdict(scenario: scenario, obstacle: obstacle)
    }
    var run = ScenarioRun(
      machine: machine, evaluator: ReferenceEvaluator(machine.spec.unbounded), scenario: scenario,
      branches: [], locals: Array(repeating: .none, count: declared.frameSize))
    do {
      try run.begin(starts)
      try run.play(declared.steps)
      return ScenarioVerdict(scenario: scenario, isIdle: !run.hasRun, failure: nil)
    } catch {
      switch error {
      case .limit(let reason): return ScenarioVerdict(scenario: scenario, openReason: reason)
      case .failure(_, .fault(let fault), _, _) where fault.isLimit:
        return ScenarioVerdict(scenario: scenario, openReason: fault.message)
      case .failure(let step, let reason, let path, let attempt):
        return ScenarioVerdict(scenario: scenario, failure: (step, reason, path, attempt))
      }
    }
  }

  private mutating func begin(_ starts: [[Value]]) throws(Stop) {
    for start in starts {
      try requireTime()
      branches.append(Branch(state: start, signals: [], history: .start(start)))
    }
    try mergeEqual()
  }

  /// Throws if the deadline of the thread is over, which is checked at intervals: there may be millions of starts.
  private mutating func requireTime() throws(Stop) {
    if ticks.isOver() { throw .limit(Fault(.stopped, SourceRange(0, 0)).message) }
  }

  private mutating func play(_ steps: [ScenarioStep]) throws(Stop) {
    for step in steps {
      switch step.node {
      case .event, .refuse, .expect: hasRun = true
      case .given, .repetition, .loop, .bind: break
      }
      switch step.node {
      case .event(let event, let arguments): try happen(event, arguments, step.range)
      case .refuse(let event, let arguments): try refuse(event, arguments, step.range)
      case .expect(let test):
        for branch in branches {
          try requireTime()
          if try holds(test, branch, step.range) { continue }
          throw Stop.failure(step: step.range, reason: .expectation, path: branch.path)
        }
      case .given(let test):
        guard let first = branches.first else { return }
        var kept: [Branch] = []
        for branch in branches {
          try requireTime()
          if try holds(test, branch, step.range) { kept.append(branch) }
        }
        branches = kept
        if kept.isEmpty {
          throw Stop.failure(step: step.range, reason: .nothingGiven, path: first.path)
        }
      case .repetition(let count, let body):
        let count = try value(count, branches[0], step.range).asInt
        for _ in 0..<max(0, count) where !body.isEmpty {
          try countEvent()
          try play(body)
        }
      case .loop(let binders, let body):
        for pass in try passes(binders, step.range) {
          var outer = Evaluator(locals: locals)
          pass.bind(&outer)
          locals = outer.locals
          try play(body)
        }
      case .bind(let slot, let expression):
        locals[slot] = try value(expression, branches[0], step.range)
      }
    }
  }

  private func passes(_ binders: Binders, _ range: SourceRange) throws(Stop) -> [Pass] {
    var evaluator = Evaluator(state: branches[0].state, locals: locals)
    do {
      return try evaluator.passes(binders)
    } catch {
      throw Stop.failure(step: range, reason: .fault(error), path: branches[0].path)
    }
  }

  private func value(
    _ expression: Expression, _ branch: Branch, _ range: SourceRange
  ) throws(Stop) -> Value {
    var evaluator = Evaluator(state: branch.state, signals: branch.signals, locals: locals)
    do {
      return try evaluator.evaluate(expression)
    } catch {
      throw Stop.failure(step: range, reason: .fault(error), path: branch.path)
    }
  }

  private func holds(
    _ test: Expression, _ branch: Branch, _ range: SourceRange
  ) throws(Stop) -> Bool {
    try value(test, branch, range).asBool
  }

  /// Returns the instances of the event with these arguments, and with every value of the omitted ones.
  private func instances(
    _ event: Int, _ arguments: [Expression?], _ branch: Branch, _ range: SourceRange
  ) throws(Stop) -> [EventInstance] {
    var values: [[Value]] = []
    for (argument, parameter) in zip(arguments, machine.spec.events[event].parameters) {
      values.append(
        try argument.map { (given) throws(Stop) in [try value(given, branch, range)] }
          ?? parameter.type.allValues)
    }
    return Type.watchedCombinations(values).map { EventInstance(event: event, arguments: $0) }
  }

  /// Checks that the omitted arguments have few enough values, for all paths so far.
  private func requireFew(_ event: Int, _ arguments: [Expression?]) throws(Stop) {
    let parameters = machine.spec.events[event].parameters
    let open = zip(parameters, arguments).filter { $1 == nil }
    let count = open.reduce(Cardinality.exactly(branches.count)) { $0 * $1.0.type.cardinality }
    if count > .exactly(Self.maximumBranches) {
      throw .limit("there are more than \(Self.maximumBranches) events to follow at once")
    }
  }

  private mutating func happen(
    _ event: Int, _ arguments: [Expression?], _ range: SourceRange
  ) throws(Stop) {
    try countEvent()
    try requireFew(event, arguments)
    var next: [Branch] = []
    for branch in branches {
      try requireTime()
      let instances = try instances(event, arguments, branch, range)
      if instances.isEmpty {
        throw .failure(step: range, reason: .noArguments(event), path: branch.path)
      }
      for instance in instances { next += try step(instance, branch, range) }
    }
    branches = next
    try mergeEqual()
    if branches.count > Self.maximumBranches {
      throw .limit("there are more than \(Self.maximumBranches) states to follow")
    }
  }

  /// All possible results of the event.
  private func step(
    _ instance: EventInstance, _ branch: Branch, _ range: SourceRange
  ) throws(Stop) -> [Branch] {
    let reaction = evaluator.react(to: instance, in: branch.state)
    func stop(_ reason: ScenarioVerdict.Failure) -> Stop {
      Stop.failure(step: range, reason: reason, path: branch.path, attempt: instance)
    }
    for problem in reaction.problems {
      if let fault = problem.fault { throw stop(.fault(fault)) }
      if problem.finding.kind == .gap { throw stop(.gap) }
    }
    guard reaction.isPossible else { throw stop(.refused) }
    return reaction.steps.map {
      Branch(state: $0.state, signals: $0.signals, history: .step($0, branch.history))
    }
  }

  private mutating func countEvent() throws(Stop) {
    remainingEvents -= 1
    if remainingEvents < 0 {
      throw .limit("the scenario has more than \(Self.maximumEvents) events")
    }
  }

  private mutating func refuse(
    _ event: Int, _ arguments: [Expression?], _ range: SourceRange
  ) throws(Stop) {
    try requireFew(event, arguments)
    for branch in branches {
      try requireTime()
      for instance in try instances(event, arguments, branch, range) {
        let reaction = evaluator.react(to: instance, in: branch.state)
        if let fault = reaction.problems.first(where: { $0.finding.kind == .guardFault })?.fault {
          throw Stop.failure(
            step: range, reason: .fault(fault), path: branch.path, attempt: instance)
        }
        if reaction.isPossible {
          throw Stop.failure(step: range, reason: .possible, path: branch.path, attempt: instance)
        }
      }
    }
  }

  /// Merges paths to the same state with the same signals.
  private mutating func mergeEqual() throws(Stop) {
    struct Key: Hashable {
      var state: [Value]
      var signals: [EmittedSignal]
    }
    var seen: Set<Key> = []
    var kept: [Branch] = []
    for branch in branches {
      try requireTime()
      let key = Key(state: branch.state, signals: branch.signals.sorted())
      if seen.insert(key).inserted { kept.append(branch) }
    }
    branches = kept
  }
}
