import Semantics

/// The search for habits of other languages in the tokens, their reports and corrections.
extension Parser {
  /// The greatest number of tokens in a part of a form.
  private static let longestPart = 300

  /// Reports a habit that matches here, and corrects its tokens.
  ///
  /// - Parameter start: the first token of the form, for a form that ends after the current token.
  /// - Returns: whether parsing continues with the corrected text, from the start of the form.
  /// - Throws: `Failure` if there is no correction.
  mutating func takeHabit(_ place: Habit.Place, from start: Int? = nil) throws(Failure) -> Bool {
    guard !sink.isFull, let table = Habit.table(of: place, isRight: !looksForHabits) else {
      return false
    }
    let isInfix = [.comparison, .condition, .member].contains(place)
    if isInfix, token.startsLine { return false }
    let first = isInfix ? index : start ?? index
    let word = text(tokens[first])
    let kind = place == .statement ? declared[word] : place == .step ? declared["on " + word] : nil
    let isCalled =
      kind.map { place == .step || $0 == "func" || $0.first?.isLowercase != true } ?? false
    for habit in table.habits(beginningWith: word) {
      guard habit.beginnings == nil || !isCalled,
        let match = match(habit, from: first, left: isInfix ? start : nil)
      else { continue }
      // A name of the author's is not a foreign word.
      if place == .value, habit.beginnings != nil,
        isOwn(word) && !Self.reservedWords.contains(word) || tokens[first].written > 0
      {
        continue
      }
      if isInfix, place != .member, match.parts["0"]?.contains(where: { isOwnWord($0) }) == true {
        continue
      }
      let edit = correction(habit, match)
      report(habit, match, edit?.edits ?? [])
      guard let edit, edit.keepsParts else {
        // The lexer's reports about the skipped tokens are withdrawn later.
        index = match.rest ?? (edit == nil ? max(index, match.error) : match.whole.upperBound)
        throw Failure()
      }
      replaceTokens(match.whole, by: edit.tokens)
      return true
    }
    return false
  }

  /// Returns whether a token is a declared name, and not a word of the language.
  private func isOwnWord(_ place: Int) -> Bool {
    let word = text(tokens[place])
    return tokens[place].kind == .identifier && !["is", "in"].contains(word) && isOwn(word)
  }

  // MARK: Finding

  /// Returns the tokens that a form matches.
  ///
  /// - Parameter left: the first token of the operand before the form.
  private func match(_ habit: Habit, from start: Int, left: Int?) -> Habit.Match? {
    var match = Habit.Match(whole: (left ?? start)..<start, error: index)
    if let left { match.parts["left"] = left..<start }
    guard let end = end(of: habit.atoms[...], at: start, depth: 0, &match) else { return nil }
    match.whole = (left ?? start)..<max(match.end ?? end, start + 1)
    match.parts["all"] = match.whole
    match.error = match.fault?.lowerBound ?? match.error
    match.parts["0"] = match.fault ?? match.error..<match.error + 1
    for condition in habit.conditions where !holds(condition, &match) { return nil }
    return match
  }

