import Semantics

extension LayoutTree {
  mutating func add(_ declaration: DeclarationSyntax) {
    addSpan(declaration.range)
    addItem(place(declaration.range.start))
    switch declaration.kind {
    case .use(let use): add(use.changes)
    case .param(let binding), .constant(let binding): add(binding)
    case .enumeration(_, let cases):
      addMembers(cases.map(\.name))
      for enumCase in cases { enumCase.fields.forEach { add($0) } }
    case .structure(_, let fields):
      addMembers(fields.compactMap(\.name))
      fields.forEach { add($0) }
    case .typeAlias(_, let type): add(type)
    case .symmetric(_, let count): add(count)
    case .variable(let variable): add(variable)
    case .signal(let signals): for signal in signals { signal.fields.forEach { add($0) } }
    case .function(let function): add(function)
    case .event(let event): add(event)
    case .rule(_, let rule): add(parts: rule)
    case .promise(_, let pattern): add(pattern)
    case .group: break
    case .bound(let condition): add(condition)
    case .scenario(let scenario): scenario.steps.elements.forEach { add($0) }
    case .steps(let steps):
      steps.parameters.forEach { add($0.type) }
      steps.steps.elements.forEach { add($0) }
    case .world(let world): add(world)
    case .view(let view): view.items.elements.forEach { add($0) }
    case .invariant, .same, .identity, .transition, .eventually, .reachable, .possible, .terminal:
      add(property: declaration.kind)
    }
  }

  private mutating func add(property: DeclarationSyntax.Kind) {
    switch property {
    case .invariant(let invariant):
      invariant.parameters.forEach { add($0.type) }
      add(invariant.body)
      guard let end = invariant.end else { return }
      if let braces = end.braces { addClause(place(braces.start) - 1) }
      add(end)
    case .same(let same):
      same.parameters.forEach { add($0.type) }
      for call in same.first.elements + same.second.elements {
        addItem(place(call.range.start))
        add(call)
      }
      addClause(place(same.second.braces.start) - 1)
      addClause("where", same.filter)
    case .identity(let identity):
      addClause(place(identity.cards.range.start) - 1)
      add(identity.cards)
      add(identity.id)
      if let braces = identity.subject.braces {
        addClause(place(braces.start) - (identity.isLasting ? 2 : 1))
      }
      add(identity.subject)
      if let removal = identity.removal { add(removal, after: ["gone", "after"]) }
    case .transition(let transition): add(transition, after: ["after"])
    case .eventually(let property), .reachable(let property), .possible(let property):
      property.parameters.forEach { add($0.type) }
      addClause("whenever", property.premise)
      addClause(["assuming", "no"], property.excluded.first?.range, property.excluded.last?.range)
      addClause(["unless"], property.discharging.first?.range, property.discharging.last?.range)
      addClause("within", property.deadline?.limit)
      add(property.body)
    case .terminal(let block): add(block)
    default: break
    }
  }

  /// Adds the steps that a property is about, after some words, and the block about them.
  private mutating func add(_ transition: TransitionSyntax, after words: [String]) {
    addClause(words, transition.patterns.first?.range, transition.patterns.last?.range)
    transition.patterns.forEach { add($0) }
    addClause("where", transition.filter)
    add(transition.body)
  }

  private mutating func addMembers(_ names: [NameSyntax]) {
    for name in names.dropFirst() {
      let place = place(name.range.start)
      members.insert(place)
      allowBreak(place, .part)
    }
  }

  mutating func add(_ field: FieldSyntax) {
    add(field.type)
    if let value = field.defaultValue { add(value: value) }
  }

  private mutating func add(_ variable: VariableSyntax) {
    if let type = variable.type { add(type) }
    switch variable.initial {
    case .value(let value): add(value: value)
    case .anyWhere(let binders): add(binders)
    case .any, nil: break
    }
  }

  private mutating func add(_ function: FunctionSyntax) {
    function.parameters.forEach { add($0.type) }
    switch function.body {
    case .function(let type, let block):
      add(type)
      add(block)
    case .procedure(let body): body.elements.forEach { add($0) }
    }
  }

  // MARK: Events

  private mutating func add(_ event: EventSyntax) {
    event.parameters.forEach { add($0.type) }
    addClause("when", event.guardExpression)
    switch event.body {
    case .statements(let body): body.elements.forEach { add($0) }
    case .rules(let bindings, let items):
      addItems(bindings)
      items.elements.forEach { add($0) }
    }
  }

