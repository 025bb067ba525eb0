/// Bodies of which the first one is taken whose conditions hold: `if`, `switch` and `? :`, as values and as
/// statements.
package struct Branches<Body: Sendable>: Sendable {
  /// What a `switch` looks at: evaluated once, and held at a place of the frame for its conditions.
  package var subject: (slot: Int, value: Expression)?
  package var branches: [(conditions: [Condition], body: Body)]
  /// Taken where no conditions hold; nil for a `switch` that is a value, whose last case takes what is left.
  package var otherwise: Body?

  init(
    subject: (slot: Int, value: Expression)? = nil,
    _ branches: [(conditions: [Condition], body: Body)], otherwise: Body?
  ) {
    self.subject = subject
    self.branches = branches
    self.otherwise = otherwise
  }

  package var bodies: [Body] { branches.map(\.body) + (otherwise.map { [$0] } ?? []) }

  /// Calls `body` with what is looked at and each part of a condition.
  package func forEachCondition(_ body: (Expression) -> Void) {
    if let subject { body(subject.value) }
    for branch in branches {
      for condition in branch.conditions { condition.parts.forEach(body) }
    }
  }

  /// The places of the names that are bound on the way to a body.
  var slots: [Int] {
    (subject.map { [$0.slot] } ?? []) + branches.flatMap { $0.conditions.flatMap(\.slots) }
  }
}

/// A condition of a branch, which may bind names for those behind it and for the body.
package enum Condition: Sendable {
  case test(Expression)
  /// The value fits the pattern; `if let` asks for a value that is not nil.
  case pattern(Pattern, Expression)

  /// The expressions in it.
  var parts: [Expression] {
    switch self {
    case .test(let value): [value]
    case .pattern(let pattern, let value): pattern.parts + [value]
    }
  }

  /// The places of the names that it binds.
  var slots: [Int] { if case .pattern(let pattern, _) = self { pattern.slots } else { [] } }
}

/// What a value is compared with, and what of it is bound.
package indirect enum Pattern: Sendable {
  case wildcard
  case bind(slot: Int)
  case isNil
  case enumCase(Int, [Pattern])
  /// Not nil, and the value inside fits.
  case some(Pattern)
  case equals(Expression)
  case within(Expression, Expression, isClosed: Bool)
  /// One of several, none of which binds names.
  case anyOf([Pattern])

  /// The patterns in it.
  private var inner: [Pattern] {
    switch self {
    case .enumCase(_, let patterns), .anyOf(let patterns): patterns
    case .some(let pattern): [pattern]
    case .wildcard, .bind, .isNil, .equals, .within: []
    }
  }

  /// The expressions in it.
  var parts: [Expression] {
    switch self {
    case .equals(let value): [value]
    case .within(let lower, let upper, _): [lower, upper]
    default: inner.flatMap(\.parts)
    }
  }

  /// The places of the names that it binds.
  var slots: [Int] { if case .bind(let slot) = self { [slot] } else { inner.flatMap(\.slots) } }

  var reads: Reads { parts.reduce(into: Reads()) { $0.formUnion($1.reads) } }
}
