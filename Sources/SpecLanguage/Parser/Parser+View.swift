import Semantics

/// How states are drawn.
extension Parser {
  static let viewWords = ["card", "badge", "screen"]
  static let cardWords = ["title", "text", "icon", "badge"]

  mutating func parseView() throws(Failure) -> ViewSyntax {
    advance()
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing(
        "'{' and what is a card", fix: "write 'view { card c in tray { title c.kind } }'")
    }
    let items = try withBlocks { (parser) throws(Failure) in
      parser.parseLines { (parser) throws(Failure) in try parser.parseViewItem() }
    }
    try expectClosing(.rightBrace, open, "after the view")
    return ViewSyntax(
      items: BracedSyntax(elements: items, braces: SourceRange(open.start, previousEnd)))
  }

  private mutating func parseViewItem() throws(Failure) -> ViewItemSyntax {
    let keyword = try parseKeyword("'card', 'badge' or 'screen'", among: Self.viewWords)
    switch keyword.text {
    case "badge": return ViewItemSyntax(keyword: keyword, kind: .badge(try parseExpression()))
    case "screen": return ViewItemSyntax(keyword: keyword, kind: .screen(try parseExpression()))
    default:
      let binders = try withoutBlocks { (parser) throws(Failure) in
        try parser.parseBinders("'card'")
      }
      return ViewItemSyntax(keyword: keyword, kind: .card(binders, try parseCardParts()))
    }
  }

  private mutating func parseCardParts() throws(Failure) -> BracedSyntax<CardPartSyntax> {
    let open = here
    guard eat(.leftBrace) else {
      throw failMissing("'{' and what stands on the card", fix: "write '{ title c.kind }'")
    }
    let parts = try withBlocks { (parser) throws(Failure) in
      parser.parseLines { (parser) throws(Failure) -> CardPartSyntax in
        let keyword = try parser.parseKeyword(
          "'title', 'text', 'icon' or 'badge'", among: Self.cardWords)
        return CardPartSyntax(keyword: keyword, value: try parser.parseExpression())
      }
    }
    try expectClosing(.rightBrace, open, "after what stands on the card")
    return BracedSyntax(elements: parts, braces: SourceRange(open.start, previousEnd))
  }

  private mutating func parseKeyword(
    _ what: String, among known: [String]
  ) throws(Failure) -> NameSyntax {
    guard at(.identifier) else { throw failMissing(what) }
    let word = text(token)
    guard known.contains(word) else {
      let near = NearestName.propose(word, among: known)
      throw fail("expected \(what), found \(found)", fix: near.map { "did you mean '\($0)'?" })
    }
    let name = NameSyntax(text: word, range: here)
    advance()
    return name
  }

  /// Lines of a block, each by itself, up to the brace that closes it.
  private mutating func parseLines<Line>(
    _ parse: (inout Parser) throws(Failure) -> Line
  ) -> [Line] {
    var lines: [Line] = []
    while !at(.rightBrace), !at(.endOfFile), !atUnindentedDeclaration {
      if eat(.semicolon) { continue }
      let start = index
      do throws(Failure) {
        lines.append(try parse(&self))
        if !at(.rightBrace), !at(.semicolon), !at(.endOfFile), !token.startsLine {
          throw fail(
            "expected the end of the line, found \(found)",
            fix: "separate what stands in a view by a new line or ';'")
        }
      } catch {
        skipStatement(from: start)
      }
    }
    return lines
  }
}
