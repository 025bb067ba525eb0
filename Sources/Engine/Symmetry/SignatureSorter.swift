/// Sorts the signatures of many states at once, in columns: `sort(words, count: 300)`.
///
/// A sorting network does the same operations for all states, so whole columns are compared and exchanged without
/// branches (Batcher, "Sorting networks and their applications", 1968). With columns of `Int16`, the processor
/// handles twice as many states at once as with `Int32`. So the sorter uses the narrowest type for the signatures.
///
/// Invariants: `columns` has room for `blockRows` signatures of each name, `lanes` for as many of each word of a
/// state, `places` for as many of each pointer; comparators name two different names; a signature fits into a number
/// of the sorter's type, and is not negative.
struct SignatureSorter<Signature: FixedWidthInteger & SignedInteger & BitwiseCopyable>: ~Copyable {
  /// The number of states that are sorted at once: their columns should stay in a cache.
  private static var blockRows: Int { 256 }
  /// With more names, a network has too many comparators.
  private static var mostNames: Int { 256 }

  private let plan: SymmetryPlan.Sorted
  private let wordCount: Int
  private let comparators: [(low: Int, high: Int)]
  private let columns: Buffer<Signature>
  /// The words of a block of states, one word of all of them after the other; empty for states of one word, which
  /// already have that form.
  private let lanes: Buffer<UInt64>
  /// The words that are read, and those that may change.
  private let readWords: [Int]
  private let writtenWords: [Int]
  /// For each pointer and state, the name it refers to; -1 for none.
  private let places: Buffer<Int32>

  /// Whether names have their own bits, are few, and their signatures fit.
  static func canSort(_ plan: SymmetryPlan.Sorted) -> Bool {
    plan.width < Signature.bitWidth && !plan.pieces.isEmpty && plan.names.count <= mostNames
  }

  /// Makes a sorter for a type that it supports.
  init(_ plan: SymmetryPlan.Sorted, wordCount: Int) {
    assert(Self.canSort(plan))
    self.plan = plan
    self.wordCount = wordCount
    comparators = SortingNetwork.mergeExchange(plan.names.count)
    columns = Buffer(count: plan.names.count * Self.blockRows)
    lanes = Buffer(count: wordCount == 1 ? 0 : wordCount * Self.blockRows)
    places = Buffer(count: plan.pointers.count * Self.blockRows)
    let written = (0..<wordCount).filter { plan.masks[$0] != 0 }
    writtenWords = written
    let conditions = plan.pointers.flatMap(\.conditions).map(\.field.word)
    readWords = Set(written + conditions).sorted()
  }

  /// Sorts the signatures in each of the states, whose words are stored consecutively.
  ///
  /// The columns are memory of the sorter, so it is for one thread at a time.
  func sort(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    for first in stride(from: 0, to: count, by: Self.blockRows) {
      let rows = min(Self.blockRows, count - first)
      let block = words + first * wordCount
      if wordCount == 1 {
        sortBlock(block, count: rows)
        continue
      }
      for word in readWords {
        let lane = lanes.base + word * Self.blockRows
        for row in 0..<rows { lane[row] = block[row &* wordCount &+ word] }
      }
      sortBlock(lanes.base, count: rows)
      for word in writtenWords {
        let lane = lanes.base + word * Self.blockRows
        for row in 0..<rows { block[row &* wordCount &+ word] = lane[row] }
      }
    }
  }

  /// Reads the signatures into columns, compares and exchanges, and writes them back.
  private func sortBlock(_ lanes: UnsafeMutablePointer<UInt64>, count: Int) {
    for (name, range) in plan.piecesPerName.enumerated() {
      let column = columns.base + name * Self.blockRows
      for (number, index) in range.enumerated() {
        let piece = plan.pieces[index]
        let lane = lanes + piece.word * Self.blockRows
        for row in 0..<count {
          let bits = (lane[row] &>> piece.shift & piece.mask) &<< piece.target
          let signature = Signature(truncatingIfNeeded: bits)
          column[row] = number == 0 ? signature : column[row] | signature
        }
      }
    }
    for index in plan.pointers.indices { readPointer(index, lanes, count) }
    for (low, high) in comparators {
      let lows = columns.base + low * Self.blockRows
      let highs = columns.base + high * Self.blockRows
      for row in 0..<count {
        let (first, second) = (lows[row], highs[row])
        lows[row] = min(first, second)
        highs[row] = max(first, second)
      }
    }
    for index in plan.pointers.indices { writePointer(index, lanes, count) }
    writePieces(lanes, count)
  }

  private func writePieces(_ lanes: UnsafeMutablePointer<UInt64>, _ count: Int) {
    var masks = plan.masks
    for pointer in plan.pointers {
      masks[pointer.field.word] &= ~(pointer.field.mask << UInt64(pointer.field.shift))
    }
    for word in writtenWords {
      let lane = lanes + word * Self.blockRows
      let rest = ~masks[word]
      for row in 0..<count { lane[row] &= rest }
    }
    for (name, range) in plan.piecesPerName.enumerated() {
      let column = columns.base + name * Self.blockRows
      for index in range {
        let piece = plan.pieces[index]
        let lane = lanes + piece.word * Self.blockRows
        for row in 0..<count {
          let signature = UInt64(truncatingIfNeeded: column[row])
          lane[row] |= (signature &>> piece.target & piece.mask) &<< piece.shift
        }
      }
    }
  }

  // MARK: Pointers

  /// Sets the bit of a pointer in the signature of its name, if its conditions hold.
  private func readPointer(_ index: Int, _ lanes: UnsafePointer<UInt64>, _ count: Int) {
    let pointer = plan.pointers[index]
    let places = places.base + index * Self.blockRows
    let lane = lanes + pointer.field.word * Self.blockRows
    let (shift, mask) = (UInt64(pointer.field.shift), pointer.field.mask)
    for row in 0..<count {
      let value = lane[row] &>> shift & mask
      places[row] = Int32(truncatingIfNeeded: value) &- Int32(truncatingIfNeeded: pointer.base)
    }
    for condition in pointer.conditions {
      let lane = lanes + condition.field.word * Self.blockRows
      let (shift, mask) = (UInt64(condition.field.shift), condition.field.mask)
      for row in 0..<count {
        let value = Int(truncatingIfNeeded: lane[row] &>> shift & mask)
        places[row] = condition.lower <= value && value <= condition.upper ? places[row] : -1
      }
    }
    let bit = Signature(truncatingIfNeeded: pointer.bit)
    for name in 0..<plan.names.count {
      let column = columns.base + name * Self.blockRows
      for row in 0..<count {
        column[row] |= places[row] == Int32(truncatingIfNeeded: name) ? bit : 0
      }
    }
  }

  /// Updates a pointer to the new place of its name.
  private func writePointer(_ index: Int, _ lanes: UnsafeMutablePointer<UInt64>, _ count: Int) {
    let pointer = plan.pointers[index]
    let places = places.base + index * Self.blockRows
    let lane = lanes + pointer.field.word * Self.blockRows
    let bit = Signature(truncatingIfNeeded: pointer.bit)
    for name in 0..<plan.names.count {
      let column = columns.base + name * Self.blockRows
      for row in 0..<count {
        places[row] = column[row] & bit != 0 ? Int32(truncatingIfNeeded: name) : places[row]
      }
    }
    let shift = UInt64(pointer.field.shift)
    let rest = ~(pointer.field.mask << shift)
    for row in 0..<count where places[row] >= 0 {
      let name = UInt64(truncatingIfNeeded: places[row]) &+ pointer.base
      lane[row] = lane[row] & rest | name &<< shift
    }
  }
}
