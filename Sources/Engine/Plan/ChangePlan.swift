import Basics
import Semantics

/// The exclusive-or that a step applies to the words of a state, as terms that many steps share.
///
/// A word changes by the exclusive-or of its terms. Tables are numbered by content, so terms with the same effect
/// under the same key are equal. Exclusive-or needs no mask for unchanged bits, is its own inverse, and allows
/// sharing in any order.
struct ChangeTerm: Hashable {
  /// The fields that form the key of the look-up; nil for a computed change.
  var fields: [Int]?
  /// The table, or the computed wire.
  var number: Int
}

extension Tabulation {
  /// The changes that some writes make, for each word.
  ///
  /// One array for each word, empty if the word is unchanged. The terms have no meaning in states in which the
  /// outcome does not happen.
  mutating func terms(_ writes: [SymbolicLayout.Write], words: Int) -> [[ChangeTerm]] {
    var ofWord: [[SymbolicLayout.Write]] = Array(repeating: [], count: words)
    // Nothing becomes of a plan then.
    if !Deadline.isOver { for write in writes { ofWord[write.field.word].append(write) } }
    return ofWord.map { terms($0) }
  }

  /// The changes that some writes of one word make.
  ///
  /// Writes whose new and old values together depend on few bits are looked up, all under one key at once; the others
  /// are computed.
  private mutating func terms(_ writes: [SymbolicLayout.Write]) -> [ChangeTerm] {
    var bins: [[Int]: [SymbolicLayout.Write]] = [:]
    var computed: [SymbolicLayout.Write] = []
    for write in writes {
      guard let new = support(write.new), let old = support(write.old) else {
        computed.append(write)
        continue
      }
      let fields = Self.union(new, old)
      if let cluster = cluster(of: fields) {
        bins[clusters[cluster], default: []].append(write)
      } else if bits(fields) <= budget.keyBits {
        bins[fields, default: []].append(write)
      } else {
        computed.append(write)
      }
    }
    var terms: [ChangeTerm] = []
    for (fields, writes) in bins.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      if let term = tableTerm(writes, fields) {
        if let term = term { terms.append(term) }
      } else {
        computed += writes
      }
    }
    for write in computed {
      let wire = changeWire(tabulated(write.new), write)
      if wire != Circuit.falsity { terms.append(ChangeTerm(fields: nil, number: Int(wire))) }
    }
    return terms
  }

  /// The bits in which old and new differ, shifted to the field's position in its word.
  private mutating func changeWire(_ new: Wire, _ write: SymbolicLayout.Write) -> Wire {
    let difference = circuit.xor(new, write.old)
    return circuit.shiftLeft(difference, write.field.shift)
  }

  /// The change as one look-up; a term of nil if nothing ever changes, nil without a budget.
  private mutating func tableTerm(
    _ writes: [SymbolicLayout.Write], _ fields: [Int]
  ) -> ChangeTerm?? {
    var change = Circuit.falsity
    for write in writes { change = circuit.xor(change, changeWire(write.new, write)) }
    guard let entries = entries(change, fields) else { return nil }
    if entries.allSatisfy({ $0 == 0 }) { return .some(nil) }
    guard tables.byteCount + entries.count * 8 <= budget.bytes else { return nil }
    return ChangeTerm(fields: fields, number: tables.add(entries))
  }

  /// The wire of a term.
  mutating func wire(_ term: ChangeTerm) -> Wire {
    guard let fields = term.fields else { return Wire(truncatingIfNeeded: term.number) }
    return lookup(term.number, fields, .min, .max)
  }

  /// One look-up instead of two under the same key: the difference between the two changes.
  ///
  /// Both have the same fields, and so tables of the same size.
  mutating func difference(_ first: ChangeTerm, _ second: ChangeTerm) -> ChangeTerm {
    let size = tables.size(first.number)
    let entries = (0..<size).map {
      tables.entry(first.number, $0) ^ tables.entry(second.number, $0)
    }
    return ChangeTerm(fields: first.fields, number: tables.add(entries))
  }
}
