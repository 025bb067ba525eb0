import Basics
import Semantics

/// Signals, variables and events.
extension Checker {
  /// Enters all signals, since a func may mention them before they are checked.
  mutating func declareSignals() {
    guard !names.hasSignals else { return }
    names.hasSignals = true
    for declaration in syntax.declarations {
      guard case .signal(let declared) = declaration.kind else { continue }
      for signal in declared {
        noteDeclaration(signal.name)
        if let earlier = names.signals[signal.name.text] {
          reportDuplicate("signal", signal.name, spec.signals[earlier].range)
          continue
        }
        names.signals[signal.name.text] = spec.signals.count
        spec.signals.append(
          SignalDeclaration(
            name: signal.name.text,
            fields: inContext(Context()) { $0.resolveFields(signal.fields, "value") },
            documentation: declaration.documentation, range: signal.name.range))
      }
    }
  }

  // MARK: Variables

  mutating func checkVariables() {
    declareVariables()
    for (index, variable) in variables.pending { checkInitial(index, variable) }
    spec.hasTimers = spec.variables.contains { $0.type.containsTimer }
  }

  /// Enters all variables by type, so that funcs may mention any of them. Their initial values are checked in the order
  /// of the text.
  mutating func declareVariables() {
    guard !variables.areEntered else { return }
    variables.areEntered = true
    for declaration in syntax.declarations {
      guard case .variable(let variable) = declaration.kind,
        names.globals[variable.name.text]?.name.range == variable.name.range
      else { continue }
      let index = spec.variables.count
      let type = variable.type.map { type in inContext(Context()) { $0.resolve(type) } } ?? .error
      let none = RootExpression(expression: mistake(variable.name.range), frameSize: 0)
      spec.variables.append(
        Variable(
          name: variable.name.text, type: type, initial: .value(none),
          documentation: declaration.documentation, range: variable.name.range))
      variables.enter(variable, at: index)
    }
  }

  /// Checks an initial value, and then the type, which may depend on it.
  private mutating func checkInitial(_ index: Int, _ variable: VariableSyntax) {
    inContext(Context(variableLimit: index)) { $0.checkInitialValue(index, variable) }
    variables.untyped.remove(index)
    let type = spec.variables[index].type
    noteDeclaration(variable.name, type)
    guard !type.isError else { return }
    let place = variable.type?.range ?? variable.name.range
    guard requireFinite(type, place, "a variable") else {
      // The type is still known to be a number.
      if type != .integer { spec.variables[index].type = .error }
      return
    }
    if type.cardinality == .exactly(0) {
      report(
        .missingInitialValue, "the type \(type) of '\(variable.name.text)' has no values",
        place,
        fix: "make the type larger, or the variable optional")
    }
  }

  private mutating func checkInitialValue(_ index: Int, _ variable: VariableSyntax) {
    if variable.type == nil, let replaced = variable.replaced {
      spec.variables[index].type = quietly { checker in
        checker.untypedVariable(checker.expression(replaced, expecting: nil), variable)
      }
    }
    let isTyped = variable.type != nil || variable.replaced != nil
    let type = spec.variables[index].type
    switch variable.initial {
    case .value(let syntax):
      if let written = variable.type, case .table(let key, let content) = written.kind,
        case .table(let first, let second) = type, isSwapped(syntax, first, second)
      {
        report(
          .typeMismatch, "the type of the keys comes first in a table", written.range,
          why: "\(quoted(syntax.range)) is a value of type \(first), and not of type \(second)"
        ) {
          .write("Table<\($0.draft(content.range)), \($0.draft(key.range))>", at: written.range)
        }
        spec.variables[index].type = .error
        return
      }
      let value = isTyped ? initialValue(syntax, type) : expression(syntax, expecting: nil)
      if !isTyped { spec.variables[index].type = untypedVariable(value, variable) }
      if value.isConstant { _ = evaluateConstant(value) }
      spec.variables[index].initial = .value(root(value))
    case .any(let range):
      guard isTyped else {
        report(
          .missingContext, "the type of 'any' is unknown here", range,
          fix: "write 'var \(variable.name.text): T = any'")
        return
      }
      guard !type.isError, requireFinite(type, range, "'any'"), requireEnumerable(type, range)
      else { return }
      Deadline.note("the values that '\(variable.name.text)' begins with")
      spec.variables[index].initial = .any(type.watchedValues)
    case .anyWhere(let syntax):
      guard syntax.groups.count == 1, syntax.groups[0].patterns.count == 1, syntax.distinct == nil,
        case .single = syntax.groups[0].patterns[0]
      else {
        report(
          .quantifierForm, "'any' takes one name", syntax.range, fix: "write 'any x in T where …'")
        return
      }
      let binders = binders(syntax)
      let element = Self.element(of: binders.levels[0].source.type) ?? .error
      if !isTyped {
        spec.variables[index].type = element
      } else if !fits(element, type) {
        report(
          .typeMismatch, "expected \(type), found values of type \(element)",
          syntax.groups[0].source.range)
      }
      spec.variables[index].initial = .anyOf(binders, frameSize: context.frameSize)
    case nil:
      if let initial = Self.restingValue(of: type) {
        spec.variables[index].initial = .value(
          root(constant(initial, type, variable.name.range)))
      } else if !type.isError || variable.type == nil {
        report(
          .missingInitialValue, "the variable '\(variable.name.text)' has no initial value",
          variable.name.range,
          fix: "write '= value', or '= any' for every value of its type"
        ) { _ in
          guard let first = Self.usualValue(of: type), let written = variable.type else {
            return nil
          }
          return Help(
            "write '= \(first)', or '= any' for every value of its type",
            [Edit(written.range.tail, " = \(first)")])
        }
      }
    }
  }

