/// The variables that decide whether a statement faults: `PossibleFaults(in: events).reads`.
///
/// The result is an over-approximation. An expression that certainly has a value, by the bounds of types and the
/// comparisons around it, needs nothing. For all others, everything that they read counts, and so do the conditions
/// on the path to them.
struct PossibleFaults {
  /// The variables.
  private(set) var reads: Set<Int> = []
  /// Something may fault that local names decide.
  private(set) var needsLocals = false
  private var seen: Set<ProcedureVisit> = []

  init(in events: [Event]) {
    for event in events {
      for body in event.bodies { visit(body, [], Bounds(given: event.guardExpression)) }
    }
  }

  private mutating func note(_ expressions: [Expression], _ conditions: Set<Int>) {
    needsLocals = true
    reads.formUnion(conditions.union(expressions.variables))
  }

  /// - Parameter conditions: the reads of the conditions around the statements.
  private mutating func visit(
    _ statements: [Statement], _ conditions: Set<Int>, _ given: Bounds
  ) {
    var bounds = given
    for statement in statements {
      let parts = statement.expressions
      let mayFault =
        switch statement.node {
        case .change(let place, let change, let operands):
          bounds.mayFault(change, of: place, operands)
        case .choose, .assert: true
        default: parts.contains(where: bounds.mayFault)
        }
      if mayFault {
        note(parts, conditions)
        if case .change(let place, _, _) = statement.node, case .variable(let index) = place.root {
          reads.insert(index)
        }
      }
      let decided = conditions.union(parts.variables)
      switch statement.node {
      case .change(let place, _, _), .removeWhere(_, let place): bounds.forget(place.root)
      case .bind(let slot, let value): bounds.set(.local(slot), bounds.numbers(value))
      case .branch(let branches):
        var rest = bounds
        for branch in branches.branches {
          let (given, others) = rest.split(by: branch.conditions)
          visit(branch.body, decided, given)
          rest = others
        }
        if let otherwise = branches.otherwise { visit(otherwise, decided, rest) }
        bounds = Bounds()
      case .loop(_, _, let body):
        visit(body, decided, Bounds())
        bounds = Bounds()
      case .choose, .emit, .assert: break
      case .call(let procedure, _):
        if seen.insert(ProcedureVisit(procedure, decided)).inserted {
          visit(procedure.body, decided, Bounds())
        }
        bounds = Bounds()
      }
    }
  }
}

extension Expression {
  /// Whether it may have no value, without any knowledge of the variables.
  package var mayLackValue: Bool { Bounds().mayFault(self) }
}

/// The known ranges of variables and local names, if they are narrower than the types.
private struct Bounds {
  private var known: [Place.Root: ClosedRange<Int>] = [:]

  /// - Parameter given: a condition that holds.
  init(given: Expression? = nil) {
    if let given { self = split(by: given).holds }
  }

  mutating func forget(_ root: Place.Root) { known[root] = nil }

  mutating func set(_ root: Place.Root, _ range: ClosedRange<Int>?) { known[root] = range }

  /// The bounds where all conditions hold, and where one of them does not.
  func split(by conditions: [Condition]) -> (holds: Bounds, fails: Bounds) {
    var given = self
    for condition in conditions {
      guard case .test(let test) = condition else { continue }
      let (holds, fails) = given.split(by: test)
      if conditions.count == 1 { return (holds, fails) }
      given = holds
    }
    return (given, self)
  }

  /// The bounds where a condition holds, and where it does not. Both are made at once: a condition may contain others.
  private func split(by test: Expression) -> (holds: Bounds, fails: Bounds) {
    switch test.node {
    case .not(let inner):
      let (holds, fails) = split(by: inner)
      return (fails, holds)
    case .connective(.and, let left, let right):
      return (split(by: left).holds.split(by: right).holds, self)
    case .comparison(let comparison, let left, let right):
      guard comparison == .less || comparison == .lessOrEqual, let low = numbers(left),
        let high = numbers(right)
      else { return (self, self) }
      let distance = comparison == .less ? 1 : 0
      return (
        ordered((left, low), (right, high), distance: distance),
        ordered((right, high), (left, low), distance: 1 - distance)
      )
    default: return (self, self)
    }
  }

  /// Whether one value is less than the other by at least this amount.
  private func ordered(
    _ small: (value: Expression, numbers: ClosedRange<Int>),
    _ large: (value: Expression, numbers: ClosedRange<Int>), distance: Int
  ) -> Bounds {
    let (low, high) = (small.numbers, large.numbers)
    var result = self
    if let root = small.value.root, low.lowerBound <= high.upperBound - distance {
      result.known[root] = low.lowerBound...min(low.upperBound, high.upperBound - distance)
    }
    if let root = large.value.root, low.lowerBound + distance <= high.upperBound {
      result.known[root] = max(high.lowerBound, low.lowerBound + distance)...high.upperBound
    }
    return result
  }

  /// The possible numbers of a value; nil if they are unknown or too large to calculate with, or it is no number.
  func numbers(_ value: Expression) -> ClosedRange<Int>? {
    guard let range = range(of: value), -Self.limit <= range.lowerBound,
      range.upperBound <= Self.limit
    else { return nil }
    return range
  }

