import Basics
import Semantics

extension Parser {
  mutating func parseType() throws(Failure) -> TypeSyntax {
    try nested { (parser) throws(Failure) in
      var type = try parser.parseTypeCore()
      if parser.at(.bang), !parser.token.hasSpaceBefore, parser.asksHabits {
        parser.report(
          .foreignType,
          "expected '?' for a type that may be nil, found '!'", parser.here, fix: "write '?'",
          edits: [.init(parser.here, "?")])
        parser.advance()
        return TypeSyntax(
          kind: .optional(type), range: SourceRange(type.range.start, parser.previousEnd))
      }
      if let optional = try parser.takeForeignUnion(type) { return optional }
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
    default: throw fail(.syntax, "expected a type, found \(found)")
    }
    if let foreign = try parseForeignType() { return foreign }
    if beginsRangeExpression { return try parseRangeType() }
    let name = try parseName("a type")
    guard at(.less), Self.genericTypes.contains(name.text) else {
      if at(.less), !token.hasSpaceBefore {
        let (first, second) = (token(after: 1), token(after: 3))
        let isOne = token(after: 2).kind == .greater
        let isTwo = token(after: 2).kind == .comma && token(after: 4).kind == .greater
        var help = Self.foreignGenerics[name.text]
        if isOne { help = help?.replacing("T", with: file.text(first.range)) }
        if isTwo {
          let both = "\(file.text(first.range)), \(file.text(second.range))"
          help = help?.replacing("K, V", with: both)
        }
        report(
          .foreignType,
          "'\(name.text)' takes no type between '<' and '>'", start,
          fix: help
            ?? collection(in: name.text).map { "write '\($0)' instead of '\(name.text)'" }
            ?? UnknownName(name.text, among: Array(Self.genericTypes)).help.first,
          edits: ["Dictionary", "HashMap", "HashSet", "Record", "Dict"].contains(name.text)
            ? [.init(name.range, name.text == "HashSet" ? "Set" : "Map")]
            : collection(in: name.text).map { [.init(name.range, $0)] } ?? [])
        throw Failure()
      }
      return TypeSyntax(kind: .named(name.text), range: start)
    }
    return try parseGenericType(name)
  }

  /// Returns the name of the collection in a longer name: `Set` for `MutableSet`.
  private func collection(in name: String) -> String? {
    Self.genericTypes.sorted().first {
      name.hasSuffix($0) && name.count > $0.count && $0 != "Timer"
    }
  }

  static let genericTypes: Set<String> = ["Set", "Map", "Table", "List", "Bag", "Timer"]

