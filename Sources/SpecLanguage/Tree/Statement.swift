/// A statement that was checked.
package struct Statement: Sendable {
  package let node: Node
  package let range: SourceRange

  package indirect enum Node: Sendable {
    /// Stores a value that fits the place's type, or is `bounded` by it.
    case assign(Place, Expression)
    case update(Place, ArithmeticOperator, Expression)
    case insert(Expression, into: Place)
    case insertAt(Expression, Expression, into: Place)
    case append(Expression, to: Place)
    case remove(Expression, from: Place)
    case removeAt(Expression, from: Place)
    case removeFirst(Place)
    case removeLast(Place)
    case removeAll(Place)
    /// Removes the elements for which the filter of the binders holds, all at once.
    case removeWhere(Binders, from: Place)
    case bind(slot: Int, Expression)
    case branch([(conditions: [Condition], body: [Statement])], otherwise: [Statement])
    case match(Expression, [MatchCase<[Statement]>])
    case loop(Binders, LoopOrder, [Statement])
    case choose(Binders)
    case emit(Emission)
    case assert(Expression)
    case start(Place, Expression)
    case stop(Place)
    case call(ProcedureDefinition, [Expression])
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

/// Where a statement stores: a variable or local name, and the way into its value.
package struct Place: Sendable {
  package enum Root: Hashable, Sendable {
    case variable(Int)
    case local(Int)
  }

  package enum Step: Sendable {
    case field(Int)
    case mapEntry(Expression)
    case tableEntry(Expression, Type)
    case listElement(Expression)
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
    steps.compactMap { step in
      switch step {
      case .mapEntry(let key), .tableEntry(let key, _), .listElement(let key): key
      case .field, .unwrap, .chain: nil
      }
    }
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
