import Basics

/// The meaning of expressions: `evaluate(expression)` walks the typed tree over unpacked values.
///
/// This is the definition of the language: it is short and not optimized. It holds the current state, the state and
/// signals for `old` and `emitted`, and the frame of local names. An expression without a value throws a `Fault`.
///
/// The type is a value: a copy is an independent evaluation. A frame is one array of values. A call swaps in its own
/// frame, and `old` swaps the two states. After a fault, the frame holds the last stored values.
package struct Evaluator {
  /// Larger collections cannot be iterated.
  package static let maximumValues = 1 << 24
  /// The maximum number of elements that one evaluation visits, including loops and calls.
  package static let maximumPasses = 1 << 24

  /// The values of the state variables.
  package var state: [Value]
  /// The values before the step, for `old`.
  package var previous: [Value]
  /// The signals of the step, for `emitted` and `emissions`.
  package var signals: [EmittedSignal]
  /// The values of parameters and local names.
  package var locals: [Value]
  /// The number of elements that may still be visited; an evaluation that exceeds it is a fault.
  ///
  /// It counts over the life of the evaluator. A copy starts with the remaining number.
  private(set) var remainingPasses = Evaluator.maximumPasses
  /// The number of elements visited so far.
  var passes: Int { Self.maximumPasses - remainingPasses }
  /// Records which parts of the spec matter; copies share it.
  var probe: PartProbe?
  /// Records the columns of states that are read; copies share it.
  package var footprint: Footprint?
  /// The written columns, if there is a footprint.
  package internal(set) var written: [Int] = []

  /// - Parameters:
  ///   - locals: the values of the first slots of the frame.
  ///   - frameSize: the least size of the frame; slots after `locals` are empty.
  package init(
    state: [Value] = [], previous: [Value] = [], signals: [EmittedSignal] = [],
    locals: [Value] = [], frameSize: Int = 0
  ) {
    self.state = state
    self.previous = previous
    self.signals = signals
    self.locals = locals
    if frameSize > locals.count {
      self.locals += Array(repeating: .none, count: frameSize - locals.count)
    }
  }

  /// The value of a root expression, in a fresh frame.
  package mutating func evaluate(root: RootExpression) throws(Fault) -> Value {
    locals = Array(repeating: .none, count: root.frameSize)
    return try evaluate(root.expression)
  }

  /// Whether a condition holds. False for nil and for values that are no Bool.
  package mutating func holds(_ expression: Expression) throws(Fault) -> Bool {
    try evaluate(expression).asBool
  }

  /// The value of an expression under the names in the frame.
  ///
  /// Operands are evaluated from left to right, and the first fault is thrown.
  package mutating func evaluate(_ expression: Expression) throws(Fault) -> Value {
    let value = try value(of: expression)
    return probe?.noted(value, of: expression) ?? value
  }

  private mutating func value(of expression: Expression) throws(Fault) -> Value {
    switch expression.node {
    case .constant(let value): return value
    case .variable(let index):
      footprint?.noteRead(index)
      return state[index]
    case .local(let slot): return locals[slot]
    case .not(let operand): return .bool(try !holds(operand))
    case .arithmetic(let op, let left, let right):
      let (left, right) = (try evaluate(left).asInt, try evaluate(right).asInt)
      return .int(try Self.compute(op, left, right, expression.range))
    case .comparison(let comparison, let left, let right):
      if footprint != nil, case .constant(.none) = right.node {
        return .bool(comparison.holds(try evaluate(left, only: .presence), .none))
      }
      let (left, right) = (try evaluate(left), try evaluate(right))
      return .bool(comparison.holds(left, right))
    case .connective(let connective, let left, let right):
      if let decided = connective.decided(by: try evaluate(left)) { return decided }
      return try evaluate(right)
    case .isContained(let element, let collection):
      return .bool(try isContained(evaluate(element), in: collection))
    case .unwrap(let operand):
      let value = try evaluate(operand)
      if value == .none { throw Fault(.missingValue, expression.range) }
      return value
    case .field where footprint != nil, .element where footprint != nil:
      return try evaluate(expression, only: .all)
    case .field(let base, let index):
      guard case .record(let fields) = try evaluate(base) else { return .none }
      return fields[index]
    case .element(let base, let key):
      let whole = try evaluate(base)
      if whole == .none { return .none }
      return try Self.element(
        of: whole, base.type.unwrapped, at: try evaluate(key), expression.range)
    case .construct(let construction, let parts):
      return try construct(construction, try evaluate(parts), expression.range)
    case .range(let lower, let upper, let isClosed):
      return try evaluateRange(lower, upper, isClosed, expression.range)
    case .domain(let values): return .list(values)
    case .quantifier(let quantifier, let binders, let body):
      return .bool(try evaluateQuantifier(quantifier, binders, body))
    case .aggregate(let kind, let binders, let body):
      return try evaluateAggregate(kind, binders, body, expression.range)
    case .member(let member, let base, let arguments):
      return try evaluateMember(member, base, arguments)
    case .call(let function, let arguments):
      return try evaluateCall(function, arguments, expression.range)
    case .bind(let bindings, let body):
      for (slot, value) in bindings { locals[slot] = try evaluate(value) }
      return try evaluate(body)
    case .branch(let branches):
      guard let taken = try body(of: branches) else { return .none }
      return try evaluate(taken)
    case .old(let inner):
      return try evaluate(old: inner)
    case .emitted(let pattern, let counted):
      let count = try countSignals(pattern)
      return counted ? .int(count) : .bool(count > 0)
    case .bounded(let inner, let type):
      let value = try evaluate(inner)
      if let cause = type.boundsViolation(of: value) { throw Fault(cause, expression.range) }
      return value
    }
  }

  package mutating func evaluate(_ expressions: [Expression]) throws(Fault) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(expressions.count)
    for expression in expressions { values.append(try evaluate(expression)) }
    return values
  }

  private mutating func evaluate(old inner: Expression) throws(Fault) -> Value {
    let wasOld = footprint?.isOld ?? false
    swap(&state, &previous)
    footprint?.isOld = true
    defer {
      swap(&state, &previous)
      footprint?.isOld = wasOld
    }
    return try evaluate(inner)
  }

  /// Swift's arithmetic, with a fault where Swift traps.
  package static func compute(
    _ op: ArithmeticOperator, _ left: Int, _ right: Int, _ range: SourceRange
  ) throws(Fault) -> Int {
    if right == 0, op == .divide || op == .remainder { throw Fault(.divisionByZero, range) }
    let (result, overflow) =
      switch op {
      case .add: left.addingReportingOverflow(right)
      case .subtract: left.subtractingReportingOverflow(right)
      case .multiply: left.multipliedReportingOverflow(by: right)
      case .divide: left.dividedReportingOverflow(by: right)
      case .remainder: left.remainderReportingOverflow(dividingBy: right)
      }
    if overflow { throw Fault(.overflow, range) }
    return result
  }

  /// Counts a pass of a loop, or a call. Throws `tooMuchWork` beyond the limit, and `stopped` when the deadline of the
  /// thread is over, which is checked at every 256th pass.
  mutating func countPass(_ range: SourceRange) throws(Fault) {
    remainingPasses -= 1
    if remainingPasses < 0 { throw Fault(.tooMuchWork(limit: Self.maximumPasses), range) }
    if remainingPasses & 0xFF == 0, Deadline.isOver { throw Fault(.stopped, range) }
  }

  private mutating func evaluateCall(
    _ function: FunctionDefinition, _ arguments: [Expression], _ range: SourceRange
  ) throws(Fault) -> Value {
    try countPass(range)
    var frame = Array(repeating: Value.none, count: function.frameSize)
    for (slot, argument) in arguments.enumerated() { frame[slot] = try evaluate(argument) }
    swap(&frame, &locals)
    defer { swap(&frame, &locals) }
    return try evaluate(function.body)
  }

  private mutating func countSignals(_ pattern: Emission) throws(Fault) -> Int {
    var wanted: [(Int, Value)] = []
    for (field, value) in pattern.arguments { wanted.append((field, try evaluate(value))) }
    return signals.count { signal in
      signal.signal == pattern.signal && wanted.allSatisfy { signal.arguments[$0.0] == $0.1 }
    }
  }
}

extension Comparison {
  package func holds(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: !(right < left)
    }
  }
}

extension Connective {
  /// The result if the left side alone decides it; nil if the right side counts.
  fileprivate func decided(by left: Value) -> Value? {
    switch self {
    case .and: left.asBool ? nil : .bool(false)
    case .or: left.asBool ? .bool(true) : nil
    case .implies: left.asBool ? nil : .bool(true)
    case .coalesce: left == .none ? nil : left
    }
  }
}

/// A signal as a step emitted it.
///
/// Its arguments are the values of all fields, in the order of the declaration. Signals are ordered by number, then
/// by arguments.
package struct EmittedSignal: Hashable, Sendable, Comparable {
  package var signal: Int
  package var arguments: [Value]

  package init(signal: Int, arguments: [Value]) {
    self.signal = signal
    self.arguments = arguments
  }

  package static func < (left: Self, right: Self) -> Bool {
    left.signal != right.signal
      ? left.signal < right.signal : left.arguments.precedes(right.arguments)
  }
}
