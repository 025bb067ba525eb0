import Semantics

/// The search for habits of other languages in the tokens, their reports and corrections.
extension Parser {
  /// The greatest number of tokens in a part of a form.
  private static let longestPart = 300

  /// Reports a habit that matches here.
  ///
  /// - Parameter start: the first token of the form, for a form that ends after the current token.
  /// - Returns: whether parsing continues with the corrected text.
  /// - Throws: `Failure` if parsing cannot continue.
  mutating func takeHabit(_ place: Habit.Place, from start: Int? = nil) throws(Failure) -> Bool {
    guard !sink.isFull, let table = Habit.table(of: place, isRight: !looksForHabits) else {
      return false
    }
    let first = start ?? index
    let word = text(tokens[first])
    let kind = place == .statement ? declared[word] : place == .step ? declared["on " + word] : nil
    let isCalled =
      kind.map { place == .step || $0 == "func" || $0.first?.isLowercase != true } ?? false
    for habit in table.habits(beginningWith: word) {
      guard habit.beginnings == nil || !isCalled,
        var match = match(habit, from: first), habit.condition?(self, &match) != false
      else { continue }
      if let part = habit.fault?.split(separator: "&").first, let place = match.parts[String(part)]
      {
        match.error = place.lowerBound
      }
      // A name of the author's is not a foreign word.
      if place == .value, habit.beginnings != nil, isOwn(word), !Self.reservedWords.contains(word) {
        continue
      }
      report(habit, match, table.code)
      for (part, ours) in habit.reads {
        if let place = match.parts[part] { aliases[tokens[place.lowerBound].range.start] = ours }
      }
      if let part = habit.leaves, let place = match.parts[part] { index = place.upperBound }
      if let part = habit.goesOn, let place = match.parts[part] { index = place.lowerBound }
      if !habit.skipsTo.isEmpty { skip(to: habit.skipsTo) }
      if habit.reads.isEmpty, habit.leaves == nil, habit.goesOn == nil {
        // The lexer's reports about the skipped tokens are withdrawn later.
        index = habit.ours == nil ? max(index, match.error) : match.whole.upperBound
        throw Failure()
      }
      return true
    }
    return false
  }

  /// Skips tokens up to the end of one of the words, or to the end of the block.
  private mutating func skip(to words: Set<String>) {
    while !at(.endOfFile), !at(.rightBrace) {
      if words.contains(text(token)) { return advance() }
      index = max(index, Self.isOpening(token) ? Int(closings[index]) : index)
      advance()
    }
  }

  // MARK: Finding

  private func match(_ habit: Habit, from start: Int) -> Habit.Match? {
    var match = Habit.Match(whole: start..<start, error: index)
    guard let end = end(of: habit.atoms[...], at: start, depth: 0, &match) else { return nil }
    match.whole = start..<max(end, start + 1)
    match.parts["all"] = match.whole
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
    switch atom {
    case .error:
      guard place == index else { return nil }
      match.error = place
      return end(of: rest, at: place, depth: depth, &match)
    case .end:
      guard isOver || [.rightBrace, .semicolon].contains(token.kind) else { return nil }
      return end(of: rest, at: place, depth: depth, &match)
    case .touching:
      guard !token.hasSpaceBefore else { return nil }
      return end(of: rest, at: place, depth: depth, &match)
    case .apart:
      guard token.hasSpaceBefore else { return nil }
      return end(of: rest, at: place, depth: depth, &match)
    case .except(let words):
      guard isOver || !words.contains(text(token)) else { return nil }
      return end(of: rest, at: place, depth: depth, &match)
    case .literal(let name, let words, let isOptional):
      if !isOver, words.contains(text(token)) || words.contains(text(token).lowercased()) {
        if let name { match.parts[name] = place..<place + 1 }
        let change = Self.isOpening(token) ? 1 : Self.isClosing(token) ? -1 : 0
        if let end = end(of: rest, at: place + 1, depth: depth + change, &match) { return end }
      }
      return isOptional ? end(of: rest, at: place, depth: depth, &match) : nil
    case .parentheses(let name, let isOptional):
      if !isOver, token.kind == .leftParen, closings[place] >= 0,
        tokens[Int(closings[place])].kind == .rightParen
      {
        let behind = Int(closings[place]) + 1
        match.parts[name] = place..<behind
        if let end = end(of: rest, at: behind, depth: depth, &match) { return end }
      }
      guard isOptional, place > 0 else { return nil }
      // An omitted part is at the place where it would be.
      match.parts[name] = place - 1..<place
      return end(of: rest, at: place, depth: depth, &match)
    case .name(let name, let kind):
      guard !isOver, fits(token, kind) else { return nil }
      match.parts[name] = place..<place + 1
      return end(of: rest, at: place + 1, depth: depth, &match)
    case .span(let name, let least):
      return end(ofSpan: name, least, before: rest, at: place, depth: depth, &match)
    }
  }

