import SpecLanguage

/// Plays a scenario from all starts, following all choices at once: `ScenarioRun.play(…)`.
package struct ScenarioRun {
  /// More branches than this are not followed.
  package static let maximumBranches = 100_000

  private let machine: Machine
  private let evaluator: ReferenceEvaluator
  private let scenario: Int
  /// The ways that are possible so far, one for each (state, signals of the last step).
  private var paths: [Path]
  private var locals: [Value]

  private struct Stop: Error {
    var step: SourceRange
    var reason: ScenarioVerdict.Failure
    var path: Path
    var attempt: EventInstance?
  }

  /// The verdict of one scenario of the machine's spec.
  package static func play(
    _ scenario: Int, of machine: Machine, from starts: [[Value]]
  ) -> ScenarioVerdict {
    let declared = machine.spec.scenarios[scenario]
    var run = ScenarioRun(
      machine: machine, evaluator: ReferenceEvaluator(machine.spec), scenario: scenario,
      paths: starts.map { Path(start: $0, steps: []) },
      locals: Array(repeating: .none, count: declared.frameSize))
    run.mergeEqual()
    do {
      try run.play(declared.steps)
      return ScenarioVerdict(scenario: scenario, failure: nil)
    } catch {
      return ScenarioVerdict(
        scenario: scenario, failure: (error.step, error.reason, error.path, error.attempt))
    }
  }

  private mutating func play(_ steps: [ScenarioStep]) throws(Stop) {
    for step in steps {
      switch step.node {
      case .event(let event, let arguments): try happen(event, arguments, step.range)
      case .refuse(let event, let arguments): try refuse(event, arguments, step.range)
      case .expect(let test):
        for path in paths where try !holds(test, path, step.range) {
          throw Stop(step: step.range, reason: .expectation, path: path)
        }
      case .given(let test):
        guard let first = paths.first else { return }
        var kept: [Path] = []
        for path in paths where try holds(test, path, step.range) { kept.append(path) }
        paths = kept
        if kept.isEmpty { throw Stop(step: step.range, reason: .nothingGiven, path: first) }
      case .repetition(let count, let body):
        let count = try value(count, paths[0], step.range).asInt
        for _ in 0..<max(0, count) { try play(body) }
      case .loop(let binders, let body):
        for pass in try passes(binders, step.range) {
          var outer = Evaluator(locals: locals)
          pass.bind(&outer)
          locals = outer.locals
          try play(body)
        }
      case .bind(let slot, let expression):
        locals[slot] = try value(expression, paths[0], step.range)
      }
    }
  }

  private func passes(_ binders: Binders, _ range: SourceRange) throws(Stop) -> [Pass] {
    var evaluator = Evaluator(state: paths[0].end, locals: locals)
    do {
      return try evaluator.passes(binders)
    } catch {
      throw Stop(step: range, reason: .fault(error), path: paths[0])
    }
  }

  private func value(
    _ expression: Expression, _ path: Path, _ range: SourceRange
  ) throws(Stop) -> Value {
    var evaluator = Evaluator(
      state: path.end, signals: path.steps.last?.signals ?? [], locals: locals)
    do {
      return try evaluator.evaluate(expression)
    } catch {
      throw Stop(step: range, reason: .fault(error), path: path)
    }
  }

  private func holds(
    _ test: Expression, _ path: Path, _ range: SourceRange
  ) throws(Stop) -> Bool {
    try value(test, path, range).asBool
  }

  private func instance(
    _ event: Int, _ arguments: [Expression], _ path: Path, _ range: SourceRange
  ) throws(Stop) -> EventInstance {
    var values: [Value] = []
    for argument in arguments { values.append(try value(argument, path, range)) }
    return EventInstance(event: event, arguments: values)
  }

  private mutating func happen(
    _ event: Int, _ arguments: [Expression], _ range: SourceRange
  ) throws(Stop) {
    var next: [Path] = []
    for path in paths {
      let instance = try instance(event, arguments, path, range)
      let reaction = evaluator.react(to: instance, in: path.end)
      for problem in reaction.problems {
        switch problem {
        case .gap: throw Stop(step: range, reason: .gap, path: path, attempt: instance)
        case .fault(let fault, _):
          throw Stop(step: range, reason: .fault(fault), path: path, attempt: instance)
        case .overlap: break
        }
      }
      guard reaction.isPossible else {
        throw Stop(step: range, reason: .refused, path: path, attempt: instance)
      }
      for step in reaction.steps {
        next.append(Path(start: path.start, steps: path.steps + [step]))
      }
    }
    paths = next
    mergeEqual()
    if paths.count > Self.maximumBranches {
      throw Stop(
        step: range, reason: .tooManyBranches(Self.maximumBranches), path: paths[0])
    }
  }

  private func refuse(
    _ event: Int, _ arguments: [Expression], _ range: SourceRange
  ) throws(Stop) {
    for path in paths {
      let instance = try instance(event, arguments, path, range)
      let reaction = evaluator.react(to: instance, in: path.end)
      for case .fault(let fault, _) in reaction.problems where !reaction.isPossible {
        throw Stop(step: range, reason: .fault(fault), path: path, attempt: instance)
      }
      if reaction.isPossible {
        throw Stop(step: range, reason: .possible, path: path, attempt: instance)
      }
    }
  }

  /// Keeps one way to each state with each set of signals.
  private mutating func mergeEqual() {
    struct Key: Hashable {
      var state: [Value]
      var signals: [EmittedSignal]
    }
    var seen: Set<Key> = []
    paths = paths.filter { path in
      seen.insert(Key(state: path.end, signals: (path.steps.last?.signals ?? []).sorted())).inserted
    }
  }
}
