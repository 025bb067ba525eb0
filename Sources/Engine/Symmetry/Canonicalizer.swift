import Semantics

/// Brings packed states into canonical form: `canonicalize(words)`.
///
/// It has its own working memory, so each thread needs one. The bits of a sorted type are independent of any other
/// type, so types are processed one after the other. Canonical forms are the same on every machine and in every run:
/// the keys of stored states depend on them.
///
/// Invariants: `signatures`, `ranks` have an element for each name of the largest group, and two spare ones;
/// `permutation` has one for each name.
final class Canonicalizer {
  typealias Words = UnsafeMutablePointer<UInt64>

  /// The maximum number of signatures for insertion sort.
  private static let mostInserted = 64
  /// The distance, in states, at which remembered forms are prefetched.
  private static let prefetched = 8

  let plan: SymmetryPlan
  private let refinement: Refinement?
  /// For each name, its representative in the canonical form, by the numbers of the plan; valid after
  /// `canonicalize(_:tracks:)` if it was tracked.
  let permutation: Buffer<Int>
  /// Indexed by the name within its group until they are sorted, and by the place afterwards.
  private let signatures: Buffer<UInt64>
  /// The name within its group that has the signature at this place.
  private let ranks: Buffer<Int>
  /// For each sorted type, the sorter for many states at once, if it applies.
  private let columns: [SignatureColumns?]
  /// Whether processing many states at once is faster than one by one.
  let isColumnar: Bool

  init(_ plan: SymmetryPlan) {
    self.plan = plan
    refinement = plan.refined.map { Refinement($0, wordCount: plan.wordCount) }
    let most = (plan.groups.map(\.names.count).max() ?? 0) + 2
    signatures = Buffer(count: most)
    ranks = Buffer(count: most)
    permutation = Buffer(count: plan.nameCount)
    columns = plan.sorted.map { SignatureColumns($0, wordCount: plan.wordCount) }
    isColumnar = plan.refined == nil && columns.allSatisfy { $0 != nil }
  }

  /// Replaces a state by the canonical member of its orbit.
  ///
  /// A state in canonical form is unchanged.
  ///
  /// - Parameter tracks: whether to record the names' places in `permutation`.
  func canonicalize(_ words: Words, tracks: Bool = false) {
    if tracks { for name in 0..<plan.nameCount { permutation[name] = name } }
    for sorted in plan.sorted { sort(sorted, words, tracks) }
    refinement?.canonicalize(words)
    if tracks, let refinement { refinement.copyPermutation(to: permutation.base) }
  }

  /// Converts many states, whose words are stored consecutively, without tracking.
  func canonicalize(_ states: Words, count: Int) {
    for (columns, sorted) in zip(columns, plan.sorted) {
      if let columns {
        columns.sort(states, count: count)
      } else {
        for place in 0..<count { sort(sorted, states + place * plan.wordCount, false) }
      }
    }
    guard let refinement else { return }
    let ahead = min(Self.prefetched, count)
    for place in 0..<ahead { refinement.prefetch(states + place * plan.wordCount) }
    for place in 0..<count {
      if place + ahead < count { refinement.prefetch(states + (place + ahead) * plan.wordCount) }
      refinement.canonicalize(states + place * plan.wordCount)
    }
  }

  /// The number of states in the orbit of a state in canonical form, and which of its names can be swapped with their
  /// predecessors.
  ///
  /// The size of the group of all permutations is the size of the orbit times the number of permutations that fix the
  /// state (the orbit-stabilizer theorem). For a sorted type, the latter are the permutations among names of equal
  /// signatures, which are adjacent. For refined types, a search counts them.
  ///
  /// - Parameters:
  ///   - alike: receives for each name, `stride` apart, whether it can be swapped with its predecessor. If the check
  ///     would take long, it is false.
  /// - Returns: 0 if `permutationCount` is nil.
  func survey(
    _ words: UnsafePointer<UInt64>, alike: UnsafeMutablePointer<Bool>, stride: Int
  ) -> Int {
    var size = plan.permutationCount ?? 0
    for sorted in plan.sorted {
      read(sorted, words)
      let alike = alike + sorted.names.lowerBound * stride
      var run = 1
      for name in 1..<sorted.names.count {
        let isAlike = signatures[name] == signatures[name - 1]
        alike[name * stride] = isAlike
        run = isAlike ? run + 1 : 1
        size /= run
      }
    }
    guard let refinement, plan.permutationCount != nil else { return size }
    size /= refinement.automorphismCount(words)
    for group in refinement.plan.groups {
      for name in group.dropFirst() {
        alike[name * stride] = refinement.areInterchangeable(name - 1, name)
      }
    }
    return size
  }

  // MARK: Sorting

