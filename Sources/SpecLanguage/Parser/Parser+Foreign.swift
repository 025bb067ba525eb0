import Semantics

/// The handling of other languages in a spec: each form is reported once, with a correction, and then read as corrected
/// or skipped as a whole.
extension Parser {
  typealias Edit = TextEdit

  func isWord(_ words: Set<String>, ahead distance: Int = 0) -> Bool {
    let token = token(after: distance)
    return token.kind == .identifier && words.contains(text(token))
  }

  /// Returns the text from one token to another, without surrounding space.
  func words(_ start: Int, _ end: Int) -> String {
    guard start < end else { return "" }
    return file.text(SourceRange(tokens[start].range.start, tokens[end - 1].range.end))
  }

  /// Reports the next word as foreign, and reads it as a word of the language.
  mutating func take(
    _ code: Diagnostic.Code, _ ours: String, _ message: String? = nil, fix: String? = nil
  ) {
    report(
      code, message ?? "'\(foreignWord)' is not part of the language", here,
      fix: fix ?? "write '\(ours)'",
      edits: [Edit(here, ours)])
    write(ours, at: index)
  }

  /// The next word as written.
  var foreignWord: String { String(file.text(here).prefix(40)) }

  /// Reports tokens that have no use here, and skips them.
  mutating func leaveOut(
    _ code: Diagnostic.Code, _ count: Int = 1, _ message: String? = nil, fix: String? = nil
  ) {
    let edit = leavingOut(count)
    report(
      code, message ?? "'\(words(index, index + count).prefix(40))' is not part of the language",
      here.union(token(after: count - 1).range),
      fix: fix ?? "leave '\(words(index, index + count).prefix(40))' out", edits: [edit])
    for _ in 0..<count { advance() }
  }

  /// Returns an edit that removes tokens, with the space after or before them.
  func leavingOut(_ count: Int = 1) -> Edit { leavingOut(index..<index + count) }

  func leavingOut(_ places: Range<Int>) -> Edit {
    let (first, last) = (tokens[places.lowerBound], tokens[places.upperBound - 1])
    let next = tokens[min(places.upperBound, tokens.count - 1)]
    let before = tokens[max(0, places.lowerBound - 1)]
    if !next.startsLine, next.kind != .endOfFile {
      let isTight =
        !first.hasSpaceBefore && places.lowerBound > 0
        && (next.kind == .leftBrace
          || [.identifier, .integer].contains(next.kind) && before.kind == .identifier)
      return Edit(SourceRange(first.range.start, next.range.start), isTight ? " " : "")
    }
    return Edit(
      SourceRange(first.startsLine ? first.range.start : before.range.end, last.range.end), "")
  }

