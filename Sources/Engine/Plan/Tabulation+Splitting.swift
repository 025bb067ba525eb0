extension Tabulation {
  /// The maximum number of operands into which a chain of equal operations is split.
  private static let maximumOperands = 1 << 10

  /// The operands of a chain of equal operations, in order of first occurrence, and the number of occurrences of each
  /// (modulo 2⁶⁴). Shared gates are split once.
  private mutating func operands(
    _ wire: Wire, _ operation: Circuit.Operation
  ) -> [(wire: Wire, times: Int)] {
    var operands: [Wire] = []
    var links: [Wire] = []
    var seen: Set<Wire> = [wire]
    var stack = [wire]
    while let next = stack.popLast() {
      let gate = circuit.gates[Int(next)]
      let isFull = operands.count + stack.count >= Self.maximumOperands
      if gate.operation == operation, support(next) == nil, !isFull {
        links.append(next)
        for operand in [gate.b, gate.a] where seen.insert(operand).inserted {
          stack.append(operand)
        }
      } else {
        operands.append(next)
      }
    }
    // Gates have larger numbers than their operands.
    var times: [Wire: Int] = [wire: 1]
    for link in links.sorted(by: >) {
      let count = times[link] ?? 0
      circuit.gates[Int(link)].forEachOperand { times[$0, default: 0] &+= count }
    }
    return operands.map { ($0, times[$0] ?? 0) }
  }

  /// Computes a chain of equal operations in groups of operands that share a table.
  ///
  /// Each operand joins the first group in which it fits. In a sum, a repeated operand is multiplied instead; in
  /// logic it counts once.
  mutating func split(_ wire: Wire, _ operation: Circuit.Operation) -> Wire {
    let operands = operands(wire, operation).map { operand, times in
      let isRepeated = operation == .add && times != 1
      return isRepeated ? circuit.multiply(operand, circuit.constant(times)) : operand
    }
    var bins: [(fields: [Int], wire: Wire)] = []
    var large: [Wire] = []
    for operand in operands {
      guard let fields = support(operand) else {
        large.append(operand)
        continue
      }
      work += bins.count
      let place = bins.firstIndex {
        bits($0.fields, and: fields) <= max(budget.clusterBits, bits($0.fields))
      }
      if let place {
        bins[place].fields = Self.union(bins[place].fields, fields)
        bins[place].wire = combine(operation, bins[place].wire, operand)
      } else {
        bins.append((fields, operand))
      }
    }
    var result: Wire?
    for part in bins.map(\.wire) + large {
      let tabulated = part == wire ? rebuilt(circuit.gates[Int(part)], part) : tabulated(part)
      result = result.map { combine(operation, $0, tabulated) } ?? tabulated
    }
    return result ?? wire
  }

  /// Recombines two operands of a chain.
  private mutating func combine(_ operation: Circuit.Operation, _ x: Wire, _ y: Wire) -> Wire {
    switch operation {
    case .and: circuit.and(x, y)
    case .or: circuit.or(x, y)
    default: circuit.add(x, y)
    }
  }
}
