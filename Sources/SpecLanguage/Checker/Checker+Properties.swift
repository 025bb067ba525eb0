import Semantics

/// Properties, worlds and scenarios.
extension Checker {
  mutating func checkProperties() {
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .invariant(let name, let body): addProperty(name, .invariant, body, declaration)
      case .reachable(let name, let body): addProperty(name, .reachable, body, declaration)
      case .possible(let name, let body): addProperty(name, .possible, body, declaration)
      case .terminal(let body):
        inContext(Context()) { checker in
          let body = checker.conditionBlock(body)
          checker.spec.terminals.append(
            RootExpression(expression: body, frameSize: checker.context.frameSize))
        }
      case .transition(let transition):
        checkTransition(transition, declaration.documentation)
      case .eventually(let eventually):
        checkEventually(eventually, declaration.documentation)
      default: break
      }
    }
  }

  private mutating func addProperty(
    _ name: NameSyntax, _ kind: Property.Kind, _ body: BlockSyntax,
    _ declaration: DeclarationSyntax
  ) {
    inContext(Context()) { checker in
      let body = checker.conditionBlock(body)
      checker.spec.properties.append(
        Property(
          name: name.text, documentation: declaration.documentation, range: name.range, kind: kind,
          body: RootExpression(expression: body, frameSize: checker.context.frameSize)))
    }
  }

  // MARK: Transitions

  private mutating func checkTransition(
    _ transition: TransitionSyntax, _ documentation: String?
  ) {
    inContext(Context(allowsOld: true, allowsEmitted: true)) { checker in
      let syntaxes = transition.patterns.flatMap { checker.withoutExceptions($0) }
      let matched = syntaxes.map { checker.eventIndex(of: $0) }
      let slots = checker.declareCommonParameters(matched)
      var patterns: [EventPattern] = []
      var places: [SourceRange] = []
      for (syntax, match) in zip(syntaxes, matched) {
        guard let match else { continue }
        let arguments = checker.patternArguments(syntax, match.event)
        patterns.append(
          EventPattern(
            event: match.event, rule: match.rule, arguments: arguments,
            parameterSlots: match.event.map { event in
              checker.names.eventParameters[event].enumerated().compactMap { index, parameter in
                slots[parameter.name].map { (index, $0) }
              }
            } ?? []))
        places.append(syntax.range)
      }
      checker.warnOfRepetitions(Array(zip(patterns, places)))
      let filter = transition.filter.map { checker.condition($0) }
      let body = checker.conditionBlock(transition.body)
      checker.spec.properties.append(
        Property(
          name: transition.name.text, documentation: documentation, range: transition.name.range,
          kind: .transition(patterns, filter: filter),
          body: RootExpression(expression: body, frameSize: checker.context.frameSize)))
    }
  }

  /// Instead of `any except e`, all other events one by one.
  private mutating func withoutExceptions(_ pattern: EventPatternSyntax) -> [EventPatternSyntax] {
    if pattern.exceptions.isEmpty { return [pattern] }
    var excepted: Set<String> = []
    for name in pattern.exceptions {
      if event(name) == nil {
        reportUnknown("event", name, among: Array(names.events.keys))
      } else if !excepted.insert(name.text).inserted {
        report(.arguments, "'\(name.text)' is named twice", name.range, fix: "leave it out")
      }
    }
    let others = names.events.sorted { $0.value < $1.value }.map(\.key).filter {
      !excepted.contains($0)
    }
    if others.isEmpty {
      report(
        .arguments, "there is no event but the exceptions", pattern.range,
        fix: "name the events that the property is about")
    }
    return others.map { name in
      EventPatternSyntax(
        event: NameSyntax(text: name, range: pattern.event.range.tail), range: pattern.range)
    }
  }

  /// The event and rule that a pattern names; nil, with a report, if there are none such.
  private mutating func eventIndex(
    of pattern: EventPatternSyntax
  ) -> (event: Int?, rule: Int?)? {
    if pattern.event.text == "any", names.events["any"] == nil {
      if let rule = pattern.rule {
        report(
          .arguments, "'any' has no rules", rule.range, fix: "name the event before the rule")
      }
      if let argument = pattern.arguments?.first {
        report(
          .arguments, "'any' has no parameters", argument.pattern.range,
          fix: "name the event, or leave the parentheses out")
      }
      return (nil, nil)
    }
    guard let event = event(pattern.event) else {
      reportUnknown("event", pattern.event, among: Array(names.events.keys) + ["any"])
      return nil
    }
    guard let name = pattern.rule else { return (event, nil) }
    let rules = spec.events.indices.contains(event) ? spec.events[event].rules : []
    guard let rule = rules.firstIndex(where: { $0.name == name.text }) else {
      reportUnknown(
        "rule", name, in: "'\(pattern.event.text)'", among: rules.map(\.name),
        fix: rules.isEmpty ? "'\(pattern.event.text)' has no rules" : nil)
      return nil
    }
    note(name, declaredAt: rules[rule].range)
    return (event, rule)
  }

  /// Enters the parameters that all events of the patterns have.
  /// With `any` among the patterns there are none.
  ///
  /// - Returns: the places in the frame, by name.
  private mutating func declareCommonParameters(
    _ matched: [(event: Int?, rule: Int?)?]
  ) -> [String: Int] {
    var lists: [[Parameter]] = []
    for match in matched {
      guard let match else { continue }
      guard let event = match.event else { return [:] }
      lists.append(names.eventParameters[event])
    }
    guard let first = lists.first else { return [:] }
    var slots: [String: Int] = [:]
    for parameter in first {
      let isCommon = lists.allSatisfy { list in
        list.contains {
          $0.name == parameter.name
            && ($0.type.shape == parameter.type.shape || $0.type.isError || parameter.type.isError)
        }
      }
      guard isCommon, slots[parameter.name] == nil else { continue }
      let slot = newSlot()
      context.scopes[context.scopes.count - 1][parameter.name] = Context.Local(
        slot: slot, type: parameter.type, isMutable: false, what: "parameter",
        range: parameter.range,
        others: lists.dropFirst().compactMap { $0.first { $0.name == parameter.name }?.range })
      slots[parameter.name] = slot
    }
    return slots
  }

  /// Patterns may name constants and bind names, but read no state.
  private mutating func patternArguments(
    _ syntax: EventPatternSyntax, _ event: Int?
  ) -> [(parameter: Int, Pattern)] {
    guard let event else { return [] }
    let parameters = names.eventParameters[event]
    let labels = parameters.map(\.name)
    var result: [(parameter: Int, Pattern)] = []
    for argument in syntax.arguments ?? [] {
      guard let label = argument.label else {
        report(
          .arguments, "each value of the event '\(syntax.event.text)' needs its label",
          argument.pattern.range,
          fix: labels.isEmpty
            ? "it has no parameters"
            : "labels are \(labels.map { "'\($0):'" }.joined(separator: ", "))"
        )
        continue
      }
      guard let index = parameters.firstIndex(where: { $0.name == label.text }) else {
        reportUnknown(
          "parameter", label, in: "'\(syntax.event.text)'", among: labels,
          fix: labels.isEmpty ? "it has no parameters" : nil)
        continue
      }
      note(label, declaredAt: parameters[index].range)
      if result.contains(where: { $0.parameter == index }) {
        report(.arguments, "'\(label.text)' is given twice", label.range)
        continue
      }
      let pattern = withoutState("a pattern compares with what is fixed") {
        $0.pattern(argument.pattern, parameters[index].type)
      }
      result.append((index, pattern))
    }
    return result
  }

  private mutating func checkEventually(
    _ eventually: EventuallySyntax, _ documentation: String?
  ) {
    inContext(Context()) { checker in
      let parameters = eventually.parameters.map { parameter in
        let type = checker.resolve(parameter.type)
        if checker.requireFinite(type, parameter.type.range, "a parameter of a property"),
          !type.isError
        {
          checker.requireEnumerable(type, parameter.type.range)
        }
        checker.declareLocal(parameter.name, type, "parameter")
        return Parameter(name: parameter.name.text, type: type, range: parameter.name.range)
      }
      let premise = eventually.premise.map { checker.condition($0) }
      let excluded = eventually.excluded.compactMap { name -> Int? in
        if let index = checker.event(name) { return index }
        checker.reportUnknown("event", name, among: Array(checker.names.events.keys))
        return nil
      }
      let body = checker.conditionBlock(eventually.body)
      checker.spec.properties.append(
        Property(
          name: eventually.name.text, documentation: documentation, range: eventually.name.range,
          kind: .eventually(parameters: parameters, premise: premise, excluded: excluded),
          body: RootExpression(expression: body, frameSize: checker.context.frameSize)))
    }
  }

  // MARK: Worlds

  /// All worlds are checked in each one, so that a mistake in a world is found whichever is asked for.
  mutating func checkWorlds() {
    for declaration in syntax.declarations {
      guard case .world(let world) = declaration.kind else { continue }
      var names: [String: SourceRange] = [:]
      for setting in world.settings {
        requireNew(setting.name, among: &names, "setting")
        checkSetting(setting)
      }
      let checked = WorldDeclaration(
        name: world.name.text, documentation: declaration.documentation, range: world.name.range,
        walks: world.walks.flatMap { checkWalks($0) }, violates: checkViolates(world.violates))
      spec.worlds.append(checked)
      if world.name.range == given.world?.name.range { spec.world = checked }
    }
  }

  /// In other worlds than the one at hand only the type is checked; bounds are theirs to check.
  private mutating func checkSetting(_ setting: BindingSyntax) {
    let name = setting.name
    let global = global(name)
    if global?.kind == .param {
      guard let typed = globalConstant(name), !typed.type.isError else { return }
      _ = constantValue(setting.value, expecting: typed.type, "the value of a param")
    } else if syntax.settableNames.contains(name.text) {
      _ = constantValue(setting.value, expecting: .integer, "the number of names")
    } else {
      let fix = global.map { global in
        if case .symmetric = syntax.declarations[global.declaration].kind {
          return "how many names '\(name.text)' has is computed: set what it is computed of"
        }
        return "'\(name.text)' is a \(global.kind.noun); only a 'param' differs between worlds"
      }
      reportUnknown(
        "param", name, among: names.all([.param]), fix: fix ?? "declare it with 'param'")
    }
  }

  private mutating func checkWalks(_ walks: WalksSyntax) -> Walks? {
    let count = constantValue(walks.count, expecting: .integer, "the number of walks")?.asInt
    let steps = constantValue(walks.steps, expecting: .integer, "the length of walks")?.asInt
    let seed = walks.seed.flatMap {
      constantValue($0, expecting: .integer, "the seed of walks")?.asInt
    }
    guard let count, let steps, walks.seed == nil || seed != nil else { return nil }
    guard count > 0, steps > 0 else {
      report(.constant, "walks need at least one walk of one step", walks.range)
      return nil
    }
    guard seed ?? 0 >= 0 else {
      report(.constant, "a seed is a number from 0 on", walks.range)
      return nil
    }
    return Walks(count: count, steps: steps, seed: seed)
  }

  private mutating func checkViolates(
    _ violated: [NameSyntax]
  ) -> [(name: String, range: SourceRange)] {
    if violated.isEmpty { return [] }
    var checkable: [String] = ViolationKind.generalNames
    var scenarios: Set<String> = []
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .invariant(let name, _), .reachable(let name, _), .possible(let name, _):
        checkable.append(name.text)
      case .transition(let transition): checkable.append(transition.name.text)
      case .eventually(let eventually): checkable.append(eventually.name.text)
      case .scenario(let scenario): scenarios.insert(scenario.name.text)
      default: break
      }
    }
    var seen: [String: SourceRange] = [:]
    return violated.compactMap { name in
      requireNew(name, among: &seen, "violation")
      note(name, declaredAt: names.properties[name.text]?.range)
      if checkable.contains(name.text) { return (name.text, name.range) }
      if scenarios.contains(name.text) {
        report(
          .unknownName, "'\(name.text)' is a scenario, and a world announces properties",
          name.range, fix: "write 'refuse' or the opposite 'expect' in the scenario")
      } else {
        reportUnknown("property", name, among: checkable)
      }
      return nil
    }
  }
}
