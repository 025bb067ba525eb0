import Semantics

/// Closures of other languages, in braces or with arrows.
extension Parser {
  /// The counterpart of a func that other languages call with a closure.
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
    "write 'some x in s: p', or 'count(x in s where p)', for a collection s and a condition p"

  /// The names of a closure, and the tokens of its body.
  private struct Closure {
    var names: String?
    var body: Range<Int>
    /// The name of an element without a declared name: `it`, or the `$` of `$0`.
    var implicit: String?
  }

  /// Returns the closure in braces at a token, or an arrow with its parameters.
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
    let isIt = (allowsBlocks || file.text(tokens[position].range) == "it") && !isLocal("it")
    let used = tokens[position..<end].first {
      $0.kind == .invalid && file.text($0.range) == "$" || isIt && file.text($0.range) == "it"
    }
    return used.map { Closure(names: nil, body: position..<end, implicit: file.text($0.range)) }
  }

  /// Returns whether a closure follows the value before it, or an argument is one.
  func isClosure(at distance: Int) -> Bool {
    guard let closure = closure(at: index + distance) else { return false }
    guard token(after: distance).kind == .leftBrace, closure.names != nil,
      file.text(tokens[closure.body.lowerBound - 1].range) == "in"
    else { return true }
    return allowsBlocks && tokens[closure.body.lowerBound].kind != .leftBrace
  }

  /// Reports a closure after a member, with the expression that has the same meaning.
  mutating func failClosure(of called: ExpressionSyntax?, at start: Int) -> Failure {
    guard let closure = closure(at: start), asksHabits else {
      return fail(.noClosures, "specs have no closures", fix: Self.closureFix)
    }
    let place = tokens[start].range
    for token in tokens[start..<closure.body.upperBound] where token.kind == .invalid {
      withdraw(token)
    }
    guard case .member(let base, let name)? = called?.kind, let traversal = Traversal(name.text)
    else { return failUnknownClosure(of: called, place) }
    let implied = declared["x"] == nil ? "x" : "element"
    var body = words(closure.body.lowerBound, closure.body.upperBound)
    if closure.implicit == "$",
      zip(closure.body, closure.body.dropFirst()).contains(where: {
        file.text(tokens[$0].range) == "$" && file.text(tokens[$1].range) != "0"
      })
    {
      return failUnknownClosure(of: nil, place)
    }
    if let implicit = closure.implicit {
      body = replacing(implicit, by: implied, in: closure.body)
    }
    if ["filterNot", "retainAll"].contains(name.text) { body = "!(\(body))" }
    let last = callEnd(closure.body.upperBound, from: start)
    let (whole, end) = asked(traversal, at: last)
    var source = file.text(base.range)
    if case .chain(let optional) = base.kind { source = file.text(optional.range) }
    let kind = declared[source]
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
      .noClosures,
      "specs have no closures", place,
      fix: "write '\(shown.count > 70 ? mend(whole, "x", "s", "…", kind).text : shown)'",
      edits: isWhole && isSimple
        ? [
          Edit(
            SourceRange(base.range.start, tokens[end].range.end), isLast ? shown : "(\(shown))")
        ] : [])
    // A following brace belongs to the construct around the call.
    index = min(end + 1, tokens.count - 1)
    return Failure()
  }

  /// Returns the traversal of `filter { … }.count` with its last token: the member determines the kind of traversal.
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

  /// Returns the last token of the call whose closure ends at a token, including the parentheses around it.
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

  /// Returns the corrected text, and whether it is complete.
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

  /// Reports `f(x => p)`, `f((x) -> p)` and `f({ $0 … })`.
  mutating func refuseClosures(_ called: ExpressionSyntax) throws(Failure) {
    guard asksHabits else { return }
    let first = token(after: 1)
    if first.kind == .invalid, file.text(first.range) == "\\", token(after: 2).kind == .dot {
      withdraw(first)
      report(
        .noClosures,
        "specs have no key paths", first.range,
        fix:
          "name the element: 'count(x in s where x.\(file.text(token(after: 3).range)))', 'set(x in s: x.\(file.text(token(after: 3).range)))'"
      )
      throw Failure()
    }
    var start = 1
    if token(after: 1).kind == .identifier, token(after: 2).kind == .colon { start = 3 }
    guard [.leftBrace, .leftParen, .identifier].contains(token(after: start).kind),
      isClosure(at: start)
    else { return }
    throw failClosure(of: called, at: index + start)
  }

  /// Reports a closure of unknown meaning.
  private mutating func failUnknownClosure(
    of called: ExpressionSyntax?, _ place: SourceRange
  ) -> Failure {
    let later: Set = ["setTimeout", "setInterval", "delay", "schedule", "asyncAfter", "after"]
    let isLater = if case .name(let name)? = called?.kind { later.contains(name) } else { false }
    report(
      .noClosures,
      "specs have no closures", place,
      fix: isLater
        ? "use a timer: 'start t for 3', and an event 'when t.isDue'" : Self.closureFix)
    return Failure()
  }
}
