extension Circuit.Gate {
  /// What comes out, given what comes in, each an array of as many values; nothing for a constant or
  /// a field.
  func values(_ operands: [[Int]], _ tables: TableSet) -> [Int] {
    guard let a = operands.first else { return [] }
    let b = operands.count > 1 ? operands[1] : []
    return switch operation {
    case .constant, .field: []
    case .add: zip(a, b).map { $0 &+ $1 }
    case .subtract: zip(a, b).map { $0 &- $1 }
    case .multiply: zip(a, b).map { $0 &* $1 }
    case .divide: zip(a, b).map { Circuit.quotient($0, $1) }
    case .remainder: zip(a, b).map { Circuit.remainder($0, $1) }
    case .addOverflows, .subtractOverflows, .multiplyOverflows:
      zip(a, b).map { Circuit.overflows(operation, $0, $1) ? 1 : 0 }
    case .equal: zip(a, b).map { $0 == $1 ? 1 : 0 }
    case .less: zip(a, b).map { $0 < $1 ? 1 : 0 }
    case .and: zip(a, b).map { $0 & $1 }
    case .or: zip(a, b).map { $0 | $1 }
    case .xor: zip(a, b).map { $0 ^ $1 }
    case .not: a.map { $0 ^ 1 }
    case .shiftLeft: a.map { $0 << Int(self.b) }
    case .select: a.indices.map { a[$0] != 0 ? b[$0] : operands[2][$0] }
    case .lookup: a.map { tables.entry(Int(self.b), $0) }
    }
  }
}
