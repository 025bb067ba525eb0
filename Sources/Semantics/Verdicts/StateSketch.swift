import Platform

/// About how many different states were seen, in 16 kB however many there are.
///
/// A HyperLogLog (Flajolet, Fusy, Gandouet, Meunier, 2007) over 64-bit hashes, with linear counting
/// for few states: a standard error of 0.8 %. Sketches join without loss, in any order. Equal
/// states have equal hashes in all sketches, so that a state seen by two walks counts once when
/// they are joined.
package struct StateSketch: Sendable, Equatable {
  package static let indexBits: UInt64 = 14
  package static let count = 1 << indexBits

  /// For each class of hashes, the largest rank seen: the position of the first set bit.
  package private(set) var ranks: [UInt8]

  package init() { ranks = Array(repeating: 0, count: Self.count) }

  /// - Parameter ranks: `count` of them, each 0 for a class that has seen nothing, or 1 to 51.
  package init(ranks: [UInt8]) { self.ranks = ranks }

  /// Makes a sketch from its bytes; nil if their number is wrong. Reports of parts may come from anywhere.
  package init?(bytes: Data) {
    guard bytes.count == Self.count, bytes.allSatisfy({ $0 <= 64 - Self.indexBits + 1 }) else {
      return nil
    }
    ranks = Array(bytes)
  }

  package var bytes: Data { Data(ranks) }

  /// Takes in all that another has seen.
  package mutating func merge(_ other: StateSketch) {
    for index in ranks.indices { ranks[index] = max(ranks[index], other.ranks[index]) }
  }

  package mutating func merge(_ other: UnsafePointer<UInt8>) {
    for index in ranks.indices { ranks[index] = max(ranks[index], other[index]) }
  }

  /// About how many different states were taken in.
  package var estimate: Int {
    var histogram = Array(repeating: 0, count: 65)
    for rank in ranks { histogram[Int(rank)] += 1 }
    // Sums are added up in one order, so that they are the same on every machine.
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
