import Semantics

/// How values look in a view of some names of one symmetric type: what the type of a value says about that.
///
/// - A name stays, or is `elsewhere`.
/// - Sets without bound, and maps and tables with names in their keys, are *partial*: what is said with a name
///   that the view lacks is left out.
/// - Lists, bags and bounded sets stay whole, with names elsewhere in them; there may be equal elements in such
///   a set then.
/// - What holds no name stays as it is.
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

  /// How many names a value holds at most, beside those in collections.
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

  /// Whether it is a collection of which a view lacks what is said with other names.
  func isPartial(_ type: Type) -> Bool {
    switch type.unwrapped {
    case .set(let element, nil): occurs(in: element)
    case .map(let key, _), .table(let key, _): occurs(in: key)
    default: false
    }
  }

  /// How many names single out an element of a partial collection.
  func keyPositions(_ type: Type) -> Int {
    switch type.unwrapped {
    case .set(let element, _): positions(element)
    case .map(let key, _), .table(let key, _): positions(key)
    default: 0
    }
  }

  /// Why values of a type cannot be kept in views; nil if they can.
  ///
  /// - Parameter keys: how many names are in the keys around it.
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

  /// How many names have to do with each other in one fact of such a value at most: a view has to have as many.
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

  /// Whether names are in collections within the type.
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

  /// All values with the names of a view, those with names elsewhere left out; nil where there are too many, or
  /// names in collections.
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

  /// A value with each name, those elsewhere too, replaced by another; in canonical form, as far as views have one.
  func map(_ value: Value, _ type: Type, _ image: (Int) -> Int) -> Value {
    guard occurs(in: type) else { return value }
    switch (type, value) {
    case (.symmetric, .name(let name)): return .name(image(name))
    case (.optional(let inner), _): return value == .none ? value : map(value, inner, image)
    case (.structure(let type), .record(let parts)):
      return .record(zip(type.fields, parts).map { map($1, $0.type, image) })
    case (.enumeration(let type), .enumCase(let index, let parts)):
      return .enumCase(index, zip(type.cases[index].fields, parts).map { map($1, $0.type, image) })
    case (.set(let element, _), .set(let values)):
      return .set(values.map { map($0, element, image) }.sorted())
    case (.bag(let element, _), .bag(let values)):
      return .bag(values.map { map($0, element, image) }.sorted())
    case (.list(let element, _), .list(let values)):
      return .list(values.map { map($0, element, image) })
    case (.map(let key, let content), .map(let keys, let values)),
      (.table(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { (map($0, key, image), map($1, content, image)) }
        .sorted { $0.0 < $1.0 }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case (.table(_, let content), .table(let values)):
      return .table(values.map { map($0, content, image) })
    default: return value
    }
  }

  /// What is left of a value in a view of some of its names: partial collections lose what is said with others.
  ///
  /// - Parameter place: the place of a name in the view, or -1.
  func project(_ value: Value, _ type: Type, _ place: (Int) -> Int) -> Value {
    guard occurs(in: type) else { return value }
    switch (type, value) {
    case (.symmetric, .name(let name)): return .name(name < 0 ? name : place(name))
    case (.optional(let inner), _): return value == .none ? value : project(value, inner, place)
    case (.structure(let type), .record(let parts)):
      return .record(zip(type.fields, parts).map { project($1, $0.type, place) })
    case (.enumeration(let type), .enumCase(let index, let parts)):
      return .enumCase(
        index, zip(type.cases[index].fields, parts).map { project($1, $0.type, place) })
    case (.set(let element, nil), .set(let values)):
      return .set(values.map { project($0, element, place) }.filter { !$0.hasElsewhere }.sorted())
    case (.set(let element, _), .set(let values)):
      return .set(values.map { project($0, element, place) }.sorted())
    case (.bag(let element, _), .bag(let values)):
      return .bag(values.map { project($0, element, place) }.sorted())
    case (.list(let element, _), .list(let values)):
      return .list(values.map { project($0, element, place) })
    case (.map(let key, let content), .map(let keys, let values)),
      (.table(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { (project($0, key, place), $1) }
        .filter { !$0.0.hasElsewhere }.map { ($0.0, project($0.1, content, place)) }
        .sorted { $0.0 < $1.0 }
      return .map(keys: entries.map(\.0), values: entries.map(\.1))
    case (.table(_, let content), .table(let values)):
      return .table(values.map { project($0, content, place) })
    default: return value
    }
  }

  /// A value of a state with so many names as one of a view that has all of them; the type may have another number
  /// of names.
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

  /// Why a value does not fit its type; nil if it does. A name always does.
  func boundsViolation(_ value: Value, _ type: Type) -> Fault.Cause? {
    guard occurs(in: type) else { return type.boundsViolation(of: value) }
    func first(_ values: [Value], _ type: Type) -> Fault.Cause? {
      values.lazy.compactMap { boundsViolation($0, type) }.first
    }
    func first(_ values: [Value], _ fields: [Field]) -> Fault.Cause? {
      zip(values, fields).lazy.compactMap { boundsViolation($0, $1.type) }.first
    }
    func tooMany(_ count: Int, _ maximum: Int?) -> Fault.Cause? {
      maximum.flatMap { count > $0 ? .full(type, maximum: $0) : nil }
    }
    switch (type, value) {
    case (.optional(let inner), _): return value == .none ? nil : boundsViolation(value, inner)
    case (.structure(let type), .record(let parts)): return first(parts, type.fields)
    case (.enumeration(let type), .enumCase(let index, let parts)):
      return first(parts, type.cases[index].fields)
    case (.set(let element, let maximum), .set(let values)),
      (.bag(let element, let maximum), .bag(let values)),
      (.list(let element, let maximum), .list(let values)):
      return first(values, element) ?? tooMany(values.count, maximum)
    case (.map(let key, let content), .map(let keys, let values)),
      (.table(let key, let content), .map(let keys, let values)):
      return first(keys, key) ?? first(values, content)
    case (.table(_, let content), .table(let values)): return first(values, content)
    default: return nil
    }
  }
}
