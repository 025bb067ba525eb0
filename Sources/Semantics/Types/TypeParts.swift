/// The parts of types and their values: all recursive queries use this traversal.
extension Type {
  /// The types of its direct parts, in the order of their mention; of a map or table the key first.
  package var parts: [Type] {
    switch self {
    case .optional(let inner), .set(let inner, _), .bag(let inner, _), .list(let inner, _),
      .sequence(let inner, _):
      [inner]
    case .map(let key, let content), .table(let key, let content): [key, content]
    case .structure(let type): type.fields.map(\.type)
    case .enumeration(let type): type.cases.flatMap { $0.fields.map(\.type) }
    case .bool, .integer, .range, .symmetric, .timer, .error: []
    }
  }

  /// Returns the value with each direct part transformed, in canonical form if no two keys or elements become equal.
  ///
  /// The keys of a table are parts only if they contain symmetric names.
  package func mapParts(of value: Value, _ transform: (Type, Value) -> Value) -> Value {
    switch (self, value) {
    case (.optional(let inner), _): return value == .none ? value : transform(inner, value)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      return .enumCase(
        index, zip(type.cases[index].fields, payload).map { transform($0.type, $1) })
    case (.structure(let type), .record(let values)):
      return .record(zip(type.fields, values).map { transform($0.type, $1) })
    case (.set(let element, _), .set(let values)):
      return .makeSet(values.map { transform(element, $0) })
    case (.bag(let element, _), .bag(let values)):
      return .makeBag(values.map { transform(element, $0) })
    case (.list(let element, _), .list(let values)), (.sequence(let element, _), .list(let values)):
      return .list(values.map { transform(element, $0) })
    case (.map(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { (transform(key, $0), transform(content, $1)) }
        .sorted { $0.0 < $1.0 }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case (.table(let key, let content), .table(let values)):
      guard key.containsNames else { return .table(values.map { transform(content, $0) }) }
      let entries = zip(key.allValues, values).map { (transform(key, $0), transform(content, $1)) }
      return .table(entries.sorted { $0.0 < $1.0 }.map(\.1))
    default: return value
    }
  }

  /// Returns the first result of `body` that is not nil, over the direct parts of a value. For a map, all keys come
  /// before the values; the keys of a table are not parts.
  ///
  /// Queries such as `misfit(of:)` use this traversal. `nil` has no parts, and an enum value has the payload of its
  /// own case only.
  package func firstPart<Result>(of value: Value, _ body: (Type, Value) -> Result?) -> Result? {
    func first(_ values: [Value], _ type: Type) -> Result? {
      for value in values { if let result = body(type, value) { return result } }
      return nil
    }
    func first(_ values: [Value], _ fields: [Field]) -> Result? {
      for (field, value) in zip(fields, values) {
        if let result = body(field.type, value) { return result }
      }
      return nil
    }
    switch (self, value) {
    case (.optional(let inner), _): return value == .none ? nil : body(inner, value)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      return payload.isEmpty ? nil : first(payload, type.cases[index].fields)
    case (.structure(let type), .record(let values)): return first(values, type.fields)
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)), (.table(_, let element), .table(let values)):
      return first(values, element)
    case (.map(let key, let content), .map(let keys, let values)):
      return first(keys, key) ?? first(values, content)
    default: return nil
    }
  }

  /// The value with each symmetric name replaced by another of its type; in canonical form if distinct names stay
  /// distinct.
  ///
  /// - Parameter rename: the index of the name that replaces another one.
  package func mapNames(in value: Value, _ rename: (SymmetricType, Int) -> Int) -> Value {
    if case .symmetric(let type) = self, case .name(let name) = value {
      return .name(rename(type, name))
    }
    return mapParts(of: value) { $0.mapNames(in: $1, rename) }
  }

  /// Calls back for each symmetric name in a value, in the order of its parts, including names in the keys of a
  /// table.
  package func forEachName(in value: Value, _ body: (SymmetricType, Int) -> Void) {
    _ = mapNames(in: value) { type, name in
      body(type, name)
      return name
    }
  }
}
