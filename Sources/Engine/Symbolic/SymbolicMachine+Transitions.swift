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
  /// The variables whose values before and after a step decide it; nil if more does, such as arguments and signals.
  let variables: Set<Int>?

  /// - Returns: nil if no step of the event matches the property.
  init?(_ index: Int, of spec: CheckedSpec, after event: Int) {
    let property = spec.properties[index]
    self.index = index
    (body, filter, deadline) = (property.body, property.filter, property.tickDeadline)
    guard case .transition(let patterns, _) = property.kind else {
      (self.patterns, variables) = ([], nil)
      if deadline == nil { return nil }
      return
    }
    self.patterns = patterns.filter { $0.event == nil || $0.event == event }
    let conditions = [body.expression] + (filter.map { [$0] } ?? [])
    let isOfVariables =
      self.patterns.allSatisfy { $0.arguments.isEmpty && $0.parameterSlots.isEmpty }
      && !conditions.contains(where: \.reads.signals)
    variables = isOfVariables ? conditions.variables : nil
    if deadline == nil, self.patterns.isEmpty { return nil }
  }
}

/// A transition property in steps that change none of its variables, as wires over the state.
struct UnchangedStep {
  typealias Wire = Circuit.Wire

  /// Where its filter holds.
  var matches: Wire
  /// Where its body does not hold.
  var fails: Wire
  var faults: [SymbolicEvaluator.PossibleFault]
  /// The coverage in such a step.
  var records: [CoverageRecords.Record]
  /// The states in which there is such a step.
  var happens = Circuit.falsity
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
    _ property: StepProperty, _ arguments: [Symbolic], changed: Set<Int>,
    _ outcome: inout SymbolicReaction.Outcome, _ reaction: inout SymbolicReaction
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
    if let variables = property.variables, variables.isDisjoint(with: changed) {
      return checkUnchanged(property, &outcome, &reaction)
    }
    let (matches, fails) = conditions(of: property, where: outcome.happens)
    note(
      property, matches: evaluator.circuit.and(outcome.happens, matches), fails: fails,
      evaluator.faults, &outcome, &reaction)
    evaluator.faults = []
  }

  /// Where the filter of a property holds, and where its body does not. The evaluator collects the faults.
  private mutating func conditions(
    of property: StepProperty, where path: Wire
  ) -> (matches: Wire, fails: Wire) {
    evaluator.path = path
    var matches = Circuit.truth
    if let filter = property.filter {
      let passes = evaluator.holds(filter)
      let isSound = evaluator.circuit.not(evaluator.faulted)
      matches = evaluator.circuit.and(passes, isSound)
      evaluator.path = evaluator.circuit.and(path, matches)
    }
    let holds = evaluator.holds(property.body.expression)
    let isSound = evaluator.circuit.not(evaluator.faulted)
    return (matches, evaluator.circuit.and(isSound, evaluator.circuit.not(holds)))
  }

  /// Adds the answers of a property to an outcome and to its reaction.
  private mutating func note(
    _ property: StepProperty, matches: Wire, fails: Wire,
    _ faults: [SymbolicEvaluator.PossibleFault], _ outcome: inout SymbolicReaction.Outcome,
    _ reaction: inout SymbolicReaction
  ) {
    if matches != Circuit.falsity { outcome.matches.append((property.index, matches)) }
    note(
      Finding(.transition, property: property.index), evaluator.circuit.and(matches, fails),
      &reaction)
    for fault in faults {
      note(
        Finding(.stepFault, property: property.index, at: fault.range), fault.happens, &reaction)
    }
  }

  /// Checks a property in a step that changes none of its variables. Many steps are such ones, so it is evaluated only
  /// in the first one.
  private mutating func checkUnchanged(
    _ property: StepProperty, _ outcome: inout SymbolicReaction.Outcome,
    _ reaction: inout SymbolicReaction
  ) {
    let known = unchangedSteps[property.index]
    var step = known ?? unchangedStep(property)
    if known == nil, evaluator.algebra.hasFailed { return }
    var faults = step.faults
    for index in faults.indices {
      faults[index].happens = evaluator.circuit.and(outcome.happens, faults[index].happens)
    }
    note(
      property, matches: evaluator.circuit.and(outcome.happens, step.matches), fails: step.fails,
      faults, &outcome, &reaction)
    step.happens = evaluator.circuit.or(step.happens, outcome.happens)
    unchangedSteps[property.index] = step
  }

  private mutating func unchangedStep(_ property: StepProperty) -> UnchangedStep {
    let (after, coverage) = (evaluator.state, evaluator.coverage)
    evaluator.state = state
    evaluator.coverage = coverage.map { CoverageRecords($0.questions) }
    let (matches, fails) = conditions(of: property, where: Circuit.truth)
    let step = UnchangedStep(
      matches: matches, fails: fails, faults: evaluator.faults,
      records: evaluator.coverage?.records ?? [])
    (evaluator.state, evaluator.coverage) = (after, coverage)
    evaluator.faults = []
    return step
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
