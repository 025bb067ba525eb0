import Basics

/// Proves that conditions are true for all values that they read, by enumeration.
///
/// A value that is read in one piece (a variable, a field, a map entry) may be any value of its type, and an
/// unsupported expression may be anything. So each proof is sound, but some true conditions are not proved. The
/// method is a plain truth table, which is enough for conditions that people write.
struct TruthTable {
  /// The maximum number of enumerated rows.
  private static let maximumRows = 1 << 16

  /// The atoms, each of which may have any of some values, by their tokens.
  private var atoms: [TreeTokens: Int] = [:]
  private var domains: [[Value]] = []
  /// The current names of bound variables.
  private var names: [Int: Int] = [:]

  /// A condition over atoms.
  private indirect enum Formula {
    case value(Value)
    case atom(Int)
    case not(Formula)
    case connective(Connective, Formula, Formula)
    case comparison(Comparison, Formula, Formula)
    case arithmetic(ArithmeticOperator, Formula, Formula)
    case choice(Formula, Formula, Formula)
  }

  /// Whether an expression is true for all values that it reads.
  static func isAlwaysTrue(_ expression: Expression) -> Bool {
    switch expression.node {
    case .connective(.and, let left, let right): return isAlwaysTrue(left) && isAlwaysTrue(right)
    case .quantifier(let quantifier, let binders, let body):
      return quantifier != .some && isAlwaysTrue(matrix(binders, body, quantifier))
    default:
      var truths = TruthTable()
      return truths.proves(truths.formula(expression))
    }
  }

  /// Whether the second expression is true wherever the first one is.
  ///
  /// - Parameter names: the names of the second expression's variables in the first, by their places in the frame.
  static func implies(
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
    if truths.proves(.connective(.implies, first, truths.formula(conclusion))) { return true }
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

  private mutating func formula(_ expression: Expression) -> Formula {
    switch expression.node {
    case .constant(let value): return .value(value)
    case .not(let inner): return .not(formula(inner))
    case .bounded(let inner, _): return formula(inner)
    case .connective(let connective, let left, let right) where connective != .coalesce:
      return .connective(connective, formula(left), formula(right))
    case .comparison(let comparison, let left, let right):
      if tokens(left) == tokens(right) {
        return .value(.bool(comparison == .equal || comparison == .lessOrEqual))
      }
      guard let left = term(left), let right = term(right) else { return atom(expression) }
      return .comparison(comparison, left, right)
    case .branch(let branches):
      guard branches.subject == nil, branches.branches.count == 1, let other = branches.otherwise,
        branches.branches[0].conditions.count == 1,
        case .test(let test) = branches.branches[0].conditions[0]
      else { return atom(expression) }
      return .choice(formula(test), formula(branches.branches[0].body), formula(other))
    default: return atom(expression)
    }
  }

  /// One side of a comparison; nil if its possible values are unknown.
  private mutating func term(_ expression: Expression) -> Formula? {
    switch expression.node {
    case .constant(let value): return .value(value)
    case .arithmetic(let operation, let left, let right)
    where operation != .divide && operation != .remainder:
      guard let left = term(left), let right = term(right) else { return nil }
      return .arithmetic(operation, left, right)
    default:
      guard let domain = Self.domain(of: expression) else { return nil }
      return .atom(atom(expression, domain))
    }
  }

  private mutating func atom(_ expression: Expression) -> Formula {
    .atom(atom(expression, [.bool(false), .bool(true)]))
  }

  private func tokens(_ expression: Expression) -> TreeTokens {
    TreeTokens(of: expression, names: names)
  }

  private mutating func atom(_ expression: Expression, _ domain: [Value]) -> Int {
    let key = tokens(expression)
    if let known = atoms[key] { return known }
    atoms[key] = domains.count
    domains.append(domain)
    return domains.count - 1
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

  private mutating func proves(_ formula: Formula) -> Bool {
    var rows = 1
    for domain in domains {
      // An expression of an empty type is never evaluated.
      if domain.isEmpty { return false }
      let (product, isTooLarge) = rows.multipliedReportingOverflow(by: domain.count)
      rows = product
      if isTooLarge || rows > Self.maximumRows { return false }
    }
    var ticks = DeadlineTicks()
    var places = Array(repeating: 0, count: domains.count)
    while true {
      // A proof that runs out of time is no proof.
      if ticks.isOver() { return false }
      guard case .bool(true)? = value(formula, places) else { return false }
      var digit = 0
      while digit < places.count {
        places[digit] += 1
        if places[digit] < domains[digit].count { break }
        places[digit] = 0
        digit += 1
      }
      if digit == places.count { return true }
    }
  }

  /// Nil where a number is too large, or has no value.
  private func value(_ formula: Formula, _ places: [Int]) -> Value? {
    switch formula {
    case .value(let value): return value
    case .atom(let index): return domains[index][places[index]]
    case .not(let inner): return value(inner, places).map { .bool(!$0.asBool) }
    case .connective(let connective, let left, let right):
      guard let first = value(left, places)?.asBool else { return nil }
      switch connective {
      case .and: if !first { return .bool(false) }
      case .or: if first { return .bool(true) }
      default: if !first { return .bool(true) }
      }
      return value(right, places)
    case .comparison(let comparison, let left, let right):
      guard let left = value(left, places), let right = value(right, places) else { return nil }
      return switch comparison {
      case .equal: .bool(left == right)
      case .notEqual: .bool(left != right)
      case .less: .bool(left < right)
      case .lessOrEqual: .bool(left <= right)
      }
    case .arithmetic(let operation, let left, let right):
      guard let left = value(left, places)?.asInt, let right = value(right, places)?.asInt else {
        return nil
      }
      let (result, overflow) =
        switch operation {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        default: left.multipliedReportingOverflow(by: right)
        }
      return overflow ? nil : .int(result)
    case .choice(let test, let yes, let no):
      guard let first = value(test, places)?.asBool else { return nil }
      return value(first ? yes : no, places)
    }
  }
}

extension Type {
  /// The number of its values, if it is small.
  fileprivate var smallCount: Int? {
    if case .exactly(let count) = cardinality, count <= 512 { count } else { nil }
  }
}
