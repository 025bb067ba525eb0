import Semantics

/// Has an address, so that loops change it where it is.
final class Memo<Content: ~Copyable> {
  let content: UnsafeMutablePointer<Content>

  init(_ content: consuming Content) {
    self.content = .allocate(capacity: 1)
    self.content.initialize(to: content)
  }

  deinit {
    content.deinitialize(count: 1)
    content.deallocate()
  }
}

/// When a known answer is found out again: at first once in a hundred times, then less and less often.
struct RecheckSchedule {
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
struct ReactionMemo: ~Copyable {
  var tree: ReadSetTrie
  var pace = RecheckSchedule()
  /// The reactions, each once.
  var packed = PackedReactions()
  /// Of each answer of the tree, its reaction.
  var reactions = GrowingBuffer<Int32>()
  /// Of each answer, what a loop has to know of it.
  var marks = GrowingBuffer<Mark>()
  private var numbers: [MemoizedInterpreter.Reaction: Int32] = [:]
  /// Of each reaction, what is to be asked of its steps wherever it is met; nil if that was not looked for.
  var open: [[StepClaim]?] = []
  /// Of each answer, where in `claims` those are that are to be asked of its steps; nil if that was not looked for.
  private var openClaims: [Range<Int32>?] = []
  var claims = GrowingBuffer<OpenClaim>()
  /// For how many answers more was looked for than for their reactions, and for how many something was found.
  var lookedFor = (answers: 0, found: 0)

  /// Whether more is hardly ever found.
  var isHopeless: Bool { lookedFor.answers >= 32 && lookedFor.found < lookedFor.answers / 4 }

  /// What a loop has to know of an answer.
  struct Mark: OptionSet {
    var rawValue: UInt8

    /// The event can happen.
    static let isPossible = Mark(rawValue: 1)
    /// Something may be wrong with it.
    static let isSpecial = Mark(rawValue: 2)
    /// Something is to be asked of its steps, or that is not known yet.
    static let hasClaims = Mark(rawValue: 4)
  }

  init(tree: consuming ReadSetTrie) { self.tree = tree }

  mutating func append(_ reaction: MemoizedInterpreter.Reaction, _ layout: RowLayout) {
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
    let head = packed.heads[Int(reactions[reactions.count - 1])]
    var mark: Mark = head.steps.isEmpty ? [] : .hasClaims
    if head.isPossible { mark.insert(.isPossible) }
    if !head.isPlain { mark.insert(.isSpecial) }
    marks.append(mark)
  }

  /// Where in `claims` those are that are to be asked of the steps of an answer; nil if that was not looked for.
  func openClaims(of answer: Int) -> Range<Int32>? { openClaims[answer] }

  /// Notes what is to be asked of the steps of an answer.
  mutating func note(_ claims: [OpenClaim], of answer: Int) {
    let first = Int32(self.claims.count)
    for claim in claims { self.claims.append(claim) }
    if claims.isEmpty { marks[answer].remove(.hasClaims) }
    openClaims[answer] = first..<Int32(self.claims.count)
  }
}

/// That a transition property, or a part of it, holds of a step of a reaction.
struct StepClaim {
  var property: Int
  /// The number of the step among those of the reaction.
  var step: Int
  var condition: Condition
  var rests: RemainderMemo
}

/// The same by numbers.
struct OpenClaim {
  var property: Int32
  var step: Int32
  /// The part that is to hold.
  var part: Int32
}

/// What is known of a part of conditions.
struct KnownPart: ~Copyable {
  let part: ConditionPart
  var tree: ReadSetTrie
  var pace = RecheckSchedule()
  var truths: [Truth] = []
  /// So many answers are known that it does not pay to remember more of what is made of other parts.
  var isFull: Bool { truths.count > 1 << 14 }
}
