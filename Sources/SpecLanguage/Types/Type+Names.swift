/// The symmetric names in values.
extension Type {
  /// The value with each symmetric name replaced by another of its type; in canonical form if no two
  /// names become one.
  package func mapNames(in value: Value, _ rename: (SymmetricType, Int) -> Int) -> Value {
    switch (self, value) {
    case (.symmetric(let type), .name(let name)): return .name(rename(type, name))
    case (.optional(let inner), _):
      return value == .none ? value : inner.mapNames(in: value, rename)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      return .enumCase(index, Self.mapNames(payload, type.cases[index].fields, rename))
    case (.structure(let type), .record(let values)):
      return .record(Self.mapNames(values, type.fields, rename))
    case (.set(let element), .set(let values)):
      return .makeSet(values.map { element.mapNames(in: $0, rename) })
    case (.list(let element, _), .list(let values)), (.sequence(let element, _), .list(let values)):
      return .list(values.map { element.mapNames(in: $0, rename) })
    case (.map(let key, let content), .map(let keys, let values)):
      let entries = Self.mapEntries(keys, key, values, content, rename)
      return .map(keys: entries.map(\.key), values: entries.map(\.value))
    case (.table(let key, let content), .table(let values)):
      return .table(Self.mapEntries(key.allValues, key, values, content, rename).map(\.value))
    default: return value
    }
  }

  /// Calls back for each symmetric name in a value, in the order of its parts.
  package func forEachName(in value: Value, _ body: (SymmetricType, Int) -> Void) {
    _ = mapNames(in: value) { type, name in
      body(type, name)
      return name
    }
  }

  private static func mapNames(
    _ values: [Value], _ fields: [Field], _ rename: (SymmetricType, Int) -> Int
  ) -> [Value] {
    zip(fields, values).map { $0.type.mapNames(in: $1, rename) }
  }

  private static func mapEntries(
    _ keys: [Value], _ key: Type, _ values: [Value], _ content: Type,
    _ rename: (SymmetricType, Int) -> Int
  ) -> [(key: Value, value: Value)] {
    zip(keys, values).map { (key.mapNames(in: $0, rename), content.mapNames(in: $1, rename)) }
      .sorted { $0.0 < $1.0 }
  }
}
