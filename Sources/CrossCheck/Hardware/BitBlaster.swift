import Basics
import Engine
import Semantics

/// The wires of a circuit bit by bit, as literals of an and-inverter graph.
///
/// Each wire has the bits of its `WireWidth`, the lowest first. Its value is correct modulo two to the power of these
/// bits, and therefore exact, because the bounds of a wire hold in all states.
struct BitBlaster {
  typealias Wire = Circuit.Wire
  typealias Literal = AndGraph.Literal

  let circuit: Circuit
  var graph: AndGraph
  private var bits: [[Literal]]

  /// - Parameter leaves: the wires of inputs and registers, with their numbers of bits, in the order of their
  ///   literals.
  init(_ circuit: Circuit, leaves: [HardwareModel.Field]) {
    self.circuit = circuit
    bits = Array(repeating: [], count: circuit.gates.count)
    graph = AndGraph(leaves: leaves.reduce(0) { $0 + $1.width })
    var number: Literal = 1
    for leaf in leaves {
      for _ in 0..<leaf.width {
        bits[Int(leaf.wire)].append(2 * number)
        number += 1
      }
    }
  }

  /// Makes everything on which some wires depend.
  mutating func make(_ roots: [Wire]) throws(HardwareObstacle) {
    var ticks = DeadlineTicks()
    for wire in circuit.cone(of: roots) where bits[Int(wire)].isEmpty {
      bits[Int(wire)] = made(wire)
      if ticks.isOver() { throw .stopped }
      if graph.isFull { throw .unsuited("it takes too many gates", nil) }
    }
  }

  /// The lowest bits of an existing wire.
  func bits(of wire: Wire, _ count: Int) -> [Literal] {
    let known = bits[Int(wire)]
    let isSigned = WireWidth(wire, in: circuit).isSigned
    let sign = isSigned ? known.last ?? AndGraph.falsity : AndGraph.falsity
    return (0..<count).map { $0 < known.count ? known[$0] : sign }
  }

  // MARK: Gates

  private mutating func made(_ wire: Wire) -> [Literal] {
    let gate = circuit.gates[Int(wire)]
    let width = WireWidth(wire, in: circuit).bits
    switch gate.operation {
    case .constant: return constant(Circuit.constantValue(gate), width)
    // Only planning makes tables, and fields without a register have no bits.
    case .field, .lookup: return constant(0, width)
    case .add: return sum(bits(of: gate.a, width), bits(of: gate.b, width))
    case .subtract: return difference(bits(of: gate.a, width), bits(of: gate.b, width)).bits
    case .multiply: return product(bits(of: gate.a, width), bits(of: gate.b, width))
    case .divide: return Array(quotient(gate, width).prefix(width))
    case .remainder: return Array(remainder(gate, width).prefix(width))
    case .addOverflows, .subtractOverflows, .multiplyOverflows: return [overflows(gate)]
    case .equal: return [equal(gate.a, gate.b)]
    case .less: return [less(gate.a, gate.b)]
    case .and: return mapped(gate, width) { $0.and($1, $2) }
    case .or: return mapped(gate, width) { $0.or($1, $2) }
    case .xor: return mapped(gate, width) { $0.xor($1, $2) }
    case .not:
      var flipped = bits(of: gate.a, width)
      flipped[0] ^= 1
      return flipped
    case .select:
      let condition = bits[Int(gate.a)].reduce(AndGraph.falsity) { graph.or($0, $1) }
      return zip(bits(of: gate.b, width), bits(of: gate.c, width)).map {
        graph.select(condition, $0, $1)
      }
    case .shiftLeft:
      let moved = Array(repeating: AndGraph.falsity, count: Int(gate.b)) + bits(of: gate.a, width)
      return Array(moved.prefix(width))
    }
  }

  private func constant(_ value: Int, _ width: Int) -> [Literal] {
    (0..<width).map { Literal(truncatingIfNeeded: value >> $0 & 1) }
  }

  private mutating func mapped(
    _ gate: Circuit.Gate, _ width: Int, _ operation: (inout AndGraph, Literal, Literal) -> Literal
  ) -> [Literal] {
    zip(bits(of: gate.a, width), bits(of: gate.b, width)).map { operation(&graph, $0, $1) }
  }

  // MARK: Comparisons

  private mutating func equal(_ x: Wire, _ y: Wire) -> Literal {
    let count = max(
      WireWidth(x, in: circuit).signedBits, WireWidth(y, in: circuit).signedBits)
    return zip(bits(of: x, count), bits(of: y, count)).reduce(AndGraph.truth) {
      graph.and($0, graph.xor($1.0, $1.1) ^ 1)
    }
  }

  private mutating func less(_ x: Wire, _ y: Wire) -> Literal {
    let count =
      max(WireWidth(x, in: circuit).signedBits, WireWidth(y, in: circuit).signedBits) + 1
    return difference(bits(of: x, count), bits(of: y, count)).bits[count - 1]
  }

  // MARK: Arithmetic

