import Basics

/// The definition of a state's reaction to an event: `react(to:in:)`.
///
/// It is short and obvious, and never optimized: all faster code is derived from it and tested against it. It keeps
/// nothing between two calls, and several threads may use it at once.
package struct ReferenceEvaluator: Sendable {
  package let spec: CheckedSpec

  package init(_ spec: CheckedSpec) { self.spec = spec }

  /// All that can happen at an event instance in a state: whether the event is possible, its steps,
  /// and the mistakes that show.
  ///
  /// ```tray
  /// on receive(kind: Kind) when !full {              // false: nothing at all, not even a problem
  ///     rule mention when kind == .mention { … }     // none applies: a gap
  ///     rule loud when !muted { … }                  // both apply: an overlap, and the steps of both
  /// }
  /// ```
  ///
  /// A fault in the guard or in a condition leaves no step. A fault in a body ends the branches that meet it; the
  /// other branches become steps. Limits of the tool bound the time, and are reported in `Reaction.limit`.
  ///
  /// - Parameters:
  ///   - instance: an instance of the machine; its arguments have the types of the parameters.
  ///   - state: the values of all variables, in their order.
  ///   - probe: records the parts of the spec that matter.
  ///   - footprint: records the columns of the state that are read, and those that each step writes.
  package func react(
    to instance: EventInstance, in state: [Value], noting probe: PartProbe? = nil,
    footprint: Footprint? = nil
  ) -> Reaction {
    let event = spec.events[instance.event]
    var evaluator = evaluator(for: instance, in: state)
    evaluator.probe = probe
    evaluator.footprint = footprint
    var reaction = Reaction()
    do {
      if let condition = event.guardExpression, try !evaluator.holds(condition) { return reaction }
    } catch {
      reaction.problems.append(.init(.guardFault, error, of: instance, in: state))
      return reaction
    }
    switch event.body {
    case .tick: tick(instance, state, footprint, &reaction)
    case .statements(let body):
      reaction.isPossible = true
      run(body, instance, nil, evaluator, &reaction)
    case .rules(let bindings, let rules):
      reaction.isPossible = true
      apply(rules, bindings, instance, evaluator, &reaction)
    }
    return reaction
  }

  /// Computes everything that can happen at an event instance in a state.
  ///
  /// Callers that rely on the absence of a step, such as "this event is impossible", use this function.
  ///
  /// - Throws: the limit of the tool that stopped the evaluation. There may then be other steps and problems.
  package func completeReaction(
    to instance: EventInstance, in state: [Value], noting probe: PartProbe? = nil
  ) throws(Fault) -> Reaction {
    let reaction = react(to: instance, in: state, noting: probe)
    if let limit = reaction.limit { throw limit }
    return reaction
  }

  /// Makes an evaluator for the guard, the conditions and the body of an event.
  ///
  /// The arguments take the first slots of the frame, and the old state equals the current one until a statement
  /// changes it.
  package func evaluator(for instance: EventInstance, in state: [Value]) -> Evaluator {
    Evaluator(
      state: state, previous: state, locals: instance.arguments,
      frameSize: spec.events[instance.event].frameSize)
  }

  /// Exactly one rule has to apply; every rule that applies is followed.
  ///
  /// `let` lines before the rules, and all conditions, are evaluated once, in the state before the event: no rule
  /// sees the effects of another one. If any of them has no value, no rule is followed.
  private func apply(
    _ rules: [Rule], _ bindings: [(slot: Int, Expression)], _ instance: EventInstance,
    _ start: Evaluator, _ reaction: inout Reaction
  ) {
    var evaluator = start
    var applicable: [Int] = []
    do {
      for (slot, value) in bindings { evaluator.locals[slot] = try evaluator.evaluate(value) }
      for (index, rule) in rules.enumerated() where !rule.isOtherwise {
        if try evaluator.holds(rule.conditions) { applicable.append(index) }
      }
    } catch {
      reaction.problems.append(.init(.fault, error, of: instance, in: start.state))
      return
    }
    if applicable.isEmpty, let otherwise = rules.firstIndex(where: \.isOtherwise) {
      applicable = [otherwise]
    }
    if applicable.isEmpty {
      reaction.problems.append(.init(Finding(.gap, event: instance.event)))
    }
    if applicable.count > 1 {
      reaction.problems.append(
        .init(Finding(.overlap, event: instance.event, rules: applicable)))
    }
    for index in applicable { run(rules[index].body, instance, index, evaluator, &reaction) }
  }

  /// Runs a body and makes steps of its distinct outcomes, in the order of `Execution`.
  private func run(
    _ body: [Statement], _ instance: EventInstance, _ rule: Int?, _ evaluator: Evaluator,
    _ reaction: inout Reaction
  ) {
    var execution = Execution()
    let outcomes = execution.run(body, from: [.init(evaluator: evaluator)])
    for (fault, state) in execution.faults {
      reaction.problems.append(.init(.fault, fault, of: instance, rule: rule, in: state))
    }
    reaction.orderDependent.formUnion(execution.orderDependent)
    evaluator.footprint?.noteDifferences(outcomes)
    // Orders of a loop that differ only in local names give the same step.
    var seen: Set<Step> = []
    for outcome in outcomes {
      // States may be large, and comparing them takes time in proportion.
      if outcomes.count > 1, Deadline.isOver {
        reaction.problems.append(
          .init(
            .fault, Fault(.stopped, body[0].range), of: instance, rule: rule, in: evaluator.state))
        return
      }
      evaluator.footprint?.noteStep(outcome.evaluator.written)
      let step = Step(
        instance: instance, rule: rule, choices: outcome.choices,
        signals: outcome.evaluator.signals,
        state: spec.monitored(
          outcome.evaluator.state, behindTick: false, footprint: evaluator.footprint))
      if outcomes.count == 1 || seen.insert(step.withSignalsInOrder).inserted {
        reaction.steps.append(step)
      } else {
        evaluator.footprint?.dropStep()
      }
    }
  }

  /// Time passes while some timer is running and none is due.
  ///
  /// Off is -1 and due is 0. So a due timer blocks time until some event stops or restarts it.
  private func tick(
    _ instance: EventInstance, _ state: [Value], _ footprint: Footprint?,
    _ reaction: inout Reaction
  ) {
    var timers: [Int] = []
    let columns = footprint?.noteTimers() ?? []
    let next = zip(spec.variables, state).map { variable, value in
      variable.type.advancingTimers(in: value, seen: &timers)
    }
    guard timers.contains(where: { $0 > 0 }), !timers.contains(0) else { return }
    reaction.isPossible = true
    footprint?.noteStep(columns)
    reaction.steps = [
      Step(
        instance: instance, rule: nil, choices: [], signals: [],
        state: spec.monitored(next, behindTick: true, footprint: footprint))
    ]
  }
}

