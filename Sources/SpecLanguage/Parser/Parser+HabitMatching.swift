import Semantics

/// The search for the tokens of a form.
extension Parser {
  /// The greatest number of tokens in a part of a form.
  private static let longestPart = 300
  /// The greatest number of levels in a part that is parsed: each level of a deep text tries its parts again.
  private static let deepestPart = 12

  /// Returns the tokens that a form matches.
  ///
  /// - Parameter left: the first token of the operand before the form.
  func match(
    _ habit: Habit, from start: Int, left: Int?, _ message: String? = nil
  ) -> Habit.Match? {
    var match = Habit.Match(whole: (left ?? start)..<start, error: index)
    match.texts["message"] = message
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
      let last = self.end(of: rest, at: end, depth: depth + change, &match)
      guard last != nil else { return nil }
      // The faults of the rest are already known.
      match.parts[atom.number] = place..<end
      if let name = atom.name { match.parts[name] = place..<end }
      if atom.isFault, end > place { match.fault = place..<(match.fault?.upperBound ?? end) }
      return last
    }
    func leaveOut(_ match: inout Habit.Match) -> Int? {
      atom.isOptional ? goOn(place, &match) : nil
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
      // Trials within trials would take exponential time.
      guard trialDepth < 2 else { return nil }
      var trial = copy()
      trial.index = place
      trial.trialDepth += 1
      trial.nesting = max(nesting, Self.maximumNesting - Self.deepestPart)
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
      let last = self.end(of: rest, at: closure.end, depth: depth, &match)
      (match.texts["n"], match.texts["b"]) = (closure.names, closure.body)
      if atom.isFault { match.fault = closure.start..<closure.start + 1 }
      return last
    case .body:
      let end = bodyEnd(from: place)
      return end > place ? goOn(end, &match) : nil
    case .rest:
      match.rest = blockEnd(from: place, depth: depth)
      return place
    case .remainder:
      let end = blockEnd(from: place, depth: depth)
      return end > place ? goOn(end, &match) : nil
    }
    return holds ? end(of: rest, at: place, depth: depth, &match) : nil
  }

  /// Returns the end of the block around a token.
  private func blockEnd(from place: Int, depth: Int) -> Int {
    var depth = depth
    var position = place
    while depth >= 0, tokens[position].kind != .endOfFile {
      depth += Self.isOpening(tokens[position]) ? 1 : Self.isClosing(tokens[position]) ? -1 : 0
      position += 1
    }
    return max(place, position - 1)
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
    case "attribute": return token.kind == .invalid && file.text(token.range) == "@"
    case "case": return token.kind == .invalid && isCase(file.text(token.range))
    case "text":
      return token.kind == .invalid && ["\"", "'"].contains(file.text(token.range).first)
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
    case "declaring":
      return Self.declarationWords.contains(text(token))
        || Habit.declarations.begins(with: text(token))
          && !Habit.wordsWithoutCounterpart.contains(text(token))
    case _ where kind.hasPrefix("*"):
      return text(token).hasSuffix(kind.dropFirst()) && text(token).count > kind.count
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
  func endsValue(_ place: Int) -> Bool {
    let token = tokens[min(place, tokens.count - 1)]
    return token.startsLine
      || [.rightBrace, .rightParen, .comma, .semicolon, .endOfFile].contains(token.kind)
  }

  /// Returns the closure at a token, in braces or between parentheses: `{ $0.seen }`, `(where: { x in p })`, `(x => p)`.
  func closure(at place: Int) -> (names: String?, body: String?, start: Int, end: Int)? {
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
}
