import Basics
import Semantics

/// A place of a spec that the method for any number of names does not support, and the reason.
package struct UnsupportedError: Error, Hashable, Sendable {
  package var reason: String
  package var range: SourceRange
  /// Whether views of more names may prove it.
  var isOpen: Bool
  /// The limit that was reached; nil for another reason.
  package private(set) var limit: Limit?

  /// A limit that ends the search for views.
  package enum Limit: Hashable, Sendable {
    /// The limit of views, for that many names.
    case views(Int, size: Int)
    /// The limit of states, for views of that many names.
    case states(Int, size: Int)
    /// The limit of starts of views.
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

/// The end of an evaluation in a view without a value.
enum ViewError: Error {
  case fault(Fault)
  /// It needs a name that the view lacks. Another view with that name covers the evaluation.
  case covered
  case outside(UnsupportedError)
}

/// Answers questions that a view cannot decide, with each possible answer in turn.
///
/// An evaluation is repeated until `next` is false, with different answers each time.
final class Oracle {
  private var path: [(choice: Int, count: Int)] = []
  private var position = 0

  /// One of that many answers, counted from 0.
  func choose(_ count: Int) -> Int {
    if count <= 1 { return 0 }
    if position == path.count { path.append((0, count)) }
    defer { position += 1 }
    return path[position].choice
  }

  /// Starts the next evaluation; false, and reset, if there is none.
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

/// The state of a view, with the data for an evaluation in it.
///
/// A view has the names from 0 to `names - 1`; any other name is `Value.elsewhere`. Tables whose keys contain names
/// are maps here, with the keys made of the view's names.
struct ViewFrame {
  let names: Int
  let oracle: Oracle
  var state: [Value]
  var previous: [Value]
  var signals: [EmittedSignal] = []
  var locals: [Value] = []
  /// The answers since the last change of the state: the same question has the same answer.
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

  /// The value of a condition that the view does not determine: first true, then false.
  mutating func ask(_ question: ViewQuery) -> Bool {
    var question = question
    question.isInOld = isInOld
    if let known = answers[question] { return known }
    let answer = oracle.choose(2) == 0
    answers[question] = answer
    return answer
  }

  /// Clears all answers, because the state is about to change.
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

/// An expression compiled for views.
typealias ViewCode = @Sendable (inout ViewFrame) throws(ViewError) -> Value
/// A statement compiled for views.
typealias ViewAction = @Sendable (inout ViewFrame) throws(ViewError) -> Void

extension Value {
  /// A name outside of the view.
  static let elsewhere = Value.name(-1)

  /// A number with only a lower bound.
  static func atLeast(_ number: Int) -> Value { .enumCase(-1, [.int(number)]) }

  /// The lower bound of an unknown number; nil for any other value.
  var leastNumber: Int? {
    if case .enumCase(-1, let payload) = self { payload[0].asInt } else { nil }
  }

  /// Whether it contains a name that is not in the view.
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

  /// The value with the names of the view replaced; names elsewhere are unchanged.
  func renamed(_ type: Type, _ scope: NameScope, _ image: (Int) -> Int) -> Value {
    scope.map(self, type) { $0 < 0 ? $0 : image($0) }
  }
}
