import Semantics

/// Named groups of steps, which scenarios call.
extension Checker {
  /// The greatest number of calls of step groups in all scenarios, including nested calls.
  private static let maximumStepGroups = 10_000
  /// The greatest nesting depth of groups.
  private static let maximumNesting = 100

  mutating func isStepGroup(_ name: NameSyntax) -> Bool {
    guard names.events[name.text] == nil, let group = names.stepGroups[name.text] else {
      return false
    }
    note(name, declaredAt: group.name.range)
    return true
  }

  /// Checks that the name of a group is not that of an event, and that the steps are valid even if no scenario uses
  /// them.
  mutating func checkStepGroups() {
    var used: Set<String> = []
    for case .scenario(let scenario) in syntax.declarations.map(\.kind) {
      collectStepGroups(in: scenario.steps.elements, into: &used)
    }
    for group in names.stepGroups.values.sorted(by: { $0.name.range.start < $1.name.range.start }) {
      if let event = names.events[group.name.text] {
        reportDuplicate(
          "event or group of steps", group.name, names.eventSyntax[event].syntax.name.range)
      } else if !used.contains(group.name.text), file.usedPath(at: group.name.range) == nil {
        // Those of a library fit its own worlds.
        inContext(.ofScenario) { checker in
          _ = checker.signature(group.name, group.parameters)
          _ = checker.inside(group) { $0.steps(group.steps.elements) }
        }
      }
    }
  }

  /// Returns the steps of a group with its parameters bound, in place of the call.
  mutating func groupedSteps(_ call: EventCallSyntax) -> [ScenarioStep] {
    guard let group = names.stepGroups[call.name.text] else { return [] }
    if context.openStepGroups.contains(call.name.text) {
      report(
        .recursion, "the group of steps '\(call.name.text)' contains itself", call.name.range,
        fix: "write 'repeat', or the steps one by one")
      return []
    }
    guard context.openStepGroups.count < Self.maximumNesting else {
      report(
        .tooDeep, "groups of steps are nested more than \(Self.maximumNesting) levels deep",
        call.name.range, fix: "write some of the steps one by one")
      return []
    }
    enteredStepGroups += 1
    guard enteredStepGroups <= Self.maximumStepGroups else {
      if enteredStepGroups == Self.maximumStepGroups + 1 {
        report(
          .tooLarge, "scenarios use groups of steps more than \(Self.maximumStepGroups) times",
          call.name.range, fix: "write 'repeat'")
      }
      return []
    }
    let outer = context.scopes
    defer { context.scopes = outer }
    // The arguments belong to the scope of the call, the parameters to that of the group.
    context.scopes = [[:]]
    let (callable, slots) = signature(group.name, group.parameters)
    let inner = context.scopes
    context.scopes = outer
    let arguments = call.arguments.compactMap { argument in
      argument.value.map { ArgumentSyntax(label: argument.label, value: $0) }
    }
    if let open = call.arguments.first(where: { $0.value == nil }) {
      report(
        .argumentCount, "a group of steps does not accept '_'", open.range,
        fix: "write 'for x in T { … }', or '_' in the events of the group")
      return []
    }
    guard let values = argumentValues(arguments, callable, call.range) else { return [] }
    for value in values where value.isConstant { _ = evaluateConstant(value) }
    context.scopes = inner
    let bindings = zip(slots, values).map { slot, value in
      ScenarioStep(range: call.range, node: .bind(slot: slot, value))
    }
    return bindings + inside(group) { $0.steps(group.steps.elements) }
  }

  /// Collects all groups that the steps use, directly or through others.
  private func collectStepGroups(in steps: [ScenarioStepSyntax], into used: inout Set<String>) {
    for step in steps {
      switch step.kind {
      case .event(let call):
        guard let group = names.stepGroups[call.name.text], used.insert(call.name.text).inserted
        else { continue }
        collectStepGroups(in: group.steps.elements, into: &used)
      case .repetition(_, let steps), .loop(_, let steps):
        collectStepGroups(in: steps.elements, into: &used)
      case .refuse, .expect, .given, .binding: break
      }
    }
  }

  private mutating func inside<Result>(
    _ group: StepsSyntax, _ body: (inout Checker) -> Result
  ) -> Result {
    context.openStepGroups.append(group.name.text)
    defer { context.openStepGroups.removeLast() }
    return body(&self)
  }
}
