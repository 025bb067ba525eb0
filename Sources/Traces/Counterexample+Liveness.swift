import Semantics

extension Counterexample {
  /// Describes the goal that is never reached, the infinite rest of the run, and the reason why fairness allows it.
  mutating func describeEndless(
    _ violation: Violation, _ property: Property, _ values: [Value], _ spec: CheckedSpec
  ) {
    verdict.documentation = property.documentation
    range = property.range
    let missing = violation.missingPromises.map { $0.text(in: spec) }
    verdict.missingFairness = missing.isEmpty ? nil : missing
    guard case .eventually(_, let premise, let excluded) = property.kind,
      let lasso = violation.lasso
    else { return }
    let given = bind(property.writtenParameters, values)
    let run = LassoText(path: violation.path, loopStart: lasso.loopStart)
    let since = premise == nil ? "" : "after \(run.place(lasso.since)) "
    verdict.summary = given + "\(since)it never holds: "
    verdict.summary += run.text
    if run.isStop {
      verdict.summary += ", \(Self.whyItMayStop(at: violation.path.end, lasso, spec))"
    }
    let happening = Set(
      violation.path.steps.dropFirst(lasso.since).map(\.instance.event).filter(excluded.contains))
    verdict.reasons = happening.sorted().map { event in
      let name = spec.events[event].name
      return Reason(
        depth: 0,
        text: "'\(name)' happens after \(run.place(lasso.since)): 'assuming no \(name)' excludes "
          + "only runs that repeat it forever; with 'unless \(name)', it ends the wait")
    }
    verdict.reasons += Self.whyPending(property, values, at: lasso.since, run, spec)
    if !property.discharging.isEmpty {
      let names = Self.list(property.discharging.map { "'\(spec.events[$0].name)'" })
      let verb = property.discharging.count == 1 ? "does" : "do"
      verdict.reasons.append(
        Reason(depth: 0, text: "\(names) \(verb) not happen after that, which would discharge it"))
    }
    if !run.isStop, !excluded.isEmpty {
      let names = Self.list(excluded.map { "'\(spec.events[$0].name)'" })
      let text =
        "\(names) \(excluded.count == 1 ? "does" : "do") not happen in the loop, as is assumed"
      verdict.reasons.append(Reason(depth: 0, text: text))
    }
    verdict.reasons += FairnessText(lasso.reasons, of: run, in: spec).reasons
    if !missing.isEmpty {
      let list = Self.list(missing.map { "'\($0)'" })
      let more = Self.doubt(violation.missingPromises, spec)
      verdict.reasons.append(Reason(depth: 0, text: "it would hold with \(list)\(more)"))
    }
    verdict.reasons += Self.unfairChoices(run, lasso, spec)
  }

  /// A doubt about missing promises: making an event fair needs a reason in reality.
  private static func doubt(_ promises: [FairnessSuggestion], _ spec: CheckedSpec) -> String {
    let isOfOthers = promises.contains {
      if case .fairness(let missing) = $0 { !spec.callsFair(missing.event) } else { false }
    }
    return isOfOthers
      ? ": right if the system does that by itself, wrong if it depends on a user" : ""
  }

  /// A note about fair events in the loop that use `choose`: their choices are not fair.
  private static func unfairChoices(
    _ run: LassoText, _ lasso: Lasso, _ spec: CheckedSpec
  ) -> [Reason] {
    let evaluator = ReferenceEvaluator(spec)
    var seen: Set<Int> = []
    return run.path.steps.indices.dropFirst(run.loopStart).compactMap { place in
      let step = run.path.steps[place]
      let isFair = lasso.reasons.contains { $0.action.happens(by: step) }
      guard isFair, let choice = step.choices.first, !seen.contains(step.instance.event)
      else { return nil }
      let others = evaluator.react(to: step.instance, in: run.states[place]).steps
      guard others.count(where: { $0.rule == step.rule }) > 1 else { return nil }
      seen.insert(step.instance.event)
      let event = spec.events[step.instance.event].name
      return Reason(
        depth: 0,
        text: "'\(event)' is fair, but its choice of '\(choice.name)' is not: make it a "
          + "parameter of the event, and each value has its turn")
    }
  }

