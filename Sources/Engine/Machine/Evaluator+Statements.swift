import SpecLanguage

/// Statements that have one outcome.
extension Evaluator {
  mutating func perform(_ statement: Statement) throws(Fault) {
    switch statement.node {
    case .assign(let place, let value):
      guard let path = try path(to: place) else { return }
      try store(try evaluate(value), path, statement.range)
    case .update(let place, let op, let operand):
      guard let path = try path(to: place) else { return }
      let operand = try evaluate(operand).asInt
      let result = try Self.compute(op, load(path).asInt, operand, statement.range)
      try require(.int(result), place.type, statement.range)
      try store(.int(result), path, statement.range)
    case .bind(let slot, let value): locals[slot] = try evaluate(value)
    case .emit(let emission):
      var arguments: [Value] = []
      for (_, value) in emission.arguments { arguments.append(try evaluate(value)) }
      signals.append(EmittedSignal(signal: emission.signal, arguments: arguments))
    case .assert(let test):
      if try !holds(test) { throw Fault(.assertionFailed, statement.range) }
    case .start(let place, let units):
      guard let path = try path(to: place) else { return }
      let units = try evaluate(units)
      if case .timer(let maximum) = place.type {
        try require(units, .range(lower: 0, upper: maximum), statement.range)
      }
      try store(.timer(units.asInt), path, statement.range)
    case .stop(let place):
      guard let path = try path(to: place) else { return }
      try store(.isOff, path, statement.range)
    default: try changeCollection(statement)
    }
  }

  private mutating func changeCollection(_ statement: Statement) throws(Fault) {
    let range = statement.range
    switch statement.node {
    case .insert(let value, let place):
      try change(place, range) { (evaluator, old) throws(Fault) in
        .makeSet(old.elements + [try evaluator.evaluate(value)])
      }
    case .remove(let value, let place):
      try change(place, range) { (evaluator, old) throws(Fault) in
        let value = try evaluator.evaluate(value)
        let rest = old.elements.filter { $0 != value }
        if case .list = old { return .list(rest) }
        return .set(rest)
      }
    case .append(let value, let place):
      try change(place, range) { (evaluator, old) throws(Fault) in
        .list(old.elements + [try evaluator.evaluate(value)])
      }
    case .insertAt(let value, let index, let place):
      try change(place, range) { (evaluator, old) throws(Fault) in
        var elements = old.elements
        let value = try evaluator.evaluate(value)
        let index = try evaluator.evaluate(index).asInt
        guard (0...elements.count).contains(index) else {
          throw Fault(.noSuchIndex(index, count: elements.count), range)
        }
        elements.insert(value, at: index)
        return .list(elements)
      }
    case .removeAt(let index, let place):
      try change(place, range) { (evaluator, old) throws(Fault) in
        var elements = old.elements
        let index = try evaluator.evaluate(index).asInt
        guard elements.indices.contains(index) else {
          throw Fault(.noSuchIndex(index, count: elements.count), range)
        }
        elements.remove(at: index)
        return .list(elements)
      }
    case .removeFirst(let place), .removeLast(let place):
      var isFirst = false
      if case .removeFirst = statement.node { isFirst = true }
      try change(place, range) { (_, old) throws(Fault) in
        if old.elements.isEmpty { throw Fault(.emptyList, range) }
        return .list(Array(isFirst ? old.elements.dropFirst() : old.elements.dropLast()))
      }
    case .removeAll(let place):
      try change(place, range) { (_, old) throws(Fault) in
        switch old {
        case .set: .set([])
        case .map: .map(keys: [], values: [])
        default: .list([])
        }
      }
    case .removeWhere(let binders, let place): try removeWhere(binders, place, range)
    default: break
    }
  }

  /// Removes what the filter holds for, all at once: each element is judged as things were before.
  private mutating func removeWhere(
    _ binders: Binders, _ place: Place, _ range: SourceRange
  ) throws(Fault) {
    guard let path = try path(to: place), let level = binders.levels.first else { return }
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
      default: .list(rest)
      }
    try store(new, path, range)
  }

  private mutating func change(
    _ place: Place, _ range: SourceRange,
    _ body: (inout Evaluator, Value) throws(Fault) -> Value
  ) throws(Fault) {
    guard let path = try path(to: place) else { return }
    let new = try body(&self, load(path))
    try require(new, place.type, range)
    try store(new, path, range)
  }

  private func require(_ value: Value, _ type: Type, _ range: SourceRange) throws(Fault) {
    if let cause = type.misfit(of: value) { throw Fault(cause, range) }
  }
}

// MARK: - Places

/// A place with its keys evaluated.
private struct StorePath {
  enum Step {
    case field(Int)
    case mapEntry(Value)
    case element(Int)
  }

  var root: Place.Root
  var steps: [Step]
}

extension Evaluator {
  /// Evaluates the keys of a place; nil where a `?` on the way meets nil.
  private mutating func path(to place: Place) throws(Fault) -> StorePath? {
    var path = StorePath(root: place.root, steps: [])
    for step in place.steps {
      switch step {
      case .field(let index): path.steps.append(.field(index))
      case .mapEntry(let key): path.steps.append(.mapEntry(try evaluate(key)))
      case .tableEntry(let key, let type):
        let value = try evaluate(key)
        guard let rank = type.rank(of: value) else {
          throw Fault(.noSuchKey(value, type), place.range)
        }
        path.steps.append(.element(rank))
      case .listElement(let index):
        let number = try evaluate(index).asInt
        let count = load(path).elements.count
        guard (0..<count).contains(number) else {
          throw Fault(.noSuchIndex(number, count: count), place.range)
        }
        path.steps.append(.element(number))
      case .unwrap:
        if load(path) == .none { throw Fault(.missingValue, place.range) }
      case .chain:
        if load(path) == .none { return nil }
      }
    }
    return path
  }

  private func load(_ path: StorePath) -> Value {
    var value: Value =
      switch path.root {
      case .variable(let index): state[index]
      case .local(let slot): locals[slot]
      }
    for step in path.steps {
      switch (step, value) {
      case (.field(let index), .record(let values)), (.element(let index), .table(let values)),
        (.element(let index), .list(let values)):
        value = values[index]
      case (.mapEntry(let key), .map(let keys, let values)):
        value = keys.firstIndex(of: key).map { values[$0] } ?? .none
      default: return .none
      }
    }
    return value
  }

  private mutating func store(
    _ value: Value, _ path: StorePath, _ range: SourceRange
  ) throws(Fault) {
    switch path.root {
    case .variable(let index):
      state[index] = Self.replacing(state[index], path.steps[...], with: value)
    case .local(let slot):
      locals[slot] = Self.replacing(locals[slot], path.steps[...], with: value)
    }
  }

  private static func replacing(
    _ whole: Value, _ steps: ArraySlice<StorePath.Step>, with new: Value
  ) -> Value {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch (step, whole) {
    case (.field(let index), .record(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .record(values)
    case (.element(let index), .table(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .table(values)
    case (.element(let index), .list(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .list(values)
    case (.mapEntry(let key), .map(var keys, var values)):
      let place = keys.firstIndex { !($0 < key) } ?? keys.count
      let isThere = place < keys.count && keys[place] == key
      let content = replacing(isThere ? values[place] : .none, rest, with: new)
      switch (isThere, content) {
      case (true, .none):
        keys.remove(at: place)
        values.remove(at: place)
      case (true, _): values[place] = content
      case (false, .none): break
      case (false, _):
        keys.insert(key, at: place)
        values.insert(content, at: place)
      }
      return .map(keys: keys, values: values)
    default: return whole
    }
  }
}