  private mutating func add(_ item: RuleItemSyntax) {
    switch item {
    case .rule(let rule):
      var start = place(rule.keyword.start)
      switch rule.fairness {
      case .none: break
      case .weak: start -= 1
      case .strong: start -= 2
      }
      if rule.isOpen { start -= 1 }
      addItem(start)
      addSpan(start, places(rule.body.braces).upperBound)
      add(parts: rule)
    case .group(let condition, let bindings, let items):
      let start = place(condition.range.start) - 1
      addItem(start)
      addSpan(start, places(items.braces).upperBound)
      add(condition)
      addItems(bindings)
      items.elements.forEach { add($0) }
    }
  }

  private mutating func add(parts rule: RuleSyntax) {
    addClause("when", rule.condition)
    rule.body.elements.forEach { add($0) }
  }

  mutating func add(_ pattern: EventPatternSyntax) {
    addSpan(pattern.range)
    pattern.arguments?.forEach { add($0.pattern) }
  }

  // MARK: Scenarios

  private mutating func add(_ step: ScenarioStepSyntax) {
    addSpan(step.range)
    addItem(place(step.range.start))
    switch step.kind {
    case .event(let call), .refuse(let call): add(call)
    case .expect(let condition), .given(let condition): add(condition)
    case .repetition(let count, let steps):
      add(count)
      steps.elements.forEach { add($0) }
    case .loop(let binders, let steps):
      add(binders)
      steps.elements.forEach { add($0) }
    case .binding(let binding): add(binding)
    }
  }

  mutating func add(_ call: EventCallSyntax) {
    addSpan(call.range)
    call.arguments.compactMap(\.value).forEach { add($0) }
  }

  // MARK: Worlds

  private mutating func add(_ world: WorldSyntax) {
    add(world.changes)
    if let walks = world.walks {
      addClause(place(walks.range.start))
      addSpan(walks.range)
      add(walks.count)
      add(walks.steps)
      if let seed = walks.seed { add(seed) }
    }
    var first: AnnouncementSyntax?
    for (index, announcement) in world.violates.enumerated() {
      if isWord(place(announcement.name.range.start) - 1, "violates") { first = announcement }
      let next = index + 1 < world.violates.count ? world.violates[index + 1] : nil
      guard next.map({ isWord(place($0.name.range.start) - 1, "violates") }) ?? true else {
        continue
      }
      let last = announcement.rule ?? announcement.place ?? announcement.name
      addClause(["violates"], first?.name.range, last.range)
      let start = first.map { place($0.name.range.start) - 1 }
      if let start, braces[start] >= 0 { addItem(start) }
    }
  }

  private mutating func add(_ changes: ChangesSyntax) {
    for setting in changes.settings {
      addItem(place(setting.name.range.start))
      add(setting)
    }
    for replacement in changes.replacements {
      addSpan(replacement.range)
      // The later names after `without` are parts of the same item.
      if replacement.range != replacement.name.range { addItem(place(replacement.range.start)) }
      switch replacement.kind {
      case .constant(let binding): add(binding)
      case .function(let function): add(function)
      case .variable(let variable): add(variable)
      case .event(let event): add(event)
      case .eventGuard(_, let parameters, let condition):
        parameters.forEach { add($0.type) }
        addClause("when", condition)
      case .rule(_, let rule): add(parts: rule)
      case .without, .withoutProperty: break
      }
    }
  }

  // MARK: Views

  private mutating func add(_ item: ViewItemSyntax) {
    addItem(place(item.keyword.range.start))
    switch item.kind {
    case .card(let binders, let parts):
      addSpan(item.keyword.range.union(parts.braces))
      add(binders)
      for part in parts.elements {
        addItem(place(part.keyword.range.start))
        addSpan(part.keyword.range.union(part.value.range))
        add(part.value)
      }
    case .badge(let value), .screen(let value):
      addSpan(item.keyword.range.union(value.range))
      add(value)
    case .device(let binders, let lines):
      addSpan(item.keyword.range.union(lines.braces))
      add(binders)
      lines.elements.forEach { add($0) }
    case .words(_, let words):
      addSpan(item.keyword.range.union(words.braces))
      for word in words.elements {
        addItem(place(word.range.start))
        addSpan(word.range)
      }
    }
  }
}
