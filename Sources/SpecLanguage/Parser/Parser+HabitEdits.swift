import Semantics

/// The correction of the tokens of a form.
extension Parser {
  /// The corrected tokens of a form, with the edits that write them.
  struct Correction {
    var edits: [Edit] = []
    var tokens: [Token] = []
    /// Whether each part of the form stays in its place. Reports about a moved part would name a wrong place.
    var keepsParts = true
  }

  /// Returns the correction of a form; nil if it has no edit.
  mutating func correction(_ habit: Habit, _ match: Habit.Match) -> Correction? {
    guard let edit = habit.edit else { return nil }
    var result = Correction()
    result.keepsParts = !habit.skips
    var cursor = match.whole.lowerBound
    if edit == "-" {
      result.edits.append(leavingStatementOut(match.whole))
      write(lexed(";"), over: match.whole, in: &result)
      return result
    }
    if edit.hasPrefix("@") {
      let fault = match.parts["0"] ?? match.whole
      result.tokens += tokens[cursor..<fault.lowerBound]
      replaceFault(fault, by: filled(edit.dropFirst().drop { $0 == " " }, match), in: &result)
      result.tokens += tokens[fault.upperBound..<max(fault.upperBound, match.whole.upperBound)]
      return result
    }
    var plain = ""
    for piece in pieces(of: edit, match) {
      if let part = piece.part, part.last == "~", let places = match.parts[String(part.dropLast())],
        places.lowerBound >= cursor, !places.isEmpty
      {
        replaceGap(cursor..<places.lowerBound, by: plain, hasNext: true, in: &result)
        leaveWordsOut(places, of: match, in: &result)
        (cursor, plain) = (places.upperBound, "")
      } else if let part = piece.part, let places = match.parts[String(part)],
        places.lowerBound >= cursor, !places.isEmpty
      {
        replaceGap(cursor..<places.lowerBound, by: plain, hasNext: true, in: &result)
        result.tokens += tokens[places]
        if plain.last?.isNewline == true {
          result.tokens[result.tokens.count - places.count].startsLine = true
        }
        cursor = places.upperBound
        plain = ""
      } else {
        if let part = piece.part, match.parts[String(part)]?.isEmpty != true, !"()".contains(part) {
          result.keepsParts = false
        }
        let more = piece.part.flatMap { text($0, match) } ?? piece.text
        // An omitted part leaves no second space.
        plain += plain.last == " " && more.first == " " ? more.dropFirst() : more[...]
      }
    }
    replaceGap(cursor..<match.whole.upperBound, by: plain, hasNext: false, in: &result)
    return result
  }

  /// Returns an edit without the words that it keeps at its ends.
  func trimmed(_ edit: Edit) -> Edit {
    var (old, new) = (file.text(edit.range)[...], edit.text[...])
    var range = edit.range
    func isBoundary(_ text: Substring, _ place: String.Index) -> Bool {
      place == text.startIndex || place == text.endIndex || text[place].isWhitespace
        || text[text.index(before: place)].isWhitespace
    }
    func keptEnd(_ old: Substring, _ new: Substring) -> Int {
      (0...zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count).last {
        isBoundary(old, old.index(old.endIndex, offsetBy: -$0))
          && isBoundary(new, new.index(new.endIndex, offsetBy: -$0))
      } ?? 0
    }
    func keptStart(_ old: Substring, _ new: Substring) -> Int {
      (0...zip(old, new).prefix { $0 == $1 }.count).last {
        isBoundary(old, old.index(old.startIndex, offsetBy: $0))
          && isBoundary(new, new.index(new.startIndex, offsetBy: $0))
      } ?? 0
    }
    let end = keptEnd(old, new)
    range.end -= old.suffix(end).utf8.count
    (old, new) = (old.dropLast(end), new.dropLast(end))
    let start = keptStart(old, new)
    range.start += old.prefix(start).utf8.count
    return Edit(range, String(new.dropFirst(start)))
  }

  /// Leaves out the words, dots and values with which other languages declare fields and cases.
  private mutating func leaveWordsOut(
    _ places: Range<Int>, of match: Habit.Match, in result: inout Correction
  ) {
    let isEnum = text(tokens[match.whole.lowerBound]) == "enum"
    var place = places.lowerBound
    while place < places.upperBound {
      let (token, next) = (tokens[place], tokens[place + 1])
      let isWord =
        ["case", "val", "var", "let"].contains(text(token)) && next.kind == .identifier
      let isDot = token.kind == .dot && tokens[place - 1].kind != .identifier
      let isValue = isEnum && token.kind == .equal
      if isWord || isDot && isEnum {
        result.edits.append(Edit(SourceRange(token.range.start, next.range.start), ""))
      } else if isValue {
        withdraw(next)
        result.edits.append(
          Edit(SourceRange(tokens[place - 1].range.end, next.range.end), ""))
        place += 1
      } else {
        result.tokens.append(token)
        if place > 0, tokens[place - 1].startsLine, !token.startsLine {
          result.tokens[result.tokens.count - 1].startsLine =
            result.tokens.dropLast().last?.kind != .identifier
        }
      }
      place += 1
    }
  }

