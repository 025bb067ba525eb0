extension Type {
  /// A value as the author would write it: `Card(kind: .info, subject: Subject#1)`, `nil`, `3`.
  ///
  /// `ValueReader` reads it back. A sequence is printed like a list, and a table with all of its keys. A timer has no
  /// literal but `.off`: it is printed as `due` or `due in 3`.
  package func text(_ value: Value) -> String {
    switch (self, value) {
    case (.optional, .none), (_, .none): return "nil"
    case (.optional(let inner), _): return inner.text(value)
    case (_, .bool(let flag)): return flag ? "true" : "false"
    case (_, .int(let number)): return String(number)
    case (.symmetric(let type), .name(let index)): return "\(type.name)#\(index + 1)"
    case (.enumeration(let type), .enumCase(let index, let payload)):
      guard index < type.cases.count else { return "?" }
      let name = type.cases[index].name
      guard !payload.isEmpty else { return ".\(name)" }
      return ".\(name)(\(Self.text(payload, type.cases[index].fields)))"
    case (.structure(let type), .record(let values)):
      return "\(type.name)(\(Self.text(values, type.fields)))"
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)), (.sequence(let element, _), .list(let values)),
      (.sequence(let element, _), .set(let values)):
      return "[" + values.map(element.text).joined(separator: ", ") + "]"
    case (.map(let key, let content), .map(let keys, let values)):
      guard !keys.isEmpty else { return "[:]" }
      return entriesText(keys, key, values, content)
    case (.table(let key, let content), .table(let values)):
      return entriesText(key.allValues, key, values, content)
    case (_, .timer(let due)):
      return due < 0 ? ".off" : due == 0 ? "due" : "due in \(due)"
    default: return "?"
    }
  }

  private func entriesText(
    _ keys: [Value], _ key: Type, _ values: [Value], _ content: Type
  ) -> String {
    let entries = zip(keys, values).map { "\(key.text($0)): \(content.text($1))" }
    return "[" + entries.joined(separator: ", ") + "]"
  }

  private static func text(_ values: [Value], _ fields: [Field]) -> String {
    zip(fields, values).map { field, value in
      (field.name.map { "\($0): " } ?? "") + field.type.text(value)
    }.joined(separator: ", ")
  }
}
