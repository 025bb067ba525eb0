/// A statement that was checked, in the core of the language.
package struct Statement: Sendable {
  package let node: Node
  package let range: SourceRange

  package indirect enum Node: Sendable {
    /// Stores in a place what a change makes of its value and the operands.
    case change(Place, Change, [Expression])
    /// Removes the elements for which the filter of the binders holds, all at once.
    case removeWhere(Binders, from: Place)
    case bind(slot: Int, Expression)
    case branch(Branches<[Statement]>)
    case loop(Binders, LoopOrder, [Statement])
    case choose(Binders)
    case emit(Emission)
    case assert(Expression)
    case call(ProcedureDefinition, [Expression])
  }

  /// How a statement changes the value at a place, and with which operands.
  package enum Change: Sendable {
    /// Becomes the operand, which fits the place's type or is `bounded` by it.
    case assign
    case update(ArithmeticOperator)
    /// An element of a set; of a list the element and its index.
    case insert, insertAt
    case append
    /// An element of a set, or all that are equal of a list; of a list the index.
    case remove, removeAt
    case removeFirst, removeLast, removeAll
    /// The units that a timer runs for.
    case start
    case stop
  }
}

/// In which order the passes of a loop run.
package enum LoopOrder: Sendable {
  /// One after the other, in the order of the collection.
  case ascending
  /// Any order gives the same, so the canonical one is taken.
  case commuting
  /// Every order is a possible behaviour.
  case any
}

/// Where a statement stores: a variable or local name, and the path into its value.
package struct Place: Sendable {
  package enum Root: Hashable, Sendable {
    case variable(Int)
    case local(Int)
  }

  package enum Step: Sendable {
    case field(Int)
    /// Under a key or index, of a map, table or list of that type.
    case element(Expression, of: Type)
    /// `!`: nil is a fault.
    case unwrap
    /// `?`: nil ends the statement without effect.
    case chain
  }

  package var root: Root
  package var steps: [Step]
  /// The type of what is stored.
  package var type: Type
  package var range: SourceRange

  /// The expressions in keys and indices.
  package var keys: [Expression] {
    steps.compactMap { if case .element(let key, _) = $0 { key } else { nil } }
  }
}

/// A procedure, checked.
package final class ProcedureDefinition: Sendable {
  package let name: String
  package let parameterCount: Int
  package let frameSize: Int
  package let body: [Statement]

  init(name: String, parameterCount: Int, frameSize: Int, body: [Statement]) {
    self.name = name
    self.parameterCount = parameterCount
    self.frameSize = frameSize
    self.body = body
  }
}
