/// The definition of what a state does at an event: `react(to:in:)`.
///
/// It is short and obvious, and never optimised: whatever is faster is derived from it and tested
/// against it. It keeps nothing between two calls and may be asked by several threads at once.
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
  /// A fault in the guard or in a condition leaves no step; a fault in a body ends the branches
  /// that meet it, and the other branches are steps. The time that it takes is bounded by limits of
  /// the tool, which show as `Reaction.limit`.
  ///
  /// - Parameters:
  ///   - instance: one of the machine's; its arguments are of the types of the parameters.
  ///   - state: the values of all variables, in their order.
  ///   - probe: notes which parts of the spec play a role.
  ///   - footprint: notes which columns of the state are read, and which are written by each step.
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
  /// Callers that conclude from the absence of a step, as "this event is impossible", use this function.
  ///
  /// - Throws: the limit of the tool that cut the evaluation. There may then be other steps and problems.
  package func completeReaction(
    to instance: EventInstance, in state: [Value], noting probe: PartProbe? = nil
  ) throws(Fault) -> Reaction {
    let reaction = react(to: instance, in: state, noting: probe)
    if let limit = reaction.limit { throw limit }
    return reaction
  }

  /// What evaluates the guard, the conditions and the body of an event.
  ///
  /// The arguments take the first places of the frame, and the old state is the present one until a
  /// statement changes it.
  package func evaluator(for instance: EventInstance, in state: [Value]) -> Evaluator {
    Evaluator(
      state: state, previous: state, locals: instance.arguments,
      frameSize: spec.events[instance.event].frameSize)
  }

  /// Exactly one rule has to apply; each that does is followed.
  ///
  /// `let` lines before the rules are evaluated once, in the state before the event, and so are all
  /// conditions: no rule sees what another one did. If any of that has no value, no rule is
  /// followed.
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

  /// Runs a body and makes steps of its outcomes, each different one once, in the order in which
  /// `Execution` comes to them.
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
    // Orders of a loop that differ in local names only lead to the same step.
    var seen: Set<Step> = []
    for outcome in outcomes {
      // States may be large, and it takes as long to tell them apart.
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

  /// Time passes while some timer runs and none is due.
  ///
  /// Off is -1 and due is 0. A timer that is due therefore holds time up until some event stops it
  /// or starts it anew.
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
  /// The same for all steps that differ in nothing but the order in which they send signals.
  fileprivate var withSignalsInOrder: Step {
    var step = self
    step.signals.sort()
    return step
  }
}

extension Evaluator {
  /// Whether all conditions of a rule hold; names of its groups are bound on the way.
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
  /// Whether some timer runs, or is due, in a state.
  package func hasTimerOn(in state: [Value]) -> Bool {
    var timers: [Int] = []
    for (variable, value) in zip(variables, state) {
      _ = variable.type.advancingTimers(in: value, seen: &timers)
    }
    return timers.contains { $0 >= 0 }
  }
}

extension Type {
  /// The value with all running timers in it one unit nearer; `seen` gets the units of each timer.
  ///
  /// Timers inside of what is absent (an empty optional, a case that is not the one) are not there
  /// and count for nothing.
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
  /// Notes as read what outcomes write that differ in nothing but their states, and others of them do not: whether they
  /// are one step depends on it.
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
