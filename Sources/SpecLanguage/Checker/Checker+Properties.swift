import Semantics

extension Checker {
  mutating func checkProperties() {
    if syntax.isLibrary, spec.events.isEmpty { letNothingHappen() }
    for declaration in syntax.declarations {
      let isTransition = if case .transition = declaration.kind { true } else { false }
      let context = Context(
        allowsOld: isTransition, allowsEmitted: isTransition, allowsEnabled: true)
      inContext(context) { $0.checkProperty(declaration.kind, declaration.documentation) }
    }
  }

  private mutating func checkProperty(_ kind: DeclarationSyntax.Kind, _ documentation: String?) {
    switch kind {
    case .invariant(let invariant): checkInvariant(invariant, documentation)
    case .same(let same): checkSame(same, documentation)
    case .identity(let identity): checkIdentity(identity, documentation)
    case .terminal(let body): spec.terminals.append(root { $0.conditionBlock(body) })
    case .transition(let transition): checkTransition(transition, documentation)
    case .eventually(let property): checkEventually(property, documentation)
    case .possible(let property): checkPossible(property, documentation)
    case .reachable(let property): checkReachable(property, documentation)
    default: break
    }
  }

  func property(
    _ name: NameSyntax, _ documentation: String?, _ kind: Property.Kind, _ body: RootExpression
  ) -> Property {
    Property(
      name: name.text, documentation: documentation, range: name.range, kind: kind, body: body)
  }

  /// Allows a deadlock in a library without events: its user adds the events.
  private mutating func letNothingHappen() {
    spec.terminals.append(
      root(constant(.bool(true), .bool, syntax.name?.range ?? SourceRange(0, 0))))
  }

  // MARK: Transitions

  private mutating func checkTransition(
    _ transition: TransitionSyntax, _ documentation: String?
  ) {
    let kind = steps(transition.patterns, where: transition.filter)
    let body = conditionBlock(transition.body)
    spec.properties.append(property(transition.name, documentation, kind, root(body)))
  }

  /// Checks the steps that a property is about, and enters their common parameters into the scope.
  mutating func steps(
    _ patterns: [EventPatternSyntax], where filter: ExpressionSyntax?
  ) -> Property.Kind {
    let syntaxes = patterns.flatMap { spelledOut($0) }
    let matched = syntaxes.map { eventIndex(of: $0) }
    let slots = declareCommonParameters(matched)
    var patterns: [EventPattern] = []
    var places: [SourceRange] = []
    for (syntax, match) in zip(syntaxes, matched) {
      guard let match, !match.isRemoved else { continue }
      let arguments = patternArguments(syntax, match.event)
      patterns.append(
        EventPattern(
          event: match.event, rule: match.rule, arguments: arguments,
          parameterSlots: slots.isEmpty
            ? []
            : match.event.map { event in
              names.eventParameters[event].enumerated().compactMap { index, parameter in
                slots[parameter.name].map { (index, $0) }
              }
            } ?? []))
      places.append(syntax.range)
    }
    warnOfRepetitions(Array(zip(patterns, places)))
    return .transition(patterns, filter: filter.map { condition($0) })
  }

  /// Replaces `any except e` by all other events, and a group by its events.
  private mutating func spelledOut(_ pattern: EventPatternSyntax) -> [EventPatternSyntax] {
    if let members = eventGroup(pattern.event) {
      if let part = pattern.rule?.range ?? pattern.arguments?.first?.pattern.range {
        report(
          .eventPattern,
          "'\(pattern.event.text)' is a group of events and has no rules or values",
          part, fix: "name the event")
      }
      return members.map { EventPatternSyntax(event: $0, range: pattern.range) }
    }
    if pattern.exceptions.isEmpty { return [pattern] }
    var excepted: [String: SourceRange] = [:]
    for name in pattern.exceptions.flatMap({ eventGroup($0) ?? [$0] })
    where knownEvent(name) != nil {
      _ = isFirst(name, &excepted)
    }
    let others = names.events.filter { excepted[$0.key] == nil }
      .sorted { $0.value < $1.value }.map(\.key)
    if others.isEmpty {
      report(
        .eventPattern, "the exceptions exclude every event", pattern.range,
        fix: "name at least one event to check")
    }
    return others.map { name in
      EventPatternSyntax(
        event: NameSyntax(text: name, range: pattern.event.range.tail), range: pattern.range)
    }
  }

  private struct MatchedEvent {
    var event: Int?
    var rule: Int?
    /// Whether the current world removes the rule.
    var isRemoved = false
  }

