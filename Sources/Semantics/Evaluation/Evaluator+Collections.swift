extension Evaluator {
  /// Runs `body` for each choice of the binders that their filter lets pass, in order.
  package mutating func forEach(
    _ binders: Binders, _ body: (inout Evaluator) throws(Fault) -> Void
  ) throws(Fault) {
    try forEachOccurrence(binders) { (evaluator, _) throws(Fault) in try body(&evaluator) }
  }

  /// The same, and `body` also receives the index of each name's element in its collection.
  package mutating func forEachOccurrence(
    _ binders: Binders, _ body: (inout Evaluator, [Int]) throws(Fault) -> Void
  ) throws(Fault) {
    var run = BinderRun(binders)
    try run.visit(&self, level: 0, body)
  }

  /// The elements of a collection-valued expression, with the keys if it has them.
  package mutating func occurrences(
    of source: Expression
  ) throws(Fault) -> (keys: [Value]?, values: [Value]) {
    let value = try evaluate(source)
    switch (source.type, value) {
    case (_, .map(let keys, let values)): return (keys, values)
    case (.table(let key, _), .table(let values)): return (key.allValues, values)
    default: return (nil, value.elements)
    }
  }

  /// Every element is evaluated, so that a fault does not depend on an order.
  mutating func evaluateQuantifier(
    _ quantifier: Quantifier, _ binders: Binders, _ body: Expression
  ) throws(Fault) -> Bool {
    var sawTrue = false
    var sawFalse = false
    try forEach(binders) { (evaluator) throws(Fault) in
      if try evaluator.holds(body) { sawTrue = true } else { sawFalse = true }
    }
    return switch quantifier {
    case .every: !sawFalse
    case .some: sawTrue
    case .no: !sawTrue
    }
  }

  /// For `map` and `table`, the name of the first level is bound to the keys.
  mutating func evaluateAggregate(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ range: SourceRange
  ) throws(Fault) -> Value {
    let slot = binders.levels.first?.slot ?? 0
    var keys: [Value] = []
    var values: [Value] = []
    var count = 0
    try forEach(binders) { (evaluator) throws(Fault) in
      count += 1
      if kind == .count { return }
      keys.append(evaluator.locals[slot])
      values.append(
        try body.map { (body) throws(Fault) in try evaluator.evaluate(body) }
          ?? evaluator.locals[slot])
    }
    switch kind {
    case .count: return .int(count)
    case .min: return values.min() ?? .none
    case .max: return values.max() ?? .none
    case .sum:
      // Only the total is checked, so the order of the elements does not matter.
      let total = values.reduce(Int128(0)) { $0 + Int128($1.asInt) }
      guard let sum = Int(exactly: total) else { throw Fault(.overflow, range) }
      return .int(sum)
    case .set: return .makeSet(values)
    case .list: return .list(values)
    case .table: return .table(values)
    case .map: return Self.makeMap(keys, values)
    }
  }

  /// A map in canonical form: of equal keys the last one counts, and a value of nil omits its key.
  private static func makeMap(_ keys: [Value], _ values: [Value]) -> Value {
    var entries: [Value: Value] = [:]
    for (key, value) in zip(keys, values) { entries[key] = value == .none ? nil : value }
    let sorted = entries.sorted { $0.key < $1.key }
    return .map(keys: sorted.map(\.key), values: sorted.map(\.value))
  }

  /// For a range, only the bounds are compared, so it may be of any size.
  mutating func isContained(_ element: Value, in collection: Expression) throws(Fault) -> Bool {
    if case .range(let lower, let upper, let isClosed) = collection.node {
      let (lower, upper) = (try evaluate(lower).asInt, try evaluate(upper).asInt)
      try Self.requireRange(lower, upper, isClosed, collection.range)
      return element.asInt >= lower && (isClosed ? element.asInt <= upper : element.asInt < upper)
    }
    if footprint != nil {
      if case .member(.keys, let base, _) = collection.node, case .map = base.type {
        let map = try evaluate(base, only: .member(element))
        if case .map(let keys, _) = map { return keys.contains(element) }
        return false
      }
      if case .set = collection.type {
        return try evaluate(collection, only: .member(element)).elements.contains(element)
      }
    }
    return try occurrences(of: collection).values.contains(element)
  }

  private static func requireRange(
    _ lower: Int, _ upper: Int, _ isClosed: Bool, _ range: SourceRange
  ) throws(Fault) {
    if upper < lower { throw Fault(.emptyRange(lower: lower, upper: upper), range) }
  }

  /// Throws `emptyRange` if the upper bound is below the lower one, and `tooManyValues` for more elements than an
  /// iteration may have. `0..<0` is empty and no fault.
  mutating func evaluateRange(
    _ lower: Expression, _ upper: Expression, _ isClosed: Bool, _ range: SourceRange
  ) throws(Fault) -> Value {
    let (lower, upper) = (try evaluate(lower).asInt, try evaluate(upper).asInt)
    try Self.requireRange(lower, upper, isClosed, range)
    let (count, overflow) = upper.subtractingReportingOverflow(lower)
    guard !overflow, count < Self.maximumValues else {
      throw Fault(.tooManyValues(overflow ? .max : count), range)
    }
    return .list((lower..<upper + (isClosed ? 1 : 0)).map(Value.int))
  }

  /// The value for a key of a map, which may be nil, or of a table, or at an index of a list.
  static func element(
    of whole: Value, _ type: Type, at key: Value, _ range: SourceRange
  ) throws(Fault) -> Value {
    switch (type, whole) {
    case (_, .map(let keys, let values)):
      return keys.firstIndex(of: key).map { values[$0] } ?? .none
    case (.table(let keyType, _), .table(let values)):
      guard let rank = keyType.rank(of: key) else { throw Fault(.noSuchKey(key, keyType), range) }
      return values[rank]
    default:
      let (elements, index) = (whole.elements, key.asInt)
      guard elements.indices.contains(index) else {
        throw Fault(.noSuchIndex(index, count: elements.count), range)
      }
      return elements[index]
    }
  }

  /// Throws `missingKey` where a table has no value for a key of its type.
  func construct(
    _ construction: Construction, _ parts: [Value], _ range: SourceRange
  ) throws(Fault) -> Value {
    /// Every second part, from the first key or the first value on.
    func each(from first: Int) -> [Value] {
      stride(from: first, to: parts.count, by: 2).map { parts[$0] }
    }
    switch construction {
    case .enumCase(let index): return .enumCase(index, parts)
    case .record: return .record(parts)
    case .set: return .makeSet(parts)
    case .bag: return .makeBag(parts)
    case .list: return .list(parts)
    case .map: return Self.makeMap(each(from: 0), each(from: 1))
    case .filledTable(let keyType): return .table(keyType.allValues.map { _ in parts[0] })
    case .table(let keyType):
      let values = Dictionary(zip(each(from: 0), each(from: 1)), uniquingKeysWith: { $1 })
      var table: [Value] = []
      for key in keyType.allValues {
        guard let value = values[key] else { throw Fault(.missingKey(key, keyType), range) }
        table.append(value)
      }
      return .table(table)
    }
  }

  /// Every member of nil is nil. The keys of a map or table are a set; their values are a list in the order of the
  /// keys.
  mutating func evaluateMember(
    _ member: Member, _ base: Expression, _ arguments: [Expression]
  ) throws(Fault) -> Value {
    let value: Value
    switch member {
    case .count, .isEmpty, .keys: value = try evaluate(base, only: .keys)
    default: value = try evaluate(base)
    }
    if value == .none { return .none }
    switch member {
    case .count: return .int(value.elements.count)
    case .isEmpty: return .bool(value.elements.isEmpty)
    case .keys:
      if case .map(let keys, _) = value { return .set(keys) }
      if case .table(let key, _) = base.type.unwrapped { return .set(key.allValues) }
      return .set([])
    case .values: return .list(value.elements)
    case .first: return value.elements.first ?? .none
    case .last: return value.elements.last ?? .none
    case .indices: return .list(value.elements.indices.map(Value.int))
    case .reversed: return .list(value.elements.reversed())
    case .isRunning: return .bool(value != .isOff)
    case .isDue: return .bool(value == .timer(0))
    case .remaining:
      if case .timer(let units) = value, units >= 0 { return .int(units) }
      return .none
    case .contains:
      let element = try evaluate(arguments[0])
      if case .map(let keys, _) = value { return .bool(keys.contains(element)) }
      return .bool(value.elements.contains(element))
    case .union, .intersection, .subtracting, .symmetricDifference, .isSubset, .isSuperset,
      .isDisjoint:
      return Self.combine(member, value.elements, try occurrences(of: arguments[0]).values)
    }
  }

  /// Both sides may contain an element several times. If the result is a set, the left side already is one.
  private static func combine(_ member: Member, _ left: [Value], _ right: [Value]) -> Value {
    let (leftSet, rightSet) = (Set(left), Set(right))
    return switch member {
    case .union: .makeSet(left + right)
    case .intersection: .set(left.filter(rightSet.contains))
    case .subtracting: .set(left.filter { !rightSet.contains($0) })
    case .symmetricDifference: .makeSet(Array(leftSet.symmetricDifference(rightSet)))
    case .isSubset: .bool(leftSet.isSubset(of: rightSet))
    case .isSuperset: .bool(leftSet.isSuperset(of: rightSet))
    default: .bool(leftSet.isDisjoint(with: rightSet))
    }
  }
}

