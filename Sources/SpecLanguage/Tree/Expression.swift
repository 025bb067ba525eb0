/// An expression that was checked, in the core of the language: every name resolved, every type known, and
/// what is only another way of writing it lowered.
///
/// The checker makes nodes of the core from the syntax. Each keeps the place in the text that it stands for,
/// so that what is said of it can be said in the author's words.
package final class Expression: Sendable {
  package let node: Node
  package let type: Type
  package let range: SourceRange
  package let reads: Reads

  /// An expression that depends on what its parts depend on, but for the names that it binds.
  package convenience init(_ node: Node, _ type: Type, _ range: SourceRange) {
    self.init(node, type, range, reads: Reads(of: node))
  }

  init(_ node: Node, _ type: Type, _ range: SourceRange, reads: Reads) {
    self.node = node
    self.type = type
    self.range = range
    self.reads = reads
  }

  /// Whether the value is the same wherever and whenever it is evaluated.
  package var isConstant: Bool { reads == Reads() }

  /// The forms of the core. Access to a part of nil is nil, and nothing behind it is evaluated.
  package enum Node: Sendable {
    case constant(Value)
    /// A state variable by its place in the spec.
    case variable(Int)
    /// A parameter or a local name by its place in the frame.
    case local(Int)
    case not(Expression)
    /// Of a negation the left side is zero.
    case arithmetic(ArithmeticOperator, Expression, Expression)
    case comparison(Comparison, Expression, Expression)
    case connective(Connective, Expression, Expression)
    /// Whether an element is in a collection.
    case isContained(Expression, in: Expression)
    case unwrap(Expression)
    case field(Expression, Int)
    /// `m[k]` of a map, table or list.
    case element(Expression, Expression)
    case construct(Construction, [Expression])
    case range(Expression, Expression, isClosed: Bool)
    /// All values of a type, in their order.
    case domain([Value])
    case quantifier(Quantifier, Binders, Expression)
    case aggregate(Aggregate, Binders, Expression?)
    /// `value.count` and the like.
    case member(Member, Expression, [Expression])
    case call(FunctionDefinition, [Expression])
    case bind([(slot: Int, Expression)], Expression)
    /// `if`, `switch`, `is` and `? :`.
    case branch(Branches<Expression>)
    case old(Expression)
    case emitted(Emission, counted: Bool)
    /// Stores check bounds: the value, and the type that it has to fit.
    case bounded(Expression, Type)
  }
}

extension Expression.Node {
  /// Calls `body` with each direct part, in the order of evaluation.
  package func forEachChild(_ body: (Expression) -> Void) {
    switch self {
    case .constant, .variable, .local, .domain: break
    case .not(let part), .unwrap(let part), .field(let part, _), .old(let part),
      .bounded(let part, _):
      body(part)
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right),
      .connective(_, let left, let right), .isContained(let left, let right),
      .element(let left, let right), .range(let left, let right, _):
      body(left)
      body(right)
    case .construct(_, let parts), .call(_, let parts): parts.forEach(body)
    case .member(_, let base, let arguments):
      body(base)
      arguments.forEach(body)
    case .quantifier(_, let binders, let value):
      binders.parts.forEach(body)
      body(value)
    case .aggregate(_, let binders, let value):
      binders.parts.forEach(body)
      value.map(body)
    case .bind(let bindings, let value):
      for (_, bound) in bindings { body(bound) }
      body(value)
    case .branch(let branches):
      branches.forEachCondition(body)
      branches.bodies.forEach(body)
    case .emitted(let pattern, _): for (_, value) in pattern.arguments { body(value) }
    }
  }

  /// The places of the names that are bound in it and mean nothing outside.
  fileprivate var boundSlots: [Int] {
    switch self {
    case .quantifier(_, let binders, _), .aggregate(_, let binders, _): binders.slots
    case .bind(let bindings, _): bindings.map(\.slot)
    case .branch(let branches): branches.slots
    default: []
    }
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

  /// What a node reads, and its parts.
  fileprivate init(of node: Expression.Node) {
    node.forEachChild { formUnion($0.reads) }
    locals.subtract(node.boundSlots)
    switch node {
    case .variable(let index): variables = [index]
    case .local(let slot): locals = [slot]
    case .old: old = true
    case .emitted: signals = true
    case .call(let function, _): formUnion(function.reads)
    default: break
    }
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

package enum Comparison: Sendable {
  case equal, notEqual, less, lessOrEqual
}

/// An operator that looks at its right side only where the left one does not decide.
package enum Connective: Sendable {
  case and, or, implies, coalesce
}

/// What is made of parts.
package enum Construction: Sendable {
  case enumCase(Int), record, set, list
  /// Of keys and values in turn; of equal keys the last counts.
  case map
  /// The same with a value for each key of the type.
  case table(Type)
  /// A table in which each key of the type has the one value.
  case filledTable(Type)
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

  /// The expressions in it.
  var parts: [Expression] {
    levels.filter { $0.sharedWith == nil }.map(\.source) + (filter.map { [$0] } ?? [])
  }
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
