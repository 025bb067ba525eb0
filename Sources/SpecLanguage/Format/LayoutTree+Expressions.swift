import Semantics

extension LayoutTree {
  mutating func add(_ expression: ExpressionSyntax) {
    addSpan(expression.range)
    let core = core(places(expression.range))
    switch expression.kind {
    case .integer where kind(core.lowerBound) == .minus: mark(core.lowerBound, .prefix)
    case .integer, .boolean, .nilLiteral, .name, .symmetricName, .error: break
    case .implicitMember(_, let arguments):
      if kind(core.lowerBound) == .dot { mark(core.lowerBound, .implicit) }
      arguments?.forEach { add($0.value) }
    case .member(let base, let name):
      add(base)
      allowBreak(place(name.range.start) - 1, .word)
    case .chain(let value), .forceUnwrap(let value), .old(let value): add(value)
    case .element(let base, let key):
      add(base)
      add(key)
    case .call(let base, let arguments):
      add(base)
      arguments.forEach { add($0.value) }
    case .not(let operand), .negate(let operand):
      mark(core.lowerBound, .prefix)
      add(operand)
    case .binary: addChain(expression, core)
    case .fits(let value, let pattern):
      add(value)
      allowBreak(place(pattern.range.start), .word)
      add(pattern)
    case .conditional(let condition, let first, let second):
      addConditional(condition, first, second)
    case .list(let elements):
      mark(core.lowerBound, .opening)
      elements.forEach { add($0) }
    case .dictionary(let entries):
      mark(core.lowerBound, .opening)
      entries.flatMap { [$0.key, $0.value] }.forEach { add($0) }
    case .quantifier(_, let binders, let body), .aggregate(_, let binders, let body):
      add(binders)
      if let body {
        allowBreak(place(body.range.start), .part)
        add(body)
      }
    case .branch(let branches, let otherwise):
      for branch in branches {
        branch.conditions.forEach { add($0) }
        add(branch.body)
      }
      if let otherwise { add(otherwise) }
      addAlternatives(
        start(of: core.lowerBound), branches.compactMap(\.body.braces), last: otherwise?.braces)
    case .match(let subject, let cases):
      add(subject)
      for matchCase in cases {
        let binding = matchCase.body.bindings.first
        let begin = binding.map { start(of: place($0.name.range.start) - 1) }
        add(
          matchCase, bodyStart: begin ?? matchCase.body.value.range.start,
          matchCase.body.value.range.end, ofStatements: false)
        add(matchCase.body)
      }
    case .unchanged(let parts, let exceptions): (parts + exceptions).forEach { add($0) }
    case .enabled(let call): add(call)
    case .emitted(let signal, _): add(signal)
    case .type(let type): add(type)
    }
  }

  /// Returns the tokens inside of all parentheses around a value, and marks the parentheses.
  private mutating func core(_ places: Range<Int>) -> Range<Int> {
    var places = places
    while let first = places.first, kind(first) == .leftParen,
      counterparts[first] == places.upperBound - 1
    {
      mark(first, .opening)
      places = first + 1..<places.upperBound - 1
    }
    return places
  }

  /// Adds operators of one precedence, whose operands are at one level.
  private mutating func addChain(_ expression: ExpressionSyntax, _ core: Range<Int>) {
    guard case .binary(let op, _, _, _) = expression.kind else { return }
    var rest = expression
    while case .binary(let next, let place, let left, let right) = rest.kind,
      next.precedence == op.precedence
    {
      add(next, at: self.place(place.start))
      add(right)
      rest = left
      if isParenthesized(left) { break }
    }
    add(rest)
  }

  private func isParenthesized(_ expression: ExpressionSyntax) -> Bool {
    let places = places(expression.range)
    return kind(places.lowerBound) == .leftParen
      && counterparts[places.lowerBound] == places.upperBound - 1
  }

  private mutating func add(_ op: BinaryOperator, at place: Int) {
    if op.precedence == .range { return }
    mark(place, .infix)
    allowBreak(place, .part)
  }

  private mutating func addConditional(
    _ condition: ExpressionSyntax, _ first: ExpressionSyntax, _ second: ExpressionSyntax
  ) {
    let (question, colon) = (place(condition.range.end), place(first.range.end))
    for place in [question, colon] {
      mark(place, .infix)
      allowBreak(place, .part)
    }
    conditionals[colon] = question
    [condition, first, second].forEach { add($0) }
  }

  mutating func add(_ binders: BindersSyntax) {
    for group in binders.groups {
      for pattern in group.patterns {
        switch pattern {
        case .single(let element): add(element)
        case .pair(let key, let element):
          mark(place(key.range.start) - 1, .opening)
          add(element)
        }
      }
      add(group.source)
    }
    addClause("where", binders.filter)
  }

  private mutating func add(_ element: BindersSyntax.Element) {
    if case .fitting(let pattern) = element { add(pattern) }
  }

  mutating func add(_ pattern: PatternSyntax) {
    switch pattern.kind {
    case .wildcard, .binding, .nilLiteral: break
    case .enumCase(_, _, let fields):
      let start = place(pattern.range.start)
      if kind(start) == .dot { mark(start, .implicit) }
      fields?.forEach { add($0.pattern) }
    case .structure(_, let fields): fields.forEach { add($0.pattern) }
    case .some(let inner): add(inner)
    case .expression(let value): add(value)
    }
  }

  mutating func add(_ type: TypeSyntax) {
    _ = core(places(type.range))
    switch type.kind {
    case .named, .error: break
    case .range(let lower, let upper, _):
      add(lower)
      add(upper)
    case .optional(let inner): add(inner)
    case .set(let element, let most):
      add(element)
      if let most { add(most) }
      keepTogether(type)
    case .bag(let element, let most), .list(let element, let most):
      add(element)
      add(most)
      keepTogether(type)
    case .map(let key, let value), .table(let key, let value):
      add(key)
      add(value)
      keepTogether(type)
    case .timer(let most): add(most)
    }
  }

  /// Keeps the tokens of a type on one line like a word.
  private mutating func keepTogether(_ type: TypeSyntax) {
    for place in places(type.range).dropFirst() where breaks[place] == .part {
      breaks[place] = .word
    }
  }
}
