/// A checked expression in the core of the language: names are resolved, types are known, and alternative spellings
/// are lowered.
///
/// The checker lowers syntax to core nodes. Each keeps its place in the text, so that messages can quote the author.
///
/// ```text
/// x > y               comparison(less, y, x)
/// -x                  arithmetic(subtract, 0, x)
/// unchanged(a, b)     a == old(a) && b == old(b)
/// a ? b : c           branch([a] → b, otherwise c)
/// min(a, b)           bind(names for both, branch …)
/// ```
///
/// It is a class, and a node may have several parents: `unchanged(a)` has one node for `a` in two places. Nodes are
/// immutable and safe to read from any thread.
package final class Expression: Sendable {
  package let node: Node
  /// The type of its values. The checker may not know the bounds of an expression; `bounded` checks them when the
  /// value is stored.
  package let type: Type
  /// Parts that lowering added have the range of the text from which they were derived.
  package let range: SourceRange
  package let reads: Reads

  /// Makes an expression that depends on everything its parts read, except the names that it binds.
  package convenience init(_ node: Node, _ type: Type, _ range: SourceRange) {
    self.init(node, type, range, reads: Reads(of: node))
  }

  /// Makes an expression with given reads: for mistakes, and for a node that gets another type.
  package init(_ node: Node, _ type: Type, _ range: SourceRange, reads: Reads) {
    self.node = node
    self.type = type
    self.range = range
    self.reads = reads
  }

  /// Whether the value never changes.
  ///
  /// A name of the frame is not constant, but the expression that binds it may be: `every x in 0...2: x < 3` is.
  package var isConstant: Bool { reads == Reads() }

  /// The forms of the core. Access to a part of nil is nil, and the rest of the chain is not evaluated.
  package enum Node: Sendable {
    /// A value in canonical form; also the value of a param or `let` of the spec.
    case constant(Value)
    /// A state variable by its place in the spec.
    case variable(Int)
    /// A parameter or a local name by its place in the frame.
    case local(Int)
    case not(Expression)
    /// An arithmetic operation. For a negation, the left side is zero.
    case arithmetic(ArithmeticOperator, Expression, Expression)
    /// Equality is that of canonical values, so sets and maps are equal if their contents are.
    case comparison(Comparison, Expression, Expression)
    case connective(Connective, Expression, Expression)
    /// Whether an element is contained in a collection.
    case isContained(Expression, in: Expression)
    /// `x!`: nil is the fault `missingValue`.
    case unwrap(Expression)
    /// A field of a struct, by its place in the declaration.
    case field(Expression, Int)
    /// `m[k]` of a map, table or list.
    case element(Expression, Expression)
    /// A composite value, whose parts are evaluated in order.
    case construct(Construction, [Expression])
    /// A range of numbers, for iteration or for `in`. One that ends before it begins is a fault.
    case range(Expression, Expression, isClosed: Bool)
    /// All values of a type, in their order.
    case domain([Value])
    /// Every element is evaluated, even if the answer is known already, so that a fault does not depend on an order.
    case quantifier(Quantifier, Binders, Expression)
    /// `count(…)`, `sum(…)`, `set(…)` and the like; without a body the element itself counts.
    case aggregate(Aggregate, Binders, Expression?)
    /// `value.count` and the like.
    case member(Member, Expression, [Expression])
    /// Arguments are evaluated in the current frame, the body in its own.
    case call(FunctionDefinition, [Expression])
    /// `let` lines and a value: evaluated in order, and each may read the earlier ones.
    case bind([(slot: Int, Expression)], Expression)
    /// `if`, `switch`, `is` and `? :`.
    case branch(Branches<Expression>)
    /// The inside reads the state before the step. There is no `old` within `old`.
    case old(Expression)
    /// Whether the step sent such a signal. With `counted`, the number of such signals.
    case emitted(Emission, counted: Bool)
    /// A bounds check for a store: the value, and the type that it has to fit.
    case bounded(Expression, Type)
  }
}

