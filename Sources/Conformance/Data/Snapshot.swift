import Semantics

/// The observed parts of a value, or all of it.
///
/// ```json
/// {"kind": "info", "text": 2}      // of a Card(kind:text:image:): the image is free
/// ```
package indirect enum Snapshot: Hashable, Sendable {
  /// The value is unknown.
  case free
  /// The whole value is known.
  case whole(Value)
  /// The observation is not a value of the type; with its text.
  case foreign(String)
  /// A case with the known parts of its values.
  case enumCase(Int, [Snapshot])
  case record([Snapshot])
  case list([Snapshot])
  /// The elements of a set or bag, of some of which not all is known.
  case unordered([Snapshot])
  /// The keys are known, in ascending order, and of the values something.
  case map(keys: [Value], [Snapshot])
  case table([Snapshot])

  /// Whether a value matches the observation.
  package func matches(_ value: Value) -> Bool {
    switch (self, value) {
    case (.free, _): true
    case (.whole(let seen), _): seen == value
    case (.foreign, _): false
    case (.enumCase(let index, let parts), .enumCase(let other, let payload)):
      index == other && Self.matches(parts, payload)
    case (.record(let parts), .record(let values)), (.list(let parts), .list(let values)),
      (.table(let parts), .table(let values)):
      Self.matches(parts, values)
    case (.map(let keys, let parts), .map(let otherKeys, let values)):
      keys == otherKeys && Self.matches(parts, values)
    case (.unordered(let parts), .set(let values)), (.unordered(let parts), .bag(let values)):
      parts.count == values.count && Self.isAssignable(parts[...], values)
    default: false
    }
  }

  private static func matches(_ parts: [Snapshot], _ values: [Value]) -> Bool {
    parts.count == values.count && zip(parts, values).allSatisfy { $0.matches($1) }
  }

  /// Whether each part is that of another value.
  private static func isAssignable(_ parts: ArraySlice<Snapshot>, _ values: [Value]) -> Bool {
    guard let first = parts.first else { return true }
    for (index, value) in values.enumerated() where first.matches(value) {
      var rest = values
      rest.remove(at: index)
      if isAssignable(parts.dropFirst(), rest) { return true }
    }
    return false
  }

  /// The observation with unknown parts taken from a value; nil if it is not a value of the type.
  package func completed(by value: Value) -> Value? {
    switch self {
    case .free: return value
    case .whole(let seen): return seen
    case .foreign: return nil
    case .enumCase(let index, let parts):
      guard case .enumCase(index, let payload) = value else { return nil }
      return Self.completed(parts, by: payload).map { .enumCase(index, $0) }
    case .record(let parts):
      guard case .record(let values) = value else { return nil }
      return Self.completed(parts, by: values).map { .record($0) }
    case .list(let parts):
      guard case .list(let values) = value else { return nil }
      return Self.completed(parts, by: values).map { .list($0) }
    case .table(let parts):
      guard case .table(let values) = value else { return nil }
      return Self.completed(parts, by: values).map { .table($0) }
    case .map(let keys, let parts):
      guard case .map(let otherKeys, let values) = value else { return nil }
      var contents: [Value] = []
      for (key, part) in zip(keys, parts) {
        let other = otherKeys.firstIndex(of: key).map { values[$0] }
        guard let content = part.completed(by: other ?? .none) else { return nil }
        contents.append(content)
      }
      return .map(keys: keys, values: contents)
    case .unordered: return matches(value) ? value : nil
    }
  }

  private static func completed(_ parts: [Snapshot], by values: [Value]) -> [Value]? {
    guard parts.count == values.count else { return nil }
    var result: [Value] = []
    for (part, value) in zip(parts, values) {
      guard let whole = part.completed(by: value) else { return nil }
      result.append(whole)
    }
    return result
  }

  /// Whether some part is not a value of its type.
  var hasForeign: Bool {
    switch self {
    case .free, .whole: false
    case .foreign: true
    case .enumCase(_, let parts), .record(let parts), .list(let parts), .unordered(let parts),
      .map(_, let parts), .table(let parts):
      parts.contains(where: \.hasForeign)
    }
  }

  /// The value, if all parts are known; nil otherwise.
  var whole: Value? { if case .whole(let value) = self { value } else { nil } }
}

extension Type {
  /// Returns an observation in the notation of specs, with `_` for unknown values and fields.
  package func text(_ seen: Snapshot) -> String {
    switch (self, seen) {
    case (_, .free): return "_"
    case (_, .whole(let value)): return text(value)
    case (_, .foreign(let text)): return text
    case (.optional(let inner), _): return inner.text(seen)
    case (.enumeration(let type), .enumCase(let index, let parts)):
      return ".\(type.cases[index].name)(\(Self.text(parts, type.cases[index].fields)))"
    case (.structure(let type), .record(let parts)):
      return "\(type.name)(\(Self.text(parts, type.fields)))"
    case (.set(let element, _), .unordered(let parts)),
      (.bag(let element, _), .unordered(let parts)), (.list(let element, _), .list(let parts)):
      return "[" + parts.map { element.text($0) }.joined(separator: ", ") + "]"
    case (.map(let key, let content), .map(let keys, let parts)):
      return Self.entries(keys, key, parts, content)
    case (.table(let key, let content), .table(let parts)):
      return Self.entries(key.allValues, key, parts, content)
    default: return "_"
    }
  }

  private static func entries(
    _ keys: [Value], _ key: Type, _ parts: [Snapshot], _ content: Type
  ) -> String {
    let entries = zip(keys, parts).map { "\(key.text($0)): \(content.text($1))" }
    return "[" + entries.joined(separator: ", ") + "]"
  }

  private static func text(_ parts: [Snapshot], _ fields: [Field]) -> String {
    let known = zip(fields, parts).filter { $1 != .free }.map { field, part in
      (field.name.map { "\($0): " } ?? "") + field.type.text(part)
    }
    return (known + (known.count < fields.count ? ["_"] : [])).joined(separator: ", ")
  }
}
