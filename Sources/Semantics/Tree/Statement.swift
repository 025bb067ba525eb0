/// A statement that was checked, in the core of the language.
///
/// Several spellings have one form: `s.insert(x)` and `insert x into s` are the same `change`, and
/// `m.removeValue(forKey: k)` is `m[k] = nil`. `emit a, b` is a branch without branches, whose `otherwise` has two
/// statements.
package struct Statement: Sendable {
  package let node: Node
  package let range: SourceRange

  package init(node: Node, range: SourceRange) {
    self.node = node
    self.range = range
  }

  /// Only `choose` and a loop in any order have several outcomes, and so do statements that contain them.
  package indirect enum Node: Sendable {
    /// Applies a change to the value at a place, and stores the result.
    case change(Place, Change, [Expression])
    /// Removes the elements for which the filter of the binders holds, all at once.
    ///
    /// For a map, the name is bound to the value.
    case removeWhere(Binders, from: Place)
    /// `let` or `var`: only the checker distinguishes them.
    case bind(slot: Int, Expression)
    case branch(Branches<[Statement]>)
    /// The elements of the loop are those before the first pass.
    case loop(Binders, LoopOrder, [Statement])
    /// The names stay bound for the later statements of the block. An empty choice is a fault.
    case choose(Binders)
    case emit(Emission)
    case assert(Expression)
    case call(ProcedureDefinition, [Expression])
  }

  /// The change of the value at a place, with its operands.
  package enum Change: Sendable {
    /// Sets the operand, which fits the place's type or is `bounded` by it.
    case assign
    case update(ArithmeticOperator)
    /// An element of a set; of a list the element and its index.
    case insert, insertAt
    case append
    /// Removes an element of a set, or all equal ones of a list; for `removeAt`, the index of a list.
    ///
    /// A missing element changes nothing; a missing index is a fault.
    case remove, removeAt
    /// The first or last of an empty list is a fault.
    case removeFirst, removeLast, removeAll
    /// The units that a timer runs for.
    case start
    case stop
  }
}

extension Statement.Change {
  /// A word that no other change has.
  var word: String {
    switch self {
    case .assign: "assign"
    case .update(let operation): operation.rawValue
    case .insert: "insert"
    case .insertAt: "insertAt"
    case .append: "append"
    case .remove: "remove"
    case .removeAt: "removeAt"
    case .removeFirst: "removeFirst"
    case .removeLast: "removeLast"
    case .removeAll: "removeAll"
    case .start: "start"
    case .stop: "stop"
    }
  }
}

extension Statement {
  /// The slots of the names that are bound in it, at any depth.
  package var boundSlots: [Int] {
    switch node {
    case .bind(let slot, _): [slot]
    case .branch(let branches): branches.slots + bodies.flatMap { $0.flatMap(\.boundSlots) }
    case .loop(let binders, _, let body): binders.slots + body.flatMap(\.boundSlots)
    case .choose(let binders), .removeWhere(let binders, _): binders.slots
    case .change, .emit, .assert, .call: []
    }
  }
}

/// The order of the passes of a loop.
package enum LoopOrder: String, Sendable {
  /// In the order of the collection.
  case ascending
  /// Any order gives the same result, so the canonical one is used.
  case commuting
  /// Every order is a possible behaviour.
  ///
  /// Used unless `Commutation` shows that the passes commute. The analysis is conservative: some loops that do
  /// commute are followed in every order.
  case any
}

/// The target of a store: a variable or local name, and the path into its value.
///
/// `tray[id]?.seen` is the root `tray` with the steps `element`, `chain` and `field`, from the root inwards.
package struct Place: Sendable {
  package enum Root: Hashable, Sendable {
    case variable(Int)
    case local(Int)
  }

  package enum Step: Sendable {
    case field(Int)
    /// The entry at a key or index of a map, table or list of that type.
    case element(Expression, of: Type)
    /// `!`: nil is a fault.
    case unwrap
    /// `?`: nil ends the statement without effect.
    case chain
  }

  package var root: Root
  /// The steps from the root; empty if the whole value is stored.
  package var steps: [Step]
  /// The type of the stored value. For a map entry it is optional: storing nil removes the entry.
  package var type: Type
  package var range: SourceRange

  package init(root: Root, steps: [Step], type: Type, range: SourceRange) {
    self.root = root
    self.steps = steps
    self.type = type
    self.range = range
  }

  /// The expressions in keys and indices.
  package var keys: [Expression] {
    steps.compactMap { if case .element(let key, _) = $0 { key } else { nil } }
  }
}

/// A procedure, checked.
///
/// Its parameters take the first slots of its own frame. It is never recursive.
package final class ProcedureDefinition: Sendable {
  package let name: String
  package let parameterCount: Int
  package let frameSize: Int
  package let body: [Statement]

  package init(name: String, parameterCount: Int, frameSize: Int, body: [Statement]) {
    self.name = name
    self.parameterCount = parameterCount
    self.frameSize = frameSize
    self.body = body
  }
}
