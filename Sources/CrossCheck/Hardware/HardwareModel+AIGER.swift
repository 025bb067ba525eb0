import Basics
import Semantics

/// The model as an and-inverter graph, in the binary form of AIGER 1.9.
///
/// Biere, Heljanko, Wieringa, "AIGER 1.9 and beyond", 2011.
extension HardwareModel {
  /// The file: inputs and registers bit by bit, the lowest bit first, one bad state property for each `Bad`, and
  /// neither outputs nor constraints.
  ///
  /// - Throws: an obstacle if it needs too many gates, or the deadline of the thread is over.
  package func aiger() throws(HardwareObstacle) -> [UInt8] {
    let inputs = choice.map { [$0] } ?? []
    var blaster = BitBlaster(circuit, leaves: inputs + registers)
    try blaster.make(next + bads.map(\.happens))
    let roots =
      zip(registers, next).flatMap { blaster.bits(of: $1, $0.width) }
      + bads.map { blaster.bits(of: $0.happens, 1)[0] }
    let (gates, literals) = blaster.graph.pruned(to: roots)
    let inputNames = inputs.flatMap(Self.bitNames)
    let registerNames = registers.flatMap(Self.bitNames)
    let leaves = inputNames.count + registerNames.count

    var bytes: [UInt8] = []
    func write(_ line: String) {
      bytes += line.utf8
      bytes.append(UInt8(ascii: "\n"))
    }
    write(
      "aig \(leaves + gates.count) \(inputNames.count) \(registerNames.count) 0 \(gates.count) "
        + "\(bads.count)")
    for literal in literals { write("\(literal)") }
    var ticks = DeadlineTicks()
    for (place, gate) in gates.enumerated() {
      if ticks.isOver() { throw .stopped }
      let literal = AndGraph.Literal(truncatingIfNeeded: 2 * (leaves + place + 1))
      Self.append(literal - gate.0, to: &bytes)
      Self.append(gate.0 - gate.1, to: &bytes)
    }
    for (number, name) in inputNames.enumerated() { write("i\(number) \(name)") }
    for (number, name) in registerNames.enumerated() { write("l\(number) \(name)") }
    for (number, bad) in bads.enumerated() { write("b\(number) \(bad.name)") }
    write("c")
    for comment in comments { write(comment) }
    // When ABC solves all outputs at once, it sometimes reports a wrong cycle.
    write("all outputs: berkeley-abc -c \"read_aiger FILE; pdr -a; print_status\"")
    write(
      "the shortest way to output N: berkeley-abc -c \"read_aiger FILE; cone -s -O N; bmc3; print_status\""
    )
    if Deadline.isOver { throw .stopped }
    return bytes
  }

  private static func bitNames(_ field: Field) -> [String] {
    field.width == 1 ? [field.name] : (0..<field.width).map { "\(field.name)[\($0)]" }
  }

  /// A number in groups of seven bits, the lowest first; all but the last have the highest bit set.
  private static func append(_ number: AndGraph.Literal, to bytes: inout [UInt8]) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest & 0x7F | 0x80))
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }
}
