import Basics
import Semantics

/// The counts of one thread over the states of a survey.
struct SizeTally: @unchecked Sendable {
  typealias Words = UnsafeMutablePointer<UInt64>

  private let pieces: [[SizePiece]]
  private let leaves: [SizeLeaf]
  /// For each variable, whether states without it are brought into canonical form.
  private let isRenamed: [Bool]
  private let canonicalizer: Canonicalizer?
  private let wordCount: Int
  private var scratch: [UInt64]
  private var keys: [UInt64]
  /// For each variable, its values, and the states without it.
  private(set) var own: [DistinctCounter]
  private(set) var others: [DistinctCounter]
  private var tallies: [LeafTally]

  init(
    _ pieces: [[SizePiece]], _ leaves: [SizeLeaf], _ isRenamed: [Bool],
    _ symmetry: SymmetryPlan?
  ) {
    self.pieces = pieces
    self.leaves = leaves
    self.isRenamed = isRenamed
    canonicalizer = isRenamed.contains(true) ? symmetry.map { Canonicalizer($0) } : nil
    wordCount = symmetry?.wordCount ?? 0
    scratch = Array(repeating: 0, count: wordCount)
    keys = Array(repeating: 0, count: pieces.count)
    own = pieces.map { _ in DistinctCounter() }
    others = own
    tallies = leaves.map { _ in LeafTally() }
  }

  /// A number that represents the value of a variable; it is unique if the variable lies in one word.
  @inline(__always)
  static func key(_ pieces: [SizePiece], _ words: Words) -> UInt64 {
    var key: UInt64 = 0
    for piece in pieces { key = SplitMix.next(key ^ words[piece.word] & piece.mask) }
    return key
  }

  mutating func add(_ words: Words) {
    var sum: UInt64 = 0
    for index in pieces.indices {
      let key = Self.key(pieces[index], words)
      keys[index] = key &* (2 &* UInt64(index) &+ 1)
      sum &+= keys[index]
      own[index].add(key)
    }
    for index in pieces.indices {
      let rest = canonicalizer == nil ? sum &- keys[index] : self.rest(index, words)
      others[index].add(SplitMix.next(rest))
    }
    for (index, leaf) in leaves.enumerated() { tallies[index].add(leaf, words) }
  }

  /// A number that represents a state without a variable.
  private mutating func rest(_ variable: Int, _ words: Words) -> UInt64 {
    guard isRenamed[variable], let canonicalizer else {
      return keys.enumerated().reduce(0) { $1.offset == variable ? $0 : $0 &+ $1.element }
    }
    for word in 0..<wordCount { scratch[word] = words[word] }
    for piece in pieces[variable] { scratch[piece.word] &= ~piece.mask }
    return scratch.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return 0 }
      canonicalizer.canonicalize(base)
      return (0..<wordCount).reduce(0) { SplitMix.next($0 ^ base[$1]) }
    }
  }

  mutating func add(_ other: SizeTally) {
    for index in own.indices {
      own[index].add(other.own[index])
      others[index].add(other.others[index])
    }
    for index in tallies.indices { tallies[index].add(other.tallies[index]) }
  }

  func fields() -> [SizeExplanation.Field] {
    zip(leaves, tallies).map { leaf, tally in
      var field = SizeExplanation.Field(
        variable: leaf.variable, path: leaf.path, type: leaf.type, values: tally.values.result)
      if let lower = leaf.lower, let least = tally.least, let most = tally.most {
        field.range = lower + least...lower + most
        field.greatest = leaf.greatest
        if leaf.greatest == lower + most { field.statesAtGreatest = tally.statesAtMost }
      }
      field.isSize = leaf.isSize
      return field
    }
  }
}

/// The counts of a leaf.
private struct LeafTally {
  var values = DistinctCounter()
  var least: Int?
  var most: Int?
  var statesAtMost = 0

  mutating func add(_ leaf: SizeLeaf, _ words: SizeTally.Words) {
    switch leaf.content {
    case .count(let parts):
      add(parts.reduce(0) { $0 + (words[$1.word] & $1.mask).nonzeroBitCount })
    case .values(let occurrences):
      var greatest: Int?
      for occurrence in occurrences where occurrence.isThere(words) {
        let number = occurrence.field.number(words)
        values.add(SplitMix.next(UInt64(number)))
        least = min(least ?? number, number)
        greatest = max(greatest ?? number, number)
      }
      if let greatest { note(greatest) }
    }
  }

  private mutating func add(_ number: Int) {
    values.add(SplitMix.next(UInt64(number)))
    least = min(least ?? number, number)
    note(number)
  }

  /// The greatest number of a state.
  private mutating func note(_ number: Int, states: Int = 1) {
    if number == most {
      statesAtMost += states
    } else if number > most ?? -1 {
      (most, statesAtMost) = (number, states)
    }
  }

  mutating func add(_ other: LeafTally) {
    values.add(other.values)
    if let number = other.least { least = min(least ?? number, number) }
    if let number = other.most { note(number, states: other.statesAtMost) }
  }
}

extension SizeLeaf.Occurrence {
  fileprivate func isThere(_ words: SizeTally.Words) -> Bool {
    conditions.allSatisfy {
      let number = $0.field.number(words)
      return $0.isExact ? number == $0.number : number >= $0.number
    }
  }
}

extension StateField {
  fileprivate func number(_ words: SizeTally.Words) -> Int {
    Int(words[word] >> UInt64(shift) & mask)
  }
}
