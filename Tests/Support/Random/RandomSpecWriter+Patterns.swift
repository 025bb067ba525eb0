extension RandomSpecWriter {
  /// Returns, rarely, a pattern for a struct or for a case with values; its names can be read from then on.
  mutating func laterPattern(_ kind: RandomKind, binds: Bool = true) -> String? {
    switch kind {
    case .structure, .enumeration:
      return later.oneIn(3) ? aside { $0.pattern(kind, binds, 2) } : nil
    default: return nil
    }
  }

  private mutating func pattern(_ kind: RandomKind, _ binds: Bool, _ depth: Int) -> String {
    switch kind {
    case .structure(let index) where depth > 0:
      let fields = types.structs[index].enumerated().filter { _ in random.oneIn(2) }.map(\.element)
      let parts = fields.map { "\($0.label ?? "_"): \(pattern($0.kind, binds, depth - 1))" }
      return "S\(index)(\(parts.joined(separator: ", ")))"
    case .enumeration(let index) where depth > 0:
      guard let item = random.pick(types.enums[index]) else { return "_" }
      let parts = item.fields.map { field in
        (field.label.map { "\($0): " } ?? "") + pattern(field.kind, binds, depth - 1)
      }
      return ".\(item.name)" + (parts.isEmpty ? "" : "(\(parts.joined(separator: ", ")))")
    default:
      if binds, random.oneIn(3) { return "let \(bindLocal(kind))" }
      return random.oneIn(3) ? "_" : plainLiteral(kind) ?? "_"
    }
  }

  /// Short forms of sentences about a step.
  mutating func laterSentence() -> String? {
    guard later.oneIn(3) else { return nil }
    return aside { writer in
      let maps = writer.variables.compactMap { name -> (String, RandomKind)? in
        switch name.kind {
        case .map(let key, _), .table(let key, _), .set(let key),
          .members(let key, _, isBag: false):
          (name.text, key)
        default: nil
        }
      }
      if let (name, key) = writer.random.pick(maps), let value = writer.value(key, 0) {
        let other = writer.variables.first { $0.text != name }.map { ", \($0.text)" } ?? ""
        return "(unchanged(\(name)\(other)) except \(value))"
      }
      if let signal = writer.random.pick(writer.signals.filter { $0.field != nil }) {
        return "(every sent in emitted(\(signal.name)): \(writer.condition(1)))"
      }
      return nil
    }
  }

  /// A name for some events, a property of their steps, and one of enabled events.
  mutating func laterLines() -> [String] {
    aside { writer in
      guard let first = writer.random.pick(writer.events), let last = writer.events.last else {
        return []
      }
      let events = first.name == last.name ? first.name : "\(first.name), \(last.name)"
      return [
        "group some0 = \(events)", "group some1 = some0",
        "transition step3 after some1 { \(writer.condition(1)) }",
        "transition step4 after any except some0 { \(writer.condition(1)) }",
        "invariant able0 { enabled(\(first.name)) || \(writer.condition(1)) }",
      ] + writer.sameLine()
    }
  }

  /// Compares two events, or one with two choices of arguments: parameters of the property, values of variables, or
  /// literals.
  private mutating func sameLine() -> [String] {
    guard later.oneIn(2), let first = random.pick(events),
      let second = random.oneIn(2) ? first : random.pick(events)
    else { return [] }
    return inScope { writer in
      var own: [Name] = []
      for parameter in first.parameters + second.parameters
      where writer.random.oneIn(4) || !own.contains(where: { $0.kind == parameter.kind }) {
        own.append(Name(text: "same\(own.count)", kind: parameter.kind, isMutable: false))
      }
      writer.locals += own
      let calls = [first, second].map { event in
        let arguments = event.parameters.map { parameter in
          let value = writer.random.oneIn(3) ? writer.value(parameter.kind, 0) : nil
          let name = writer.random.pick(own.filter { $0.kind == parameter.kind })
          return "\(parameter.text): \(value ?? name?.text ?? "_")"
        }
        return event.name + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
      }
      let parameters = own.map { "\($0.text): \(writer.types.text($0.kind))" }
      let head = own.isEmpty ? "same0" : "same0(\(parameters.joined(separator: ", ")))"
      let filter = writer.random.oneIn(3) ? "" : " where \(writer.condition())"
      return ["same \(head) { \(calls[0]) } and { \(calls[1]) }\(filter)"]
    }
  }
}
