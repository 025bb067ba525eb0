import Basics

/// Proves that conditions are true for all values that they read, by enumeration.
///
/// A value that is read in one piece (a variable, a field, a map entry) may be any value of its type, and an
/// unsupported expression may be anything. So each proof is sound, but some true conditions are not proved. The
/// method is a plain truth table, which is enough for conditions that people write. Its rows are computed 64 at a time.
package struct TruthTable {
  /// The maximum number of enumerated rows.
  private static let maximumRows = 1 << 16

  /// An expression that may have any value of its type.
  private struct Atom: Hashable {
    var tokens: TreeTokens
    var type: Type
  }

  /// The atoms, which all formulas of the table share.
  private var atoms: [Atom: Int] = [:]
  private var domains: [[Value]] = []
  /// Some rows far from each other. Most formulas that are no theorems are false in one of them.
  private var samples = Rows()
  /// The names and the atoms of the current statement.
  private var names: [Int: Int] = [:]
  private var used: Set<Int> = []

  /// A condition over atoms.
  indirect enum Formula {
    case constant(Bool)
    case atom(Int)
    case not(Formula)
    case connective(Connective, Formula, Formula)
    case comparison(Comparison, Term, Term)
    case choice(Formula, Formula, Formula)
  }

  /// One side of a comparison.
  indirect enum Term {
    case constant(Value)
    case atom(Int)
    case arithmetic(ArithmeticOperator, Term, Term)
  }

  /// A formula with the atoms that its rows enumerate.
  struct Statement {
    fileprivate(set) var formula: Formula
    fileprivate var atoms: Set<Int>
    /// Its value in the samples.
    fileprivate var sampled: Truth

    /// The statement that a statement follows from another one.
    fileprivate static func implication(_ premise: Statement, _ conclusion: Statement) -> Statement
    {
      Statement(
        formula: .connective(.implies, premise.formula, conclusion.formula),
        atoms: premise.atoms.union(conclusion.atoms),
        sampled: .implies(premise.sampled, conclusion.sampled))
    }
  }

  init() {}

  /// Whether an expression is true for all values that it reads.
  package static func isAlwaysTrue(_ expression: Expression) -> Bool {
    switch expression.node {
    case .connective(.and, let left, let right): return isAlwaysTrue(left) && isAlwaysTrue(right)
    case .quantifier(let quantifier, let binders, let body):
      return quantifier != .some && isAlwaysTrue(binders.matrix(body, quantifier))
    default:
      var truths = TruthTable()
      let statement = truths.statement(expression)
      return truths.proves(statement)
    }
  }

  // MARK: Formulas

  /// The statement of a condition.
  ///
  /// - Parameter names: replacements for the slots of some names.
  mutating func statement(_ expression: Expression, names: [Int: Int] = [:]) -> Statement {
    self.names = names
    used = []
    let formula = formula(expression)
    return Statement(formula: formula, atoms: used, sampled: truth(of: formula, in: samples))
  }

  /// The condition with an atom in the place of each unsupported part.
  private mutating func formula(_ expression: Expression) -> Formula {
    switch expression.node {
    case .constant(let value): return .constant(value.asBool)
    case .not(let inner): return .not(formula(inner))
    case .bounded(let inner, _): return formula(inner)
    case .connective(let connective, let left, let right) where connective != .coalesce:
      return .connective(connective, formula(left), formula(right))
    case .comparison(let comparison, let left, let right):
      if tokens(left) == tokens(right) {
        return .constant(comparison == .equal || comparison == .lessOrEqual)
      }
      guard let left = term(left), let right = term(right) else { break }
      return .comparison(comparison, left, right)
    case .branch(let branches):
      guard branches.subject == nil, branches.branches.count == 1, let other = branches.otherwise,
        branches.branches[0].conditions.count == 1,
        case .test(let test) = branches.branches[0].conditions[0]
      else { break }
      return .choice(formula(test), formula(branches.branches[0].body), formula(other))
    default: break
    }
    return .atom(atom(expression, [.bool(false), .bool(true)]))
  }

  /// One side of a comparison; nil if its possible values are unknown.
  private mutating func term(_ expression: Expression) -> Term? {
    switch expression.node {
    case .constant(let value): return .constant(value)
    case .arithmetic(let operation, let left, let right)
    where operation != .divide && operation != .remainder:
      guard let left = term(left), let right = term(right) else { return nil }
      return .arithmetic(operation, left, right)
    case .member(.count, let base, _):
      return Self.maximumCount(of: base).map { maximum in
        .atom(atom(expression, (0...maximum).map { .int($0) }))
      }
    default:
      guard Self.isStored(expression), case .exactly(let count) = expression.type.cardinality,
        count <= 512
      else { return nil }
      return .atom(atom(expression, expression.type.allValues))
    }
  }

  private func tokens(_ expression: Expression) -> TreeTokens {
    TreeTokens(of: expression, names: names)
  }

  private mutating func atom(
    _ expression: Expression, _ domain: @autoclosure () -> [Value]
  ) -> Int {
    let key = Atom(tokens: tokens(expression), type: expression.type)
    let atom = atoms[key] ?? domains.count
    if atom == domains.count {
      atoms[key] = atom
      domains.append(domain())
      samples.append(domains[atom].count)
    }
    used.insert(atom)
    return atom
  }

  /// Whether a value is read in one piece, so that it fits its type.
  private static func isStored(_ expression: Expression) -> Bool {
    switch expression.node {
    case .variable: true
    case .field(let base, _), .old(let base): isStored(base)
    case .element(let base, _): isStored(base)
    case .local: if case .integer = expression.type { false } else { true }
    default: false
    }
  }

  /// The greatest possible number of elements; nil if it is unknown or large.
  private static func maximumCount(of base: Expression) -> Int? {
    guard isStored(base) else { return nil }
    let maximum: Int? =
      switch base.type {
      case .list(_, let maximum), .bag(_, let maximum): maximum
      case .set(let element, let maximum): maximum ?? element.smallCount
      case .map(let key, _), .table(let key, _): key.smallCount
      default: nil
      }
    return maximum.flatMap { $0 <= 512 ? $0 : nil }
  }

  // MARK: Rows

  /// Whether a statement follows from another one.
  func implies(_ premise: Statement, _ conclusion: Statement) -> Bool {
    if !Truth.implies(premise.sampled, conclusion.sampled).isAlways { return false }
    return proves(.implication(premise, conclusion))
  }

  func proves(_ statement: Statement) -> Bool {
    let atoms = statement.atoms.sorted()
    var count = 1
    for atom in atoms {
      if domains[atom].isEmpty { return false }
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: domains[atom].count)
      count = product
      if isTooLarge || count > Self.maximumRows { return false }
    }
    guard statement.sampled.isAlways else { return false }
    var ticks = DeadlineTicks()
    var rows = Rows(count: domains.count)
    var first = 0
    while first < count {
      // A proof that runs out of time is no proof.
      if ticks.isOver() { return false }
      // The last rows repeat the first ones.
      for lane in 0..<Rows.width {
        var rest = (first + lane) % count
        for atom in atoms {
          rows.places[atom][lane] = rest % domains[atom].count
          rest /= domains[atom].count
        }
      }
      guard truth(of: statement.formula, in: rows).isAlways else { return false }
      first += Rows.width
    }
    return true
  }

  /// 64 rows: the place in its domain of the value of each atom.
  private struct Rows {
    static let width = 64
    var places: [[Int]] = []

    init(count: Int = 0) {
      places = Array(repeating: Array(repeating: 0, count: Self.width), count: count)
    }

    /// Adds an atom with random values.
    mutating func append(_ domainCount: Int) {
      var random = SplitMix(seed: UInt64(places.count))
      places.append((0..<Self.width).map { _ in random.number(below: domainCount) })
    }
  }

  /// The rows in which a condition is true, and those in which it is false. It faults in all others.
  fileprivate struct Truth {
    var holds: UInt64
    var fails: UInt64

    var isAlways: Bool { holds == .max }

    static func implies(_ premise: Truth, _ conclusion: Truth) -> Truth {
      Truth(
        holds: premise.fails | premise.holds & conclusion.holds,
        fails: premise.holds & conclusion.fails)
    }

    static func rows(_ holds: (Int) -> Bool?) -> Truth {
      var truth = Truth(holds: 0, fails: 0)
      for lane in 0..<Rows.width {
        switch holds(lane) {
        case true?: truth.holds |= 1 << UInt64(lane)
        case false?: truth.fails |= 1 << UInt64(lane)
        case nil: break
        }
      }
      return truth
    }
  }

  private func truth(of formula: Formula, in rows: Rows) -> Truth {
    switch formula {
    case .constant(let holds): return Truth(holds: holds ? .max : 0, fails: holds ? 0 : .max)
    case .atom(let atom): return .rows { domains[atom][rows.places[atom][$0]].asBool }
    case .not(let inner):
      let inner = truth(of: inner, in: rows)
      return Truth(holds: inner.fails, fails: inner.holds)
    case .connective(let connective, let left, let right):
      let (left, right) = (truth(of: left, in: rows), truth(of: right, in: rows))
      return switch connective {
      case .and:
        Truth(holds: left.holds & right.holds, fails: left.fails | left.holds & right.fails)
      case .or:
        Truth(holds: left.holds | left.fails & right.holds, fails: left.fails & right.fails)
      case .implies, .coalesce: .implies(left, right)
      }
    case .comparison(let comparison, let left, let right):
      return .rows { lane in
        guard let left = value(of: left, lane, rows), let right = value(of: right, lane, rows)
        else { return nil }
        return comparison.holds(left, right)
      }
    case .choice(let test, let first, let second):
      let test = truth(of: test, in: rows)
      let (first, second) = (truth(of: first, in: rows), truth(of: second, in: rows))
      return Truth(
        holds: test.holds & first.holds | test.fails & second.holds,
        fails: test.holds & first.fails | test.fails & second.fails)
    }
  }

  /// The value of a term in a row; nil for a fault.
  private func value(of term: Term, _ lane: Int, _ rows: Rows) -> Value? {
    switch term {
    case .constant(let value): return value
    // An expression of an empty type is never evaluated.
    case .atom(let atom) where domains[atom].isEmpty: return nil
    case .atom(let atom): return domains[atom][rows.places[atom][lane]]
    case .arithmetic(let operation, let left, let right):
      guard let left = value(of: left, lane, rows), let right = value(of: right, lane, rows)
      else { return nil }
      let range = SourceRange(0, 0)
      return (try? Evaluator.compute(operation, left.asInt, right.asInt, range)).map { .int($0) }
    }
  }
}

extension Binders {
  /// The condition that each choice of the names must satisfy for `every` or `no`.
  func matrix(_ body: Expression, _ quantifier: Quantifier) -> Expression {
    let holds = quantifier == .no ? Expression(.not(body), .bool, body.range) : body
    guard let filter else { return holds }
    return Expression(.connective(.implies, filter, holds), .bool, body.range)
  }
}

extension Type {
  /// The number of its values, if it is small.
  fileprivate var smallCount: Int? {
    if case .exactly(let count) = cardinality, count <= 512 { count } else { nil }
  }
}
