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
  /// The reactions, each once.
  var packed = PackedReactions()
  /// Of each answer of the tree, its reaction.
  var reactions: [Int32] = []
  private var numbers: [RowEvaluator.Reaction: Int32] = [:]
  /// Of each reaction, what is to be asked of its steps wherever it is met; nil if that was not looked for.
  var open: [[StepClaim]?] = []
  /// Of each answer, where in `claims` those are that are to be asked of its steps; nil if that was not looked for.
  var openClaims: [Range<Int32>?] = []
  var claims: [OpenClaim] = []
  /// For how many answers more was looked for than for their reactions, and for how many something was found.
  var lookedFor = (answers: 0, found: 0)

  /// Whether more is hardly ever found.
  var isHopeless: Bool { lookedFor.answers >= 32 && lookedFor.found < lookedFor.answers / 4 }

  init(tree: ReadingTree) { self.tree = tree }

  mutating func append(_ reaction: RowEvaluator.Reaction, _ layout: RowLayout) {
    if let number = numbers[reaction] {
      reactions.append(number)
    } else {
      let number = Int32(packed.all.count)
      numbers[reaction] = number
      packed.append(reaction, layout)
      open.append(nil)
      reactions.append(number)
    }
    openClaims.append(nil)
  }

  /// Notes what is to be asked of the steps of an answer.
  mutating func note(_ claims: [OpenClaim], of answer: Int) {
    let first = Int32(self.claims.count)
    self.claims += claims
    openClaims[answer] = first..<Int32(self.claims.count)
  }

  mutating func change(to layout: RowLayout) {
    tree.change(to: layout)
    packed.change(to: layout)
  }
}

/// That a transition property, or a part of it, holds of a step of a reaction.
struct StepClaim {
  var property: Int
  /// The number of the step among those of the reaction.
  var step: Int
  var condition: Condition
}

/// The same by numbers.
struct OpenClaim {
  var property: Int32
  var step: Int32
  /// The part that is to hold.
  var part: Int32
}

/// What is known of a part of conditions.
struct KnownPart {
  let part: ConditionPart
  var tree: ReadingTree
  var pace = TrialPace()
  var truths: [Truth] = []
  /// So many answers are known that it does not pay to remember more of what is made of other parts.
  var isFull: Bool { truths.count > 1 << 14 }
}
