import Basics
import Semantics

/// Replaces functions of few bits by tables: `tabulated(wire)`.
///
/// The circuit is evaluated for all values of the bits that a wire depends on, and the results are stored. A wire
/// that depends on too many bits is split: a conjunction, disjunction or sum into groups of operands that together
/// depend on few bits, anything else at its gate. Tables are exact: an entry is the circuit's own value for these
/// contents of the fields. Entries for impossible contents, such as 3 in a field of at most 2, are arbitrary.
///
/// It copies the circuit, so wires of the original keep their numbers and meaning in both.
struct Tabulation {
  typealias Wire = Circuit.Wire

  /// The limits of tables.
  struct Budget: Sendable {
    /// The bits of a key, that is, the logarithm of the size of the largest table.
    var keyBits = 10
    /// The bits up to which fields that are written together share a key.
    var clusterBits = 8
    /// The total size of tables, in bytes.
    var bytes = 4 << 20
    /// The maximum number of gates that are examined to choose tables.
    var work = 1 << 26

    static let `default` = Budget()
    /// Nothing becomes a table.
    static let none = Budget(keyBits: 0, clusterBits: 0, bytes: 0)
  }

  var circuit: Circuit
  let tables: TableSet
  let budget: Budget
  /// Groups of fields that share a key; for each field its group. A table whose fields are all in a cluster has the
  /// key of the whole cluster. That makes the table larger and the keys fewer: a key is computed once for all tables
  /// that use it.
  private(set) var clusters: [[Int]] = []
  /// The cluster of each field that was there when they were made.
  private var clusterOf: [Int] = []
  /// The fields of each wire.
  private var supports: [Support] = []
  /// The results by wire, so that nothing is tabulated twice; negative if there is none yet.
  private var results: [Wire] = []
  /// The values of gates under the keys of some fields, for later tables with the same key.
  private var columns: [[Int]: [Wire: [Int]]] = [:]
  private var columnBytes = 0
  /// The last cone that contains each wire.
  private var coneOf: [Int] = []
  private var coneCount = 0
  private var tableOf: [TableKey: Int] = [:]
  var work = 0

  private enum Support {
    case unknown
    /// They have more bits than a key may have.
    case large
    case fields([Int])

    var isKnown: Bool { if case .unknown = self { false } else { true } }
    var fields: [Int]? { if case .fields(let fields) = self { fields } else { nil } }
  }

  private struct TableKey: Hashable {
    var wire: Wire
    var fields: [Int]
  }

  /// The number of gates is no longer limited: additions are bounded by the budget, and by the existing gates.
  init(_ circuit: Circuit, budget: Budget) {
    self.circuit = circuit
    self.budget = budget
    tables = TableSet()
    self.circuit.maximumGates = .max
  }

  // MARK: Supports

  /// The fields that a wire depends on, ascending; nil if they have more bits than a key may have.
  ///
  /// It is structural: a field counts even if it makes no difference. Takes time in the gates below that are not
  /// cached yet, without recursion, because circuits are deep.
  mutating func support(_ wire: Wire) -> [Int]? {
    if supports.count < circuit.gates.count {
      supports += Array(repeating: .unknown, count: circuit.gates.count - supports.count)
    }
    if supports[Int(wire)].isKnown { return supports[Int(wire)].fields }
    var stack = [wire]
    while let next = stack.last {
      if supports[Int(next)].isKnown {
        stack.removeLast()
        continue
      }
      var isReady = true
      circuit.gates[Int(next)].forEachOperand { operand in
        if !supports[Int(operand)].isKnown {
          stack.append(operand)
          isReady = false
        }
      }
      if isReady {
        supports[Int(next)] = directSupport(next).map { .fields($0) } ?? .large
        stack.removeLast()
      }
    }
    return supports[Int(wire)].fields
  }

  private func directSupport(_ wire: Wire) -> [Int]? {
    let gate = circuit.gates[Int(wire)]
    if gate.operation == .field {
      return circuit.fields[Int(gate.a)].width <= budget.keyBits ? [Int(gate.a)] : nil
    }
    var union: [Int]? = []
    gate.forEachOperand { operand in
      guard let known = union, let other = supports[Int(operand)].fields else {
        union = nil
        return
      }
      if known == other { return }
      union = bits(known, and: other) <= budget.keyBits ? Self.union(known, other) : nil
    }
    return union
  }

  // MARK: Clusters

