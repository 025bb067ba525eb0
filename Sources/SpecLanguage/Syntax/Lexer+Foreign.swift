import Semantics

/// Signs and comments of other languages. Each is reported, and replaced if the correction is clear, so that one
/// mistake gives one report.
extension Lexer {
  /// The characters that word processors and other languages use instead of plain ones.
  static let lookalikes: [Unicode.Scalar: String] = [
    "≤": "<=", "≥": ">=", "≠": "!=", "∧": "&&", "∨": "||", "¬": "!", "→": "implies", "⇒": "implies",
    "∈": "in", "∀": "every", "∃": "some", "…": "...", "−": "-", "–": "-", "×": "*", "÷": "/",
    "^": "!=", "∅": "[]", "∪": ".union(…)", "∩": ".intersection(…)",
    "⊆": ".isSubset(of: …)", "∉": "!(x in s)", "⇔": "==", "≡": "==", "←": "=",
    "∖": ".subtracting(…)",
  ]

  /// The operators of other languages, longer ones first.
  private static let foreignOperators: [(String, Token.Kind, String)] = [
    ("===", .equalEqual, "=="), ("!==", .bangEqual, "!="), ("<=>", .equalEqual, "=="),
    ("<->", .equalEqual, "=="), ("..<=", .closedRange, "..."), (":=", .equal, "="),
    ("<>", .bangEqual, "!="), ("~=", .bangEqual, "!="), ("..", .closedRange, "...' or '..<"),
    ("++", .plusEqual, "+= 1"), ("--", .minusEqual, "-= 1"), ("/\\", .andAnd, "&&"),
    ("\\/", .orOr, "||"), ("<-", .equal, "="),
  ]

  /// The first two bytes of each operator.
  private static let foreignBeginnings = Set(
    foreignOperators.map { text, _, _ in
      let bytes = Array(text.utf8)
      return pair(bytes[0], bytes[1])
    })

  private static func pair(_ first: UInt8, _ second: UInt8) -> UInt16 {
    UInt16(first) << 8 | UInt16(second)
  }

  /// Reports an operator of another language, and returns the corrected token.
  mutating func foreignSymbol() -> (Token.Kind, Int)? {
    if let sign = foreignSign() { return sign }
    guard Self.foreignBeginnings.contains(Self.pair(peek(0), peek(1))) else { return nil }
    let rest = bytes[position..<end]
    for (foreign, kind, ours) in Self.foreignOperators where rest.starts(with: foreign.utf8) {
      let behind = (Unicode.Scalar(peek(2)), Unicode.Scalar(peek(3)))
      if foreign == "..", behind.0 == "." || behind.0 == "<" && behind.1 != "=" { continue }
      let length = foreign.utf8.count
      // `a <-1` is a comparison, and `- -1` is a number.
      if foreign == "<-", !hasSpaceBefore || behind.0 != " " { continue }
      if foreign == "--", hasSpaceBefore { continue }
      let place = SourceRange(position, position + length)
      if ["++", "--"].contains(foreign),
        ![.identifier, .rightBracket, .rightParen, .bang].contains(tokens.last?.kind ?? .endOfFile)
      {
        report(
          .foreignOperator, "'\(foreign)' is not part of the language", place,
          fix: "write 'x \(ours)'")
        return (.invalid, length)
      }
      let replacement =
        ours.hasPrefix("...") ? "..." : (ours.hasSuffix(" 1") && !hasSpaceBefore ? " " : "") + ours
      report(
        .foreignOperator,
        "'\(foreign)' is not part of the language", place, fix: "write '\(ours)'",
        edits: [.init(place, replacement)])
      return (kind, length)
    }
    return nil
  }

  /// Reports a single `|`, `&` or `~`.
  private mutating func foreignSign() -> (Token.Kind, Int)? {
    let (sign, kind, ours): (Unicode.Scalar, Token.Kind, String)
    switch peek() {
    case UInt8(ascii: "|"): (sign, kind, ours) = ("|", .orOr, "||")
    case UInt8(ascii: "&"): (sign, kind, ours) = ("&", .andAnd, "&&")
    case UInt8(ascii: "~"): (sign, kind, ours) = ("~", .bang, "!")
    default: return nil
    }
    guard peek(1) != UInt8(ascii: sign),
      sign != "~" || ![UInt8(ascii: ">"), UInt8(ascii: "=")].contains(peek(1))
    else { return nil }
    if sign == "|", peek(1) == UInt8(ascii: "-"), peek(2) == UInt8(ascii: ">") {
      report(
        .foreignOperator,
        "'|->' is not part of the language", SourceRange(position, position + 3),
        fix: "write 'Name(field: value)' for a record, or '[key: value]' for a map")
      return (.invalid, 3)
    }
    if peek(1) == UInt8(ascii: "="), sign != "~", peek(2) != UInt8(ascii: "=") {
      report(
        .foreignOperator,
        "'\(sign)=' is not part of the language", SourceRange(position, position + 2),
        fix: sign == "|"
          ? "write 'p = p || q' for a Bool, or 's = s.union(t)' for a set"
          : "write 'p = p && q' for a Bool, or 's = s.intersection(t)' for a set")
      return (.invalid, 2)
    }
    let place = SourceRange(position, position + 1)
    if sign != "~", isBesideNumber {
      report(
        .foreignOperator,
        "'\(sign)' is not part of the language", place,
        fix: "write 'n % 2 == 1' to test for an odd number")
      return (.invalid, 1)
    }
    report(
      .foreignOperator,
      "'\(sign)' is not part of the language", place, fix: "write '\(ours)'",
      edits: [.init(place, ours)])
    return (kind, 1)
  }

