import Semantics

/// A simple proof that the passes of a loop have one result in any order.
///
/// Every pass may write entries under a key that no other pass has. It may insert into or remove from sets, bags and
/// maps that the body does not read. It may also add constants of one sign, or store a value that is the same for all
/// passes. It must not read anything that another pass writes. The answer "no" is always safe: then every order is
/// explored.
enum Commutation {
  static func commutes(
    _ body: [Statement], over binders: Binders, localsBefore outer: Int
  ) -> Bool {
    var effects = Effects(ownKeys: ownKeys(binders), firstInnerLocal: outer)
    effects.collect(body)
    return effects.commute
  }

  /// Returns the slots of names that differ in every pass.
  private static func ownKeys(_ binders: Binders) -> Set<Int> {
    guard binders.levels.count == 1, let level = binders.levels.first else { return [] }
    if level.valueSlot != nil { return [level.slot] }
    switch level.source.node {
    case .domain, .range: return [level.slot]
    default: break
    }
    if case .set = level.source.type { return [level.slot] }
    return []
  }

  private struct Effects {
    /// The slots of names that differ in every pass, in the current body or procedure.
    var ownKeys: Set<Int>
    var firstInnerLocal: Int
    var commute = true
    /// The kind of writes to each variable; mixed kinds are rejected.
    var writes: [Int: WriteKind] = [:]
    /// The variables that are read as a whole, or under a key that another pass may write.
    var reads: Set<Int> = []
    /// The variables that are read under the key of the pass.
    var ownReads: Set<Int> = []
    /// The number of calls that may still be inspected; after that, the answer is "no".
    var remainingCalls = 100

    enum WriteKind: Equatable { case own, insert, remove, increase, decrease, same }

    mutating func collect(_ statements: [Statement]) {
      statements.forEach { collect($0) }
      for (variable, kind) in writes {
        if reads.contains(variable) || kind != .own && ownReads.contains(variable) {
          commute = false
        }
      }
    }

    private mutating func collect(_ statement: Statement) {
      switch statement.node {
      case .change(let place, let change, let operands):
        operands.forEach { read($0) }
        collect(change, operands, of: place)
      case .removeWhere, .choose, .loop(_, .any, _): commute = false
      case .loop, .branch, .bind, .emit, .assert:
        statement.expressions.forEach { read($0) }
        for body in statement.bodies { body.forEach { collect($0) } }
      case .call(let procedure, let arguments):
        arguments.forEach { read($0) }
        remainingCalls -= 1
        guard remainingCalls >= 0 else {
          commute = false
          return
        }
        inProcedure(arguments) { effects in procedure.body.forEach { effects.collect($0) } }
      }
    }

    private mutating func collect(
      _ change: Statement.Change, _ operands: [Expression], of place: Place
    ) {
      switch change {
      case .assign, .start:
        if let rest = place.withoutEntry, case .constant(.none) = operands[0].node, !isOwn(place) {
          place.keys.forEach { read($0) }
          write(rest, .remove)
        } else {
          write(place, operands[0].isConstant ? .same : nil)
        }
      case .stop: write(place, .same)
      case .update(let op):
        guard case .constant(.int(let number)) = operands[0].node, op == .add || op == .subtract
        else { return write(place, nil) }
        write(place, (op == .add) == (number >= 0) ? .increase : .decrease)
      case .insert: write(place, .insert)
      case .remove, .removeAll: write(place, .remove)
      case .insertAt, .append, .removeAt, .removeFirst, .removeLast: commute = false
      }
    }

    /// Inspects the body of a procedure, which has its own names. A parameter is an own key if its argument is one.
    private mutating func inProcedure(_ arguments: [Expression], _ body: (inout Self) -> Void) {
      let outer = (ownKeys, firstInnerLocal)
      ownKeys = Set(arguments.indices.filter { isOwnKey(arguments[$0]) })
      firstInnerLocal = 0
      body(&self)
      (ownKeys, firstInnerLocal) = outer
    }

    /// Records a write.
    ///
    /// - Parameter kind: the kind of write; nil if it must be to an entry of the pass's own.
    private mutating func write(_ place: Place, _ kind: WriteKind?) {
      place.keys.forEach { read($0) }
      guard case .variable(let variable) = place.root else {
        if case .local(let slot) = place.root, slot < firstInnerLocal { commute = false }
        return
      }
      let actual: WriteKind
      if isOwn(place) {
        actual = .own
      } else if let kind, place.isFixed {
        actual = kind
      } else {
        commute = false
        return
      }
      if let earlier = writes[variable], earlier != actual || actual == .same { commute = false }
      writes[variable] = actual
    }

    private func isOwn(_ place: Place) -> Bool {
      guard case .element(let key, let type)? = place.steps.first else { return false }
      return type.isKeyed && isOwnKey(key)
    }

    /// Returns whether a key is the pass's own name. A value that contains it does not count: `.pair(x, a)` of one pass
    /// equals `.pair(b, x)` of another.
    private func isOwnKey(_ key: Expression) -> Bool {
      switch key.node {
      case .local(let slot): ownKeys.contains(slot)
      case .bounded(let inner, _): isOwnKey(inner)
      default: false
      }
    }

    /// Records the reads of an expression. No other pass affects a read of the pass's own entry.
    private mutating func read(_ expression: Expression) {
      switch expression.node {
      case .element(let base, let key) where base.type.isKeyed:
        if case .variable = base.node, isOwnKey(key) {
          ownReads.formUnion(base.reads.variables)
          return
        }
        reads.formUnion(expression.reads.variables)
      case .field, .unwrap, .not, .bounded, .comparison, .connective, .arithmetic:
        expression.node.children.forEach { read($0) }
      default: reads.formUnion(expression.reads.variables)
      }
    }
  }
}

extension Place {
  /// Whether each pass accesses the same place: no key depends on anything, and nil is no fault.
  fileprivate var isFixed: Bool {
    steps.allSatisfy { step in
      switch step {
      case .field, .chain: true
      case .element(let key, let type): key.isConstant && type.isKeyed
      case .unwrap: false
      }
    }
  }

  /// The map that contains this entry, which storing nil removes.
  fileprivate var withoutEntry: Place? {
    guard case .element(_, let type)? = steps.last, case .map = type.unwrapped else { return nil }
    var rest = self
    rest.steps.removeLast()
    return rest
  }
}
