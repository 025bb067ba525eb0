import Semantics

/// Properties that become invariants, usually over a monitor: `eventually … within 3 ticks`, `invariant … until …`.
extension Checker {
  mutating func checkInvariant(_ syntax: InvariantSyntax, _ documentation: String?) {
    let parameters = parameters(syntax.parameters)
    var condition = conditionBlock(syntax.body)
    if syntax.isNever { condition = Expression(.not(condition), .bool, condition.range) }
    let end = syntax.end.map { conditionBlock($0) }
    if parameters.contains(where: \.type.isError) { return }
    let tuples = tuples(of: parameters, condition.range)
    var property = property(
      syntax.name, documentation, .invariant, root(tuples.every(condition)))
    if let end {
      let ending = Ending(
        parameters: parameters, condition: root(condition), end: root(end),
        variable: spec.variables.count)
      let type = tuples.type(of: .bool)
      let before = tuples.element(of: ending.variable, type)
      let next = root(
        tuples.table(Expression(.connective(.or, end, before), .bool, end.range)))
      property.body = root(
        tuples.every(
          Expression(.connective(.or, before, condition), .bool, condition.range),
          asking: [end]))
      property.sentence = .until(ending)
      spec.variables.append(
        Variable(
          name: syntax.name.text, type: type, initial: .value(root(tuples.table(end))),
          range: syntax.name.range, monitor: Monitor(onEvent: next, onTick: next)))
    }
    property.saysWhatIsWritten = parameters.isEmpty && end == nil && !syntax.isNever
    spec.properties.append(property)
  }

  mutating func checkDeadline(_ syntax: LeadsToSyntax, _ documentation: String?) {
    let parameters = parameters(syntax.parameters)
    let premise = syntax.premise.map { condition($0) }
    let body = conditionBlock(syntax.body)
    if let excluded = syntax.excluded.first {
      report(
        .propertyForm, "'within' cannot be combined with 'assuming no'",
        excluded.range, fix: "leave out 'assuming no' or 'within'")
    }
    if let event = syntax.discharging.first {
      report(
        .propertyForm, "'within' cannot be combined with 'unless'", event.range,
        fix: "leave out 'unless' or 'within'")
    }
    guard let (limit, unit) = limit(of: syntax),
      !parameters.contains(where: \.type.isError)
    else { return }
    let deadline = ResponseBound(
      parameters: parameters, premise: premise.map(root), body: root(body), limit: limit,
      unit: unit, variable: spec.variables.count)
    let counter = Counter(
      deadline, tuples(of: parameters, syntax.name.range), premise, body)
    spec.variables.append(
      Variable(
        name: syntax.name.text, type: counter.type, initial: .value(root(counter.atStart)),
        range: syntax.name.range,
        monitor: Monitor(
          onEvent: root(counter.behindEvent), onTick: root(counter.behindTick))))
    var property = property(syntax.name, documentation, .invariant, root(counter.isInTime))
    property.sentence = .within(deadline)
    property.saysWhatIsWritten = false
    spec.properties.append(property)
  }

  mutating func tuples(
    of parameters: [Parameter], _ range: SourceRange
  ) -> TupleExpressions {
    TupleExpressions(
      parameters: parameters, domains: parameters.map { domain($0.type, range) }, range: range)
  }

  /// The greatest limit after `within`.
  private static let maximumLimit = 10_000

  /// Returns the limit after `within`; nil after a report.
  private mutating func limit(of syntax: LeadsToSyntax) -> (Int, ResponseBound.Unit)? {
    guard let (written, name) = syntax.deadline else { return nil }
    let units: [String: ResponseBound.Unit] = [
      "tick": .ticks, "ticks": .ticks, "step": .steps, "steps": .steps,
    ]
    guard let unit = units[name.text] else {
      reportUnknown(.timeLimit, "unit", name, among: ["ticks", "steps"]) { checker in
        let isTime = ["s", "sec", "second", "minute", "hour", "ms", "unit"].contains {
          [$0, $0 + "s"].contains(name.text)
        }
        return isTime && checker.spec.hasTimers ? .write("ticks", at: name.range) : nil
      }
      return nil
    }
    if unit == .ticks, !spec.hasTimers {
      report(
        .timeLimit, "'ticks' need a timer, and this spec has none", name.range,
        fix: "declare a 'Timer', or count 'steps'")
      return nil
    }
    let value = constantValue(written, expecting: .integer, "the limit of 'within'")
    guard let limit = value?.asInt else { return nil }
    guard (0...Self.maximumLimit).contains(limit) else {
      report(
        .timeLimit,
        "the limit of 'within' is \(limit), outside 0...\(Self.maximumLimit) \(unit.rawValue)",
        written.range)
      return nil
    }
    return (limit, unit)
  }
}

extension Checker {
  /// Checks `same`, which compares two events in one state and needs no monitor.
  mutating func checkSame(_ syntax: SameSyntax, _ documentation: String?) {
    let parameters = parameters(syntax.parameters)
    let filter = syntax.filter.map { condition($0) }
    let first = comparedEvent(syntax.first.elements[0])
    let second = comparedEvent(syntax.second.elements[0])
    guard let first, let second,
      !parameters.contains(where: \.type.isError)
    else { return }
    var property = property(
      syntax.name, documentation, .invariant,
      root(constant(.bool(true), .bool, syntax.name.range)))
    property.sentence = .same(
      EventEquivalence(
        parameters: parameters,
        filter: filter.map { root($0) }, first: first, second: second,
        frameSize: context.frameSize))
    property.saysWhatIsWritten = false
    spec.properties.append(property)
  }

