import Basics
import Semantics

extension Parser {
  mutating func parseType() throws(Failure) -> TypeSyntax {
    try nested { (parser) throws(Failure) in
      let first = parser.index
      if parser.asksHabits, try parser.takeHabit(.type) {
        return try parser.readOn { (parser) throws(Failure) in try parser.parseType() }
      }
      var type = try parser.parseTypeCore()
      if parser.asksHabits, try parser.takeHabit(.behindType, from: first) {
        return try parser.readOn { (parser) throws(Failure) in try parser.parseType() }
      }
      while parser.at(.question) || parser.at(.questionQuestion), !parser.token.startsLine {
        let levels = parser.at(.questionQuestion) ? 2 : 1
        let range = SourceRange(type.range.start, parser.here.end)
        parser.advance()
        for _ in 0..<levels { type = TypeSyntax(kind: .optional(type), range: range) }
      }
      return type
    }
  }

  private mutating func parseTypeCore() throws(Failure) -> TypeSyntax {
    let start = here
    switch token.kind {
    case .integer, .minus: return try parseRangeType()
    case .leftParen: return try parseParenthesizedType()
    case .identifier: break
    default: throw fail(.syntax, "expected a type, found \(found)")
    }
    if beginsRangeExpression { return try parseRangeType() }
    let name = try parseName("a type")
    guard at(.less), Self.genericTypes.contains(name.text) else {
      if at(.less), !token.hasSpaceBefore {
        report(
          .foreignType, "'\(name.text)' takes no type between '<' and '>'", start,
          fix: UnknownName(name.text, among: Array(Self.genericTypes)).help.first)
        throw Failure()
      }
      return TypeSyntax(kind: .named(name.text), range: start)
    }
    return try parseGenericType(name)
  }

  static let genericTypes: Set<String> = ["Set", "Map", "Table", "List", "Bag", "Timer"]

  /// Whether an operator of arithmetic or a range follows the name, so that it is a bound.
  private var beginsRangeExpression: Bool {
    switch token(after: 1).kind {
    case .plus, .minus, .star, .slash, .percent, .closedRange, .halfOpenRange: true
    case .dot, .leftParen: !token(after: 1).startsLine && !token(after: 1).hasSpaceBefore
    default: false
    }
  }

  private mutating func parseRangeType() throws(Failure) -> TypeSyntax {
    let lower = try parseBinary(minimum: .additive, stopsAtQuestion: true)
    let isClosed = at(.closedRange)
    guard isClosed || at(.halfOpenRange) else {
      let isAlone = endsStatement(0) || at(.equal)
      throw fail(
        .foreignType,
        "expected '...' or '..<' after the lower bound of a range, found \(found)",
        fix: isAlone ? "write a range such as '0...3'" : nil)
    }
    advance()
    let upper = try parseBinary(minimum: .additive, stopsAtQuestion: true)
    return TypeSyntax(
      kind: .range(lower, upper, isClosed: isClosed), range: lower.range.union(upper.range))
  }

  /// Parses `(T)`, or a range whose lower bound starts with a parenthesis.
  private mutating func parseParenthesizedType() throws(Failure) -> TypeSyntax {
    let saved = copy()
    if let lower = try? parseBinary(minimum: .additive, stopsAtQuestion: true),
      at(.closedRange) || at(.halfOpenRange), lower.depth < Self.maximumDepth
    {
      self = saved
      return try parseRangeType()
    }
    self = saved
    let open = here
    advance()
    var type = try parseType()
    try expectClosing(.rightParen, open, "after the type")
    type.range = SourceRange(open.start, previousEnd)
    return type
  }

  private mutating func parseGenericType(_ name: NameSyntax) throws(Failure) -> TypeSyntax {
    let open = here
    advance()
    let kind: TypeSyntax.Kind
    switch name.text {
    case "Set":
      let element = try parseType()
      kind = .set(element, atMost: try parseMost(of: element))
    case "Map", "Table":
      let key = try parseType()
      try expect(
        .comma, "between the key and the value of \(name.text)",
        fix:
          "write '\(name.text)<\(file.text(key.range).prefix(40)), T>', with the type of the values for 'T'"
      )
      let value = try parseType()
      kind = name.text == "Map" ? .map(key, value) : .table(key, value)
    case "List", "Bag":
      let element = try parseType()
      guard eat(.comma) else {
        throw fail(
          .missingBound,
          "a \(name.text.lowercased()) needs a bound, found \(found)",
          fix:
            "write '\(name.text)<\(file.text(element.range).prefix(40)), 4>' for up to 4 elements",
          edits: at(.greater)
            ? [.init(SourceRange(element.range.end, element.range.end), ", 4")] : [])
      }
      let maximum = try parseBinary(minimum: .additive, stopsAtQuestion: true)
      kind = name.text == "List" ? .list(element, maximum) : .bag(element, maximum)
    default: kind = .timer(try parseBinary(minimum: .additive, stopsAtQuestion: true))
    }
    if at(.greaterEqual) { separateClosing() }
    try expectClosing(.greater, open, "after the type of \(name.text)")
    return TypeSyntax(kind: kind, range: SourceRange(name.range.start, previousEnd))
  }

  /// Reports `>=` at the end of a type, and reads it as `> =`.
  private mutating func separateClosing() {
    report(
      .missingSeparator, "expected a space between '>' and '='", here, fix: "write '> ='",
      edits: [.init(here, token(after: 1).hasSpaceBefore ? "> =" : "> = ")])
    var (close, store) = (token, token)
    (close.kind, store.kind) = (.greater, .equal)
    close.range.end -= 1
    store.range.start += 1
    (store.startsLine, store.hasSpaceBefore) = (false, false)
    replaceTokens(index..<index + 1, by: [close, store])
  }

  /// Parses `, atMost: 3` after the elements of a set; nil if there is none.
  private mutating func parseMost(of element: TypeSyntax) throws(Failure) -> ExpressionSyntax? {
    guard eat(.comma) else { return nil }
    guard token.kind == .identifier, text(token) == "atMost", token(after: 1).kind == .colon else {
      let bound = token(after: 1).kind == .colon ? token(after: 2) : token
      let size = bound.kind == .integer ? file.text(bound.range) : "3"
      throw fail(
        .missingBound,
        "expected 'atMost:', found \(found)",
        fix: "write 'Set<\(file.text(element.range).prefix(40)), atMost: \(size)>'",
        edits: at(.integer) ? [.init(here.front, "atMost: ")] : [])
    }
    advance()
    advance()
    return try parseBinary(minimum: .additive, stopsAtQuestion: true)
  }
}
