import Platform

/// Estimates the number of different states, in constant memory of 16 kB.
///
/// A HyperLogLog (Flajolet, Fusy, Gandouet, Meunier, 2007) over 64-bit hashes, with linear counting for few states: a
/// standard error of 0.8 %. Sketches can be merged without loss, in any order. Equal states have equal hashes in all
/// sketches, so a state of two walks counts once after merging.
package struct StateSketch: Sendable, Equatable {
  package static let indexBits: UInt64 = 14
  package static let count = 1 << indexBits

  /// For each class of hashes, the largest rank seen: the position of the first set bit.
  package private(set) var ranks: [UInt8]

  package init() { ranks = Array(repeating: 0, count: Self.count) }

  /// - Parameter ranks: `count` of them, each 0 for an empty class, or 1 to 51.
  package init(ranks: [UInt8]) { self.ranks = ranks }

  /// Makes a sketch from its bytes; nil if their number is wrong. Reports of parts may come from anywhere.
  package init?(bytes: Data) {
    guard bytes.count == Self.count, bytes.allSatisfy({ $0 <= 64 - Self.indexBits + 1 }) else {
      return nil
    }
    ranks = Array(bytes)
  }

  package var bytes: Data { Data(ranks) }

  /// Merges another sketch.
  package mutating func merge(_ other: StateSketch) {
    for index in ranks.indices { ranks[index] = max(ranks[index], other.ranks[index]) }
  }

  package mutating func merge(_ other: UnsafePointer<UInt8>) {
    for index in ranks.indices { ranks[index] = max(ranks[index], other[index]) }
  }

  /// The estimated number of different states.
  package var estimate: Int {
    var histogram = Array(repeating: 0, count: 65)
    for rank in ranks { histogram[Int(rank)] += 1 }
    // The order of the sum is fixed, so that it is the same on every machine.
    var sum = 0.0
    for (rank, count) in histogram.enumerated().reversed() {
      sum += Double(count) * Double(sign: .plus, exponent: -rank, significand: 1)
    }
    let size = Double(Self.count)
    let raw = 0.7213 / (1 + 1.079 / size) * size * size / sum
    let empty = Double(histogram[0])
    if raw <= 2.5 * size, empty > 0 { return Int((size * log(size / empty)).rounded()) }
    return Int(min(raw, 0x1p62).rounded())
  }
}