  /// Checks an event with a value for each of its parameters; nil after a report.
  private mutating func comparedEvent(_ call: EventCallSyntax) -> EventEquivalence.Call? {
    guard let event = knownEvent(call.name) else { return nil }
    let parameters = names.eventParameters[event]
    guard let arguments = eventArguments(call, parameters) else { return nil }
    if let missing = zip(parameters, arguments).first(where: { $1 == nil })?.0 {
      report(
        .argumentCount, "the parameter '\(missing.name)' needs a value",
        call.range,
        fix: "add the parameter '\(missing.name): \(missing.type)' to the property, and use it here"
      ) { checker in
        guard call.arguments.isEmpty,
          parameters.allSatisfy({ checker.context.lookUp($0.name)?.type.shape == $0.type.shape })
        else { return nil }
        let values = parameters.map { "\($0.name): \($0.name)" }.joined(separator: ", ")
        return .write("\(call.name.text)(\(values))", at: call.range)
      }
      return nil
    }
    return EventEquivalence.Call(event: event, arguments: arguments.compactMap(\.self))
  }
}

/// The expressions of a monitor that counts how long a response is pending.
private struct Counter {
  private let deadline: ResponseBound
  private let tuples: TupleExpressions
  private let premise: Expression?
  private let body: Expression

  init(
    _ deadline: ResponseBound, _ tuples: TupleExpressions, _ premise: Expression?,
    _ body: Expression
  ) {
    (self.deadline, self.tuples) = (deadline, tuples)
    (self.premise, self.body) = (premise, body)
  }

  private var number: Type { .range(lower: 0, upper: deadline.late) }

  var type: Type { tuples.type(of: number) }

  var atStart: Expression {
    tuples.table(
      choose(body, count(0), premise.map { choose($0, count(1), count(0)) } ?? count(1)))
  }

  /// The count after an event: 0 if the body holds; otherwise a pending response stays pending, one step longer if
  /// steps are counted.
  var behindEvent: Expression { tuples.table(next(deadline.unit == .steps ? more : before)) }

  /// The count after a tick. One tick too many is too late, even if the body holds afterwards.
  var behindTick: Expression {
    if deadline.unit == .steps { return behindEvent }
    let isLast = compare(.lessOrEqual, count(deadline.late - 1), before)
    return tuples.table(choose(isLast, count(deadline.late), next(more)))
  }

  /// The condition that no response is late.
  var isInTime: Expression {
    tuples.every(
      compare(.less, before, count(deadline.late)), asking: [body] + (premise.map { [$0] } ?? []))
  }

  private func next(_ pending: Expression) -> Expression {
    let isPending = compare(.less, count(0), before)
    let begins = premise.map { choose($0, count(1), count(0)) } ?? count(0)
    return choose(body, count(0), choose(isPending, pending, begins))
  }

  private var before: Expression { tuples.element(of: deadline.variable, type) }

  private var more: Expression {
    let sum = Expression(.arithmetic(.add, before, count(1)), .integer, tuples.range)
    return choose(
      compare(.less, before, count(deadline.late)),
      Expression(.bounded(sum, number), number, tuples.range), count(deadline.late))
  }

  // MARK: Parts

  private func count(_ value: Int) -> Expression {
    Expression(.constant(.int(value)), number, tuples.range)
  }

  private func compare(
    _ comparison: Comparison, _ left: Expression, _ right: Expression
  ) -> Expression {
    .compare(comparison, left, right, tuples.range)
  }

  private func choose(
    _ test: Expression, _ value: Expression, _ other: Expression
  ) -> Expression {
    .choice(test, value, other, number, tuples.range)
  }
}

/// Expressions over every choice of some parameters, which take the first slots of the frame.
struct TupleExpressions {
  let parameters: [Parameter]
  /// The values of each parameter.
  let domains: [Expression]
  let range: SourceRange

  /// Returns the type of nested tables, one for each parameter.
  func type(of content: Type) -> Type {
    parameters.reversed().reduce(content) { .table($1.type, $0) }
  }

  /// Returns nested tables with a value for each choice.
  func table(_ value: Expression) -> Expression {
    domains.indices.reversed().reduce(value) { value, slot in
      Expression(
        .aggregate(.table, Binders(levels: levels(slot..<slot + 1), isDistinct: false), value),
        .table(parameters[slot].type, value.type), range)
    }
  }

  /// Returns the entry of such a variable for the current choice.
  func element(of variable: Int, _ type: Type) -> Expression {
    var value = Expression(.variable(variable), type, range)
    for (slot, parameter) in parameters.enumerated() {
      guard case .table(_, let content) = value.type else { break }
      value = Expression(
        .element(value, Expression(.local(slot), parameter.type, range)), content, range)
    }
    return value
  }

  /// Returns the condition that a test holds for each choice.
  ///
  /// - Parameter others: conditions that are evaluated as well, so that their faults are found.
  func every(_ test: Expression, asking others: [Expression] = []) -> Expression {
    let all = others.reversed().reduce(test) { test, other in
      let isNot = Expression(.not(other), .bool, other.range)
      let asked = Expression(.connective(.or, other, isNot), .bool, other.range)
      return Expression(.connective(.and, asked, test), .bool, test.range)
    }
    if domains.isEmpty { return all }
    return Expression(
      .quantifier(.every, Binders(levels: levels(domains.indices), isDistinct: false), all), .bool,
      test.range)
  }

  private func levels(_ slots: Range<Int>) -> [Binders.Level] {
    slots.map {
      Binders.Level(slot: $0, name: parameters[$0].name, source: domains[$0])
    }
  }
}
