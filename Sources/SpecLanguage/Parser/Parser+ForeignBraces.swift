import Semantics

/// Braces and arrows that stand for values elsewhere: closures, records, comprehensions.
extension Parser {
  /// A func that other languages call with a closure, as it is written here.
  private enum Traversal {
    case quantifier(String), aggregate(String), set, first, each, removal, mapping, optional

    init?(_ name: String) {
      switch name {
      case "allSatisfy", "all", "every", "forall", "forAll": self = .quantifier("every")
      case "contains", "any", "some", "anySatisfy", "exists", "anyMatch", "has":
        self = .quantifier("some")
      case "none", "noneMatch", "noneSatisfy": self = .quantifier("no")
      case "count", "countIf": self = .aggregate("count")
      case "filter", "filterNot", "where", "select": self = .set
      case "first", "firstOrNull", "find", "firstWhere": self = .first
      case "sumOf", "sumBy", "sum", "min", "max", "minOf", "maxOf":
        self = .aggregate(String(name.prefix(3)))
      case "forEach", "foreach", "each", "onEach", "forEachIndexed": self = .each
      case "removeAll", "removeIf", "removeWhere", "retainAll", "deleteIf": self = .removal
      case "map", "flatMap", "compactMap", "mapNotNull", "mapValues", "reduce", "fold":
        self = .mapping
      case "let", "also", "apply", "run", "takeIf": self = .optional
      default: return nil
      }
    }
  }

  static let closureFix =
    "write a quantifier such as 'some x in s: x.isSilent', or 'count(x in s where p)'"

  /// What is read of a closure: its names and the place of its body, by token.
  private struct Closure {
    var names: String?
    var body: Range<Int>
    /// What stands for the element where it has no name: `it`, or the `$` of `$0`.
    var implicit: String?
  }

  /// The closure in braces at a token, or an arrow with its parameters.
  private func closure(at start: Int) -> Closure? {
    guard start < tokens.count - 1 else { return nil }
    var (position, end) = (start, start)
    let isBraced = tokens[start].kind == .leftBrace
    if isBraced {
      guard let length = closing(of: start - index) else { return nil }
      end = index + length - 1
      position += 1
    } else {
      end = position
      var depth = 0
      while end < tokens.count - 1 {
        if [.leftParen, .leftBracket, .leftBrace].contains(tokens[end].kind) { depth += 1 }
        if [.rightParen, .rightBracket, .rightBrace].contains(tokens[end].kind) {
          depth -= 1
          if depth < 0 { break }
        }
        end += 1
      }
    }
    var behind = position
    if tokens[behind].kind == .leftParen, let length = closing(of: behind - index) {
      behind = index + length
    } else if tokens[behind].kind == .identifier {
      behind += 1
    }
    let arrow = tokens[min(behind, tokens.count - 1)]
    let isFat = arrow.kind == .equal && tokens[min(behind + 1, tokens.count - 1)].kind == .greater
    if behind > position,
      arrow.kind == .arrow || isFat || isBraced && file.text(arrow.range) == "in"
    {
      let body = behind + (isFat ? 2 : 1)
      guard body < end else { return nil }
      var names = words(position, behind)
      if names.hasPrefix("("), !names.contains(",") { names = String(names.dropFirst().dropLast()) }
      return Closure(names: names.isEmpty ? nil : names, body: body..<end, implicit: nil)
    }
    guard isBraced, position < end else { return nil }
    let used = tokens[position..<end].first {
      $0.kind == .invalid && file.text($0.range) == "$" || file.text($0.range) == "it"
    }
    return used.map { Closure(names: nil, body: position..<end, implicit: file.text($0.range)) }
  }

  /// Whether a closure follows the value before it, or an argument is one.
  func isClosure(at distance: Int) -> Bool {
    guard let closure = closure(at: index + distance) else { return false }
    guard token(after: distance).kind == .leftBrace, closure.names != nil,
      file.text(tokens[closure.body.lowerBound - 1].range) == "in"
    else { return true }
    return allowsBlocks && tokens[closure.body.lowerBound].kind != .leftBrace
  }

