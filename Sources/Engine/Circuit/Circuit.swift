import Basics
import Semantics

/// Functions of the bits of a state, as an acyclic graph of gates in which equal functions built the
/// same way are one gate.
///
/// A wire carries a 64-bit integer; truth values are 0 and 1. Every gate has a value for all inputs: a fault has a
/// separate wire that reports it. Gates are simplified while they are built, with the known bounds of each wire. A
/// gate's number is greater than those of its operands, so the order of gates is an order of evaluation. A gate is
/// never changed or removed.
///
/// ```tray
/// var badge: 0...2 = 0
/// on receive { badge += 1 }       // a fault where badge + 1 > 2, which becomes: where badge == 2
/// ```
///
/// Building is single-threaded. Only structural equality is recognized: two wires with different numbers may carry
/// the same value in all states.
package struct Circuit {
  /// The number of a gate, or of its output. Negative numbers are not wires.
  package typealias Wire = Int32

  /// The first two gates of every circuit, so that constants can be compared without reading gates. They are also the
  /// numbers 0 and 1.
  package static let falsity: Wire = 0
  package static let truth: Wire = 1

  /// The operation of a gate. `Gate.values` defines its values for samples and tables, and `ColumnMachine` defines
  /// the same for columns.
  package enum Operation: UInt8, BitwiseCopyable {
    case constant, field
    case add, subtract, multiply, divide, remainder
    case addOverflows, subtractOverflows, multiplyOverflows
    case equal, less
    /// For truth values.
    case and, or, not
    /// The second where the first is true, else the third.
    case select
    /// For bit patterns, in keys and changes.
    case shiftLeft, xor
    /// The entry of table `b` at `a`.
    case lookup

    /// The number of inputs; they are the first of `a`, `b` and `c`. The others contain no wire.
    var operandCount: Int {
      switch self {
      case .constant, .field: 0
      case .not, .shiftLeft, .lookup: 1
      case .select: 3
      default: 2
      }
    }
  }

  package struct Gate {
    package var operation: Operation
    /// Operands; of a constant its low and high half, of a field its index.
    package var a: Wire = 0
    package var b: Wire = 0
    package var c: Wire = 0

    /// Calls `body` for each input wire.
    @inline(__always)
    package func forEachOperand(_ body: (Wire) -> Void) {
      let count = operation.operandCount
      if count > 0 { body(a) }
      if count > 1 { body(b) }
      if count > 2 { body(c) }
    }

    /// The same operation on other wires.
    func mapOperands(_ body: (Wire) -> Wire) -> Gate {
      var copy = self
      let count = operation.operandCount
      if count > 0 { copy.a = body(a) }
      if count > 1 { copy.b = body(b) }
      if count > 2 { copy.c = body(c) }
      return copy
    }
  }

  /// The gates by number, and the least and the greatest value that each carries. Bounds hold in all states that fit
  /// in the layout, reachable or not. They may be too wide but never too narrow.
  package private(set) var gates: [Gate] = []
  package private(set) var lower: [Int] = []
  package private(set) var upper: [Int] = []
  /// The fields of the state that are read. The operand of a field gate is its index here.
  package private(set) var fields: [StateField] = []
  private var fieldNumbers: [StateField: Int] = [:]
  /// A field that is not alive is zero.
  ///
  /// By the wire of the field: the wire that says whether the owner of the field is present, such as an entry of a
  /// map.
  private(set) var liveness: [Wire: Wire] = [:]
  /// The maximum number of gates; beyond it, everything is false.
  var maximumGates: Int
  /// Whether gates, work or the time of the thread's deadline ran out. The gates since the last `allow(_:)` are then
  /// unusable; earlier ones are unaffected.
  package private(set) var isFull = false
  /// The work so far: the number of requested gates and of compared or chosen values.
  private(set) var work = 0
  /// The allowed work for each allowed gate.
  private static let workPerGate = 50
  private var maximumWork = Int.max
  /// The amount of work at which the limits are checked again.
  private var nextLook = Circuit.workPerLook
  private static let workPerLook = 1 << 10
  /// Gate + 1 by the hash of its content, 0 where free.
  private var index: [Wire] = Array(repeating: 0, count: 1 << 12)

  /// The two constants exist from the start and count.
  init(maximumGates: Int) {
    self.maximumGates = maximumGates
    _ = constant(0)
    _ = constant(1)
  }

  /// Allows that many more gates, and the corresponding work. Each event instance and each property gets its own
  /// allowance, so one that is too large does not affect the others.
  package mutating func allow(_ count: Int) {
    maximumGates = gates.count + count
    maximumWork = work + count * Self.workPerGate
    isFull = false
  }

  /// Counts a unit of work; beyond the limit, and once the deadline of the thread is over, the circuit is full.
  mutating func countWork() {
    work &+= 1
    if work >= nextLook { look() }
  }

  /// Checks the limits, only at intervals: reading the clock is not free.
  private mutating func look() {
    nextLook = work + Self.workPerLook
    if work > maximumWork || Deadline.isOver { isFull = true }
  }

  // MARK: Gates

  /// The wire of a number. The operands of the gate contain all 64 bits.
  package mutating func constant(_ value: Int) -> Wire {
    let bits = UInt64(bitPattern: Int64(value))
    let gate = Gate(
      operation: .constant, a: Wire(truncatingIfNeeded: bits),
      b: Wire(truncatingIfNeeded: bits >> 32))
    return intern(gate, value, value)
  }

  /// The wire of a field.
  ///
  /// The same field is always the same wire. A field without bits is the constant 0.
  package mutating func field(_ field: StateField) -> Wire {
    if field.width == 0 { return Self.falsity }
    let number = fieldNumbers[field] ?? fields.count
    if number == fields.count {
      fields.append(field)
      fieldNumbers[field] = number
    }
    return intern(
      Gate(operation: .field, a: Wire(truncatingIfNeeded: number)), 0, field.maximum)
  }

  /// Notes that a field is zero unless `alive`.
  ///
  /// It has to hold in every packed state, which `StateLayout` guarantees for absent parts. It is recorded before any
  /// gate reads the wire, because gates are simplified when they are made.
  mutating func setLiveness(of wire: Wire, _ alive: Wire) {
    if alive != Self.truth { liveness[wire] = alive }
  }

  /// The number that a wire always carries; nil if it is not a constant gate.
  func value(_ wire: Wire) -> Int? {
    let gate = gates[Int(wire)]
    guard gate.operation == .constant else { return nil }
    return Self.constantValue(gate)
  }

  package static func constantValue(_ gate: Gate) -> Int {
    let low = UInt64(UInt32(bitPattern: gate.a))
    return Int(Int64(bitPattern: low | UInt64(UInt32(bitPattern: gate.b)) << 32))
  }

  /// The gate as it is, or the existing equal one.
  ///
  /// Makes every gate. Takes constant time on average: the index is open-addressed and at most half full. An existing
  /// gate keeps its bounds.
  ///
  /// - Parameters:
  ///   - low: the least value that it carries in any state.
  ///   - high: the greatest.
  /// - Returns: the gate's wire; `falsity` if there was no room for a new one, and then `isFull` is
  ///   set.
  mutating func intern(_ gate: Gate, _ low: Int, _ high: Int) -> Wire {
    countWork()
    var slot = Self.hash(gate) & (index.count - 1)
    while index[slot] != 0 {
      let known = gates[Int(index[slot] - 1)]
      if known.operation == gate.operation, known.a == gate.a, known.b == gate.b, known.c == gate.c
      {
        return index[slot] - 1
      }
      slot = (slot + 1) & (index.count - 1)
    }
    guard gates.count < maximumGates else {
      isFull = true
      return Self.falsity
    }
    gates.append(gate)
    lower.append(low)
    upper.append(high)
    index[slot] = Wire(truncatingIfNeeded: gates.count)
    if gates.count * 2 > index.count { growIndex() }
    return Wire(truncatingIfNeeded: gates.count - 1)
  }

  /// Doubles the index. Gates stay where they are, and keep their numbers.
  private mutating func growIndex() {
    index = Array(repeating: 0, count: index.count * 2)
    for (number, gate) in gates.enumerated() {
      var slot = Self.hash(gate) & (index.count - 1)
      while index[slot] != 0 { slot = (slot + 1) & (index.count - 1) }
      index[slot] = Wire(truncatingIfNeeded: number + 1)
    }
  }

  private static func hash(_ gate: Gate) -> Int {
    let operands = UInt64(UInt32(bitPattern: gate.a)) | UInt64(UInt32(bitPattern: gate.b)) << 32
    let rest = UInt64(UInt32(bitPattern: gate.c)) | UInt64(gate.operation.rawValue) << 32
    return Int(truncatingIfNeeded: SlotHash.mix(SlotHash.mix(operands) ^ rest) >> 20)
  }

  /// Some wires with all their dependencies.
  func cone(of wires: [Wire]) -> Set<Wire> {
    var seen: Set<Wire> = []
    var stack = wires
    while let wire = stack.popLast() {
      guard seen.insert(wire).inserted else { continue }
      gates[Int(wire)].forEachOperand { stack.append($0) }
    }
    return seen
  }

  /// The numbers of all fields that some wires depend on.
  ///
  /// Regardless of their number of bits; `Tabulation.support` gives up at the bits of a key.
  func fields(of wires: [Wire]) -> Set<Int> {
    Set(cone(of: wires).map { gates[Int($0)] }.filter { $0.operation == .field }.map { Int($0.a) })
  }

  /// Whether a wire carries only 0 and 1, by its bounds.
  func isTruthValue(_ wire: Wire) -> Bool { lower[Int(wire)] >= 0 && upper[Int(wire)] <= 1 }
}
