import Semantics

/// Collections: occurrences, lists and sets.
///
/// The cost is the number of gates: comparing all pairs of elements takes a gate or more for each pair. Where that
/// could explode, the algebra fails, and the reference evaluator runs the event or property.
extension SymbolicAlgebra {
  /// The elements of a collection, in order: for a map its values with their keys, for a table its values without
  /// keys, which only the type knows.
  mutating func occurrences(_ value: Symbolic) -> [Symbolic.Occurrence] {
    switch value {
    case .set(let elements), .bag(let elements), .sequence(let elements): return elements
    case .map(let entries):
      return entries.map { .init(isThere: $0.isThere, value: $0.value, key: $0.key) }
    case .table(let values), .record(let values):
      return values.map { .init(isThere: Circuit.truth, value: $0) }
    case .list(let count, let elements):
      return elements.enumerated().map { index, element in
        .init(isThere: circuit.less(circuit.constant(index), count), value: element)
      }
    case .optional(let present, let inner):
      return occurrences(inner).map {
        .init(isThere: circuit.and(present, $0.isThere), value: $0.value, key: $0.key)
      }
    default: return []
    }
  }

  /// The elements of a table, with their keys. For other values, the same as without a type.
  mutating func occurrences(_ value: Symbolic, of type: Type) -> [Symbolic.Occurrence] {
    guard case .table(let key, _) = type, case .table(let values) = value else {
      return occurrences(value)
    }
    return zip(key.allValues, values).map {
      .init(isThere: Circuit.truth, value: $1, key: constant($0))
    }
  }

  /// The number of true wires.
  mutating func count(_ wires: [Wire]) -> Wire {
    wires.reduce(Circuit.falsity) { circuit.add($0, $1) }
  }

  /// The number of present elements; an absent collection has none.
  mutating func count(_ value: Symbolic) -> Wire {
    if case .list(let count, _) = value { return count }
    return count(occurrences(value).map(\.isThere))
  }

  /// Closes the gaps of a list or sequence: in each state, the first `count` elements are the present ones, in order.
  /// Other values give an empty list.
  mutating func list(_ value: Symbolic) -> (count: Wire, elements: [Symbolic]) {
    switch value {
    case .list(let count, let elements): return (count, elements)
    case .sequence(let occurrences): return compacted(occurrences)
    default: return (Circuit.falsity, [])
    }
  }

  /// Closes the gaps between present elements.
  ///
  /// Position `i` is a chain of choices among the elements from `i` on: the number of present elements before an
  /// element is its position. That is about n² / 2 choices for n elements, so 128 and more are rejected.
  private mutating func compacted(
    _ occurrences: [Symbolic.Occurrence]
  ) -> (count: Wire, elements: [Symbolic]) {
    let occurrences = occurrences.filter { $0.isThere != Circuit.falsity }
    var places: [Wire] = []
    var count = Circuit.falsity
    for occurrence in occurrences {
      places.append(count)
      count = circuit.add(count, occurrence.isThere)
    }
    guard occurrences.count * occurrences.count < 1 << 14 else {
      refuse("a list of \(occurrences.count) possible elements")
      return (count, [])
    }
    var elements: [Symbolic] = []
    for index in 0..<min(occurrences.count, circuit.upper[Int(count)]) {
      let number = circuit.constant(index)
      var element = occurrences[occurrences.count - 1].value
      for source in (index..<occurrences.count - 1).reversed() {
        let isIt = circuit.and(
          occurrences[source].isThere, circuit.equal(places[source], number))
        element = select(isIt, occurrences[source].value, element)
      }
      elements.append(element)
    }
    return (count, elements)
  }

  /// The occurrences as different elements of a set.
  ///
  /// If elements are equal in some states, the first present one stays. Elements that are equal in all states become
  /// one. This takes a comparison for each pair. The order is that of first occurrence, not the canonical one.
  mutating func distinct(_ occurrences: [Symbolic.Occurrence]) -> [Symbolic.Occurrence] {
    var result: [Symbolic.Occurrence] = []
    next: for occurrence in occurrences where occurrence.isThere != Circuit.falsity {
      var isNew = occurrence.isThere
      for index in result.indices {
        let same = equal(result[index].value, occurrence.value)
        if same == Circuit.falsity { continue }
        if same == Circuit.truth {
          result[index].isThere = circuit.or(result[index].isThere, isNew)
          continue next
        }
        isNew = circuit.and(isNew, circuit.not(circuit.and(same, result[index].isThere)))
      }
      result.append(.init(isThere: isNew, value: occurrence.value))
      if hasFailed { return result }
    }
    return result
  }

