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
  final class Statement {
    fileprivate let formula: Formula
    /// Ascending.
    fileprivate let atoms: [Int]
    /// The number of rows; nil if there are too many, or if an atom has no value.
    fileprivate let rowCount: Int?
    /// Its value in the samples.
    fileprivate let sampled: Truth
    /// Rows in which it is not false, and rows in which it is not true. They are found at first use.
    fileprivate var examples: [Rows]?

    fileprivate init(_ formula: Formula, _ atoms: [Int], _ rowCount: Int?, _ sampled: Truth) {
      self.formula = formula
      self.atoms = atoms
      self.rowCount = rowCount
      self.sampled = sampled
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
    let atoms = used.sorted()
    return Statement(formula, atoms, rowCount(of: atoms), truth(of: formula, in: samples))
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
    guard Truth.implies(premise.sampled, conclusion.sampled).isAlways, premise.rowCount != nil,
      conclusion.rowCount != nil
    else { return false }
    for rows in [examples(of: premise)[0], examples(of: conclusion)[1]] {
      let given = truth(of: premise.formula, in: rows)
      let asked = truth(of: conclusion.formula, in: rows)
      if !Truth.implies(given, asked).isAlways { return false }
    }
    return proves(
      .connective(.implies, premise.formula, conclusion.formula),
      Set(premise.atoms).union(conclusion.atoms).sorted())
  }

  /// Whether a statement is true in all rows.
  func proves(_ statement: Statement) -> Bool {
    statement.sampled.isAlways && proves(statement.formula, statement.atoms)
  }

  /// Whether a formula is true in all rows of some atoms.
  private func proves(_ formula: Formula, _ atoms: [Int]) -> Bool {
    guard let count = rowCount(of: atoms) else { return false }
    let step = Self.step(through: count)
    var ticks = DeadlineTicks()
    var rows = emptyRows
    for first in stride(from: 0, to: count, by: Rows.width) {
      // A proof that runs out of time is no proof.
      if ticks.isOver() { return false }
      // The last rows repeat the first ones.
      fill(&rows, atoms) { (first + $0) % count * step % count }
      if !truth(of: formula, in: rows).isAlways { return false }
    }
    return true
  }

  /// The number of rows; nil if there are too many, or if an atom has no value.
  private func rowCount(of atoms: [Int]) -> Int? {
    var count = 1
    for atom in atoms {
      // An expression of an empty type is never evaluated.
      if domains[atom].isEmpty { return nil }
      let (product, isTooLarge) = count.multipliedReportingOverflow(by: domains[atom].count)
      count = product
      if isTooLarge || count > Self.maximumRows { return nil }
    }
    return count
  }

  /// The number of rows in which examples are looked for.
  private static let maximumExampleRows = 1 << 12

  /// Rows in which a statement is not false, and rows in which it is not true; the samples if there are none.
  private func examples(of statement: Statement) -> [Rows] {
    if let known = statement.examples { return known }
    let count = statement.rowCount ?? 0
    let step = Self.step(through: count)
    var (holding, failing): ([Int], [Int]) = ([], [])
    var rows = emptyRows
    for first in stride(from: 0, to: min(count, Self.maximumExampleRows), by: Rows.width) {
      fill(&rows, statement.atoms) { (first + $0) % count * step % count }
      let truth = truth(of: statement.formula, in: rows)
      for lane in 0..<Rows.width {
        let row = (first + lane) % count * step % count
        if truth.fails &>> UInt64(lane) & 1 == 0 { holding.append(row) }
        if truth.holds &>> UInt64(lane) & 1 == 0 { failing.append(row) }
      }
      if min(holding.count, failing.count) >= Rows.width { break }
    }
    let examples = [holding, failing].map { numbers in
      var rows = samples
      if !numbers.isEmpty { fill(&rows, statement.atoms) { numbers[$0 % numbers.count] } }
      return rows
    }
    statement.examples = examples
    return examples
  }

  /// A step that comes to each of some rows once, as it has no divisor in common with their number. Rows far from each
  /// other come first, since neighbours differ in few atoms: most formulas have a false row soon.
  private static func step(through count: Int) -> Int {
    func commonDivisor(_ a: Int, _ b: Int) -> Int { b == 0 ? a : commonDivisor(b, a % b) }
    var step = count * 5 / 8 + 1
    while commonDivisor(step, count) > 1 { step += 1 }
    return step
  }

  /// Sets the places of some atoms by the numbers of the rows.
  private func fill(_ rows: inout Rows, _ atoms: [Int], _ number: (Int) -> Int) {
    let numbers = (0..<Rows.width).map(number)
    var divisor = 1
    for atom in atoms {
      let size = domains[atom].count
      rows.places[atom] = numbers.map { $0 / divisor % size }
      divisor *= size
    }
  }

  private var emptyRows: Rows { Rows(places: Array(repeating: [], count: domains.count)) }

  /// 64 rows: the place in its domain of the value of each atom.
  fileprivate struct Rows {
    static let width = 64
    var places: [[Int]] = []

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
    // False is the first value.
    case .atom(let atom): return .rows { rows.places[atom][$0] != 0 }
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
