/// Statements that have one outcome.
///
/// `Execution` runs statements with several outcomes or with statements inside (`if`, `for`, `choose`, a call), and
/// calls `perform(_:)` for the rest. A statement either completes or throws and leaves the state unchanged: the value
/// is stored last, once keys, operands and the new value are known.
extension Evaluator {
  /// Keys of the place are evaluated first, then the operands, and only then the old value is loaded: operands may
  /// not change it, but the order determines the first fault.
  ///
  /// - Throws: the first fault; then nothing is stored, and no signal is sent.
  package mutating func perform(_ statement: Statement) throws(Fault) {
    if let probe, probe.leavesOut(statement) { return }
    switch statement.node {
    case .change(let place, let change, let operands):
      guard let path = try path(to: place) else { return }
      let operands = try evaluate(operands)
      if try changesMember(change, operands, path, place, statement.range) { return }
      if change.looksAtWhatWas { note(path, .all) }
      let new = try Self.value(
        after: change, operands, of: load(path), place.type, statement.range)
      store(new, path)
    case .removeWhere(let binders, let place): try removeWhere(binders, place)
    case .bind(let slot, let value): locals[slot] = try evaluate(value)
    case .emit(let emission):
      let arguments = try evaluate(emission.arguments.map(\.value))
      signals.append(EmittedSignal(signal: emission.signal, arguments: arguments))
    case .assert(let test):
      if try !holds(test) { throw Fault(.assertionFailed, statement.range) }
    case .branch, .loop, .choose, .call: break
    }
  }

  /// Applies a change to a value, if the result fits the type of the place.
  ///
  /// The `operands` are those that `Statement.Change` documents: for `insertAt` the element and then its index, for
  /// `removeAt` the index. A `remove` deletes all equal elements of a list, and one occurrence in a bag. The whole
  /// resulting collection is checked, so a list over its bound is a fault of this statement.
  private static func value(
    after change: Statement.Change, _ operands: [Value], of old: Value, _ type: Type,
    _ range: SourceRange
  ) throws(Fault) -> Value {
    func fitting(_ new: Value, _ type: Type) throws(Fault) -> Value {
      if let cause = type.boundsViolation(of: new) { throw Fault(cause, range) }
      return new
    }
    var elements = old.elements
    func requireIndex(_ index: Int, below count: Int) throws(Fault) {
      guard (0..<count).contains(index) else {
        throw Fault(.noSuchIndex(index, count: elements.count), range)
      }
    }
    switch change {
    case .assign: return operands[0]
    case .update(let op):
      return try fitting(.int(compute(op, old.asInt, operands[0].asInt, range)), type)
    case .start:
      guard case .timer(let maximum) = type else { return .timer(operands[0].asInt) }
      return .timer(try fitting(operands[0], .range(lower: 0, upper: maximum)).asInt)
    case .stop: return .isOff
    case .insert:
      elements += operands
      return try fitting(type.unwrapped.isBag ? .makeBag(elements) : .makeSet(elements), type)
    case .append: elements += operands
    case .insertAt:
      let index = operands[1].asInt
      try requireIndex(index, below: elements.count + 1)
      elements.insert(operands[0], at: index)
    case .remove where type.unwrapped.isBag:
      if let index = elements.firstIndex(of: operands[0]) { elements.remove(at: index) }
    case .remove: elements.removeAll { $0 == operands[0] }
    case .removeAt:
      let index = operands[0].asInt
      try requireIndex(index, below: elements.count)
      elements.remove(at: index)
    case .removeFirst, .removeLast:
      if elements.isEmpty { throw Fault(.emptyList, range) }
      if case .removeFirst = change { elements.removeFirst() } else { elements.removeLast() }
    case .removeAll: elements = []
    }
    switch old {
    case .set: return try fitting(.set(elements), type)
    case .bag: return .bag(elements)
    case .map: return .map(keys: [], values: [])
    default: return try fitting(.list(elements), type)
    }
  }

