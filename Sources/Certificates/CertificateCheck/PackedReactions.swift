/// Reactions of an event instance, by number, with their steps as bits of packed rows.
struct PackedReactions: Sendable {
  /// The data of a reaction for a loop.
  struct Head: Sendable {
    var isPossible: Bool
    /// Whether it has no problem that may be claimed absent.
    var isPlain: Bool
    var steps: Range<Int32>
  }

  private(set) var all: [MemoizedInterpreter.Reaction] = []
  private(set) var heads: [Head] = []
  /// For each step, the unchanged bits of each word, and the bits to set.
  private var changes: [UInt64] = []
  /// -1 if the event has no rules.
  private(set) var rules: [Int32] = []
  private var wordCount = 1

  mutating func append(_ reaction: MemoizedInterpreter.Reaction, _ layout: RowLayout) {
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

  private mutating func pack(_ step: MemoizedInterpreter.Step, _ layout: RowLayout) {
    wordCount = layout.wordCount
    let begin = changes.count
    for _ in 0..<wordCount { changes += [.max, 0] }
    for write in step.writes {
      let column = layout.columns[write.column]
      changes[begin + column.word * 2] &= ~column.bits
      changes[begin + column.word * 2 + 1] |= UInt64(write.value) << column.shift
    }
  }

  /// Writes the row after a step to `next`.
  func take(_ step: Int, _ row: UnsafePointer<UInt64>, _ next: UnsafeMutablePointer<UInt64>) {
    _ = changes.withUnsafeBufferPointer { Self.take(step, row, next, $0, wordCount) }
  }

  /// Returns whether the row changes.
  @inline(__always)
  private static func take(
    _ step: Int, _ row: UnsafePointer<UInt64>, _ next: UnsafeMutablePointer<UInt64>,
    _ changes: UnsafeBufferPointer<UInt64>, _ wordCount: Int
  ) -> Bool {
    var difference: UInt64 = 0
    for word in 0..<wordCount {
      let change = (step * wordCount + word) * 2
      next[word] = row[word] & changes[change] | changes[change + 1]
      difference |= next[word] ^ row[word]
    }
    return difference != 0
  }

  /// Follows the steps from consecutive rows of a set, the first at `place`.
  ///
  /// - Parameters:
  ///   - reactions: the reactions in the rows.
  ///   - asked: the indices of rows whose steps are to be followed; nil for all.
  ///   - block: receives the steps, if they are kept.
  /// - Returns: their number, or the index of a row with a step that leaves the set.
  func follow(
    _ reactions: [Int32], from place: Int, in set: RowSet, asked: [UInt16]?,
    keeps: Bool, _ block: inout StepBlock
  ) -> FollowedStep {
    block.clear()
    return changes.withUnsafeBufferPointer { changes in
      heads.withUnsafeBufferPointer { heads in
        set.find { find in
          // Loops with a word count that the compiler knows take a third of the time.
          switch wordCount {
          case 1: follow(reactions, place, find, asked, keeps, &block, changes, heads, 1)
          case 2: follow(reactions, place, find, asked, keeps, &block, changes, heads, 2)
          case 3: follow(reactions, place, find, asked, keeps, &block, changes, heads, 3)
          default:
            follow(reactions, place, find, asked, keeps, &block, changes, heads, wordCount)
          }
        }
      }
    }
  }

  enum FollowedStep {
    case steps(Int)
    case leaves(Int)
  }

  @inline(__always)
  private func follow(
    _ reactions: [Int32], _ place: Int, _ find: RowSet.Finder, _ asked: [UInt16]?, _ keeps: Bool,
    _ block: inout StepBlock, _ changes: UnsafeBufferPointer<UInt64>,
    _ heads: UnsafeBufferPointer<Head>, _ wordCount: Int
  ) -> FollowedStep {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: wordCount) { words in
      guard let next = words.baseAddress else { return .steps(0) }
      var count = 0
      for (offset, reaction) in reactions.enumerated() {
        let steps = heads[Int(reaction)].steps
        if steps.isEmpty || asked?[place + offset] == 0 { continue }
        let row = find.words + (place + offset) * wordCount
        for step in steps {
          var target = place + offset
          if Self.take(Int(step), row, next, changes, wordCount) {
            guard let found = find.place(of: next, wordCount) else {
              return .leaves(place + offset)
            }
            target = found
          }
          count += 1
          if keeps { block.append(place + offset, target, rules[Int(step)]) }
        }
      }
      return .steps(count)
    }
  }
}

/// Steps by one event instance, one after the other.
struct StepBlock {
  struct Step {
    var source: UInt32
    var target: UInt32
    /// -1 if the event has no rules.
    var rule: Int32
  }

  private(set) var steps: [Step] = []

  mutating func clear() { steps.removeAll(keepingCapacity: true) }

  mutating func append(_ other: StepBlock) { steps += other.steps }

  @inline(__always)
  mutating func append(_ source: Int, _ target: Int, _ rule: Int32) {
    steps.append(Step(source: UInt32(source), target: UInt32(target), rule: rule))
  }
}