/// An iteration through all choices of some binders.
///
/// `positions`, `keys` and `values` have one entry for each level, filled from the outermost inwards. A source is
/// evaluated again for each choice of the levels before it; a shared one is copied.
private struct BinderRun {
  let binders: Binders
  /// The position of the current element of each level.
  private var positions: [Int]
  private var keys: [[Value]?]
  private var values: [[Value]]

  init(_ binders: Binders) {
    self.binders = binders
    positions = Array(repeating: 0, count: binders.levels.count)
    keys = Array(repeating: nil, count: binders.levels.count)
    values = Array(repeating: [], count: binders.levels.count)
  }

  /// Without an order, all elements are evaluated even after a fault, and the fault that comes first in the text is
  /// thrown. A limit of the tool ends the loop at once.
  mutating func visit(
    _ evaluator: inout Evaluator, level index: Int,
    _ body: (inout Evaluator, [Int]) throws(Fault) -> Void
  ) throws(Fault) {
    guard index < binders.levels.count else {
      if let filter = binders.filter, try !evaluator.holds(filter) { return }
      return try body(&evaluator, positions)
    }
    let level = binders.levels[index]
    if let shared = level.sharedWith {
      keys[index] = keys[shared]
      values[index] = values[shared]
    } else {
      (keys[index], values[index]) = try evaluator.occurrences(of: level.source)
    }
    var first: Fault?
    for position in values[index].indices
    where binders.allows(position, at: index, after: positions) {
      try evaluator.countPass(level.source.range)
      positions[index] = position
      if let valueSlot = level.valueSlot {
        evaluator.locals[level.slot] = keys[index]?[position] ?? .none
        evaluator.locals[valueSlot] = values[index][position]
      } else {
        evaluator.locals[level.slot] = values[index][position]
      }
      do throws(Fault) {
        try visit(&evaluator, level: index + 1, body)
      } catch {
        if level.isOrdered || error.isLimit { throw error }
        if first.map({ error.range.precedes($0.range) }) ?? true { first = error }
      }
    }
    // Without an order of the elements, the fault that comes first in the text counts.
    if let first { throw first }
  }
}
