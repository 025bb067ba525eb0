import Semantics
import SpecLanguage

extension PartBuilder {
  func parameters(
    _ parameters: [ParameterSyntax], of owner: String
  ) -> (parts: [Part], members: [Declaration.Member]) {
    guard let first = parameters.first, let last = parameters.last else { return ([], []) }
    let start = first.label?.range.start ?? first.name.range.start
    var members: [Declaration.Member] = []
    for parameter in parameters {
      let type = words(parameter.type.range)
      members.append(
        .init(kind: .parameter, owner: owner, name: parameter.name.text, words: type))
      if let label = parameter.label, label.text != parameter.name.text {
        members.append(.init(kind: .label, owner: owner, name: label.text, words: type))
      }
    }
    let part = short("parameters", SourceRange(start, last.type.range.end))
    return ([part], members)
  }

  func function(_ function: FunctionSyntax, _ range: SourceRange) -> Unit {
    let (parts, members) = parameters(function.parameters, of: function.name.text)
    var unit = Unit(
      kind: .function, name: function.name.text, range: range, parts: parts, members: members)
    switch function.body {
    case .function(let type, let block):
      unit.parts += [short("result", type.range), part("body", inside(block))]
    case .procedure(let body): unit.parts.append(part("body", inside(body.braces)))
    }
    return unit
  }

  func event(_ event: EventSyntax, _ range: SourceRange) -> Unit {
    let (parts, members) = parameters(event.parameters, of: event.name.text)
    var unit = Unit(
      kind: .event, name: event.name.text, range: range,
      parts: [fairness(event.fairness, until: event.name.range.start, from: range.start)] + parts,
      members: members)
    if let condition = event.guardExpression {
      unit.parts.append(part("guard", condition.range))
    }
    switch event.body {
    case .statements(let body): unit.parts.append(part("body", inside(body.braces)))
    case .rules(let bindings, let rules):
      if !bindings.isEmpty {
        unit.parts.append(make("'let' lines", bindings.map(whole)))
      }
      let parts = rules.elements.flatMap { self.rules($0, under: []) }
      unit.parts += parts
      unit.members += parts.map {
        .init(
          kind: .rule, owner: event.name.text, name: $0.name,
          words: $0.children.flatMap(\.words))
      }
    }
    return unit
  }

  private func fairness(
    _ fairness: FairnessSyntax, until end: Int, from start: Int
  ) -> Part {
    let text =
      switch fairness {
      case .none: ""
      case .weak: "fair"
      case .strong: "strongly fair"
      }
    var part = Part(label: Part.fairness, name: "", ranges: [SourceRange(start, end)])
    part.words = text.split(separator: " ").map {
      Word(text: String($0), isName: false, range: part.ranges[0], startsLine: false)
    }
    part.isInline = true
    return part
  }

  /// The rules one by one; those of a group include its conditions.
  private func rules(_ item: RuleItemSyntax, under shared: [SourceRange]) -> [Part] {
    switch item {
    case .rule(let rule): return [part(of: rule, under: shared)]
    case .group(let condition, let bindings, let rules):
      let conditions = shared + [condition.range] + bindings.map(whole)
      return rules.elements.flatMap { self.rules($0, under: conditions) }
    }
  }

  func part(of rule: RuleSyntax, under shared: [SourceRange]) -> Part {
    let name = rule.name.range
    var part = Part(
      label: "rule", name: rule.name.text, ranges: [SourceRange(name.start, rule.body.braces.end)])
    part.children = [
      fairness(rule.fairness, until: name.end, from: name.start),
      make("condition", shared + (rule.condition.map { [$0.range] } ?? [])),
      self.part("body", inside(rule.body.braces)),
    ]
    // Whether a rule is an `otherwise` is a condition as well.
    if rule.isOtherwise { part.children[1].words.append(contentsOf: words(name)) }
    return part
  }
}

extension Part {
  static let fairness = "fairness"
}

// MARK: - Properties

extension PartBuilder {
  func same(_ same: SameSyntax, _ range: SourceRange) -> Unit {
    var (parts, members) = parameters(same.parameters, of: same.name.text)
    parts += [same.first, same.second].map { part("event", inside($0.braces)) }
    if let filter = same.filter { parts.append(part("'where'", filter.range)) }
    return Unit(
      kind: .invariant, name: same.name.text, range: range, parts: parts, members: members)
  }

