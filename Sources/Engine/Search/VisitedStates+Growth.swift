/// Room for more states, within the memory that there is.
extension VisitedStates {
  /// The table has to grow, if it can, when it has more keys than this.
  var growthCount: Int {
    let load = isLastGrowth ? Self.fullLoad : Self.growthLoad
    return Int(Double(table.capacity) * load)
  }

  /// Makes the table larger; false if there is no memory for that.
  mutating func grow(within available: Int, on pool: WorkerPool) -> Bool {
    if isLastGrowth { return false }
    let capacity = table.capacity
    // Small tables double; of large ones little may lie idle.
    var wanted = capacity < 1 << 20 ? capacity * 2 : capacity / 5 * 7
    let slot = MemoryLayout<UInt64>.stride
    let rest = available - codec.byteCount
    let perHome = Double(slot) * (1 + Self.growthLoad)
    if Double(wanted) * perHome > Double(rest) {
      wanted = Int(Double(rest) / (Double(slot) * (1 + Self.fullLoad)))
      isLastGrowth = true
      if wanted <= capacity { return count < growthCount }
    }
    guard let growth = table.beginGrowth(to: wanted) else {
      isLastGrowth = true
      return count < growthCount
    }
    let parts = wanted < 1 << 18 ? 1 : pool.count
    pool.run(threads: parts) { growth.move(part: $0, of: parts) }
    table.endGrowth(growth)
    return true
  }

  /// Makes room for more parts of states; false if there is no memory for that.
  mutating func growParts(within available: Int, on pool: WorkerPool) -> Bool {
    let capacity = codec.words.capacity
    let wanted = capacity < 1 << 20 ? capacity * 2 : capacity / 2 * 3
    let others = table.byteCount + count * MemoryLayout<UInt64>.stride
    guard !codec.words.isExhausted,
      codec.words.byteCount(capacity: wanted) <= available - others,
      let growth = codec.words.beginGrowth(to: wanted)
    else { return false }
    let parts = wanted < 1 << 18 ? 1 : pool.count
    pool.run(threads: parts) { growth.move(part: $0, of: parts) }
    codec.words.endGrowth(growth)
    return true
  }
}
