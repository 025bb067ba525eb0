/// Truth values and choices between wires.
///
/// All of these simplify their result by examining one or two gates below, in constant time. Only `select` and
/// `equal` may follow a chain of choices. Tabulation may still find that a wire is constant.
extension Circuit {
  package mutating func not(_ x: Wire) -> Wire {
    if x == Self.falsity { return Self.truth }
    if x == Self.truth { return Self.falsity }
    let gate = gates[Int(x)]
    if gate.operation == .not { return gate.a }
    return intern(Gate(operation: .not, a: x), 0, 1)
  }

  /// For truth values only. In addition to the usual laws, it uses liveness: `x and y` is `x` if the field `x` is
  /// zero unless `y` holds.
  package mutating func and(_ x: Wire, _ y: Wire) -> Wire {
    if x == Self.falsity || y == Self.falsity { return Self.falsity }
    if x == Self.truth || x == y { return y }
    if y == Self.truth { return x }
    if areOpposite(x, y) { return Self.falsity }
    if condition(ofField: x) == y { return x }
    if condition(ofField: y) == x { return y }
    if holds(x, within: y, .and) { return y }
    if holds(y, within: x, .and) { return x }
    return intern(Gate(operation: .and, a: min(x, y), b: max(x, y)), 0, 1)
  }

  /// For truth values only; `Tabulation.maskWord` joins bit patterns.
  package mutating func or(_ x: Wire, _ y: Wire) -> Wire {
    if x == Self.truth || y == Self.truth { return Self.truth }
    if x == Self.falsity || x == y { return y }
    if y == Self.falsity { return x }
    if areOpposite(x, y) { return Self.truth }
    if holds(x, within: y, .or) { return y }
    if holds(y, within: x, .or) { return x }
    return intern(Gate(operation: .or, a: min(x, y), b: max(x, y)), 0, 1)
  }

  mutating func implies(_ x: Wire, _ y: Wire) -> Wire { or(not(x), y) }

  /// The wire without which a field is zero; nil for other wires.
  private func condition(ofField x: Wire) -> Wire? {
    gates[Int(x)].operation == .field ? liveness[x] : nil
  }

  /// Whether one is the gate `not` of the other. Other opposites are not recognized.
  private func areOpposite(_ x: Wire, _ y: Wire) -> Bool {
    let (left, right) = (gates[Int(x)], gates[Int(y)])
    return left.operation == .not && left.a == y || right.operation == .not && right.a == x
  }

  /// Whether `x` is an operand of the gate of `y`, which has that operation.
  private func holds(_ x: Wire, within y: Wire, _ operation: Operation) -> Bool {
    let gate = gates[Int(y)]
    return gate.operation == operation && (gate.a == x || gate.b == x)
  }

  /// `x` where `condition` is true, else `y`.
  ///
  /// `condition` is a truth value; `x` and `y` are any two wires. A choice between two truth values becomes logic. A
  /// negated condition swaps the sides. A nested choice with the same condition is replaced by its side.
  package mutating func select(_ condition: Wire, _ x: Wire, _ y: Wire) -> Wire {
    if condition == Self.truth || x == y { return x }
    if condition == Self.falsity { return y }
    let test = gates[Int(condition)]
    if test.operation == .not { return select(test.a, y, x) }
    if let simpler = selectOfTruth(condition, x, y) { return simpler }
    if y == Self.falsity, self.condition(ofField: x) == condition { return x }
    if x == Self.falsity {
      // Zero unless the wire is not zero.
      if test.operation == .equal, test.a == y, test.b == Self.falsity { return y }
      if let alive = self.condition(ofField: y), gates[Int(alive)].operation == .not,
        gates[Int(alive)].a == condition
      {
        return y
      }
    }
    let (first, second) = (gates[Int(x)], gates[Int(y)])
    if first.operation == .select, first.a == condition { return select(condition, first.b, y) }
    if second.operation == .select, second.a == condition { return select(condition, x, second.c) }
    return intern(
      Gate(operation: .select, a: condition, b: x, c: y), min(lower[Int(x)], lower[Int(y)]),
      max(upper[Int(x)], upper[Int(y)]))
  }

