import SpecLanguage

/// What properties say of single states and steps, by the reference evaluator.
struct PropertyEvaluator: Sendable {
  let spec: CheckedSpec

  /// What a transition property says of a step.
  struct StepVerdict {
    /// It is one of the steps that the property is about.
    var matches = false
    var isViolated = false
    var fault: Fault?
  }

  func check(_ property: Int, _ step: Step, from state: [Value]) -> StepVerdict {
    var verdict = StepVerdict()
    let declared = spec.properties[property]
    guard case .transition(let patterns, let filter) = declared.kind else { return verdict }
    var evaluator = Evaluator(
      state: step.state, previous: state, signals: step.signals,
      locals: Array(repeating: .none, count: declared.body.frameSize))
    do {
      guard try evaluator.matches(step, patterns) else { return verdict }
      if let filter, try !evaluator.holds(filter) { return verdict }
      verdict.matches = true
      verdict.isViolated = try !evaluator.holds(declared.body.expression)
    } catch {
      verdict.fault = error
    }
    return verdict
  }

  /// Whether an expression holds in a state, or its fault.
  func holds(_ root: RootExpression, in state: [Value]) -> Result<Bool, Fault> {
    var evaluator = Evaluator(state: state)
    do {
      return .success(try evaluator.evaluate(root: root).asBool)
    } catch {
      return .failure(error)
    }
  }

  /// Whether a state may be the last: nil if it may, else what is wrong.
  func deadlock(in state: [Value]) -> Finding? {
    for terminal in spec.terminals {
      switch holds(terminal, in: state) {
      case .success(true): return nil
      case .success(false): continue
      case .failure(let fault): return .terminalFault(fault.range)
      }
    }
    return .deadlock
  }
}

extension Evaluator {
  /// Whether a step is one of those that the patterns are about; parameters are bound for the body.
  package mutating func matches(
    _ step: Step, _ patterns: [EventPattern]
  ) throws(Fault) -> Bool {
    for pattern in patterns {
      if let event = pattern.event, event != step.instance.event { continue }
      if let rule = pattern.rule, rule != step.rule { continue }
      for (parameter, slot) in pattern.parameterSlots {
        locals[slot] = step.instance.arguments[parameter]
      }
      var fits = true
      for (parameter, argument) in pattern.arguments where fits {
        fits = try matches(argument, step.instance.arguments[parameter])
      }
      if fits { return true }
    }
    return false
  }
}
