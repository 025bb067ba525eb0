import Semantics

/// Whether each pass of a loop over names only changes the data of its own names. Then a view of other names shows
/// none of it.
///
/// Its own data is an entry under the name of the pass, a member of a set with that name, and names declared within
/// the body.
struct PointwiseLoops {
  /// A procedure with the places of the names that a pass has for itself.
  private struct Visit: Hashable {
    var procedure: ObjectIdentifier
    var own: [Int]
  }

  private let scope: NameScope
  /// The procedures without an obstacle.
  private var seen: Set<Visit> = []

  init(scope: NameScope) { self.scope = scope }

  /// A change outside of a pass's own data; nil if there is none.
  mutating func obstacle(_ binders: Binders, _ body: [Statement]) -> UnsupportedError? {
    obstacle(body, own: ownSlots(binders), free: [])
  }

  /// The slots of the names of each level that exceeds the view; -1 if no slot holds them.
  private func ownSlots(_ binders: Binders) -> [Int] {
    binders.levels.compactMap { level in
      let source = level.sharedWith.map { binders.levels[$0].source } ?? level.source
      guard scope.isPartialSource(source) else { return nil }
      if level.valueSlot != nil { return level.slot }
      if case .member(.values, _, _) = source.node { return -1 }
      switch source.type.unwrapped {
      case .map, .table: return -1
      default: return level.slot
      }
    }
  }

  /// - Parameter free: the slots of the frame that belong to a pass alone; nil for all.
  private mutating func obstacle(
    _ statements: [Statement], own: [Int], free: Set<Int>?
  ) -> UnsupportedError? {
    var free = free
    for statement in statements {
      switch statement.node {
      case .change(let place, let change, let operands):
        if let obstacle = obstacle(place, change, operands, own, free) { return obstacle }
      case .removeWhere(_, let place):
        if let obstacle = obstacle(place, nil, [], own, free) { return obstacle }
      case .bind(let slot, _): free?.insert(slot)
      case .branch(let branches):
        for body in branches.bodies {
          if let obstacle = obstacle(body, own: own, free: free) { return obstacle }
        }
      case .loop(let binders, _, let body):
        if let obstacle = obstacle(body, own: own + ownSlots(binders), free: free) {
          return obstacle
        }
      case .choose, .emit, .assert: break
      case .call(let procedure, let arguments):
        let inner = own.map { slot in
          arguments.firstIndex { isName($0, slot) } ?? -1
        }
        let visit = Visit(procedure: ObjectIdentifier(procedure), own: inner)
        guard seen.insert(visit).inserted else { continue }
        if let obstacle = obstacle(procedure.body, own: inner, free: nil) { return obstacle }
      }
    }
    return nil
  }

  private func obstacle(
    _ place: Place, _ change: Statement.Change?, _ operands: [Expression], _ own: [Int],
    _ free: Set<Int>?
  ) -> UnsupportedError? {
    if case .local(let slot) = place.root, free?.contains(slot) ?? true { return nil }
    let isOwn = own.allSatisfy { slot in
      if place.keys.contains(where: { isName($0, slot) }) { return true }
      switch change {
      case .insert, .remove: return scope.isPartial(place.type) && holds(operands[0], slot)
      default: return false
      }
    }
    if isOwn, case .variable = place.root { return nil }
    return UnsupportedError(
      "a pass of a loop over names changes the entries of another pass", place.range)
  }

  /// Whether an expression is the name in a slot of the frame, possibly through functions that return their argument.
  private func isName(_ expression: Expression, _ slot: Int) -> Bool {
    switch expression.node {
    case .local(let place): return place == slot
    case .call(let function, let arguments):
      guard case .local(let place) = function.body.node, place < arguments.count else {
        return false
      }
      return isName(arguments[place], slot)
    default: return false
    }
  }

  /// Whether each value of an expression contains the name in a slot of the frame.
  private func holds(_ expression: Expression, _ slot: Int) -> Bool {
    switch expression.node {
    case .local(let place): place == slot
    case .construct(.record, let parts), .construct(.enumCase, let parts):
      parts.contains { holds($0, slot) }
    default: false
    }
  }
}

extension NameScope {
  /// Whether the collection has more elements than a view.
  func isPartialSource(_ source: Expression) -> Bool {
    switch (source.node, source.type) {
    case (.domain, .sequence(let element, _)): occurs(in: element)
    case (.member(.values, let base, _), _), (.member(.keys, let base, _), _):
      isPartial(base.type)
    default: isPartial(source.type)
    }
  }
}

/// The variables that statements change and the signals that they send, including those of procedures.
struct StatementEffects {
  var variables: Set<Int> = []
  /// The signals that loops over names send.
  var partialSignals: Set<Int> = []
  private let scope: NameScope
  /// The visited procedures, and those within loops over names.
  private var seen: Set<ObjectIdentifier> = []
  private var seenPartial: Set<ObjectIdentifier> = []

  init(_ event: Event, _ scope: NameScope) {
    self.scope = scope
    for body in event.bodies { add(body, isPartial: false) }
  }

  private mutating func add(_ statements: [Statement], isPartial: Bool) {
    for statement in statements {
      if case .variable(let index)? = statement.target?.root { variables.insert(index) }
      var isPartial = isPartial
      switch statement.node {
      case .loop(let binders, _, _):
        isPartial = isPartial || binders.levels.contains { scope.isPartialSource($0.source) }
      case .emit(let emission): if isPartial { partialSignals.insert(emission.signal) }
      case .call(let procedure, _):
        let object = ObjectIdentifier(procedure)
        guard isPartial ? seenPartial.insert(object).inserted : seen.insert(object).inserted
        else { continue }
        add(procedure.body, isPartial: isPartial)
      default: break
      }
      for body in statement.bodies { add(body, isPartial: isPartial) }
    }
  }
}