  private func end(
    ofSpan name: String, _ least: Int, before rest: ArraySlice<Habit.Atom>, at place: Int,
    depth: Int, _ match: inout Habit.Match
  ) -> Int? {
    var position = place
    while position - place < Self.longestPart {
      if !rest.isEmpty, position - place >= least {
        match.parts[name] = place..<position
        if let end = end(of: rest, at: position, depth: depth, &match) { return end }
      }
      let token = tokens[min(position, tokens.count - 1)]
      let isOver =
        token.kind == .endOfFile || Self.isClosing(token)
        || depth == 0
          && (token.kind == .semicolon || token.startsLine && position > match.whole.lowerBound)
      if isOver { break }
      guard Self.isOpening(token) else {
        position += 1
        continue
      }
      guard closings[position] >= 0 else { return nil }
      position = Int(closings[position]) + 1
    }
    guard rest.isEmpty, position - place >= least else { return nil }
    match.parts[name] = place..<position
    return position
  }

  private static func isOpening(_ token: Token) -> Bool {
    token.kind == .leftParen || token.kind == .leftBracket || token.kind == .leftBrace
  }

  private static func isClosing(_ token: Token) -> Bool {
    token.kind == .rightParen || token.kind == .rightBracket || token.kind == .rightBrace
  }

