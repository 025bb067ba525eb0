import Basics
import Semantics

/// Help for tables and maps without a key, and for unknown keys.
extension Checker {
  /// Returns an unused name for a key, such as `d` for `Device`.
  private func keyName(_ key: Type) -> String {
    let first = key.description.first { $0.isLetter }?.lowercased() ?? "k"
    let names = Set(context.names).union(names.globals.keys)
    return [first, "k", "key", "each"].first { !names.contains($0) } ?? "each"
  }

  /// Returns the local name whose values are keys of that type, such as a parameter of the event, if there is exactly
  /// one.
  private func localKey(_ key: Type) -> String? {
    var found: [String] = []
    for name in Set(context.names) {
      guard let local = context.lookUp(name), local.type.shape == key.shape, !local.isGuess else {
        continue
      }
      found.append(name)
    }
    return found.count == 1 ? found[0] : nil
  }

  // MARK: Values

  /// Returns a help for comparing a table with one of its values: a comparison for every key.
  func tableComparisonHelp(
    _ first: Expression, _ second: Expression
  ) -> (fix: String, edits: [Edit])? {
    let range = first.range.union(second.range)
    let (table, isFirst) =
      if case .table = first.type { (first, true) } else { (second, false) }
    guard !sink.isFull, case .table(let key, let content) = table.type,
      fits((isFirst ? second : first).type, content)
        || fits(content, (isFirst ? second : first).type)
    else { return nil }
    return everyHelp(key, of: table.range, in: range)
  }

  /// Returns a help that adds a key to a table, and quantifies the condition over every key.
  private func everyHelp(
    _ key: Type, of table: SourceRange, in range: SourceRange
  ) -> (fix: String, edits: [Edit]) {
    let local = localKey(key)
    let name = local ?? keyName(key)
    let entry =
      source(SourceRange(range.start, table.end)) + "[\(name)]"
      + source(SourceRange(table.end, range.end))
    let whole = local == nil ? "every \(name) in \(key): \(entry)" : entry
    let isLong = whole.count > 60 || whole.contains("\n")
    let shown = isLong ? local == nil ? "every \(name) in \(key): …" : "…[\(name)]…" : whole
    return (
      "'\(quoted(table))' has a value for every \(key): write '\(shown)'"
        + (local == nil ? ", or name the key" : ""),
      [Edit(range, local != nil || standsAlone(range) ? whole : "(\(whole))")]
    )
  }

  /// Returns whether a condition is the whole content of braces, or the whole condition after `when`, `if` or `where`.
  private func standsAlone(_ range: SourceRange) -> Bool {
    let tokens = syntax.tokens.tokens
    let places = syntax.tokens.places(in: range)
    guard places.lowerBound > 0, places.upperBound < tokens.count else { return false }
    let (before, behind) = (tokens[places.lowerBound - 1], tokens[places.upperBound])
    return before.kind == .leftBrace && behind.kind == .rightBrace
      || ["when", "if", "where"].contains(file.text(before.range)) && behind.kind == .leftBrace
  }

  /// Reports a member that the values of a table have, but not the table.
  ///
  /// - Returns: whether that was reported.
  mutating func reportMemberOfContent(_ name: NameSyntax, _ base: Expression) -> Bool {
    guard !sink.isFull, case .table(let key, let content) = base.type else { return false }
    let isField =
      if case .structure(let type) = content {
        type.fields.contains { $0.name == name.text }
      } else { false }
    guard isField || Self.members(of: content).contains(where: { $0.rawValue == name.text }) else {
      return false
    }
    let range = base.range.union(name.range)
    let help = everyHelp(key, of: base.range, in: range)
    let isCondition = name.text == Member.isEmpty.rawValue || localKey(key) != nil
    // Inside a larger condition, only the author can choose the scope of the quantifier.
    let isWhole = localKey(key) != nil || standsAlone(range)
    report(
      .unknownMember, "a value of type \(base.type) has no member '\(name.text)'", name.range,
      fix: isCondition
        ? help.fix
        : "write '\(quoted(base.range))[…].\(name.text)' with a key",
      edits: isCondition && isWhole ? help.edits : [])
    return true
  }

  // MARK: Statements

