import Semantics

/// Counts distinct keys: exactly while they are few, and by a sketch beyond that.
///
/// The estimate depends only on the set of keys, not on their order or the threads.
struct DistinctCounter: Sendable {
  /// The number of keys up to which the count is exact.
  private static let exactLimit = 1 << 16
  /// The standard error of a sketch.
  private static let error = 1.04 / Double(StateSketch.count).squareRoot()

  /// The keys, in slots probed one after the other; nil once there are too many. A zero is a free slot.
  private var slots: [UInt64]?
  private var count = 0
  private var hasZero = false
  /// The ranks of a sketch; empty while there are few keys.
  private var ranks: [UInt8] = []

  init() { slots = Array(repeating: 0, count: 64) }

  /// - Parameter key: must have pseudorandom bits.
  @inline(__always)
  mutating func add(_ key: UInt64) {
    if slots == nil { note(key) } else { insert(key) }
  }

  private mutating func insert(_ key: UInt64) {
    if key == 0 {
      hasZero = true
      return
    }
    guard let mask = slots.map({ $0.count - 1 }) else { return }
    var slot = Int(truncatingIfNeeded: key) & mask
    while let seen = slots?[slot], seen != 0 {
      if seen == key { return }
      slot = (slot + 1) & mask
    }
    slots?[slot] = key
    count += 1
    if count > Self.exactLimit { return estimate() }
    if count * 2 > mask { grow() }
  }

  private mutating func grow() {
    let old = slots ?? []
    slots = Array(repeating: 0, count: old.count * 2)
    count = 0
    for key in old where key != 0 { insert(key) }
  }

  /// Goes over to a sketch.
  private mutating func estimate() {
    let keys = slots ?? []
    slots = nil
    ranks = StateSketch().ranks
    for key in keys where key != 0 { note(key) }
    if hasZero { note(0) }
  }

  @inline(__always)
  private mutating func note(_ key: UInt64) {
    ranks.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { StateSketch.add(key, to: base) }
    }
  }

  /// Adds all keys of another counter.
  mutating func add(_ other: DistinctCounter) {
    if other.slots == nil {
      if slots != nil { estimate() }
      for index in ranks.indices { ranks[index] = max(ranks[index], other.ranks[index]) }
      return
    }
    for key in other.slots ?? [] where key != 0 { add(key) }
    if other.hasZero { add(0) }
  }

  var result: SizeExplanation.Count {
    if slots != nil { return SizeExplanation.Count(count + (hasZero ? 1 : 0)) }
    return SizeExplanation.Count(StateSketch(ranks: ranks).estimate, error: Self.error)
  }
}
