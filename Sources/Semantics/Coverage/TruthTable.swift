import Basics

/// Proves that conditions are true for all values that they read, by enumeration.
///
/// A value that is read in one piece (a variable, a field, a map entry) may be any value of its type, and an
/// unsupported expression may be anything. So each proof is sound, but some true conditions are not proved: a condition
/// that may have no value never is, and `enabled(e)` may be anything, since the rules decide it. The method is a plain
/// truth table, which is enough for conditions that people write. Its rows are computed 64 at a time.
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
  private var scope = Scope()
  private var used: Set<Int> = []

  /// The names of the quantifiers around a condition, with their collections.
  struct Scope {
    /// Replacements for the slots of some names.
    var names: [Int: Int] = [:]
    /// The collections over which names run, by the slots of the names.
    fileprivate var collections: [Int: TreeTokens] = [:]
    /// Pairs of names with different values.
    fileprivate var different: [(Expression, Expression)] = []

    /// Adds the names of a quantifier, after their replacements.
    mutating func add(_ binders: Binders) {
      for level in binders.levels where level.valueSlot == nil {
        collections[level.slot] = tokens(level.source)
      }
      guard binders.isDistinct else { return }
      for (index, later) in binders.levels.enumerated() {
        guard let root = later.sharedWith, let element = later.source.uniqueElement else {
          continue
        }
        for (place, earlier) in binders.levels[..<index].enumerated()
        where (earlier.sharedWith ?? place) == root {
          let names = [earlier, later].map {
            Expression(.local($0.slot), element, later.source.range)
          }
          different.append((names[0], names[1]))
        }
      }
    }

    fileprivate func tokens(_ expression: Expression) -> TreeTokens {
      TreeTokens(of: expression, names: names)
    }
  }

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
    /// Whether it may have no value, so that nothing proves it.
    fileprivate let mayLackValue: Bool
    /// Rows in which it is not false, and rows in which it is not true. They are found at first use.
    fileprivate var examples: [Rows]?

    fileprivate init(
      _ formula: Formula, _ atoms: [Int], _ rowCount: Int?, _ sampled: Truth, mayLackValue: Bool
    ) {
      self.formula = formula
      self.atoms = atoms
      self.rowCount = rowCount
      self.sampled = sampled
      self.mayLackValue = mayLackValue
    }
  }

  init() {}

  /// Whether an expression is true for all values that it reads.
  package static func isAlwaysTrue(_ expression: Expression) -> Bool {
    isAlwaysTrue(expression, in: Scope())
  }

  private static func isAlwaysTrue(_ expression: Expression, in scope: Scope) -> Bool {
    switch expression.node {
    case .connective(.and, let left, let right):
      return isAlwaysTrue(left, in: scope) && isAlwaysTrue(right, in: scope)
    case .quantifier(let quantifier, let binders, let body) where quantifier != .some:
      if binders.levels.contains(where: { $0.source.mayLackValue }) { return false }
      var inner = scope
      inner.add(binders)
      return isAlwaysTrue(binders.matrix(body, quantifier), in: inner)
    default:
      var truths = TruthTable()
      let statement = truths.statement(expression, in: scope)
      return truths.proves(statement)
    }
  }

  // MARK: Formulas

  /// The statement of a condition for all values that its names can have.
  mutating func statement(_ expression: Expression, in scope: Scope) -> Statement {
    self.scope = scope
    used = []
    let condition = formula(expression)
    let formula = differences.reduce(condition) { .connective(.implies, $1, $0) }
    let atoms = used.sorted()
    return Statement(
      formula, atoms, rowCount(of: atoms), truth(of: formula, in: samples),
      mayLackValue: expression.mayLackValue)
  }

  /// The conditions that names differ, for the names that the current statement compares.
  private var differences: [Formula] {
    func used(_ name: Expression) -> Term? {
      let known = atoms[Atom(tokens: scope.tokens(name), type: name.type)]
      return known.flatMap { self.used.contains($0) ? .atom($0) : nil }
    }
    return scope.different.compactMap { first, second in
      guard let first = used(first), let second = used(second) else { return nil }
      return .comparison(.notEqual, first, second)
    }
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
      let (first, second) = (left.withoutCopying, right.withoutCopying)
      if scope.tokens(first) == scope.tokens(second) {
        return .constant(comparison == .equal || comparison == .lessOrEqual)
      }
      guard let left = term(first), let right = term(second) else { break }
      return .comparison(comparison, left, right)
    case .isContained(let element, let collection) where contains(collection, element):
      return .constant(true)
    case .quantifier(.some, let binders, let body) where isFound(binders, body):
      return .constant(true)
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

  /// Whether a collection has an element because of its type, or because the element is a name that runs over it.
  private func contains(_ collection: Expression, _ element: Expression) -> Bool {
    if case .local(let slot) = element.node, scope.collections[slot] == scope.tokens(collection) {
      return true
    }
    guard case .domain(let values) = collection.node, Self.isStored(element),
      element.type.smallCount != nil
    else { return false }
    return Set(element.type.allValues).isSubset(of: values)
  }

  /// Whether some element exists because a collection contains it: `some k in Kind: k == latest`.
  private func isFound(_ binders: Binders, _ body: Expression) -> Bool {
    guard binders.levels.count == 1, binders.filter == nil, binders.levels[0].valueSlot == nil,
      let value = body.value(equalTo: binders.levels[0].slot)
    else { return false }
    return contains(binders.levels[0].source, value)
  }

  /// The number of elements that equal one value, of a collection without equal elements; nil for other counts.
  private mutating func matches(_ count: Expression, _ binders: Binders) -> Term? {
    guard binders.levels.count == 1, let filter = binders.filter,
      binders.levels[0].source.uniqueElement != nil, binders.levels[0].valueSlot == nil
    else { return nil }
    let level = binders.levels[0]
    let values = filter.conjuncts.compactMap { $0.value(equalTo: level.slot) }
    guard let value = values.first else { return nil }
    if filter.conjuncts.count == 1, contains(level.source, value) { return .constant(.int(1)) }
    return .atom(atom(count, [.int(0), .int(1)]))
  }

  /// One side of a comparison; nil if its possible values are unknown.
  private mutating func term(_ expression: Expression) -> Term? {
    switch expression.node {
    case .constant(let value): return .constant(value)
    case .aggregate(.count, let binders, nil): return matches(expression, binders)
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

  private mutating func atom(
    _ expression: Expression, _ domain: @autoclosure () -> [Value]
  ) -> Int {
    let key = Atom(tokens: scope.tokens(expression), type: expression.type)
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
    guard !conclusion.mayLackValue, Truth.implies(premise.sampled, conclusion.sampled).isAlways,
      premise.rowCount != nil, conclusion.rowCount != nil
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
    !statement.mayLackValue && statement.sampled.isAlways
      && proves(statement.formula, statement.atoms)
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

extension Expression {
  /// The type of the elements of a collection that cannot contain equal ones; nil for other expressions.
  fileprivate var uniqueElement: Type? {
    switch (node, type) {
    case (_, .set(let element, _)), (.domain, .sequence(let element, _)),
      (.member(.keys, _, _), .sequence(let element, _)):
      element
    default: nil
    }
  }

  /// The number of elements of `s` for `set(x in s).count`, if no elements of `s` are equal; else the expression.
  fileprivate var withoutCopying: Expression {
    guard case .member(.count, let base, let arguments) = node,
      case .aggregate(.set, let binders, nil) = base.node, binders.levels.count == 1,
      binders.filter == nil, binders.levels[0].valueSlot == nil,
      binders.levels[0].source.uniqueElement != nil
    else { return self }
    return Expression(.member(.count, binders.levels[0].source, arguments), type, range)
  }

  /// The value that a name equals in this condition; nil if the condition is no such equality.
  fileprivate func value(equalTo slot: Int) -> Expression? {
    guard case .comparison(.equal, let left, let right) = node else { return nil }
    func isName(_ part: Expression) -> Bool {
      if case .local(slot) = part.node { true } else { false }
    }
    if isName(left) { return right.contains(where: isName) ? nil : right }
    return isName(right) && !left.contains(where: isName) ? left : nil
  }
}
