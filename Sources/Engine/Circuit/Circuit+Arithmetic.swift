/// Arithmetic, with wires that are true where Swift's operators would trap.
///
/// Results wrap around modulo 2⁶⁴. A caller that builds a sum of the language also checks `overflows` and makes it a
/// fault; the sum is irrelevant where that is true. Bounds of results are exact if no combination of the operands'
/// bounds overflows. Otherwise they are the full range.
extension Circuit {
  /// The sum modulo 2⁶⁴. A constant is always the second operand, and consecutive constants are combined: `x + 1 + 1`
  /// is `x + 2`, so that equal sums built in different ways are more often one gate.
  mutating func add(_ x: Wire, _ y: Wire) -> Wire {
    let (x, y) = value(x) == nil ? (x, y) : (y, x)
    if let number = value(y) {
      if number == 0 { return x }
      if let other = value(x) { return constant(other &+ number) }
      let gate = gates[Int(x)]
      if gate.operation == .add, let inner = value(gate.b) {
        return add(gate.a, constant(inner &+ number))
      }
      return intern(Gate(operation: .add, a: x, b: y), bounds(x, y, .add))
    }
    return intern(Gate(operation: .add, a: min(x, y), b: max(x, y)), bounds(x, y, .add))
  }

  /// The difference modulo 2⁶⁴. A constant is subtracted by adding its negative, unless it has none.
  mutating func subtract(_ x: Wire, _ y: Wire) -> Wire {
    if x == y { return Self.falsity }
    if let number = value(y), number != .min { return add(x, constant(-number)) }
    return intern(Gate(operation: .subtract, a: x, b: y), bounds(x, y, .subtract))
  }

  /// The product modulo 2⁶⁴.
  mutating func multiply(_ x: Wire, _ y: Wire) -> Wire {
    let (x, y) = value(x) == nil ? (x, y) : (y, x)
    if let number = value(y) {
      if number == 0 { return Self.falsity }
      if number == 1 { return x }
      if let other = value(x) { return constant(other &* number) }
    }
    return intern(Gate(operation: .multiply, a: x, b: y), bounds(x, y, .multiply))
  }

  /// Zero where `y` is zero, and wraps around where Swift would trap.
  mutating func divide(_ x: Wire, _ y: Wire) -> Wire {
    if let number = value(y) {
      if number == 1 { return x }
      if let other = value(x) { return constant(Self.quotient(other, number)) }
      if number > 0 {
        return intern(
          Gate(operation: .divide, a: x, b: y), (lower[Int(x)] / number, upper[Int(x)] / number))
      }
    }
    return intern(Gate(operation: .divide, a: x, b: y), (.min, .max))
  }

  /// Zero where `y` is zero; otherwise the sign is that of `x`, as in Swift. A value that is below a positive
  /// constant is its own remainder.
  mutating func remainder(_ x: Wire, _ y: Wire) -> Wire {
    if let number = value(y) {
      if let other = value(x) { return constant(Self.remainder(other, number)) }
      if number > 0 {
        if lower[Int(x)] >= 0, upper[Int(x)] < number { return x }
        return intern(
          Gate(operation: .remainder, a: x, b: y),
          (lower[Int(x)] >= 0 ? 0 : 1 - number, number - 1))
      }
    }
    return intern(Gate(operation: .remainder, a: x, b: y), (.min, .max))
  }

  /// The value of a `divide` gate: rounds towards zero, 0 for a division by zero, and the least number divided by -1
  /// is itself. Constants, tables and columns share this definition.
  static func quotient(_ x: Int, _ y: Int) -> Int {
    y == 0 ? 0 : x.dividedReportingOverflow(by: y).partialValue
  }

  /// The value of a `remainder` gate: 0 for a division by zero, and 0 for the least number by -1.
  static func remainder(_ x: Int, _ y: Int) -> Int {
    y == 0 ? 0 : x.remainderReportingOverflow(dividingBy: y).partialValue
  }

