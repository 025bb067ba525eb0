import Semantics

/// The precedence of binary operators, in ascending order. It is that of Swift.
enum Precedence: Int, Comparable {
  case implication, disjunction, conjunction, comparison, coalescing, range, additive,
    multiplicative

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension BinaryOperator {
  var precedence: Precedence {
    switch self {
    case .multiply, .divide, .remainder: .multiplicative
    case .add, .subtract: .additive
    case .closedRange, .halfOpenRange: .range
    case .coalesce: .coalescing
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual, .contained: .comparison
    case .and: .conjunction
    case .or: .disjunction
    case .implies: .implication
    }
  }

  var isRightAssociative: Bool { self == .implies || self == .coalesce }
}

extension Parser {
  /// Parses an expression as far as it extends, including a conditional.
  mutating func parseExpression() throws(Failure) -> ExpressionSyntax {
    try nested { (parser) throws(Failure) in
      let condition = try parser.parseBinary(minimum: .implication)
      guard parser.at(.question) else { return condition }
      if parser.token(after: 1).kind == .colon { return condition }
      parser.advance()
      let first = try parser.parseExpression()
      guard parser.eat(.colon) else {
        throw parser.fail(
          .conditionalForm,
          "expected ':' and the other value of this conditional, found \(parser.found)",
          fix: parser.isInCondition
            ? "write 'p implies q', or 'p ? a : b'" : "write 'condition ? a : b'")
      }
      let second = try parser.parseExpression()
      return try parser.node(
        .conditional(condition, first, second), from: condition.range.start,
        over: [condition, first, second])
    }
  }

  /// Parses a condition. Reports `=` in it, and reads it as `==`.
  mutating func parseCondition() throws(Failure) -> ExpressionSyntax {
    let saved = isInCondition
    isInCondition = asksHabits
    defer { isInCondition = saved }
    return try parseExpression()
  }

  /// Parses an expression before a `{` that is not part of it.
  mutating func parseHeadCondition() throws(Failure) -> ExpressionSyntax {
    try withoutBlocks { (parser) throws(Failure) in try parser.parseCondition() }
  }