  /// The report of a closure behind a member, with what says the same here.
  ///
  /// - Parameter end: behind the whole call, by token.
  mutating func failClosure(of called: ExpressionSyntax?, at start: Int) -> Failure {
    guard let closure = closure(at: start), !sink.isFull else {
      return fail("there are no closures in a spec", fix: Self.closureFix)
    }
    let place = tokens[start].range
    for token in tokens[start..<closure.body.upperBound] where token.kind == .invalid {
      withdraw(token)
    }
    if case .name(let name)? = called?.kind,
      ["setTimeout", "setInterval", "delay", "schedule", "asyncAfter", "after"].contains(name)
    {
      report(
        "there are no closures in a spec", place,
        fix: "time passes by timers: 'start t for 3', and an event 'when t.isDue'")
      return Failure()
    }
    guard case .member(let base, let name)? = called?.kind, let traversal = Traversal(name.text)
    else {
      report("there are no closures in a spec", place, fix: Self.closureFix)
      return Failure()
    }
    let implied = declared()["x"] == nil ? "x" : "element"
    var body = words(closure.body.lowerBound, closure.body.upperBound)
    if closure.implicit == "$",
      zip(closure.body, closure.body.dropFirst()).contains(where: {
        file.text(tokens[$0].range) == "$" && file.text(tokens[$1].range) != "0"
      })
    {
      report("there are no closures in a spec", place, fix: Self.closureFix)
      return Failure()
    }
    if let implicit = closure.implicit {
      body = replacing(implicit, by: implied, in: closure.body)
    }
    if ["filterNot", "retainAll"].contains(name.text) { body = "!(\(body))" }
    let last = callEnd(closure.body.upperBound, from: start)
    let (whole, end) = asked(traversal, at: last)
    var source = file.text(base.range)
    if case .chain(let optional) = base.kind { source = file.text(optional.range) }
    let kind = declared()[source]
    let (shown, isWhole) = mend(whole, closure.names ?? implied, source, body, kind)
    let isSimple =
      [.rightBrace, .rightParen].contains(tokens[last].kind)
      && !tokens[closure.body].contains {
        $0.kind == .leftBrace || ["let", "$1"].contains(file.text($0.range))
      }
    let behind = tokens[min(end + 1, tokens.count - 1)]
    let isLast =
      behind.startsLine || [.rightBrace, .rightParen, .comma, .semicolon].contains(behind.kind)
    report(
      "there are no closures in a spec", place,
      fix: "write '\(shown.count > 70 ? mend(whole, "x", "s", "…", kind).text : shown)'",
      edits: isWhole && isSimple
        ? [
          Edit(
            SourceRange(base.range.start, tokens[end].range.end), isLast ? shown : "(\(shown))")
        ] : [])
    // A brace that follows belongs to what the call stands in.
    index = min(end + 1, tokens.count - 1)
    return Failure()
  }

  /// `filter { … }.count`: what is asked of the elements that fit, with its last token.
  private func asked(_ traversal: Traversal, at last: Int) -> (Traversal, end: Int) {
    guard case .set = traversal, last + 2 < tokens.count, tokens[last + 1].kind == .dot else {
      return (traversal, last)
    }
    switch file.text(tokens[last + 2].range) {
    case "count", "size", "length": return (.aggregate("count"), last + 2)
    case "isEmpty": return (.quantifier("no"), last + 2)
    case "isNotEmpty": return (.quantifier("some"), last + 2)
    default: return (traversal, last)
    }
  }

  /// The last token of the call in which a closure ends at a token: the parentheses around it belong to it.
  private func callEnd(_ last: Int, from start: Int) -> Int {
    guard start > index, at(.leftParen), let end = closing(of: 0) else { return last }
    return index + end - 1 == last + 1 || index + end - 1 == last ? index + end - 1 : last
  }

  private func replacing(_ word: String, by other: String, in body: Range<Int>) -> String {
    var result = ""
    var position = tokens[body.lowerBound].range.start
    for place in body where file.text(tokens[place].range) == word {
      result += file.text(SourceRange(position, tokens[place].range.start)) + other
      // `$0` is two tokens.
      position = tokens[word == "$" ? place + 1 : place].range.end
    }
    return result + file.text(SourceRange(position, tokens[body.upperBound - 1].range.end))
  }

  /// What is written here, and whether that is all of it.
  private func mend(
    _ traversal: Traversal, _ names: String, _ source: String, _ body: String, _ kind: String?
  ) -> (text: String, isWhole: Bool) {
    let maker = kind == "List" ? "list" : "set"
    let isSure = kind == "List" || kind == "Set"
    return switch traversal {
    case .quantifier(let word): ("\(word) \(names) in \(source): \(body)", true)
    case .aggregate("count"): ("count(\(names) in \(source) where \(body))", true)
    case .aggregate(let word): ("\(word)(\(names) in \(source): \(body))", true)
    case .set: ("\(maker)(\(names) in \(source) where \(body))", isSure)
    case .first: ("\(maker)(\(names) in \(source) where \(body)).first", isSure)
    case .each: ("for \(names) in \(source) { \(body) }", true)
    case .removal: ("remove \(names) in \(source) where \(body)", true)
    case .mapping: ("\(maker)(\(names) in \(source): \(body))", false)
    case .optional: ("if let \(names) = \(source) { \(body) }", false)
    }
  }

  // MARK: A brace where a value is due

