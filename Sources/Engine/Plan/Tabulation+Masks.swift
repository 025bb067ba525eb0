/// Words whose bits are the answers to many questions, found with one look-up.
///
/// Walks need to know which of hundreds of outcomes are possible in a state. One look-up under a key of a few fields
/// answers all of these questions that depend on no other fields; the words of several look-ups are or-ed.
extension Tabulation {
  /// Clusters the fields that writes read and write, the most frequent first.
  ///
  /// It precedes all tabulation, because the key of a table depends on it.
  mutating func cluster(writesOf reactions: [SymbolicReaction]) {
    var groups: [[Int]: Int] = [:]
    for write in reactions.flatMap(\.outcomes).flatMap(\.writes) {
      guard let new = support(write.new), let old = support(write.old) else { continue }
      let fields = Self.union(new, old)
      if fields.count > 1 { groups[fields, default: 0] += 1 }
    }
    let ordered = groups.sorted {
      $0.value == $1.value && $0.key.count == $1.key.count
        ? $0.key.lexicographicallyPrecedes($1.key)
        : ($1.value, $0.key.count) < ($0.value, $1.key.count)
    }
    cluster(ordered.map(\.key))
  }

  /// A bit of a word to set where a wire is true. Several may have the same index: it is set where any of them is
  /// true.
  struct MaskBit {
    var wire: Wire
    /// The index of the bit, from 0 to 63.
    var place: Int
  }

  /// A word with each bit set where any of its wires is true.
  ///
  /// A disjunction is split. Parts that together depend on few bits share a look-up, under one key for all bits of
  /// the word. The rest is computed wire by wire.
  mutating func maskWord(_ bits: [MaskBit]) -> Wire {
    var constant: UInt64 = 0
    var masks: [Wire: UInt64] = [:]
    for bit in bits {
      for operand in disjuncts(bit.wire) {
        if operand == Circuit.truth { constant |= 1 << UInt64(bit.place) }
        if circuit.value(operand) != nil { continue }
        masks[operand, default: 0] |= 1 << UInt64(bit.place)
      }
    }
    var parts: [Wire] = constant == 0 ? [] : [circuit.constant(Int(bitPattern: UInt(constant)))]
    var large: [Wire] = []
    for bin in bins(masks.keys.sorted(), &large) {
      if let part = maskTable(bin, masks) { parts.append(part) } else { large += bin.wires }
    }
    for wire in large {
      let computed = tabulated(wire)
      guard circuit.value(computed) != 0 else { continue }
      let mask = circuit.constant(Int(bitPattern: UInt(masks[wire] ?? 0)))
      parts.append(
        circuit.value(computed) == nil ? circuit.select(computed, mask, Circuit.falsity) : mask)
    }
    parts.removeAll { $0 == Circuit.falsity }
    guard var word = parts.first else { return Circuit.falsity }
    for part in parts.dropFirst() {
      // Bit patterns, not truth values: no simplification applies.
      word = circuit.intern(Circuit.Gate(operation: .or, a: word, b: part), .min, .max)
    }
    return word
  }

  /// Wires whose disjunction is a wire.
  ///
  /// A part that fits under one key stays whole. The operands need not be disjoint.
  private mutating func disjuncts(_ wire: Wire) -> [Wire] {
    var operands: Set<Wire> = []
    var seen: Set<Wire> = []
    var stack = [wire]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      if let fields = support(next), cluster(of: fields) != nil || fields.isEmpty {
        operands.insert(next)
        continue
      }
      let gate = circuit.gates[Int(next)]
      if gate.operation == .or {
        stack += [gate.a, gate.b]
      } else if gate.operation == .not, circuit.gates[Int(gate.a)].operation == .and {
        let inner = circuit.gates[Int(gate.a)]
        stack += [circuit.not(inner.a), circuit.not(inner.b)]
      } else {
        operands.insert(next)
      }
    }
    return operands.sorted()
  }

  /// Wires that share a look-up.
  private struct Bin {
    var fields: [Int]
    var wires: [Wire]
  }

  /// Groups wires by their combined fields; `large` gets those that depend on too many.
  ///
  /// Operands whose fields are in a cluster take its key. The others choose in descending order of their fields, and
  /// each joins the group whose key it lengthens least.
  private mutating func bins(_ wires: [Wire], _ large: inout [Wire]) -> [Bin] {
    var clustered: [Int: [Wire]] = [:]
    var free: [(fields: [Int], wire: Wire)] = []
    for wire in wires {
      guard let fields = support(wire) else {
        large.append(wire)
        continue
      }
      if let cluster = cluster(of: fields) {
        clustered[cluster, default: []].append(wire)
      } else {
        free.append((fields, wire))
      }
    }
    free.sort {
      $0.fields == $1.fields
        ? $0.wire < $1.wire
        : ($1.fields.count, $0.fields[0]) < ($0.fields.count, $1.fields[0])
          || $0.fields.count == $1.fields.count
            && $0.fields.lexicographicallyPrecedes($1.fields)
    }
    var bins: [Bin] = []
    for (fields, wire) in free {
      let sizes = bins.map { bits($0.fields, and: fields) - bits($0.fields) }
      let fitting = bins.indices.filter { bits(bins[$0].fields) + sizes[$0] <= budget.keyBits }
      if let best = fitting.min(by: { sizes[$0] < sizes[$1] }) {
        bins[best].fields = Self.union(bins[best].fields, fields)
        bins[best].wires.append(wire)
      } else {
        bins.append(Bin(fields: fields, wires: [wire]))
      }
    }
    return clustered.sorted { $0.key < $1.key }
      .map { Bin(fields: clusters[$0.key], wires: $0.value) } + bins
  }

  /// A look-up of the bits of some wires; nil if that is too expensive.
  private mutating func maskTable(_ bin: Bin, _ masks: [Wire: UInt64]) -> Wire? {
    var table: [Int] = Array(repeating: 0, count: 1 << bits(bin.fields))
    guard tables.byteCount + table.count * 8 <= budget.bytes else { return nil }
    for wire in bin.wires {
      guard let entries = entries(wire, bin.fields) else { return nil }
      let mask = Int(bitPattern: UInt(masks[wire] ?? 0))
      for (row, entry) in entries.enumerated() where entry != 0 { table[row] |= mask }
    }
    if table.allSatisfy({ $0 == 0 }) { return Circuit.falsity }
    return lookup(tables.add(table), bin.fields, .min, .max)
  }
}
