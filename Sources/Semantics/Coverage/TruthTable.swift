import Basics

/// Proves that conditions are true for all values that they read, by enumeration.
///
/// A value that is read in one piece (a variable, a field, a map entry) may be any value of its type, and an
/// unsupported expression may be anything. So each proof is sound, but some true conditions are not proved. The
/// method is a plain truth table, which is enough for conditions that people write.
package struct TruthTable {
  /// The maximum number of enumerated rows.
  private static let maximumRows = 1 << 16

  /// The atoms, each of which may have any of some values, by their tokens.
  private var atoms: [TreeTokens: Int] = [:]
  private var domains: [[Value]] = []
  /// The current names of bound variables.
  private var names: [Int: Int] = [:]

  /// Whether an expression is true for all values that it reads.
  package static func isAlwaysTrue(_ expression: Expression) -> Bool {
    switch expression.node {
    case .connective(.and, let left, let right): return isAlwaysTrue(left) && isAlwaysTrue(right)
    case .quantifier(let quantifier, let binders, let body):
      return quantifier != .some && isAlwaysTrue(matrix(binders, body, quantifier))
    default:
      var truths = TruthTable()
      let formula = truths.formula(expression)
      return truths.proves(formula)
    }
  }

  /// Whether the second expression is true wherever the first one is.
  ///
  /// - Parameter names: the names of the second expression's variables in the first, by their places in the frame.
  package static func implies(
    _ premise: Expression, _ conclusion: Expression, _ names: [Int: Int] = [:]
  ) -> Bool {
    if TreeTokens(of: premise) == TreeTokens(of: conclusion, names: names) { return true }
    if case .connective(.and, let left, let right) = conclusion.node {
      return implies(premise, left, names) && implies(premise, right, names)
    }
    if let inner = bodies(premise, conclusion, names) {
      return implies(inner.premise, inner.conclusion, inner.names)
    }
    var truths = TruthTable()
    let first = truths.formula(premise)
    truths.names = names
    let second = truths.formula(conclusion)
    if truths.proves(Expression(.connective(.implies, first, second), .bool, premise.range)) {
      return true
    }
    if case .connective(.and, let left, let right) = premise.node {
      return implies(left, conclusion, names) || implies(right, conclusion, names)
    }
    return false
  }

  /// The bodies of two quantifiers over the same collection; nil for other expressions.
  private static func bodies(
    _ premise: Expression, _ conclusion: Expression, _ names: [Int: Int]
  ) -> (premise: Expression, conclusion: Expression, names: [Int: Int])? {
    guard case .quantifier(let quantifier, let binders, let body) = premise.node,
      case .quantifier(let other, let others, let otherBody) = conclusion.node,
      quantifier != .some, other != .some, sources(binders, [:]) == sources(others, names),
      others.isDistinct || !binders.isDistinct, binders.slots.count == others.slots.count
    else { return nil }
    let inner = names.merging(zip(others.slots, binders.slots)) { $1 }
    return (matrix(binders, body, quantifier), matrix(others, otherBody, other), inner)
  }

  /// The condition that each choice of the names must satisfy.
  private static func matrix(
    _ binders: Binders, _ body: Expression, _ quantifier: Quantifier
  ) -> Expression {
    let holds = quantifier == .no ? Expression(.not(body), .bool, body.range) : body
    guard let filter = binders.filter else { return holds }
    return Expression(.connective(.implies, filter, holds), .bool, body.range)
  }

  /// Later levels may read the names of earlier ones, which may differ between the two.
  private static func sources(_ binders: Binders, _ names: [Int: Int]) -> [TreeTokens] {
    binders.levels.map { level in
      var tokens = TreeTokens(of: level.source, names: names)
      tokens.add(level.sharedWith ?? -1)
      tokens.add(level.valueSlot == nil ? 0 : 1)
      return tokens
    }
  }

  // MARK: Formulas

  /// The condition with a name of the frame in the place of each atom.
  private mutating func formula(_ expression: Expression) -> Expression {
    func made(_ node: Expression.Node) -> Expression {
      Expression(node, expression.type, expression.range)
    }
    switch expression.node {
    case .constant: return expression
    case .not(let inner): return made(.not(formula(inner)))
    case .bounded(let inner, _): return formula(inner)
    case .connective(let connective, let left, let right) where connective != .coalesce:
      return made(.connective(connective, formula(left), formula(right)))
    case .comparison(let comparison, let left, let right):
      if tokens(left) == tokens(right) {
        return made(.constant(.bool(comparison == .equal || comparison == .lessOrEqual)))
      }
      guard let left = term(left), let right = term(right) else { return atom(expression) }
      return made(.comparison(comparison, left, right))
    case .branch(let branches):
      guard branches.subject == nil, branches.branches.count == 1, let other = branches.otherwise,
        branches.branches[0].conditions.count == 1,
        case .test(let test) = branches.branches[0].conditions[0]
      else { return atom(expression) }
      let conditions = [Condition.test(formula(test))]
      let body = formula(branches.branches[0].body)
      return made(
        .branch(Branches([(conditions: conditions, body: body)], otherwise: formula(other))))
    default: return atom(expression)
    }
  }

  /// One side of a comparison; nil if its possible values are unknown.
  private mutating func term(_ expression: Expression) -> Expression? {
    switch expression.node {
    case .constant: return expression
    case .arithmetic(let operation, let left, let right)
    where operation != .divide && operation != .remainder:
      guard let left = term(left), let right = term(right) else { return nil }
      return Expression(.arithmetic(operation, left, right), expression.type, expression.range)
    default: return Self.domain(of: expression).map { atom(expression, $0) }
    }
  }

  private func tokens(_ expression: Expression) -> TreeTokens {
    TreeTokens(of: expression, names: names)
  }

  private mutating func atom(
    _ expression: Expression, _ domain: [Value] = [.bool(false), .bool(true)]
  ) -> Expression {
    let key = tokens(expression)
    let slot = atoms[key] ?? domains.count
    if slot == domains.count {
      atoms[key] = slot
      domains.append(domain)
    }
    return Expression(.local(slot), expression.type, expression.range)
  }

  /// The values of a stored expression, which has to fit its type.
  private static func domain(of expression: Expression) -> [Value]? {
    if case .member(.count, let base, _) = expression.node { return counts(of: base) }
    guard isStored(expression), case .exactly(let count) = expression.type.cardinality, count <= 512
    else { return nil }
    return expression.type.allValues
  }

  private static func isStored(_ expression: Expression) -> Bool {
    switch expression.node {
    case .variable: true
    case .field(let base, _), .old(let base): isStored(base)
    case .element(let base, _): isStored(base)
    case .local: if case .integer = expression.type { false } else { true }
    default: false
    }
  }

  /// The possible numbers of elements.
  private static func counts(of base: Expression) -> [Value]? {
    guard isStored(base) else { return nil }
    let maximum: Int? =
      switch base.type {
      case .list(_, let maximum), .bag(_, let maximum): maximum
      case .set(let element, let maximum): maximum ?? element.smallCount
      case .map(let key, _), .table(let key, _): key.smallCount
      default: nil
      }
    guard let maximum, maximum <= 512 else { return nil }
    return (0...maximum).map { .int($0) }
  }

  // MARK: Rows

  private func proves(_ formula: Expression) -> Bool {
    var rows = 1
    for domain in domains {
      // An expression of an empty type is never evaluated.
      if domain.isEmpty { return false }
      let (product, isTooLarge) = rows.multipliedReportingOverflow(by: domain.count)
      rows = product
      if isTooLarge || rows > Self.maximumRows { return false }
    }
    // Rows far from each other come first, since neighbours differ in few atoms: most formulas have a false row soon.
    let stride = Self.stride(through: rows)
    var ticks = DeadlineTicks()
    var evaluator = Evaluator(locals: domains.map { $0[0] })
    var row = 0
    for _ in 0..<rows {
      // A proof that runs out of time is no proof.
      if ticks.isOver() { return false }
      var rest = row
      for (atom, domain) in domains.enumerated() {
        evaluator.locals[atom] = domain[rest % domain.count]
        rest /= domain.count
      }
      guard case .bool(true)? = try? evaluator.evaluate(formula) else { return false }
      row = (row + stride) % rows
    }
    return true
  }

  /// A step that comes to each of some rows once, as it has no divisor in common with their number.
  private static func stride(through rows: Int) -> Int {
    func commonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : commonDivisor(b, a % b) }
    var stride = rows * 5 / 8 + 1
    while commonDivisor(stride, rows) > 1 { stride += 1 }
    return stride
  }
}

extension Type {
  /// The number of its values, if it is small.
  fileprivate var smallCount: Int? {
    if case .exactly(let count) = cardinality, count <= 512 { count } else { nil }
  }
}
