/// The pairs of positions to compare, in order, to sort that many elements.
enum SortingNetwork {
  /// A network by merge exchange (Batcher, 1968; Knuth, The Art of Computer Programming, volume 3, algorithm 5.2.2M).
  static func mergeExchange(_ count: Int) -> [(Int, Int)] {
    var pairs: [(Int, Int)] = []
    var top = 1
    while top * 2 < count { top *= 2 }
    var part = top
    while part > 0, count > 1 {
      var (step, rest, distance) = (top, 0, part)
      while true {
        for place in 0..<max(0, count - distance) where place & part == rest {
          pairs.append((place, place + distance))
        }
        if step == part { break }
        (distance, step, rest) = (step - part, step / 2, part)
      }
      part /= 2
    }
    return pairs
  }
}

extension SymbolicAlgebra {
  /// The maximum number of sorted elements.
  private static let maximumSorted = 64

  /// Sorts the elements of a set or bag in ascending order. Absent elements may be anywhere if that needs no gates,
  /// otherwise they are last.
  mutating func inOrder(_ elements: [Symbolic.Occurrence]) -> [Symbolic.Occurrence] {
    var elements = elements.filter { $0.isThere != Circuit.falsity }
    if let sorted = sortedConstants(elements) { return sorted }
    guard elements.count <= Self.maximumSorted else {
      refuse("a choice among \(elements.count) possible elements")
      return elements
    }
    for (place, other) in SortingNetwork.mergeExchange(elements.count) where !hasFailed {
      let (first, second) = (elements[place], elements[other])
      let isLess = less(second.value, first.value)
      let onlySecond = circuit.and(second.isThere, circuit.not(first.isThere))
      let both = circuit.and(first.isThere, second.isThere)
      let swaps = circuit.or(onlySecond, circuit.and(both, isLess))
      if swaps == Circuit.falsity { continue }
      elements[place] = .init(
        isThere: circuit.select(swaps, second.isThere, first.isThere),
        value: select(swaps, second.value, first.value))
      elements[other] = .init(
        isThere: circuit.select(swaps, first.isThere, second.isThere),
        value: select(swaps, first.value, second.value))
    }
    return elements
  }

  /// The same for constant elements; nil for others.
  private mutating func sortedConstants(
    _ elements: [Symbolic.Occurrence]
  ) -> [Symbolic.Occurrence]? {
    guard elements.allSatisfy({ isConstant($0.value) }) else { return nil }
    return elements.sorted { less($0.value, $1.value) == Circuit.truth }
  }
}
