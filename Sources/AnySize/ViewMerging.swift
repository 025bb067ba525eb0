import Semantics

/// Merging of views of one state with different names.
extension NameScope {
  /// Merges two views; nil if no state has both.
  ///
  /// Their names are called the same.
  func merged(_ left: Value, _ right: Value, _ type: Type) -> Value? {
    guard occurs(in: type) else { return left == right ? left : nil }
    func all(_ left: [Value], _ right: [Value], _ types: [Type]) -> [Value]? {
      guard left.count == right.count else { return nil }
      var result: [Value] = []
      for (index, type) in types.enumerated() {
        guard let value = merged(left[index], right[index], type) else { return nil }
        result.append(value)
      }
      return result
    }
    func all(_ left: [Value], _ right: [Value], _ type: Type) -> [Value]? {
      all(left, right, Array(repeating: type, count: left.count))
    }
    switch (type, left, right) {
    case (.symmetric, .name(let first), .name(let second)):
      if first < 0 { return right }
      return second < 0 || first == second ? left : nil
    case (.optional(let inner), _, _):
      if left == .none || right == .none { return left == right ? left : nil }
      return merged(left, right, inner)
    case (.structure(let type), .record(let left), .record(let right)):
      return all(left, right, type.fields.map(\.type)).map(Value.record)
    case (.enumeration(let type), .enumCase(let index, let left), .enumCase(let other, let right)):
      if index != other { return nil }
      return all(left, right, type.cases[index].fields.map(\.type)).map { .enumCase(index, $0) }
    case (.set, .set(let left), .set(let right)): return .makeSet(left + right)
    case (.map(_, let content), .map(let keys, let values), .map(let others, let otherValues)),
      (.table(_, let content), .map(let keys, let values), .map(let others, let otherValues)):
      var entries = Dictionary(uniqueKeysWithValues: zip(keys, values))
      for (key, value) in zip(others, otherValues) {
        guard let known = entries[key] else {
          entries[key] = value
          continue
        }
        guard let both = merged(known, value, content) else { return nil }
        entries[key] = both
      }
      let sorted = entries.sorted { $0.key < $1.key }
      return .map(keys: sorted.map(\.key), values: sorted.map(\.value))
    case (.table(_, let content), .table(let left), .table(let right)):
      return all(left, right, content).map(Value.table)
    case (.list(let element, _), .list(let left), .list(let right)):
      return all(left, right, element).map(Value.list)
    case (.bag(let element, _), .bag(let left), .bag(let right)):
      return bag(left, right, element)
    default: return nil
    }
  }

  /// The elements of each shape: those with a name of one of the views, and the rest elsewhere.
  private func bag(_ left: [Value], _ right: [Value], _ type: Type) -> Value? {
    func counts(_ values: [Value]) -> [Value: Int] {
      values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    var named = counts(left.filter { !$0.hasElsewhere })
    named.merge(counts(right.filter { !$0.hasElsewhere })) { max($0, $1) }
    func shapes(_ values: [Value]) -> [Value: Int] {
      counts(values.map { map($0, type) { _ in -1 } })
    }
    let (total, other) = (shapes(left), shapes(right))
    if total != other { return nil }
    var rest = total
    var result: [Value] = []
    for (value, count) in named {
      result += Array(repeating: value, count: count)
      rest[map(value, type) { _ in -1 }, default: 0] -= count
    }
    for (shape, count) in rest {
      if count < 0 { return nil }
      result += Array(repeating: shape, count: count)
    }
    return .bag(result.sorted())
  }
}
