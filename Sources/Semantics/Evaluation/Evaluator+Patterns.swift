extension Evaluator {
  /// Whether all conditions of an `if` hold, evaluated in order. They bind their names.
  package mutating func hold(_ conditions: [Condition]) throws(Fault) -> Bool {
    for condition in conditions {
      switch condition {
      case .test(let expression):
        if try !holds(expression) { return false }
      case .pattern(let pattern, let expression):
        if try !matches(pattern, evaluate(expression)) { return false }
      }
    }
    return true
  }

  /// The body of the first branch whose conditions hold; nil if there is no such branch.
  ///
  /// The subject is evaluated once. When the body is returned, the frame contains the names that the conditions
  /// bound.
  package mutating func body<Body>(of branches: Branches<Body>) throws(Fault) -> Body? {
    let place = try place(in: branches)
    return place < branches.branches.count ? branches.branches[place].body : branches.otherwise
  }

  /// The index of the branch that is taken; the number of branches if none is.
  mutating func place<Body>(in branches: Branches<Body>) throws(Fault) -> Int {
    if let (slot, subject) = branches.subject { locals[slot] = try evaluate(subject) }
    for (place, branch) in branches.branches.enumerated() where try hold(branch.conditions) {
      return place
    }
    return branches.branches.count
  }

  /// Whether a value matches a pattern. Binds the names of the pattern.
  package mutating func matches(_ pattern: Pattern, _ value: Value) throws(Fault) -> Bool {
    switch pattern {
    case .wildcard: return true
    case .bind(let slot):
      locals[slot] = value
      return true
    case .isNil: return value == .none
    case .some(let inner): return value == .none ? false : try matches(inner, value)
    case .enumCase(let index, let fields):
      guard case .enumCase(index, let payload) = value else { return false }
      for (field, part) in zip(fields, payload) where try !matches(field, part) { return false }
      return true
    case .record(let fields):
      guard case .record(let parts) = value else { return false }
      for (field, part) in zip(fields, parts) where try !matches(field, part) { return false }
      return true
    case .equals(let expression): return try evaluate(expression) == value
    case .within(let lower, let upper, let isClosed):
      guard case .int(let number) = value else { return false }
      let (lower, upper) = (try evaluate(lower).asInt, try evaluate(upper).asInt)
      return number >= lower && (isClosed ? number <= upper : number < upper)
    case .anyOf(let patterns):
      for pattern in patterns where try matches(pattern, value) { return true }
      return false
    }
  }
}