  /// Returns the token after the matched tokens; nil if they do not match.
  private func end(
    of atoms: ArraySlice<Habit.Atom>, at place: Int, depth: Int, _ match: inout Habit.Match
  ) -> Int? {
    guard let atom = atoms.first else { return place }
    let rest = atoms.dropFirst()
    let token = tokens[min(place, tokens.count - 1)]
    let isOver =
      token.kind == .endOfFile || depth == 0 && token.startsLine && place > match.whole.lowerBound
    /// Matches the rest after a part.
    func goOn(_ end: Int, _ match: inout Habit.Match, depth change: Int = 0) -> Int? {
      let saved = match
      match.parts[atom.number] = place..<end
      if let name = atom.name { match.parts[name] = place..<end }
      if atom.isFault { match.fault = (match.fault?.lowerBound ?? place)..<end }
      if let end = self.end(of: rest, at: end, depth: depth + change, &match) { return end }
      match = saved
      return nil
    }
    func leaveOut(_ match: inout Habit.Match) -> Int? {
      guard atom.isOptional else { return nil }
      match.parts[atom.number] = place..<place
      if let name = atom.name { match.parts[name] = place..<place }
      return end(of: rest, at: place, depth: depth, &match)
    }
    var holds = false
    switch atom.kind {
    case .word(let words):
      guard !isOver, words.contains(text(token)) || words.contains(text(token).lowercased()) else {
        return leaveOut(&match)
      }
      let change = Self.isOpening(token) ? 1 : Self.isClosing(token) ? -1 : 0
      return goOn(place + 1, &match, depth: change) ?? leaveOut(&match)
    case .parentheses:
      guard !isOver, token.kind == .leftParen, closings[place] >= 0 else {
        return leaveOut(&match)
      }
      return goOn(Int(closings[place]) + 1, &match)
    case .name(let kind):
      return !isOver && fits(token, kind) ? goOn(place + 1, &match) : nil
    case .syntax(let syntax):
      var trial = copy()
      trial.index = place
      guard !isOver, (try? trial.parse(syntax)) != nil else { return nil }
      return goOn(trial.index, &match)
    case .span(let least):
      var position = place
      while position - place < Self.longestPart {
        if !rest.isEmpty, position - place >= least, let end = goOn(position, &match) {
          return end
        }
        let token = tokens[min(position, tokens.count - 1)]
        let isOver =
          token.kind == .endOfFile || Self.isClosing(token)
          || depth == 0
            && (token.kind == .semicolon || token.startsLine && position > match.whole.lowerBound)
        if isOver { break }
        if Self.isOpening(token), closings[position] < 0 { return nil }
        position = Self.isOpening(token) ? Int(closings[position]) + 1 : position + 1
      }
      return rest.isEmpty && position - place >= least ? goOn(position, &match) : nil
    case .error:
      match.error = place
      holds = place == index
    case .ahead:
      match.end = place
      holds = true
    case .end: holds = isOver || [.rightBrace, .semicolon].contains(token.kind)
    case .touching: holds = !token.hasSpaceBefore
    case .apart: holds = token.hasSpaceBefore
    case .except(let words): holds = isOver || !words.contains(text(token))
    case .closure:
      guard let closure = closure(at: place), closure.body != nil || place == index else {
        return nil
      }
      (match.texts["n"], match.texts["b"]) = (closure.names, closure.body)
      if atom.isFault { match.fault = closure.start..<closure.start + 1 }
      return self.end(of: rest, at: closure.end, depth: depth, &match)
    case .rest:
      var depth = depth
      var position = place
      while depth >= 0, tokens[position].kind != .endOfFile {
        depth += Self.isOpening(tokens[position]) ? 1 : Self.isClosing(tokens[position]) ? -1 : 0
        position += 1
      }
      match.rest = max(place, position - 1)
      return place
    }
    return holds ? end(of: rest, at: place, depth: depth, &match) : nil
  }

  private mutating func parse(_ syntax: Habit.Atom.Syntax) throws(Failure) {
    switch syntax {
    case .primary: _ = try parsePrefix(stopsAtQuestion: false)
    case .value: _ = try parseBinary(minimum: .coalescing)
    case .condition: _ = try parseBinary(minimum: .disjunction)
    case .pattern: _ = try parsePattern()
    }
  }

  static func isOpening(_ token: Token) -> Bool {
    token.kind == .leftParen || token.kind == .leftBracket || token.kind == .leftBrace
  }

  static func isClosing(_ token: Token) -> Bool {
    token.kind == .rightParen || token.kind == .rightBracket || token.kind == .rightBrace
  }

  /// Returns whether a token is a number, a text or a name of the kind that the form requires.
  func fits(_ token: Token, _ kind: String) -> Bool {
    switch kind {
    case "begin" where token.kind != .identifier:
      return [.integer, .dot, .leftParen, .leftBracket, .minus, .bang].contains(token.kind)
    case "int": return token.kind == .integer
    case "any": return true
    case "case": return token.kind == .invalid && isCase(file.text(token.range))
    case "text": return token.kind == .invalid && file.text(token.range).hasPrefix("\"")
    case "named" where token.kind == .invalid: return fits(token, "text")
    case _ where token.kind != .identifier: return false
    case "", "named": return true
    case "begin":
      return !Self.joints.contains(text(token))
    case "upper": return text(token).first?.isUppercase == true
    case "foreign":
      return !Self.declarationWords.contains(text(token)) && !isWord(["rule", "otherwise"])
    case "typename": return isTypeName(token)
    case "!typename": return !isTypeName(token)
    case _ where kind.hasSuffix("*"): return text(token).hasPrefix(kind.dropLast())
    default: break
    }
    let known = declared[text(token)]
    return switch kind {
    case "event": declared["on " + text(token)] != nil
    case "variable": known.map { $0.first?.isLowercase != true } ?? false
    case "type": ["enum", "struct", "symmetric", "type"].contains(known)
    case "name": known?.first?.isLowercase != false
    case "number": known.map { $0.first?.isNumber == true || $0 == "Int" || $0 == "Count" } ?? false
    case _ where kind.hasSuffix("[]"): declared[text(token) + "[]"] == String(kind.dropLast(2))
    case "known": known != nil
    case "unknown": known == nil
    default: known.map { kind.split(separator: "|").contains(Substring($0)) } ?? false
    }
  }

