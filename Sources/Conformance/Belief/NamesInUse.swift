import Semantics

/// The names that are in use in a state.
///
/// An unused name occurs only as a key of tables whose value is still the initial value. It is interchangeable with all
/// other unused names, so its identifier may be dropped.
struct NamesInUse {
  typealias Places = [SymmetricType: Set<Int>]

  private let spec: CheckedSpec
  var types: [SymmetricType] { spec.symmetricTypes }
  /// The initial state.
  private let start: [Value]

  init(_ interface: Interface) {
    spec = interface.spec
    start = interface.starts.first ?? []
  }

  func places(in state: [Value]) -> Places {
    var places: Places = [:]
    for (index, variable) in spec.variables.enumerated() {
      collect(variable.type, state[index], index < start.count ? start[index] : nil, &places)
    }
    return places
  }

  func add(_ owed: [EmittedSignal], to places: inout Places) {
    for signal in owed {
      for (field, value) in zip(spec.signals[signal.signal].fields, signal.arguments) {
        occurring(field.type, value, &places)
      }
    }
  }

  private func occurring(_ type: Type, _ value: Value, _ places: inout Places) {
    guard type.containsNames else { return }
    type.forEachName(in: value) { places[$0, default: []].insert($1) }
  }

  private func collect(_ type: Type, _ value: Value, _ start: Value?, _ places: inout Places) {
    guard type.containsNames else { return }
    switch (type, value, start) {
    case (.table(let key, let content), .table(let values), .table(let starts)?)
    where key.containsNames && starts.allSatisfy { $0 == starts[0] }
      && values.count == starts.count:
      for (key, (each, start)) in zip(key.allValues.map { (key, $0) }, zip(values, starts)) {
        if each != start { occurring(key.0, key.1, &places) }
        collect(content, each, start, &places)
      }
    case (.table(let key, let content), .table(let values), let start):
      var starts: [Value]?
      if case .table(let all)? = start, all.count == values.count { starts = all }
      for (index, (each, name)) in zip(values, key.allValues).enumerated() {
        occurring(key, name, &places)
        collect(content, each, starts?[index], &places)
      }
    case (.structure(let type), .record(let values), .record(let starts)?):
      for (field, (value, start)) in zip(type.fields, zip(values, starts)) {
        collect(field.type, value, start, &places)
      }
    default: occurring(type, value, &places)
    }
  }
}
