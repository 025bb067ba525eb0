/// A step from a value to one of its parts.
///
/// An `element` of a table is identified by the rank of its key in the key type, one of a list by its index. A
/// `mapEntry` need not exist: loading gives nil, and storing adds it.
package enum PathStep: Sendable {
  case field(Int)
  case mapEntry(Value)
  case element(Int)
}

extension Value {
  /// The part at the end of some steps; nil if an entry of a map is missing.
  package func part(at steps: [PathStep]) -> Value {
    var value = self
    for step in steps {
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

  /// Returns the whole value with one part replaced. Maps stay canonical: their keys ascend, and an entry that
  /// becomes nil is removed. So `m[k] = nil` and a missing `k` are the same state.
  package func replacing(_ steps: ArraySlice<PathStep>, with new: Value) -> Value {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch (step, self) {
    case (.field(let index), .record(var values)):
      values[index] = values[index].replacing(rest, with: new)
      return .record(values)
    case (.element(let index), .table(var values)):
      values[index] = values[index].replacing(rest, with: new)
      return .table(values)
    case (.element(let index), .list(var values)):
      values[index] = values[index].replacing(rest, with: new)
      return .list(values)
    case (.mapEntry(let key), .map(var keys, var values)):
      let place = keys.firstIndex { !($0 < key) } ?? keys.count
      let isThere = place < keys.count && keys[place] == key
      let content = (isThere ? values[place] : .none).replacing(rest, with: new)
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
    default: return self
    }
  }
}
