/// Proves, where it is easy, that the passes of a loop may run in any order with one outcome.
///
/// Every pass must only write places of its own (entries under a key that no other pass has),
/// insert into or remove from sets that the body does not read, add constants of one sign, or store
/// a value that is the same for all passes; and it must not read what another pass writes. The
/// answer "no" is always safe: then every order is explored.
enum Commutation {
  static func commutes(
    _ body: [Statement], over binders: Binders, localsBefore outer: Int
  ) -> Bool {
    var effects = Effects(ownKeys: ownKeys(binders), firstInnerLocal: outer)
    effects.collect(body)
    return effects.commute
  }

  /// The places of names that differ in every pass.
  private static func ownKeys(_ binders: Binders) -> Set<Int> {
    guard binders.levels.count == 1, let level = binders.levels.first else { return [] }
    if level.valueSlot != nil { return [level.slot] }
    switch level.source.node {
    case .domain, .makeRange: return [level.slot]
    default: break
    }
    if case .set = level.source.type { return [level.slot] }
    return []
  }

  private struct Effects {
    /// The places of names that differ in every pass, in the body or procedure at hand.
    var ownKeys: Set<Int>
    var firstInnerLocal: Int
    var commute = true
    /// Per variable, how it is written; mixing ways is refused.
    var writes: [Int: Way] = [:]
    /// Variables that are read as a whole, or under a key that others may write.
    var reads: Set<Int> = []
    /// Variables that are read under the pass's own key.
    var ownReads: Set<Int> = []
    /// How many more calls are looked into; beyond that the answer is "no".
    var remainingCalls = 100

    enum Way: Equatable { case own, insert, remove, increase, decrease, same }

    mutating func collect(_ statements: [Statement]) {
      for statement in statements { collect(statement.node) }
      for (variable, way) in writes {
        if reads.contains(variable) || way != .own && ownReads.contains(variable) {
          commute = false
        }
      }
    }

    mutating func collect(_ node: Statement.Node) {
      switch node {
      case .assign(let place, let value):
        read(value)
        write(place, value.reads == Reads() ? .same : nil, value)
      case .update(let place, let op, let value):
        read(value)
        guard case .constant(.int(let number)) = value.node, op == .add || op == .subtract else {
          return write(place, nil, value)
        }
        write(place, (op == .add) == (number >= 0) ? .increase : .decrease, nil)
      case .insert(let value, let place):
        read(value)
        write(place, .insert, nil)
      case .remove(let value, let place):
        read(value)
        write(place, .remove, nil)
      case .start(let place, let value):
        read(value)
        write(place, value.reads == Reads() ? .same : nil, value)
      case .stop(let place): write(place, .same, nil)
      case .removeAll(let place): write(place, .remove, nil)
      case .insertAt, .append, .removeAt, .removeFirst, .removeLast, .removeWhere, .choose,
        .loop, .match:
        commute = false
      case .call(let procedure, let arguments):
        arguments.forEach { read($0) }
        remainingCalls -= 1
        guard remainingCalls >= 0 else {
          commute = false
          return
        }
        inProcedure(arguments) { effects in
          for statement in procedure.body { effects.collect(statement.node) }
        }
      case .bind(_, let value): read(value)
      case .branch(let branches, let otherwise):
        for branch in branches {
          for condition in branch.conditions { condition.parts.forEach { read($0) } }
          for statement in branch.body { collect(statement.node) }
        }
        for statement in otherwise { collect(statement.node) }
      case .emit(let emission): emission.arguments.forEach { read($0.value) }
      case .assert(let test): read(test)
      }
    }

    /// A procedure has names of its own; parameters that are given a pass's own key are own keys.
    private mutating func inProcedure(_ arguments: [Expression], _ body: (inout Self) -> Void) {
      let outer = (ownKeys, firstInnerLocal)
      ownKeys = Set(arguments.indices.filter { isOwnKey(arguments[$0]) })
      firstInnerLocal = 0
      body(&self)
      (ownKeys, firstInnerLocal) = outer
    }

    /// Notes a write; without a way it has to be to an entry of the pass's own.
    private mutating func write(_ place: Place, _ way: Way?, _ value: Expression?) {
      place.keys.forEach { read($0) }
      guard case .variable(let variable) = place.root else {
        if case .local(let slot) = place.root, slot < firstInnerLocal { commute = false }
        return
      }
      let actual: Way
      if isOwn(place) {
        actual = .own
      } else if let way, place.steps.isEmpty {
        actual = way
      } else {
        commute = false
        return
      }
      if let earlier = writes[variable], earlier != actual || actual == .same { commute = false }
      writes[variable] = actual
    }

    private func isOwn(_ place: Place) -> Bool {
      switch place.steps.first {
      case .mapEntry(let key), .tableEntry(let key, _): isOwnKey(key)
      default: false
      }
    }

    private func isOwnKey(_ key: Expression) -> Bool {
      switch key.node {
      case .local(let slot): ownKeys.contains(slot)
      case .bounded(let inner, _): isOwnKey(inner)
      default: false
      }
    }

    /// Notes what an expression reads; an entry of the pass's own is no read that others disturb.
    private mutating func read(_ expression: Expression) {
      switch expression.node {
      case .lookup(let base, let key), .tableEntry(let base, let key, _):
        if case .variable = base.node, isOwnKey(key) {
          ownReads.formUnion(base.reads.variables)
          return
        }
        reads.formUnion(expression.reads.variables)
      case .field(let inner, _), .unwrap(let inner), .not(let inner), .bounded(let inner, _),
        .negate(let inner):
        read(inner)
      case .equal(let left, let right), .notEqual(let left, let right), .and(let left, let right),
        .or(let left, let right), .implies(let left, let right), .less(let left, let right, _),
        .arithmetic(_, let left, let right), .coalesce(let left, let right):
        read(left)
        read(right)
      default: reads.formUnion(expression.reads.variables)
      }
    }
  }
}