  /// Returns a help for a statement that changes a table as if it were one of its values.
  ///
  /// - Parameter inserted: the inserted value, if the statement names no place; a list appends it.
  func tableStatementHelp(
    _ type: Type, at target: SourceRange, in statement: SourceRange,
    inserting inserted: SourceRange? = nil
  ) -> (fix: String, edits: [Edit])? {
    guard !sink.isFull, case .table(let key, let content) = type else { return nil }
    let local = localKey(key)
    let name = local ?? keyName(key)
    var inner =
      source(SourceRange(statement.start, target.end)) + "[\(name)]"
      + source(SourceRange(target.end, statement.end))
    if case .list = content, let inserted {
      inner = "append \(source(inserted)) to \(source(target))[\(name)]"
    }
    if local != nil {
      let isLong = inner.count > 60 || inner.contains("\n")
      return (
        "write '\(isLong ? "\(quoted(target))[\(name)]" : inner)'", [Edit(statement, inner)]
      )
    }
    let whole = "for \(name) in \(key) { \(inner) }"
    let shown = whole.count > 70 || whole.contains("\n") ? "for \(name) in \(key) { … }" : whole
    return (
      "write '\(shown)' to change all entries, or '\(quoted(target))[…]' with a key",
      [Edit(statement, whole)]
    )
  }

  // MARK: Keys

  /// Checks the key of an entry. An unknown name is reported once, with a help that iterates over the keys.
  mutating func entryKey(
    _ syntax: ExpressionSyntax, _ type: Type, storing: Bool = false
  ) -> Expression {
    if case .name(let name) = syntax.kind,
      reportUnknownKey(NameSyntax(text: name, range: syntax.range), type)
    {
      return mistake(syntax.range, type)
    }
    return convert(expression(syntax, expecting: type), to: type, storing: storing)
  }

  private mutating func reportUnknownKey(_ name: NameSyntax, _ type: Type) -> Bool {
    let isTransition = context.allowsOld && context.allowsEnabled
    guard !type.isError, file === syntax.file, !sink.isFull, context.lookUp(name.text) == nil,
      names.globals[name.text] == nil, names.events[name.text] == nil,
      names.signals[name.text] == nil, enumWithCase(name.text) == nil,
      !["self", "this", "_"].contains(name.text),
      !isTransition || eventWithParameter(name.text) == nil
    else { return false }
    let known = context.names + names.globals.keys
    guard NearestName.propose(name.text, among: known.sorted()) == nil else { return false }
    propose("name", name.range, known + ["true", "false", "nil"])
    var every = "for all values write 'every \(name.text) in \(type): …' before it"
    if context.allowsSymmetricNames, case .symmetric = type {
      every = "write one name, such as '\(type)#1', or " + every
    }
    report(
      .unknownName, "there is no name '\(name.text)'", name.range,
      fix: context.allowsEnabled
        ? every
        : "make it a parameter, '\(name.text): \(type)', or write "
          + "'for \(name.text) in \(type) { … }' or 'every \(name.text) in \(type): …'",
      edits: context.allowsEnabled ? everywhere(name, type) : [])
    context.scopes[context.scopes.count - 1][name.text] = Context.Local(
      slot: newSlot(), type: type, isMutable: false, what: "name", range: name.range, isGuess: true)
    return true
  }

  /// Returns an edit that adds `every d in Device:` at the start of the condition around a name.
  private func everywhere(_ name: NameSyntax, _ type: Type) -> [Edit] {
    guard !context.allowsSymmetricNames else { return [] }
    let tokens = syntax.tokens.tokens
    var (position, depth) = (syntax.tokens.places(in: name.range).lowerBound, 0)
    while position > 0 {
      position -= 1
      if tokens[position].kind == .rightBrace { depth += 1 }
      if tokens[position].kind == .leftBrace { depth -= 1 }
      if depth < 0 { break }
    }
    let first = tokens[position + 1]
    guard depth < 0, !["let", "if", "switch"].contains(file.text(first.range)) else { return [] }
    let start = first.range.start
    return [Edit(SourceRange(start, start), "every \(name.text) in \(type): ")]
  }

  // MARK: Loops

  /// Reports a single name over a map or table. Its uses determine whether the help suggests keys or values.
  mutating func reportMapElement(
    _ noun: String, _ element: BindersSyntax.Element, _ source: ExpressionSyntax
  ) -> Type? {
    let name = file.text(element.range)
    let collection = text(source)
    var keyUses = 0
    var valueUses = 0
    let tokens = syntax.tokens.tokens
    var (position, depth) = (syntax.tokens.places(in: source.range).upperBound, 0)
    while position + 1 < tokens.count, depth >= 0, !sink.isFull {
      let token = tokens[position]
      if token.kind == .leftBrace { depth += 1 }
      if token.kind == .rightBrace { depth -= 1 }
      if token.kind == .identifier, file.text(token.range) == name,
        tokens[position - 1].kind != .dot
      {
        let isKey =
          tokens[position - 1].kind == .leftBracket && tokens[position + 1].kind == .rightBracket
        if isKey { keyUses += 1 } else { valueUses += 1 }
      }
      position += 1
    }
    let isKey = keyUses > 0 && valueUses == 0
    let isValue = valueUses > 0 && keyUses == 0
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
        : isValue ? [Edit(SourceRange(source.range.end, source.range.end), ".values")] : [])
    return isKey ? .error : nil
  }
}
