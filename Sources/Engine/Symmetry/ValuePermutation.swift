import SpecLanguage

extension Type {
  /// The value with other names in place of its symmetric ones.
  ///
  /// - Parameter rename: the place of the name that takes the place of a name of that type; for each
  ///   type a permutation.
  package func renaming(
    _ value: Value, by rename: (SymmetricType, Int) -> Int
  ) -> Value {
    switch (self, value) {
    case (.symmetric(let type), .name(let index)): return .name(rename(type, index))
    case (.optional(let inner), _):
      return value == .none ? value : inner.renaming(value, by: rename)
    case (.structure(let type), .record(let values)):
      return .record(zip(type.fields, values).map { $0.type.renaming($1, by: rename) })
    case (.enumeration(let type), .enumCase(let index, let payload)):
      return .enumCase(
        index, zip(type.cases[index].fields, payload).map { $0.type.renaming($1, by: rename) })
    case (.set(let element), .set(let values)):
      return .makeSet(values.map { element.renaming($0, by: rename) })
    case (.list(let element, _), .list(let values)):
      return .list(values.map { element.renaming($0, by: rename) })
    case (.map(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { entry in
        (key.renaming(entry.0, by: rename), content.renaming(entry.1, by: rename))
      }.sorted { $0.0 < $1.0 }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case (.table(let key, let content), .table(let values)):
      let domain = key.allValues
      var renamed = values
      for (place, old) in domain.enumerated() {
        guard let target = key.rank(of: key.renaming(old, by: rename)) else { continue }
        renamed[target] = content.renaming(values[place], by: rename)
      }
      return .table(renamed)
    default: return value
    }
  }

  /// Whether there are symmetric names in its values.
  package var containsNames: Bool {
    switch self {
    case .symmetric: true
    case .optional(let inner), .set(let inner), .list(let inner, _), .sequence(let inner, _):
      inner.containsNames
    case .structure(let type): type.fields.contains { $0.type.containsNames }
    case .enumeration(let type):
      type.cases.contains { $0.fields.contains { $0.type.containsNames } }
    case .map(let key, let content), .table(let key, let content):
      key.containsNames || content.containsNames
    case .bool, .integer, .range, .timer, .error: false
    }
  }
}