  /// A choice between truth values of which one is constant, as `and` or `or`; nil for anything else, such as a
  /// choice between two variable wires.
  private mutating func selectOfTruth(_ condition: Wire, _ x: Wire, _ y: Wire) -> Wire? {
    guard isTruthValue(x), isTruthValue(y) else { return nil }
    if x == Self.truth { return or(condition, y) }
    if y == Self.falsity { return and(condition, x) }
    if x == Self.falsity { return and(not(condition), y) }
    if y == Self.truth { return or(not(condition), x) }
    return nil
  }

  /// Whether two wires carry the same number. It is decided at once if the bounds do not overlap. Offsets move to the
  /// constant (`x + 1 == 3` is `x == 2`, even if the sum wraps around). A comparison of a choice with a constant is a
  /// choice of comparisons.
  mutating func equal(_ x: Wire, _ y: Wire) -> Wire {
    if x == y { return Self.truth }
    if upper[Int(x)] < lower[Int(y)] || upper[Int(y)] < lower[Int(x)] { return Self.falsity }
    let (x, y) = value(x) == nil ? (x, y) : (y, x)
    if let number = value(y) {
      if value(x) != nil { return Self.falsity }
      if isTruthValue(x) { return number == 1 ? x : not(x) }
      let gate = gates[Int(x)]
      if gate.operation == .add, let offset = value(gate.b) {
        return equal(gate.a, constant(number &- offset))
      }
      if gate.operation == .select, value(gate.b) != nil || value(gate.c) != nil {
        return select(gate.a, equal(gate.b, y), equal(gate.c, y))
      }
    } else if isTruthValue(x), isTruthValue(y) {
      return select(x, y, not(y))
    }
    let (first, second) = value(y) == nil ? (min(x, y), max(x, y)) : (x, y)
    return intern(Gate(operation: .equal, a: first, b: second), 0, 1)
  }

  /// Whether `x` is less than `y`, as signed numbers. Unlike for equality, an offset moves to the constant only if
  /// the sum never overflows.
  package mutating func less(_ x: Wire, _ y: Wire) -> Wire {
    if x == y || lower[Int(x)] >= upper[Int(y)] { return Self.falsity }
    if upper[Int(x)] < lower[Int(y)] { return Self.truth }
    let (left, right) = (gates[Int(x)], gates[Int(y)])
    if left.operation == .add, let offset = value(left.b), let number = value(y),
      neverOverflows(left.a, offset)
    {
      let (rest, overflow) = number.subtractingReportingOverflow(offset)
      if !overflow { return less(left.a, constant(rest)) }
    }
    if right.operation == .add, let offset = value(right.b), let number = value(x),
      neverOverflows(right.a, offset)
    {
      let (rest, overflow) = number.subtractingReportingOverflow(offset)
      if !overflow { return less(constant(rest), right.a) }
    }
    // At the edge of its bounds, a wire is compared for equality, because that gate more often exists already.
    if let number = value(y), number == lower[Int(x)] + 1 {
      return equal(x, constant(lower[Int(x)]))
    }
    if let number = value(x), number == upper[Int(y)] - 1 {
      return equal(y, constant(upper[Int(y)]))
    }
    return intern(Gate(operation: .less, a: x, b: y), 0, 1)
  }

  /// Whether the known bounds show that adding an offset never overflows.
  private func neverOverflows(_ x: Wire, _ offset: Int) -> Bool {
    !lower[Int(x)].addingReportingOverflow(offset).overflow
      && !upper[Int(x)].addingReportingOverflow(offset).overflow
  }

  mutating func lessOrEqual(_ x: Wire, _ y: Wire) -> Wire { not(less(y, x)) }

  /// The conjunction; true of no wires.
  mutating func all(_ wires: [Wire]) -> Wire { wires.reduce(Self.truth) { and($0, $1) } }
  /// The disjunction; false of no wires.
  package mutating func any(_ wires: [Wire]) -> Wire { wires.reduce(Self.falsity) { or($0, $1) } }
}
