import Semantics

/// The texts of helps, and the help for words of other languages.
extension Checker {
  typealias Edit = TextEdit

  /// Returns the text of a range.
  func source(_ range: SourceRange) -> String { file.text(range) }

  /// Returns the text of a range for a sentence.
  func quoted(_ range: SourceRange) -> String {
    let text = source(range)
    return text.count > 40 || text.contains("\n") ? "…" : text
  }

  /// Returns the text of a range for a help with an edit.
  func draft(_ range: SourceRange) -> Draft { Draft(source(range), shown: quoted(range)) }

  /// Returns the help for a word of other languages; nil if it is none.
  ///
  /// - Parameters:
  ///   - base: the value before a member.
  ///   - range: the text that the edit replaces.
  func foreignHelp(
    _ word: String, in places: [ForeignWord.Place], of base: SourceRange? = nil,
    _ arguments: [ArgumentSyntax] = [], at range: SourceRange
  ) -> Help? {
    guard
      let row = places.lazy.compactMap({ ForeignWord.find(word, arguments.count, in: $0) }).first,
      row.ours == nil || arguments.allSatisfy({ $0.label == nil })
    else { return nil }
    let values = arguments.map { draft($0.value.range) }
    var parts = ["word": Draft(stringLiteral: word), "x": base.map(draft) ?? "x"]
    for (index, value) in values.enumerated() {
      parts["\(index + 1)"] = value
      parts["*"] = parts["*"].map { "\($0), \(value)" } ?? value
    }
    let edits = row.ours.map { [Edit(range, Self.filled($0, parts).whole)] }
    return Help(Self.filled(row.help, parts).shown, edits ?? [])
  }

  /// Returns a text with its parts in place of `<1>` and others.
  private static func filled(_ text: String, _ parts: [String: Draft]) -> Draft {
    var (draft, rest): (Draft, Substring) = ("", text[...])
    while let open = rest.firstIndex(of: "<") {
      let inner = rest[rest.index(after: open)...].prefix { $0 != ">" }
      let part = inner.endIndex < rest.endIndex ? parts[String(inner)] : nil
      draft = "\(draft)\(String(rest[..<open]))\(part ?? "<")"
      rest = part == nil ? rest[inner.startIndex...] : rest[inner.endIndex...].dropFirst()
    }
    return "\(draft)\(String(rest))"
  }

  // MARK: Members

  /// Reports that a value has no such member, with the reason or the nearest match.
  mutating func reportUnknownMember(
    _ name: NameSyntax, _ base: Expression, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) {
    if case .optional(let inner) = base.type,
      ForeignWord.find(name.text, arguments.count, in: .optional) == nil
    {
      if case .structure(let type) = inner {
        propose("member", name.range, type.fields.compactMap(\.name))
      }
      propose("member", name.range, Self.members(of: inner).map(\.rawValue))
      return reportOptional(".\(name.text)", ".\(name.text)", base.range, base.type)
    }
    reportUnknown(
      .unknownMember, "member", name, among: Self.members(of: base.type).map(\.rawValue),
      message: "\(base.type.valueText) has no member '\(name.text)'"
    ) { $0.memberHelp(name, base, arguments, SourceRange(base.range.start, range.end)) }
  }

  private func memberHelp(
    _ name: NameSyntax, _ base: Expression, _ arguments: [ArgumentSyntax], _ whole: SourceRange
  ) -> Help? {
    let end = base.range.end
    let isChain = file.bytes.indices.contains(end) && file.bytes[end] == UInt8(ascii: "?")
    let chain = SourceRange(base.range.start, isChain ? end + 1 : end)
    if isChain, let help = foreignHelp(name.text, in: [.optional], of: base.range, at: whole) {
      return help
    }
    return contentHelp(name, base) ?? keyHelp(name, base.type, base.range)
      ?? fieldHelp(name.text, base, whole) ?? joinHelp(name, base)
      ?? foreignHelp(
        name.text, in: base.type.placesOfMembers, of: chain, arguments, at: whole)
      ?? methodHelp(name.text, base)
  }

  /// Returns the help for a method of a type without members.
  private func methodHelp(_ name: String, _ base: Expression) -> Help? {
    switch base.type {
    case .enumeration, .symmetric:
      Help(
        "\(base.type) has no members: declare a func, and write '\(name)(\(quoted(base.range)))'")
    default: nil
    }
  }

  /// Returns the help for `id.tray` with a map or table `tray`: `tray[id]`.
  private func joinHelp(_ name: NameSyntax, _ base: Expression) -> Help? {
    guard let index = variables.indices[name.text],
      let key = Self.keyType(of: spec.variables[index].type), fits(base.type, key)
    else { return nil }
    return .write("\(name.text)[\(draft(base.range))]", at: base.range.union(name.range))
  }

