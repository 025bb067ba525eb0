import Semantics

/// A part of conditions that is evaluated separately.
enum ConditionPart: Sendable {
  /// A condition of the spec, with the names and signals in it.
  case expression(Expression, locals: [Value], signals: [EmittedSignal])
  /// Two events do the same, for that choice of the parameters.
  case sameSteps(EventEquivalence, [Value])
  /// A combination of other parts.
  case compound(Condition)
}

/// Splits conditions, and numbers their parts: equal parts have one number.
struct ConditionParts {
  /// The dependencies of a part besides the state.
  private struct Key: Hashable {
    var expression: ObjectIdentifier
    var locals: [Value]
    var signals: [EmittedSignal]
  }

  private(set) var all: [ConditionPart] = []
  private var compounds: [Condition: Int] = [:]
  private var numbers: [Key: Int] = [:]
  /// A quantifier over more choices of its names is not split.
  private static let maximumChoices = 1 << 12
  /// The number of parts at which conditions are no longer split.
  private static let maximumParts = 1 << 16

  /// A condition with those names in its frame, in a step with those signals.
  mutating func condition(
    _ expression: Expression, _ locals: [Value], _ signals: [EmittedSignal] = []
  ) -> Condition {
    if expression.isOfNoState {
      return .constant(truth(expression, locals, signals))
    }
    if all.count > Self.maximumParts { return part(expression, locals, signals) }
    switch expression.node {
    case .not(let inner): return .not(condition(inner, locals, signals))
    case .connective(.and, let left, let right):
      return .and(condition(left, locals, signals), condition(right, locals, signals))
    case .connective(.or, let left, let right):
      return .or(condition(left, locals, signals), condition(right, locals, signals))
    case .connective(.implies, let left, let right):
      return .or(.not(condition(left, locals, signals)), condition(right, locals, signals))
    case .comparison(let comparison, let left, let right)
    where left.type == .bool && right.type == .bool
      && (comparison == .equal || comparison == .notEqual):
      let same = Condition.same(
        condition(left, locals, signals), condition(right, locals, signals))
      return comparison == .equal ? same : .not(same)
    case .quantifier(let quantifier, let binders, let body):
      if let frames = frames(binders, locals, signals) {
        return condition(quantifier, binders.filter, body, frames, signals)
      }
    case .call(let function, let arguments) where arguments.allSatisfy(\.isOfNoState):
      if let values = values(arguments, locals, signals) {
        let frame = values + Array(repeating: .none, count: function.frameSize - values.count)
        return condition(function.body, frame, signals)
      }
    case .bind(let bindings, let body) where bindings.allSatisfy(\.1.isOfNoState):
      var evaluator = Evaluator(signals: signals, locals: locals)
      do throws(Fault) {
        for (slot, value) in bindings { evaluator.locals[slot] = try evaluator.evaluate(value) }
        return condition(body, evaluator.locals, signals)
      } catch {
        return .constant(.fault)
      }
    default: break
    }
    return part(expression, locals, signals)
  }

  private mutating func condition(
    _ quantifier: Quantifier, _ filter: Expression?, _ body: Expression, _ frames: [[Value]],
    _ signals: [EmittedSignal]
  ) -> Condition {
    let all = frames.map { frame in
      var each = condition(body, frame, signals)
      if quantifier != .every { each = .not(each) }
      return filter.map { .or(.not(condition($0, frame, signals)), each) } ?? each
    }
    return quantifier == .some ? .not(.every(all)) : .every(all)
  }

  /// Two events do the same.
  mutating func condition(_ same: EventEquivalence) -> Condition {
    .every(
      same.choices.map { arguments in
        all.append(.sameSteps(same, arguments))
        return .part(all.count - 1)
      })
  }

  private mutating func part(
    _ expression: Expression, _ locals: [Value], _ signals: [EmittedSignal]
  ) -> Condition {
    let reads = expression.reads
    let key = Key(
      expression: ObjectIdentifier(expression), locals: reads.locals.sorted().map { locals[$0] },
      signals: reads.signals ? signals : [])
    if let number = numbers[key] { return .part(number) }
    numbers[key] = all.count
    all.append(.expression(expression, locals: locals, signals: signals))
    return .part(all.count - 1)
  }

  /// A condition as a separate part.
  mutating func compound(_ condition: Condition) -> Int {
    if case .part(let part) = condition { return part }
    if let number = compounds[condition] { return number }
    compounds[condition] = all.count
    all.append(.compound(condition))
    return all.count - 1
  }

  // MARK: Expressions without state

  private func truth(
    _ expression: Expression, _ locals: [Value], _ signals: [EmittedSignal]
  ) -> Truth {
    var evaluator = Evaluator(signals: signals, locals: locals)
    do throws(Fault) {
      return try evaluator.holds(expression) ? .yes : .no
    } catch {
      return .fault
    }
  }

  /// Nil if one has no value.
  private func values(
    _ expressions: [Expression], _ locals: [Value], _ signals: [EmittedSignal]
  ) -> [Value]? {
    var evaluator = Evaluator(signals: signals, locals: locals)
    return try? evaluator.evaluate(expressions)
  }

  /// A frame for each choice of the binders, before the filter; nil if it depends on the state.
  private func frames(
    _ binders: Binders, _ locals: [Value], _ signals: [EmittedSignal]
  ) -> [[Value]]? {
    guard binders.levels.allSatisfy({ $0.source.isOfNoState }) else { return nil }
    var unfiltered = binders
    unfiltered.filter = nil
    var frames: [[Value]] = []
    var evaluator = Evaluator(signals: signals, locals: locals)
    do throws(Fault) {
      try evaluator.forEach(unfiltered) { (evaluator) throws(Fault) in
        frames.append(evaluator.locals)
      }
    } catch {
      return nil
    }
    return frames.count <= Self.maximumChoices ? frames : nil
  }
}

extension Expression {
  /// Whether its value follows from the names in the frame and the signals of the step.
  fileprivate var isOfNoState: Bool { reads.variables.isEmpty && !reads.old }
}
