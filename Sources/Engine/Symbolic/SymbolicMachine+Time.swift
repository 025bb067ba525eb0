import Semantics

/// Ticks.
extension SymbolicMachine {
  /// Time passes while some timer is running and none is due, as in `ReferenceEvaluator`. A tick has one outcome and
  /// no fault.
  mutating func tick(_ instance: EventInstance, _ reaction: inout SymbolicReaction) {
    var timers: [(alive: Wire, due: Wire)] = []
    let next = zip(spec.variables, state).map { variable, value in
      advance(value, variable.type, alive: Circuit.truth, &timers)
    }
    var (runs, isDue) = (Circuit.falsity, Circuit.falsity)
    for timer in timers {
      let runsOn = evaluator.circuit.less(Circuit.falsity, timer.due)
      runs = evaluator.circuit.or(runs, evaluator.circuit.and(timer.alive, runsOn))
      let isZero = evaluator.circuit.equal(timer.due, Circuit.falsity)
      isDue = evaluator.circuit.or(isDue, evaluator.circuit.and(timer.alive, isZero))
    }
    let noneDue = evaluator.circuit.not(isDue)
    let faults = evaluator.circuit.and(
      reaction.canHappen, evaluator.circuit.not(evaluator.path))
    let happens = evaluator.circuit.and(
      evaluator.circuit.and(runs, noneDue), evaluator.path)
    reaction.canHappen = evaluator.circuit.or(happens, faults)
    if happens == Circuit.falsity { return }
    evaluator.path = happens
    finish(next, [], instance, nil, happens: happens, &reaction)
  }

  /// Whether some timer is running or due, as in `CheckedSpec.hasTimerOn`.
  mutating func isTimerOn() -> Wire {
    var timers: [(alive: Wire, due: Wire)] = []
    for (variable, value) in zip(spec.variables, state) {
      _ = advance(value, variable.type, alive: Circuit.truth, &timers)
    }
    var isOn = Circuit.falsity
    for timer in timers {
      let isOff = evaluator.circuit.less(timer.due, Circuit.falsity)
      let runs = evaluator.circuit.and(timer.alive, evaluator.circuit.not(isOff))
      isOn = evaluator.circuit.or(isOn, runs)
    }
    return isOn
  }

  /// The value after one unit of time: all running timers in it are one unit nearer; `timers` gets each of them.
  ///
  /// - Parameter alive: where the value is present; timers in absent parts are neither running nor due.
  private mutating func advance(
    _ value: Symbolic, _ type: Type, alive: Wire, _ timers: inout [(alive: Wire, due: Wire)]
  ) -> Symbolic {
    guard type.containsTimer else { return value }
    switch (type, value) {
    case (.timer, .scalar(let due)):
      timers.append((alive, due))
      let runs = evaluator.circuit.less(Circuit.falsity, due)
      let minusOne = evaluator.circuit.constant(-1)
      let nearer = evaluator.circuit.add(due, minusOne)
      return .scalar(evaluator.circuit.select(runs, nearer, due))
    case (.optional(let inner), .optional(let present, let content)):
      let inside = evaluator.circuit.and(alive, present)
      return .optional(
        present: present, advance(content, inner, alive: inside, &timers))
    case (.optional(let inner), _): return advance(value, inner, alive: alive, &timers)
    case (.structure(let owner), .record(let values)):
      return .record(
        zip(owner.fields, values).map { advance($1, $0.type, alive: alive, &timers) })
    case (.enumeration(let owner), .enumeration(let tag, let payloads)):
      let advanced = payloads.enumerated().map { index, payload in
        let isCase = evaluator.circuit.equal(tag, evaluator.circuit.constant(index))
        let inside = evaluator.circuit.and(alive, isCase)
        return zip(owner.cases[index].fields, payload).map {
          advance($1, $0.type, alive: inside, &timers)
        }
      }
      return .enumeration(tag: tag, payloads: advanced)
    case (.map(_, let content), .map(let entries)):
      return .map(
        entries.map { entry in
          var entry = entry
          let inside = evaluator.circuit.and(alive, entry.isThere)
          entry.value = advance(entry.value, content, alive: inside, &timers)
          return entry
        })
    case (.table(_, let content), .table(let values)):
      return .table(values.map { advance($0, content, alive: alive, &timers) })
    case (.list(let element, _), .list(let count, let values)):
      return .list(
        count: count,
        values.enumerated().map { index, value in
          let number = evaluator.circuit.constant(index)
          let inside = evaluator.circuit.and(alive, evaluator.circuit.less(number, count))
          return advance(value, element, alive: inside, &timers)
        })
    default: return value
    }
  }
}