  /// Replaces the tokens and the blank space between two parts, before the first one or after the last one.
  private mutating func replaceGap(
    _ places: Range<Int>, by text: String, hasNext: Bool, in result: inout Correction
  ) {
    let new = lexed(text)
    var isSame = new.count == places.count
    for (place, one) in zip(places, new) {
      isSame = isSame && one.text == self.text(tokens[place]) && !isForeign(tokens[place])
    }
    if isSame {
      result.tokens += tokens[places]
      return
    }
    if new.isEmpty, hasNext || result.tokens.isEmpty {
      result.edits.append(leavingOut(places))
      return
    }
    let isTight = result.tokens.isEmpty && [",", ":", ";"].contains(new.first?.text)
    let start =
      result.tokens.isEmpty && !isTight
      ? tokens[places.lowerBound].range.start : tokens[max(0, places.lowerBound - 1)].range.end
    // The parts of a body stay on their lines.
    let isBroken = hasNext && !places.isEmpty && tokens[places.upperBound].startsLine
    let end =
      hasNext && !isBroken
      ? tokens[places.upperBound].range.start
      : places.isEmpty ? start : tokens[places.upperBound - 1].range.end
    var shown = text
    if result.tokens.isEmpty, !isTight, start == previousEnd(of: places.lowerBound), start > 0,
      !Self.isOpening(tokens[places.lowerBound - 1]), tokens[places.lowerBound - 1].kind != .bang
    {
      shown = " " + shown
    }
    while !hasNext || isBroken, shown.last == " " { shown.removeLast() }
    for place in places { withdraw(tokens[place]) }
    result.edits.append(Edit(SourceRange(start, end), shown))
    write(new, over: places, in: &result)
  }

  /// Returns whether the lexer has reported a token.
  func isForeign(_ token: Token) -> Bool {
    token.kind == .invalid || file.text(token.range).hasPrefix("\\")
  }

  /// Returns an edit that removes a statement, and the `;` before it if there is none after it.
  private func leavingStatementOut(_ places: Range<Int>) -> Edit {
    let (before, last) = (tokens[max(0, places.lowerBound - 1)], tokens[places.upperBound - 1])
    if before.kind != .semicolon, tokens[places.upperBound].kind == .semicolon {
      return leavingOut(places.lowerBound..<places.upperBound + 1)
    }
    guard before.kind == .semicolon, last.kind != .semicolon else { return leavingOut(places) }
    return Edit(before.range.union(last.range), "")
  }

  /// Replaces the faulty tokens; the space around them stays, as far as the new text allows.
  private mutating func replaceFault(
    _ places: Range<Int>, by text: String, in result: inout Correction
  ) {
    for place in places { withdraw(tokens[place]) }
    let new = lexed(text)
    if new.isEmpty {
      result.edits.append(leavingOut(places))
      return
    }
    let next = tokens[min(places.upperBound, tokens.count - 1)]
    var range = tokens[places.lowerBound].range.union(tokens[places.upperBound - 1].range)
    var shown = text
    if places.lowerBound > 0 {
      let before = tokens[places.lowerBound - 1]
      if let first = text.first, ",;:(\n\r\n".contains(first) {
        range.start = before.range.end
      } else if before.range.end == range.start, !Self.isOpening(before), before.kind != .bang,
        text.first != "?", text.first != "."
      {
        shown = " " + shown
      }
    }
    if next.range.start == range.end, let last = text.last, last.isLetter || last == ";",
      next.kind == .identifier || next.kind == .integer
    {
      shown += " "
    }
    result.edits.append(Edit(range, shown))
    write(new, over: places, in: &result)
  }

  /// Appends new tokens, with the ranges of the tokens that they replace.
  private func write(_ new: [Written], over places: Range<Int>, in result: inout Correction) {
    let end =
      places.isEmpty ? previousEnd(of: places.lowerBound) : tokens[places.upperBound - 1].range.end
    for (count, one) in new.enumerated() {
      var token = one.token
      let place = places.lowerBound + count
      token.range = place < places.upperBound ? tokens[place].range : SourceRange(end, end)
      if count == new.count - 1 { token.range.end = max(token.range.end, end) }
      result.tokens.append(token)
    }
  }

  private func previousEnd(of place: Int) -> Int { place > 0 ? tokens[place - 1].range.end : 0 }

  private typealias Written = (text: String, token: Token)

  /// Returns the tokens of a text, and remembers their texts.
  private mutating func lexed(_ text: String) -> [Written] {
    let source = SourceFile(path: "", text: text)
    return Lexer(source).tokens.dropLast().enumerated().map { count, token in
      var token = token
      let word = source.text(token.range)
      if count == 0 {
        token.startsLine = text.first?.isNewline == true
        token.hasSpaceBefore = text.first?.isWhitespace == true
      }
      token.written = number(of: word)
      return (word, token)
    }
  }
}