  /// Returns whether a text is the name of a case in quotes.
  private func isCase(_ text: String) -> Bool {
    guard text.hasPrefix("\"") || text.hasPrefix("'"), text.count > 2 else { return false }
    let name = String(text.dropFirst().dropLast())
    var isInEnum = false
    for (place, token) in tokens.enumerated() {
      if token.kind == .identifier, token.startsLine, file.text(token.range) == "enum" {
        isInEnum = true
      }
      if isInEnum, token.kind == .identifier,
        [.leftBrace, .comma].contains(tokens[max(0, place - 1)].kind),
        file.text(token.range) == name
      {
        return true
      }
      if token.kind == .rightBrace { isInEnum = false }
    }
    return false
  }

  /// Returns whether a value ends before a token.
  private func endsValue(_ place: Int) -> Bool {
    let token = tokens[min(place, tokens.count - 1)]
    return token.startsLine
      || [.rightBrace, .rightParen, .comma, .semicolon, .endOfFile].contains(token.kind)
  }

  /// Returns the closure at a token, in braces or between parentheses: `{ $0.seen }`, `(where: { x in p })`, `(x => p)`.
  private func closure(at place: Int) -> (names: String?, body: String?, start: Int, end: Int)? {
    var start = place
    let isArgument = tokens[place].kind == .leftParen && !tokens[place].hasSpaceBefore
    if isArgument {
      let isLabelled = tokens[min(place + 2, tokens.count - 1)].kind == .colon
      start += isLabelled ? 3 : 1
    }
    guard isArgument || tokens[place].kind == .leftBrace, start < tokens.count - 1 else {
      return nil
    }
    let isBraced = tokens[start].kind == .leftBrace
    let close = Int(closings[isBraced ? start : place])
    guard close > start else { return nil }
    let end = isArgument ? Int(closings[place]) + 1 : close + 1
    if isArgument, isBraced, close + 2 != end { return nil }
    let first = isBraced ? start + 1 : start
    let isTuple = tokens[first].kind == .leftParen && closings[first] >= 0
    let arrow = isTuple ? Int(closings[first]) + 1 : first + 1
    let isFat = tokens[arrow].kind == .equal && tokens[arrow + 1].kind == .greater
    let isIn = isBraced && text(tokens[arrow]) == "in"
    if tokens[arrow].kind == .arrow || isFat || isIn {
      let body = arrow + (isFat ? 2 : 1)
      if isIn, !isArgument, !allowsBlocks { return nil }
      guard body < close, arrow < close else { return nil }
      let isSingle = isTuple && arrow - first == 3
      return (
        words(isSingle ? first + 1 : first, isSingle ? arrow - 1 : arrow), words(body, close),
        start,
        end
      )
    }
    guard isBraced else { return nil }
    let isIt = (allowsBlocks || text(tokens[first]) == "it") && !isLocal("it")
    let used = tokens[first..<close].filter {
      ["$", isIt ? "it" : "$"].contains(file.text($0.range))
    }
    guard !used.isEmpty else { return nil }
    for (sign, number) in zip(tokens[first..<close], tokens[first..<close].dropFirst())
    where file.text(sign.range) == "$" && file.text(number.range) != "0" {
      return (nil, nil, start, end)
    }
    let name = declared["x"] == nil ? "x" : "element"
    var body = ""
    var position = tokens[first].range.start
    for token in used {
      body += file.text(SourceRange(position, token.range.start)) + name
      // `$0` is two tokens.
      position = token.range.end + (file.text(token.range) == "$" ? 1 : 0)
    }
    body += file.text(SourceRange(position, tokens[close - 1].range.end))
    return (name, body, start, end)
  }

  // MARK: Reporting

