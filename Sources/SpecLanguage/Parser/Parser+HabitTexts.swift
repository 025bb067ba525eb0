import Semantics

/// The report of a form, and the texts of its parts.
extension Parser {
  mutating func report(
    _ habit: Habit, _ match: Habit.Match, _ edits: [Edit], _ message: String, _ range: SourceRange?
  ) {
    let fault = match.parts["0"] ?? match.whole
    let marked = tokens[fault.lowerBound].range.union(tokens[fault.upperBound - 1].range)
    let place = match.fault == nil ? range ?? marked : marked
    var message = message
    if match.fault != nil, let found = message.firstRange(of: ", found ") {
      message = message[..<found.upperBound] + "'\(file.text(marked))'"
    }
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
      habit.code, habit.message.map { filled($0, match, limit: 40) } ?? message, place, fix: help,
      edits: edits)
  }

  /// Returns the text of a part; nil if there is none of that name.
  func text(_ part: Substring, _ match: Habit.Match) -> String? {
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
  func filled(_ template: some StringProtocol, _ match: Habit.Match, limit: Int = .max)
    -> String
  {
    pieces(of: String(template), match).map { piece in
      let text = piece.part.flatMap { self.text($0, match) } ?? piece.text
      return piece.part != nil && text.count > limit ? text.prefix(limit) + "…" : text
    }.joined()
  }

  /// Splits a template into its plain texts and the names of parts.
  func pieces(
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
    case "→":
      return arms(places).map { "\($0.pattern.map { "case \($0)" } ?? "default"): \($0.body)" }
        .joined(separator: "; ")
    case "⇒":
      return arms(places).map { "\($0.pattern.map { "if \($0) " } ?? ""){ \($0.body) }" }
        .joined(separator: " else ")
    case "#": return String((places.count + 1) / 2)
    case ",":
      return tokens[places].compactMap { token in
        let word = file.text(token.range).filter { $0.isLetter || $0.isNumber || $0 == "_" }
        return word.isEmpty ? nil : word
      }.joined(separator: ", ")
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
      if text.allSatisfy({ !$0.isLowercase }) { return text.lowercased() }
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

  /// Returns the arms `pattern -> body` of a `when`; the pattern is nil for `else`.
  private func arms(_ places: Range<Int>) -> [(pattern: String?, body: String)] {
    var arms: [(pattern: String?, body: String)] = []
    var (start, pattern) = (places.lowerBound, String?.none)
    var place = start
    while place <= places.upperBound {
      let token = tokens[place]
      let isOver =
        place == places.upperBound || token.startsLine || token.kind == .semicolon
        || token.kind == .comma && pattern != nil || tokens[place - 1].kind == .rightBrace
      if isOver, let head = pattern, place > start {
        var body = start..<place
        if tokens[start].kind == .leftBrace { body = start + 1..<place - 1 }
        let isRest = ["else", "default", "_"].contains(head)
        arms.append((isRest ? nil : head, words(body.lowerBound, body.upperBound)))
        (start, pattern) = ([.semicolon, .comma].contains(token.kind) ? place + 1 : place, nil)
      }
      if place < places.upperBound, token.kind == .arrow, pattern == nil {
        pattern = words(start, place)
        start = place + 1
      }
      place = max(place, Self.isOpening(token) ? Int(closings[place]) : place) + 1
    }
    return arms
  }
}