  /// Reads the signatures of the names. A pointer that holds a name, and whose conditions hold, sets its own bit in
  /// the signature of that name.
  private func read(_ sorted: SymmetryPlan.Sorted, _ words: UnsafePointer<UInt64>) {
    for (name, range) in sorted.piecesPerName.enumerated() {
      var signature: UInt64 = 0
      for index in range {
        let piece = sorted.pieces[index]
        signature |= (words[piece.word] &>> piece.shift & piece.mask) &<< piece.target
      }
      signatures[name] = signature
    }
    for pointer in sorted.pointers {
      let value = words[pointer.field.word] >> UInt64(pointer.field.shift) & pointer.field.mask
      if value >= pointer.base, pointer.conditions.allSatisfy({ $0.holds(words) }) {
        signatures[Int(value - pointer.base)] |= pointer.bit
      }
    }
  }

  /// Reads the signatures of the names that pointers have, if no name has pieces; the others come before them.
  /// Returns their number.
  ///
  /// It is for names that are only referred to, as by `var latest: ID? = nil`: of thousands of names, only as many as
  /// there are pointers are read.
  private func readPointed(_ sorted: SymmetryPlan.Sorted, _ words: UnsafePointer<UInt64>) -> Int {
    var count = 0
    for pointer in sorted.pointers {
      let value = words[pointer.field.word] >> UInt64(pointer.field.shift) & pointer.field.mask
      guard value >= pointer.base, pointer.conditions.allSatisfy({ $0.holds(words) }) else {
        continue
      }
      let name = Int(value - pointer.base)
      var place = 0
      while place < count, ranks[place] != name { place += 1 }
      if place == count {
        (ranks[place], signatures[place]) = (name, 0)
        count += 1
      }
      signatures[place] |= pointer.bit
    }
    return count
  }

  /// Sorts the names of one type by ascending signature, and writes their bits back in that order. Updates each
  /// pointer to the new place of its name.
  private func sort(_ sorted: SymmetryPlan.Sorted, _ words: Words, _ tracks: Bool) {
    var count = sorted.names.count
    if sorted.pieces.isEmpty {
      count = readPointed(sorted, words)
    } else {
      read(sorted, words)
      for name in 0..<count { ranks[name] = name }
    }
    let first = sorted.names.count - count
    sortSignatures(count)
    // The conditions of pointers do not depend on names, so they may be checked first.
    for pointer in sorted.pointers where pointer.conditions.allSatisfy({ $0.holds(words) }) {
      let shift = UInt64(pointer.field.shift)
      guard let place = (0..<count).first(where: { signatures[$0] & pointer.bit != 0 }) else {
        continue
      }
      words[pointer.field.word] &= ~(pointer.field.mask << shift)
      words[pointer.field.word] |= (UInt64(first + place) + pointer.base) << shift
    }
    if !sorted.pieces.isEmpty { write(sorted, words) }
    if tracks { track(sorted.names, count) }
  }

  /// Sorts names by their signatures, equal ones by their numbers.
  private func sortSignatures(_ count: Int) {
    if count > Self.mostInserted { return sortManySignatures(count) }
    for name in 0..<count {
      let (signature, rank) = (signatures[name], ranks[name])
      var hole = name
      while hole > 0, signature < signatures[hole - 1] {
        signatures[hole] = signatures[hole - 1]
        ranks[hole] = ranks[hole - 1]
        hole -= 1
      }
      signatures[hole] = signature
      ranks[hole] = rank
    }
  }

  private func sortManySignatures(_ count: Int) {
    let order = (0..<count).map { (signatures[$0], ranks[$0]) }.sorted { $0 < $1 }
    for (place, (signature, rank)) in order.enumerated() {
      (signatures[place], ranks[place]) = (signature, rank)
    }
  }

  /// Writes the signatures back, the first to the first name.
  private func write(_ sorted: SymmetryPlan.Sorted, _ words: Words) {
    for (name, range) in sorted.piecesPerName.enumerated() {
      for index in range {
        let piece = sorted.pieces[index]
        words[piece.word] &= ~(piece.mask << piece.shift)
        words[piece.word] |= (signatures[name] &>> piece.target & piece.mask) &<< piece.shift
      }
    }
  }

  /// Records the new places of names: the last `count` are those that were sorted. The others keep their order before
  /// them.
  private func track(_ names: Range<Int>, _ count: Int) {
    for rank in 0..<count { permutation[names.lowerBound + ranks[rank]] = -1 }
    var next = names.lowerBound
    for name in names where permutation[name] >= 0 {
      permutation[name] = next
      next += 1
    }
    for rank in 0..<count { permutation[names.lowerBound + ranks[rank]] = next + rank }
  }
}

extension SymmetryCells.Condition {
  /// Whether it holds in a state.
  func holds(_ words: UnsafePointer<UInt64>) -> Bool {
    let value = Int(words[field.word] >> UInt64(field.shift) & field.mask)
    return lower <= value && value <= upper
  }
}
