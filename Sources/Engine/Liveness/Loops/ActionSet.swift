/// A set of fair actions, by number: `ActionSet(count: 70)`.
struct ActionSet {
  private var words: [UInt64]

  /// The empty set.
  /// - Parameter count: how many actions there are.
  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  var isEmpty: Bool { words.allSatisfy { $0 == 0 } }

  /// The numbers, ascending.
  var numbers: [Int] {
    var numbers: [Int] = []
    for (place, word) in words.enumerated() {
      var rest = word
      while rest != 0 {
        numbers.append(place * 64 + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return numbers
  }

  func contains(_ action: Int) -> Bool { words[action >> 6] >> UInt64(action & 63) & 1 != 0 }

  mutating func insert(_ action: Int) { words[action >> 6] |= 1 << UInt64(action & 63) }

  mutating func formUnion(_ other: ActionSet) { combine(other, |) }

  mutating func formIntersection(_ other: ActionSet) { combine(other, &) }

  mutating func subtract(_ other: ActionSet) { combine(other) { $0 & ~$1 } }

  /// Whether it is a subset of another set.
  func isSubset(of other: ActionSet) -> Bool {
    words.indices.allSatisfy { words[$0] & ~other.words[$0] == 0 }
  }

  private mutating func combine(_ other: ActionSet, _ operation: (UInt64, UInt64) -> UInt64) {
    for place in words.indices { words[place] = operation(words[place], other.words[place]) }
  }
}