  /// The elements of a set with one inserted where it is missing.
  mutating func inserting(
    _ value: Symbolic, into elements: [Symbolic.Occurrence]
  ) -> [Symbolic.Occurrence] {
    var result = elements
    var isNew = Circuit.truth
    for (index, element) in elements.enumerated() where !hasFailed {
      let same = equal(element.value, value)
      if same == Circuit.truth {
        result[index].isThere = circuit.or(element.isThere, isNew)
        return result
      }
      isNew = circuit.and(isNew, circuit.not(circuit.and(same, element.isThere)))
    }
    return result + [.init(isThere: isNew, value: value)]
  }

  /// The elements in the maximum number of positions: present ones first, in order.
  mutating func members(
    _ elements: [Symbolic.Occurrence], atMost maximum: Int
  ) -> [Symbolic.Occurrence] {
    guard elements.count > maximum else { return elements }
    let (count, values) = compacted(elements)
    return values.prefix(maximum).enumerated().map { index, value in
      .init(isThere: circuit.less(circuit.constant(index), count), value: value)
    }
  }

  /// Converts a collection to the form of a place of its type: one wire for each element, or one position for each
  /// member.
  mutating func normalized(_ value: Symbolic, as type: Type) -> Symbolic {
    switch (type, value) {
    case (.set(let element, nil), .set(let elements)): normalized(elements, over: element)
    case (.set(_, let maximum?), .set(let elements)): .set(members(elements, atMost: maximum))
    case (.bag(_, let maximum?), .bag(let elements)): .bag(members(elements, atMost: maximum))
    default: value
    }
  }

  /// Converts a set to the form of a place of a finite type: one wire for each element.
  ///
  /// Constant elements are already in that form, or nearly so: one wire for each. Without this, every insertion of an
  /// element that depends on the state would lengthen the set by one.
  private mutating func normalized(
    _ elements: [Symbolic.Occurrence], over type: Type
  ) -> Symbolic {
    guard elements.contains(where: { !isConstant($0.value) }) else { return .set(elements) }
    guard type.cardinality <= .exactly(1 << 12) else {
      refuse("a set over \(type) whose elements depend on the state")
      return .set(elements)
    }
    return .set(
      type.allValues.map { value in
        if hasFailed { return .init(isThere: Circuit.falsity, value: .nothing) }
        let value = constant(value)
        return .init(isThere: contains(elements, value), value: value)
      })
  }

  /// Completes a value: every map gets an entry for every key of its type, as in variables, and collections stored by
  /// members have at most the allowed number.
  ///
  /// Entries are in the order of the keys, so a choice between two such maps works entry by entry. Maps with very
  /// many keys are unchanged.
  mutating func completed(_ value: Symbolic, _ type: Type) -> Symbolic {
    switch (type, value) {
    case (.optional(let inner), .optional(let present, let content)):
      return .optional(present: present, completed(content, inner))
    case (.optional(let inner), _): return completed(value, inner)
    case (.structure(let owner), .record(let values)):
      return .record(zip(values, owner.fields).map { completed($0, $1.type) })
    case (.enumeration(let owner), .enumeration(let tag, let payloads)):
      return .enumeration(
        tag: tag,
        payloads: payloads.enumerated().map { index, payload in
          zip(payload, owner.cases[index].fields).map { completed($0, $1.type) }
        })
    case (.table(_, let content), .table(let values)):
      return .table(values.map { completed($0, content) })
    case (.list(let element, _), .list(let count, let values)):
      return .list(count: count, values.map { completed($0, element) })
    case (.set(_, _?), _), (.bag, _): return normalized(value, as: type)
    case (.map(let key, let content), .map(let entries)):
      guard key.cardinality <= .exactly(1 << 12) else { return value }
      return .map(
        key.allValues.map { key in
          let key = constant(key)
          guard let place = place(of: key, in: entries), place < entries.count else {
            return .init(isThere: Circuit.falsity, key: key, value: .nothing)
          }
          let known = entries[place].value
          return .init(
            isThere: entries[place].isThere, key: key, value: completed(known, content))
        })
    default: return value
    }
  }

  /// Whether a value is the same in all states.
  ///
  /// It inspects the form only: a value that is constant by coincidence may not be recognized.
  func isConstant(_ value: Symbolic) -> Bool {
    switch value {
    case .nothing: true
    case .scalar(let wire): circuit.value(wire) != nil
    case .enumeration(let tag, let payloads):
      circuit.value(tag) != nil && payloads.allSatisfy { $0.allSatisfy(isConstant) }
    case .record(let values), .table(let values): values.allSatisfy(isConstant)
    case .optional: false
    case .set(let elements), .bag(let elements), .sequence(let elements):
      elements.allSatisfy { $0.isThere == Circuit.truth && isConstant($0.value) }
    case .map(let entries):
      entries.allSatisfy { $0.isThere == Circuit.truth && isConstant($0.value) }
    case .list(let count, let elements):
      circuit.value(count) != nil && elements.allSatisfy(isConstant)
    }
  }
}