extension Step {
  /// The step with its signals in canonical order: equal for steps that differ only in that order.
  fileprivate var withSignalsInOrder: Step {
    var step = self
    step.signals.sort()
    return step
  }
}

extension Evaluator {
  /// Whether all conditions of a rule hold. Binds the names of its groups.
  mutating func holds(_ conditions: [RuleCondition]) throws(Fault) -> Bool {
    for condition in conditions {
      switch condition {
      case .test(let test):
        if try !holds(test) { return false }
      case .bind(let bindings):
        for (slot, value) in bindings { locals[slot] = try evaluate(value) }
      }
    }
    return true
  }
}

extension CheckedSpec {
  /// Whether some timer is running or due in a state.
  package func hasTimerOn(in state: [Value]) -> Bool {
    var timers: [Int] = []
    for (variable, value) in zip(variables, state) {
      _ = variable.type.advancingTimers(in: value, seen: &timers)
    }
    return timers.contains { $0 >= 0 }
  }
}

extension Type {
  /// The value after one unit of time: all running timers in it are one unit nearer; `seen` gets the units of each
  /// timer.
  ///
  /// Timers in an absent value (an empty optional, another case) do not count.
  fileprivate func advancingTimers(in value: Value, seen: inout [Int]) -> Value {
    guard containsTimer else { return value }
    if case .timer(let due) = value {
      seen.append(due)
      return due > 0 ? .timer(due - 1) : value
    }
    return mapParts(of: value) { $0.advancingTimers(in: $1, seen: &seen) }
  }
}

extension Footprint {
  /// Records as read the writes in which outcomes differ, if they differ only in their states: the comparison of
  /// outcomes depends on them.
  fileprivate func noteDifferences(_ outcomes: [Execution.Branch]) {
    struct Label: Hashable {
      var choices: [Choice]
      var signals: [EmittedSignal]
    }
    if outcomes.count < 2 { return }
    let groups = Dictionary(grouping: outcomes) {
      Label(choices: $0.choices, signals: $0.evaluator.signals.sorted())
    }
    var columns: Set<Int> = []
    for group in groups.values where group.count > 1 {
      let written = group.map { Set($0.evaluator.written) }
      let all = written.reduce(into: Set<Int>()) { $0.formUnion($1) }
      for each in written { columns.formUnion(all.subtracting(each)) }
    }
    for column in columns.sorted() { note(column) }
  }
}