  /// Returns whether a token is a number, a text or a name of the kind that the form requires.
  func fits(_ token: Token, _ kind: String) -> Bool {
    switch kind {
    case "int": return token.kind == .integer
    case "any": return true
    case "text": return token.kind == .invalid && file.text(token.range).hasPrefix("\"")
    case "sign": return ![.identifier, .integer, .invalid].contains(token.kind)
    case "named" where token.kind == .invalid: return fits(token, "text")
    case _ where token.kind != .identifier: return false
    case "", "named": return true
    case "upper": return text(token).first?.isUppercase == true
    case "foreign":
      return !Self.declarationWords.contains(text(token)) && !isWord(["rule", "otherwise"])
    case "typename": return isTypeName(token)
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

  // MARK: Reporting

  private mutating func report(
    _ habit: Habit, _ match: Habit.Match, _ code: Diagnostic.Code
  ) {
    let place = habit.fault.flatMap { range(of: $0, match) } ?? tokens[match.error].range
    var edits: [Edit] = []
    var help = habit.help.map { filled($0, match, limit: 40) }
    if let ours = habit.ours {
      let text = filled(ours, match)
      edits.append(Edit(range(of: "all", match) ?? place, text))
      let shown = text.count > 60 ? habit.short ?? text.prefix(60) + "…" : text
      help = help ?? "write '\(shown)'"
    }
    for (part, text) in habit.edits {
      if let range = range(of: part, match) { edits.append(Edit(range, filled(text, match))) }
    }
    for (part, ours) in habit.reads.sorted(by: { $0.key < $1.key }) {
      if let range = range(of: part, match), habit.edits.isEmpty, file.text(range) != ours {
        edits.append(Edit(range, ours))
      }
      if help == nil { help = "write '\(ours)'" }
    }
    if let part = habit.drops, let range = range(of: part, match) {
      let places = match.whole.filter {
        range.start <= tokens[$0].range.start && tokens[$0].range.end <= range.end
      }
      edits.append(leavingOut(places[0]..<places[0] + places.count))
      help = help ?? "leave '\(file.text(range).prefix(40))' out"
    }
    if let part = habit.leaves, let tokens = match.parts[part] {
      edits.append(part == "all" ? leavingStatementOut(tokens) : leavingOut(tokens))
      help = help ?? "leave '\(words(tokens.lowerBound, tokens.upperBound).prefix(40))' out"
    }
    sink.withdraw { $0.range.start == place.start }
    for place in match.whole where tokens[place].kind == .invalid { withdraw(tokens[place]) }
    report(
      habit.code ?? code, filled(habit.message, match, limit: 40), place, fix: help, edits: edits)
  }

  /// Returns an edit that removes a statement, and the `;` before it if there is none after it.
  private func leavingStatementOut(_ places: Range<Int>) -> Edit {
    let (before, last) = (tokens[max(0, places.lowerBound - 1)], tokens[places.upperBound - 1])
    guard before.kind == .semicolon, last.kind != .semicolon else { return leavingOut(places) }
    return Edit(before.range.union(last.range), "")
  }

  /// Returns the range of a part, the range between two parts, or an empty range before or after one.
  private func range(of part: String, _ match: Habit.Match) -> SourceRange? {
    func whole(_ part: some StringProtocol) -> SourceRange? {
      let places: Range<Int>? =
        switch part {
        case "all": match.whole
        case "0": match.error..<match.error + 1
        case "1": match.whole.lowerBound..<match.whole.lowerBound + 1
        default: match.parts[String(part)]
        }
      guard let places, !places.isEmpty else { return nil }
      return tokens[places.lowerBound].range.union(tokens[places.upperBound - 1].range)
    }
    if part.hasPrefix("+") {
      return whole(part.dropFirst()).map { SourceRange($0.start, $0.start) }
    }
    if part.hasSuffix("+") { return whole(part.dropLast()).map { SourceRange($0.end, $0.end) } }
    for sign in "-_>&" {
      let ends = part.split(separator: sign)
      guard ends.count == 2, let first = whole(ends[0]), let second = whole(ends[1]) else {
        continue
      }
      return switch sign {
      case "-": SourceRange(first.end, second.start)
      case "_": SourceRange(first.start, second.start)
      case ">": SourceRange(first.end, second.end)
      default: first.union(second)
      }
    }
    return whole(part)
  }

  /// Returns a template filled with the parts of a form.
  private func filled(_ template: String, _ match: Habit.Match, limit: Int = .max) -> String {
    var result = ""
    var rest = template[...]
    while let open = rest.firstIndex(of: "<") {
      result += rest[..<open]
      rest = rest[open...]
      guard let close = rest.firstIndex(of: ">") else { break }
      let name = rest[rest.index(after: open)..<close]
      let text =
        name == "found"
        ? describe(tokens[match.error])
        : changed(name, match) ?? range(of: String(name), match).map { file.text($0) }
      if let text {
        result += text.count > limit ? text.prefix(limit) + "…" : text
        rest = rest[rest.index(after: close)...]
      } else if match.parts[String(name)] != nil {
        rest = rest[rest.index(after: close)...]
      } else {
        result += "<"
        rest = rest.dropFirst()
      }
    }
    return result + rest
  }

  /// Returns the text of a part in the form that its last character names.
  private func changed(_ name: Substring, _ match: Habit.Match) -> String? {
    guard let sign = name.last,
      let places = match.parts[String(name.dropLast(name.hasSuffix("()") ? 2 : 1))]
    else {
      return nil
    }
    let text = words(places.lowerBound, places.upperBound)
    if name.hasSuffix("()") {
      let isLoose = tokens[places].contains {
        $0.kind == .orOr || $0.kind == .question || file.text($0.range) == "implies"
      }
      return isLoose ? "(\(text))" : text
    }
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
}
