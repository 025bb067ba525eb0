import Semantics

/// Signs and comments of other languages. Each is reported, and replaced if the correction is clear, so that one
/// mistake gives one report.
extension Lexer {
  /// The signs of other languages that begin like a sign of ours, as numbers of their bytes.
  private static let foreignSigns = Set(
    ["===", "!==", "<=>", "<->", ":=", "<>", "..", "++", "--", "/\\", "<-"].map { sign in
      sign.utf8.reduce(0) { $0 << 8 | UInt32($1) }
    })

  /// Whether a longer sign of another language may begin here.
  private func mayBeForeign(_ own: (kind: Token.Kind, length: Int)) -> Bool {
    if own.length == 3 { return peek(3) == UInt8(ascii: "=") }
    let pair = UInt32(peek()) << 8 | UInt32(peek(1))
    return Self.foreignSigns.contains(pair)
      || own.length == 2 && Self.foreignSigns.contains(pair << 8 | UInt32(peek(2)))
  }

  /// Reports an operator of another language, and returns the corrected token.
  ///
  /// - Parameter own: the operator of ours that begins here.
  mutating func foreignSign(insteadOf own: (Token.Kind, Int)?) -> (Token.Kind, Int)? {
    guard own.map({ mayBeForeign($0) }) ?? true else { return nil }
    for length in stride(from: 4, to: own?.1 ?? 0, by: -1) where position + length <= end {
      let place = SourceRange(position, position + length)
      let sign = file.text(place)
      let bits = isBitwise(sign) ? ForeignWord.find(sign, in: .bits) : nil
      guard let word = bits ?? ForeignWord.find(sign, in: .sign) else { continue }
      // `a <-1` is a comparison, and `- -1` is a number.
      if sign == "<-", !hasSpaceBefore || peek(2) != UInt8(ascii: " ") { continue }
      if sign == "--", hasSpaceBefore { continue }
      return (report(word, sign, place), length)
    }
    return nil
  }

  /// Reports a sign of another language, and returns the kind of the sign of ours.
  private mutating func report(
    _ word: ForeignWord, _ sign: String, _ place: SourceRange
  ) -> Token.Kind {
    let isUpdate = word.ours?.hasSuffix(" 1") == true
    let isAfterPlace = [.identifier, .rightBracket, .rightParen, .bang].contains(
      tokens.last?.kind ?? .endOfFile)
    let ours = isUpdate && !isAfterPlace ? nil : word.ours
    report(
      .foreignOperator, "'\(sign)' is not part of the language", place,
      fix: isUpdate && ours == nil ? "write 'x \(word.ours ?? "")'" : word.help,
      edits: ours.map { [.init(place, (isUpdate && !hasSpaceBefore ? " " : "") + $0)] } ?? [])
    return ours.flatMap { text in
      Token.Kind.allCases.first { $0.spelling == "'\(text.prefix { $0 != " " })'" }
    } ?? .invalid
  }

  /// Whether a sign here combines the bits of numbers.
  private func isBitwise(_ sign: String) -> Bool {
    // The number before the sign may belong to a comparison: `n > 1 & p`.
    if sign == "^", tokens.last?.kind == .integer { return true }
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
    let fix = ForeignWord.find(name, in: .directive)?.help
    report(
      .foreignDeclaration, "'\(name)' is not part of the language", word,
      fix: fix ?? "leave the line out; a comment begins with '//'",
      edits: fix == nil ? [.init(SourceRange(start, position), "")] : [])
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

  /// Lexes `\in`, `\A` and others.
  private mutating func lexForeignWord() -> Bool {
    guard peek(1).isWordByte else { return false }
    let start = position
    position += 1
    while peek().isWordByte { position += 1 }
    let place = SourceRange(start, position)
    let word = ForeignWord.find(file.text(SourceRange(start + 1, position)), in: .backslash)
    let isName = word?.ours?.utf8.first?.isWordByte == true
    if isName { aliases[start] = word?.ours }
    if start != laterSign {
      var edits = word?.ours.map { [TextEdit(place, $0)] } ?? []
      if isName, edits[0].text != "in", let sign = signAfterQuantifier {
        // The signs of one quantifier are one mistake.
        laterSign = sign.start
        edits.append(.init(sign, "in"))
      }
      report(
        .foreignOperator, "'\(file.text(place).prefix(40))' is not part of the language", place,
        fix: word?.help, edits: edits)
    }
    append(isName ? .identifier : .invalid, from: start)
    return true
  }

  /// The place of the next `\in` on the same line.
  private var signAfterQuantifier: SourceRange? {
    let sign = Array("\\in".utf8)
    let line = bytes[position..<min(end, position + 200)].prefix { $0 != UInt8(ascii: "\n") }
    return line.indices.first {
      bytes[$0..<end].starts(with: sign) && !peek($0 + 3 - position).isWordByte
    }
    .map { SourceRange($0, $0 + 3) }
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
    if isInWords {
      reportQuotes(from: start, length: 1)
      append(.text, from: start)
      return true
    }
    report(
      .noStrings,
      "specs have no strings", SourceRange(start, position),
      fix: "declare an enum: 'enum Title { short, long }'")
    append(.invalid, from: start)
    return true
  }

  /// Lexes the rest of a word for a case in curly quotes of three bytes, up to the last one on its line.
  mutating func lexCurlyText(from start: Int) -> Bool {
    let line = bytes[position..<end].prefix {
      ![UInt8(ascii: "\n"), UInt8(ascii: ";")].contains($0)
    }
    guard position == start + 3,
      let close = line.indices.dropLast(2).last(where: {
        bytes[$0..<$0 + 2].elementsEqual([0xE2, 0x80]) && 0x9C...0x9F ~= bytes[$0 + 2]
      })
    else { return false }
    position = close + 3
    reportQuotes(from: start, length: 3)
    append(.text, from: start)
    return true
  }

  /// Reports the quotes around a word for a case, up to the current place.
  private mutating func reportQuotes(from start: Int, length: Int) {
    let open = SourceRange(start, start + length)
    let close = SourceRange(position - length, position)
    report(
      .viewForm, "a word for a case is written in double quotes", open.union(close),
      fix: "write '\"…\"'", edits: [.init(open, "\""), .init(close, "\"")])
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
    let name = file.text(last.range).prefix(40)
    let place = SourceRange(position, position + 1)
    let isAfterStep = isInTransition
    report(
      .primedName, "'\(name)' needs no prime", place,
      why: isAfterStep
        ? "a transition sees the values after its step" : "'=' stores the next value",
      fix: isAfterStep
        ? "leave the prime out, and write 'old(\(name))' for the value before"
        : "leave the prime out", edits: isAfterStep ? [] : [.init(place, "")])
    position += 1
    hasSpaceBefore = true
    return true
  }
}