  /// Returns the reason why a response is pending in a state, and the event that triggered it.
  private static func whyPending(
    _ property: Property, _ values: [Value], at since: Int, _ run: LassoText, _ spec: CheckedSpec
  ) -> [Reason] {
    func explain(_ condition: Expression, holds: Bool) -> [Reason] {
      var explainer = Explainer(file: spec.file, spec: spec)
      return explainer.explain(
        condition, holds: holds, state: run.states[since], locals: values,
        frameSize: property.body.frameSize
      ).map { Reason(depth: $0.depth + 1, text: $0.text) }
    }
    var reasons: [Reason] = []
    if let premise = property.writtenPremise {
      reasons.append(
        Reason(depth: 0, text: "\(run.at(since)) '\(property.name)' has to come, since:"))
      reasons += explain(premise, holds: true)
    }
    reasons.append(
      Reason(
        depth: 0,
        text: "'\(property.name)' does not hold \(run.at(since)), nor ever from then on:"))
    return reasons + explain(spec.ownBody(of: property), holds: false)
  }

  private static func whyItMayStop(
    at state: [Value], _ lasso: Lasso, _ spec: CheckedSpec
  ) -> String {
    if spec.isEnd(state) { return "since nothing can happen any more" }
    return lasso.reasons.isEmpty
      ? "since nothing is 'fair'"
      : "since nothing that is 'fair' is possible there"
  }

  /// Describes the different effects of two events that should have the same effect.
  mutating func describe(_ steps: EventEquivalence, _ state: [Value], _ spec: CheckedSpec) {
    guard let difference = try? steps.difference(in: state, of: spec) else { return }
    _ = bind(steps.parameters, difference.arguments)
    let events = [difference.first, difference.second]
    let names = events.map { "'\(spec.text($0.instance))'" }
    verdict.summary = "in the last state \(Self.list(names)) do not do the same"
    for (instance, reaction) in events {
      verdict.reasons.append(Reason(depth: 0, text: "\(spec.text(instance)):"))
      if !reaction.isPossible { verdict.reasons.append(Reason(depth: 1, text: "cannot happen")) }
      for problem in reaction.problems {
        let what = problem.fault.map { "goes wrong: \($0.message)" }
        verdict.reasons.append(
          Reason(depth: 1, text: what ?? "goes wrong: \(problem.finding.name(in: spec))"))
      }
      for (number, step) in reaction.steps.enumerated() {
        let changes = spec.changes(from: state, to: step.state).map(\.text)
        let signals = step.signals.map { "emits \(spec.text($0))" }
        let effects = (changes + signals).joined(separator: "; ")
        let or = number == 0 ? "" : "or: "
        verdict.reasons.append(
          Reason(depth: 1, text: or + (effects.isEmpty ? "changes nothing" : effects)))
      }
    }
  }

  /// Describes the condition that does not hold although the end has not come.
  mutating func describe(_ ending: Ending, _ path: Path, _ spec: CheckedSpec) {
    let choices = Type.combinations(ending.parameters.map(\.type.allValues))
    func holds(_ root: RootExpression, _ values: [Value]) -> Bool {
      var evaluator = Evaluator(state: path.end, locals: values, frameSize: root.frameSize)
      return (try? evaluator.holds(root.expression)) ?? true
    }
    let values = choices.first {
      !ending.hasCome(in: path.end, $0) && !holds(ending.condition, $0)
    }
    guard let values else { return }
    let given = bind(ending.parameters, values)
    verdict.summary = given + "it does not hold in the last state, and its end has not come"
    func explain(_ root: RootExpression) -> [Reason] {
      var explainer = Explainer(file: spec.file, spec: spec)
      return explainer.explain(
        root.expression, holds: false, state: path.end, locals: values, frameSize: root.frameSize)
    }
    verdict.reasons = explain(ending.condition)
    verdict.reasons.append(
      Reason(depth: 0, text: "'\(verdict.name)' has not ended, neither here nor before:"))
    verdict.reasons += explain(ending.end).map { Reason(depth: $0.depth + 1, text: $0.text) }
  }