  func invariant(_ invariant: InvariantSyntax, _ range: SourceRange) -> Unit {
    let name = invariant.name.text
    var (parts, members) = parameters(invariant.parameters, of: name)
    let (condition, end) =
      invariant.isNever ? ("forbidden condition", "'before'") : ("condition", "'until'")
    parts.append(part(condition, inside(invariant.body)))
    if let condition = invariant.end { parts.append(part(end, inside(condition))) }
    return Unit(kind: .invariant, name: name, range: range, parts: parts, members: members)
  }

  private func inside(_ block: BlockSyntax) -> SourceRange {
    block.braces.map(inside) ?? whole(block)
  }

  func identity(_ identity: IdentitySyntax, _ range: SourceRange) -> Unit {
    var parts = [
      part("cards", identity.cards.range), part("ID", inside(identity.id)),
      part(identity.isLasting ? "lasting subject" : "subject", inside(identity.subject)),
    ]
    if let removal = identity.removal, let first = removal.patterns.first {
      parts.append(part("'gone after'", first.range.union(whole(removal.body))))
    }
    return Unit(kind: .invariant, name: identity.name.text, range: range, parts: parts)
  }

  func transition(_ transition: TransitionSyntax, _ range: SourceRange) -> Unit {
    var parts = [make("steps that it is about", transition.patterns.map(\.range))]
    if let filter = transition.filter { parts.append(part("'where'", filter.range)) }
    parts.append(part("condition", whole(transition.body)))
    return Unit(kind: .transition, name: transition.name.text, range: range, parts: parts)
  }

  func leadsTo(
    _ kind: Declaration.Kind, _ property: LeadsToSyntax, _ range: SourceRange
  ) -> Unit {
    var (parts, members) = parameters(property.parameters, of: property.name.text)
    if let premise = property.premise { parts.append(part("'whenever'", premise.range)) }
    if !property.excluded.isEmpty {
      parts.append(make("'assuming no'", property.excluded.map(\.range)))
    }
    if !property.discharging.isEmpty {
      parts.append(make("'unless'", property.discharging.map(\.range)))
    }
    if let deadline = property.deadline {
      parts.append(short("'within'", deadline.limit.range.union(deadline.unit.range)))
    }
    parts.append(part("condition", whole(property.body)))
    return Unit(
      kind: kind, name: property.name.text, range: range, parts: parts, members: members)
  }

  func scenario(_ scenario: ScenarioSyntax, _ range: SourceRange) -> Unit {
    var parts: [Part] = []
    if let first = scenario.worlds.first, let last = scenario.worlds.last {
      parts.append(short("world", first.range.union(last.range)))
    }
    parts.append(part("steps", inside(scenario.steps.braces)))
    return Unit(kind: .scenario, name: scenario.name.text, range: range, parts: parts)
  }

  func steps(_ steps: StepsSyntax, _ range: SourceRange) -> Unit {
    let (parts, members) = parameters(steps.parameters, of: steps.name.text)
    return Unit(
      kind: .steps, name: steps.name.text, range: range,
      parts: parts + [part("steps", inside(steps.steps.braces))],
      members: members)
  }

  func changes(_ changes: ChangesSyntax) -> [Part] {
    changes.settings.map { setting in
      short("setting", setting.value.range, name: setting.name.text)
    } + changes.replacements.map { part("replacement", $0.range, name: $0.title) }
  }

  func world(_ world: WorldSyntax, _ range: SourceRange) -> Unit {
    var parts = world.base.map { [short("base", $0.range)] } ?? []
    parts += changes(world.changes)
    if let walks = world.walks { parts.append(short("walks", walks.range)) }
    for announcement in world.violates {
      let (name, rule) = (announcement.name, announcement.rule?.range)
      var part = Part(
        label: announcement.isRest ? "violates, and" : "violates", name: name.text,
        ranges: [name.range])
      if let place = announcement.place {
        part = short("violates", rule.map(place.range.union) ?? place.range, name: name.text)
      } else if let rule {
        part = short("violates", rule, name: name.text)
      }
      part.isInline = true
      parts.append(part)
    }
    return Unit(kind: .world, name: world.name.text, range: range, parts: parts)
  }
}
