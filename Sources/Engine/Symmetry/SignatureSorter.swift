/// Sorts the signatures of many states of one word at once, down columns: `sort(keys, count: 300)`.
///
/// A sorting network does the same for each state, whatever there is to sort, so that whole columns
/// are compared and exchanged without a branch (Batcher, "Sorting networks and their applications",
/// 1968). In columns of `Int16` the processor does that for twice as many states at once as in
/// `Int32`, so the narrow type is taken where signatures fit into it.
///
/// Invariants: `columns` has room for `blockRows` signatures of each name; comparators name two
/// different ones of these; a signature fits into a number of the sorter's type, and is not
/// negative.
struct SignatureSorter<Signature: FixedWidthInteger & SignedInteger & BitwiseCopyable>: ~Copyable {
  /// How many states are sorted at once: their columns should stay in a cache.
  private static var blockRows: Int { 256 }

  private let plan: SymmetryPlan.Sorted
  private let comparators: [(low: Int, high: Int)]
  private let columns: Buffer<Signature>

  /// Nil where signatures are too wide, or not of bits of names alone.
  init?(_ plan: SymmetryPlan.Sorted) {
    guard plan.pointers.isEmpty, plan.width < Signature.bitWidth else { return nil }
    self.plan = plan
    comparators = Self.network(plan.names.count)
    columns = Buffer(count: plan.names.count * Self.blockRows)
  }

  /// Sorts the signatures in each of the states.
  ///
  /// The columns are memory of the sorter, so it is for one thread at a time.
  func sort(_ keys: UnsafeMutablePointer<UInt64>, count: Int) {
    for first in stride(from: 0, to: count, by: Self.blockRows) {
      sortBlock(keys + first, count: min(Self.blockRows, count - first))
    }
  }

  /// Reads the signatures into columns, compares and exchanges, and writes them back.
  private func sortBlock(_ keys: UnsafeMutablePointer<UInt64>, count: Int) {
    for (name, range) in plan.piecesPerName.enumerated() {
      let column = columns.base + name * Self.blockRows
      for (number, index) in range.enumerated() {
        let piece = plan.pieces[index]
        for row in 0..<count {
          let bits = (keys[row] &>> piece.shift & piece.mask) &<< piece.target
          let signature = Signature(truncatingIfNeeded: bits)
          column[row] = number == 0 ? signature : column[row] | signature
        }
      }
    }
    for (low, high) in comparators {
      let lows = columns.base + low * Self.blockRows
      let highs = columns.base + high * Self.blockRows
      for row in 0..<count {
        let (first, second) = (lows[row], highs[row])
        lows[row] = min(first, second)
        highs[row] = max(first, second)
      }
    }
    let rest = ~plan.masks[0]
    for row in 0..<count { keys[row] &= rest }
    for (name, range) in plan.piecesPerName.enumerated() {
      let column = columns.base + name * Self.blockRows
      for index in range {
        let piece = plan.pieces[index]
        for row in 0..<count {
          let signature = UInt64(truncatingIfNeeded: column[row])
          keys[row] |= (signature &>> piece.target & piece.mask) &<< piece.shift
        }
      }
    }
  }

  /// Batcher's odd-even merge sort for any number of elements.
  ///
  /// Sorts by comparing and exchanging the pairs in their order, about n · (log₂ n)² / 4 of them.
  static func network(_ count: Int) -> [(low: Int, high: Int)] {
    var comparators: [(low: Int, high: Int)] = []
    var size = 1
    while size < count {
      var distance = size
      while distance >= 1 {
        for start in stride(from: distance % size, to: count - distance, by: 2 * distance) {
          for offset in 0..<min(distance, count - start - distance) {
            let (low, high) = (start + offset, start + offset + distance)
            if low / (2 * size) == high / (2 * size) { comparators.append((low, high)) }
          }
        }
        distance /= 2
      }
      size *= 2
    }
    return comparators
  }
}
