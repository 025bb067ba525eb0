import Basics
import Semantics

/// The parsing of views, which draw states.
extension Parser {
  package static let viewWords = deviceWords + ["device", "words"]
  package static let deviceWords = ["card", "message", "badge", "screen"]
  package static let cardWords = ["title", "text", "icon", "badge"]
  /// The greatest length of a word for a value, which has to fit on a card.
  private static let longestWord = 40

  mutating func parseView() throws(Failure) -> ViewSyntax {
    advance()
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing(
        "'{' and the lines of the view", fix: "write 'view { card c in tray { title c.kind } }'",
        code: .viewForm)
    }
    let items = try withBlocks { (parser) throws(Failure) in
      parser.parseLines { (parser) throws(Failure) in try parser.parseViewItem() }
    }
    try expectClosing(.rightBrace, open, "after the view")
    return ViewSyntax(
      items: BracedSyntax(elements: items, braces: SourceRange(open.start, previousEnd)))
  }

  private mutating func parseViewItem(
    ofDevice: Bool = false
  ) throws(Failure) -> ViewItemSyntax {
    let keyword = try parseKeyword(
      ofDevice
        ? "'card', 'message', 'badge' or 'screen'"
        : "'card', 'message', 'badge', 'screen', 'device' or 'words'",
      among: ofDevice ? Self.deviceWords : Self.viewWords)
    switch keyword.text {
    case "badge": return ViewItemSyntax(keyword: keyword, kind: .badge(try parseExpression()))
    case "screen": return ViewItemSyntax(keyword: keyword, kind: .screen(try parseExpression()))
    case "words":
      let name = try parseName("the name of an enum")
      return ViewItemSyntax(keyword: keyword, kind: .words(name, try parseValueWords()))
    case "device":
      let binders = try withoutBlocks { (parser) throws(Failure) in
        try parser.parseBinders("'device'")
      }
      return ViewItemSyntax(keyword: keyword, kind: .device(binders, try parseDeviceLines()))
    default:
      let binders = try withoutBlocks { (parser) throws(Failure) in
        try parser.parseBinders("'\(keyword.text)'")
      }
      return ViewItemSyntax(keyword: keyword, kind: .card(binders, try parseCardParts()))
    }
  }

  private mutating func parseDeviceLines() throws(Failure) -> BracedSyntax<ViewItemSyntax> {
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing(
        "'{' and the lines of each device", fix: "write '{ card c in tray[d] { title c.kind } }'",
        code: .viewForm)
    }
    let lines = try withBlocks { (parser) throws(Failure) in
      parser.parseLines { (parser) throws(Failure) in try parser.parseViewItem(ofDevice: true) }
    }
    try expectClosing(.rightBrace, open, "after the lines of a device")
    return BracedSyntax(elements: lines, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseValueWords() throws(Failure) -> BracedSyntax<ValueWordSyntax> {
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing(
        "'{' and words for cases", fix: "write '{ mention \"a mention\"; nil \"nothing\" }'",
        code: .viewForm)
    }
    var signs: [Edit] = []
    let words = parseLines { (parser) throws(Failure) in
      let word = try parser.parseValueWord(&signs)
      if !signs.isEmpty, parser.at(.comma) {
        signs.append(Edit(parser.here, ";"))
        var separator = parser.token
        separator.kind = .semicolon
        parser.replaceTokens(parser.index..<parser.index + 1, by: [separator])
      }
      return word
    }
    if let first = signs.first {
      report(
        .viewForm, "words follow the name of a case without ':'", first.range,
        fix: "write '{ mention \"a mention\"; nil \"nothing\" }'", edits: signs)
    }
    try expectClosing(.rightBrace, open, "after the words")
    return BracedSyntax(elements: words, braces: SourceRange(open.start, previousEnd))
  }

  /// Parses `mention "a mention"`. A missing text is reported, and the case is still read.
  ///
  /// - Parameter signs: the edits that remove a ':' after the name.
  private mutating func parseValueWord(_ signs: inout [Edit]) throws(Failure) -> ValueWordSyntax {
    guard at(.identifier) else {
      throw failMissing(
        "the name of a case, or 'nil'", fix: "write 'mention \"a mention\"'", code: .viewForm)
    }
    let name = NameSyntax(text: text(token), range: here)
    advance()
    if at(.colon), token(after: 1).kind == .text {
      signs.append(Edit(here, ""))
      advance()
    }
    guard at(.text) else {
      _ = failMissing(
        "a text in quotes after '\(name.text)'", fix: "write '\(name.text) \"…\"'", code: .viewForm)
      if !at(.rightBrace), !at(.semicolon), !token.startsLine { throw Failure() }
      return ValueWordSyntax(name: name, text: "", range: name.range)
    }
    let word = String(file.text(here).dropFirst().dropLast())
    if word.allSatisfy(\.isWhitespace) {
      report(.viewForm, "the word for a case is empty", here)
    } else if word.count > Self.longestWord {
      report(
        .viewForm,
        "the word is longer than \(Self.longestWord) characters", here)
    } else if word.contains("\\") {
      report(.viewForm, "a word cannot contain '\\'", here, fix: "leave '\\' out")
    }
    let range = name.range.union(here)
    advance()
    return ValueWordSyntax(name: name, text: word, range: range)
  }

  private mutating func parseCardParts() throws(Failure) -> BracedSyntax<CardPartSyntax> {
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing(
        "'{' and the lines of the card", fix: "write '{ title c.kind }'", code: .viewForm)
    }
    let parts = try withBlocks { (parser) throws(Failure) in
      parser.parseLines { (parser) throws(Failure) -> CardPartSyntax in
        let keyword = try parser.parseKeyword(
          "'title', 'text', 'icon' or 'badge'", among: Self.cardWords)
        return CardPartSyntax(keyword: keyword, value: try parser.parseExpression())
      }
    }
    try expectClosing(.rightBrace, open, "after the lines of the card")
    return BracedSyntax(elements: parts, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseKeyword(
    _ what: String, among known: [String]
  ) throws(Failure) -> NameSyntax {
    guard at(.identifier) else { throw failMissing(what, code: .viewForm) }
    let word = text(token)
    guard known.contains(word) else {
      let near = NearestName.propose(word, among: known)
      throw fail(
        .viewForm, "expected \(what), found \(found)", fix: near.map { "did you mean '\($0)'?" },
        edits: near.map { [Edit(here, $0)] } ?? [])
    }
    let name = NameSyntax(text: word, range: here)
    advance()
    return name
  }

  /// Parses the lines of a block, up to its closing brace.
  private mutating func parseLines<Line>(
    _ parse: (inout Parser) throws(Failure) -> Line
  ) -> [Line] {
    var lines: [Line] = []
    while !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      parseForm { (parser) throws(Failure) in
        lines.append(try parse(&parser))
        guard parser.endsStatement(0) else {
          throw parser.fail(
            .missingSeparator,
            "expected the end of the line, found \(parser.found)",
            fix: "separate the lines of a view by a new line or ';'")
        }
      } orSkip: {
        $0.skipStatement(from: $1)
      }
    }
    return lines
  }
}
