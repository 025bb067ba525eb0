extension Circuit.Operation {
  /// The output for one or two single numbers; for a shift, the second is the distance.
  func value(_ x: Int, _ y: Int) -> Int {
    switch self {
    case .add: x &+ y
    case .subtract: x &- y
    case .multiply: x &* y
    case .divide: Circuit.quotient(x, y)
    case .remainder: Circuit.remainder(x, y)
    case .addOverflows, .subtractOverflows, .multiplyOverflows:
      Circuit.overflows(self, x, y) ? 1 : 0
    case .equal: x == y ? 1 : 0
    case .less: x < y ? 1 : 0
    case .and: x & y
    case .or: x | y
    case .xor: x ^ y
    case .not: x ^ 1
    case .shiftLeft: x << y
    case .constant, .field, .select, .lookup: 0
    }
  }
}

extension Circuit.Gate {
  /// The outputs for arrays of inputs of equal length; empty for a constant or a field. The inputs are in the order
  /// `a`, `b`, `c`. Each operation must agree with `ColumnMachine`, which does the same for rows of states: this
  /// function makes tables, and everything without a table is computed there.
  ///
  /// - Parameter tables: the tables for look-ups.
  func values(_ operands: [[Int]], _ tables: TableSet) -> [Int] {
    guard let a = operands.first else { return [] }
    let b = operands.count > 1 ? operands[1] : a
    let c = operands.count > 2 ? operands[2] : a
    return switch operation {
    case .constant, .field: []
    case .add: Self.map(a, b) { $0 &+ $1 }
    case .subtract: Self.map(a, b) { $0 &- $1 }
    case .multiply: Self.map(a, b) { $0 &* $1 }
    case .divide: Self.map(a, b) { Circuit.quotient($0, $1) }
    case .remainder: Self.map(a, b) { Circuit.remainder($0, $1) }
    case .addOverflows, .subtractOverflows, .multiplyOverflows:
      Self.map(a, b) { Circuit.overflows(operation, $0, $1) ? 1 : 0 }
    case .equal: Self.map(a, b) { $0 == $1 ? 1 : 0 }
    case .less: Self.map(a, b) { $0 < $1 ? 1 : 0 }
    case .and: Self.map(a, b) { $0 & $1 }
    case .or: Self.map(a, b) { $0 | $1 }
    case .xor: Self.map(a, b) { $0 ^ $1 }
    case .not: Self.map(a, b) { x, _ in x ^ 1 }
    case .shiftLeft: Self.map(a, b) { x, _ in x << Int(self.b) }
    case .select: Self.map(a, b, c) { $0 != 0 ? $1 : $2 }
    case .lookup: tables.entries(Int(self.b), at: a)
    }
  }

  private static func map(_ a: [Int], _ b: [Int], _ operation: (Int, Int) -> Int) -> [Int] {
    map(a, b, b) { x, y, _ in operation(x, y) }
  }

  /// Simple loops are fast in debug builds as well, in which tests build thousands of tables.
  private static func map(
    _ a: [Int], _ b: [Int], _ c: [Int], _ operation: (Int, Int, Int) -> Int
  ) -> [Int] {
    let count = min(a.count, b.count, c.count)
    return [Int](unsafeUninitializedCapacity: count) { results, initialized in
      a.withUnsafeBufferPointer { a in
        b.withUnsafeBufferPointer { b in
          c.withUnsafeBufferPointer { c in
            guard let x = a.baseAddress, let y = b.baseAddress, let z = c.baseAddress,
              let result = results.baseAddress
            else { return }
            var index = 0
            while index < count {
              (result + index).initialize(to: operation(x[index], y[index], z[index]))
              index &+= 1
            }
          }
        }
      }
      initialized = count
    }
  }
}