  private mutating func report(_ habit: Habit, _ match: Habit.Match, _ edits: [Edit]) {
    let fault = match.parts["0"] ?? match.whole
    let place = tokens[fault.lowerBound].range.union(tokens[fault.upperBound - 1].range)
    var help = habit.help.map { filled($0, match, limit: 40) }
    if help == nil || help?.hasPrefix("~") == true, let edit = habit.edit {
      let ours = filled(edit.hasPrefix("@") ? String(edit.dropFirst()) : edit, match)
      let short = help.map { String($0.dropFirst()) }
      help =
        ["@", "-"].contains(edit)
        ? "leave '\(file.text(place).prefix(40))' out"
        : "write '\(ours.count > 60 ? short ?? ours.prefix(60) + "…" : ours)'"
    }
    sink.withdraw { $0.range.start == place.start }
    for place in match.whole where isForeign(tokens[place]) { withdraw(tokens[place]) }
    report(
      habit.code, filled(habit.message, match, limit: 40), place, fix: help, edits: edits)
  }

  /// Returns the text of a part; nil if there is none of that name.
  private func text(_ part: Substring, _ match: Habit.Match) -> String? {
    if let text = match.texts[String(part)] { return text }
    if part == "(" || part == ")" { return endsValue(match.whole.upperBound) ? "" : String(part) }
    if part == "found" { return describe(tokens[match.error]) }
    if let places = match.parts[String(part)] { return words(places.lowerBound, places.upperBound) }
    let ends = part.split(separator: "&")
    if ends.count == 2, let first = match.parts[String(ends[0])],
      let last = match.parts[String(ends[1])]
    {
      return words(first.lowerBound, max(first.upperBound, last.upperBound))
    }
    return changed(part, match)
  }

  /// Returns a template filled with the parts of a form.
  private func filled(_ template: some StringProtocol, _ match: Habit.Match, limit: Int = .max)
    -> String
  {
    pieces(of: String(template), match).map { piece in
      let text = piece.part.flatMap { self.text($0, match) } ?? piece.text
      return piece.part != nil && text.count > limit ? text.prefix(limit) + "…" : text
    }.joined()
  }

  /// Splits a template into its plain texts and the names of parts.
  private func pieces(
    of template: String, _ match: Habit.Match
  ) -> [(text: String, part: Substring?)] {
    var pieces: [(text: String, part: Substring?)] = []
    var plain = ""
    var rest = template[...]
    while let first = rest.first {
      if first == "<", let close = rest.firstIndex(of: ">"),
        text(rest[rest.index(after: rest.startIndex)..<close], match) != nil
      {
        var part = rest[rest.index(after: rest.startIndex)..<close]
        rest = rest[rest.index(after: close)...]
        let isCompound = isCompound(part, match)
        if let sign = isCompound == nil ? nil : part.firstIndex(of: "(") { part = part[..<sign] }
        pieces.append((isCompound == true ? plain + "(" : plain, nil))
        pieces.append(("", part))
        plain = isCompound == true ? ")" : ""
      } else {
        plain.append(first == "⏎" ? "\n" : first)
        rest = rest.dropFirst()
      }
    }
    return (pieces + [(plain, nil)]).filter { $0.part != nil || !$0.text.isEmpty }
  }

  /// Returns whether a part needs parentheses; nil if the template does not ask for them.
  private func isCompound(_ name: Substring, _ match: Habit.Match) -> Bool? {
    guard let sign = ["()", "(!)"].first(where: name.hasSuffix),
      let places = match.parts[String(name.dropLast(sign.count))]
    else { return nil }
    var place = places.lowerBound
    while place < places.upperBound {
      let (kind, word) = (tokens[place].kind, text(tokens[place]))
      let isLoose = kind == .orOr || kind == .question || word == "implies"
      let isBinary =
        ["in", "is"].contains(word)
        || [.equalEqual, .bangEqual, .less, .lessEqual, .greater, .greaterEqual, .andAnd].contains(
          kind)
      if isLoose || sign == "(!)" && isBinary { return true }
      place = max(place, Self.isOpening(tokens[place]) ? Int(closings[place]) : place) + 1
    }
    return false
  }

  /// Returns the text of a part in the form that its last character names.
  private func changed(_ name: Substring, _ match: Habit.Match) -> String? {
    if isCompound(name, match) != nil { return "" }
    guard let sign = name.last, let places = match.parts[String(name.dropLast())] else {
      return nil
    }
    let text = words(places.lowerBound, places.upperBound)
    switch sign {
    case ";": return joined(places, by: "; ")
    case "&": return joined(places, by: " && ")
    case "|": return joined(places, by: " || ")
    case "~":
      let fields = places.filter {
        $0 + 1 >= places.upperBound || tokens[$0 + 1].kind != .identifier
          || !["val", "var", "let"].contains(file.text(tokens[$0].range))
      }
      return fields.map {
        (tokens[$0].hasSpaceBefore && $0 > fields[0] ? " " : "") + file.text(tokens[$0].range)
      }
      .joined()
    case "\"": return String(text.dropFirst().dropLast())
    case "^":
      let first = text.prefix(1)
      return (first == first.uppercased() ? first.lowercased() : first.uppercased())
        + text.dropFirst()
    default: return nil
    }
  }

