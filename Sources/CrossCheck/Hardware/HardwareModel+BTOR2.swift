import Basics
import Engine
import Semantics

/// The model over bit vectors, in BTOR2.
///
/// Niemetz, Preiner, Wolf, Biere, "BTOR2, BtorMC and Boolector 3.0", 2018.
extension HardwareModel {
  /// The file: a state for each register, zero at reset, and one `bad` for each `Bad`.
  ///
  /// - Throws: an obstacle if the deadline of the thread is over.
  package func btor2() throws(HardwareObstacle) -> String {
    var writer = BTOR2Writer(circuit)
    for comment in comments { writer.comment(comment) }
    writer.comment("up to 100 steps: btormc -kmax 100 FILE")
    if let choice { writer.input(choice) }
    for register in registers { writer.state(register) }
    try writer.make(next + bads.map(\.happens))
    for (register, next) in zip(registers, next) { writer.next(register, next) }
    for bad in bads { writer.bad(bad) }
    if Deadline.isOver { throw .stopped }
    return writer.text
  }
}

/// Writes wires as lines of BTOR2, each with the bits of its `WireWidth`.
private struct BTOR2Writer {
  typealias Wire = Circuit.Wire

  private let circuit: Circuit
  private(set) var text = ""
  private var lastLine = 0
  /// The lines of the types of bit vectors, by their bits.
  private var sorts: [Int: Int] = [:]
  /// The lines of wires; 0 if there is none yet.
  private var lines: [Int]
  private var zeros: [Int: Int] = [:]

  init(_ circuit: Circuit) {
    self.circuit = circuit
    lines = Array(repeating: 0, count: circuit.gates.count)
  }

  // MARK: Lines

  mutating func comment(_ line: String) { text += "; \(line)\n" }

  private mutating func line(_ words: String) -> Int {
    lastLine += 1
    text += "\(lastLine) \(words)\n"
    return lastLine
  }

  private mutating func sort(_ bits: Int) -> Int {
    if let known = sorts[bits] { return known }
    let sort = line("sort bitvec \(bits)")
    sorts[bits] = sort
    return sort
  }

  private mutating func zero(_ bits: Int) -> Int {
    if let known = zeros[bits] { return known }
    let zero = line("zero \(sort(bits))")
    zeros[bits] = zero
    return zero
  }

  mutating func input(_ field: HardwareModel.Field) {
    lines[Int(field.wire)] = line("input \(sort(field.width)) \(field.name)")
  }

  mutating func state(_ field: HardwareModel.Field) {
    let zero = zero(field.width)
    let state = line("state \(sort(field.width)) \(field.name)")
    lines[Int(field.wire)] = state
    _ = line("init \(sort(field.width)) \(state) \(zero)")
  }

  mutating func next(_ field: HardwareModel.Field, _ wire: Wire) {
    let value = extended(wire, to: field.width)
    _ = line("next \(sort(field.width)) \(lines[Int(field.wire)]) \(value)")
  }

  mutating func bad(_ bad: HardwareModel.Bad) {
    _ = line("bad \(extended(bad.happens, to: 1)) \(bad.name)")
  }

  mutating func make(_ roots: [Wire]) throws(HardwareObstacle) {
    var ticks = DeadlineTicks()
    for wire in circuit.cone(of: roots) where lines[Int(wire)] == 0 {
      lines[Int(wire)] = made(wire)
      if ticks.isOver() { throw .stopped }
    }
  }

  // MARK: Wires

  /// The lowest bits of a wire.
  private mutating func extended(_ wire: Wire, to bits: Int) -> Int {
    let width = WireWidth(wire, in: circuit)
    let known = lines[Int(wire)]
    if width.bits == bits { return known }
    let type = sort(bits)
    if width.bits > bits { return line("slice \(type) \(known) \(bits - 1) 0") }
    return line("\(width.isSigned ? "sext" : "uext") \(type) \(known) \(bits - width.bits)")
  }

