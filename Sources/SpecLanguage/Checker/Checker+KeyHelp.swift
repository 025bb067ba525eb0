import Semantics

/// Help for tables and maps without a key, and for unknown keys.
extension Checker {
  /// Returns the local name whose values are keys of a type, if there is exactly one; otherwise an unused name.
  private func key(of type: Type) -> (name: String, isLocal: Bool) {
    let locals = Set(context.names)
    let keys = locals.filter { name in
      context.lookUp(name).map { $0.type.shape == type.shape && !$0.isGuess } ?? false
    }
    if keys.count == 1, let name = keys.first { return (name, true) }
    let first = type.description.first { $0.isLetter }?.lowercased() ?? "k"
    let unused = [first, "k", "key"].first { !locals.contains($0) && names.globals[$0] == nil }
    return (unused ?? "each", false)
  }

  // MARK: Values

  /// Returns a help that adds a key to a table, and quantifies the condition over every key.
  func everyHelp(_ type: Type, of table: SourceRange, in range: SourceRange) -> Help {
    let (name, isLocal) = key(of: type)
    let (head, tail) = (
      draft(SourceRange(range.start, table.end)), draft(SourceRange(table.end, range.end))
    )
    let entry: Draft = "\(head)[\(name)]\(tail)"
    let whole: Draft = isLocal ? entry : "every \(name) in \(type.description): \(entry)"
    return Help(
      "'\(quoted(table))' has a value for every \(type): write '\(whole.shown)'"
        + (isLocal ? "" : ", or name the key"),
      [Edit(range, isLocal || standsAlone(range) ? whole.whole : "(\(whole.whole))")])
  }

  /// Returns whether a condition is the whole content of braces, or the whole condition after `when`, `if` or `where`.
  private func standsAlone(_ range: SourceRange) -> Bool {
    let tokens = syntax.tokens.tokens
    let places = syntax.tokens.places(in: range)
    guard places.lowerBound > 0, places.upperBound < tokens.count else { return false }
    let (before, after) = (tokens[places.lowerBound - 1], tokens[places.upperBound])
    return before.kind == .leftBrace && after.kind == .rightBrace
      || ["when", "if", "where"].contains(file.text(before.range)) && after.kind == .leftBrace
  }

  /// Returns the help for a member that the values of a table have, but not the table.
  func contentHelp(_ name: NameSyntax, _ base: Expression) -> Help? {
    guard case .table(let key, let content) = base.type else { return nil }
    var members = Self.members(of: content).map(\.rawValue)
    if case .structure(let type) = content { members = type.fields.compactMap(\.name) }
    guard members.contains(name.text) else { return nil }
    let range = base.range.union(name.range)
    var help = everyHelp(key, of: base.range, in: range)
    if self.key(of: key).isLocal { return help }
    guard name.text == Member.isEmpty.rawValue else {
      return Help("write '\(quoted(base.range))[…].\(name.text)' with a key")
    }
    // Inside a larger condition, only the author can choose the scope of the quantifier.
    if !standsAlone(range) { help.edits = [] }
    return help
  }

  /// Returns the help for `t.key`: `t[.key]`, if the keys have such a case, or `t[key]` for a local name.
  func keyHelp(_ name: NameSyntax, _ type: Type, _ base: SourceRange) -> Help? {
    guard type.isKeyed, let key = Self.keyType(of: type) else { return nil }
    let isLocal = context.lookUp(name.text).map { fits($0.type, key) } ?? false
    var isCase = false
    if case .enumeration(let owner) = key { isCase = owner.place(of: name.text) != nil }
    guard isLocal || isCase else { return nil }
    return .write(
      "\(draft(base))[\(isLocal ? "" : ".")\(name.text)]", at: base.union(name.range))
  }

  // MARK: Statements

  /// Returns the help for a statement that changes a table as if it were one of its values.
  ///
  /// - Parameter inserted: the inserted value, if the statement names no place; a list appends it.
  func tableStatementHelp(
    _ type: Type, at target: SourceRange, in statement: SourceRange,
    inserting inserted: SourceRange? = nil
  ) -> Help? {
    guard case .table(let key, let content) = type else { return nil }
    let (name, isLocal) = self.key(of: key)
    let (head, tail) = (
      draft(SourceRange(statement.start, target.end)), draft(SourceRange(target.end, statement.end))
    )
    var inner: Draft = "\(head)[\(name)]\(tail)"
    if case .list = content, let inserted {
      inner = "append \(draft(inserted)) to \(draft(target))[\(name)]"
    }
    if isLocal { return .write(inner, at: statement) }
    let whole: Draft = "for \(name) in \(key.description) { \(inner) }"
    return Help(
      "write '\(whole.shown)' to change all entries, or '\(quoted(target))[…]' with a key",
      [Edit(statement, whole.whole)])
  }

  // MARK: Keys

  /// Checks the key of an entry of a map with values of a type, or of a table. An unknown name is reported once, with a help that iterates over the keys.
  mutating func entryKey(
    _ syntax: ExpressionSyntax, _ type: Type, storing: Bool = false, values: Type? = nil
  ) -> Expression {
    if case .name(let name) = syntax.kind,
      reportUnknownKey(NameSyntax(text: name, range: syntax.range), type)
    {
      return mistake(syntax.range, type)
    }
    let key = expression(syntax, expecting: type)
    if let values, !key.type.isError, !fits(key.type, type), fits(key.type, values) {
      return refuse(
        .typeMismatch, "expected a key of type \(type), found a value of type \(key.type)",
        syntax.range,
        fix: "write the type of the keys first in the declaration: 'Map<\(values), \(type)>'")
    }
    return convert(key, to: type, storing: storing)
  }

