import Semantics

extension Parser {
  mutating func parseType() throws(Failure) -> TypeSyntax {
    try nested { (parser) throws(Failure) in
      var type = try parser.parseTypeCore()
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
    case .leftBracket: throw swiftCollectionType()
    case .identifier: break
    default: throw fail("expected a type, found \(found)")
    }
    if beginsRangeExpression { return try parseRangeType() }
    let name = try parseName("a type")
    guard at(.less), Self.genericTypes.contains(name.text) else {
      if at(.less), !token.hasSpaceBefore {
        report(
          "'\(name.text)' takes no type between '<' and '>'", start,
          fix: Self.foreignGenerics[name.text]
            ?? NearestName.propose(name.text, among: Self.genericTypes.sorted())
            .map { "did you mean '\($0)'?" }, code: .unknownName)
        throw Failure()
      }
      return TypeSyntax(kind: .named(name.text), range: start)
    }
    return try parseGenericType(name)
  }

  static let genericTypes: Set<String> = ["Set", "Map", "Table", "List", "Bag", "Timer"]

  private static let foreignGenerics = [
    "Array": "write 'List<T, max>'", "Dictionary": "write 'Map<K, V>'", "Optional": "write 'T?'",
    "HashMap": "write 'Map<K, V>'", "HashSet": "write 'Set<T>'",
    "ArrayList": "write 'List<T, max>'", "Multiset": "write 'Bag<T, max>'",
  ]

  /// A name with an operator of arithmetic or a range behind it is a bound.
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
      throw fail(
        "expected '...' or '..<' after the lower bound of a range, found \(found)",
        fix: "write a range such as '0...3'")
    }
    advance()
    let upper = try parseBinary(minimum: .additive, stopsAtQuestion: true)
    return TypeSyntax(
      kind: .range(lower, upper, isClosed: isClosed), range: lower.range.union(upper.range))
  }

  /// `(T)`, or a range whose lower bound starts with a parenthesis.
  private mutating func parseParenthesizedType() throws(Failure) -> TypeSyntax {
    let saved = self
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
      kind = .set(element, atMost: try parseMost())
    case "Map", "Table":
      let key = try parseType()
      try expect(.comma, "between the key and the value of \(name.text)")
      let value = try parseType()
      kind = name.text == "Map" ? .map(key, value) : .table(key, value)
    case "List", "Bag":
      let element = try parseType()
      guard eat(.comma) else {
        throw fail(
          "a \(name.text.lowercased()) needs a bound, found \(found)",
          fix: "write '\(name.text)<T, 4>' for up to 4 elements")
      }
      let maximum = try parseBinary(minimum: .additive, stopsAtQuestion: true)
      kind = name.text == "List" ? .list(element, maximum) : .bag(element, maximum)
    default: kind = .timer(try parseBinary(minimum: .additive, stopsAtQuestion: true))
    }
    try expectClosing(.greater, open, "after the type of \(name.text)")
    return TypeSyntax(kind: kind, range: SourceRange(name.range.start, previousEnd))
  }

  /// `, atMost: 3` behind the elements of a set; nil if there is none.
  private mutating func parseMost() throws(Failure) -> ExpressionSyntax? {
    guard eat(.comma) else { return nil }
    guard token.kind == .identifier, text(token) == "atMost", token(after: 1).kind == .colon else {
      throw fail(
        "expected 'atMost:', found \(found)", fix: "write 'Set<T, atMost: 3>' for up to 3 elements")
    }
    advance()
    advance()
    return try parseBinary(minimum: .additive, stopsAtQuestion: true)
  }

  /// `[T]` and `[K: V]`, which Swift has.
  private mutating func swiftCollectionType() -> Failure {
    let isMap = token(after: 2).kind == .colon
    return fail(
      "expected a type, found '['",
      fix: isMap ? "write 'Map<K, V>'" : "write 'List<T, max>' or 'Set<T>'")
  }
}
