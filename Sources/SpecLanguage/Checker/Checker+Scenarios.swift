import Semantics

extension Checker {
  /// Checks the scenarios of this world. Those of other worlds may need their constants.
  mutating func checkScenarios() {
    for declaration in syntax.declarations {
      guard case .scenario(let scenario) = declaration.kind else { continue }
      checkWorlds(of: scenario)
      let worlds = scenario.worlds.map(\.text)
      guard (worlds.isEmpty ? [CheckedSpec.defaultWorldName] : worlds).contains(given.worldName)
      else { continue }
      inContext(.ofScenario) { checker in
        let (steps, obstacle) = checker.possibleSteps(scenario.steps.elements)
        checker.spec.scenarios.append(
          Scenario(
            name: scenario.name.text, documentation: declaration.documentation,
            range: scenario.name.range, steps: steps, frameSize: checker.context.frameSize,
            obstacle: obstacle))
      }
    }
  }

  private mutating func checkWorlds(of scenario: ScenarioSyntax) {
    var seen: [String: SourceRange] = [:]
    for world in scenario.worlds {
      let declaration = names.worlds[world.text]?.range
      note(world, declaredAt: declaration)
      guard given.world == nil else { continue }
      if declaration == nil, world.text != CheckedSpec.defaultWorldName {
        reportUnknown(.unknownWorld, "world", world, among: Array(names.worlds.keys) + ["default"])
      } else {
        _ = isFirst(world, &seen)
      }
    }
  }

  /// Returns the steps of a scenario, or an obstacle if they are invalid under the given settings.
  ///
  /// A mistake in the text is found without settings too, so it is not reported here.
  private mutating func possibleSteps(
    _ syntax: [ScenarioStepSyntax]
  ) -> (steps: [ScenarioStep], obstacle: String?) {
    if given.settings.isEmpty { return (steps(syntax), nil) }
    let outer = sink
    sink = DiagnosticSink()
    let steps = steps(syntax)
    let own = sink
    sink = outer
    if let error = own.diagnostics.first(where: { $0.severity == .error }) {
      return ([], error.message)
    }
    own.diagnostics.forEach { sink.report($0) }
    return (steps, nil)
  }

  /// Checks steps in a new scope. A call of a step group gives several steps, a step with a mistake none.
  mutating func steps(_ syntax: [ScenarioStepSyntax]) -> [ScenarioStep] {
    inScope { checker in
      syntax.flatMap { step in
        if case .event(let call) = step.kind, checker.isStepGroup(call.name) {
          return checker.groupedSteps(call)
        }
        return checker.node(step).map { [ScenarioStep(range: step.range, node: $0)] } ?? []
      }
    }
  }

  private mutating func node(_ step: ScenarioStepSyntax) -> ScenarioStep.Node? {
    switch step.kind {
    case .event(let call): return eventCall(call).map { .event($0.event, $0.arguments) }
    case .refuse(let call): return eventCall(call).map { .refuse($0.event, $0.arguments) }
    case .expect(let test):
      if reportExpectedEvent(test, step.range) { return nil }
      return .expect(condition(test))
    case .given(let test): return .given(condition(test))
    case .repetition(let count, let steps):
      let count = withoutState("the number of repetitions cannot depend on variables") {
        $0.integer(count, "'repeat'")
      }
      if count.isConstant, let times = evaluateConstant(count)?.asInt, times < 0 {
        report(.constant, "steps cannot be repeated \(times) times", count.range)
      }
      return .repetition(count, self.steps(steps.elements))
    case .loop(let binders, let steps):
      return inScope { checker in
        let binders = checker.withoutState("the rows of a scenario cannot depend on variables") {
          $0.binders(binders)
        }
        return .loop(binders, checker.steps(steps.elements))
      }
    case .binding(let binding):
      if binding.isMutable {
        report(
          .scenarioForm, "a scenario has no variables", binding.name.range, fix: "write 'let'")
      }
      let (slot, value) = withoutState(
        "a 'let' of a scenario cannot depend on variables",
        fix: "write the expected value, or compare with 'old(x)' in a 'transition'"
      ) {
        $0.localConstant(binding)
      }
      return .bind(slot: slot, value)
    }
  }

  private mutating func eventCall(
    _ call: EventCallSyntax
  ) -> (event: Int, arguments: [Expression?])? {
    guard let event = event(call.name) else {
      if isStepGroup(call.name) {
        report(
          .scenarioForm, "'\(call.name.text)' is a group of steps, and 'refuse' needs an event",
          call.name.range, fix: "refuse the event of the group that must be impossible")
        return nil
      }
      let fix = global(call.name).map {
        "'\(call.name.text)' is a \($0.kind.noun); a scenario is made of events"
      }
      reportUnknown(
        .unknownEvent, "event", call.name,
        among: Set(names.events.keys).union(names.stepGroups.keys).sorted(),
        fix: fix)
      return nil
    }
    return eventArguments(call, names.eventParameters[event]).map { (event, $0) }
  }

  /// Returns the arguments in the order of the parameters; nil for an omitted one or `_`.
  mutating func eventArguments(
    _ call: EventCallSyntax, _ parameters: [Parameter]
  ) -> [Expression?]? {
    var values: [Expression?] = parameters.map { _ in nil }
    var seen: [String: SourceRange] = [:]
    var isComplete = true
    let isInOrder =
      call.arguments.count == parameters.count && call.arguments.allSatisfy { $0.label == nil }
    for (place, argument) in call.arguments.enumerated() {
      guard
        let index = labelled(
          argument.label, at: argument.range, "the event '\(call.name.text)'", parameters, &seen,
          inOrder: isInOrder ? place : nil)
      else {
        isComplete = false
        continue
      }
      guard let syntax = argument.value else { continue }
      let value = stored(syntax, in: parameters[index].type)
      if value.isConstant { _ = evaluateConstant(value) }
      values[index] = value
    }
    return isComplete ? values : nil
  }
}

extension Checker {
  /// Reports an event after `expect`: an event happens without `expect`, and `refuse` states that it cannot.
  fileprivate mutating func reportExpectedEvent(
    _ test: ExpressionSyntax, _ range: SourceRange
  ) -> Bool {
    var inner = test
    var isRefused = false
    if case .not(let operand) = test.kind { (inner, isRefused) = (operand, true) }
    let name: String
    switch inner.kind {
    case .name(let word): name = word
    case .call(let callee, _):
      guard case .name(let word) = callee.kind else { return false }
      name = word
    default: return false
    }
    guard names.events[name] != nil, names.globals[name] == nil, context.lookUp(name) == nil else {
      return false
    }
    let head = SourceRange(range.start, inner.range.start)
    report(
      .eventAsValue, "'\(name)' is an event and has no value", inner.range,
      fix: isRefused ? "write 'refuse \(name)'" : "leave 'expect' out",
      edits: [Edit(head, isRefused ? "refuse " : "")])
    return true
  }
}
