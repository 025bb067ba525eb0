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

  /// The collections over which bound variables run, by the places of the variables in the frame.
  private var collections: [Int: TreeTokens] = [:]

  /// Whether an expression is true for all values that it reads.
  package static func isAlwaysTrue(_ expression: Expression) -> Bool {
    isAlwaysTrue(expression, TruthTable())
  }

  private static func isAlwaysTrue(_ expression: Expression, _ known: TruthTable) -> Bool {
    var truths = known
    switch expression.node {
    case .connective(.and, let left, let right):
      return isAlwaysTrue(left, known) && isAlwaysTrue(right, known)
    case .quantifier(let quantifier, let binders, let body) where quantifier != .some:
      for level in binders.levels where level.valueSlot == nil {
        truths.collections[level.slot] = TreeTokens(of: level.source)
      }
      return isAlwaysTrue(matrix(binders, body, quantifier), truths)
    default:
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
    let premises = differences(binders) + (binders.filter.map { [$0] } ?? [])
    return premises.reversed().reduce(holds) {
      Expression(.connective(.implies, $1, $0), .bool, body.range)
    }
  }

  /// The conditions that distinct names of a collection without equal elements differ.
  private static func differences(_ binders: Binders) -> [Expression] {
    guard binders.isDistinct, let first = binders.levels.first, first.source.hasUniqueElements,
      binders.levels.dropFirst().allSatisfy({ $0.sharedWith != nil && $0.valueSlot == nil }),
      first.valueSlot == nil, let element = first.source.elementType
    else { return [] }
    let names = binders.levels.map { Expression(.local($0.slot), element, first.source.range) }
    return names.indices.flatMap { later in
      names[..<later].map { earlier in
        let same = Expression.Node.comparison(.equal, earlier, names[later])
        return Expression(
          .not(Expression(same, .bool, earlier.range)), .bool, earlier.range)
      }
    }
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
    case .isContained(let element, let collection) where contains(collection, element):
      return made(.constant(.bool(true)))
    case .quantifier(.some, _, _) where Self.isFound(expression):
      return made(.constant(.bool(true)))
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

  /// Whether a collection has an element because of its type, or because the element is a name that runs over it.
  private func contains(_ collection: Expression, _ element: Expression) -> Bool {
    if case .domain(let values) = collection.node {
      return Self.isStored(element) && !element.type.isOptional
        && element.type.cardinality <= .exactly(512)
        && Set(element.type.allValues).isSubset(of: values)
    }
    guard case .local(let slot) = element.node else { return false }
    return collections[slot] == tokens(collection)
  }

  /// Whether some element exists because of its type: `some k in Kind: k == latest`.
  private static func isFound(_ expression: Expression) -> Bool {
    guard case .quantifier(.some, let binders, let body) = expression.node,
      binders.levels.count == 1, binders.filter == nil,
      case .domain = binders.levels[0].source.node,
      let value = compared(body, with: binders.levels[0].slot)
    else { return false }
    return TruthTable().contains(binders.levels[0].source, value)
  }

  /// The value that a name equals in a condition; nil if the condition is no such equality.
  private static func compared(_ condition: Expression, with slot: Int) -> Expression? {
    guard case .comparison(.equal, let left, let right) = condition.node else { return nil }
    func isName(_ side: Expression) -> Bool {
      if case .local(slot) = side.node { true } else { false }
    }
    func mentionsName(_ side: Expression) -> Bool { side.contains(where: isName) }
    return isName(left) && !mentionsName(right)
      ? right : isName(right) && !mentionsName(left) ? left : nil
  }

  /// The possible numbers of elements that equal one value; nil if elements can be equal.
  private func matches(_ binders: Binders) -> [Value]? {
    guard binders.levels.count == 1, let filter = binders.filter,
      binders.levels[0].source.hasUniqueElements, binders.levels[0].valueSlot == nil
    else { return nil }
    let level = binders.levels[0]
    if let value = Self.compared(filter, with: level.slot) {
      return contains(level.source, value) ? [.int(1)] : [.int(0), .int(1)]
    }
    guard case .connective(.and, let left, let right) = filter.node,
      [left, right].contains(where: { Self.compared($0, with: level.slot) != nil })
    else { return nil }
    return [.int(0), .int(1)]
  }

  /// One side of a comparison; nil if its possible values are unknown.
  private mutating func term(_ expression: Expression) -> Expression? {
    switch expression.node {
    case .constant: return expression
    case .aggregate(.count, let binders, nil):
      return matches(binders).map { atom(expression, $0) }
    case .member(.count, let base, let arguments):
      guard case .aggregate(.set, let binders, nil) = base.node, binders.levels.count == 1,
        binders.filter == nil, binders.levels[0].valueSlot == nil,
        binders.levels[0].source.hasUniqueElements
      else { return Self.domain(of: expression).map { atom(expression, $0) } }
      // Without equal elements, a set of them has the same number.
      return term(
        Expression(
          .member(.count, binders.levels[0].source, arguments), expression.type, expression.range))
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

extension Expression {
  /// Whether a collection cannot contain equal elements.
  fileprivate var hasUniqueElements: Bool {
    switch (node, type) {
    case (.domain, _), (.member(.keys, _, _), _), (_, .set): true
    default: false
    }
  }

  fileprivate var elementType: Type? {
    switch type {
    case .set(let element, _), .sequence(let element, _): element
    default: nil
    }
  }
}
