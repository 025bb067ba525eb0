/// An expression that was checked: every name resolved, every type known.
package final class Expression: Sendable {
  package let node: Node
  package let type: Type
  package let range: SourceRange
  package let reads: Reads

  package init(_ node: Node, _ type: Type, _ range: SourceRange, reads: Reads) {
    self.node = node
    self.type = type
    self.range = range
    self.reads = reads
  }

  /// Whether the value is the same wherever and whenever it is evaluated.
  package var isConstant: Bool { reads == Reads() }

  package enum Node: Sendable {
    case constant(Value)
    /// A state variable by its place in the spec.
    case variable(Int)
    /// A parameter or a local name by its place in the frame.
    case local(Int)
    case not(Expression)
    case negate(Expression)
    case arithmetic(ArithmeticOperator, Expression, Expression)
    case equal(Expression, Expression)
    case notEqual(Expression, Expression)
    case less(Expression, Expression, orEqual: Bool)
    case and(Expression, Expression)
    case or(Expression, Expression)
    case implies(Expression, Expression)
    case coalesce(Expression, Expression)
    case conditional(Expression, Expression, Expression)
    /// Whether an element is in a collection.
    case isContained(Expression, in: Expression)
    case unwrap(Expression)
    case field(Expression, Int)
    /// `m[k]` of a map.
    case lookup(Expression, Expression)
    /// `t[k]` of a table with that key type.
    case tableEntry(Expression, Expression, Type)
    /// `l[i]` of a list.
    case listElement(Expression, Expression)
    case makeCase(Int, [Expression])
    case makeRecord([Expression])
    case makeSet([Expression])
    case makeList([Expression])
    case makeMap([(Expression, Expression)])
    case makeTable([(Expression, Expression)], Type)
    /// Every key of the type has the same value.
    case fillTable(Expression, Type)
    case makeRange(Expression, Expression, isClosed: Bool)
    /// All values of a type, in their order.
    case domain([Value])
    case quantifier(Quantifier, Binders, Expression)
    case aggregate(Aggregate, Binders, Expression?)
    /// `value.count` and the like.
    case member(Member, Expression, [Expression])
    /// `min(a, b)`, `max(a, b)`
    case extremum(isMinimum: Bool, [Expression])
    case call(FunctionDefinition, [Expression])
    case bind([(slot: Int, Expression)], Expression)
    case branch([(conditions: [Condition], value: Expression)], otherwise: Expression)
    case match(Expression, [MatchCase<Expression>])
    case old(Expression)
    case emitted(Emission, counted: Bool)
    /// Stores check bounds: the value, and the type that it has to fit.
    case bounded(Expression, Type)
  }
}

/// What the value of an expression depends on beside constants.
package struct Reads: Hashable, Sendable {
  /// State variables.
  package var variables: Set<Int> = []
  /// The state before the step.
  package var old = false
  /// The signals of the step.
  package var signals = false
  /// Places in the frame.
  package var locals: Set<Int> = []
  /// A part was reported, so that there is nothing to evaluate.
  package var hasMistake = false

  package init() {}

  /// What `old` adds.
  static var ofOld: Reads {
    var reads = Reads()
    reads.old = true
    return reads
  }

  package mutating func formUnion(_ other: Reads) {
    variables.formUnion(other.variables)
    old = old || other.old
    signals = signals || other.signals
    locals.formUnion(other.locals)
    hasMistake = hasMistake || other.hasMistake
  }
}

package enum ArithmeticOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

/// What can be asked of a value behind a dot.
package enum Member: String, Sendable, CaseIterable {
  case count, isEmpty, keys, values, first, last, indices, reversed, contains
  case union, intersection, subtracting, symmetricDifference, isSubset, isSuperset, isDisjoint
  case isRunning, isDue
}

/// Names that run over collections. Levels are nested in order; a level that shares the source of
/// an earlier one runs over the same elements.
package struct Binders: Sendable {
  package struct Level: Sendable {
    /// The place of the element; for a map's pair, of its key.
    package var slot: Int
    /// The place of the value, where key and value are bound.
    package var valueSlot: Int?
    package var name: String
    package var source: Expression
    /// The level that evaluates the source, if not this one.
    package var sharedWith: Int?

    /// Whether the elements have an order that a spec may observe.
    package var isOrdered: Bool { Checker.isOrdered(source.type) }
  }

  package var levels: [Level]
  /// Different names stand for different occurrences.
  package var isDistinct: Bool
  package var filter: Expression?

  /// The places that the names take.
  package var slots: [Int] { levels.flatMap { [$0.slot] + ($0.valueSlot.map { [$0] } ?? []) } }
}

/// A condition of an `if`, which may bind names for those behind it.
package enum Condition: Sendable {
  case test(Expression)
  case unwrap(slot: Int, Expression)
  case pattern(Pattern, Expression)
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
}

package struct MatchCase<Body: Sendable>: Sendable {
  /// Alternatives; none means `default`.
  package var patterns: [Pattern]
  package var filter: Expression?
  package var body: Body
}

/// A signal with some of its values: as a pattern those that must be met.
package struct Emission: Sendable {
  package var signal: Int
  package var arguments: [(field: Int, value: Expression)]
}

/// A pure function, checked.
package final class FunctionDefinition: Sendable {
  package let name: String
  package let parameterCount: Int
  package let frameSize: Int
  package let body: Expression
  /// The variables and the step that the body reads.
  package let reads: Reads

  init(name: String, parameterCount: Int, frameSize: Int, body: Expression) {
    self.name = name
    self.parameterCount = parameterCount
    self.frameSize = frameSize
    self.body = body
    var reads = body.reads
    reads.locals = []
    self.reads = reads
  }
}
