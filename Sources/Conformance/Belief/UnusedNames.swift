import Semantics

/// Names that play no part in a state: each is as good as any that was never used.
///
/// Such a name occurs nowhere but as the key of tables, and there stands what stood at the start. So it could be
/// swapped with a further name, if the spec had one, and nothing would be another: what it is called by an
/// implementation may be forgotten.
struct UnusedNames {
  let spec: CheckedSpec
  /// How the spec starts.
  let start: [Value]

  /// Nil for a spec that starts nowhere.
  init?(_ interface: Interface) {
    guard let start = interface.starts.first else { return nil }
    spec = interface.spec
    self.start = start
  }

  func isUnused(
    _ place: Int, of type: SymmetricType, in state: [Value], owed: [EmittedSignal]
  ) -> Bool {
    let name = Name(type: type, place: place)
    for (index, variable) in spec.variables.enumerated()
    where !isIdle(name, variable.type, state[index], start[index]) {
      return false
    }
    return owed.allSatisfy { signal in
      zip(spec.signals[signal.signal].fields, signal.arguments).allSatisfy {
        !occurs(name, $0.type, $1)
      }
    }
  }

  private struct Name {
    let type: SymmetricType
    let place: Int
  }

  private func occurs(_ name: Name, _ type: Type, _ value: Value) -> Bool {
    guard type.containsNames else { return false }
    var found = false
    type.forEachName(in: value) { if $0 == name.type, $1 == name.place { found = true } }
    return found
  }

  private func isIdle(_ name: Name, _ type: Type, _ value: Value, _ start: Value) -> Bool {
    guard type.containsNames else { return true }
    switch (type, value, start) {
    case (.table(let key, let content), .table(let values), .table(let starts))
    where values.count == starts.count:
      for (key, (value, start)) in zip(key.allValues.map { (key, $0) }, zip(values, starts)) {
        if occurs(name, key.0, key.1) {
          if value != start || occurs(name, content, value) { return false }
        } else if !isIdle(name, content, value, start) {
          return false
        }
      }
      return true
    case (.structure(let type), .record(let values), .record(let starts)):
      return zip(type.fields, zip(values, starts)).allSatisfy {
        isIdle(name, $0.type, $1.0, $1.1)
      }
    default: return !occurs(name, type, value)
    }
  }
}
