import Semantics

/// Evaluates expressions for all states at once: the same walk as `Evaluator`, over wires.
///
/// A fault that `Evaluator` throws becomes a wire that says in which states it occurs; later results have no meaning
/// there. `path` says in which states the current expression is evaluated at all. Both evaluators must agree in every
/// state, in the value and in the first fault; tests compare them over random specs.
///
/// `only`, `inRun` and `pass` maintain the conditions below, and restore them at their end. An expression that is
/// evaluated where `path` is false has no meaning there, and cannot fault.
package struct SymbolicEvaluator {
  package typealias Wire = Circuit.Wire

  /// The maximum number of unrolled elements and calls. It counts for one evaluation from `reset` on, including calls
  /// and nested loops. It is far below the limit of the reference evaluator, because each pass here becomes gates.
  static let maximumPasses = 1 << 14

  var algebra: SymbolicAlgebra
  /// The values of variables in the state in which the expression is evaluated. Within a step, it changes from
  /// statement to statement.
  var state: [Symbolic]
  /// The values of variables inside of `old(…)`.
  var previous: [Symbolic]
  /// The signals that the step has sent so far, in order.
  var signals: [Signal] = []
  /// The frame. `nothing` also marks a name without a value.
  var locals: [Symbolic] = []
  /// The states in which evaluation reaches this point.
  var path: Wire = Circuit.truth
  /// The faults since the caller last collected them, in the order of evaluation.
  var faults: [PossibleFault] = []
  /// The states in which one of the faults happens. Only the first fault of a state counts.
  var faulted: Wire = Circuit.falsity
  /// The states in which the current statement has an effect, after a `?` met nil.
  var effect: Wire = Circuit.truth
  /// Whether the choices of a step are in the order of the reference evaluator, for walks, which count them.
  var ordersChoices = false
  /// A variable's maps have an entry for every key.
  var storesInVariable = false
  /// The outcomes at the places of the coverage questions; nil without coverage.
  var coverage: CoverageRecords?
  /// The states in which the innermost iteration reaches the current pass.
  private(set) var passCondition: Wire = Circuit.truth
  /// The empty frames of earlier calls, which later ones use again.
  private var freeFrames: [[Symbolic]] = []
  private var remainingPasses = SymbolicEvaluator.maximumPasses
  #if DEBUG
    /// Checks the results of statements.
    var samples: CircuitSamples
  #endif

  /// A signal that may have been sent, and where it was.
  struct Signal {
    var isEmitted: Wire
    var signal: Int
    var arguments: [Symbolic]
  }

  /// A place in the text that has no value in some states. The kind of fault (missing key, out of range) is not
  /// recorded.
  package struct PossibleFault {
    package var happens: Wire
    package var range: SourceRange
  }

  /// An evaluator for the possible contents of states with this layout.
  ///
  /// - Parameter state: the result of `SymbolicLayout.read`.
  init(algebra: SymbolicAlgebra, state: [Symbolic], layout: StateLayout) {
    self.algebra = algebra
    self.state = state
    previous = state
    #if DEBUG
      samples = CircuitSamples(of: layout)
    #endif
  }

  /// The circuit of the algebra, which is changed in place and never copied.
  package var circuit: Circuit {
    _read { yield algebra.circuit }
    _modify { yield &algebra.circuit }
  }

  /// Restarts with another frame, in every state.
  ///
  /// State, signals and the state before the step are unchanged.
  ///
  /// - Parameter size: the size of the frame; slots after `frame` are empty.
  mutating func reset(frame: [Symbolic], size: Int) {
    locals = frame
    locals.reserveCapacity(size)
    while locals.count < size { locals.append(.nothing) }
    path = Circuit.truth
    passCondition = Circuit.truth
    faults = []
    faulted = Circuit.falsity
    effect = Circuit.truth
    remainingPasses = Self.maximumPasses
  }

  /// Records a fault where `bad` is true and evaluation gets here.
  mutating func fault(where bad: Wire, _ range: SourceRange) {
    note([.init(happens: circuit.and(path, bad), range: range)])
  }

  /// The faults of a part, which are not recorded yet.
  ///
  /// Faults of earlier parts still count: a state with a fault gets no second one. Parts that are collected
  /// separately do not know each other's faults, so the caller decides which one comes first, and records them.
  mutating func collectingFaults(_ body: (inout Self) -> Void) -> [PossibleFault] {
    let (outer, outerFaulted) = (faults, faulted)
    faults = []
    body(&self)
    defer { (faults, faulted) = (outer, outerFaulted) }
    return faults
  }

  /// Records faults; where several happen, the first one counts.
  mutating func note(_ collected: [PossibleFault]) {
    for fault in collected {
      let isFirst = circuit.not(faulted)
      let happens = circuit.and(fault.happens, isFirst)
      if happens == Circuit.falsity { continue }
      faults.append(.init(happens: happens, range: fault.range))
      faulted = circuit.or(faulted, happens)
    }
  }

  /// Whether one more pass of a loop, or one more call, may be unrolled.
  ///
  /// It counts as work, because a pass or a call without gates takes time as well.
  mutating func countPass() -> Bool {
    circuit.countWork()
    remainingPasses -= 1
    if remainingPasses < 0 {
      algebra.refuse("loops and calls of more than \(Self.maximumPasses) passes")
    }
    return !algebra.hasFailed
  }

  /// Evaluates `body` only where `condition` holds.
  ///
  /// Elsewhere the value of the body has no meaning, and its faults do not happen. The body itself always runs,
  /// whatever the condition.
  mutating func only<Result>(where condition: Wire, _ body: (inout Self) -> Result) -> Result {
    let outer = path
    path = circuit.and(path, condition)
    let result = body(&self)
    path = outer
    return result
  }

  /// Runs over new choices: `passCondition` says where each of them is made.
  mutating func inRun(_ body: (inout Self) -> Void) {
    let outer = passCondition
    passCondition = Circuit.truth
    body(&self)
    passCondition = outer
  }

  /// One pass of an iteration, where `condition` holds. Unlike `only`, it skips the body if the condition is
  /// constantly false.
  mutating func pass(where condition: Wire, _ body: (inout Self) -> Void) {
    if condition == Circuit.falsity { return }
    let (outerPath, outerPass) = (path, passCondition)
    path = circuit.and(path, condition)
    passCondition = circuit.and(passCondition, condition)
    body(&self)
    (path, passCondition) = (outerPath, outerPass)
  }

  /// Returns the states in which a condition is true; without meaning in states in which it faults.
  mutating func holds(_ expression: Expression) -> Wire { evaluate(expression).wire }

  /// The values in the order of the text, with their faults.
  mutating func evaluate(_ expressions: [Expression]) -> [Symbolic] {
    expressions.map { evaluate($0) }
  }

  /// The value of an expression under the names in the frame.
  ///
  /// After a failure it returns at once, so that a useless traversal ends soon.
  mutating func evaluate(_ expression: Expression) -> Symbolic {
    // The value has no meaning then.
    if path == Circuit.falsity, case .bool = expression.type { return .no }
    guard coverage != nil else { return value(of: expression) }
    let path = path
    let value = value(of: expression)
    coverage?.note(expression, value, where: path)
    return value
  }

  private mutating func value(of expression: Expression) -> Symbolic {
    if algebra.hasFailed { return .no }
    switch expression.node {
    case .constant(let value): return algebra.constant(value)
    case .variable(let index): return state[index]
    case .local(let slot): return locals[slot]
    case .not(let operand):
      let wire = holds(operand)
      return .scalar(circuit.not(wire))
    case .arithmetic(let op, let left, let right):
      let (left, right) = (evaluate(left).wire, evaluate(right).wire)
      return compute(op, left, right, expression.range)
    case .comparison(let comparison, let left, let right):
      let (left, right) = (evaluate(left), evaluate(right))
      return .scalar(compare(comparison, left, right))
    case .connective(let connective, let left, let right):
      return evaluateConnective(connective, left, right)
    case .isContained(let element, let collection):
      return .scalar(isContained(evaluate(element), in: collection))
    case .unwrap(let operand):
      let value = evaluate(operand)
      let present = algebra.isPresent(value)
      fault(where: circuit.not(present), expression.range)
      return value.unwrapped
    case .field(let base, let index):
      let value = evaluate(base)
      let present = algebra.isPresent(value)
      guard case .record(let fields) = value.unwrapped else { return .nothing }
      return algebra.optional(present, fields[index])
    case .element(let base, let key): return evaluateElement(base, key, expression.range)
    case .construct(let construction, let parts):
      let parts = evaluate(parts)
      return construct(construction, parts, expression.range)
    case .range(let lower, let upper, let isClosed):
      return .sequence(rangeOccurrences(lower, upper, isClosed, expression.range))
    case .domain(let values):
      return .sequence(
        values.map { Occurrence(isThere: Circuit.truth, value: algebra.constant($0)) })
    case .quantifier(let quantifier, let binders, let body):
      return .scalar(evaluateQuantifier(quantifier, binders, body))
    case .aggregate(let kind, let binders, let body):
      return evaluateAggregate(kind, binders, body, expression.range)
    case .member(let member, let base, let arguments):
      return evaluateMember(member, base, arguments)
    case .call(let function, let arguments): return evaluateCall(function, arguments)
    case .bind(let bindings, let body):
      for (slot, value) in bindings { locals[slot] = evaluate(value) }
      return evaluate(body)
    case .branch(let branches):
      if let (slot, subject) = branches.subject { locals[slot] = evaluate(subject) }
      return evaluate(branches.branches[...], branches.otherwise)
    case .old(let inner):
      swap(&state, &previous)
      defer { swap(&state, &previous) }
      return evaluate(inner)
    case .emitted(let pattern, let counted):
      let count = countSignals(pattern)
      return counted
        ? .scalar(count) : .scalar(circuit.less(Circuit.falsity, count))
    case .bounded(let inner, let type):
      let value = evaluate(inner)
      require(value, type, expression.range)
      return value
    }
  }

  /// A fault where a value is outside the bounds of a type.
  mutating func require(_ value: Symbolic, _ type: Type, _ range: SourceRange) {
    let fits = algebra.fits(value, type)
    fault(where: circuit.not(fits), range)
  }

  /// The result, with the faults of the reference evaluator: an overflow of 64 bits, a division by zero, and the
  /// least number by -1, whose remainder faults as well.
  mutating func compute(
    _ op: ArithmeticOperator, _ x: Wire, _ y: Wire, _ range: SourceRange
  ) -> Symbolic {
    switch op {
    case .add:
      fault(where: circuit.overflows(.add, x, y), range)
      return .scalar(circuit.add(x, y))
    case .subtract:
      fault(where: circuit.overflows(.subtract, x, y), range)
      return .scalar(circuit.subtract(x, y))
    case .multiply:
      fault(where: circuit.overflows(.multiply, x, y), range)
      return .scalar(circuit.multiply(x, y))
    case .divide, .remainder:
      fault(where: circuit.equal(y, Circuit.falsity), range)
      let least = circuit.constant(.min)
      let minusOne = circuit.constant(-1)
      let isLeast = circuit.equal(x, least)
      fault(where: circuit.and(isLeast, circuit.equal(y, minusOne)), range)
      return .scalar(op == .divide ? circuit.divide(x, y) : circuit.remainder(x, y))
    }
  }

  private mutating func compare(
    _ comparison: Comparison, _ left: Symbolic, _ right: Symbolic
  ) -> Wire {
    switch comparison {
    case .equal: return algebra.equal(left, right)
    case .notEqual:
      let equal = algebra.equal(left, right)
      return circuit.not(equal)
    case .less: return algebra.less(left, right)
    case .lessOrEqual:
      let greater = algebra.less(right, left)
      return circuit.not(greater)
    }
  }

  /// The right side is evaluated where the left one does not decide. `??` takes the left value where it is present.
  private mutating func evaluateConnective(
    _ connective: Connective, _ left: Expression, _ right: Expression
  ) -> Symbolic {
    let value = evaluate(left)
    let first = value.wire
    switch connective {
    case .and:
      let second = only(where: first) { $0.holds(right) }
      return .scalar(circuit.and(first, second))
    case .or:
      let second = only(where: circuit.not(first)) { $0.holds(right) }
      return .scalar(circuit.or(first, second))
    case .implies:
      let second = only(where: first) { $0.holds(right) }
      return .scalar(circuit.implies(first, second))
    case .coalesce:
      let present = algebra.isPresent(value)
      if present == Circuit.truth { return value }
      let other = only(where: circuit.not(present)) { $0.evaluate(right) }
      return algebra.select(present, value.unwrapped, other)
    }
  }

  /// One of two evaluations, by a condition; names that either binds are of no use afterwards.
  private mutating func choose(
    _ condition: Wire, _ first: (inout Self) -> Symbolic, _ second: (inout Self) -> Symbolic
  ) -> Symbolic {
    if condition == Circuit.truth { return first(&self) }
    if condition == Circuit.falsity { return second(&self) }
    let x = only(where: condition, first)
    let y = only(where: circuit.not(condition), second)
    return algebra.select(condition, x, y)
  }

  /// The conditions of each branch are evaluated where those of earlier branches failed.
  private mutating func evaluate(
    _ branches: ArraySlice<(conditions: [Condition], body: Expression)>, _ otherwise: Expression?
  ) -> Symbolic {
    guard let branch = branches.first else { return otherwise.map { evaluate($0) } ?? .nothing }
    let test = hold(branch.conditions[...])
    // The last case of an exhaustive `switch` needs no condition.
    if branches.count == 1, otherwise == nil {
      return only(where: test) { $0.evaluate(branch.body) }
    }
    return choose(
      test, { $0.evaluate(branch.body) }, { $0.evaluate(branches.dropFirst(), otherwise) })
  }

  /// A function's value, in a frame of its own. Calls are unrolled; there is no recursion in the
  /// language.
  private mutating func evaluateCall(
    _ function: FunctionDefinition, _ arguments: [Expression]
  ) -> Symbolic {
    guard countPass() else { return .no }
    var frame = freeFrames.popLast() ?? []
    for argument in arguments { frame.append(evaluate(argument)) }
    while frame.count < function.frameSize { frame.append(.nothing) }
    swap(&frame, &locals)
    let value = evaluate(function.body)
    swap(&frame, &locals)
    frame.removeAll(keepingCapacity: true)
    freeFrames.append(frame)
    return value
  }

  /// The number of signals in the step so far that match a pattern: its name, and the values that it gives.
  private mutating func countSignals(_ pattern: Emission) -> Wire {
    let wanted = pattern.arguments.map { ($0.field, evaluate($0.value)) }
    var count = Circuit.falsity
    for signal in signals where signal.signal == pattern.signal {
      var fits = signal.isEmitted
      for (field, value) in wanted {
        fits = circuit.and(fits, algebra.equal(signal.arguments[field], value))
      }
      count = circuit.add(count, fits)
    }
    return count
  }
}
