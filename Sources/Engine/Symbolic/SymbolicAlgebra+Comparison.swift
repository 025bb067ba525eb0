import Semantics

/// Equality, order and bounds of symbolic values.
///
/// All take time in the parts of the values, and for sets and maps in the pairs of elements. None of them faults: a
/// value that is missing in some state has an arbitrary result there, and the fault is reported elsewhere.
extension SymbolicAlgebra {
  /// Whether two values are equal. Absent elements make no difference, nor does the form, so a list equals a sequence
  /// with gaps.
  ///
  /// The result is a constant wire if the parts decide it for all states; callers use that to find an element without
  /// a choice.
  mutating func equal(_ x: Symbolic, _ y: Symbolic) -> Wire {
    circuit.countWork()
    switch (x, y) {
    case (.nothing, .nothing): return Circuit.truth
    case (.scalar(let x), .scalar(let y)): return circuit.equal(x, y)
    case (.enumeration(let tag, let payloads), .enumeration(let otherTag, let otherPayloads)):
      var result = circuit.equal(tag, otherTag)
      for index in 0..<min(payloads.count, otherPayloads.count)
      where !payloads[index].isEmpty && !otherPayloads[index].isEmpty {
        let isCase = circuit.equal(tag, circuit.constant(index))
        result = circuit.and(
          result, circuit.implies(isCase, equal(payloads[index], otherPayloads[index])))
      }
      return result
    case (.record(let x), .record(let y)), (.table(let x), .table(let y)): return equal(x, y)
    case (.set(let x), .set(let y)):
      if areSame(x, y) { return Circuit.truth }
      return circuit.and(isSubset(x, of: y), isSubset(y, of: x))
    case (.bag(let x), .bag(let y)):
      if areSame(x, y) { return Circuit.truth }
      return circuit.and(isSubbag(x, of: y), isSubbag(y, of: x))
    case (.map(let x), .map(let y)): return circuit.and(isSubmap(x, of: y), isSubmap(y, of: x))
    case (.list, .list), (.list, .sequence), (.sequence, .list), (.sequence, .sequence):
      return equalLists(list(x), list(y))
    case (.nothing, _), (_, .nothing), (.optional, _), (_, .optional):
      let (here, there) = (isPresent(x), isPresent(y))
      let both = circuit.and(here, there)
      let same = circuit.equal(here, there)
      if both == Circuit.falsity { return same }
      return circuit.and(same, circuit.implies(both, equal(x.unwrapped, y.unwrapped)))
    default:
      refuse("a comparison of values of different forms")
      return Circuit.falsity
    }
  }

  /// Part by part; both have the same parts.
  private mutating func equal(_ x: [Symbolic], _ y: [Symbolic]) -> Wire {
    var result = Circuit.truth
    for (first, second) in zip(x, y) { result = circuit.and(result, equal(first, second)) }
    return result
  }

  /// Compares the counts, and the elements up to the count. Elements beyond the shorter list need no comparison,
  /// because there the counts differ.
  private mutating func equalLists(
    _ x: (count: Wire, elements: [Symbolic]), _ y: (count: Wire, elements: [Symbolic])
  ) -> Wire {
    var result = circuit.equal(x.count, y.count)
    for index in 0..<min(x.elements.count, y.elements.count) {
      let isThere = circuit.less(circuit.constant(index), x.count)
      result = circuit.and(
        result, circuit.implies(isThere, equal(x.elements[index], y.elements[index])))
    }
    return result
  }

  /// Whether each present element is also among the others.
  mutating func isSubset(_ x: [Symbolic.Occurrence], of y: [Symbolic.Occurrence]) -> Wire {
    var result = Circuit.truth
    for element in x where !hasFailed {
      result = circuit.and(
        result, circuit.implies(element.isThere, contains(y, element.value)))
    }
    return result
  }

  /// Whether two collections have the same elements, position by position, in all states.
  private mutating func areSame(
    _ x: [Symbolic.Occurrence], _ y: [Symbolic.Occurrence]
  ) -> Bool {
    x.count == y.count
      && zip(x, y).allSatisfy {
        $0.isThere == $1.isThere && equal($0.value, $1.value) == Circuit.truth
      }
  }

  /// Whether each present element occurs at least as often among the others.
  private mutating func isSubbag(
    _ x: [Symbolic.Occurrence], of y: [Symbolic.Occurrence]
  ) -> Wire {
    var result = Circuit.truth
    for element in x where !hasFailed {
      func frequency(_ all: [Symbolic.Occurrence], _ algebra: inout Self) -> Wire {
        let alike = all.map { other in
          let same = algebra.equal(other.value, element.value)
          return algebra.circuit.and(other.isThere, same)
        }
        return algebra.count(alike)
      }
      let (here, there) = (frequency(x, &self), frequency(y, &self))
      let isCovered = circuit.lessOrEqual(here, there)
      result = circuit.and(result, circuit.implies(element.isThere, isCovered))
    }
    return result
  }

  /// Whether each present entry has an entry with the same key and value in the other.
  private mutating func isSubmap(_ x: [Symbolic.Entry], of y: [Symbolic.Entry]) -> Wire {
    var result = Circuit.truth
    for entry in x where !hasFailed {
      var found = Circuit.falsity
      for other in y {
        let same = equal(entry.key, other.key)
        if same == Circuit.falsity { continue }
        let agrees = circuit.and(other.isThere, equal(entry.value, other.value))
        found = circuit.or(found, circuit.and(same, agrees))
      }
      result = circuit.and(result, circuit.implies(entry.isThere, found))
    }
    return result
  }

