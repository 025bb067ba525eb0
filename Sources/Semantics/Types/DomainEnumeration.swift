import Basics

/// Lists the values of types, in ascending order.
///
/// The number of values is not bounded here: callers check `cardinality` first. With `ticks`, the enumeration stops
/// when the time of the thread's deadline runs out, and the list is incomplete.
struct DomainEnumeration {
  /// Checked during the enumeration, if it may stop early.
  var ticks: DeadlineTicks?

  /// Once true it stays true, so enclosing loops end as well.
  private mutating func isOver() -> Bool { ticks?.isOver() ?? false }

  mutating func values(of type: Type) -> [Value] {
    switch type {
    case .bool: return [.bool(false), .bool(true)]
    case .range(let lower, let upper): return lower > upper ? [] : gather(lower...upper, Value.int)
    case .enumeration(let type):
      var values: [Value] = []
      for (index, each) in type.cases.enumerated() {
        values += gather(combinations(each.fields)) { .enumCase(index, $0) }
      }
      return values
    case .structure(let type): return gather(combinations(type.fields), Value.record)
    case .symmetric(let type): return (0..<type.count).map(Value.name)
    case .optional(let inner): return [.none] + values(of: inner)
    case .set(let element, let maximum):
      return gather(selections(of: values(of: element), upTo: maximum ?? .max), Value.set)
    case .bag(let element, let maximum):
      return gather(
        selections(of: values(of: element), upTo: maximum ?? 0, repeats: true), Value.bag)
    case .map(let key, let value):
      let contents = values(of: value)
      var maps: [Value] = []
      for keys in selections(of: values(of: key)) {
        maps += gather(combinations(keys.map { _ in contents })) { .map(keys: keys, values: $0) }
      }
      return maps
    case .table(let key, let value):
      let contents = values(of: value)
      return gather(combinations(values(of: key).map { _ in contents }), Value.table)
    case .list(let element, let maximum):
      let elements = values(of: element)
      var lists: [Value] = []
      for count in 0...(maximum ?? 0) {
        lists += gather(combinations(Array(repeating: elements, count: count)), Value.list)
      }
      return lists
    case .timer(let maximum): return (-1...maximum).map(Value.timer)
    case .integer, .sequence, .error: return []
    }
  }

  private mutating func combinations(_ fields: [Field]) -> [[Value]] {
    var domains: [[Value]] = []
    for field in fields { domains.append(values(of: field.type)) }
    return combinations(domains)
  }

  /// The product of several domains, with the last one varying fastest.
  mutating func combinations(_ domains: [[Value]]) -> [[Value]] {
    var combinations: [[Value]] = [[]]
    for domain in domains {
      var extended: [[Value]] = []
      for prefix in combinations where !isOver() {
        for value in domain where !isOver() { extended.append(prefix + [value]) }
      }
      combinations = extended
    }
    return combinations
  }

  /// All selections of up to `most` of ascending values, in the order of sets.
  ///
  /// - Parameter repeats: whether a value may be chosen several times.
  private mutating func selections(
    of values: [Value], upTo most: Int = .max, repeats: Bool = false
  ) -> [[Value]] {
    var selections: [[Value]] = []
    add([], from: values[...], upTo: most, repeats ? 0 : 1, to: &selections)
    return selections
  }

  /// Adds the selection itself, then all that extend it: `[]`, `[a]`, `[a, b]`, `[b]` for `a < b`, which is the order
  /// of sets. `next` gives the offset of the remaining values after a value. The recursion depth is the number of
  /// chosen elements.
  private mutating func add(
    _ selection: [Value], from rest: ArraySlice<Value>, upTo most: Int, _ next: Int,
    to selections: inout [[Value]]
  ) {
    selections.append(selection)
    guard selection.count < most else { return }
    for index in rest.indices where !isOver() {
      add(
        selection + [rest[index]], from: rest[(index + next)...], upTo: most, next, to: &selections)
    }
  }

  /// Composite values, part by part.
  private mutating func gather<Parts: Sequence>(
    _ parts: Parts, _ make: (Parts.Element) -> Value
  ) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(parts.underestimatedCount)
    for part in parts where !isOver() { values.append(make(part)) }
    return values
  }
}
