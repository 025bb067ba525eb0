/// What properties say of single states and steps, by the reference evaluator.
package struct PropertyEvaluator: Sendable {
  let spec: CheckedSpec

  package init(spec: CheckedSpec) { self.spec = spec }

  /// What a transition property says of a step.
  package struct StepVerdict: Sendable {
    /// It is one of the steps that the property is about.
    package var matches = false
    package var isViolated = false
    package var fault: Fault?
  }

  /// What a `transition` says of one step; the verdict of any other kind of property is empty.
  ///
  /// An `eventually … within` in ticks matches each step from a state in which it waits and a timer is on. It is never
  /// violated here.
  ///
  /// - Parameters:
  ///   - state: the state before the step, which `old` reads.
  ///   - footprint: notes which columns of states are read.
  package func check(
    _ property: Int, _ step: Step, from state: [Value], footprint: Footprint? = nil
  ) -> StepVerdict {
    var verdict = StepVerdict()
    let declared = spec.properties[property]
    if let deadline = declared.tickDeadline {
      verdict.matches = deadline.waits(in: state) && spec.hasTimerOn(in: state)
      return verdict
    }
    guard case .transition(let patterns, let filter) = declared.kind else { return verdict }
    var evaluator = Evaluator(
      state: step.state, previous: state, signals: step.signals,
      frameSize: declared.body.frameSize)
    evaluator.footprint = footprint
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

  /// Whether a property of states holds in a state, or its fault.
  package func holds(_ property: Property, in state: [Value]) -> Result<Bool, Fault> {
    guard case .same(let steps) = property.sentence else { return holds(property.body, in: state) }
    do throws(Fault) {
      return .success(try steps.difference(in: state, of: spec) == nil)
    } catch {
      return .failure(error)
    }
  }

  /// How many elements of collections are run through to find out whether a property holds in a state.
  package func passes(of property: Int, in state: [Value]) -> Int {
    var evaluator = Evaluator(state: state)
    _ = try? evaluator.evaluate(root: spec.properties[property].body)
    return evaluator.passes
  }

  /// Whether an expression holds in a state, or its fault.
  ///
  /// - Parameter footprint: notes which columns of states are read.
  package func holds(
    _ root: RootExpression, in state: [Value], footprint: Footprint? = nil
  ) -> Result<Bool, Fault> {
    var evaluator = Evaluator(state: state)
    evaluator.footprint = footprint
    do {
      return .success(try evaluator.evaluate(root: root).asBool)
    } catch {
      return .failure(error)
    }
  }

  /// The fault of a property of states in a state, or of one of runs where it is asked for there
  /// whatever was before; of those for several values of its parameters, the one that comes first in the
  /// text.
  ///
  /// - Parameter isStart: the state is the first of a run, where an `eventually` without premise begins.
  package func fault(of property: Int, in state: [Value], isStart: Bool) -> Fault? {
    let declared = spec.properties[property]
    switch declared.kind {
    case .invariant, .reachable, .transition: break
    case .possible where declared.isOfStates: break
    case .possible:
      return declared.tuples.flatMap { LeadsTo(declared, $0).faults(in: state) }
        .min { $0.range.precedes($1.range) }
    case .eventually:
      return declared.tuples.compactMap { tuple -> Fault? in
        let judge = LeadsTo(declared, tuple)
        if case .failure(let fault) = judge.isPending(in: state, isStart: isStart, already: false) {
          return fault
        }
        return nil
      }.min { $0.range.precedes($1.range) }
    }
    if case .failure(let fault) = holds(declared, in: state) { return fault }
    return nil
  }

  /// What a state shows of some properties of states.
  ///
  /// - Parameter onLimit: told where the tool goes no further.
  package func findings(
    _ candidates: [Int], in state: [Value], onLimit: (Fault) -> Void
  ) -> [Finding] {
    candidates.compactMap { index in
      let property = spec.properties[index]
      guard property.isOfStates else { return nil }
      switch (holds(property, in: state), property.kind) {
      case (.success(true), .reachable), (.success(true), .possible):
        return Finding(.goal, property: index)
      case (.success(false), .invariant): return Finding(.invariant, property: index)
      case (.failure(let fault), _) where fault.isLimit:
        onLimit(fault)
        return nil
      case (.failure(let fault), _):
        return Finding(.propertyFault, property: index, at: fault.range)
      default: return nil
      }
    }
  }

  /// Which rules of an event overlap in a state, for any parameters.
  ///
  /// - Parameter onLimit: told where the tool goes no further.
  package func overlaps(
    of event: Int, _ machine: Machine, _ evaluator: ReferenceEvaluator, in state: [Value],
    onLimit: (Fault) -> Void
  ) -> Set<Finding> {
    var found: Set<Finding> = []
    for instance in machine.instances where instance.event == event {
      for problem in evaluator.react(to: instance, in: state).problems {
        if problem.finding.kind == .overlap { found.insert(problem.finding) }
        if let fault = problem.fault, fault.isLimit { onLimit(fault) }
      }
    }
    return found
  }

  /// What the spec says of a state in which nothing can happen.
  package enum Termination {
    case right, deadlock
    case fault(Fault)
  }

  /// Whether a state may be the last; the first 'terminal' that holds, or has no value, decides.
  package func termination(in state: [Value]) -> Termination {
    for terminal in spec.terminals {
      switch holds(terminal, in: state) {
      case .success(true): return .right
      case .success(false): continue
      case .failure(let fault): return .fault(fault)
      }
    }
    return .deadlock
  }

  /// What is wrong with a state as the last; nil if nothing is.
  ///
  /// - Parameter onLimit: told where the tool goes no further.
  package func deadlock(in state: [Value], onLimit: (Fault) -> Void) -> Finding? {
    switch termination(in: state) {
    case .right: return nil
    case .deadlock: return Finding(.deadlock)
    case .fault(let fault) where fault.isLimit:
      onLimit(fault)
      return nil
    case .fault(let fault): return Finding(.terminalFault, at: fault.range)
    }
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

extension Property {
  /// The deadline of an `eventually … within` in ticks, if it is more than 0 ticks: then time has to pass before
  /// anything is late.
  package var tickDeadline: ResponseBound? {
    guard case .within(let deadline) = sentence, deadline.unit == .ticks, deadline.limit > 0 else {
      return nil
    }
    return deadline
  }

  /// Whether the steps that it is about are counted: those of a `transition`, and those from states in
  /// which an `eventually … within` waits while a timer is on.
  package var countsSteps: Bool {
    if case .transition = kind { return true }
    return tickDeadline != nil
  }
}

extension CheckedSpec {
  /// Those of some properties whose steps are counted.
  package func countingSteps(among properties: Set<Int>) -> [Int] {
    self.properties.indices.filter {
      properties.contains($0) && self.properties[$0].countsSteps
    }
  }

  /// Those of some properties that are about steps.
  package func transitions(among properties: Set<Int>) -> [Int] {
    self.properties.indices.filter { index in
      if case .transition = self.properties[index].kind {
        properties.contains(index)
      } else {
        false
      }
    }
  }
}
