import Semantics

/// Conditions and patterns. Names that a pattern binds have a value in all states, which is valid where the pattern
/// matches.
extension SymbolicEvaluator {
  /// Returns the states in which all conditions of an `if` hold. They bind their names.
  ///
  /// Each is evaluated where those before it hold, like the operands of `&&`. Names stay bound whether the rest holds
  /// or not.
  mutating func hold(_ conditions: ArraySlice<Condition>) -> Wire {
    guard let condition = conditions.first else { return Circuit.truth }
    let test: Wire
    switch condition {
    case .test(let expression): test = holds(expression)
    case .pattern(let pattern, let expression):
      let value = evaluate(expression)
      test = matches(pattern, value)
    }
    if test == Circuit.falsity { return test }
    let rest = only(where: test) { $0.hold(conditions.dropFirst()) }
    return circuit.and(test, rest)
  }

  /// Returns the states in which a value matches a pattern, which binds its names. Inner patterns are evaluated if the
  /// outer ones match.
  mutating func matches(_ pattern: Pattern, _ value: Symbolic) -> Wire {
    switch pattern {
    case .wildcard: return Circuit.truth
    case .bind(let slot):
      locals[slot] = value
      return Circuit.truth
    case .isNil:
      let present = algebra.isPresent(value)
      return circuit.not(present)
    case .some(let inner):
      let present = algebra.isPresent(value)
      if present == Circuit.falsity { return present }
      let fits = only(where: present) { $0.matches(inner, value.unwrapped) }
      return circuit.and(present, fits)
    case .enumCase(let index, let fields):
      return matchesCase(index, fields, value)
    case .record(let fields):
      guard case .record(let parts) = value.unwrapped else { return Circuit.falsity }
      return matches(fields, parts, where: algebra.isPresent(value))
    case .equals(let expression):
      let other = evaluate(expression)
      return algebra.equal(other, value)
    case .within(let lower, let upper, let isClosed):
      let (lower, upper) = (evaluate(lower).wire, evaluate(upper).wire)
      let number = value.wire
      let present = algebra.isPresent(value)
      let isInside = isWithin(lower, number, upper, isClosed)
      return circuit.and(present, isInside)
    case .anyOf(let patterns):
      var test = Circuit.falsity
      for pattern in patterns where test != Circuit.truth {
        let fits = only(where: circuit.not(test)) { $0.matches(pattern, value) }
        test = circuit.or(test, fits)
      }
      return test
    }
  }

  /// Returns the states in which a value is this case and each field matches.
  private mutating func matchesCase(
    _ index: Int, _ fields: [Pattern], _ value: Symbolic
  ) -> Wire {
    guard case .enumeration(let tag, let payloads) = value.unwrapped else { return Circuit.falsity }
    let present = algebra.isPresent(value)
    let test = circuit.and(present, circuit.equal(tag, circuit.constant(index)))
    return matches(fields, index < payloads.count ? payloads[index] : [], where: test)
  }

  /// Returns the states in which each part matches its pattern; each is evaluated if those before it match.
  private mutating func matches(
    _ fields: [Pattern], _ parts: [Symbolic], where test: Wire
  ) -> Wire {
    var test = test
    for (field, part) in zip(fields, parts) where test != Circuit.falsity {
      let fits = only(where: test) { $0.matches(field, part) }
      test = circuit.and(test, fits)
    }
    return test
  }
}