  /// Whether the sum, difference or product does not fit in 64 bits. It is false at once if the bounds of the
  /// operands show that it always fits, which is usual for types of small ranges.
  ///
  /// - Parameter operation: `add` or `subtract`; anything else means `multiply`.
  mutating func overflows(_ operation: Operation, _ x: Wire, _ y: Wire) -> Wire {
    if exactBounds(x, y, operation) != nil { return Self.falsity }
    let predicate: Operation =
      switch operation {
      case .add: .addOverflows
      case .subtract: .subtractOverflows
      default: .multiplyOverflows
      }
    if let left = value(x), let right = value(y) {
      return Self.overflows(predicate, left, right) ? Self.truth : Self.falsity
    }
    return intern(Gate(operation: predicate, a: x, b: y), (0, 1))
  }

  /// The value of the three overflow gates; `predicate` is one of them.
  static func overflows(_ predicate: Operation, _ x: Int, _ y: Int) -> Bool {
    switch predicate {
    case .addOverflows: x.addingReportingOverflow(y).overflow
    case .subtractOverflows: x.subtractingReportingOverflow(y).overflow
    default: x.multipliedReportingOverflow(by: y).overflow
    }
  }

  private mutating func intern(_ gate: Gate, _ bounds: (Int, Int)) -> Wire {
    intern(gate, bounds.0, bounds.1)
  }

  /// Bounds that hold in all states, whether the result wraps around or not.
  private func bounds(_ x: Wire, _ y: Wire, _ operation: Operation) -> (Int, Int) {
    exactBounds(x, y, operation) ?? (.min, .max)
  }

  /// The bounds of a result that never overflows. Nil if some combination of bounds overflows, even if no state has
  /// it. Sums, differences and products are monotonic in each operand, so the four corners are enough.
  private func exactBounds(_ x: Wire, _ y: Wire, _ operation: Operation) -> (Int, Int)? {
    var low = Int.max
    var high = Int.min
    for left in [lower[Int(x)], upper[Int(x)]] {
      for right in [lower[Int(y)], upper[Int(y)]] {
        let (result, overflow) =
          switch operation {
          case .add: left.addingReportingOverflow(right)
          case .subtract: left.subtractingReportingOverflow(right)
          default: left.multipliedReportingOverflow(by: right)
          }
        if overflow { return nil }
        low = min(low, result)
        high = max(high, result)
      }
    }
    return (low, high)
  }

  // MARK: Bit patterns

  /// Shifts the bits left by a count from 0 to 63. With `xor`, it makes keys and changes of words: bit patterns,
  /// whose sign has no meaning.
  mutating func shiftLeft(_ x: Wire, _ count: Int) -> Wire {
    if count == 0 || x == Self.falsity { return x }
    if let number = value(x) { return constant(number << count) }
    let high = upper[Int(x)]
    let fits = lower[Int(x)] >= 0 && high.leadingZeroBitCount > count
    return intern(
      Gate(operation: .shiftLeft, a: x, b: Wire(truncatingIfNeeded: count)),
      fits ? (0, high << count) : (.min, .max))
  }

  /// Bitwise. It joins operands without common bits, such as the fields of a key.
  mutating func xor(_ x: Wire, _ y: Wire) -> Wire {
    if x == y { return Self.falsity }
    if x == Self.falsity { return y }
    if y == Self.falsity { return x }
    if let left = value(x), let right = value(y) { return constant(left ^ right) }
    let bits = max(upper[Int(x)], upper[Int(y)])
    let isPlain = lower[Int(x)] >= 0 && lower[Int(y)] >= 0
    let high = bits <= 0 ? 0 : Int(bitPattern: ~UInt(0) >> UInt(bits.leadingZeroBitCount))
    return intern(
      Gate(operation: .xor, a: min(x, y), b: max(x, y)), isPlain ? (0, high) : (.min, .max))
  }
}