  /// Whether a number is before or after the current sign.
  var isBesideNumber: Bool {
    if tokens.last?.kind == .integer { return true }
    var distance = 1
    while peek(distance) == UInt8(ascii: " ") { distance += 1 }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek(distance))
  }

  /// Lexes comments, words and signs of other languages, except operators; returns false if there are none here.
  mutating func lexForeign() -> Bool {
    switch peek() {
    case UInt8(ascii: "#"), UInt8(ascii: "-"): return lexForeignLineComment()
    case UInt8(ascii: "("): return peek(1) == UInt8(ascii: "*") && lexForeignBlockComment()
    case UInt8(ascii: "\\"):
      return peek(1) == UInt8(ascii: "*") ? lexForeignLineComment() : lexForeignWord()
    case UInt8(ascii: "'"): return lexPrime() || lexQuoted()
    case UInt8(ascii: "~") where peek(1) == UInt8(ascii: ">"):
      report(
        .foreignOperator,
        "'~>' is not part of the language", SourceRange(position, position + 2),
        fix: "declare a property: 'eventually name whenever condition { goal }'")
      position += 2
      append(.invalid, from: position - 2)
      return true
    default: return false
    }
  }

  // MARK: Comments

  /// The length of the sign that begins a comment of another language here.
  private var foreignCommentSign: Int? {
    let next = peek(1)
    let isBlank = next <= UInt8(ascii: " ")
    switch peek() {
    case UInt8(ascii: "\\"): return next == UInt8(ascii: "*") ? 2 : nil
    case UInt8(ascii: "-"):
      guard next == UInt8(ascii: "-"), startsLine || hasSpaceBefore else { return nil }
      return peek(2) <= UInt8(ascii: " ") || startsLine && peek(2) == UInt8(ascii: "-") ? 2 : nil
    case UInt8(ascii: "#"):
      if startsLine {
        return isBlank || next == UInt8(ascii: "#") || next == UInt8(ascii: "!") ? 1 : nil
      }
      guard hasSpaceBefore, isBlank else { return nil }
      // A closing brace on the same line means that this is not a comment.
      var distance = 1
      while position + distance < end, peek(distance) != UInt8(ascii: "\n") {
        if peek(distance) == UInt8(ascii: "}") { return nil }
        distance += 1
      }
      return 1
    default: return nil
    }
  }

  /// Lexes `# …`, `-- …` and `\* …`, whose consecutive lines are one mistake, and `#if …`.
  private mutating func lexForeignLineComment() -> Bool {
    guard let length = foreignCommentSign else { return lexDirective() }
    let first = SourceRange(position, position + length)
    let sign = file.text(first)
    var edits: [TextEdit] = []
    var lineEnd = position
    repeat {
      let start = position
      edits.append(.init(SourceRange(position, position + length), "//"))
      while position < end, peek() != UInt8(ascii: "\n") { position += 1 }
      comments.append(.init(range: SourceRange(start, position), isDocumentation: false))
      lineEnd = position
      while position < end, peek() <= UInt8(ascii: " ") {
        if peek() == UInt8(ascii: "\n") { startsLine = true }
        position += 1
      }
    } while position + length <= end && position > lineEnd && foreignCommentSign == length
      && file.text(SourceRange(position, position + length)) == sign
    position = lineEnd
    hasSpaceBefore = true
    report(
      .foreignComment, "'\(sign)' does not begin a comment", first, fix: "write '//'", edits: edits)
    return true
  }

  private mutating func lexDirective() -> Bool {
    guard peek() == UInt8(ascii: "#"), startsLine, peek(1).isWordByte else { return false }
    let start = position
    position += 1
    while peek().isWordByte { position += 1 }
    let word = SourceRange(start, position)
    while position < end, peek() != UInt8(ascii: "\n") { position += 1 }
    comments.append(.init(range: SourceRange(start, position), isDocumentation: false))
    hasSpaceBefore = true
    let name = String(file.text(word).prefix(40))
    let fixes = [
      "#define": "write 'let name = value' for a constant",
      "#include": "write 'use \"folder/file.tray\"'", "#import": "write 'use \"folder/file.tray\"'",
    ]
    report(
      .foreignDeclaration,
      "'\(name)' is not part of the language", word,
      fix: fixes[name] ?? "leave the line out; a comment begins with '//'",
      edits: fixes[name] == nil ? [.init(SourceRange(start, position), "")] : [])
    return true
  }

  /// Lexes `(* … *)`.
  private mutating func lexForeignBlockComment() -> Bool {
    guard !lacksBlockEnd else { return false }
    let start = position
    var close = position + 2
    while close + 1 < end,
      bytes[close] != UInt8(ascii: "*") || bytes[close + 1] != UInt8(ascii: ")")
    {
      close += 1
    }
    guard close + 1 < end else {
      lacksBlockEnd = true
      return false
    }
    position = close + 2
    if bytes[start..<position].contains(UInt8(ascii: "\n")) { startsLine = true }
    hasSpaceBefore = true
    comments.append(.init(range: SourceRange(start, position), isDocumentation: false))
    report(
      .foreignComment,
      "'(*' does not begin a comment", SourceRange(start, start + 2), fix: "write '/* … */'",
      edits: [
        .init(SourceRange(start, start + 2), "/*"), .init(SourceRange(close, close + 2), "*/"),
      ])
    return true
  }

  // MARK: Words

  private static let words = ["in": "in", "A": "every", "E": "some"]

  private static let operators = [
    "land": "&&", "lor": "||", "lnot": "!", "neg": "!", "leq": "<=", "geq": ">=", "div": "/",
    "notin": "!(x in s)", "cup": "a.union(b)", "union": "a.union(b)", "cap": "a.intersection(b)",
    "intersect": "a.intersection(b)", "subseteq": "a.isSubset(of: b)",
  ]

  /// Lexes `\in`, `\A` and others.
  private mutating func lexForeignWord() -> Bool {
    guard peek(1).isWordByte else { return false }
    let start = position
    position += 1
    while peek().isWordByte { position += 1 }
    let place = SourceRange(start, position)
    let word = file.text(SourceRange(start + 1, position))
    let ours = Self.words[word] ?? Self.operators[word]
    if word == "in", let quantifier,
      file.location(of: quantifier.range.start).line == file.location(of: start).line
    {
      // The signs of one quantifier are one mistake.
      sink.withdraw { $0.range == quantifier.range }
      var whole = quantifier
      whole.edits.append(.init(place, "in"))
      sink.report(whole)
      self.quantifier = whole
      aliases[start] = "in"
      append(.identifier, from: start)
      return true
    }
    report(
      .foreignOperator,
      "'\(file.text(place).prefix(40))' is not part of the language", place,
      fix: ours.map { "write '\($0)'" },
      edits: ours.map { $0.contains("(") ? [] : [.init(place, $0)] } ?? [])
    if let ours = Self.words[word] { aliases[start] = ours }
    if word == "A" || word == "E" { quantifier = sink.diagnostics.last { $0.range == place } }
    append(Self.words[word] == nil ? .invalid : .identifier, from: start)
    return true
  }

  /// Lexes a text in single quotes on one line.
  private mutating func lexQuoted() -> Bool {
    var length = 1
    while length < 80, peek(length) >= UInt8(ascii: " "), peek(length) != UInt8(ascii: "'") {
      length += 1
    }
    guard length > 1, length < 80, peek(length) == UInt8(ascii: "'") else { return false }
    let start = position
    position += length + 1
    report(
      .noStrings,
      "specs have no strings", SourceRange(start, position),
      fix: "declare an enum: 'enum Title { short, long }'")
    append(.invalid, from: start)
    return true
  }

  /// Whether the current line begins a func.
  var isInFunc: Bool {
    tokens.last { $0.startsLine }.map { file.text($0.range) == "func" } ?? false
  }

  /// Whether the current declaration is a transition.
  private var isInTransition: Bool {
    let first = tokens.last {
      $0.startsLine
        && ($0.range.start == 0 || bytes[$0.range.start - 1] == UInt8(ascii: "\n"))
    }
    return first.map { file.text($0.range) == "transition" } ?? false
  }

  /// Lexes a prime after a name, the mark of a next value.
  private mutating func lexPrime() -> Bool {
    guard !hasSpaceBefore, let last = tokens.last, last.kind == .identifier, !peek(1).isWordByte
    else { return false }
    let place = SourceRange(position, position + 1)
    let name = file.text(last.range).prefix(40)
    if isInTransition {
      report(
        .primedName,
        "'\(name)' needs no prime", place, why: "a transition sees the values after its step",
        fix: "leave the prime out, and write 'old(\(name))' for the value before")
      position += 1
      hasSpaceBefore = true
      return true
    }
    report(
      .primedName,
      "'\(name)' needs no prime", place, why: "'=' stores the next value",
      fix: "leave the prime out", edits: [.init(place, "")])
    position += 1
    hasSpaceBefore = true
    return true
  }
}