extension Expression.Node {
  /// The direct parts, in the order of evaluation.
  ///
  /// A source that several levels of binders share is one part. The body of a called function is no part: `Reads`
  /// has the variables that it depends on.
  package var children: [Expression] {
    switch self {
    case .constant, .variable, .local, .domain: []
    case .not(let part), .unwrap(let part), .field(let part, _), .old(let part),
      .bounded(let part, _):
      [part]
    case .arithmetic(_, let left, let right), .comparison(_, let left, let right),
      .connective(_, let left, let right), .isContained(let left, let right),
      .element(let left, let right), .range(let left, let right, _):
      [left, right]
    case .construct(_, let parts), .call(_, let parts): parts
    case .member(_, let base, let arguments): [base] + arguments
    case .quantifier(_, let binders, let value): binders.parts + [value]
    case .aggregate(_, let binders, let value): binders.parts + (value.map { [$0] } ?? [])
    case .bind(let bindings, let value): bindings.map(\.1) + [value]
    case .branch(let branches): branches.conditionParts + branches.bodies
    case .emitted(let pattern, _): pattern.arguments.map(\.value)
    }
  }

  /// The slots of the names that are bound in it and have no meaning outside.
  var boundSlots: [Int] {
    switch self {
    case .quantifier(_, let binders, _), .aggregate(_, let binders, _): binders.slots
    case .bind(let bindings, _): bindings.map(\.slot)
    case .branch(let branches): branches.slots
    default: []
    }
  }
}

/// Everything that the value of an expression depends on, except constants.
///
/// It is an over-approximation: a branch that is never taken counts as read.
package struct Reads: Hashable, Sendable {
  /// State variables, including those inside `old`.
  package var variables: Set<Int> = []
  /// The state before the step.
  package var old = false
  /// The signals of the step.
  package var signals = false
  /// Slots of the frame, without those that are bound inside.
  package var locals: Set<Int> = []
  /// Whether a part was already reported, so that there is nothing to evaluate.
  package var hasMistake = false

  package init() {}

  /// Computes the reads of a node and its parts.
  fileprivate init(of node: Expression.Node) {
    for part in node.children { formUnion(part.reads) }
    if !locals.isEmpty { locals.subtract(node.boundSlots) }
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
    Self.add(other.variables, to: &variables)
    old = old || other.old
    signals = signals || other.signals
    Self.add(other.locals, to: &locals)
    hasMistake = hasMistake || other.hasMistake
  }

  /// Most unions have all their members from one side, and share its storage.
  private static func add(_ other: Set<Int>, to set: inout Set<Int>) {
    if set.isEmpty {
      set = other
    } else if !other.isSubset(of: set) {
      set.formUnion(other)
    }
  }
}

/// Swift's operators on 64 bits: division rounds towards zero, and an overflow is a fault.
package enum ArithmeticOperator: String, Sendable {
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
}

/// `>` and `>=` are these with swapped sides.
package enum Comparison: String, Sendable {
  case equal, notEqual, less, lessOrEqual
}

/// An operator that evaluates its right side only if the left one does not decide.
package enum Connective: String, Sendable {
  case and, or, implies, coalesce
}

/// The value that is constructed from the parts.
///
/// The parts of a case or record are its fields in their order, defaults filled in.
package enum Construction: Sendable {
  case enumCase(Int), record, set, bag, list
  /// A map from alternating keys and values. For equal keys the last value counts; a value of nil omits its key.
  case map
  /// The same with a value for each key of the type.
  case table(Type)
  /// A table with the same value for each key of the type.
  case filledTable(Type)
}

/// A member of a value, after a dot.
///
/// The raw value is the name in a spec. `Checker.members(of:)` has the members of each type.
package enum Member: String, Sendable, CaseIterable {
  case count, isEmpty, keys, values, first, last, indices, reversed, contains
  case union, intersection, subtracting, symmetricDifference, isSubset, isSuperset, isDisjoint
  case isRunning, isDue, remaining
}

