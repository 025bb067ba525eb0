import Semantics

/// The parts of values that are visible in a view of some names of one symmetric type, by the type of the value.
///
/// - A name stays, or is `elsewhere`.
/// - Unbounded sets, and maps and tables with names in their keys, are *partial*: entries with a name that the view
///   lacks are omitted.
/// - Lists, bags and bounded sets stay complete, with names elsewhere in them; such a set may then contain equal
///   elements.
/// - Values without names are unchanged.
struct NameScope: Sendable {
  let names: SymmetricType

  func occurs(in type: Type) -> Bool {
    switch type {
    case .bool, .integer, .range, .timer, .error: false
    case .symmetric(let other): other == names
    case .optional(let inner), .set(let inner, _), .bag(let inner, _), .list(let inner, _),
      .sequence(let inner, _):
      occurs(in: inner)
    case .map(let key, let value), .table(let key, let value):
      occurs(in: key) || occurs(in: value)
    case .enumeration, .structure: type.symmetricTypes.contains(names)
    }
  }

  /// Whether its values are names, or names and nil.
  func isName(_ type: Type) -> Bool {
    if case .symmetric(let other) = type.unwrapped { other == names } else { false }
  }

  /// The maximum number of names in a value, outside of collections.
  func positions(_ type: Type) -> Int {
    guard occurs(in: type) else { return 0 }
    switch type {
    case .symmetric: return 1
    case .optional(let inner): return positions(inner)
    case .structure(let type): return type.fields.reduce(0) { $0 + positions($1.type) }
    case .enumeration(let type):
      return type.cases.map { $0.fields.reduce(0) { $0 + positions($1.type) } }.max() ?? 0
    default: return 0
    }
  }

  /// Whether it is a collection whose entries with other names a view lacks.
  func isPartial(_ type: Type) -> Bool {
    switch type.unwrapped {
    case .set(let element, nil): occurs(in: element)
    case .map(let key, _), .table(let key, _): occurs(in: key)
    default: false
    }
  }

  /// The number of names that identify an element of a partial collection.
  func keyPositions(_ type: Type) -> Int {
    switch type.unwrapped {
    case .set(let element, _): positions(element)
    case .map(let key, _), .table(let key, _): positions(key)
    default: 0
    }
  }

  /// The reason why values of a type cannot be in views; nil if they can.
  ///
  /// - Parameter keys: the number of names in the enclosing keys.
  func obstacle(_ type: Type, keys: Int = 0) -> String? {
    guard occurs(in: type) else { return nil }
    switch type {
    case .symmetric:
      return keys + 1 > 2 ? "three names have to do with each other in one value" : nil
    case .optional(let inner): return obstacle(inner, keys: keys)
    case .structure(let type):
      return type.fields.lazy.compactMap { obstacle($0.type, keys: keys) }.first
    case .enumeration(let type):
      return type.cases.lazy.flatMap(\.fields).compactMap { obstacle($0.type, keys: keys) }.first
    case .set(let element, nil):
      return keyObstacle(element, keys) ?? nil
    case .set: return "a bounded set holds names"
    case .bag(let element, _):
      if let obstacle = keyObstacle(element, keys) { return obstacle }
      return positions(element) > 1 ? "an element of a bag holds two names" : nil
    case .map(let key, let value), .table(let key, let value):
      if occurs(in: key), let obstacle = keyObstacle(key, keys) { return obstacle }
      return obstacle(value, keys: keys + positions(key))
    case .list(let element, _):
      return holdsCollections(element)
        ? "a list holds collections of names"
        : obstacle(element, keys: keys)
    default: return "such a value holds names"
    }
  }

  /// The maximum number of names that one fact of such a value relates: a view must have at least as many.
  func arity(_ type: Type, keys: Int = 0) -> Int {
    guard occurs(in: type) else { return keys }
    switch type {
    case .symmetric: return keys + 1
    case .set(let element, _), .bag(let element, _): return keys + positions(element)
    case .map(let key, let value), .table(let key, let value):
      return max(keys + positions(key), arity(value, keys: keys + positions(key)))
    default: return type.parts.map { arity($0, keys: keys) }.max() ?? keys
    }
  }

  private func keyObstacle(_ type: Type, _ keys: Int) -> String? {
    if holdsCollections(type) { return "a key or element is a collection of names" }
    return keys + positions(type) > 2 ? "three names have to do with each other in one value" : nil
  }

  /// Whether collections within the type contain names.
  func holdsCollections(_ type: Type) -> Bool {
    guard occurs(in: type) else { return false }
    switch type {
    case .symmetric: return false
    case .optional(let inner): return holdsCollections(inner)
    case .structure(let type): return type.fields.contains { holdsCollections($0.type) }
    case .enumeration(let type):
      return type.cases.contains { $0.fields.contains { holdsCollections($0.type) } }
    default: return true
    }
  }

