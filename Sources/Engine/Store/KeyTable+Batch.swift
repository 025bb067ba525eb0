extension KeyTable {
  /// The result of inserting a batch of keys.
  ///
  /// The two lists are in memory of the caller. `added` is in the order of insertion, which differs from that of the
  /// positions if some keys were postponed.
  struct BatchInsertion {
    /// The number of added keys, whose positions are the first of `added`.
    var addedCount: Int
    /// The number of keys without room, whose positions are the first of `homes`; mostly zero.
    var fullCount: Int
  }
}

extension KeyTable.View {
  /// The most keys of one batch.
  static let maximumBatch = 1 << positionBits
  private static let positionBits = 16

  /// Adds those of `count` keys that are missing, and returns their positions.
  ///
  /// `homes` are the prefetched homes of the keys; they are overwritten. For keys whose line is full (one in seven at
  /// a load of 0.8), the next line is prefetched. They are postponed until the others are done, so that none waits
  /// for memory. Each of `keys`, `homes` and `added` has room for `count` elements. If keys are equal, one of them is
  /// added.
  @inline(__always)
  func insert(
    _ keys: UnsafePointer<UInt64>, homes: UnsafeMutablePointer<Int>, count: Int,
    added: UnsafeMutablePointer<Int32>
  ) -> KeyTable.BatchInsertion {
    assert(count <= Self.maximumBatch)
    var addedCount = 0
    var deferred = 0
    for position in 0..<count {
      assert(homes[position] == home(of: keys[position]))
      switch insertInLine(keys[position], from: homes[position]) {
      case .known: continue
      case .new:
        added[addedCount] = Int32(truncatingIfNeeded: position)
        addedCount &+= 1
      case .full:
        let next = homes[position] &+ Self.lineLength
        prefetch(next)
        homes[deferred] = next << Self.positionBits | position
        deferred &+= 1
      }
    }
    let fullCount =
      deferred == 0
      ? 0 : insertDeferred(keys, homes, deferred, added: added, addedCount: &addedCount)
    return KeyTable.BatchInsertion(addedCount: addedCount, fullCount: fullCount)
  }

  /// Adds the postponed keys, whose slots and positions are packed in `homes`; returns the number without room.
  @inline(never)
  private func insertDeferred(
    _ keys: UnsafePointer<UInt64>, _ homes: UnsafeMutablePointer<Int>, _ count: Int,
    added: UnsafeMutablePointer<Int32>, addedCount: inout Int
  ) -> Int {
    var fullCount = 0
    for index in 0..<count {
      let position = homes[index] & (Self.maximumBatch - 1)
      var slot = homes[index] >> Self.positionBits
      var insertion = KeyTable.Insertion.full
      while insertion == .full && slot < slotCount {
        insertion = insertInLine(keys[position], from: slot)
        slot += Self.lineLength
      }
      switch insertion {
      case .known: continue
      case .new:
        added[addedCount] = Int32(truncatingIfNeeded: position)
        addedCount &+= 1
      case .full:
        homes[fullCount] = position
        fullCount &+= 1
      }
    }
    return fullCount
  }
}