  /// Returns a help for `.value` of an enum with a case that has such a value.
  private func fieldHelp(_ name: String, _ base: Expression, _ whole: SourceRange) -> Help? {
    guard case .enumeration(let type) = base.type,
      let item = type.cases.first(where: { $0.fields.contains { $0.name == name } })
    else { return nil }
    let isTruth = item.fields.first { $0.name == name }?.type == .bool
    let pattern = ".\(item.name)(\(name): \(isTruth ? "true" : "let x"))"
    guard isTruth else { return Help("write 'if case \(pattern) = \(quoted(base.range)) { … }'") }
    return Help(
      "write 'is \(pattern)'",
      item.fields.count == 1 ? [Edit(whole, "(\(source(base.range)) is \(pattern))")] : [])
  }

  // MARK: Funcs

  /// Returns the help for a call of a func that does not exist.
  mutating func callHelp(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Help? {
    if let member = Member(rawValue: name.text), arguments.count == 1, arguments[0].label == nil,
      case let value = arguments[0].value,
      Self.members(of: quietly { $0.expression(value, expecting: nil).type }).contains(member)
    {
      return .write("\(draft(value.range)).\(name.text)", at: range)
    }
    return foreignHelp(
      name.text, in: (context.allowsOld ? [.step] : []) + [.function, .statement], arguments,
      at: range)
  }

  /// Returns a help with the call and its correct labels, or with a declaration that allows the call without labels.
  func labelHelp(
    _ arguments: [ArgumentSyntax], _ callable: Callable, _ range: SourceRange
  ) -> Help {
    let (name, labels) = (callable.name, callable.labels)
    guard arguments.count == labels.count else {
      let signature = zip(labels, callable.types).map { "\($0.map { $0.text + ": " } ?? "")\($1)" }
      return Help("the declaration is '\(name)(\(signature.joined(separator: ", ")))'")
    }
    var edits: [Edit] = []
    var values: [String] = []
    for (argument, label) in zip(arguments, labels) {
      let (label, value) = (label.map { $0.text + ": " } ?? "", argument.value.range)
      values.append(label + quoted(value))
      if argument.label?.text != labels[values.count - 1]?.text {
        let start = argument.label?.range.start ?? value.start
        edits.append(Edit(SourceRange(start, value.start), label))
      }
    }
    let call = "write '\(name)(\(values.joined(separator: ", ")))'"
    guard arguments.allSatisfy({ $0.label == nil }), let global = names.globals[name],
      !file.isUsed(global.name.range, butNot: range),
      case .function(let syntax) = self.syntax.declarations[global.declaration].kind
    else { return Help(call, edits) }
    let parameters = syntax.parameters.map { "_ \($0.name.text): \(quoted($0.type.range))" }
    return Help(
      "\(call), or declare it as 'func \(name)(\(parameters.joined(separator: ", ")))'", edits)
  }

  /// Returns a help for a call of a literal or a type, such as `[Card]()` and `Set<ID>()`.
  func constructorHelp(
    _ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax], _ expected: Type?,
    _ range: SourceRange
  ) -> Help? {
    switch callee.kind {
    case .list(let elements):
      let type = elements.first.map { quoted($0.range) } ?? "T"
      return Help("write '[]', and the type before it: 'List<\(type), 4> = []'")
    case .dictionary: return Help("write '[:]', and the type before it: 'Map<K, V> = [:]'")
    case .type(let type):
      let empty: String
      switch type.kind {
      case .map: empty = "[:]"
      case .set, .list, .bag: empty = "[]"
      default: return nil
      }
      return expected == nil
        ? Help(
          "write the type after the name: 'var x: \(quoted(callee.range)) = \(empty)'",
          declarationEdits(": \(source(callee.range)) = \(empty)", range))
        : Help(
          "write '\(empty)'" + (empty == "[]" ? ", or '[a, b]'" : ""),
          arguments.isEmpty ? [Edit(range, empty)] : [])
    default: return nil
    }
  }

  /// Returns the edit that writes a text after the name of a declaration, in place of its whole value.
  private func declarationEdits(_ text: String, _ value: SourceRange) -> [Edit] {
    let tokens = syntax.tokens.tokens
    let place = syntax.tokens.places(in: value).lowerBound
    guard place > 2, tokens[place - 1].kind == .equal, tokens[place - 2].kind == .identifier,
      ["var", "let", "param"].contains(source(tokens[place - 3].range))
    else { return [] }
    return [Edit(SourceRange(tokens[place - 2].range.end, value.end), text)]
  }
}

extension Type {
  /// The places of the members of its values, the most specific first.
  var placesOfMembers: [ForeignWord.Place] {
    switch self {
    case .optional: [.optional]
    case .integer, .range: [.number, .any]
    case .bool: [.bool, .any]
    case .timer: [.timer, .any]
    case .set: [.set, .collection, .any]
    case .bag: [.bag, .collection, .any]
    case .list: [.list, .collection, .any]
    case .sequence: [.sequence, .collection, .any]
    case .map: [.map, .collection, .any]
    case .table: [.table, .collection, .any]
    case .enumeration, .structure, .symmetric, .error: [.any]
    }
  }
}