  /// Whether a value is among the occurrences. One comparison for each; an absent occurrence is never equal.
  mutating func contains(_ occurrences: [Symbolic.Occurrence], _ value: Symbolic) -> Wire {
    var result = Circuit.falsity
    for occurrence in occurrences where !hasFailed {
      result = circuit.or(
        result, circuit.and(occurrence.isThere, equal(occurrence.value, value)))
    }
    return result
  }

  /// Whether `x` precedes `y` in the canonical order.
  ///
  /// The order of `Value`: nil first, cases as declared and then by payload, records part by part. Collections have
  /// no order that a spec can observe, and are rejected.
  mutating func less(_ x: Symbolic, _ y: Symbolic) -> Wire {
    switch (x, y) {
    case (.nothing, .nothing): return Circuit.falsity
    case (.scalar(let x), .scalar(let y)): return circuit.less(x, y)
    case (.enumeration(let tag, let payloads), .enumeration(let otherTag, let otherPayloads)):
      var result = circuit.less(tag, otherTag)
      for index in 0..<min(payloads.count, otherPayloads.count)
      where !payloads[index].isEmpty && !otherPayloads[index].isEmpty {
        let number = circuit.constant(index)
        let both = circuit.and(circuit.equal(tag, number), circuit.equal(otherTag, number))
        result = circuit.or(
          result, circuit.and(both, precedes(payloads[index], otherPayloads[index])))
      }
      return result
    case (.record(let x), .record(let y)), (.table(let x), .table(let y)): return precedes(x, y)
    case (.nothing, _), (_, .nothing), (.optional, _), (_, .optional):
      let (here, there) = (isPresent(x), isPresent(y))
      let nilFirst = circuit.and(circuit.not(here), there)
      let both = circuit.and(here, there)
      if both == Circuit.falsity { return nilFirst }
      return circuit.or(nilFirst, circuit.and(both, less(x.unwrapped, y.unwrapped)))
    default:
      refuse("an order of collections")
      return Circuit.falsity
    }
  }

  /// Lexicographic order, computed from the last part to the first: the result so far counts where the earlier parts
  /// are equal.
  private mutating func precedes(_ x: [Symbolic], _ y: [Symbolic]) -> Wire {
    var result = Circuit.falsity
    for (first, second) in zip(x, y).reversed() {
      let same = circuit.and(equal(first, second), result)
      result = circuit.or(less(first, second), same)
    }
    return result
  }

  /// Whether a value is within the bounds of a type.
  ///
  /// True for nil with every type: only the content of an optional is checked. Numbers in absent parts and in other
  /// cases are not checked.
  mutating func fits(_ value: Symbolic, _ type: Type) -> Wire {
    switch (type, value) {
    case (_, .nothing): return Circuit.truth
    case (.optional(let inner), _):
      return circuit.implies(isPresent(value), fits(value.unwrapped, inner))
    case (.range(let lower, let upper), .scalar(let wire)):
      return circuit.and(
        circuit.lessOrEqual(circuit.constant(lower), wire),
        circuit.lessOrEqual(wire, circuit.constant(upper)))
    case (.timer(let maximum), .scalar(let wire)):
      return circuit.lessOrEqual(wire, circuit.constant(maximum))
    case (.enumeration(let owner), .enumeration(let tag, let payloads)):
      var result = Circuit.truth
      for (index, payload) in payloads.enumerated() where !payload.isEmpty {
        let isCase = circuit.equal(tag, circuit.constant(index))
        let fields = fits(payload, owner.cases[index].fields.map(\.type))
        result = circuit.and(result, circuit.implies(isCase, fields))
      }
      return result
    case (.structure(let owner), .record(let values)):
      return fits(values, owner.fields.map(\.type))
    case (.set(let element, let maximum), .set(let occurrences)),
      (.bag(let element, let maximum), .bag(let occurrences)):
      let fitting = fits(occurrences, element)
      guard let maximum, occurrences.count > maximum else { return fitting }
      let count = count(occurrences.map(\.isThere))
      return circuit.and(circuit.lessOrEqual(count, circuit.constant(maximum)), fitting)
    case (.list(let element, let maximum), .list), (.list(let element, let maximum), .sequence):
      let (count, _) = list(value)
      let fitting = fits(occurrences(value), element)
      guard let maximum else { return fitting }
      return circuit.and(circuit.lessOrEqual(count, circuit.constant(maximum)), fitting)
    case (.map(let key, let content), .map(let entries)):
      var result = Circuit.truth
      for entry in entries {
        let inside = circuit.and(fits(entry.key, key), fits(entry.value, content))
        result = circuit.and(result, circuit.implies(entry.isThere, inside))
      }
      return result
    case (.table(_, let content), .table(let values)):
      return fits(values, Array(repeating: content, count: values.count))
    default: return Circuit.truth
    }
  }

  /// Part by part, each in its type.
  private mutating func fits(_ values: [Symbolic], _ types: [Type]) -> Wire {
    var result = Circuit.truth
    for (value, type) in zip(values, types) { result = circuit.and(result, fits(value, type)) }
    return result
  }

  /// Whether all present elements fit one type.
  private mutating func fits(_ occurrences: [Symbolic.Occurrence], _ type: Type) -> Wire {
    var result = Circuit.truth
    for occurrence in occurrences where !hasFailed {
      result = circuit.and(
        result, circuit.implies(occurrence.isThere, fits(occurrence.value, type)))
    }
    return result
  }
}
