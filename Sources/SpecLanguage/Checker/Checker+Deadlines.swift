import Semantics

/// `eventually … within 3 ticks`: an invariant over a monitor that counts.
extension Checker {
  mutating func checkDeadline(_ syntax: LeadsToSyntax, _ documentation: String?) {
    inContext(Context(allowsEnabled: true)) { checker in
      let parameters = checker.parameters(of: syntax)
      let premise = syntax.premise.map { checker.condition($0) }
      let body = checker.conditionBlock(syntax.body)
      if let excluded = syntax.excluded.first {
        checker.report(
          .notAllowedHere, "what has to come within a time has to come whatever else happens",
          excluded.range, fix: "leave 'assuming no' out, or 'within'")
      }
      guard let (limit, unit) = checker.limit(of: syntax),
        !parameters.contains(where: \.type.isError)
      else { return }
      let size = checker.context.frameSize
      let root = { RootExpression(expression: $0, frameSize: size) }
      let deadline = Deadline(
        parameters: parameters, premise: premise.map(root), body: root(body), limit: limit,
        unit: unit, variable: checker.spec.variables.count)
      let counter = Counter(
        deadline, checker.domains(of: parameters, syntax), premise, body, syntax.name.range)
      checker.spec.variables.append(
        Variable(
          name: syntax.name.text, type: counter.type, initial: .value(root(counter.atStart)),
          range: syntax.name.range,
          monitor: Monitor(
            onEvent: root(counter.behindEvent), onTick: root(counter.behindTick))))
      var property = Property(
        name: syntax.name.text, documentation: documentation, range: syntax.name.range,
        kind: .invariant, body: root(counter.isInTime))
      property.deadline = deadline
      checker.spec.properties.append(property)
    }
  }

  private mutating func domains(
    of parameters: [Parameter], _ syntax: LeadsToSyntax
  ) -> [Expression] {
    parameters.map { domain($0.type, syntax.name.range) }
  }

  /// More cannot be counted to.
  private static let maximumLimit = 10_000

  /// What stands behind `within`; nil after a report.
  private mutating func limit(of syntax: LeadsToSyntax) -> (Int, Deadline.Unit)? {
    guard let (written, name) = syntax.deadline else { return nil }
    let units: [String: Deadline.Unit] = [
      "tick": .ticks, "ticks": .ticks, "step": .steps, "steps": .steps,
    ]
    guard let unit = units[name.text] else {
      reportUnknown("unit", name, among: ["ticks", "steps"])
      return nil
    }
    if unit == .ticks, !spec.hasTimers {
      report(
        .notAllowedHere, "no time passes here, since there is no timer", name.range,
        fix: "declare a 'Timer', or count 'steps'")
      return nil
    }
    let value = constantValue(written, expecting: .integer, "how long it may take")
    guard let limit = value?.asInt else { return nil }
    guard (0...Self.maximumLimit).contains(limit) else {
      report(
        .constant, "it may take 0...\(Self.maximumLimit) \(unit.rawValue), and not \(limit)",
        written.range)
      return nil
    }
    return (limit, unit)
  }
}

/// The expressions of a monitor that counts how long something is missing.
private struct Counter {
  private let deadline: Deadline
  private let domains: [Expression]
  private let premise: Expression?
  private let body: Expression
  private let range: SourceRange

  init(
    _ deadline: Deadline, _ domains: [Expression], _ premise: Expression?, _ body: Expression,
    _ range: SourceRange
  ) {
    (self.deadline, self.domains, self.range) = (deadline, domains, range)
    (self.premise, self.body) = (premise, body)
  }

  private var number: Type { .range(lower: 0, upper: deadline.late) }

  /// A table for each parameter.
  var type: Type {
    deadline.parameters.reversed().reduce(number) { .table($1.type, $0) }
  }

  var atStart: Expression {
    forEach(choose(body, count(0), premise.map { choose($0, count(1), count(0)) } ?? count(1)))
  }

  /// Where the body holds nothing is missing; what was missing before goes on to be, with one more step if
  /// those are counted.
  var behindEvent: Expression { forEach(next(deadline.unit == .steps ? more : before)) }

  /// One tick too many is too late, even if the body holds behind it.
  var behindTick: Expression {
    if deadline.unit == .steps { return behindEvent }
    let isLast = compare(.lessOrEqual, count(deadline.late - 1), before)
    return forEach(choose(isLast, count(deadline.late), next(more)))
  }

  /// None is late. Premise and body are asked so that they have a value wherever they are counted.
  var isInTime: Expression {
    let asked = [body] + (premise.map { [$0] } ?? [])
    let values = asked.map { either($0, Expression(.not($0), .bool, range)) }
    let test = (values + [compare(.less, before, count(deadline.late))]).reversed()
      .reduce(nil as Expression?) { rest, test in
        rest.map { Expression(.connective(.and, test, $0), .bool, range) } ?? test
      }!
    if domains.isEmpty { return test }
    return Expression(
      .quantifier(.every, Binders(levels: levels(domains.indices), isDistinct: false), test), .bool,
      range)
  }

  private func next(_ pending: Expression) -> Expression {
    let isPending = compare(.less, count(0), before)
    let begins = premise.map { choose($0, count(1), count(0)) } ?? count(0)
    return choose(body, count(0), choose(isPending, pending, begins))
  }

  /// What the monitor has for the values at hand.
  private var before: Expression {
    var value = Expression(.variable(deadline.variable), type, range)
    for (slot, parameter) in deadline.parameters.enumerated() {
      guard case .table(_, let content) = value.type else { break }
      value = Expression(
        .element(value, Expression(.local(slot), parameter.type, range)), content, range)
    }
    return value
  }

  private var more: Expression {
    let sum = Expression(.arithmetic(.add, before, count(1)), .integer, range)
    return choose(
      compare(.less, before, count(deadline.late)),
      Expression(.bounded(sum, number), number, range),
      count(deadline.late))
  }

  // MARK: Parts

  private func count(_ value: Int) -> Expression {
    Expression(.constant(.int(value)), number, range)
  }

  private func compare(
    _ comparison: Comparison, _ left: Expression, _ right: Expression
  ) -> Expression {
    Expression(.comparison(comparison, left, right), .bool, range)
  }

  private func either(_ left: Expression, _ right: Expression) -> Expression {
    Expression(.connective(.or, left, right), .bool, range)
  }

  private func choose(
    _ test: Expression, _ value: Expression, _ other: Expression
  ) -> Expression {
    Expression(.branch(Branches([([.test(test)], value)], otherwise: other)), number, range)
  }

  private func levels(_ slots: Range<Int>) -> [Binders.Level] {
    slots.map {
      Binders.Level(slot: $0, name: deadline.parameters[$0].name, source: domains[$0])
    }
  }

  /// A table of a value for each choice of the parameters.
  private func forEach(_ value: Expression) -> Expression {
    domains.indices.reversed().reduce(value) { value, slot in
      Expression(
        .aggregate(
          .table, Binders(levels: levels(slot..<slot + 1), isDistinct: false), value),
        .table(deadline.parameters[slot].type, value.type), range)
    }
  }
}
