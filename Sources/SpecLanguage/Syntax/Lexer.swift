import Basics
import Semantics

/// A lexer for one part of the text of a spec. It never fails: text that is no token is reported and becomes one
/// `invalid` token. It takes time and memory linear in the length of the text. After the deadline of the thread, the
/// rest of the text has no tokens.
package struct Lexer: ~Copyable {
  /// All tokens, the last one `endOfFile`.
  package private(set) var tokens: [Token] = []
  var comments: [TokenList.Comment] = []
  package internal(set) var sink = DiagnosticSink()
  /// The replacements for reported words, by the start of the word.
  var aliases: [Int: String] = [:]
  /// The start of a sign that belongs to an earlier report.
  var laterSign: Int?
  /// Whether the current braces are those of `words T { … }`.
  private(set) var isInWords = false
  /// Whether no `*)` follows.
  var lacksBlockEnd = false

  /// The greatest length of a name in bytes, since reports repeat names.
  private static let longestName = 1 << 17
  /// The greatest length of a number in bytes. Only padded numbers of 64 bits are longer.
  private static let longestNumber = 1 << 14

  let file: SourceFile
  let bytes: [UInt8]
  private let part: SourceRange
  var position: Int
  var startsLine = true
  var hasSpaceBefore = true

  /// Lexes one part of a text; by default the first.
  package init(_ file: SourceFile, _ part: SourceFile.Part? = nil) {
    self.file = file
    bytes = file.bytes
    self.part = (part ?? file.parts[0]).range
    position = self.part.start
    tokens.reserveCapacity((self.part.end - self.part.start) / 4 + 1)
    if let first = file.invalidUTF8.first(where: self.part.contains) {
      report(
        .invalidEncoding,
        "the file is not UTF-8",
        SourceRange(first, first + 3), why: "these bytes are not valid in UTF-8",
        fix: "save the file as UTF-8")
    }
    reportHiddenCharacters()
    var ticks = DeadlineTicks()
    while position < end, !ticks.isOver() { lexOne() }
    position = end
    append(.endOfFile, from: position)
  }

  /// The tokens with the comments between them.
  package var list: TokenList {
    TokenList(file: file, start: part.start, tokens: tokens, comments: comments)
  }

  var end: Int { part.end }

  func peek(_ distance: Int = 0) -> UInt8 {
    let index = position + distance
    return index < end ? bytes[index] : 0
  }

  mutating func append(_ kind: Token.Kind, from start: Int) {
    tokens.append(
      Token(
        kind: kind, range: SourceRange(start, position), startsLine: startsLine,
        hasSpaceBefore: hasSpaceBefore))
    startsLine = false
    hasSpaceBefore = false
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ range: SourceRange, why reason: String? = nil,
    fix: String? = nil, edits: [TextEdit] = []
  ) {
    sink.report(
      Diagnostic(
        code, message, in: file, at: range, why: reason, fixes: fix.map { [$0] } ?? [],
        edits: edits))
  }

  /// Reports characters that some editors show as the end of a line, since a rule may then seem to follow a comment
  /// that does not end. Warns of characters that change the direction of text, which may disguise it, once for each
  /// line.
  private mutating func reportHiddenCharacters() {
    var (offset, warned) = (part.start, -1)
    // Text before the first word hides nothing.
    let begin = bytes[part.start..<end].firstIndex { $0 != 32 && !(9...13).contains($0) } ?? end
    for scalar in file.text(part).unicodeScalars {
      defer { offset += UTF8.width(scalar) }
      guard scalar.looksLikeLineEnd || scalar.turnsDirection else { continue }
      let range = SourceRange(offset, offset + UTF8.width(scalar))
      let name = "U+" + Self.hexadecimal(scalar)
      if scalar.looksLikeLineEnd {
        if offset < begin { continue }
        if scalar == "\r", range.end < end, bytes[range.end] == UInt8(ascii: "\n") {
          continue
        }
        report(
          .hiddenCharacter,
          "\(name) looks like the end of a line, but is not one", range,
          fix: "end lines with a line feed, with or without a carriage return before it")
      } else {
        let line = file.location(of: offset).line
        if line == warned { continue }
        warned = line
        sink.report(
          Diagnostic(
            .hiddenCharacter,
            "\(name) changes the direction of the text",
            in: file, at: range, why: "editors may show the text in another order",
            fixes: ["leave \(name) out"], severity: .warning))
      }
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  private mutating func lexOne() {
    let byte = peek()
    switch byte {
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), 0x0B, 0x0C:
      position += 1
      hasSpaceBefore = true
    case UInt8(ascii: "\n"):
      position += 1
      startsLine = true
      hasSpaceBefore = true
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"): lexLineComment()
    case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"): lexBlockComment()
    case UInt8(ascii: "0")...UInt8(ascii: "9"): lexNumber()
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      lexIdentifier()
    case UInt8(ascii: "\""): lexString()
    case 0x80...: lexBeyondASCII()
    default:
      if lexForeign() { return }
      let own = symbol()
      if let (kind, length) = foreignSign(insteadOf: own) ?? own {
        let start = position
        position += length
        if kind == .leftBrace || kind == .rightBrace {
          isInWords = kind == .leftBrace && isBehindWords
        }
        append(kind, from: start)
      } else {
        lexInvalid()
      }
    }
  }

  /// Whether the last two tokens are `words` and a name.
  private var isBehindWords: Bool {
    let last = tokens.suffix(2)
    return last.count == 2 && last.allSatisfy { $0.kind == .identifier }
      && last.first.map { file.text($0.range) == "words" } ?? false
  }

  private mutating func lexLineComment() {
    let start = position
    while position < end, peek() != UInt8(ascii: "\n") { position += 1 }
    hasSpaceBefore = true
    let slashes = bytes[start..<position].prefix { $0 == UInt8(ascii: "/") }.count
    comments.append(.init(range: SourceRange(start, position), isDocumentation: slashes == 3))
  }

  private mutating func lexBlockComment() {
    let start = position
    var depth = 0
    repeat {
      if peek() == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
        depth += 1
        position += 2
      } else if peek() == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
        depth -= 1
        position += 2
      } else {
        if peek() == UInt8(ascii: "\n") { startsLine = true }
        position += 1
      }
    } while depth > 0 && position < end
    hasSpaceBefore = true
    if depth > 0 { position = end }
    comments.append(.init(range: SourceRange(start, position), isDocumentation: false))
    if depth > 0 {
      let line = bytes[start..<end].prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let isShort = line.dropFirst(2).contains { $0 > UInt8(ascii: " ") }
      report(
        .unclosedComment,
        "this comment is not closed before the end of the file", SourceRange(start, start + 2),
        fix: "add '*/'",
        edits: isShort ? [.init(SourceRange(line.endIndex, line.endIndex), " */")] : [])
    }
  }

  private mutating func lexIdentifier() {
    let start = position
    while position < end {
      let byte = peek()
      if byte < 0x80 {
        guard byte.isWordByte else { break }
        position += 1
      } else {
        guard let (scalar, length) = scalarHere(), scalar.properties.isXIDContinue else { break }
        position += length
      }
    }
    if position - start > Self.longestName {
      report(
        .tooLarge,
        "the name '\(shortened(start))' is longer than the maximum of"
          + " \(Self.longestName) bytes", SourceRange(start, position))
      return append(.invalid, from: start)
    }
    append(.identifier, from: start)
  }

  private mutating func lexNumber() {
    let start = position
    while peek().isWordByte { position += 1 }
    if peek() == UInt8(ascii: "."), (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(peek(1)) {
      position += 1
      while peek().isWordByte { position += 1 }
      report(
        .invalidNumber,
        "'\(shortened(start))' has a fraction",
        SourceRange(start, position), why: "the numbers of a spec are whole",
        fix: "count in a smaller unit, such as tenths")
      append(.invalid, from: start)
      return
    }
    let isLong = position - start > Self.longestNumber
    let text = isLong ? "" : file.text(SourceRange(start, position))
    if isLong || IntegerLiteral.magnitude(text) == nil {
      let isNumber = bytes[start..<position].allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
      }
      let count = withoutUnit(text)
      report(
        .invalidNumber,
        isNumber
          ? "the number '\(shortened(start))' is too large: whole numbers have 64 bits"
          : "'\(shortened(start))' is neither a number nor a name",
        SourceRange(start, position),
        fix: count.map { "leave the unit out: '\($0)'" },
        edits: count.map { [.init(SourceRange(start, position), $0)] } ?? [])
      append(.invalid, from: start)
    } else {
      append(.integer, from: start)
    }
  }

  /// Returns the number of `3s`; nil for anything else.
  private func withoutUnit(_ text: String) -> String? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = [
      "s", "ms", "sec", "seconds", "min", "minutes", "m", "h", "d", "days", "ticks", "x",
    ]
    return !digits.isEmpty && units.contains(String(text.dropFirst(digits.count)))
      ? String(digits) : nil
  }

  /// Returns the text from `start` on, shortened for a message.
  private func shortened(_ start: Int) -> String {
    let cut = min(position, start + 40)
    return file.text(SourceRange(start, cut)) + (cut < position ? "…" : "")
  }

  private func scalarHere() -> (Unicode.Scalar, Int)? {
    let next = min(position + 4, end)
    var decoder = UTF8()
    var iterator = bytes[position..<max(position, next)].makeIterator()
    guard position < next, case .scalarValue(let scalar) = decoder.decode(&iterator) else {
      return nil
    }
    return (scalar, UTF8.width(scalar))
  }

  private mutating func lexBeyondASCII() {
    guard let (scalar, length) = scalarHere() else { return lexInvalid() }
    if scalar.properties.isWhitespace || scalar == "\u{FEFF}" || scalar == "\u{200B}" {
      position += length
      hasSpaceBefore = true
    } else if scalar.properties.isXIDStart {
      lexIdentifier()
    } else {
      lexInvalid()
    }
  }

  /// Lexes a run of invalid characters as one mistake.
  private mutating func lexInvalid() {
    let start = position
    let first = scalarHere()
    position += first?.1 ?? 1
    // A run of one character is one mistake.
    if let first { while let (next, length) = scalarHere(), next == first.0 { position += length } }
    let isResult = tokens.last?.kind == .rightParen && isInFunc && first?.0 == "→"
    let word = first.flatMap { ForeignWord.find(String($0.0), in: .sign) }
    let ours = isResult ? "->" : word?.ours
    let fix = isResult ? "write '->'" : word?.help
    while position < end, fix == nil {
      let byte = peek()
      if byte <= UInt8(ascii: " ") && byte != 0 || byte.isWordByte || symbol() != nil {
        break
      }
      if byte >= 0x80, let (scalar, _) = scalarHere() {
        if scalar.properties.isXIDStart || ForeignWord.find(String(scalar), in: .sign) != nil {
          break
        }
      }
      position += byte >= 0x80 ? (scalarHere()?.1 ?? 1) : 1
    }
    let isQuote = first.map { "“”„‘’‚«»".unicodeScalars.contains($0.0) } ?? false
    var isText = isInWords
    if let last = tokens.last, file.text(last.range) == "use" { isText = true }
    if isQuote, isInWords, lexCurlyText(from: start) { return }
    let quoted = isText ? "write '\"'" : "write '.name': a case has no quotes"
    let isInvalidUTF8 = first?.0 == "\u{FFFD}" && file.invalidUTF8.contains(where: part.contains)
    if !isInvalidUTF8 {
      report(
        .foreignOperator,
        "'\(Self.printable(shortened(start)))' is not part of the language",
        SourceRange(start, position), fix: isQuote ? quoted : fix,
        edits: ours.map { [.init(SourceRange(start, position), $0)] } ?? [])
    }
    append(.invalid, from: start)
  }

  private mutating func lexString() {
    let start = position
    position += 1
    while position < end, peek() != UInt8(ascii: "\""), peek() != UInt8(ascii: "\n") {
      position += peek() == UInt8(ascii: "\\") && peek(1) != UInt8(ascii: "\n") ? 2 : 1
    }
    position = min(position, end)
    let isClosed = peek() == UInt8(ascii: "\"")
    if isClosed { position += 1 }
    if isInWords {
      if isClosed { return append(.text, from: start) }
      report(
        .unclosedText,
        "this text is not closed before the end of its line", SourceRange(start, position),
        fix: "add '\"'")
      return append(.invalid, from: start)
    }
    if let last = tokens.last, last.kind == .identifier, last.startsLine,
      file.text(last.range) == "use"
    {
      return append(.path, from: start)
    }
    report(
      .noStrings,
      "specs have no strings", SourceRange(start, position),
      fix: "declare an enum: 'enum Title { short, long }'")
    append(.invalid, from: start)
  }

  /// Returns text with control characters replaced by their numbers, so that an error never garbles a terminal.
  private static func printable(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      scalar.value < 0x20 || scalar.value == 0x7F
        ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }.joined()
  }

  func symbol() -> (Token.Kind, Int)? {
    let (first, second, third) = (peek(), peek(1), peek(2))
    func next(_ character: Unicode.Scalar) -> Bool { second == UInt8(ascii: character) }
    switch first {
    case UInt8(ascii: "("): return (.leftParen, 1)
    case UInt8(ascii: ")"): return (.rightParen, 1)
    case UInt8(ascii: "{"): return (.leftBrace, 1)
    case UInt8(ascii: "}"): return (.rightBrace, 1)
    case UInt8(ascii: "["): return (.leftBracket, 1)
    case UInt8(ascii: "]"): return (.rightBracket, 1)
    case UInt8(ascii: ","): return (.comma, 1)
    case UInt8(ascii: ":"): return (.colon, 1)
    case UInt8(ascii: ";"): return (.semicolon, 1)
    case UInt8(ascii: "#"): return (.hash, 1)
    case UInt8(ascii: "."):
      guard next(".") else { return (.dot, 1) }
      if third == UInt8(ascii: ".") { return (.closedRange, 3) }
      return third == UInt8(ascii: "<") ? (.halfOpenRange, 3) : (.dot, 1)
    case UInt8(ascii: "?"): return next("?") ? (.questionQuestion, 2) : (.question, 1)
    case UInt8(ascii: "!"): return next("=") ? (.bangEqual, 2) : (.bang, 1)
    case UInt8(ascii: "="): return next("=") ? (.equalEqual, 2) : (.equal, 1)
    case UInt8(ascii: "<"): return next("=") ? (.lessEqual, 2) : (.less, 1)
    case UInt8(ascii: ">"): return next("=") ? (.greaterEqual, 2) : (.greater, 1)
    case UInt8(ascii: "+"): return next("=") ? (.plusEqual, 2) : (.plus, 1)
    case UInt8(ascii: "-"):
      if next(">") { return (.arrow, 2) }
      return next("=") ? (.minusEqual, 2) : (.minus, 1)
    case UInt8(ascii: "*"): return next("=") ? (.starEqual, 2) : (.star, 1)
    case UInt8(ascii: "/"): return next("=") ? (.slashEqual, 2) : (.slash, 1)
    case UInt8(ascii: "%"): return next("=") ? (.percentEqual, 2) : (.percent, 1)
    case UInt8(ascii: "&"): return next("&") ? (.andAnd, 2) : nil
    case UInt8(ascii: "|"): return next("|") ? (.orOr, 2) : nil
    default: return nil
    }
  }
}

/// A reader of whole numbers in the syntax of Swift: decimal, `0x`, `0b`, `0o`, with `_` between digits.
package enum IntegerLiteral {
  /// Returns the value; nil if the text is not a number or does not fit in 64 bits.
  package static func magnitude(_ text: String) -> UInt64? {
    var digits = text
    var radix = 10
    if text.utf8.first == UInt8(ascii: "0") {
      for (prefix, base) in [("0x", 16), ("0b", 2), ("0o", 8)] where text.hasPrefix(prefix) {
        digits = String(text.dropFirst(2))
        radix = base
      }
    }
    guard let first = digits.first, first != "_", first != "+", first != "-" else { return nil }
    return UInt64(digits.filter { $0 != "_" }, radix: radix)
  }
}
