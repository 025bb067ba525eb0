import Semantics

/// Properties that are checked separately for each choice of their parameters.
extension Checker {
  /// The greatest number of properties from one `reachable`.
  private static let maximumFamily = 256

  mutating func checkEventually(_ syntax: LeadsToSyntax, _ documentation: String?) {
    if syntax.deadline != nil { return checkDeadline(syntax, documentation) }
    let parameters = parameters(syntax.parameters)
    let turn = syntax.discharging.isEmpty ? nil : newSlot()
    let premise = syntax.premise.map { condition($0) }
    let excluded = events(syntax.excluded)
    let kind = Property.Kind.eventually(
      parameters: parameters, premise: premise, excluded: excluded)
    var property = property(
      syntax.name, documentation, kind, root { $0.conditionBlock(syntax.body) })
    if let turn { discharge(&property, by: syntax.discharging, turn) }
    spec.properties.append(property)
  }

  private mutating func events(_ names: [NameSyntax]) -> [Int] {
    names.flatMap { eventGroup($0) ?? [$0] }
      .compactMap { knownEvent($0) }
  }

  /// Lets some events discharge an `eventually`: after one of them, the condition need not come any more.
  ///
  /// A hidden variable changes its value at each of these events. The property gets a hidden parameter, which is the
  /// value when the premise holds. So the condition counts as true as soon as the variable has the other value.
  ///
  /// - Parameter turn: the slot of the hidden parameter, after those of the others. No name in a text has its blank.
  private mutating func discharge(
    _ property: inout Property, by names: [NameSyntax], _ turn: Int
  ) {
    guard case .eventually(let parameters, let premise, let excluded) = property.kind else {
      return
    }
    let range = names[0].range
    let index = spec.variables.count
    let variable = Expression(.variable(index), .bool, range)
    let changed = Expression(.not(variable), .bool, range)
    let unchanged = RootExpression(expression: variable, frameSize: 0)
    spec.variables.append(
      Variable(
        name: property.name, type: .bool,
        initial: .value(root(constant(.bool(false), .bool, range))), range: range,
        monitor: Monitor(onEvent: unchanged, onTick: unchanged)))
    let place = Place(root: .variable(index), steps: [], type: .bool, range: range)
    // A second change by the same event would undo the first one.
    property.discharging = events(names).reduce(into: []) { events, event in
      if !events.contains(event) { events.append(event) }
    }
    for event in property.discharging {
      guard spec.events.indices.contains(event), !spec.events[event].isTick else {
        report(
          .propertyForm, "'unless' cannot name 'tick'", range, fix: "write 'within' and a number")
        continue
      }
      spec.events[event].append(
        Statement(node: .change(place, .assign, [changed]), range: range))
    }
    let before = Expression(.local(turn), .bool, range)
    let isSame = Expression.compare(.equal, variable, before, range)
    let isOther = Expression.compare(.notEqual, variable, before, range)
    property.kind = .eventually(
      parameters: parameters + [Parameter(name: "of unless", type: .bool, range: range)],
      premise: premise.map { Expression(.connective(.and, $0, isSame), .bool, $0.range) },
      excluded: excluded)
    let body = property.body.expression
    property.body.expression = Expression(.connective(.or, body, isOther), .bool, body.range)
    property.saysWhatIsWritten = false
  }

  mutating func checkPossible(_ syntax: LeadsToSyntax, _ documentation: String?) {
    let parameters = parameters(syntax.parameters)
    let premise = syntax.premise.map { condition($0) }
    let kind = Property.Kind.possible(parameters: parameters, premise: premise)
    spec.properties.append(
      property(syntax.name, documentation, kind, root { $0.conditionBlock(syntax.body) }))
  }

  /// Enters the parameters, which take the first slots of the frame.
  mutating func parameters(_ syntax: [ParameterSyntax]) -> [Parameter] {
    syntax.map { parameter in
      let type = enumerable(parameter.type, "a parameter of a property")
      declareLocal(parameter.name, type, "parameter")
      return Parameter(name: parameter.name.text, type: type, range: parameter.name.range)
    }
  }