  /// Returns whether a value or key has the second type, and not the first one that it should have.
  ///
  /// - Parameter other: the type of the keys or values in its place.
  mutating func isSwapped(_ syntax: ExpressionSyntax, _ other: Type, _ type: Type) -> Bool {
    func fits(_ checker: inout Checker, _ type: Type) -> Bool {
      let value = checker.expression(syntax, expecting: type)
      return !value.reads.hasMistake && !value.type.isError && checker.fits(value.type, type)
    }
    return quietly { !fits(&$0, type) } && quietly { fits(&$0, other) }
  }

  private mutating func reportUnknownKey(_ name: NameSyntax, _ type: Type) -> Bool {
    let isTransition = context.allowsOld && context.allowsEnabled
    guard !type.isError, file === syntax.file, context.lookUp(name.text) == nil,
      names.globals[name.text] == nil, names.events[name.text] == nil,
      names.signals[name.text] == nil, enumWithCase(name.text) == nil,
      !["self", "this", "_"].contains(name.text),
      !isTransition || eventWithParameter(name.text) == nil
    else { return false }
    let known = context.names + names.globals.keys
    guard nearest(name.text, among: known) == nil else { return false }
    propose("name", name.range, known + ["true", "false", "nil"])
    report(.unknownName, "there is no name '\(name.text)'", name.range) {
      $0.unknownKeyHelp(name, type)
    }
    context.scopes[context.scopes.count - 1][name.text] = Context.Local(
      slot: newSlot(), type: type, isMutable: false, what: "name", range: name.range, isGuess: true)
    return true
  }

  private func unknownKeyHelp(_ name: NameSyntax, _ type: Type) -> Help {
    guard context.allowsEnabled else {
      return Help(
        "make it a parameter, '\(name.text): \(type)', or write "
          + "'for \(name.text) in \(type) { … }' or 'every \(name.text) in \(type): …'")
    }
    let every = "for all values write 'every \(name.text) in \(type): …' before it"
    guard context.allowsSymmetricNames else { return Help(every, everywhere(name, type)) }
    return Help((type.isName ? "write one name, such as '\(type)#1', or " : "") + every)
  }

  /// Returns an edit that adds `every d in Device:` at the start of the condition around a name.
  private func everywhere(_ name: NameSyntax, _ type: Type) -> [Edit] {
    let tokens = syntax.tokens.tokens
    var (position, depth) = (syntax.tokens.places(in: name.range).lowerBound, 0)
    while position > 0, depth >= 0 {
      position -= 1
      if tokens[position].kind == .rightBrace { depth += 1 }
      if tokens[position].kind == .leftBrace { depth -= 1 }
    }
    let first = tokens[position + 1].range
    guard depth < 0, !["let", "if", "switch"].contains(file.text(first)) else { return [] }
    return [
      Edit(first.front, "every \(name.text) in \(type): ")
    ]
  }

  // MARK: Loops

  /// Reports a single name over a map or table. Its uses determine whether the help suggests keys or values.
  ///
  /// - Returns: the type of the name from then on; nil for that of the values.
  mutating func reportMapElement(
    _ noun: String, _ element: BindersSyntax.Element, _ source: ExpressionSyntax
  ) -> Type? {
    let (isKey, isValue) = uses(of: element, after: source)
    let (name, collection) = (file.text(element.range), quoted(source.range))
    report(
      .mapElement, "an element of a \(noun) needs two names",
      element.range,
      fix: isKey
        ? "write '(\(name), _) in \(collection)', or '\(collection).keys'"
        : isValue
          ? "write '\(name) in \(collection).values', or '(key, \(name)) in \(collection)'"
          : "write '(key, \(name)) in \(collection)', or '\(collection).values'",
      edits: isKey
        ? [Edit(element.range, "(\(name), _)")]
        : isValue ? [Edit(source.range.tail, ".values")] : [])
    return isKey ? .error : nil
  }

  /// Returns whether a name is used only as a key, as in `m[k]`, or only as a value, in the rest of its braces.
  private func uses(
    of element: BindersSyntax.Element, after source: ExpressionSyntax
  ) -> (isKey: Bool, isValue: Bool) {
    let tokens = syntax.tokens.tokens
    let name = file.text(element.range)
    var (keys, values, depth) = (0, 0, 0)
    for place in syntax.tokens.places(in: source.range).upperBound..<tokens.count - 1 {
      if tokens[place].kind == .leftBrace { depth += 1 }
      if tokens[place].kind == .rightBrace { depth -= 1 }
      if depth < 0 { break }
      guard tokens[place].kind == .identifier, tokens[place - 1].kind != .dot,
        file.text(tokens[place].range) == name
      else { continue }
      let isKey =
        tokens[place - 1].kind == .leftBracket && tokens[place + 1].kind == .rightBracket
      if isKey { keys += 1 } else { values += 1 }
    }
    return (keys > 0 && values == 0, values > 0 && keys == 0)
  }
}