  /// Clusters fields that steps write and read together, so that many tables have the same key.
  ///
  /// - Parameter groups: sets of fields; earlier ones have priority if not all fit into `clusterBits`.
  mutating func cluster(_ groups: [[Int]]) {
    var parents = Array(0..<circuit.fields.count)
    func root(_ field: Int) -> Int {
      var field = field
      while parents[field] != field { field = parents[field] }
      return field
    }
    var members = parents.map { [$0] }
    for group in groups {
      guard let first = group.first else { continue }
      for other in group.dropFirst() {
        let (x, y) = (root(first), root(other))
        guard x != y, bits(members[x]) + bits(members[y]) <= budget.clusterBits else { continue }
        members[x] += members[y]
        members[y] = []
        parents[y] = x
      }
    }
    clusters = []
    clusterOf = Array(repeating: -1, count: circuit.fields.count)
    var small: [Int] = []
    for field in parents.indices where parents[field] == field {
      let fields = members[field].sorted()
      // Single small fields share a key.
      if fields.count == 1, circuit.fields[field].width <= 3 {
        if bits(small) + circuit.fields[field].width > budget.clusterBits - 2 { flush(&small) }
        small.append(field)
      } else {
        add(fields)
      }
    }
    flush(&small)
  }

  private mutating func flush(_ fields: inout [Int]) {
    if !fields.isEmpty { add(fields) }
    fields = []
  }

  private mutating func add(_ fields: [Int]) {
    for field in fields { clusterOf[field] = clusters.count }
    clusters.append(fields)
  }

  /// The cluster that contains all of the fields, if there is one.
  func cluster(of fields: [Int]) -> Int? {
    guard let first = fields.first, let last = fields.last, last < clusterOf.count else {
      return nil
    }
    let cluster = clusterOf[first]
    guard fields.allSatisfy({ clusterOf[$0] == cluster }),
      bits(clusters[cluster]) <= budget.keyBits
    else { return nil }
    return cluster
  }

  // MARK: Tables

  /// The columns that are kept for later tables, in bytes.
  private static let maximumColumnBytes = 1 << 20
  /// The maximum number of gates below a table.
  private static let maximumCone = 4096

  /// A wire with the same value, computed with tables where that is cheaper.
  ///
  /// The result may be the wire itself. The same wire always has the same result.
  mutating func tabulated(_ wire: Wire) -> Wire {
    let place = Int(wire)
    if place < results.count, results[place] >= 0 { return results[place] }
    // Nothing becomes of a plan then.
    if Deadline.isOver { return wire }
    let result = compute(wire)
    if results.count < circuit.gates.count {
      results += Array(repeating: -1, count: circuit.gates.count - results.count)
    }
    results[place] = result
    return result
  }

  /// A table for the whole wire is tried first, then tables for parts of it.
  private mutating func compute(_ wire: Wire) -> Wire {
    let gate = circuit.gates[Int(wire)]
    switch gate.operation {
    case .constant, .field: return wire
    default: break
    }
    if let fields = support(wire), let table = lookup(wire, fields) { return table }
    switch gate.operation {
    case .and, .or, .add: return split(wire, gate.operation)
    default: return rebuilt(gate, wire)
    }
  }

  /// The same gate over tabulated operands.
  mutating func rebuilt(_ gate: Circuit.Gate, _ wire: Wire) -> Wire {
    let copy = gate.mapOperands { tabulated($0) }
    return circuit.intern(copy, circuit.lower[Int(wire)], circuit.upper[Int(wire)])
  }

  /// A look-up of the wire's value under the key of these fields; nil if computing it is as cheap, or the budget is
  /// used up.
  ///
  /// A wire that is equal in all rows that occur becomes a constant, even if the circuit could not show it. So
  /// suspicions that are never true disappear.
  private mutating func lookup(_ wire: Wire, _ fields: [Int]) -> Wire? {
    if work > budget.work { return nil }
    guard let cone = cone(of: [wire], limit: Self.maximumCone) else {
      work += Self.maximumCone
      return nil
    }
    work += cone.count
    let fields = cluster(of: fields).map { clusters[$0] } ?? fields
    let key = TableKey(wire: wire, fields: fields)
    if tableOf[key] == nil {
      work += (cone.count << bits(fields)) / 16
      let entries = evaluate([wire], cone, fields)[0]
      if let constant = commonEntry(entries, fields) { return circuit.constant(constant) }
      if cone.count < 3 { return nil }
      guard tables.byteCount + entries.count * 8 <= budget.bytes else { return nil }
      tableOf[key] = tables.add(entries)
    }
    guard let table = tableOf[key] else { return nil }
    return lookup(table, fields, circuit.lower[Int(wire)], circuit.upper[Int(wire)])
  }

  /// The single value in all rows with possible contents of the fields.
  private func commonEntry(_ entries: [Int], _ fields: [Int]) -> Int? {
    let sorted = ordered(fields)
    let first = entries[0]
    var row = 1
    // All contents are zero in the first row, so that row is possible.
    next: while row < entries.count {
      defer { row &+= 1 }
      if entries[row] == first { continue }
      var rest = row
      for field in sorted {
        if rest & ((1 << field.width) - 1) > field.maximum { continue next }
        rest >>= field.width
      }
      return nil
    }
    return first
  }

