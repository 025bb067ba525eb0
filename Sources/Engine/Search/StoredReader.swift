/// The states that a search has stored in memory, by their places in the order. Threads may read them once they no
/// longer change.
struct StoredReader: @unchecked Sendable {
  private let keys: UnsafeMutablePointer<UInt64>
  private let codec: StateCodec.View
  let wordCount: Int

  init(_ space: StateSpace) {
    keys = space.visited.order.base
    codec = space.visited.codec.view
    wordCount = space.plan.wordCount
  }

  /// Writes the words of a state.
  func read(_ place: Int, into words: UnsafeMutablePointer<UInt64>) {
    codec.decode(keys[place], words: words)
  }

  /// Writes the words of several states, one state after the other.
  func read(_ places: Range<Int>, into words: UnsafeMutablePointer<UInt64>) {
    for (number, place) in places.enumerated() { read(place, into: words + number * wordCount) }
  }

  /// The words of several states, one state after the other.
  func words(of places: Range<Int>) -> [UInt64] {
    Array(unsafeUninitializedCapacity: places.count * wordCount) { buffer, count in
      if let base = buffer.baseAddress { read(places, into: base) }
      count = places.count * wordCount
    }
  }
}