  // MARK: reachable

  /// Adds a property for each choice of the parameters, after symmetry reduction over names.
  mutating func checkReachable(_ syntax: LeadsToSyntax, _ documentation: String?) {
    let parameters = parameters(syntax.parameters)
    for (parameter, written) in zip(parameters, syntax.parameters)
    where parameter.type.containsNames && !parameter.type.isName {
      report(
        .propertyForm, "a parameter of a 'reachable' cannot contain symmetric names",
        written.type.range, fix: "declare a separate parameter for each name")
      return
    }
    let body = conditionBlock(syntax.body)
    if parameters.contains(where: \.type.isError) { return }
    guard let choices = Self.choices(of: parameters) else {
      report(
        .tooLarge,
        "'\(syntax.name.text)' has more than \(Self.maximumFamily) instances", syntax.name.range,
        why: "each combination of the parameters is an instance",
        fix: "leave a parameter out, and write 'some x in …' in the condition")
      return
    }
    for choice in choices {
      let values = zip(parameters, choice).map { "\($0.name): \($0.type.text($1))" }
      let isAlone = choices.count == 1
      var property = Property(
        name: isAlone
          ? syntax.name.text : "\(syntax.name.text)(\(values.joined(separator: ", ")))",
        family: isAlone ? nil : syntax.name.text, documentation: documentation,
        range: syntax.name.range, kind: .reachable,
        body: root { $0.instance(body, of: parameters, choice) })
      property.saysWhatIsWritten = parameters.isEmpty
      spec.properties.append(property)
    }
  }

  /// Returns one choice of each class after symmetry reduction over names; nil if there are too many.
  private static func choices(of parameters: [Parameter]) -> [[Value]]? {
    var choices: [[Value]] = [[]]
    for (place, parameter) in parameters.enumerated() {
      let values = parameter.type.allValues
      choices = choices.flatMap { choice -> [[Value]] in
        guard parameter.type.isName else { return values.map { choice + [$0] } }
        // The next name is either one of the earlier names or the first unused one.
        let used = (0..<place).filter { parameters[$0].type == parameter.type }
          .reduce(into: [Value]()) { if !$0.contains(choice[$1]) { $0.append(choice[$1]) } }
        return values.prefix(used.count + 1).map { choice + [$0] }
      }
      if choices.count > maximumFamily { return nil }
    }
    return choices
  }

  /// Returns the body for a choice of its parameters. Names stand for any names that are equal and different in the
  /// same way.
  private mutating func instance(
    _ body: Expression, of parameters: [Parameter], _ choice: [Value]
  ) -> Expression {
    let range = body.range
    var levels: [Binders.Level] = []
    var bindings: [(slot: Int, Expression)] = []
    var copies: [(slot: Int, Expression)] = []
    for (slot, parameter) in parameters.enumerated() {
      guard parameter.type.isName else {
        bindings.append((slot, constant(choice[slot], parameter.type, range)))
        continue
      }
      let isSame = { (other: Int) in
        parameters[other].type == parameter.type && choice[other] == choice[slot]
      }
      if let first = (0..<slot).first(where: isSame) {
        copies.append((slot, Expression(.local(first), parameter.type, range)))
        continue
      }
      let shared = levels.firstIndex { level in
        parameters[level.slot].type == parameter.type && level.sharedWith == nil
      }
      levels.append(
        Binders.Level(
          slot: slot, name: parameter.name, source: domain(parameter.type, range),
          sharedWith: shared))
    }
    var instance = body
    if !copies.isEmpty { instance = Expression(.bind(copies, instance), .bool, range) }
    if !levels.isEmpty {
      instance = Expression(
        .quantifier(.some, Binders(levels: levels, isDistinct: true), instance), .bool, range)
    }
    if !bindings.isEmpty { instance = Expression(.bind(bindings, instance), .bool, range) }
    return instance
  }
}