  /// Returns the text of tokens with another separator instead of commas.
  private func joined(_ places: Range<Int>, by sign: String) -> String {
    var parts: [String] = []
    var start = places.lowerBound
    var place = start
    while place < places.upperBound {
      if tokens[place].kind == .comma {
        parts.append(words(start, place))
        start = place + 1
      }
      place = max(place, Self.isOpening(tokens[place]) ? Int(closings[place]) : place) + 1
    }
    return (parts + [words(start, places.upperBound)]).joined(separator: sign)
  }

  // MARK: Correcting

  /// The corrected tokens of a form, with the edits that write them.
  private struct Correction {
    var edits: [Edit] = []
    var tokens: [Token] = []
    /// Whether each part of the form stays in its place. Reports about a moved part would name a wrong place.
    var keepsParts = true
  }

  /// Returns the correction of a form; nil if it has no edit.
  private mutating func correction(_ habit: Habit, _ match: Habit.Match) -> Correction? {
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
      if let part = piece.part, let places = match.parts[String(part)],
        places.lowerBound >= cursor, !places.isEmpty
      {
        replaceGap(cursor..<places.lowerBound, by: plain, hasNext: true, in: &result)
        result.tokens += tokens[places]
        if plain.last == "\n" {
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
    let start =
      result.tokens.isEmpty
      ? tokens[places.lowerBound].range.start : tokens[places.lowerBound - 1].range.end
    let end =
      hasNext
      ? tokens[places.upperBound].range.start
      : places.isEmpty ? start : tokens[places.upperBound - 1].range.end
    var shown = text
    while !hasNext, shown.last == " " { shown.removeLast() }
    for place in places { withdraw(tokens[place]) }
    result.edits.append(Edit(SourceRange(start, end), shown))
    write(new, over: places, in: &result)
  }

  /// Returns whether the lexer has reported a token.
  private func isForeign(_ token: Token) -> Bool {
    token.kind == .invalid || file.text(token.range).hasPrefix("\\")
  }

  /// Returns an edit that removes a statement, and the `;` before it if there is none after it.
  private func leavingStatementOut(_ places: Range<Int>) -> Edit {
    let (before, last) = (tokens[max(0, places.lowerBound - 1)], tokens[places.upperBound - 1])
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
      if let first = text.first, ",;:(\n".contains(first) {
        range.start = before.range.end
      } else if before.range.end == range.start, !Self.isOpening(before), before.kind != .bang {
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
      if count == 0 { token.startsLine = one.text.isEmpty }
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
        token.startsLine = text.first == "\n"
        token.hasSpaceBefore = text.first?.isWhitespace == true
      }
      token.written = number(of: word)
      return (word, token)
    }
  }

  // MARK: Conditions

  /// The words before a condition or a collection.
  private static let heads: Set<String> = [
    "if", "when", "where", "while", "whenever", "switch", "is",
  ]

  /// Returns whether a condition of a form holds.
  private func holds(_ condition: String, _ match: inout Habit.Match) -> Bool {
    let first = match.whole.lowerBound
    let next = tokens[min(first + 1, tokens.count - 1)]
    func part(_ name: String) -> ArraySlice<Token> { tokens[match.parts[name] ?? 0..<0] }
    func word(_ name: String) -> String { part(name).first.map { text($0) } ?? "" }
    func lacks(_ kinds: Token.Kind..., in name: String) -> Bool {
      !part(name).contains { kinds.contains($0.kind) }
    }
    let before = first > 0 ? text(tokens[first - 1]) : ""
    func words(_ name: String) -> String { text(Substring(name), match) ?? "" }
    let isBeforeOperand =
      next.kind == .identifier && !next.startsLine && !Self.joints.contains(text(next))
    switch condition {
    case "readsVariable":
      let variable = match.parts["a"]?.first {
        tokens[$0 - 1].kind != .dot && fits(tokens[$0], "variable")
      }
      match.parts["v"] = variable.map { $0..<$0 + 1 }
      return variable != nil
    case "isActionOfTLA": return isActionOfTLA
    case "isUnset": return lacks(.equal, in: "t")
    case "isDeclaration": return Self.declarationWords.contains(text(token))
    case "lacksBrace": return !hasBraceOnLine
    case "isShort": return part("v").count < 3
    case "joinsCondition": return isCondition(at: 1)
    case "isTime": return tokens[match.error - 1].kind == .integer
    case "isStatement", "isNoStatement":
      let isStatement =
        Self.statementWords.contains(word("s"))
        || part("s").contains { Self.stores.contains($0.kind) }
      return isStatement == (condition == "isStatement")
    case "isCapitalized": return text(token) == "Given"
    case "isSingle": return lacks(.colon, .comma, in: "p")
    case "isUnlabelled": return lacks(.colon, in: "p")
    case "hasBindersInside": return !lacks(.colon, in: "b") && beginsBinders(at: 2)
    case "hasBinders":
      return match.parts["b"].map { beginsBinders(at: $0.lowerBound - index) } ?? false
    case "allowsBlocks": return allowsBlocks
    case "isInCondition": return isInCondition
    case "isInEventually": return isInEventually
    case "isImplication":
      let isBrace = tokens[min(match.whole.upperBound, tokens.count - 1)].kind == .leftBrace
      return allowsBlocks || hasBraceOnLine && !isBrace
    case "isPattern":
      return part("p").contains { ["_", "let"].contains(text($0)) }
        && part("p").contains { $0.kind == .dot }
    case "isBehindNumber": return first < index && tokens[index - 1].kind == .integer
    case "isDenied": return Self.statementWords.contains(word("x")) || declared[word("x")] == "func"
    case "isPlain": return part("x").last.map { text($0) } != "at"
    case "isTypeList":
      return part("b").allSatisfy { [.identifier, .comma, .dot].contains($0.kind) }
    case "isPhrase": return part("c").allSatisfy { $0.kind == .identifier }
    case "isFree": return !isOwn(word("w"))
    case "isTable": return declared[word("t")] == "Table"
    case "isClosure": return closure(at: first) != nil
    case "isList": return declared[words("left")] == "List"
    case "isSet": return declared[words("left")] == "Set"
    case "isLater":
      let later: Set = ["setTimeout", "setInterval", "delay", "schedule", "asyncAfter", "after"]
      return later.contains(words("left"))
    case "lacksBlocks": return !allowsBlocks
    case "isMissing":
      match.texts["before"] = before
      return !allowsBlocks || Self.heads.contains(before)
    case "isBehindElse":
      return before == "if" && tokens[max(0, first - 2)].range.end > 0
        && text(tokens[max(0, first - 2)]) == "else"
    case "isMapVariable", "isTableVariable", "isReplacement":
      let target =
        Self.stores.contains(tokens[max(0, first - 1)].kind) ? text(tokens[max(0, first - 2)]) : ""
      match.texts["target"] = target
      let line = tokens[..<first].lastIndex(where: \.startsLine) ?? 0
      let type =
        condition == "isMapVariable" ? "Map" : condition == "isTableVariable" ? "Table" : "on"
      return declared[target] == type
        || type != "on" && tokens[line..<first].contains { text($0) == type }
    case "isSame": return word("x") == word("y")
    case "isStored": return ["=", "=="].contains(before)
    case "isValueList":
      return !part("p").contains {
        [.equal, .semicolon, .leftBrace, .plusEqual].contains($0.kind)
          || Self.statementWords.contains(text($0))
      }
    case "isChoice":
      let value = match.parts["0"]?.upperBound ?? 0
      return !isOwn(words("0")) && !["in", "is", "implies"].contains(text(tokens[value]))
        && (!["some", "one", "any"].contains(words("0")) || lacks(.colon, in: "s"))
    case "isNamed": return part("x").first?.kind == .identifier
    case "isPower": return first > 0 && tokens[first - 1].kind == .star
    case "isEvent": return declared["on " + text(token)] != nil
    case "beginsStatement":
      return match.parts["x"].map { beginsStatement(at: $0.lowerBound - index) } ?? false
    case "isOnLine": return !next.startsLine
    case "isBeforeName": return first > 0 && tokens[first - 1].kind == .leftBrace && isBeforeOperand
    case "isBeforeValue":
      return isBeforeOperand
        || !next.startsLine && [.bang, .dot, .leftParen].contains(next.kind) && next.hasSpaceBefore
    default: return false
    }
  }
}