  /// Fields in the order of their bits in a key.
  private func ordered(_ fields: [Int]) -> [StateField] {
    fields.map { circuit.fields[$0] }.sorted { ($0.word, $0.shift) < ($1.word, $1.shift) }
  }

  /// The values of a wire under the key of these fields; nil if computing them is too expensive.
  ///
  /// A row's number has the bits of the fields in the order of their places in the state, the
  /// lowest first.
  mutating func entries(_ wire: Wire, _ fields: [Int]) -> [Int]? {
    guard let cone = cone(of: [wire], limit: Self.maximumCone) else { return nil }
    return evaluate([wire], cone, fields)[0]
  }

  /// Makes the gate that looks up a table under the key of these fields, for which the table was made.
  mutating func lookup(_ table: Int, _ fields: [Int], _ low: Int, _ high: Int) -> Wire {
    let key = keyWire(fields)
    return circuit.intern(
      Circuit.Gate(operation: .lookup, a: key, b: Wire(truncatingIfNeeded: table)), low, high)
  }

  /// The gates on which a wire depends, in order, except constants and fields. Nil if there are more than `limit`.
  private mutating func cone(of wires: [Wire], limit: Int) -> [Wire]? {
    if coneOf.count < circuit.gates.count {
      coneOf += Array(repeating: 0, count: circuit.gates.count - coneOf.count)
    }
    coneCount += 1
    var found: [Wire] = []
    var stack = wires
    while let wire = stack.popLast() {
      let gate = circuit.gates[Int(wire)]
      if gate.operation == .constant || gate.operation == .field { continue }
      if coneOf[Int(wire)] == coneCount { continue }
      coneOf[Int(wire)] = coneCount
      found.append(wire)
      if found.count > limit { return nil }
      gate.forEachOperand { stack.append($0) }
    }
    return found.sorted()
  }

  /// The bits of some fields moved together, lowest first.
  ///
  /// Adjacent fields are read as one, so a key often needs one shift and one mask.
  private mutating func keyWire(_ fields: [Int]) -> Wire {
    var runs: [StateField] = []
    for field in ordered(fields) {
      if let last = runs.last, last.word == field.word, last.shift + last.width == field.shift {
        runs[runs.count - 1].width += field.width
        runs[runs.count - 1].maximum = Int(runs[runs.count - 1].mask)
      } else {
        runs.append(
          StateField(
            word: field.word, shift: field.shift, width: field.width, maximum: Int(field.mask)))
      }
    }
    var key = Circuit.falsity
    var place = 0
    for run in runs {
      let part = circuit.field(run)
      key = circuit.xor(key, circuit.shiftLeft(part, place))
      place += run.width
    }
    return key
  }

  /// The values of some wires for all contents of the fields, one array for each wire.
  ///
  /// All rows are computed gate by gate, in time of the gates times 2 to the power of the bits. `cone` must contain
  /// every gate that the wires need. Gates that an earlier table with the same key needed are not computed again.
  mutating func evaluate(_ wires: [Wire], _ cone: [Wire], _ fields: [Int]) -> [[Int]] {
    let rows = 1 << bits(fields)
    var known = columns.removeValue(forKey: fields) ?? contents(of: fields, rows: rows)
    func keep(_ column: [Int], of wire: Wire) -> [Int] {
      known[wire] = column
      columnBytes += rows * MemoryLayout<Int>.stride
      return column
    }
    func column(_ wire: Wire) -> [Int] {
      known[wire] ?? keep(Array(repeating: circuit.value(wire) ?? 0, count: rows), of: wire)
    }
    for wire in cone where known[wire] == nil {
      let gate = circuit.gates[Int(wire)]
      var operands: [[Int]] = []
      operands.reserveCapacity(3)
      gate.forEachOperand { operands.append(column($0)) }
      _ = keep(gate.values(operands, tables), of: wire)
    }
    let results = wires.map { column($0) }
    if columnBytes > Self.maximumColumnBytes {
      columns = [:]
      columnBytes = 0
    } else {
      columns[fields] = known
    }
    return results
  }

  /// The columns of the fields themselves.
  private mutating func contents(of fields: [Int], rows: Int) -> [Wire: [Int]] {
    var columns: [Wire: [Int]] = [:]
    var place = 0
    for field in ordered(fields) {
      columns[circuit.field(field)] = Self.contents(at: place, width: field.width, rows: rows)
      place += field.width
    }
    return columns
  }

  /// The content of a field in each row, where the row number contains some of its bits.
  private static func contents(at place: Int, width: Int, rows: Int) -> [Int] {
    let mask = (1 << width) - 1
    return [Int](unsafeUninitializedCapacity: rows) { contents, count in
      while count < rows {
        contents.initializeElement(at: count, to: count >> place & mask)
        count &+= 1
      }
    }
  }
}
