import Semantics

/// A value whose parts are wires of a circuit: the possible values for all states at once.
///
/// Like a `Value`, it does not distinguish a present optional from the value inside; `optional` is used if the
/// presence depends on the state. Absent parts (an absent element, a different case) have wires like all others. In
/// those states, their values have no meaning, and nothing may depend on them.
///
/// ```tray
/// var last: Kind? = nil              // optional(present: not rank == 0, enumeration(tag: rank - 1))
/// var shown: Set<0...2> = []         // set of 0, 1 and 2, each there where its bit is set
/// var line: List<Bool, 2> = []       // list(count: two bits, [scalar, scalar])
/// ```
enum Symbolic {
  typealias Wire = Circuit.Wire

  /// nil
  case nothing
  /// A truth value, number, symmetric name or timer.
  case scalar(Wire)
  /// The payload of each case; empty if a case has none or is impossible.
  ///
  /// There may be fewer payloads than cases; the missing ones are empty.
  case enumeration(tag: Wire, payloads: [[Symbolic]])
  case record([Symbolic])
  /// The value exists where `present` is true. It is never an optional of `nothing` or of another optional, and
  /// `present` is never constant: `SymbolicAlgebra.optional` makes them.
  indirect case optional(present: Wire, Symbolic)
  /// Different elements, each present or absent. Two elements may be equal in some states, but then at most one of
  /// them is present.
  case set([Occurrence])
  /// Elements in any order, each present or absent. Present elements may be equal.
  case bag([Occurrence])
  /// Entries under different keys. No two keys are equal in any state.
  case map([Entry])
  /// The values of all keys, in the order of the key type.
  case table([Symbolic])
  /// The first `count` elements are present; later ones have no meaning. The array has the maximum length that occurs
  /// here, which may be less than the type allows.
  case list(count: Wire, [Symbolic])
  /// A sequence to iterate, in order. Absent elements leave gaps; `SymbolicAlgebra.list` closes them. Examples are
  /// `list(…)`, `.values` and `.indices` before they are stored.
  case sequence([Occurrence])

  /// An element of a collection, and in which states it is present.
  struct Occurrence {
    var isThere: Wire
    var value: Symbolic
    /// The key, where the collection has keys.
    var key: Symbolic?
  }

  /// A map's entry for a key. A variable has one for each key of the type; a local map may have fewer.
  struct Entry {
    var isThere: Wire
    var key: Symbolic
    var value: Symbolic
  }
}

extension Symbolic {
  /// The wire of a scalar, or the tag of an enum's value. For an optional, it is the wire of the value inside, even
  /// where that is absent. For a collection, it is false.
  var wire: Wire {
    switch self {
    case .scalar(let wire), .enumeration(let wire, _): wire
    case .optional(_, let inner): inner.wire
    default: Circuit.falsity
    }
  }

  /// A placeholder after a failure; the caller checks `hasFailed` at the end.
  static var no: Symbolic { .scalar(Circuit.falsity) }

  /// The inside of a present optional.
  var unwrapped: Symbolic { if case .optional(_, let inner) = self { inner } else { self } }
}

/// Builds symbolic values and owns their circuit: choices, comparisons, collections.
///
/// An unsupported expression sets `unsupported` instead of throwing, and returns a placeholder. The traversal
/// continues, and the failure is checked at its end.
struct SymbolicAlgebra {
  typealias Wire = Circuit.Wire

  var circuit: Circuit
  /// The reason why the result is unusable; the first one counts.
  var unsupported: String?

  /// Gives up, for a reason in words for people, such as "an order of collections".
  mutating func refuse(_ reason: String) { if unsupported == nil { unsupported = reason } }

  /// Whether further work is pointless.
  var hasFailed: Bool { unsupported != nil || circuit.isFull }

  /// The value in all states. Elements of sets and keys of maps stay in their canonical order.
  mutating func constant(_ value: Value) -> Symbolic {
    circuit.countWork()
    switch value {
    case .none: return .nothing
    case .bool(let flag): return .scalar(flag ? Circuit.truth : Circuit.falsity)
    case .int(let number), .name(let number), .timer(let number):
      return .scalar(circuit.constant(number))
    case .enumCase(let index, let payload):
      var payloads: [[Symbolic]] = []
      if !payload.isEmpty {
        payloads = Array(repeating: [], count: index)
        payloads.append(payload.map { constant($0) })
      }
      return .enumeration(tag: circuit.constant(index), payloads: payloads)
    case .record(let values): return .record(values.map { constant($0) })
    case .set(let values):
      return .set(values.map { .init(isThere: Circuit.truth, value: constant($0)) })
    case .bag(let values):
      return .bag(values.map { .init(isThere: Circuit.truth, value: constant($0)) })
    case .map(let keys, let values):
      return .map(
        zip(keys, values).map {
          .init(isThere: Circuit.truth, key: constant($0), value: constant($1))
        })
    case .table(let values): return .table(values.map { constant($0) })
    case .list(let values):
      return .list(count: circuit.constant(values.count), values.map { constant($0) })
    }
  }

