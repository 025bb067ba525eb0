import Files
import Semantics

extension Type {
  /// A value as JSON, in the format of drivers and logs.
  ///
  /// | value | JSON |
  /// | --- | --- |
  /// | a Boolean, a number, nil | `true`, `3`, `null` |
  /// | a case | `"info"`, `{"call": {"ringing": true}}` |
  /// | a struct | an object of its fields |
  /// | a set, bag or list | an array |
  /// | a map or table | an object, if keys are plain texts; otherwise an array of objects with `key` and `value` |
  /// | a timer | `null` if it is off, otherwise the number of units until it is due |
  /// | a symmetric name | the implementation's identifier |
  ///
  /// - Parameter name: returns the identifier of a symmetric name.
  package func tree(
    of value: Value, _ name: (SymmetricType, Int) -> JSONTree
  ) -> JSONTree {
    switch (self, value) {
    case (_, .none): return .null
    case (.optional(let inner), _): return inner.tree(of: value, name)
    case (_, .bool(let flag)): return .boolean(flag)
    case (_, .int(let number)): return .integer(number)
    case (.symmetric(let type), .name(let place)): return name(type, place)
    case (.enumeration(let type), .enumCase(let index, let payload)):
      let declared = type.cases[index]
      if payload.isEmpty { return .string(declared.name) }
      return .object([(declared.name, Self.tree(of: payload, declared.fields, name))])
    case (.structure(let type), .record(let values)):
      return Self.tree(of: values, type.fields, name)
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      return .array(values.map { element.tree(of: $0, name) })
    case (.map(let key, let content), .map(let keys, let values)):
      return Self.tree(keys, key, values, content, name)
    case (.table(let key, let content), .table(let values)):
      return Self.tree(key.allValues, key, values, content, name)
    case (_, .timer(let units)): return units < 0 ? .null : .integer(units)
    default: return .null
    }
  }

  /// The values of fields, by name, or by index from 0 if they have no name.
  package static func tree(
    of values: [Value], _ fields: [Field], _ name: (SymmetricType, Int) -> JSONTree
  ) -> JSONTree {
    .object(
      zip(fields, values).enumerated().map { place, part in
        (part.0.name ?? "\(place)", part.0.type.tree(of: part.1, name))
      })
  }

  private static func tree(
    _ keys: [Value], _ key: Type, _ values: [Value], _ content: Type,
    _ name: (SymmetricType, Int) -> JSONTree
  ) -> JSONTree {
    let contents = values.map { content.tree(of: $0, name) }
    guard key.isPlainKey else {
      return .array(
        zip(keys, contents).map { [("key", key.tree(of: $0, name)), ("value", $1)] }
          .map(JSONTree.object))
    }
    return .object(
      zip(keys, contents).map { each, content in
        switch key.tree(of: each, name) {
        case .string(let text): (text, content)
        case .integer(let number): ("\(number)", content)
        case .boolean(let flag): ("\(flag)", content)
        default: ("nil", content)
        }
      })
  }

  /// Whether its values can be keys of an object, because each is a plain text.
  private var isPlainKey: Bool {
    switch unwrapped {
    case .bool, .range, .symmetric: true
    case .enumeration(let type): type.isPlain
    default: false
    }
  }
}

extension JSONPart {
  /// The text of the value, on one line.
  package var text: String {
    switch node {
    case .object(let members):
      "{" + members.map { "\"\($0.key)\": \($0.value.text)" }.joined(separator: ", ") + "}"
    case .array(let parts): "[" + parts.map(\.text).joined(separator: ", ") + "]"
    case .string(let text): "\"\(text)\""
    case .number(let digits): digits
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    }
  }
}
