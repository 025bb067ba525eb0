import Semantics

extension AnySizeCheck.Result {
  /// The last closed set of views as text, one on each line, with names `x`, `y` and `z`; empty if no set is closed.
  ///
  /// It suffices for checking it again: the views of the starts are in it, and so are those after each event in each
  /// state whose views are all in it.
  package var certificate: [String] { cover?.lines ?? [] }
}

extension ViewCover {
  fileprivate var lines: [String] {
    views.states.map { state in
      zip(spec.variables, state).filter { $0.0.monitor == nil }
        .map { "\($0.name) = \(scope.text($1, $0.type))" }.joined(separator: ", ")
    }
  }
}

extension NameScope {
  /// A value of a view, in the notation of specs; `*` is a name elsewhere, and partial collections end with `…`.
  fileprivate func text(_ value: Value, _ type: Type) -> String {
    guard occurs(in: type) else { return type.text(value) }
    func list(_ values: [Value], _ element: Type, isPartial: Bool) -> String {
      let parts = values.map { text($0, element) } + (isPartial ? ["…"] : [])
      return "[\(parts.joined(separator: ", "))]"
    }
    func fields(_ values: [Value], _ fields: [Field]) -> String {
      zip(fields, values).map { field, value in
        (field.name.map { "\($0): " } ?? "") + text(value, field.type)
      }.joined(separator: ", ")
    }
    switch (type, value) {
    case (.symmetric, .name(let name)):
      let names = ["x", "y", "z"]
      return names.indices.contains(name) ? names[name] : "*"
    case (.optional(let inner), _): return value == .none ? "nil" : text(value, inner)
    case (.structure(let type), .record(let values)):
      return "\(type.name)(\(fields(values, type.fields)))"
    case (.enumeration(let type), .enumCase(let index, let values)):
      let name = ".\(type.cases[index].name)"
      return values.isEmpty ? name : "\(name)(\(fields(values, type.cases[index].fields)))"
    case (.set(let element, let maximum), .set(let values)):
      return list(values, element, isPartial: maximum == nil)
    case (.bag(let element, _), .bag(let values)), (.list(let element, _), .list(let values)):
      return list(values, element, isPartial: false)
    case (.map(let key, let content), .map(let keys, let values)),
      (.table(let key, let content), .map(let keys, let values)):
      let entries = zip(keys, values).map { "\(text($0, key)): \(text($1, content))" }
      return "[\((entries + (occurs(in: key) ? ["…"] : [])).joined(separator: ", "))]"
    case (.table(let key, let content), .table(let values)):
      let entries = zip(key.allValues, values).map { "\(key.text($0)): \(text($1, content))" }
      return "[\(entries.joined(separator: ", "))]"
    default: return "\(value)"
    }
  }
}
