import Semantics

/// Has an address, so that loops change it where it is.
final class Known<Content> {
  let content: UnsafeMutablePointer<Content>

  init(_ content: Content) {
    self.content = .allocate(capacity: 1)
    self.content.initialize(to: content)
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }
}

/// When a known answer is found out again: at first once in a hundred times, then less and less often.
struct TrialPace {
  private static let first = 97
  /// How many known answers are given before the next trial.
  private(set) var left = first
  private var given = 0

  var isDue: Bool { left <= 0 }

  mutating func give(_ count: Int) { left -= count }

  mutating func tried() {
    given += Self.first + given / 8
    left = Self.first + given / 8
  }
}

/// What is known of an event instance.
struct KnownReactions {
  var tree: ReadingTree
  var pace = TrialPace()
  var packed = PackedReactions()
  /// What is known of each reaction besides.
  var details: [Detail] = []
  var checkPace = TrialPace()
  /// In how many rows it was asked for.
  var asked = 0

  struct Detail {
    /// The steps, in the state in which they were found.
    var steps: [Semantics.Step] = []
    /// The transition properties that hang on more than the reaction does.
    var checks: [KnownCheck] = []
    /// In place of both, if reactions are seldom: a row, and the transition properties that do not hold there.
    var single: (row: [UInt64], violated: [Int])?
  }

  /// Whether reactions are seen again so seldom that it does not pay to remember more of them.
  var areSeldom: Bool { details.count > 256 && details.count > asked / 3 }

  mutating func change(to layout: RowLayout) {
    tree.change(to: layout)
    packed.change(to: layout)
    for reaction in details.indices {
      // Rows that were packed in the old way are not met again.
      details[reaction].single?.row = []
      for check in details[reaction].checks.indices {
        details[reaction].checks[check].tree.change(to: layout)
      }
    }
  }
}

/// Whether a transition property holds of all steps of a reaction.
struct KnownCheck {
  let property: Int
  var tree: ReadingTree
  var holds: [Bool] = []
}

/// What is known of a question.
struct KnownTruths {
  var question: RowEvaluator.Question
  var tree: ReadingTree
  var pace = TrialPace()
  var truths: [RowEvaluator.Truth] = []
}