  mutating func withoutBlocks<Result>(
    _ parse: (inout Parser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let saved = allowsBlocks
    allowsBlocks = false
    defer { allowsBlocks = saved }
    return try parse(&self)
  }

  mutating func withBlocks<Result>(
    _ parse: (inout Parser) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let saved = (allowsBlocks, isInCondition)
    (allowsBlocks, isInCondition) = (true, false)
    defer { (allowsBlocks, isInCondition) = saved }
    return try parse(&self)
  }

  /// Returns a node over its parts. Its height is bounded, so that no traversal of the tree exhausts the stack.
  mutating func node(
    _ kind: ExpressionSyntax.Kind, from start: Int, over parts: [ExpressionSyntax] = []
  ) throws(Failure) -> ExpressionSyntax {
    var depth = 1
    for part in parts { depth = max(depth, part.depth + 1) }
    let range = SourceRange(start, max(previousEnd, start))
    guard depth <= Self.maximumDepth else {
      report(
        .tooDeep,
        "this expression is more than \(Self.maximumDepth) operators deep",
        SourceRange(start, start + 1), fix: "move parts of the expression into a 'let' or 'func'")
      throw Failure()
    }
    return ExpressionSyntax(kind: kind, range: range, depth: depth)
  }

  /// Returns the next binary operator, if it is allowed here.
  private func binaryOperator(stopsAtQuestion: Bool) -> BinaryOperator? {
    switch token.kind {
    case .star: .multiply
    case .slash: .divide
    case .percent: .remainder
    case .plus: .add
    case .minus: .subtract
    case .closedRange: .closedRange
    case .halfOpenRange: .halfOpenRange
    case .questionQuestion: stopsAtQuestion ? nil : .coalesce
    case .equalEqual: .equal
    case .bangEqual: .notEqual
    case .less: .less
    case .lessEqual: .lessOrEqual
    case .greater: .greater
    case .greaterEqual: .greaterOrEqual
    case .andAnd: .and
    case .orOr: .or
    case .identifier: atWord("in") ? .contained : atWord("implies") ? .implies : nil
    default: nil
    }
  }

  /// Parses operators from `minimum` on, by precedence climbing.
  ///
  /// - Parameter stopsAtQuestion: whether to leave a `?` after an operand, as in types.
  mutating func parseBinary(
    minimum: Precedence, stopsAtQuestion: Bool = false
  ) throws(Failure) -> ExpressionSyntax {
    let start = index
    var left = try parsePrefix(stopsAtQuestion: stopsAtQuestion)
    var compared: SourceRange?
    while true {
      if asksHabits || atWord("is"), minimum <= .comparison, !stopsAtQuestion,
        try takeHabit(minimum == .implication ? .condition : .comparison, from: start)
      {
        left = try parsePrefix(stopsAtQuestion: false)
        compared = nil
        continue
      }
      if atWord("is"), !token.startsLine, minimum <= .comparison {
        let place = here
        if let compared { reportChain("is", place, compared) }
        advance()
        let pattern = try parsePattern()
        left = try node(.fits(left, pattern), from: left.range.start, over: [left])
        compared = place
        continue
      }
      guard let op = binaryOperator(stopsAtQuestion: stopsAtQuestion), op.precedence >= minimum
      else { return left }
      if case .fits = left.kind, compared != nil, op.precedence > .comparison { return left }
      let place = here
      let isTight = op.precedence == .comparison || op.precedence == .range
      if isTight, let compared { reportChain(op.rawValue, place, compared, left) }
      advance()
      let first = index
      let next: Precedence =
        op.isRightAssociative
        ? op.precedence : Precedence(rawValue: op.precedence.rawValue + 1) ?? .multiplicative
      let right =
        op.precedence == .multiplicative
        ? try parsePrefix(stopsAtQuestion: stopsAtQuestion)
        : op.isRightAssociative
          ? try nested { (parser) throws(Failure) in
            try parser.parseBinary(minimum: next, stopsAtQuestion: stopsAtQuestion)
          }
          : try parseBinary(minimum: next, stopsAtQuestion: stopsAtQuestion)
      if op == .implies { warnOfImplies(left, right, at: place, rightFrom: first) }
      let isChain = isTight && compared != nil
      left = try node(
        isChain ? .error : .binary(op, place, left, right), from: left.range.start,
        over: [left, right])
      compared = isTight ? place : nil
    }
  }

  /// Warns of `a implies b && c implies d`, which means `a implies ((b && c) implies d)`.
  ///
  /// - Parameter first: the first token of the right side.
  private mutating func warnOfImplies(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax, at place: SourceRange, rightFrom first: Int
  ) {
    guard case .binary(.implies, _, let middle, _) = right.kind,
      case .binary(let op, _, let second, let third) = middle.kind, op == .and || op == .or
    else { return }
    if tokens[first].kind == .leftParen, closings[first] >= 0 {
      let end = tokens[Int(closings[first])].range.end
      // Parentheses show that the order is meant.
      if end == right.range.end || end == middle.range.end { return }
    }
    let edits = [
      TextEdit(left.range.front, "("), TextEdit(second.range.tail, ")"),
      TextEdit(third.range.front, "("), TextEdit(right.range.tail, ")"),
    ]
    let sign = op.rawValue
    sink.report(
      Diagnostic(
        .impliesOrder, "'\(sign)' between two 'implies' joins only the values next to it", in: file,
        at: place, why: "'\(sign)' binds tighter than 'implies'",
        fixes: ["write '(a implies b) \(sign) (c implies d)'"], edits: edits, notes: [],
        severity: .warning))
  }

  private mutating func reportChain(
    _ op: String, _ place: SourceRange, _ first: SourceRange, _ left: ExpressionSyntax? = nil
  ) {
    var middle: String?
    let orders: [BinaryOperator] = [.less, .lessOrEqual, .greater, .greaterOrEqual]
    if case .binary(let before, _, _, let right)? = left?.kind, orders.contains(before),
      orders.contains(where: { $0.rawValue == op })
    {
      middle = file.text(right.range)
    }
    report(
      .chainedComparison,
      "'\(op)' cannot follow another comparison or range", place,
      fix: "compare two values at a time: 'a < b && b < c'",
      edits: middle.map { [.init(SourceRange(place.start, place.start), "&& \($0) ")] } ?? [],
      notes: [.init(range: first, message: "the comparison or range before it is here")])
  }

  mutating func parsePrefix(stopsAtQuestion: Bool) throws(Failure) -> ExpressionSyntax {
    let start = here.start
    if at(.bang) || at(.minus) {
      let isNot = at(.bang)
      advance()
      if !isNot, at(.integer), !token.hasSpaceBefore,
        let literal = try parseNegativeLiteral(from: start)
      {
        return try parsePostfix(literal, from: index - 2, stopsAtQuestion: stopsAtQuestion)
      }
      let operand = try nested { (parser) throws(Failure) in
        try parser.parsePrefix(stopsAtQuestion: stopsAtQuestion)
      }
      return try node(isNot ? .not(operand) : .negate(operand), from: start, over: [operand])
    }
    let first = index
    return try parsePostfix(parsePrimary(), from: first, stopsAtQuestion: stopsAtQuestion)
  }

  /// Parses a value whose tokens were corrected.
  mutating func parseCorrectedValue() throws(Failure) -> ExpressionSyntax {
    try nested { (parser) throws(Failure) in
      try parser.readOn { (parser) throws(Failure) in
        try parser.parsePrefix(stopsAtQuestion: false)
      }
    }
  }

  /// Parses a negative number. `-9223372036854775808` has no positive counterpart, so the sign is read with the digits.
  private mutating func parseNegativeLiteral(
    from start: Int
  ) throws(Failure) -> ExpressionSyntax? {
    guard let magnitude = IntegerLiteral.magnitude(text(token)) else { return nil }
    guard magnitude <= UInt64(Int.max) + 1 else {
      throw fail(
        .invalidNumber, "the number '-\(text(token))' is too small: whole numbers have 64 bits")
    }
    advance()
    return try node(.integer(Int(truncatingIfNeeded: 0 &- magnitude)), from: start)
  }

  private mutating func parsePostfix(
    _ primary: ExpressionSyntax, from first: Int, stopsAtQuestion: Bool
  ) throws(Failure) -> ExpressionSyntax {
    var base = primary
    let start = primary.range.start
    while true {
      if asksHabits || at(.dot) && atWord("in", ahead: 1), try takeHabit(.member, from: first) {
        return try parseCorrectedValue()
      }
      switch token.kind {
      case .dot:
        advance()
        if at(.integer) {
          let kind = if case .name(let type) = base.kind { declared[type] } else { String?.none }
          let place = SourceRange(base.range.end, here.end)
          throw fail(
            .syntax, "expected a name after '.', found \(found)",
            fix: kind == "symmetric"
              ? "write '\(file.text(base.range))#\(file.text(here))'"
              : kind == "enum" ? "write the name of a case after the '.'" : nil,
            edits: kind == "symmetric" ? [.init(place, "#\(file.text(here))")] : [])
        }
        let name = try parseAnyWord("a name after '.'")
        base = try node(.member(base, name), from: start, over: [base])
      case .leftParen where !token.startsLine && !token.hasSpaceBefore:
        let arguments = try parseArguments()
        base = try node(.call(base, arguments), from: start, over: [base] + arguments.map(\.value))
      case .leftBracket where !token.startsLine && !token.hasSpaceBefore:
        let open = here
        advance()
        let key = try withBlocks { (parser) throws(Failure) in try parser.parseExpression() }
        try expectClosing(.rightBracket, open, "after the key or index")
        base = try node(.element(base, key), from: start, over: [base, key])
      case .bang where !token.hasSpaceBefore && !token.startsLine:
        advance()
        base = try node(.forceUnwrap(base), from: start, over: [base])
      case .question where !token.hasSpaceBefore && !token.startsLine && !stopsAtQuestion:
        guard let next = try parseQuestion(after: base) else { return base }
        base = next
      default: return base
      }
    }
  }

  /// Parses a `?` directly after its operand: a chain, or the optional of a type.
  private mutating func parseQuestion(
    after base: ExpressionSyntax
  ) throws(Failure) -> ExpressionSyntax? {
    let next = token(after: 1)
    let touches = !next.hasSpaceBefore && !next.startsLine
    if touches, next.kind == .dot || next.kind == .leftBracket {
      advance()
      return try node(.chain(base), from: base.range.start, over: [base])
    }
    let isConditional =
      next.kind == .integer || next.kind == .leftParen
      || next.kind == .identifier && !atWord("where", ahead: 1)
    if case .name(let name) = base.kind, !isConditional {
      advance()
      let type = TypeSyntax(
        kind: .optional(TypeSyntax(kind: .named(name), range: base.range)),
        range: SourceRange(base.range.start, previousEnd))
      return try node(.type(type), from: base.range.start)
    }
    if case .binary(let op, _, let lower, let upper) = base.kind,
      op == .closedRange || op == .halfOpenRange, !isConditional
    {
      advance()
      let range = TypeSyntax(
        kind: .range(lower, upper, isClosed: op == .closedRange), range: base.range)
      let type = TypeSyntax(
        kind: .optional(range), range: SourceRange(base.range.start, previousEnd))
      return try node(.type(type), from: base.range.start)
    }
    if case .type(let inner) = base.kind {
      advance()
      let type = TypeSyntax(
        kind: .optional(inner), range: SourceRange(base.range.start, previousEnd))
      return try node(.type(type), from: base.range.start)
    }
    throw fail(
      .conditionalForm,
      "expected '.' or '[' after '?'",
      fix: "put a space before the '?' of a conditional",
      edits: [.init(here.front, " ")])
  }

  /// Parses `(label: value, …)`.
  mutating func parseArguments() throws(Failure) -> [ArgumentSyntax] {
    try parseList { (parser) throws(Failure) in
      _ = try parser.takeHabit(.argument)
      let label = try parser.parseLabel()
      let value = try parser.parseExpression()
      return ArgumentSyntax(label: label, value: value)
    }
  }

  /// Parses the `x:` before an argument, if there is one.
  mutating func parseLabel() throws(Failure) -> NameSyntax? {
    guard at(.identifier), token(after: 1).kind == .colon else { return nil }
    let label = try parseAnyWord("a label")
    advance()
    return label
  }

  /// Parses arguments between parentheses, from the opening one.
  mutating func parseList<Element>(
    _ parseElement: (inout Parser) throws(Failure) -> Element
  ) throws(Failure) -> [Element] {
    let open = here
    advance()
    return try withBlocks { (parser) throws(Failure) in
      var elements: [Element] = []
      while !parser.at(.rightParen) {
        elements.append(try parseElement(&parser))
        guard parser.eat(.comma) else { break }
      }
      try parser.expectClosing(.rightParen, open, "or ',' after the argument")
      return elements
    }
  }
}