  mutating func braceAsValue() -> Failure {
    let next = token(after: 1)
    let before = index > 0 ? tokens[index - 1] : tokens[0]
    let word = file.text(before.range)
    let isHead = ["if", "when", "where", "while", "whenever", "switch", "is", "in"].contains(word)
    if !allowsBlocks, !isHead || word == "switch", let end = closing(of: 0), end > 2,
      [.leftBrace, .andAnd, .orOr].contains(token(after: end).kind)
    {
      let inner = words(index + 1, index + end - 1)
      report(
        "parts of a condition stand between parentheses, found '{'", here,
        fix: "write '(\(inner.count > 40 ? "p" : inner))'",
        edits: [Edit(here.union(token(after: end - 1).range), "(\(inner))")])
      index += end
      return Failure()
    }
    if !allowsBlocks || isHead && word != "in" {
      let isElse = word == "if" && index > 1 && file.text(tokens[index - 2].range) == "else"
      return fail(
        "expected a value, found '{'",
        fix: isElse
          ? "write 'else { … }', or a condition behind 'if'"
          : "something is missing behind '\(word.prefix(40))'")
    }
    if next.kind == .rightBrace {
      let line = tokens[..<index].lastIndex(where: \.startsLine) ?? 0
      let target =
        Self.stores.contains(before.kind) ? file.text(tokens[max(0, index - 2)].range) : ""
      let isMap =
        tokens[line..<index].contains { file.text($0.range) == "Map" }
        || declared()[target] == "Map"
      return fail(
        "an empty collection is written in brackets, found '{'",
        fix: isMap ? "write '[:]'" : "write '[]', or '[:]' for a map",
        edits: [Edit(here.union(next.range), isMap ? "[:]" : "[]")])
    }
    guard let end = closing(of: 0) else { return fail("expected a value, found '{'") }
    if let failure = comprehension(end) { return failure }
    if closure(at: index) != nil { return failClosure(of: nil, at: index) }
    let close = token(after: end - 1).range
    let inner = tokens[index + 1..<index + end - 1]
    if next.kind == .closedRange || next.kind == .dot && token(after: 2).kind == .dot {
      return fail(
        "a value is not copied with other fields, found '{'",
        fix: "store in the field itself: 'x.field = value', 'm[k]?.field = value'")
    }
    if token(after: 3).kind == .colon, next.kind == .dot {
      return fail(
        "a map is written in brackets, found '{'", fix: "write '[key: value]'",
        edits: [Edit(here, "["), Edit(close, "]")])
    }
    if token(after: 2).kind == .colon {
      return fail(
        "expected a value, found '{'",
        fix: "a record is written 'Name(field: value)', a map '[key: value]'")
    }
    let isList = inner.allSatisfy {
      ![.equal, .semicolon, .leftBrace, .plusEqual].contains($0.kind)
        && !Self.statementWords.contains(file.text($0.range))
    }
    return fail(
      "expected a value, found '{'", fix: isList ? "a set or list is written '[a, b]'" : nil,
      edits: isList ? [Edit(here, "["), Edit(close, "]")] : [])
  }

  /// `{k for k in s if p}`, `{k in s : p}`, `{k in s | p}` behind a `=`.
  private mutating func comprehension(_ end: Int) -> Failure? {
    let inner = index + 1..<index + end - 1
    func report(_ text: String) -> Failure {
      fail(
        "a set of what fits is made by 'set', found '{'",
        fix: "write '\(text.count > 70 ? "set(x in s where p)" : text)'",
        edits: [Edit(here.union(token(after: end - 1).range), text)])
    }
    if let loop = inner.first(where: { file.text(tokens[$0].range) == "for" }),
      loop > inner.lowerBound,
      loop + 3 < inner.upperBound, file.text(tokens[loop + 2].range) == "in"
    {
      let (value, name) = (words(inner.lowerBound, loop), file.text(tokens[loop + 1].range))
      let filter = inner.first { $0 > loop && file.text(tokens[$0].range) == "if" }
      let source = words(loop + 3, filter ?? inner.upperBound)
      let condition = filter.map { " where " + words($0 + 1, inner.upperBound) } ?? ""
      return report(
        "set(\(name) in \(source)\(condition)\(value == name ? "" : ": " + value))")
    }
    guard index > 0,
      Self.stores.contains(tokens[index - 1].kind) || tokens[index - 1].kind == .equalEqual,
      token(after: 1).kind == .identifier, atWord("in", ahead: 2),
      let joint = inner.first(where: { [.colon, .orOr].contains(tokens[$0].kind) }),
      joint > index + 3
    else { return nil }
    withdraw(tokens[joint])
    return report(
      "set(\(file.text(token(after: 1).range)) in \(words(index + 3, joint)) where \(words(joint + 1, inner.upperBound)))"
    )
  }
}