  /// Describes when a deadline started, and how much time has passed since.
  mutating func describe(_ deadline: ResponseBound, _ path: Path, _ spec: CheckedSpec) {
    let choices = Type.combinations(deadline.parameters.map(\.type.allValues))
    guard
      let values = choices.first(where: { deadline.count(in: path.end, $0) == deadline.late })
    else { return }
    let given = bind(deadline.parameters, values)
    let states = path.states
    let since = (states.lastIndex { deadline.count(in: $0, values) == 0 } ?? -1) + 1
    let place = since == 0 ? "the start" : "step \(since)"
    verdict.summary =
      given + "it does not hold within \(deadline.text) after \(place)"
      + (deadline.unit == .ticks ? ": time advances" : "")
    func explain(_ root: RootExpression, holds: Bool, _ state: [Value]) -> [Reason] {
      var explainer = Explainer(file: spec.file, spec: spec)
      return explainer.explain(
        root.expression, holds: holds, state: state, locals: values, frameSize: root.frameSize
      ).map { Reason(depth: $0.depth + 1, text: $0.text) }
    }
    let then = since == 0 ? "at the start" : "after step \(since)"
    if let premise = deadline.premise {
      verdict.reasons = [Reason(depth: 0, text: "\(then) '\(verdict.name)' has to come, since:")]
      verdict.reasons += explain(premise, holds: true, states[since])
    }
    verdict.reasons.append(
      Reason(depth: 0, text: "'\(verdict.name)' does not hold \(then), nor up to the last state:"))
    verdict.reasons += explain(deadline.body, holds: false, path.end)
  }

  /// Describes a state from which no path leads to the goal, and the remaining possible events.
  mutating func describeTrap(_ violation: Violation, _ property: Property, _ spec: CheckedSpec) {
    verdict.documentation = property.documentation
    range = property.range
    let given = bind(property.parameters, violation.arguments)
    verdict.summary =
      given
      + (property.isImplied
        ? "the timer is due, and nothing stops or starts it from here on: time never advances again"
        : "from here on no state can be reached in which it holds")
    func explain(_ condition: Expression, holds: Bool) -> [Reason] {
      var explainer = Explainer(file: spec.file, spec: spec)
      return explainer.explain(
        condition, holds: holds, state: violation.path.end, locals: violation.arguments,
        frameSize: property.body.frameSize)
    }
    if property.isImplied {
      verdict.reasons = []
    } else if let premise = property.premise {
      verdict.reasons = [Reason(depth: 0, text: "'\(property.name)' is checked here, since:")]
      verdict.reasons += explain(premise, holds: true).map {
        Reason(depth: $0.depth + 1, text: $0.text)
      }
      verdict.reasons.append(Reason(depth: 0, text: "'\(property.name)' does not hold here:"))
      verdict.reasons += explain(spec.ownBody(of: property), holds: false).map {
        Reason(depth: $0.depth + 1, text: $0.text)
      }
    } else {
      verdict.reasons = explain(spec.ownBody(of: property), holds: false)
    }
    guard let found = violation.trap else { return }
    let events = found.events.map { spec.events[$0].name }
    verdict.trap = .init(states: found.states, events: events)
    let left =
      events.isEmpty
      ? "nothing can happen any more"
      : "only \(Self.list(events.map { "'\($0)'" })) can happen any more"
    let (word, place) =
      property.isImplied
      ? ("the timer is due", "each") : ("'\(property.name)' holds", "none")
    switch found.states {
    case nil:
      let states = "\(word) in \(place) of the states that can still be reached"
      verdict.reasons.append(Reason(depth: 0, text: "\(left): \(states)"))
    case 1?:
      verdict.reasons.append(Reason(depth: 0, text: "\(left), and no other state can be reached"))
    case let count?:
      let states = "\(word) in \(place) of the \(count.grouped) states that can still be reached"
      verdict.reasons.append(Reason(depth: 0, text: "\(left): \(states)"))
    }
  }

