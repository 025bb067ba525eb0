import Semantics

/// A transition property for the steps of one event.
final class StepProperty {
  let index: Int
  /// The patterns that may match.
  let patterns: [EventPattern]
  let filter: Expression?
  let body: RootExpression
  /// The deadline that ticks bring nearer, instead of patterns; nil if there is none.
  let deadline: ResponseBound?

  /// - Returns: nil if no step of the event matches the property.
  init?(_ index: Int, of spec: CheckedSpec, after event: Int) {
    let property = spec.properties[index]
    self.index = index
    (body, filter, deadline) = (property.body, property.filter, property.tickDeadline)
    guard case .transition(let patterns, _) = property.kind else {
      self.patterns = []
      if deadline == nil { return nil }
      return
    }
    self.patterns = patterns.filter { $0.event == nil || $0.event == event }
    if deadline == nil, self.patterns.isEmpty { return nil }
  }
}

/// Transition properties, about the outcomes of events.
extension SymbolicMachine {
  /// Adds to an outcome whether it matches a property that counts steps. Adds to the reaction where a transition
  /// property is violated or has no value.
  ///
  /// A property matches steps whose event, rule and arguments match a pattern and for which the filter holds. The
  /// match must be known while planning, as for arguments that are compared with constants. Where the filter faults,
  /// the property does not match, and the fault is one of the property.
  mutating func check(
    _ property: StepProperty, _ arguments: [Symbolic], _ outcome: inout SymbolicReaction.Outcome,
    _ reaction: inout SymbolicReaction
  ) {
    if let deadline = property.deadline {
      let waits = isPositive(state[deadline.variable])
      let isOn = isTimerOn()
      let isMeant = evaluator.circuit.and(waits, isOn)
      let matching = evaluator.circuit.and(outcome.happens, isMeant)
      if matching != Circuit.falsity { outcome.matches.append((property.index, matching)) }
      return
    }
    evaluator.reset(frame: [], size: property.body.frameSize)
    evaluator.path = outcome.happens
    guard matches(property.patterns, arguments, outcome.rule) else { return }
    var matching = outcome.happens
    if let filter = property.filter {
      let passes = evaluator.holds(filter)
      let isSound = evaluator.circuit.not(evaluator.faulted)
      matching = evaluator.circuit.and(matching, evaluator.circuit.and(passes, isSound))
      evaluator.path = matching
    }
    if matching != Circuit.falsity { outcome.matches.append((property.index, matching)) }
    let holds = evaluator.holds(property.body.expression)
    let isSound = evaluator.circuit.not(evaluator.faulted)
    let fails = evaluator.circuit.and(isSound, evaluator.circuit.not(holds))
    note(
      Finding(.transition, property: property.index), evaluator.circuit.and(matching, fails),
      &reaction)
    for fault in evaluator.faults {
      note(
        Finding(.stepFault, property: property.index, at: fault.range), fault.happens, &reaction)
    }
    evaluator.faults = []
  }

  /// Whether some number in a nested table is positive.
  private mutating func isPositive(_ value: Symbolic) -> Wire {
    switch value {
    case .scalar(let number): return evaluator.circuit.less(Circuit.falsity, number)
    case .table(let values):
      var any = Circuit.falsity
      for value in values {
        let one = isPositive(value)
        any = evaluator.circuit.or(any, one)
      }
      return any
    default: return Circuit.falsity
    }
  }

  /// Whether a step matches one of the patterns. Binds the parameters for the body.
  ///
  /// If several patterns match, the first one counts.
  private mutating func matches(
    _ patterns: [EventPattern], _ arguments: [Symbolic], _ rule: Int?
  ) -> Bool {
    for pattern in patterns {
      if let wanted = pattern.rule, wanted != rule { continue }
      for (parameter, slot) in pattern.parameterSlots {
        evaluator.locals[slot] = arguments[parameter]
      }
      var fits = Circuit.truth
      for (parameter, argument) in pattern.arguments where fits != Circuit.falsity {
        let matches = evaluator.matches(argument, arguments[parameter])
        fits = evaluator.circuit.and(fits, matches)
      }
      if fits == Circuit.truth { return true }
      if fits != Circuit.falsity {
        evaluator.algebra.refuse("a pattern that depends on the state")
      }
    }
    return false
  }
}