  /// Whether the value is present, that is, not nil.
  func isPresent(_ value: Symbolic) -> Wire {
    switch value {
    case .nothing: Circuit.falsity
    case .optional(let present, _): present
    default: Circuit.truth
    }
  }

  /// An optional of a value that may be an optional itself.
  ///
  /// Combines two levels of presence: `present` is that of this level, and the value itself may be absent. The result
  /// has the form that `Symbolic.optional` requires.
  mutating func optional(_ present: Wire, _ value: Symbolic) -> Symbolic {
    if present == Circuit.falsity { return .nothing }
    switch value {
    case .nothing: return .nothing
    case .optional(let inner, let content):
      return optional(circuit.and(present, inner), content)
    default: return present == Circuit.truth ? value : .optional(present: present, value)
    }
  }

  // MARK: Choices

  /// `x` where `condition` is true, else `y`.
  ///
  /// Both have the same type. Their forms may differ, such as nil and a record, or a list and a sequence. Where one
  /// side is absent, the inside comes from the other without a choice, which keeps circuits small.
  mutating func select(_ condition: Wire, _ x: Symbolic, _ y: Symbolic) -> Symbolic {
    if condition == Circuit.truth { return x }
    if condition == Circuit.falsity { return y }
    circuit.countWork()
    switch (x, y) {
    case (.nothing, .nothing): return .nothing
    case (.scalar(let x), .scalar(let y)): return .scalar(circuit.select(condition, x, y))
    case (.enumeration(let tag, let payloads), .enumeration(let otherTag, let otherPayloads)):
      return .enumeration(
        tag: circuit.select(condition, tag, otherTag),
        payloads: (0..<max(payloads.count, otherPayloads.count)).map { index in
          let first = index < payloads.count ? payloads[index] : []
          let second = index < otherPayloads.count ? otherPayloads[index] : []
          if first.isEmpty { return second }
          return second.isEmpty ? first : select(condition, first, second)
        })
    case (.record(let x), .record(let y)): return .record(select(condition, x, y))
    case (.table(let x), .table(let y)): return .table(select(condition, x, y))
    case (.set(let x), .set(let y)): return .set(selectSet(condition, x, y))
    case (.bag(let x), .bag(let y)): return .bag(selectMembers(condition, x, y))
    case (.map(let x), .map(let y)): return selectMap(condition, x, y)
    case (.list, _), (.sequence, _): return selectList(condition, x, y)
    case (.nothing, _), (_, .nothing), (.optional, _), (_, .optional):
      let present = circuit.select(condition, isPresent(x), isPresent(y))
      return optional(present, selectContent(condition, x, y))
    default:
      refuse("values of different forms")
      return x
    }
  }

  /// Chooses between the insides of two optionals. An absent one may have any content.
  private mutating func selectContent(
    _ condition: Wire, _ x: Symbolic, _ y: Symbolic
  ) -> Symbolic {
    if case .nothing = x { return y.unwrapped }
    if case .nothing = y { return x.unwrapped }
    return select(condition, x.unwrapped, y.unwrapped)
  }

  /// Part by part; both have the same parts.
  mutating func select(_ condition: Wire, _ x: [Symbolic], _ y: [Symbolic]) -> [Symbolic] {
    zip(x, y).map { select(condition, $0, $1) }
  }

  /// Chooses between two sets. If both have the same elements in the same order, as those of variables have, it is a
  /// choice for each element. For elements that depend on the state, it is a choice for each position. Otherwise the
  /// result has the elements of both, each under its condition.
  private mutating func selectSet(
    _ condition: Wire, _ x: [Symbolic.Occurrence], _ y: [Symbolic.Occurrence]
  ) -> [Symbolic.Occurrence] {
    if x.count == y.count, zip(x, y).allSatisfy({ equal($0.value, $1.value) == Circuit.truth }) {
      return zip(x, y).map {
        .init(isThere: circuit.select(condition, $0.isThere, $1.isThere), value: $0.value)
      }
    }
    guard (x + y).allSatisfy({ isConstant($0.value) }) else {
      return selectMembers(condition, x, y)
    }
    let other = circuit.not(condition)
    return distinct(
      x.map { .init(isThere: circuit.and(condition, $0.isThere), value: $0.value) }
        + y.map { .init(isThere: circuit.and(other, $0.isThere), value: $0.value) })
  }

