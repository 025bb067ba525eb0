import Semantics

/// Texts and lines around tokens, and the names that a quick scan of the tokens finds.
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

  /// Returns an edit that removes tokens, with the space after or before them.
  func leavingOut(_ places: Range<Int>) -> Edit {
    let (first, last) = (tokens[places.lowerBound], tokens[places.upperBound - 1])
    let next = tokens[min(places.upperBound, tokens.count - 1)]
    let before = tokens[max(0, places.lowerBound - 1)]
    if !next.startsLine, next.kind != .endOfFile {
      let isTight =
        !first.hasSpaceBefore && places.lowerBound > 0
        && ([.leftBrace, .rightBrace].contains(next.kind)
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

  static let clauseWords: Set<String> = [
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

  /// Returns the end of a body: the rest of its line, or the lines that are indented more than the current one.
  func bodyEnd(from start: Int) -> Int {
    guard start < tokens.count - 1 else { return tokens.count - 1 }
    let isBlock = tokens[start].startsLine
    let margin = column(lineStart)
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
  var lineStart: Int { tokens[..<index].lastIndex(where: \.startsLine) ?? 0 }

  /// Returns the indentation of the line that begins with a token, in bytes.
  func column(_ index: Int) -> Int {
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
      fix: "write '\(name.prefix(60))'"
        + (what.hasPrefix("the name of a signal")
          ? "" : ", and put the text for reports into a '///' line above"),
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
      guard Self.namingWords.contains(word), tokens[place + 1].kind == .identifier else { continue }
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
    "eventually", "transition", "identity", "world", "scenario", "enum", "struct", "symmetric",
    "type", "param", "let",
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
