import Semantics

/// A place of a spec that the method for every number of names does not reach, and why.
package struct UnsupportedError: Error, Hashable, Sendable {
  package var reason: String
  package var range: SourceRange
  /// Views of more names may show it.
  var isOpen: Bool
  /// The limit that was reached; nil if it has another reason.
  package private(set) var limit: Limit?

  /// A limit that ends the search for views.
  package enum Limit: Hashable, Sendable {
    /// So many views of so many names.
    case views(Int, size: Int)
    /// So many states of views of so many names.
    case states(Int, size: Int)
    /// So many starts of views.
    case starts(Int)
    /// The limit of the thread.
    case deadline(Deadline.Limit)
  }

  init(_ reason: String, _ range: SourceRange, isOpen: Bool = false) {
    self.reason = reason
    self.range = range
    self.isOpen = isOpen
  }

  init(_ limit: Limit, _ range: SourceRange = SourceRange(0, 0)) {
    self.init("a limit was reached", range)
    self.limit = limit
  }
}

/// What ends an evaluation in a view without a value.
enum ViewError: Error {
  case fault(Fault)
  /// It asks for a name that the view lacks. Another view has it, in which the same is evaluated.
  case covered
  case outside(UnsupportedError)
}

/// Answers what a view cannot tell, with each possible answer in turn.
///
/// An evaluation is repeated until `next` is false: each time the answers are others.
final class Oracle {
  private var path: [(choice: Int, count: Int)] = []
  private var position = 0

  /// One of so many answers, counted from 0.
  func choose(_ count: Int) -> Int {
    if count <= 1 { return 0 }
    if position == path.count { path.append((0, count)) }
    defer { position += 1 }
    return path[position].choice
  }

  /// Begins the next evaluation; false, and as at the beginning, if there is none.
  func next() -> Bool {
    position = 0
    while let last = path.popLast() {
      guard last.choice + 1 < last.count else { continue }
      path.append((last.choice + 1, last.count))
      return true
    }
    return false
  }

  func reset() {
    path = []
    position = 0
  }
}

/// The state of a view and what an evaluation in it needs.
///
/// A view has the names from 0 to `names - 1`; any other name is `Value.elsewhere`. Tables whose keys hold names
/// are maps here, with the keys that are made of names of the view.
struct ViewFrame {
  let names: Int
  let oracle: Oracle
  var state: [Value]
  var previous: [Value]
  var signals: [EmittedSignal] = []
  var locals: [Value] = []
  /// Answers that were given since the state changed last: the same question has the same answer.
  private var answers: [ViewQuery: Bool] = [:]
  private var isInOld = false

  init(names: Int, oracle: Oracle, state: [Value], previous: [Value]? = nil) {
    self.names = names
    self.oracle = oracle
    self.state = state
    self.previous = previous ?? state
  }

  /// An expression with the values of the names that it reads.
  struct ViewQuery: Hashable {
    var expression: Int
    var locals: [Value]
    var isInOld = false
  }

  /// Whether what nobody knows in the view is true: first it is, then it is not.
  mutating func ask(_ question: ViewQuery) -> Bool {
    var question = question
    question.isInOld = isInOld
    if let known = answers[question] { return known }
    let answer = oracle.choose(2) == 0
    answers[question] = answer
    return answer
  }

  /// The state is about to change, and nothing that was answered counts any more.
  mutating func forget() { if !answers.isEmpty { answers = [:] } }

  /// Evaluates in the state before the step.
  mutating func inOld(_ body: ViewCode) throws(ViewError) -> Value {
    swap(&state, &previous)
    let outer = isInOld
    isInOld = true
    defer {
      swap(&state, &previous)
      isInOld = outer
    }
    return try body(&self)
  }
}

/// An expression made ready for views.
typealias ViewCode = @Sendable (inout ViewFrame) throws(ViewError) -> Value
/// A statement made ready for views.
typealias ViewAction = @Sendable (inout ViewFrame) throws(ViewError) -> Void

extension Value {
  /// A name that is none of the view's.
  static let elsewhere = Value.name(-1)

  /// A number that is at least this, and as large as one likes.
  static func atLeast(_ number: Int) -> Value { .enumCase(-1, [.int(number)]) }

  /// The number that an unknown one is at least; nil for any other value.
  var leastNumber: Int? {
    if case .enumCase(-1, let payload) = self { payload[0].asInt } else { nil }
  }

  /// Whether a name in it is none of the view's.
  var hasElsewhere: Bool {
    switch self {
    case .name(let name): name < 0
    case .none, .bool, .int, .timer: false
    case .enumCase(_, let parts), .record(let parts), .set(let parts), .bag(let parts),
      .list(let parts), .table(let parts):
      parts.contains(where: \.hasElsewhere)
    case .map(let keys, let values):
      keys.contains(where: \.hasElsewhere) || values.contains(where: \.hasElsewhere)
    }
  }

  /// The value with other names in place of those of the view; those elsewhere stay there.
  func renamed(_ type: Type, _ scope: NameScope, _ image: (Int) -> Int) -> Value {
    scope.map(self, type) { $0 < 0 ? $0 : image($0) }
  }
}
