import Semantics

/// A value in an explanation, which can be evaluated again in the middle of a step.
struct Evidence {
  enum Source {
    /// The value of an expression.
    case value(Expression)
    /// An element of a quantifier's collection.
    case element(Binders.Level)
  }

  var source: Source
  /// The values of the local names.
  var locals: [Value]

  /// Evaluates the evidence at a moment; nil if it has no value there.
  ///
  /// An element has one value for each occurrence, or the value of its key.
  func values(in state: [Value], after before: [Value], _ signals: [EmittedSignal]) -> [Value]? {
    var evaluator = Evaluator(state: state, previous: before, signals: signals, locals: locals)
    switch source {
    case .value(let expression):
      return (try? evaluator.evaluate(expression)).map { [$0] }
    case .element(let level):
      guard let found = try? evaluator.occurrences(of: level.source) else { return nil }
      if let keys = found.keys, level.valueSlot != nil {
        return zip(keys, found.values).filter { $0.0 == locals[level.slot] }.map(\.1)
      }
      return found.values.filter { $0 == locals[level.slot] }
    }
  }
}
