/// Reactions of an event instance, by their numbers, with their steps as bits of packed rows.
struct PackedReactions: Sendable {
  /// What a loop has to know of a reaction.
  struct Head: Sendable {
    var isPossible: Bool
    /// Whether nothing is wrong with it, as far as anything may be claimed.
    var isPlain: Bool
    var steps: Range<Int32>
  }

  private(set) var all: [RowEvaluator.Reaction] = []
  private(set) var heads: [Head] = []
  /// For each step, the bits of each word that stay as they are, and those that are set.
  private var changes: [UInt64] = []
  /// -1 if the event has no rules.
  private(set) var rules: [Int32] = []
  private var wordCount = 1

  mutating func append(_ reaction: RowEvaluator.Reaction, _ layout: RowLayout) {
    let first = Int32(rules.count)
    for step in reaction.steps {
      pack(step, layout)
      rules.append(Int32(step.rule ?? -1))
    }
    all.append(reaction)
    heads.append(
      Head(
        isPossible: reaction.isPossible,
        isPlain: !reaction.isCut && reaction.wrong.isEmpty
          && reaction.steps.allSatisfy { !$0.isUnknown },
        steps: first..<Int32(rules.count)))
  }

  private mutating func pack(_ step: RowEvaluator.Step, _ layout: RowLayout) {
    wordCount = layout.wordCount
    let begin = changes.count
    for _ in 0..<wordCount { changes += [.max, 0] }
    for write in step.writes {
      let column = layout.columns[write.column]
      changes[begin + column.word * 2] &= ~column.bits
      changes[begin + column.word * 2 + 1] |= UInt64(write.value) << column.shift
    }
  }

  /// For rows that are packed in another way.
  mutating func change(to layout: RowLayout) {
    changes = []
    for reaction in all { for step in reaction.steps { pack(step, layout) } }
  }

  /// Puts the row that a step leads to behind `next`.
  func take(_ step: Int, _ row: UnsafePointer<UInt64>, _ next: UnsafeMutablePointer<UInt64>) {
    changes.withUnsafeBufferPointer { Self.take(step, row, next, $0, wordCount) }
  }

  @inline(__always)
  private static func take(
    _ step: Int, _ row: UnsafePointer<UInt64>, _ next: UnsafeMutablePointer<UInt64>,
    _ changes: UnsafeBufferPointer<UInt64>, _ wordCount: Int
  ) {
    for word in 0..<wordCount {
      let change = (step * wordCount + word) * 2
      next[word] = row[word] & changes[change] | changes[change + 1]
    }
  }

  /// Follows the steps from rows of a set that come one after the other, the first at `place`.
  ///
  /// - Parameters:
  ///   - reactions: those in the rows.
  ///   - asked: the places from which steps are to be followed; nil for all.
  ///   - block: where the steps are put.
  /// - Returns: the place from which a step leads out of the set, if there is one.
  func follow(
    _ reactions: [Int32], from place: Int, in set: RowSet, asked: [UInt16]?,
    _ block: inout StepBlock
  ) -> Int? {
    block.clear()
    var next = Array(repeating: UInt64(0), count: wordCount)
    return changes.withUnsafeBufferPointer { changes in
      heads.withUnsafeBufferPointer { heads in
        set.find { find in
          for (offset, reaction) in reactions.enumerated() {
            let steps = heads[Int(reaction)].steps
            if steps.isEmpty || asked?[place + offset] == 0 { continue }
            for step in steps {
              Self.take(
                Int(step), find.words + (place + offset) * wordCount, &next, changes, wordCount)
              guard let target = find.place(of: next) else { return place + offset }
              block.append(place + offset, target, rules[Int(step)])
            }
          }
          return nil
        }
      }
    }
  }
}

/// Steps by one event instance, one after the other.
struct StepBlock {
  private(set) var sources: [UInt32] = []
  private(set) var targets: [UInt32] = []
  /// -1 if the event has no rules.
  private(set) var rules: [Int32] = []

  var count: Int { sources.count }

  mutating func clear() {
    sources.removeAll(keepingCapacity: true)
    targets.removeAll(keepingCapacity: true)
    rules.removeAll(keepingCapacity: true)
  }

  mutating func append(_ other: StepBlock) {
    sources += other.sources
    targets += other.targets
    rules += other.rules
  }

  @inline(__always)
  mutating func append(_ source: Int, _ target: Int, _ rule: Int32) {
    sources.append(UInt32(source))
    targets.append(UInt32(target))
    rules.append(rule)
  }
}
