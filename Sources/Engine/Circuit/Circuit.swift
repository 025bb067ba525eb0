import Semantics

/// Functions of the bits of a state, as an acyclic graph of gates in which equal functions built the
/// same way are one gate.
///
/// A wire carries a 64-bit integer; truth values are 0 and 1. Every gate has a value whatever comes
/// in: what would be a fault has a wire of its own that says so. Gates are simplified while they
/// are built, with the help of the bounds that are known of each wire. A gate's number is larger
/// than those of its operands, so that walking the gates in order is walking them as they can be
/// computed, and a gate is never changed or removed.
///
/// ```tray
/// var badge: 0...2 = 0
/// on receive { badge += 1 }       // a fault where badge + 1 > 2, which becomes: where badge == 2
/// ```
///
/// Building is single-threaded. Only equality of structure is recognised: two wires with different
/// numbers may well carry the same value in all states.
struct Circuit {
  /// The number of a gate, or of what comes out of it. Negative numbers are no wires.
  typealias Wire = Int32

  /// The first two gates of every circuit, so that constants can be compared without looking at
  /// gates. They are also the numbers 0 and 1.
  static let falsity: Wire = 0
  static let truth: Wire = 1

  /// What a gate does. `Gate.values` says what each carries, for samples and tables, and
  /// `ColumnMachine` the same for columns.
  enum Operation: UInt8 {
    case constant, field
    case add, subtract, multiply, divide, remainder
    case addOverflows, subtractOverflows, multiplyOverflows
    case equal, less
    /// Of truth values.
    case and, or, not
    /// The second where the first is true, else the third.
    case select
    /// Of bit patterns, for keys and changes.
    case shiftLeft, xor
    /// The entry of table `b` at `a`.
    case lookup

    /// How many wires come in; they are the first of `a`, `b` and `c`. What stands in the others is
    /// no wire.
    var operandCount: Int {
      switch self {
      case .constant, .field: 0
      case .not, .shiftLeft, .lookup: 1
      case .select: 3
      default: 2
      }
    }
  }

  struct Gate {
    var operation: Operation
    /// Operands; of a constant its low and high half, of a field its index.
    var a: Wire = 0
    var b: Wire = 0
    var c: Wire = 0

    /// Calls `body` for each wire that comes in.
    @inline(__always)
    func forEachOperand(_ body: (Wire) -> Void) {
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

  /// By their numbers, what they are and the least and the greatest value they carry. Bounds hold
  /// in all states that the layout can hold, reachable or not; they may be wider than need be, and
  /// are never narrower.
  private(set) var gates: [Gate] = []
  private(set) var lower: [Int] = []
  private(set) var upper: [Int] = []
  /// The fields of the state that are read. A field gate has its place here as its operand.
  private(set) var fields: [StateField] = []
  private var fieldNumbers: [StateField: Int] = [:]
  /// Where a field is not alive, it is zero.
  ///
  /// By the wire of the field: the wire that says where the part is there that the field belongs
  /// to, such as an entry of a map.
  private(set) var liveness: [Wire: Wire] = [:]
  /// More gates than this are refused; from then on everything is false.
  var maximumGates: Int
  /// Whether gates or work ran out, or the deadline of the thread. What was built since the last
  /// `allow(_:)` is then of no use, and nothing that was built before is harmed.
  private(set) var isFull = false
  /// How much was done so far: gates that were asked for, and values that were compared or chosen.
  private(set) var work = 0
  /// For each gate that is allowed, so much may be done.
  private static let workPerGate = 50
  private var maximumWork = Int.max
  /// When as much was done as this, it is looked whether that may go on.
  private var nextLook = Circuit.workPerLook
  private static let workPerLook = 1 << 10
  /// Gate + 1 by the hash of what it is, 0 where free.
  private var index: [Wire] = Array(repeating: 0, count: 1 << 12)

  /// The two constants are there from the beginning and count.
  init(maximumGates: Int) {
    self.maximumGates = maximumGates
    _ = constant(0)
    _ = constant(1)
  }

  /// Lets so many more gates be built, and so much be done for them. Each event instance and each
  /// property gets its own allowance, so that one which is too large does not take the others with
  /// it.
  mutating func allow(_ count: Int) {
    maximumGates = gates.count + count
    maximumWork = work + count * Self.workPerGate
    isFull = false
  }

  /// Counts something that is done; beyond what may be, and once the deadline of the thread is over, the
  /// circuit is full.
  mutating func countWork() {
    work &+= 1
    if work >= nextLook { look() }
  }

  /// Asks for the limits, once in so many pieces of work: the clock is not free.
  private mutating func look() {
    nextLook = work + Self.workPerLook
    if work > maximumWork || Deadline.isOver { isFull = true }
  }

  // MARK: Gates

  /// The wire of a number. All 64 bits are kept, in the operands of the gate.
  mutating func constant(_ value: Int) -> Wire {
    let bits = UInt64(bitPattern: Int64(value))
    let gate = Gate(
      operation: .constant, a: Wire(truncatingIfNeeded: bits),
      b: Wire(truncatingIfNeeded: bits >> 32))
    return intern(gate, value, value)
  }

  /// The wire of a field.
  ///
  /// The same field is always the same wire. A field without bits is the constant 0.
  mutating func field(_ field: StateField) -> Wire {
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
  /// It has to be true of every packed state, which `StateLayout` guarantees for what is absent. It
  /// is noted before anything is built on the wire, since gates are simplified with it as they are
  /// made.
  mutating func setLiveness(of wire: Wire, _ alive: Wire) {
    if alive != Self.truth { liveness[wire] = alive }
  }

  /// The number that a wire always carries; nil if it is not a constant gate.
  func value(_ wire: Wire) -> Int? {
    let gate = gates[Int(wire)]
    guard gate.operation == .constant else { return nil }
    return Self.constantValue(gate)
  }

  static func constantValue(_ gate: Gate) -> Int {
    let low = UInt64(UInt32(bitPattern: gate.a))
    return Int(Int64(bitPattern: low | UInt64(UInt32(bitPattern: gate.b)) << 32))
  }

  /// The gate as it is, or the equal one that is there already.
  ///
  /// Every gate comes from here. Takes constant time on average: the index is open-addressed and at
  /// most half full. The bounds of a gate that is there already stay as they are.
  ///
  /// - Parameters:
  ///   - low: the least value it carries in any state.
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

  /// Whether a wire carries nothing but 0 and 1, by its bounds.
  func isTruthValue(_ wire: Wire) -> Bool { lower[Int(wire)] >= 0 && upper[Int(wire)] <= 1 }
}