  /// All values with the names of a view, except those with names elsewhere; nil if there are too many, or names in
  /// collections.
  func values(of type: Type, names count: Int, limit: Int = 1 << 14) -> [Value]? {
    guard occurs(in: type) else {
      return type.cardinality <= .exactly(limit) ? type.allValues : nil
    }
    func combinations(_ fields: [Field]) -> [[Value]]? {
      var result: [[Value]] = [[]]
      for field in fields {
        guard let values = values(of: field.type, names: count, limit: limit),
          result.count * max(values.count, 1) <= limit
        else { return nil }
        result = result.flatMap { prefix in values.map { prefix + [$0] } }
      }
      return result
    }
    switch type {
    case .symmetric: return (0..<count).map(Value.name)
    case .optional(let inner):
      return values(of: inner, names: count, limit: limit).map { [.none] + $0 }
    case .structure(let type): return combinations(type.fields).map { $0.map(Value.record) }
    case .enumeration(let type):
      var result: [Value] = []
      for (index, each) in type.cases.enumerated() {
        guard let payloads = combinations(each.fields) else { return nil }
        result += payloads.map { .enumCase(index, $0) }
      }
      return result
    default: return nil
    }
  }

  /// A value with each name replaced, including those elsewhere; in canonical form, as far as views have one.
  func map(_ value: Value, _ type: Type, _ image: (Int) -> Int) -> Value {
    mapped(value, type, image, dropsElsewhere: false)
  }

  /// The projection of a value to a view of some of its names: partial collections lose entries with other names.
  ///
  /// - Parameter place: the place of a name in the view, or -1.
  func project(_ value: Value, _ type: Type, _ place: (Int) -> Int) -> Value {
    mapped(value, type, { $0 < 0 ? $0 : place($0) }, dropsElsewhere: true)
  }

  /// - Parameter dropsElsewhere: whether partial collections lose entries with names elsewhere.
  private func mapped(
    _ value: Value, _ type: Type, _ image: (Int) -> Int, dropsElsewhere: Bool
  ) -> Value {
    guard occurs(in: type) else { return value }
    func mapped(_ value: Value, _ type: Type) -> Value {
      self.mapped(value, type, image, dropsElsewhere: dropsElsewhere)
    }
    func isKept(_ value: Value) -> Bool { !dropsElsewhere || !value.hasElsewhere }
    switch (type, value) {
    case (.symmetric, .name(let name)): return .name(image(name))
    case (.optional(let inner), _): return value == .none ? value : mapped(value, inner)
    case (.structure(let type), .record(let parts)):
      return .record(zip(type.fields, parts).map { mapped($1, $0.type) })
    case (.enumeration(let type), .enumCase(let index, let parts)):
      return .enumCase(index, zip(type.cases[index].fields, parts).map { mapped($1, $0.type) })
    case (.set(let element, let maximum), .set(let values)):
      let images = values.map { mapped($0, element) }
      return .set(images.filter { maximum != nil || isKept($0) }.sorted())
    case (.bag(let element, _), .bag(let values)):
      return .bag(values.map { mapped($0, element) }.sorted())
    case (.list(let element, _), .list(let values)):
      return .list(values.map { mapped($0, element) })
    case (.map(let key, let content), .map(let keys, let values)),
      (.table(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { (mapped($0, key), $1) }.filter { isKept($0.0) }
        .map { ($0.0, mapped($0.1, content)) }.sorted { $0.0 < $1.0 }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case (.table(_, let content), .table(let values)):
      return .table(values.map { mapped($0, content) })
    default: return value
    }
  }

  /// Converts a value of a state with that many names to one of a view that has all of them; the type may have
  /// another instance count.
  func viewed(_ value: Value, _ type: Type, names: Int) -> Value {
    guard occurs(in: type) else { return value }
    switch (type, value) {
    case (.table(let key, let content), .table(let entries)) where occurs(in: key):
      let keys = self.values(of: key, names: names) ?? []
      return .map(keys: keys, values: entries.map { viewed($0, content, names: names) })
    case (.table(_, let content), .table(let entries)):
      return .table(entries.map { viewed($0, content, names: names) })
    default: return type.mapParts(of: value) { viewed($1, $0, names: names) }
    }
  }

  /// The reason why a value does not fit its type; nil if it fits. A name always fits.
  func boundsViolation(_ value: Value, _ type: Type) -> Fault.Cause? {
    guard occurs(in: type) else { return type.boundsViolation(of: value) }
    if case (.table(let key, let content), .map) = (type, value) {
      return boundsViolation(value, .map(key, content))
    }
    let inner = type.firstPart(of: value) { boundsViolation($1, $0) }
    switch type {
    case .set(_, let maximum?), .bag(_, let maximum?), .list(_, let maximum?):
      return inner ?? (value.elements.count > maximum ? .full(type, maximum: maximum) : nil)
    default: return inner
    }
  }
}