  private mutating func made(_ wire: Wire) -> Int {
    let gate = circuit.gates[Int(wire)]
    let bits = WireWidth(wire, in: circuit).bits
    switch gate.operation {
    case .constant: return constant(Circuit.constantValue(gate), bits)
    // Only planning makes tables, and fields without a register have no bits.
    case .field, .lookup: return zero(bits)
    case .add: return binary("add", gate, bits)
    case .subtract: return binary("sub", gate, bits)
    case .multiply: return binary("mul", gate, bits)
    case .and: return binary("and", gate, bits)
    case .or: return binary("or", gate, bits)
    case .xor: return binary("xor", gate, bits)
    case .divide, .remainder: return division(gate, bits)
    case .addOverflows, .subtractOverflows, .multiplyOverflows: return overflows(gate)
    case .equal: return compared("eq", gate, widest(gate))
    case .less: return compared("slt", gate, widest(gate))
    case .not:
      if bits == 1 {
        let operand = extended(gate.a, to: 1)
        return line("not \(sort(1)) \(operand)")
      }
      let (operand, one) = (extended(gate.a, to: bits), constant(1, bits))
      return line("xor \(sort(bits)) \(operand) \(one)")
    case .select:
      let width = WireWidth(gate.a, in: circuit).bits
      var condition = lines[Int(gate.a)]
      if width > 1 { condition = line("redor \(sort(1)) \(condition)") }
      let (x, y) = (extended(gate.b, to: bits), extended(gate.c, to: bits))
      return line("ite \(sort(bits)) \(condition) \(x) \(y)")
    case .shiftLeft:
      let (operand, count) = (extended(gate.a, to: bits), constant(Int(gate.b), max(bits, 6)))
      if bits >= 6 { return line("sll \(sort(bits)) \(operand) \(count)") }
      let wide = line("uext \(sort(6)) \(operand) \(6 - bits)")
      let moved = line("sll \(sort(6)) \(wide) \(count)")
      return line("slice \(sort(bits)) \(moved) \(bits - 1) 0")
    }
  }

  private mutating func constant(_ value: Int, _ bits: Int) -> Int {
    if value == 0 { return zero(bits) }
    let digits = (0..<bits).reversed().map { value >> $0 & 1 == 1 ? "1" : "0" }
    return line("const \(sort(bits)) \(digits.joined())")
  }

  private mutating func binary(_ word: String, _ gate: Circuit.Gate, _ bits: Int) -> Int {
    let (x, y) = (extended(gate.a, to: bits), extended(gate.b, to: bits))
    return line("\(word) \(sort(bits)) \(x) \(y)")
  }

  /// The number of bits in which both operands fit in two's complement.
  private func widest(_ gate: Circuit.Gate) -> Int {
    max(WireWidth(gate.a, in: circuit).signedBits, WireWidth(gate.b, in: circuit).signedBits)
  }

  private mutating func compared(_ word: String, _ gate: Circuit.Gate, _ bits: Int) -> Int {
    let (x, y) = (extended(gate.a, to: bits), extended(gate.b, to: bits))
    return line("\(word) \(sort(1)) \(x) \(y)")
  }

  /// Division by zero is zero, unlike in BTOR2.
  private mutating func division(_ gate: Circuit.Gate, _ bits: Int) -> Int {
    let count = max(widest(gate), bits)
    let word = gate.operation == .divide ? "sdiv" : "srem"
    let value = binary(word, gate, count)
    let zero = zero(count)
    let divisor = extended(gate.b, to: count)
    let isZero = line("eq \(sort(1)) \(divisor) \(zero)")
    let result = line("ite \(sort(count)) \(isZero) \(zero) \(value)")
    return count == bits ? result : line("slice \(sort(bits)) \(result) \(bits - 1) 0")
  }

  /// Computes with enough bits for the exact result: an overflow differs from its lowest 64 bits.
  private mutating func overflows(_ gate: Circuit.Gate) -> Int {
    let widths = [gate.a, gate.b].map { WireWidth($0, in: circuit).signedBits }
    let bits = max(
      65, gate.operation == .multiplyOverflows ? widths[0] + widths[1] : widths.max() ?? 0)
    let word =
      switch gate.operation {
      case .addOverflows: "add"
      case .subtractOverflows: "sub"
      default: "mul"
      }
    let exact = binary(word, gate, bits)
    let kept = line("slice \(sort(64)) \(exact) 63 0")
    let again = line("sext \(sort(bits)) \(kept) \(bits - 64)")
    return line("neq \(sort(1)) \(exact) \(again)")
  }
}