  /// Checks an initial value. For a set, the name of a type means the set of its values: `set(x in T)`.
  private mutating func initialValue(_ syntax: ExpressionSyntax, _ type: Type) -> Expression {
    guard case .set = type else { return stored(syntax, in: type) }
    let value = expression(syntax, expecting: type)
    guard case .domain = value.node, let element = Self.element(of: value.type) else {
      return convert(value, to: type, storing: true)
    }
    let level = Binders.Level(slot: newSlot(), name: "x", source: value)
    let all = Expression(
      .aggregate(.set, Binders(levels: [level], isDistinct: false), nil), .set(element),
      syntax.range)
    return convert(all, to: type, storing: true)
  }

  /// Returns the text of the value that variables of a type usually begin with; nil if there is none.
  private static func usualValue(of type: Type) -> String? {
    switch type {
    case .bool: "false"
    case .optional: "nil"
    case .range(let lower, let upper): lower <= 0 && 0 <= upper ? "0" : "\(lower)"
    case .set, .bag, .list: "[]"
    case .map: "[:]"
    case .enumeration(let type): type.cases.first { $0.fields.isEmpty }.map { ".\($0.name)" }
    default: nil
    }
  }

  /// Returns the type of an initial value; an error for a list, since its literal has no bound.
  private mutating func untypedVariable(_ value: Expression, _ variable: VariableSyntax) -> Type {
    if case .list(let element, _) = value.type, !value.type.isError {
      report(
        .missingBound, "the list '\(variable.name.text)' has no bound", variable.name.range,
        fix: "write 'var \(variable.name.text): List<\(element), 4> = …'")
      return .error
    }
    return value.type
  }

  /// Returns the value of a variable that is declared without one: its timers are off.
  ///
  /// This includes tables of timers, and structs with a timer whose other fields have defaults. Returns nil for all
  /// other types.
  private static func restingValue(of type: Type) -> Value? {
    switch type {
    case .timer: return .isOff
    case .table(let key, let content):
      return restingValue(of: content).map { value in .table(key.allValues.map { _ in value }) }
    case .structure(let structure) where type.containsTimer:
      var values: [Value] = []
      for field in structure.fields {
        guard let value = field.defaultValue ?? restingValue(of: field.type) else { return nil }
        values.append(value)
      }
      return .record(values)
    default: return nil
    }
  }

  // MARK: Events

  /// Returns the edit that leaves out a `_` before a name.
  private func underscoreEdits(before name: NameSyntax) -> [Edit] {
    let place = syntax.tokens.places(in: name.range).lowerBound
    guard place > 0, case let sign = syntax.tokens.tokens[place - 1].range, source(sign) == "_"
    else {
      return []
    }
    return [Edit(SourceRange(sign.start, name.range.start), "")]
  }

