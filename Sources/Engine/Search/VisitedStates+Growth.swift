/// Room for more states, within the memory that there is.
extension VisitedStates {
  /// The number of keys at which the table has to grow, if it can.
  var growthCount: Int {
    let load = isLastGrowth ? Self.fullLoad : Self.growthLoad
    return Int(Double(table.capacity) * load)
  }

  /// Makes the table larger; false if there is no memory for that.
  mutating func grow(within available: Int, on pool: WorkerPool) -> Bool {
    if isLastGrowth { return false }
    let capacity = table.capacity
    // Small tables double; large ones must not waste much memory.
    var wanted = capacity < 1 << 20 ? capacity * 2 : capacity / 5 * 7
    let slot = MemoryLayout<UInt64>.stride
    let rest = available - codec.byteCount
    // A slot, a place in the order, and a byte for its mark during the search for traces.
    func bytesPerHome(load: Double) -> Double { Double(slot) * (1 + load) + 1 }
    if Double(wanted) * bytesPerHome(load: Self.growthLoad) > Double(rest) {
      wanted = Int(Double(rest) / bytesPerHome(load: Self.fullLoad))
      isLastGrowth = true
      if wanted <= capacity { return count < growthCount }
    }
    return move(to: wanted, on: pool) || count < growthCount
  }

  /// Makes the table of `keyCount` keys larger, alone up to that many bytes; false if it cannot.
  mutating func growTable(to bytes: Int, keyCount: Int, on pool: WorkerPool) -> Bool {
    if isLastGrowth { return false }
    let capacity = table.capacity
    let most = bytes / MemoryLayout<UInt64>.stride
    var wanted = capacity < 1 << 20 ? capacity * 2 : capacity / 5 * 7
    if wanted > most {
      wanted = most
      isLastGrowth = true
      if wanted <= capacity { return keyCount < growthCount }
    }
    return move(to: wanted, on: pool) || keyCount < growthCount
  }

  private mutating func move(to capacity: Int, on pool: WorkerPool) -> Bool {
    guard let growth = table.beginGrowth(to: capacity) else {
      isLastGrowth = true
      return false
    }
    growth.move(on: pool)
    table.endGrowth(growth)
    return true
  }

  /// Makes room for more parts of states; false if there is no memory for that.
  mutating func growParts(within available: Int, on pool: WorkerPool) -> Bool {
    let others = table.byteCount + table.capacity + count * MemoryLayout<UInt64>.stride
    return growParts(to: available - others, on: pool)
  }

  /// Makes room for more parts of states, within that many bytes; false if there is no memory for that.
  mutating func growParts(to bytes: Int, on pool: WorkerPool) -> Bool {
    let capacity = codec.words.capacity
    let wanted = capacity < 1 << 20 ? capacity * 2 : capacity / 2 * 3
    guard !codec.words.isExhausted, codec.words.byteCount(capacity: wanted) <= bytes,
      let growth = codec.words.beginGrowth(to: wanted)
    else { return false }
    growth.move(on: pool)
    codec.words.endGrowth(growth)
    return true
  }
}