  /// The elements of one or the other, position by position: no state has elements of both.
  private mutating func selectMembers(
    _ condition: Wire, _ x: [Symbolic.Occurrence], _ y: [Symbolic.Occurrence]
  ) -> [Symbolic.Occurrence] {
    (0..<max(x.count, y.count)).map { place in
      guard place < y.count else {
        return .init(isThere: circuit.and(condition, x[place].isThere), value: x[place].value)
      }
      guard place < x.count else {
        let isThere = circuit.and(circuit.not(condition), y[place].isThere)
        return .init(isThere: isThere, value: y[place].value)
      }
      return .init(
        isThere: circuit.select(condition, x[place].isThere, y[place].isThere),
        value: select(condition, x[place].value, y[place].value))
    }
  }

  /// Chooses between two maps, entry by entry if both have the same keys in the same order. Otherwise entries are
  /// merged by keys, whose equality must be the same in all states.
  private mutating func selectMap(
    _ condition: Wire, _ x: [Symbolic.Entry], _ y: [Symbolic.Entry]
  ) -> Symbolic {
    if x.count == y.count {
      let sameKeys = zip(x, y).allSatisfy { equal($0.key, $1.key) == Circuit.truth }
      if sameKeys {
        return .map(
          zip(x, y).map { first, second in
            let value = selectContent(
              condition, optional(first.isThere, first.value),
              optional(second.isThere, second.value))
            return .init(
              isThere: circuit.select(condition, first.isThere, second.isThere), key: first.key,
              value: value)
          })
      }
    }
    var entries: [Symbolic.Entry] = x.map {
      .init(isThere: circuit.and(condition, $0.isThere), key: $0.key, value: $0.value)
    }
    let other = circuit.not(condition)
    for entry in y {
      let isThere = circuit.and(other, entry.isThere)
      guard let place = place(of: entry.key, in: entries) else { continue }
      if place < entries.count {
        entries[place] = .init(
          isThere: circuit.or(entries[place].isThere, isThere), key: entry.key,
          value: select(condition, entries[place].value, entry.value))
      } else {
        insert(.init(isThere: isThere, key: entry.key, value: entry.value), into: &entries)
      }
    }
    return .map(entries)
  }

  /// Inserts an entry with a new key at its position: entries are in the order of their keys, as in a `Value`, which
  /// iterations over a map observe.
  mutating func insert(_ entry: Symbolic.Entry, into entries: inout [Symbolic.Entry]) {
    for (index, other) in entries.enumerated() where !hasFailed {
      let comesFirst = less(entry.key, other.key)
      if comesFirst == Circuit.falsity { continue }
      guard comesFirst == Circuit.truth else {
        return refuse("a map with keys that depend on the state")
      }
      return entries.insert(entry, at: index)
    }
    entries.append(entry)
  }

  /// The index of a key among those of the entries, or their count if it is new; nil if that depends on the state.
  ///
  /// Takes a comparison for each entry.
  mutating func place(of key: Symbolic, in entries: [Symbolic.Entry]) -> Int? {
    for (index, entry) in entries.enumerated() where !hasFailed {
      let same = equal(entry.key, key)
      if same == Circuit.truth { return index }
      if same != Circuit.falsity {
        refuse("a map with keys that depend on the state")
        return nil
      }
    }
    return entries.count
  }

  /// Chooses between two lists, or nil. Positions of only one side need no choice.
  private mutating func selectList(
    _ condition: Wire, _ x: Symbolic, _ y: Symbolic
  ) -> Symbolic {
    switch y {
    case .nothing, .optional:
      let present = circuit.select(condition, isPresent(x), isPresent(y))
      return optional(present, selectContent(condition, x, y))
    default: break
    }
    let (count, elements) = list(x)
    let (otherCount, others) = list(y)
    return .list(
      count: circuit.select(condition, count, otherCount),
      (0..<max(elements.count, others.count)).map { index in
        guard index < elements.count else { return others[index] }
        guard index < others.count else { return elements[index] }
        return select(condition, elements[index], others[index])
      })
  }
}