  /// Returns the event and rule of a pattern; nil after a report, if there are none.
  private mutating func eventIndex(of pattern: EventPatternSyntax) -> MatchedEvent? {
    if pattern.event.text == "any", names.events["any"] == nil {
      if let rule = pattern.rule {
        report(
          .eventPattern, "'any' has no rules", rule.range, fix: "name the event before the rule")
      }
      if let argument = pattern.arguments?.first {
        report(
          .eventPattern, "'any' has no parameters", argument.pattern.range,
          fix: "name the event, or leave the parentheses out")
      }
      return MatchedEvent()
    }
    guard let event = knownEvent(pattern.event, or: ["any"]) else { return nil }
    guard let name = pattern.rule else { return MatchedEvent(event: event) }
    guard let rule = rule(name, of: event, pattern.event) else { return nil }
    return MatchedEvent(event: event, rule: rule, isRemoved: rule == nil)
  }

  /// Returns the index of a rule in its event. The inner optional is nil if the current world removes the rule, the
  /// outer one after a report.
  mutating func rule(_ name: NameSyntax, of event: Int, _ eventName: NameSyntax) -> Int?? {
    let rules = spec.events.indices.contains(event) ? spec.events[event].rules : []
    guard let rule = rules.firstIndex(where: { $0.name == name.text }) else {
      if let removed = text.removedRules[eventName.text]?[name.text] {
        note(name, declaredAt: removed)
        return .some(nil)
      }
      reportUnknown(
        .unknownRule, "rule", name, in: "'\(eventName.text)'", among: rules.map(\.name),
        fix: rules.isEmpty ? "leave the rule out: '\(eventName.text)' has no rules" : nil)
      return nil
    }
    note(name, declaredAt: rules[rule].range)
    return rule
  }

  /// Enters the parameters that all events of the patterns have. A pattern with `any` leaves none.
  ///
  /// - Returns: the slots in the frame, by name.
  private mutating func declareCommonParameters(
    _ matched: [MatchedEvent?]
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

  /// Reports `after read(d: Device)`, which declares parameters instead of using patterns, as in `after read(d)`.
  private mutating func reportDeclaredParameters(
    _ syntax: EventPatternSyntax, _ labels: [String]
  ) -> Bool {
    let arguments = syntax.arguments ?? []
    guard !arguments.isEmpty,
      arguments.allSatisfy({ argument in
        switch argument.pattern.kind {
        case .expression(let value):
          if case .name(let name) = value.kind {
            names.globals[name]?.kind == .type
              || argument.label == nil && labels.contains(name) && names.globals[name] == nil
          } else if case .type = value.kind {
            true
          } else {
            false
          }
        case .binding(let name): argument.label == nil && labels.contains(name.text)
        default: false
        }
      })
    else { return false }
    let known = labels.map { "'\($0)'" }.joined(separator: " and ")
    let isOne = labels.count == 1
    let head = max(syntax.event.range.end, syntax.rule.map(\.range.end) ?? 0)
    let isLast =
      arguments[arguments.count - 1].pattern.range.end < syntax.range.end
      && head < arguments[0].pattern.range.start
    let event = syntax.event.text + (syntax.rule.map { ".\($0.text)" } ?? "")
    // 'after tap(id).known' has the rule after the parentheses.
    let rest = isLast ? syntax.range.end : syntax.rule.map { $0.range.start - 1 } ?? head
    report(
      .eventPattern,
      "expected values between the parentheses, found declarations",
      arguments[0].pattern.range,
      fix: context.allowsOld
        ? "write 'after \(event)': its \(known) \(isOne ? "is" : "are") visible in the braces"
        : "write '\(event)' without parentheses, for all values",
      edits: [Edit(SourceRange(isLast ? head : syntax.event.range.end, rest), "")])
    return true
  }

  /// Checks the arguments of a pattern. They may use constants and bind names, but not read state.
  mutating func patternArguments(
    _ syntax: EventPatternSyntax, _ event: Int?
  ) -> [(parameter: Int, Pattern)] {
    guard let event, let arguments = syntax.arguments, !arguments.isEmpty else { return [] }
    let parameters = names.eventParameters[event]
    let labels = parameters.map(\.name)
    if reportDeclaredParameters(syntax, labels) { return [] }
    let owner = "the event '\(syntax.event.text)'"
    var result: [(parameter: Int, Pattern)] = []
    var seen: [String: SourceRange] = [:]
    for argument in arguments {
      guard
        let index = labelled(argument.label, at: argument.pattern.range, owner, parameters, &seen)
      else { continue }
      let pattern = withoutState("a pattern of an event cannot depend on variables") {
        $0.pattern(argument.pattern, parameters[index].type)
      }
      result.append((index, pattern))
    }
    return result
  }
}
