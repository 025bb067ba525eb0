import Semantics

extension BindersSyntax {
  /// The expressions of the sources and the filter.
  var parts: [ExpressionSyntax] { groups.map(\.source) + (filter.map { [$0] } ?? []) }
}

extension Parser {
  /// Returns whether names and an `in` follow, `distance` tokens from here.
  func beginsBinders(at distance: Int) -> Bool {
    var position = distance
    if atWord("distinct", ahead: position), !atWord("in", ahead: position + 1) { position += 1 }
    while true {
      if token(after: position).kind == .leftParen {
        guard token(after: position + 1).kind == .identifier,
          token(after: position + 2).kind == .comma
        else { return false }
        let value = position + 3
        let end =
          elementPatternEnd(at: value)
          ?? (token(after: value).kind == .identifier ? value + 1 : value)
        guard end > value, token(after: end).kind == .rightParen else { return false }
        position = end + 1
      } else if let end = elementPatternEnd(at: position) {
        position = end
      } else if token(after: position).kind == .identifier {
        position += 1
      } else {
        return false
      }
      if atWord("in", ahead: position) { return true }
      guard token(after: position).kind == .comma else { return false }
      position += 1
    }
  }

  /// Whether the `:` replaces `in`: a collection and then a condition follow it.
  private var isSourceBehindColon: Bool {
    var distance = 1
    while token(after: distance + 1).kind == .dot, token(after: distance + 2).kind == .identifier {
      distance += 2
    }
    return [.colon, .orOr, .comma, .leftBrace, .arrow].contains(token(after: distance + 1).kind)
      || isWord(["where"], ahead: distance + 1)
  }

  /// The form of names after a quoted word.
  private static func form(of context: String) -> String {
    let word = context.dropFirst().dropLast()
    return Aggregate(rawValue: String(word)) == nil ? "'\(word) x in s'" : "'\(word)(x in s)'"
  }

  /// Parses `distinct a, b in s, (k, v) in m where p`.
  mutating func parseBinders(_ context: String) throws(Failure) -> BindersSyntax {
    let start = here.start
    var distinct: SourceRange?
    if atWord("distinct"), !atWord("in", ahead: 1), token(after: 1).kind != .comma {
      distinct = here
      advance()
    }
    var groups: [BindersSyntax.Group] = []
    repeat {
      var patterns = [try parseBinderPattern(context)]
      while eat(.comma) { patterns.append(try parseBinderPattern(context)) }
      if at(.colon) && isSourceBehindColon || isWord(["of", "from"]),
        token(after: 1).kind == .identifier || token(after: 1).kind == .integer, asksHabits
      {
        report(
          .quantifierForm,
          "expected 'in' and a collection, as in \(Self.form(of: context)), found \(found)", here,
          fix: "write 'in'",
          edits: [
            .init(
              SourceRange(at(.colon) ? previousEnd : here.start, here.end),
              at(.colon) ? " in" : "in")
          ])
        advance()
      } else if !eatWord("in") {
        if context == "'choose'", endsStatement(0), case .single(.name(let type))? = patterns.last,
          ["enum", "symmetric", "type", "struct"].contains(declared[type.text] ?? "")
        {
          report(
            .quantifierForm,
            "expected a name for the element, found a type", type.range,
            fix: "write 'choose x in \(type.text)'",
            edits: [.init(SourceRange(type.range.start, type.range.start), "x in ")])
          throw Failure()
        }
        let isClear =
          at(.identifier) && !token.startsLine
          && (declared[text(token)].map { $0 != "on" } ?? false)
        throw fail(
          .quantifierForm,
          "expected 'in' and a collection, as in \(Self.form(of: context)), found \(found)",
          fix: isClear ? "write 'in'" : "write 'x in s' for a collection s",
          edits: isClear ? [.init(SourceRange(here.start, here.start), "in ")] : [])
      }
      groups.append(.init(patterns: patterns, source: try parseExpression()))
    } while at(.comma) && beginsBinders(at: 1) && eat(.comma)
    let filter = eatWord("where") ? try parseCondition() : nil
    return BindersSyntax(
      distinct: distinct, groups: groups, filter: filter, range: SourceRange(start, previousEnd))
  }

  mutating func parseBinderPattern(
    _ context: String
  ) throws(Failure) -> BindersSyntax.Pattern {
    guard at(.leftParen) else {
      return .single(try parseElement("a name for the elements of \(context)"))
    }
    let open = here
    advance()
    let key = try parseBinderName("a name for the key")
    try expect(.comma, "between the names for key and value")
    let value = try parseElement("a name for the value")
    try expectClosing(.rightParen, open, "after the names for key and value")
    return .pair(key, value)
  }

  mutating func parseElement(_ what: String) throws(Failure) -> BindersSyntax.Element {
    elementPatternEnd(at: 0) == nil
      ? .name(try parseBinderName(what)) : .fitting(try parsePattern())
  }

  /// Parses a name, or `_` for an unused element.
  mutating func parseBinderName(_ what: String) throws(Failure) -> NameSyntax {
    atWord("_") ? try parseAnyWord(what) : try parseName(what)
  }
}
