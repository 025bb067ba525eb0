/// Weighs the states that a stopped search did not follow.
extension SearchRun {
  /// A frontier of more states is not weighed.
  private static let maximumWeighed = 1 << 20

  /// Counts the states represented by the unexpanded ones; nil if they are too many.
  ///
  /// The sum counts only if exactly those were weighed.
  ///
  /// - Parameter unexpanded: the unexpanded places of the current level.
  func weight(ofFrontier unexpanded: [Range<Int>]) throws(ScratchFailure) -> Int? {
    let counts = space.counts
    let frontier = store.count - counts.expanded
    guard space.symmetry?.permutationCount != nil, disk == nil, frontier <= Self.maximumWeighed
    else { return nil }
    var places = unexpanded.map { (level, $0) }
    if level + 1 < store.levelCount { places.append((level + 1, 0..<store.count(of: level + 1))) }
    guard places.reduce(0, { $0 + $1.1.count }) == frontier else { return nil }
    var sum = 0
    for (level, range) in places {
      let isWeighed = try store.forEachPortion(of: level, in: range) { portion, _ in
        let phase = store.phase(portion, cursor: portion.lowerBound)
        guard let weight = space.workers[0].weight(of: portion, phase) else { return false }
        sum = sum.addingClamped(weight)
        return true
      }
      if !isWeighed { return nil }
    }
    return sum
  }
}
