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
    var head = function.parameters.last?.type.range.end ?? function.name.range.end
    if case .function(let type, _) = function.body {
      unit.parts.append(short("result", type.range))
      head = type.range.end
    }
    unit.parts.append(part("body", inside(words.braces(from: head, within: range.end))))
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
    let head =
      event.guardExpression?.range.end ?? event.parameters.last?.type.range.end
      ?? event.name.range.end
    switch event.body {
    case .statements:
      unit.parts.append(part("body", inside(words.braces(from: head, within: range.end))))
    case .rules(let bindings, let rules):
      if !bindings.isEmpty {
        unit.parts.append(make("'let' lines", bindings.map(whole)))
      }
      let parts = self.rules(rules, under: [], from: head, within: range.end)
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

  /// The rules one by one; those of a group have its conditions as well.
  private func rules(
    _ rules: [RuleSyntax], under shared: [SourceRange], from start: Int, within limit: Int
  ) -> [Part] {
    var parts: [Part] = []
    var position = start
    for rule in rules {
      switch rule {
      case .rule(let fairness, let name, let condition, _, _):
        let head = condition?.range.end ?? name.range.end
        let body = words.braces(from: head, within: limit)
        parts.append(
          self.rule(fairness, name, shared + (condition.map { [$0.range] } ?? []), body, position))
        position = body.end
      case .otherwise(let fairness, let name, _, _):
        let body = words.braces(from: name.range.end, within: limit)
        parts.append(self.rule(fairness, name, shared, body, position))
        position = body.end
      case .group(let condition, let bindings, let inner):
        let braces = words.braces(from: condition.range.end, within: limit)
        parts += self.rules(
          inner, under: shared + [condition.range] + bindings.map(whole), from: condition.range.end,
          within: braces.end)
        position = braces.end
      }
    }
    return parts
  }

  private func rule(
    _ fairness: FairnessSyntax, _ name: NameSyntax, _ conditions: [SourceRange],
    _ body: SourceRange, _ position: Int
  ) -> Part {
    var part = Part(
      label: "rule", name: name.text, ranges: [SourceRange(name.range.start, body.end)])
    part.children = [
      self.fairness(fairness, until: name.range.end, from: name.range.start),
      make("condition", conditions), self.part("body", inside(body)),
    ]
    // Whether it applies where no other does is a condition as well.
    let before = words.words(in: SourceRange(position, name.range.start)).last?.text
    if before == "otherwise" { part.children[1].words.append(contentsOf: words(name.range)) }
    return part
  }
}

extension Part {
  static let fairness = "fairness"
}

// MARK: - What is checked

extension PartBuilder {
  func property(_ kind: Declaration.Kind, _ name: NameSyntax, _ range: SourceRange) -> Unit {
    Unit(
      kind: kind, name: name.text, range: range,
      parts: [
        part("condition", inside(words.braces(from: name.range.end, within: range.end)))
      ])
  }

  func transition(_ transition: TransitionSyntax, _ range: SourceRange) -> Unit {
    var parts = [make("steps that it is about", transition.patterns.map(\.range))]
    if let filter = transition.filter { parts.append(part("'where'", filter.range)) }
    parts.append(part("condition", whole(transition.body)))
    return Unit(kind: .transition, name: transition.name.text, range: range, parts: parts)
  }

  func eventually(_ eventually: EventuallySyntax, _ range: SourceRange) -> Unit {
    var (parts, members) = parameters(eventually.parameters, of: eventually.name.text)
    if let premise = eventually.premise { parts.append(part("'whenever'", premise.range)) }
    if !eventually.excluded.isEmpty {
      parts.append(make("'assuming no'", eventually.excluded.map(\.range)))
    }
    parts.append(part("condition", whole(eventually.body)))
    return Unit(
      kind: .eventually, name: eventually.name.text, range: range, parts: parts, members: members)
  }

  func scenario(_ scenario: ScenarioSyntax, _ range: SourceRange) -> Unit {
    var parts = scenario.world.map { [short("world", $0.range)] } ?? []
    let head = scenario.world?.range.end ?? scenario.name.range.end
    parts.append(part("steps", inside(words.braces(from: head, within: range.end))))
    return Unit(kind: .scenario, name: scenario.name.text, range: range, parts: parts)
  }

  func steps(_ steps: StepsSyntax, _ range: SourceRange) -> Unit {
    let (parts, members) = parameters(steps.parameters, of: steps.name.text)
    let head = steps.parameters.last?.type.range.end ?? steps.name.range.end
    return Unit(
      kind: .steps, name: steps.name.text, range: range,
      parts: parts + [part("steps", inside(words.braces(from: head, within: range.end)))],
      members: members)
  }

  func world(_ world: WorldSyntax, _ range: SourceRange) -> Unit {
    var parts = world.settings.map { setting in
      short("setting", setting.value.range, name: setting.name.text)
    }
    if let walks = world.walks { parts.append(short("walks", walks.range)) }
    for name in world.violates {
      var part = Part(label: "violates", name: name.text, ranges: [name.range])
      part.isInline = true
      parts.append(part)
    }
    return Unit(kind: .world, name: world.name.text, range: range, parts: parts)
  }
}
