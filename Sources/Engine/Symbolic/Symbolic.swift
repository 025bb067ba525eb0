import SpecLanguage

/// A value whose parts are wires of a circuit: what a `Value` may be, for all states at once.
///
/// Like a `Value` it does not tell an optional that is there from the value inside; `optional` is
/// there where that depends on the state.
indirect enum Symbolic {
  typealias Wire = Circuit.Wire

  /// nil
  case nothing
  /// A truth value, number, symmetric name or timer.
  case scalar(Wire)
  /// What each case carries; empty where a case carries nothing or is not the one.
  case enumeration(tag: Wire, payloads: [[Symbolic]])
  case record([Symbolic])
  case optional(present: Wire, Symbolic)
  /// Different elements, each there or not.
  case set([Occurrence])
  /// Entries under different keys.
  case map([Entry])
  /// The values of all keys, in the order of the key type.
  case table([Symbolic])
  /// The elements up to `count` are there.
  case list(count: Wire, [Symbolic])
  /// What can be run over, in order.
  case sequence([Occurrence])

  struct Occurrence {
    var isThere: Wire
    var value: Symbolic
    /// The key, where the collection has keys.
    var key: Symbolic?
  }

  struct Entry {
    var isThere: Wire
    var key: Symbolic
    var value: Symbolic
  }
}

extension Symbolic {
  /// The wire of a scalar, or the tag of an enum's value.
  var wire: Wire {
    switch self {
    case .scalar(let wire), .enumeration(let wire, _): wire
    case .optional(_, let inner): inner.wire
    default: Circuit.falsity
    }
  }

  static var no: Symbolic { .scalar(Circuit.falsity) }

  /// What is inside of an optional that is there.
  var unwrapped: Symbolic { if case .optional(_, let inner) = self { inner } else { self } }
}

/// Building symbolic values needs the circuit; what it cannot express sets `unsupported`.
struct SymbolicAlgebra {
  typealias Wire = Circuit.Wire

  var circuit: Circuit
  /// Why what was built is of no use; the first reason counts.
  var unsupported: String?

  mutating func refuse(_ reason: String) { if unsupported == nil { unsupported = reason } }

  /// Whether there is no point in going on.
  var hasFailed: Bool { unsupported != nil || circuit.isFull }

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

  /// Whether there is a value: it is not nil.
  func isPresent(_ value: Symbolic) -> Wire {
    switch value {
    case .nothing: Circuit.falsity
    case .optional(let present, _): present
    default: Circuit.truth
    }
  }

  /// An optional of what may be an optional itself.
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

  private mutating func selectContent(
    _ condition: Wire, _ x: Symbolic, _ y: Symbolic
  ) -> Symbolic {
    if case .nothing = x { return y.unwrapped }
    if case .nothing = y { return x.unwrapped }
    return select(condition, x.unwrapped, y.unwrapped)
  }

  mutating func select(_ condition: Wire, _ x: [Symbolic], _ y: [Symbolic]) -> [Symbolic] {
    zip(x, y).map { select(condition, $0, $1) }
  }

  private mutating func selectSet(
    _ condition: Wire, _ x: [Symbolic.Occurrence], _ y: [Symbolic.Occurrence]
  ) -> [Symbolic.Occurrence] {
    if x.count == y.count, zip(x, y).allSatisfy({ equal($0.value, $1.value) == Circuit.truth }) {
      return zip(x, y).map {
        .init(isThere: circuit.select(condition, $0.isThere, $1.isThere), value: $0.value)
      }
    }
    let other = circuit.not(condition)
    return distinct(
      x.map { .init(isThere: circuit.and(condition, $0.isThere), value: $0.value) }
        + y.map { .init(isThere: circuit.and(other, $0.isThere), value: $0.value) })
  }

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
        entries.append(.init(isThere: isThere, key: entry.key, value: entry.value))
      }
    }
    return .map(entries)
  }

  /// Where a key is among those of the entries, their count if it is new; nil if that depends on the
  /// state.
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