  /// Parses the rest as if the corrected text was written. Errors in it may result from the first one, so they are not
  /// reported.
  mutating func readOn<Result>(
    _ parse: (inout Parser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let told = sink
    do throws(Failure) { return try parse(&self) } catch {
      sink = told
      throw error
    }
  }

  /// Withdraws the lexer's report of a token.
  mutating func withdraw(_ token: Token) {
    sink.withdraw { $0.range.start == token.range.start }
  }

  // MARK: Bodies without braces

  /// The number of tokens with which other languages open a body: `:`, `then`, `do`, `=>`, `->`, `=`.
  private var foreignOpening: Int? {
    switch token.kind {
    case .colon, .arrow: 1
    case .equal: token(after: 1).kind == .greater ? 2 : 1
    case .identifier: isWord(["then", "do", "begin", "as", "is"]) ? 1 : nil
    default: nil
    }
  }

  /// Parses the `{` of a body, or reports the text in its place.
  ///
  /// - Parameter bare: whether the body itself may begin there.
  mutating func openBody(
    _ what: String, fix: String? = nil, bare: Bool = false
  ) throws(Failure) -> SourceRange {
    if at(.rightParen) || at(.rightBracket), token(after: 1).kind == .leftBrace, asksHabits {
      leaveOut(.unmatchedBrace, 1, "this \(found) closes nothing")
    }
    if at(.semicolon) || at(.comma), token(after: 1).kind == .leftBrace, asksHabits {
      leaveOut(.syntax, 1, "expected '{' and \(what), found \(found)")
    }
    let open = here
    if eat(.leftBrace) { return open }
    guard asksHabits, index > 0 else { throw failMissing("'{' and \(what)", fix: fix) }
    if let length = foreignOpening, !token.startsLine {
      if token(after: length).kind == .leftBrace {
        leaveOut(
          .syntax,
          length, "expected '{' and \(what), found \(spelt(length))",
          fix: "leave \(spelt(length)) out")
        let open = here
        advance()
        return open
      }
      throw failBody(what, opening: length)
    }
    let isBelow = token.startsLine && column(index) > column(lineStart)
    if bare, at(.identifier), !isWord(Self.clauseWords),
      isBelow || !token.startsLine && !hasBraceOnLine
    {
      throw failBody(what, opening: 0)
    }
    if what.hasPrefix("the condition that ends"), at(.identifier),
      token(after: 1).kind == .leftBrace
    {
      throw fail(
        .propertyForm,
        "expected '{' and \(what), found \(found)",
        fix:
          "leave \(found) out: '\(text(tokens[index - 1]))' belongs to the property before it",
        edits: [leavingOut()])
    }
    if isWord(["async", "throws", "suspend", "mutating", "rethrows", "const", "override", "final"]),
      token(after: 1).kind == .leftBrace, !token.startsLine
    {
      leaveOut(.syntax, 1, "expected '{' and \(what), found \(found)")
      let open = here
      advance()
      return open
    }
    if fix == nil, at(.identifier), token(after: 1).kind == .leftBrace,
      tokens[index - 1].kind == .identifier,
      !token.startsLine
    {
      let (first, second) = (text(tokens[index - 1]), text(token))
      throw failMissing(
        "'{' and \(what)",
        fix: "write the name as one word: '\(first)_\(second)'")
    }
    throw failMissing("'{' and \(what)", fix: fix)
  }

  private static let clauseWords: Set<String> = [
    "where", "when", "if", "unless", "else", "and", "or", "until", "to", "of", "by",
  ]

  var hasBraceOnLine: Bool {
    var position = index
    while position < tokens.count, !tokens[position].startsLine || position == index {
      if tokens[position].kind == .leftBrace { return true }
      if tokens[position].kind == .rightBrace || tokens[position].kind == .endOfFile {
        return false
      }
      position += 1
    }
    return false
  }

  private func spelt(_ count: Int) -> String { "'\(words(index, index + count))'" }

  /// Reports a body without braces, and skips it.
  private mutating func failBody(_ what: String, opening length: Int) -> Failure {
    let line = lineStart
    let opening = token.startsLine ? "the end of the line" : length == 0 ? found : spelt(length)
    let message = "expected '{' and \(what), found \(opening)"
    let place = token.startsLine ? SourceRange(previousEnd, previousEnd) : here
    let body = words(index + length, bodyEnd(from: index + length, line: line))
    let isShort = !body.isEmpty && body.count <= 40 && !body.contains("\n")
    let leaving = token.startsLine || length == 0 ? "" : "leave \(opening) out, and "
    let help =
      isShort
      ? "\(leaving)write '{ \(body) }'"
      : "\(leaving)put \(what) between '{' and '}'"
    var edits: [Edit] = []
    braces(from: length, line: line, into: &edits)
    while index < tokens.count - 1, isWord(["else", "elif", "elseif", "elsif"]),
      let end = headEnd
    {
      if !atWord("else") { edits.append(Edit(here, "else if")) }
      index = end
      braces(from: 1, line: line, into: &edits)
    }
    if atWord("else"), !token.startsLine, ![.leftBrace, .colon].contains(token(after: 1).kind),
      token(after: 1).kind == .identifier, !atWord("if", ahead: 1)
    {
      let start = index + 1
      let end = bodyEnd(from: start, line: line)
      let first = tokens[start].range.start
      edits.append(Edit(SourceRange(first, first), "{ "))
      edits.append(
        Edit(SourceRange(tokens[end - 1].range.end, tokens[end - 1].range.end), " }"))
      index = end
    }
    let isWhole = edits.allSatisfy { $0.text != "?" }
    report(
      .syntax,
      message, place, fix: help,
      edits: isWhole ? edits : [])
    return Failure()
  }

  /// The index of the `:` after the `else` here.
  private var headEnd: Int? {
    var position = index + 1
    while position < tokens.count, !tokens[position].startsLine {
      if tokens[position].kind == .colon { return position }
      if tokens[position].kind == .rightBrace { return nil }
      position += 1
    }
    return nil
  }

  /// Adds braces around a body that `length` tokens open here, and continues after it.
  private mutating func braces(from length: Int, line: Int, into edits: inout [Edit]) {
    let start = index + length
    let end = bodyEnd(from: start, line: line)
    if length > 0 {
      let space = token.hasSpaceBefore ? "" : " "
      edits.append(Edit(SourceRange(here.start, tokens[start - 1].range.end), space + "{"))
    } else {
      edits.append(Edit(SourceRange(here.start, here.start), "{ "))
    }
    if start < end {
      let last = tokens[end - 1].range.end
      edits.append(Edit(SourceRange(last, last), " }"))
    } else {
      edits.append(Edit(here, "?"))
    }
    index = max(start, end)
  }

  /// Returns the end of a body: the rest of its line, or the lines that are indented more than the one at the token
  /// `line`.
  private func bodyEnd(from start: Int, line: Int) -> Int {
    guard start < tokens.count - 1 else { return tokens.count - 1 }
    let isBlock = tokens[start].startsLine
    let margin = column(line)
    var (position, depth) = (start, 0)
    while position < tokens.count - 1 {
      let token = tokens[position]
      if token.startsLine, depth == 0, isBlock ? column(position) <= margin : position > start {
        break
      }
      switch token.kind {
      case .leftBrace, .leftParen, .leftBracket: depth += 1
      case .rightBrace, .rightParen, .rightBracket:
        depth -= 1
        if depth < 0 { return position }
      case .semicolon where depth == 0 && !isBlock: return position
      case .identifier where depth == 0 && !isBlock && position > start:
        if file.text(token.range) == "else" { return position }
      default: break
      }
      position += 1
    }
    return position
  }

  /// The first token of the line with the previous token.
  private var lineStart: Int { tokens[..<index].lastIndex(where: \.startsLine) ?? 0 }

  /// Returns the indentation of the line that begins with a token, in bytes.
  private func column(_ index: Int) -> Int {
    let start = tokens[index].range.start
    var position = start
    while position > 0, file.bytes[position - 1] != UInt8(ascii: "\n") { position -= 1 }
    return start - position
  }

  // MARK: Names

  /// Parses a quoted text in place of a name, and reports it.
  mutating func nameOfText(_ what: String) -> NameSyntax? {
    guard at(.invalid), asksHabits else { return nil }
    let text = file.text(here)
    guard text.first == "\"" else { return nil }
    let parts = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let isType = what.hasSuffix("spec") || what.hasSuffix("library")
    var name = parts.enumerated().map { place, part in
      place == 0 && !isType
        ? part.prefix(1).lowercased() + part.dropFirst()
        : part.prefix(1).uppercased() + part.dropFirst()
    }.joined()
    guard let first = name.first else { return nil }
    if first.isNumber || Self.reservedWords.contains(name) { name = "_" + name }
    withdraw(token)
    report(
      .noStrings,
      "expected \(what), found a text in quotes", here,
      fix: "write '\(name.prefix(60))', and put the text for reports into a '///' line above",
      edits: [Edit(here, name)])
    let result = NameSyntax(text: name, range: here)
    advance()
    return result
  }

  /// Returns the first word of the values of a `Table` or `Map` at a token.
  private func contentKind(_ place: Int) -> String? {
    guard ["Table", "Map"].contains(file.text(tokens[place].range)) else { return nil }
    var (position, depth) = (place + 1, 0)
    while position + 1 < tokens.count, !tokens[position].startsLine {
      switch tokens[position].kind {
      case .less: depth += 1
      case .greater: depth -= 1
      case .comma where depth == 1: return file.text(tokens[position + 1].range)
      default: break
      }
      position += 1
    }
    return nil
  }

  /// Returns whether a name is bound, or is a parameter, in the current declaration before this place.
  func isLocal(_ name: String) -> Bool {
    var place = index - 1
    while place > 0 {
      let token = tokens[place]
      if token.kind == .identifier, file.text(token.range) == name {
        let before = file.text(tokens[place - 1].range)
        let next = tokens[place + 1]
        if ["let", "var", "for", "choose", "every", "some", "no", "distinct"].contains(before)
          || next.kind == .colon || next.kind == .comma || file.text(next.range) == "in"
        {
          return true
        }
      }
      if isUnindented(place), token.kind == .identifier { return false }
      place -= 1
    }
    return false
  }

  /// Returns whether the author has declared a word.
  func isOwn(_ word: String) -> Bool {
    declared[word] != nil || declared["on " + word] != nil || isLocal(word)
  }

  /// The kinds of the declared names, as a quick scan finds them: for a variable the first word of its type, for all
  /// else the word before its name. The name with `[]` has the kind of the entries of a variable.
  var declared: [String: String] {
    if let known = declarations.kinds { return known }
    var kinds: [String: String] = [:]
    for place in tokens.indices.dropLast(3) where tokens[place].kind == .identifier {
      let token = tokens[place]
      let word = file.text(token.range)
      guard Self.namingWords.contains(word) else { continue }
      let name = file.text(tokens[place + 1].range)
      switch word {
      case "var" where token.startsLine:
        let isTyped = tokens[place + 2].kind == .colon
        kinds[name] = isTyped ? file.text(tokens[place + 3].range) : ""
        if isTyped { kinds[name + "[]"] = contentKind(place + 3) }
      case "on"
      where token.startsLine
        || ["fair", "open"].contains(file.text(tokens[max(0, place - 1)].range)):
        kinds["on " + name] = "on"
        if kinds[name] == nil { kinds[name] = "on" }
      case "func": kinds[name] = "func"
      case "signal" where token.startsLine:
        for name in signals(from: place + 1) where kinds[name] == nil { kinds[name] = "signal" }
      default:
        if token.startsLine, isUnindented(place), kinds[name] == nil { kinds[name] = word }
      }
    }
    declarations.kinds = kinds
    return kinds
  }

  /// The words that a declared name follows.
  private static let namingWords: Set<String> = [
    "var", "on", "func", "signal", "group", "steps", "invariant", "never", "reachable", "possible",
    "eventually", "transition", "world", "scenario", "enum", "struct", "symmetric", "type", "param",
    "let",
  ]

  /// Returns the names of the signals that are declared from a token on.
  private func signals(from start: Int) -> [String] {
    var names: [String] = []
    var (position, depth) = (start, 0)
    while position < tokens.count - 1, depth > 0 || !tokens[position].startsLine {
      switch tokens[position].kind {
      case .leftParen: depth += 1
      case .rightParen: depth -= 1
      case .identifier
      where depth == 0 && [.comma, .identifier].contains(tokens[position - 1].kind):
        names.append(file.text(tokens[position].range))
      default: break
      }
      position += 1
    }
    return names
  }
}