  private static let foreignGenerics = [
    "Record": "write 'Map<K, V>'", "Dict": "write 'Map<K, V>'", "Seq": "write 'List<T, 4>'",
    "Sequence": "write 'List<T, 4>'", "Queue": "write 'List<T, 4>'",
    "Vector": "write 'List<T, 4>'", "Stack": "write 'List<T, 4>'", "Option": "write 'T?'",
    "Maybe": "write 'T?'",
    "Array": "write 'List<T, 4>'", "Dictionary": "write 'Map<K, V>'", "Optional": "write 'T?'",
    "HashMap": "write 'Map<K, V>'", "HashSet": "write 'Set<T>'",
    "ArrayList": "write 'List<T, 4>'", "Multiset": "write 'Bag<T, 4>'",
  ]

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
      try refuseOtherRange(lower)
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
    if at(.comma) || at(.colon), asksHabits {
      throw fail(
        .noTuples,
        "specs have no tuples, found \(found)",
        fix: "declare a struct with a field for each part")
    }
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
      if at(.integer), token(after: 1).kind == .comma, token(after: 2).kind == .identifier,
        asksHabits
      {
        let (bound, type) = (text(token), file.text(token(after: 2).range))
        throw fail(
          .missingBound,
          "the bound comes after the type, found \(found)",
          fix: "write '\(name.text)<\(type.prefix(30)), \(bound.prefix(10))>'",
          edits: [.init(here.union(token(after: 2).range), "\(type), \(bound)")])
      }
      let element = try parseType()
      if at(.comma), token(after: 1).kind == .identifier,
        atWord("max", ahead: 1) || atWord("maximum", ahead: 1),
        token(after: 2).kind == .colon, asksHabits
      {
        let (type, bound) = (file.text(element.range), token(after: 3))
        let isWhole = token(after: 4).kind == .greater
        throw fail(
          .missingBound,
          "a bound has no label, found '\(file.text(token(after: 1).range)):'",
          fix:
            "write '\(name.text)<\(type.prefix(40)), \(isWhole ? file.text(bound.range) : "…")>'",
          edits: [.init(token(after: 1).range.union(token(after: 2).range), "")])
      }
      guard eat(.comma) else {
        throw fail(
          .missingBound,
          "a \(name.text.lowercased()) needs a bound, found \(found)",
          fix:
            "write '\(name.text)<\(file.text(element.range).prefix(40)), 4>' for up to 4 elements")
      }
      let maximum = try parseBinary(minimum: .additive, stopsAtQuestion: true)
      kind = name.text == "List" ? .list(element, maximum) : .bag(element, maximum)
    default: kind = .timer(try parseBinary(minimum: .additive, stopsAtQuestion: true))
    }
    try expectClosing(.greater, open, "after the type of \(name.text)")
    return TypeSyntax(kind: kind, range: SourceRange(name.range.start, previousEnd))
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
        fix: "write 'Set<\(file.text(element.range).prefix(40)), atMost: \(size)>'")
    }
    advance()
    advance()
    return try parseBinary(minimum: .additive, stopsAtQuestion: true)
  }

  /// Reports `[T]` and `[K: V]` of Swift.
  private mutating func swiftCollectionType() -> Failure {
    let isMap = token(after: 2).kind == .colon
    let close = isMap ? closing(of: 0).map { token(after: $0 - 1).range } : nil
    let end = closing(of: 0) ?? 0
    let first = file.text(token(after: 1).range)
    let value = end > 4 ? words(index + 3, index + end - 1) : "T"
    let element = end == 3 ? first : "T"
    let meaning = element == "T" ? ", with the type of the elements for 'T'" : ""
    return fail(
      .foreignType,
      "expected a type, found '['",
      fix: isMap
        ? "write 'Map<\(first.prefix(30)), \(value.prefix(30))>'"
        : "write 'List<\(element.prefix(30)), 4>' or 'Set<\(element.prefix(30))>'\(meaning)",
      edits: close.map {
        [
          .init(here, "Map<"),
          .init(SourceRange(token(after: 1).range.end, token(after: 3).range.start), ", "),
          .init($0, ">"),
        ]
      } ?? [])
  }

  /// Reports `Int(0...3)`, `Int<0, 3>`, `Timer(3)` and `some View`; nil for other text.
  private mutating func parseForeignType() throws(Failure) -> TypeSyntax? {
    guard asksHabits else { return nil }
    if atWord("some"), token(after: 1).kind == .identifier {
      throw fail(
        .foreignType, "expected a type, found 'some'",
        fix: "leave 'some' out")
    }
    let next = token(after: 1)
    try refuseMultiplicity()
    if next.kind == .leftBracket, !next.hasSpaceBefore, !next.startsLine, let end = closing(of: 1) {
      let isMap = isWord(["dict", "Dict", "Map", "map", "Record", "Dictionary"])
      let inner = words(index + 2, index + end - 1)
      let whole = here.union(token(after: end - 1).range)
      if end == 3 || isWord(["list", "List", "Array", "array", "seq", "Seq", "Sequence"]) {
        throw fail(
          .missingBound,
          "a list needs a bound, found '['",
          fix:
            "write 'List<\((end == 3 ? foreignWord : inner).prefix(40)), 4>' for up to 4 elements")
      }
      if isMap || isWord(["set", "Set", "frozenset"]) {
        let type = "\(isMap ? "Map" : "Set")<\(inner)>"
        report(
          .foreignType,
          "the types of a collection belong between '<' and '>', found '['", next.range,
          fix: "write '\(type.prefix(60))'", edits: [.init(whole, type)])
        throw Failure()
      }
    }
    if atWord("SUBSET"), next.kind == .identifier, !next.startsLine {
      let element = file.text(next.range)
      report(
        .foreignType,
        "'SUBSET' is not part of the language", here,
        fix: "write 'Set<\(element.prefix(40))>'",
        edits: [.init(here.union(next.range), "Set<\(element)>")])
      throw Failure()
    }
    guard isWord(["Int", "int", "Timer", "UInt", "Nat", "integer", "List", "Set", "Bag"]),
      !next.hasSpaceBefore,
      next.kind == .leftParen || next.kind == .leftBracket, let end = closing(of: 1)
    else { return nil }
    let (name, close) = (token, token(after: end - 1).range)
    let isGeneric = ["Timer", "List", "Set", "Bag"].contains(text(name))
    let inner = words(index + 2, index + end - 1)
    let isRange = inner.contains("..")
    guard isGeneric || isRange else { return nil }
    report(
      .foreignType,
      isGeneric
        ? "expected '<' after '\(text(name))', found \(describe(next))"
        : "a range is a type by itself",
      isGeneric ? next.range : name.range.union(close),
      fix: isGeneric ? "write '\(text(name))<\(inner.prefix(40))>'" : "write '\(inner.prefix(40))'",
      edits: isGeneric
        ? [.init(next.range, "<"), .init(close, ">")] : [.init(name.range.union(close), inner)])
    index = min(index + end, tokens.count - 1)
    throw Failure()
  }

  /// Reports `T | null` and `A | B`.
  private mutating func takeForeignUnion(_ type: TypeSyntax) throws(Failure) -> TypeSyntax? {
    guard at(.orOr), here.end - here.start == 1, !token.startsLine, asksHabits else { return nil }
    withdraw(token)
    guard isWord(["null", "nil", "undefined", "None", "none"], ahead: 1) else {
      throw fail(
        .foreignType,
        "a type has no alternatives, found '|'",
        fix: "declare an enum: 'enum Name { a(x: T), b }'")
    }
    let place = SourceRange(previousEnd, token(after: 1).range.end)
    report(
      .foreignType,
      "expected '?' for a type that may be nil, found '|'", here,
      fix: "write '\(file.text(type.range).prefix(40))?'", edits: [.init(place, "?")])
    advance()
    advance()
    return TypeSyntax(kind: .optional(type), range: SourceRange(type.range.start, previousEnd))
  }

  /// Reports `0-3` and `0 to 3`.
  private mutating func refuseOtherRange(_ lower: ExpressionSyntax) throws(Failure) {
    guard asksHabits, !token.startsLine else { return }
    if case .binary(.subtract, let sign, let low, let high) = lower.kind, at(.equal) {
      report(
        .foreignType,
        "expected '...' between the bounds of a range, found '-'", sign, fix: "write '...'",
        edits: [.init(SourceRange(low.range.end, high.range.start), "...")])
      throw Failure()
    }
    guard isWord(["to", "until", "upto", "through"]),
      token(after: 1).kind == .integer || token(after: 1).kind == .identifier
    else { return }
    let sign = atWord("until") ? "..<" : "..."
    throw fail(
      .foreignType,
      "expected '...' or '..<' after the lower bound of a range, found \(found)",
      fix: "write '\(sign)'",
      edits: [.init(SourceRange(previousEnd, token(after: 1).range.start), sign)])
  }
}