  /// The greatest number. The product of two such numbers does not overflow.
  private static let limit = 1 << 30

  private func range(of value: Expression) -> ClosedRange<Int>? {
    if case .constant(.int(let number)) = value.node { return number...number }
    if let root = value.root, let known = known[root] { return known }
    switch value.node {
    case .arithmetic(let operation, let left, let right):
      guard let left = numbers(left), let right = numbers(right) else { return nil }
      return Self.numbers(operation, left, right)
    case .bind(let bindings, let inner): return binding(bindings).numbers(inner)
    case .branch(let branches):
      var parts: [ClosedRange<Int>?] = []
      var rest = self
      for branch in branches.branches {
        let (given, others) = rest.split(by: branch.conditions)
        parts.append(given.numbers(branch.body))
        rest = others
      }
      if let otherwise = branches.otherwise { parts.append(rest.numbers(otherwise)) }
      let ranges = parts.compactMap(\.self)
      guard let first = ranges.first, ranges.count == parts.count else { return nil }
      return ranges.reduce(first) {
        min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
      }
    case .member(.count, _, _), .aggregate(.count, _, _): return 0...(1 << 24)
    default: break
    }
    guard case .range(let lower, let upper) = value.type, lower <= upper else { return nil }
    return lower...upper
  }

  private static func numbers(
    _ operation: ArithmeticOperator, _ left: ClosedRange<Int>, _ right: ClosedRange<Int>
  ) -> ClosedRange<Int>? {
    switch operation {
    case .add: return left.lowerBound + right.lowerBound...left.upperBound + right.upperBound
    case .subtract: return left.lowerBound - right.upperBound...left.upperBound - right.lowerBound
    case .multiply:
      let products = [
        left.lowerBound * right.lowerBound, left.lowerBound * right.upperBound,
        left.upperBound * right.lowerBound, left.upperBound * right.upperBound,
      ]
      return (products.min() ?? 0)...(products.max() ?? 0)
    default: return nil
    }
  }

  private func binding(_ bindings: [(slot: Int, Expression)]) -> Bounds {
    bindings.reduce(into: self) { $0.set(.local($1.slot), $0.numbers($1.1)) }
  }

  // MARK: Expressions without a value

  func mayFault(_ value: Expression) -> Bool {
    switch value.node {
    case .unwrap: return true
    case .element(let base, let key):
      if mayLack(key, base.type) { return true }
    case .construct(.table, _): return true
    case .arithmetic: if numbers(value) == nil { return true }
    case .range(let lower, let upper, _):
      guard let low = numbers(lower), let high = numbers(upper), low.upperBound <= high.lowerBound
      else { return true }
    case .bounded(let part, let type):
      guard case .range(let lower, let upper) = type.unwrapped, let numbers = numbers(part),
        lower <= numbers.lowerBound, numbers.upperBound <= upper
      else { return true }
    case .aggregate(.sum, _, _): return true
    case .call(let function, let arguments):
      return arguments.contains(where: mayFault) || function.mayLackValue
    case .bind(let bindings, let inner):
      return bindings.contains { mayFault($0.1) } || binding(bindings).mayFault(inner)
    case .branch(let branches): return mayFault(branches)
    default: break
    }
    return value.node.children.contains(where: mayFault)
  }

  /// Whether a list may have no such index, or a table no such key. The entry of a map may be nil.
  private func mayLack(_ key: Expression, _ type: Type) -> Bool {
    switch type {
    case .list: return true
    case .table(.range(let lower, let upper), _):
      guard let numbers = numbers(key) else { return true }
      return numbers.lowerBound < lower || upper < numbers.upperBound
    case .table(let keyType, _): return key.type != keyType
    default: return false
    }
  }

  private func mayFault(_ branches: Branches<Expression>) -> Bool {
    var result = branches.conditionParts.contains(where: mayFault)
    var rest = self
    for branch in branches.branches where !result {
      let (given, others) = rest.split(by: branch.conditions)
      result = given.mayFault(branch.body)
      rest = others
    }
    return result || branches.otherwise.map { rest.mayFault($0) } ?? false
  }

  func mayFault(
    _ change: Statement.Change, of place: Place, _ operands: [Expression]
  ) -> Bool {
    if (operands + place.keys).contains(where: mayFault) { return true }
    for step in place.steps {
      switch step {
      case .unwrap: return true
      case .element(let key, let type): if mayLack(key, type) { return true }
      case .field, .chain: continue
      }
    }
    switch change {
    case .assign, .remove, .removeAll, .stop: return false
    case .insert: if case .set(_, maximum: nil) = place.type { return false } else { return true }
    case .update(let operation):
      guard place.steps.isEmpty, case .range(let lower, let upper) = place.type, lower <= upper,
        let operand = operands.first.flatMap({ numbers($0) }),
        let result = Self.numbers(operation, known[place.root] ?? lower...upper, operand)
      else { return true }
      return result.lowerBound < lower || result.upperBound > upper
    case .insertAt, .append, .removeAt, .removeFirst, .removeLast, .start: return true
    }
  }
}

extension Expression {
  /// The variable or local name, if the expression is one.
  fileprivate var root: Place.Root? {
    switch node {
    case .variable(let index): .variable(index)
    case .local(let slot): .local(slot)
    default: nil
    }
  }
}