/// Names that iterate over collections: those of quantifiers, comprehensions, loops, `choose` and `remove … where`.
///
/// Levels are nested in order, with the last one varying fastest. A level that shares the source of an earlier one
/// iterates over the same elements. The source of a level may read the names of earlier levels.
///
/// ```text
/// every a in s, b in t where p    two levels, each with its source
/// no distinct a, b in l           two levels, the second shared with the first
/// some (k, v) in m                one level with two places
/// ```
package struct Binders: Sendable {
  /// One name, or the pair `(k, v)`.
  package struct Level: Sendable {
    /// The place of the element; for a map's pair, of its key.
    package var slot: Int
    /// The slot of the value, if key and value are bound.
    package var valueSlot: Int?
    package var name: String
    package var source: Expression
    /// The earlier level that evaluates the shared source; nil if this level has its own.
    package var sharedWith: Int?

    package init(
      slot: Int, valueSlot: Int? = nil, name: String, source: Expression, sharedWith: Int? = nil
    ) {
      self.slot = slot
      self.valueSlot = valueSlot
      self.name = name
      self.source = source
      self.sharedWith = sharedWith
    }

    /// Whether the elements have an order that a spec can observe.
    package var isOrdered: Bool { source.type.isOrderedCollection }
  }

  package var levels: [Level]
  /// Whether different names must be bound to different occurrences: two equal elements of a list are two. Only
  /// levels with a common source are compared.
  package var isDistinct: Bool
  /// The filter is evaluated when all names are bound.
  package var filter: Expression?

  package init(levels: [Level], isDistinct: Bool, filter: Expression? = nil) {
    self.levels = levels
    self.isDistinct = isDistinct
    self.filter = filter
  }

  /// Whether a level may be at a position, after those of the earlier levels: names of the same collection may have to
  /// differ. Positions are compared: equal elements at different positions are distinct.
  package func allows(_ position: Int, at index: Int, after positions: [Int]) -> Bool {
    guard isDistinct else { return true }
    let root = levels[index].sharedWith ?? index
    return !(0..<index).contains {
      (levels[$0].sharedWith ?? $0) == root && positions[$0] == position
    }
  }

  /// The slots of the names.
  package var slots: [Int] { levels.flatMap { [$0.slot] + ($0.valueSlot.map { [$0] } ?? []) } }

  /// Its expressions.
  package var parts: [Expression] {
    levels.filter { $0.sharedWith == nil }.map(\.source) + (filter.map { [$0] } ?? [])
  }
}

/// A signal with some of its values: in a pattern, those that must be equal.
///
/// An `emit` has all fields, in the order of the declaration. In `emitted(…)`, omitted fields match anything, and the
/// others are in the order of the text.
package struct Emission: Sendable {
  package var signal: Int
  package var arguments: [(field: Int, value: Expression)]

  package init(signal: Int, arguments: [(field: Int, value: Expression)]) {
    self.signal = signal
    self.arguments = arguments
  }
}

/// A pure function, checked.
///
/// It is never recursive, directly or through others: recursion is an error in the spec.
package final class FunctionDefinition: Sendable {
  package let name: String
  /// Parameters take the first slots of the frame.
  package let parameterCount: Int
  package let frameSize: Int
  package let body: Expression
  /// The event whose guard it is, in `enabled(e)`; nil for other functions.
  let event: Int?
  /// The variables and the step that the body reads.
  package let reads: Reads
  /// Whether the body may have no value.
  let mayLackValue: Bool

  package init(
    name: String, parameterCount: Int, frameSize: Int, body: Expression, guardOf event: Int? = nil
  ) {
    self.name = name
    self.event = event
    self.parameterCount = parameterCount
    self.frameSize = frameSize
    self.body = body
    mayLackValue = body.mayLackValue
    var reads = body.reads
    reads.locals = []
    self.reads = reads
  }
}

/// The keywords of a spec; `Evaluator` defines their meaning.
package enum Quantifier: String, Sendable { case every, some, no }

/// The aggregate of the elements of a comprehension, by its keyword.
package enum Aggregate: String, Sendable, CaseIterable {
  case count, min, max, sum, set, map, table, list
}
