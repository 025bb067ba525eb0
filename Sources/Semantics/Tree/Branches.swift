/// Branches of which the first whose conditions hold is taken: `if`, `switch` and `? :`, as values and as statements.
///
/// All kinds of choices have this one form, so each evaluator has one place that handles choices:
///
/// ```text
/// a ? b : c                          [test a] → b; otherwise c
/// if let c = m[k] { x } else { y }   [pattern some(bind c) of m[k]] → x; otherwise y
/// switch v { case .a: x … }          subject v at a slot; [pattern a of that slot] → x; …
/// v is .call(_)                      the same with true, and false otherwise
/// ```
package struct Branches<Body: Sendable>: Sendable {
  /// The subject of a `switch`: evaluated once, and stored in a slot of the frame for its conditions.
  package var subject: (slot: Int, value: Expression)?
  /// The branches, in the order of the text. All conditions of a branch have to hold; they are evaluated in order
  /// until one fails. A branch without conditions is always taken.
  package var branches: [(conditions: [Condition], body: Body)]
  /// The body if no conditions hold; nil for a `switch` as a value, whose last case takes the rest.
  package var otherwise: Body?

  package init(
    subject: (slot: Int, value: Expression)? = nil,
    _ branches: [(conditions: [Condition], body: Body)], otherwise: Body?
  ) {
    self.subject = subject
    self.branches = branches
    self.otherwise = otherwise
  }

  /// All bodies in the order of the text, `otherwise` last.
  package var bodies: [Body] { branches.map(\.body) + (otherwise.map { [$0] } ?? []) }

  /// The subject and the parts of all conditions, in the order of the text. Patterns contribute the expressions that
  /// they compare with.
  package var conditionParts: [Expression] {
    (subject.map { [$0.value] } ?? []) + branches.flatMap { $0.conditions.flatMap(\.parts) }
  }

  /// The slots of the names that are bound before a body.
  package var slots: [Int] {
    (subject.map { [$0.slot] } ?? []) + branches.flatMap { $0.conditions.flatMap(\.slots) }
  }
}

/// A condition of a branch, which may bind names for later conditions and for the body.
///
/// Names that were bound before a later condition fails stay in the frame, where nothing reads them.
package enum Condition: Sendable {
  case test(Expression)
  /// The value matches the pattern; `if let` requires a value that is not nil.
  case pattern(Pattern, Expression)

  /// Its expressions.
  var parts: [Expression] {
    switch self {
    case .test(let value): [value]
    case .pattern(let pattern, let value): pattern.parts + [value]
    }
  }

  /// The slots of the names that it binds.
  package var slots: [Int] { if case .pattern(let pattern, _) = self { pattern.slots } else { [] } }
}

/// A pattern that a value is matched with, and the names that it binds.
///
/// A pattern is matched from the outside in, and from left to right. Bound names are valid only if the whole pattern
/// matches.
package indirect enum Pattern: Sendable {
  /// `_`, or an omitted part of a pattern: matches anything, including nil.
  case wildcard
  /// `let x`: matches anything, including nil, and stores it in that slot of the frame.
  case bind(slot: Int)
  /// `nil`, and nothing else.
  case isNil
  /// A case by its place in the declaration, with a pattern for each of its fields. `.b` without
  /// parentheses has a wildcard for each.
  case enumCase(Int, [Pattern])
  /// A struct, with a pattern for each of its fields.
  case record([Pattern])
  /// Not nil, and the value inside fits.
  case some(Pattern)
  /// Equal to a value, which is evaluated whenever the pattern is matched and may read state and names.
  case equals(Expression)
  /// `1...3` or `1..<3`. Nil is in no range. A range that ends before it begins matches nothing; unlike in an
  /// iteration, it is no fault.
  case within(Expression, Expression, isClosed: Bool)
  /// One of several, none of which binds names.
  case anyOf([Pattern])

  /// Its inner patterns.
  private var inner: [Pattern] {
    switch self {
    case .enumCase(_, let patterns), .record(let patterns), .anyOf(let patterns): patterns
    case .some(let pattern): [pattern]
    case .wildcard, .bind, .isNil, .equals, .within: []
    }
  }

  /// Its expressions.
  var parts: [Expression] {
    switch self {
    case .equals(let value): [value]
    case .within(let lower, let upper, _): [lower, upper]
    default: inner.flatMap(\.parts)
    }
  }

  /// The slots of the names that it binds.
  package var slots: [Int] {
    if case .bind(let slot) = self { [slot] } else { inner.flatMap(\.slots) }
  }

  /// The reads of its expressions; bound names do not count.
  package var reads: Reads { parts.reduce(into: Reads()) { $0.formUnion($1.reads) } }
}
