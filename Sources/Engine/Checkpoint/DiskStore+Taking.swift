/// The transfer of a checkpoint's states to the disk.
extension DiskStore {
  /// Takes states of the next level to fill; false if there is no memory for their fingerprints.
  ///
  /// - Parameter isOfNextLevel: whether they are from the level after the expanded one, as far as it is known.
  func take(
    _ words: UnsafePointer<UInt64>, count: Int, isOfNextLevel: Bool
  ) throws(ScratchFailure) -> Bool {
    let wordCount = levels.wordCount
    (space.visited.order.base + space.visited.count * wordCount).update(
      from: words, count: count * wordCount)
    space.visited.close(holes: [], end: space.visited.count + count)
    if !isExact {
      for place in 0..<count where !remember(words + place * wordCount) { return false }
    }
    if space.visited.count >= budget.segmentPlaces { try writeTaken(isOfNextLevel) }
    return true
  }

  /// Ends a level of the checkpoint.
  ///
  /// - Parameters:
  ///   - isOfNextLevel: as for `take`; that level continues.
  ///   - isLast: whether the level is the expanded one.
  func endTaking(isOfNextLevel: Bool, isLast: Bool) throws(ScratchFailure) {
    try writeTaken(isOfNextLevel)
    if isOfNextLevel { return }
    levels.endKept()
    if isLast { try levels.endKeeping() }
  }

  private func remember(_ words: UnsafePointer<UInt64>) -> Bool {
    if memory.keyCount >= space.visited.growthCount,
      !space.visited.growTable(to: budget.tableBytes, keyCount: memory.keyCount, on: space.pool)
    {
      return false
    }
    guard space.visited.table.view.insert(space.visited.codec.view.fingerprint(of: words)) != .full
    else { return false }
    memory.keyCount += 1
    return true
  }

  private func writeTaken(_ isOfNextLevel: Bool) throws(ScratchFailure) {
    if isOfNextLevel { return try write() }
    let base = space.visited.order.base
    try levels.keep(base, count: space.visited.count)
    if isExact {
      for places in sortedParts() {
        try levels.keep(sorted: base + places.lowerBound * levels.wordCount, count: places.count)
      }
    }
    space.visited.removeOrder()
  }
}
