import Semantics

/// A failed scenario in words.
package struct FailedScenario: Sendable {
  package var name: String
  package var summary: String
  package var documentation: String?
  /// The failing step of the scenario.
  package var range: SourceRange
  package var trace: Trace
  package var reasons: [Reason]

  /// Describes a failed verdict in words; nil if the scenario passed.
  package init?(_ verdict: ScenarioVerdict, in spec: CheckedSpec) {
    guard let failure = verdict.failure else { return nil }
    self.name = spec.scenarios[verdict.scenario].name
    documentation = spec.scenarios[verdict.scenario].documentation
    range = failure.step
    trace = Trace(failure.path, attempt: failure.attempt, in: spec)
    var explainer = Explainer(file: spec.file, spec: spec)
    let event = failure.attempt.map { spec.events[$0.event] }
    let name = event?.name ?? ""
    reasons = []
    switch failure.reason {
    case .refused:
      summary =
        "'\(name)' cannot happen here: "
        + (event?.isTick ?? false ? "time cannot advance" : "its guard is false")
      if let attempt = failure.attempt {
        reasons = explainer.explainGuard(of: attempt, in: failure.path.end, holds: false)
      }
    case .noArguments(let event):
      summary = "'\(spec.events[event].name)' cannot happen here: a parameter has no values"
    case .gap:
      summary = "'\(name)' cannot happen here: none of its rules applies"
      if let event, let attempt = failure.attempt {
        reasons = explainer.explainRules(of: event, attempt, in: failure.path.end, applying: [])
      }
    case .possible:
      summary =
        "'\(name)' should be refused here, and "
        + (event?.isTick ?? false
          ? "time can advance"
          : event?.guardExpression == nil ? "it is possible" : "its guard holds")
      if let attempt = failure.attempt {
        reasons = explainer.explainGuard(of: attempt, in: failure.path.end, holds: true)
      }
    case .expectation:
      summary = "this expectation does not hold"
      reasons = explainer.explain(expectationAt: failure.step, of: verdict.scenario, failure.path)
    case .nothingGiven: summary = "no state is left for which 'given' holds"
    case .fault(let fault):
      summary = fault.message
      reasons = explainer.explain(fault, at: failure.attempt, in: failure.path.end)
    }
  }
}

extension Explainer {
  /// Explains why the guard of an event is false or true.
  package mutating func explainGuard(
    of instance: EventInstance, in state: [Value], holds: Bool
  ) -> [Reason] {
    let event = spec.events[instance.event]
    if event.isTick { return explainTick(in: state) }
    guard let condition = spec.ownGuard(of: instance.event) else {
      return [.init(depth: 0, text: "'\(event.name)' has no guard: it is always possible")]
    }
    return explain(
      condition, holds: holds, state: state, locals: instance.arguments,
      frameSize: event.frameSize)
  }

  /// The timers that allow time to pass, or prevent it.
  private func explainTick(in state: [Value]) -> [Reason] {
    let timers = spec.shown(state).filter { $0.variable.type.containsTimer }
    let units = timers.map { timer in
      var found: [Int] = []
      timer.variable.type.findTimers(in: timer.value, &found)
      return found
    }
    let isHeldUp = units.joined().contains(0)
    let runs = units.joined().contains { $0 > 0 }
    let text =
      isHeldUp
      ? "a timer is due: time advances only after the timer is stopped or started"
      : runs ? "a timer runs, and none is due" : "no timer runs"
    let deciding = zip(timers, units).filter { _, units in
      units.contains { isHeldUp ? $0 == 0 : $0 > 0 }
    }
    return [.init(depth: 0, text: text)]
      + deciding.prefix(Self.maximumTimers).map { timer, _ in
        let value = timer.variable.type.text(timer.value)
        return .init(depth: 1, text: "\(timer.variable.name) is \(value)")
      }
  }

  /// The maximum number of timers that are listed.
  private static var maximumTimers: Int { 8 }

  /// Explains why an expectation of a scenario is false. Names of the scenario's own loops have no value here, so
  /// expectations that use them are explained by the trace alone.
  mutating func explain(
    expectationAt range: SourceRange, of scenario: Int, _ path: Path
  ) -> [Reason] {
    let declared = spec.scenarios[scenario]
    guard let step = declared.steps.withNested.first(where: { $0.range == range }),
      case .expect(let test) = step.node, test.reads.locals.isEmpty
    else { return [] }
    return explain(
      test, holds: false, state: path.end, signals: path.steps.last?.signals ?? [],
      frameSize: declared.frameSize)
  }
}

extension Type {
  /// Adds the remaining units of each timer in a value: -1 for a timer that is off.
  fileprivate func findTimers(in value: Value, _ found: inout [Int]) {
    guard containsTimer else { return }
    if case .timer(let due) = value {
      found.append(due)
    } else {
      _ = mapParts(of: value) { part, value in
        part.findTimers(in: value, &found)
        return value
      }
    }
  }
}