  /// Declares the parameters of all events. Properties and scenarios need them before the bodies.
  mutating func declareEventParameters() {
    for (event, _) in names.eventSyntax {
      var combinations = Cardinality.exactly(1)
      names.eventParameters.append(
        event.parameters.map { parameter in
          let type = enumerable(parameter.type, "a parameter of an event")
          noteDeclaration(parameter.name, type)
          if let label = parameter.label, label.text != parameter.name.text {
            report(
              .parameterForm, "a parameter of an event has only one name", label.range,
              fix: "write '\(parameter.name.text): …'",
              edits: [Edit(SourceRange(label.range.start, parameter.name.range.start), "")])
          } else if parameter.label == nil {
            report(
              .parameterForm, "a parameter of an event needs a label", parameter.name.range,
              fix: "leave '_' out", edits: underscoreEdits(before: parameter.name))
          }
          if !type.isError { combinations = combinations * type.cardinality }
          return Parameter(name: parameter.name.text, type: type, range: parameter.name.range)
        })
      if combinations > .exactly(limits.maximumValues) {
        let largest = names.eventParameters.last?.max { $0.type.cardinality < $1.type.cardinality }
        report(
          .tooLarge,
          "the parameters of '\(event.name.text)' have \(Self.text(combinations)) together, which is too "
            + "many to enumerate", largest?.range ?? event.name.range
        ) { $0.limits.help(for: largest.map { "\($0.type)" } ?? "them") }
      }
    }
  }

  /// Checks all events. If the spec has timers, the event `tick` is added after the others, and an event of that name
  /// is an error.
  mutating func checkEvents() {
    for (index, (event, documentation)) in names.eventSyntax.enumerated() {
      spec.events.append(checkEvent(event, names.eventParameters[index], documentation))
    }
    guard spec.hasTimers else { return }
    if let index = names.events[Self.tickName] {
      report(
        .reservedName, "'tick' is the name of the event that advances timers",
        names.eventSyntax[index].syntax.name.range,
        fix:
          "choose another name, or write 'on name when t.isDue { … }'"
      )
      return
    }
    names.events[Self.tickName] = spec.events.count
    names.eventParameters.append([])
    spec.events.append(
      Event(
        name: Self.tickName, parameters: [], fairness: .weak, guardExpression: nil, body: .tick,
        frameSize: 0, documentation: "Time passes: all running timers come one unit nearer.",
        range: spec.variables.first { $0.type.containsTimer }?.range ?? SourceRange(0, 0)))
  }

  static let tickName = "tick"

  private mutating func checkEvent(
    _ event: EventSyntax, _ parameters: [Parameter], _ documentation: String?
  ) -> Event {
    inContext(Context(isInEvent: true)) { checker in
      for (syntax, parameter) in zip(event.parameters, parameters) {
        checker.declareLocal(syntax.name, parameter.type, "parameter")
      }
      let guardExpression = event.guardExpression.map { checker.condition($0) }
      let body: Event.Body
      switch event.body {
      case .statements(let statements): body = .statements(checker.statements(statements))
      case .rules(let bindings, let rules):
        body = checker.inScope { checker in
          let bindings = bindings.map { checker.localConstant($0) }
          var names: [String: SourceRange] = [:]
          return .rules(
            bindings, rules.elements.flatMap { checker.checkRule($0, conditions: [], &names) })
        }
      }
      return Event(
        name: event.name.text, parameters: parameters, fairness: Fairness(event.fairness),
        guardExpression: guardExpression, body: body, frameSize: checker.context.frameSize,
        documentation: documentation, range: event.name.range)
    }
  }

  /// Checks a rule.
  ///
  /// - Parameter conditions: the conditions of the groups around it, the outermost first.
  private mutating func checkRule(
    _ item: RuleItemSyntax, conditions: [RuleCondition], _ names: inout [String: SourceRange]
  ) -> [Rule] {
    switch item {
    case .group(let condition, let bindings, let rules):
      let test = RuleCondition.test(self.condition(condition))
      context.scopes.append([:])
      defer { context.scopes.removeLast() }
      let bindings = bindings.map { localConstant($0) }
      let outer = conditions + [test] + (bindings.isEmpty ? [] : [.bind(bindings)])
      return rules.elements.flatMap { item -> [Rule] in
        if case .rule(let rule) = item, rule.isOtherwise {
          report(
            .ruleForm, "'otherwise' cannot appear in a group of rules", rule.name.range,
            fix: "move 'otherwise' after all rules of the event")
        }
        return checkRule(item, conditions: outer, &names)
      }
    case .rule(let rule):
      requireNew(rule.name, among: &names, "rule")
      noteDeclaration(rule.name)
      let test = rule.condition.map { [RuleCondition.test(self.condition($0))] } ?? []
      return [
        Rule(
          name: rule.name.text, conditions: conditions + test, isOtherwise: rule.isOtherwise,
          fairness: Fairness(rule.fairness), body: statements(rule.body),
          documentation: rule.documentation, range: rule.name.range)
      ]
    }
  }
}

extension Fairness {
  init(_ syntax: FairnessSyntax) {
    self =
      switch syntax {
      case .none: .none
      case .weak: .weak
      case .strong: .strong
      }
  }
}