  /// Records the values of parameters, and returns the opening words of a sentence about them.
  private mutating func bind(_ parameters: [Parameter], _ values: [Value]) -> String {
    let bindings = zip(parameters, values).map { parameter, value in
      Trace.Binding(name: parameter.name, value: parameter.type.text(value))
    }
    guard !bindings.isEmpty else { return "" }
    verdict.arguments = bindings
    return "for \(Self.text(bindings.map { ($0.name, $0.value) })), "
  }

  /// Names with their values, such as `x = Subject#1, on = true`.
  static func text(_ values: [(name: String, value: String)]) -> String {
    values.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
  }

  /// A list in a sentence: `a, b and c`.
  static func list(_ parts: [String]) -> String {
    guard let last = parts.last, parts.count > 1 else { return parts.last ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }
}

/// A path whose end repeats infinitely often, with a description of its places.
struct LassoText {
  let path: Path
  let loopStart: Int
  /// The initial state, and the state after each step.
  let states: [[Value]]

  init(path: Path, loopStart: Int) {
    self.path = path
    self.loopStart = loopStart
    states = path.states
  }

  /// Whether nothing repeats: the run stops at its end.
  var isStop: Bool { loopStart >= path.steps.count }

  /// A description of the infinite rest of the run.
  var text: String {
    let count = path.steps.count
    if isStop { return "the run may stop \(at(count))" }
    if loopStart + 1 == count { return "the run may repeat step \(count) indefinitely" }
    return "the run may repeat steps \(loopStart + 1) to \(count) indefinitely"
  }

  /// A name for the state after a number of steps.
  func place(_ steps: Int) -> String { steps == 0 ? "the start" : "step \(steps)" }

  func to(_ steps: Int) -> String {
    steps == 0 ? "to the start" : "to the state after step \(steps)"
  }

  func at(_ steps: Int) -> String { steps == 0 ? "at the start" : "after step \(steps)" }
}

extension FairnessSuggestion {
  /// The text in the notation of specs.
  func text(in spec: CheckedSpec) -> String {
    switch self {
    case .fairness(let fairness): fairness.text(in: spec)
    case .absence(let event): "assuming no \(spec.events[event].name)"
    }
  }
}

extension FairnessDemand {
  /// The text in the notation of specs.
  package func text(in spec: CheckedSpec) -> String {
    let event = spec.events[event]
    let word = fairness == .strong ? "strongly fair" : "fair"
    return rule.map { "\(word) rule \(event.rules[$0].name) of \(event.name)" }
      ?? "\(word) on \(event.name)"
  }
}

extension CheckedSpec {
  /// The maximum number of parameter values of an event that are tried.
  private static var maximumInstances: Double { 10_000 }

  /// Whether it is certain that nothing can happen in a state.
  func isEnd(_ state: [Value]) -> Bool {
    let evaluator = ReferenceEvaluator(self)
    return events.indices.allSatisfy { index in
      let values = events[index].parameters.map(\.type.allValues)
      guard values.reduce(1.0, { $0 * Double($1.count) }) <= Self.maximumInstances else {
        return false
      }
      return Type.combinations(values).allSatisfy { arguments in
        let reaction = evaluator.react(
          to: EventInstance(event: index, arguments: arguments), in: state)
        return !reaction.isPossible && reaction.problems.isEmpty
      }
    }
  }
}
