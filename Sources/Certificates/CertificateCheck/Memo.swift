import Semantics

/// Has a stable address, so loops change it in place.
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

/// When a cached answer is evaluated again: at first once in a hundred times, then less and less often.
struct RecheckSchedule {
  private static let first = 97
  /// The number of cached answers before the next trial.
  private(set) var left = first
  private var given = 0

  var isDue: Bool { left <= 0 }

  mutating func give(_ count: Int) { left -= count }

  mutating func tried() {
    given += Self.first + given / 8
    left = Self.first + given / 8
  }
}

/// The cached reactions of an event instance.
struct ReactionMemo: ~Copyable {
  var tree: ReadSetTrie
  var pace = RecheckSchedule()
  /// The distinct reactions.
  var packed = PackedReactions()
  /// For each answer of the tree, its reaction.
  var reactions = GrowingBuffer<Int32>()
  /// For each answer, the marks for a loop.
  var marks = GrowingBuffer<Mark>()
  private var numbers: [MemoizedInterpreter.Reaction: Int32] = [:]
  /// For each reaction, the claims about its steps in all rows; nil if they were not computed.
  var open: [[StepClaim]?] = []
  /// For each answer, the range in `claims` of the claims about its steps; nil if they were not computed.
  private var openClaims: [Range<Int32>?] = []
  var claims = GrowingBuffer<OpenClaim>()
  /// The number of answers with a separate search for claims, and the number of successes.
  var lookedFor = (answers: 0, found: 0)

  /// Whether such a search hardly ever succeeds.
  var isHopeless: Bool { lookedFor.answers >= 32 && lookedFor.found < lookedFor.answers / 4 }

  /// The marks of an answer for a loop.
  struct Mark: OptionSet {
    var rawValue: UInt8

    /// The event can happen.
    static let isPossible = Mark(rawValue: 1)
    /// Whether it may have a problem.
    static let isSpecial = Mark(rawValue: 2)
    /// Its steps have claims to check, or that is unknown.
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

  /// The range in `claims` of the claims about the steps of an answer; nil if they were not computed.
  func openClaims(of answer: Int) -> Range<Int32>? { openClaims[answer] }

  /// Stores the claims about the steps of an answer.
  mutating func note(_ claims: [OpenClaim], of answer: Int) {
    let first = Int32(self.claims.count)
    for claim in claims { self.claims.append(claim) }
    if claims.isEmpty { marks[answer].remove(.hasClaims) }
    openClaims[answer] = first..<Int32(self.claims.count)
  }
}

/// A claim that a transition property, or a part of it, holds in a step of a reaction.
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
  /// The part that must hold.
  var part: Int32
}

/// The cached values of a part of conditions.
struct KnownPart: ~Copyable {
  let part: ConditionPart
  var tree: ReadSetTrie
  var pace = RecheckSchedule()
  var truths: [Truth] = []
  /// Whether so many answers are cached that more for compound parts would not pay off.
  var isFull: Bool { truths.count > 1 << 14 }
}
