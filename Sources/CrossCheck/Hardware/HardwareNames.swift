import Semantics

/// Unique names in hardware models, without whitespace.
struct HardwareNames {
  private let spec: CheckedSpec
  private var taken: Set<String> = []

  init(_ spec: CheckedSpec) { self.spec = spec }

  /// The name, with a number appended if it exists already.
  mutating func unique(_ name: String) -> String {
    var number = 1
    var unique = name
    while !taken.insert(unique).inserted {
      number += 1
      unique = "\(name)_\(number)"
    }
    return unique
  }

  /// A name without whitespace, and without the end of a symbol.
  private static func plain(_ text: String) -> String {
    String(
      text.unicodeScalars.map { $0.properties.isWhitespace || $0.value < 32 ? "_" : Character($0) })
  }

  private static func without(spaces text: String) -> String {
    plain(text.filter { $0 != " " })
  }

  // MARK: Properties

  /// Makes a symbol such as `invariant:bounded`.
  func symbol(_ word: String, _ name: String) -> String {
    Self.without(spaces: "\(word):\(name)")
  }

  /// Makes a symbol such as `gap:receive`, or `fault:12:7-16`, a line with its first and last column.
  mutating func symbol(of finding: Finding) -> String {
    if let range = finding.faultRange { return unique(Self.plain("fault:\(place(range))")) }
    if let index = finding.property {
      let property = spec.properties[index]
      return unique(symbol(property.word, property.name))
    }
    if let event = finding.event {
      return unique(symbol(finding.kind.rawValue, spec.events[event].name))
    }
    return unique(finding.kind.rawValue)
  }

  /// The place of a finding in the text.
  func range(of finding: Finding) -> SourceRange? {
    finding.faultRange ?? finding.property.map { spec.properties[$0].range }
      ?? finding.event.map { spec.events[$0].range }
  }

  private func place(_ range: SourceRange) -> String {
    let first = spec.file.location(of: range.start)
    let last = spec.file.location(of: max(range.start, range.end - 1))
    let file = spec.file.usedPath(at: range).map { "\($0):" } ?? ""
    let lines = first.line == last.line ? "" : "\(last.line):"
    return "\(file)\(first.line):\(first.column)-\(lines)\(last.column)"
  }

  // MARK: Fields

  /// The fields of a state with their names, in the order of the layout: `badge`, `tray[A#1].kind`.
  mutating func fields(of machine: Machine) -> [(field: StateField, name: String)] {
    var fields: [(StateField, String)] = []
    for (node, variable) in zip(machine.layout.nodes, spec.variables) {
      add(node, variable.type, variable.name, &fields)
    }
    return fields
  }

  private mutating func add(
    _ node: StateLayout.Node, _ type: Type, _ path: String,
    _ fields: inout [(StateField, String)]
  ) {
    switch (node, type) {
    case (.enumeration(let tag, let cases), .enumeration(let owner)):
      name(tag, path, &fields)
      for (item, nodes) in zip(owner.cases, cases) {
        add(nodes, item.fields, "\(path).\(item.name)", &fields)
      }
    case (.structure(let parts), .structure(let owner)): add(parts, owner.fields, path, &fields)
    case (.optional(let present, let inner), .optional(let content)):
      name(present, path + ".isThere", &fields)
      add(inner, content, path, &fields)
    case (.set(let parts, let elements), .set(let element, _)):
      for (part, value) in zip(parts, elements) {
        name(part, "\(path)[\(element.text(value))]", &fields)
      }
    case (.map(let entries, let keys), .map(let key, let content)):
      for (entry, value) in zip(entries, keys) {
        let entryPath = "\(path)[\(key.text(value))]"
        name(entry.present, entryPath + ".isThere", &fields)
        add(entry.1, content, entryPath, &fields)
      }
    case (.table(let parts), .table(let key, let content)):
      for (part, value) in zip(parts, key.allValues) {
        add(part, content, "\(path)[\(key.text(value))]", &fields)
      }
    case (.list(let count, let parts), .list(let element, _)),
      (.members(let count, let parts, _), .set(let element, _)),
      (.members(let count, let parts, _), .bag(let element, _)):
      name(count, path + ".count", &fields)
      for (place, part) in parts.enumerated() {
        add(part, element, "\(path)[\(place)]", &fields)
      }
    default: for field in node.fields { name(field, path, &fields) }
    }
  }

  /// Parts without a name are identified by their indices.
  private mutating func add(
    _ parts: [StateLayout.Node], _ declared: [Field], _ path: String,
    _ fields: inout [(StateField, String)]
  ) {
    for (place, (part, field)) in zip(parts, declared).enumerated() {
      add(part, field.type, "\(path).\(field.name ?? String(place))", &fields)
    }
  }

  private mutating func name(
    _ field: StateField, _ path: String, _ fields: inout [(StateField, String)]
  ) {
    fields.append((field, unique(Self.without(spaces: path))))
  }
}