  private mutating func sum(
    _ x: [Literal], _ y: [Literal], carry first: Literal = AndGraph.falsity
  ) -> [Literal] {
    addition(x, y, carry: first).bits
  }

  private mutating func addition(
    _ x: [Literal], _ y: [Literal], carry first: Literal
  ) -> (bits: [Literal], carry: Literal) {
    var carry = first
    let bits = zip(x, y).map { x, y in
      let half = graph.xor(x, y)
      let bit = graph.xor(half, carry)
      let (both, passed) = (graph.and(x, y), graph.and(half, carry))
      carry = graph.or(both, passed)
      return bit
    }
    return (bits, carry)
  }

  /// The difference, and whether the second is less or equal as a natural number.
  private mutating func difference(
    _ x: [Literal], _ y: [Literal]
  ) -> (bits: [Literal], carry: Literal) {
    addition(x, y.map { $0 ^ 1 }, carry: AndGraph.truth)
  }

  private mutating func product(_ x: [Literal], _ y: [Literal]) -> [Literal] {
    var total = Array(repeating: AndGraph.falsity, count: x.count)
    for (place, bit) in y.enumerated() where bit != AndGraph.falsity {
      let moved = Array(repeating: AndGraph.falsity, count: place) + x
      total = sum(total, zip(total, moved).map { graph.and($1, bit) })
    }
    return total
  }

  /// Computes with enough bits for the exact result: an overflow is visible in those beyond 64.
  private mutating func overflows(_ gate: Circuit.Gate) -> Literal {
    let widths = [gate.a, gate.b].map { WireWidth($0, in: circuit).signedBits }
    let count = max(
      65, gate.operation == .multiplyOverflows ? widths[0] + widths[1] : widths.max() ?? 0)
    let (x, y) = (bits(of: gate.a, count), bits(of: gate.b, count))
    let exact =
      switch gate.operation {
      case .addOverflows: sum(x, y)
      case .subtractOverflows: difference(x, y).bits
      default: product(x, y)
      }
    return exact[64...].reduce(AndGraph.falsity) { graph.or($0, graph.xor($1, exact[63])) }
  }

  // MARK: Division

  /// Towards zero; zero by zero.
  private mutating func quotient(_ gate: Circuit.Gate, _ width: Int) -> [Literal] {
    let division = divided(gate)
    let isNegative = graph.xor(division.signs.0, division.signs.1)
    return negated(division.quotient, where: isNegative, width).map {
      graph.and($0, division.isDefined)
    }
  }

  /// Has the sign of the dividend; zero for division by zero.
  private mutating func remainder(_ gate: Circuit.Gate, _ width: Int) -> [Literal] {
    let division = divided(gate)
    return negated(division.remainder, where: division.signs.0, width).map {
      graph.and($0, division.isDefined)
    }
  }

  private mutating func negated(
    _ bits: [Literal], where condition: Literal, _ width: Int
  ) -> [Literal] {
    let count = max(width, bits.count)
    let flipped = (0..<count).map {
      graph.xor($0 < bits.count ? bits[$0] : AndGraph.falsity, condition)
    }
    return sum(flipped, Array(repeating: AndGraph.falsity, count: count), carry: condition)
  }

  /// The division of the absolute values, bit by bit as in long division.
  private mutating func divided(
    _ gate: Circuit.Gate
  ) -> (
    quotient: [Literal], remainder: [Literal], signs: (Literal, Literal), isDefined: Literal
  ) {
    let count = max(
      WireWidth(gate.a, in: circuit).signedBits, WireWidth(gate.b, in: circuit).signedBits)
    let (x, y) = (bits(of: gate.a, count), bits(of: gate.b, count))
    let signs = (x[count - 1], y[count - 1])
    let dividend = negated(x, where: signs.0, count)
    let divisor = negated(y, where: signs.1, count) + [AndGraph.falsity]
    var quotient = Array(repeating: AndGraph.falsity, count: count)
    var rest = Array(repeating: AndGraph.falsity, count: count + 1)
    for place in (0..<count).reversed() {
      rest = [dividend[place]] + rest.dropLast()
      let (less, fits) = difference(rest, divisor)
      quotient[place] = fits
      rest = zip(less, rest).map { graph.select(fits, $0, $1) }
    }
    let isDefined = y.reduce(AndGraph.falsity) { graph.or($0, $1) }
    return (quotient, rest.dropLast(), signs, isDefined)
  }
}

extension Circuit {
  /// Some wires and all their dependencies, ascending, so that operands come before their gates.
  func cone(of roots: [Wire]) -> [Wire] {
    var isWanted = Array(repeating: false, count: gates.count)
    for root in roots { isWanted[Int(root)] = true }
    for wire in gates.indices.reversed() where isWanted[wire] {
      gates[wire].forEachOperand { isWanted[Int($0)] = true }
    }
    return gates.indices.filter { isWanted[$0] }.map { Wire(truncatingIfNeeded: $0) }
  }
}