  /// Removes all elements that satisfy the filter at once: each is tested in the state before the removal.
  ///
  /// `remove c in tray where count(x in tray where x == c) > 1` removes all elements that occur twice, not all but
  /// one. Elements keep their order, so sets and maps stay canonical without sorting.
  private mutating func removeWhere(_ binders: Binders, _ place: Place) throws(Fault) {
    guard let path = try path(to: place), let level = binders.levels.first else { return }
    note(path, .all)
    let old = load(path)
    let (keys, values): ([Value], [Value])
    if case .map(let mapKeys, let mapValues) = old {
      (keys, values) = (mapKeys, mapValues)
    } else {
      (keys, values) = ([], old.elements)
    }
    var kept: [Int] = []
    for (index, value) in values.enumerated() {
      if let valueSlot = level.valueSlot {
        locals[level.slot] = keys[index]
        locals[valueSlot] = value
      } else {
        locals[level.slot] = value
      }
      if let filter = binders.filter, try !holds(filter) { kept.append(index) }
    }
    let rest = kept.map { values[$0] }
    let new: Value =
      switch old {
      case .map: .map(keys: kept.map { keys[$0] }, values: rest)
      case .set: .set(rest)
      case .bag: .bag(rest)
      default: .list(rest)
      }
    store(new, path)
  }
}

// MARK: - Places

/// A place with its keys evaluated: `cards[id].badge` with `id` replaced by its value.
///
/// Keys are evaluated once, when the path is made, because the statement itself may change the values that they
/// depend on.
private struct StorePath {
  var root: Place.Root
  var steps: [PathStep]
}

extension Evaluator {
  /// Evaluates the keys of a place; nil if a `?` in the path meets nil.
  ///
  /// `!` and indices are checked here, against the current value, so `load` and `store` cannot fail.
  ///
  /// - Throws: a key that the type does not have, an index beyond the end, or `!` of nil.
  private mutating func path(to place: Place) throws(Fault) -> StorePath? {
    var path = StorePath(root: place.root, steps: [])
    for step in place.steps {
      switch step {
      case .field(let index): path.steps.append(.field(index))
      case .element(let key, .map): path.steps.append(.mapEntry(try evaluate(key)))
      case .element(let key, .table(let type, _)):
        let value = try evaluate(key)
        guard let rank = type.rank(of: value) else {
          throw Fault(.noSuchKey(value, type), place.range)
        }
        path.steps.append(.element(rank))
      case .element(let index, _):
        let number = try evaluate(index).asInt
        note(path, .all)
        let count = load(path).elements.count
        guard (0..<count).contains(number) else {
          throw Fault(.noSuchIndex(number, count: count), place.range)
        }
        path.steps.append(.element(number))
      case .unwrap:
        note(path, .presence)
        if load(path) == .none { throw Fault(.missingValue, place.range) }
      case .chain:
        note(path, .presence)
        if load(path) == .none { return nil }
      }
    }
    return path
  }

  /// Returns the value at a path; nil if an entry of a map is missing. A path that `path(to:)` made of a checked place
  /// never meets a value of another form.
  private func load(_ path: StorePath) -> Value {
    let value: Value =
      switch path.root {
      case .variable(let index): state[index]
      case .local(let slot): locals[slot]
      }
    return value.part(at: path.steps)
  }

  /// Records a read of the value at a path.
  private func note(_ path: StorePath, _ extent: Footprint.Extent) {
    guard case .variable(let index) = path.root else { return }
    footprint?.note(PartPlace(variable: index, steps: path.steps, isOld: false), extent)
  }

  /// Inserts or removes a member of a set. If the footprint has a column for each member, the others are not read.
  ///
  /// - Returns: whether it is supported.
  private mutating func changesMember(
    _ change: Statement.Change, _ operands: [Value], _ path: StorePath, _ place: Place,
    _ range: SourceRange
  ) throws(Fault) -> Bool {
    guard let footprint, case .variable(let index) = path.root,
      case .set(_, maximum: nil) = place.type, change.isOfMember,
      let column = footprint.column(index, path.steps, member: operands[0])
    else { return false }
    let new = try Self.value(after: change, operands, of: load(path), place.type, range)
    written.append(column)
    state[index] = state[index].replacing(path.steps[...], with: new)
    return true
  }

  /// Replaces the value at a path. Values are trees without visible sharing, so each level of the path is rebuilt.
  private mutating func store(_ value: Value, _ path: StorePath) {
    switch path.root {
    case .variable(let index):
      if let footprint { written += footprint.columns(index, path.steps) }
      state[index] = state[index].replacing(path.steps[...], with: value)
    case .local(let slot):
      locals[slot] = locals[slot].replacing(path.steps[...], with: value)
    }
  }
}

extension Statement.Change {
  /// Whether the result depends on the previous value.
  fileprivate var looksAtWhatWas: Bool {
    switch self {
    case .assign, .start, .stop: false
    default: true
    }
  }

  /// Whether it inserts or removes one element.
  fileprivate var isOfMember: Bool {
    switch self {
    case .insert, .remove: true
    default: false
    }
  }
}
