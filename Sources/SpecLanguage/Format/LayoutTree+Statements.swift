import Semantics

extension LayoutTree {
  mutating func add(_ statement: StatementSyntax) {
    addSpan(statement.range)
    addItem(place(statement.range.start))
    switch statement.kind {
    case .assign(let target, _, let value):
      add(target)
      add(value: value)
    case .insert(let value, let place, let collection):
      [value, place, collection].compactMap(\.self).forEach { add($0) }
    case .remove(let value, let collection), .append(let value, let collection),
      .start(let value, let collection):
      add(value)
      add(collection)
    case .removeWhere(let binders), .choose(let binders): add(binders)
    case .branch(let branches, let otherwise):
      for branch in branches {
        branch.conditions.forEach { add($0) }
        branch.body.elements.forEach { add($0) }
      }
      otherwise?.elements.forEach { add($0) }
      addAlternatives(
        statement.range.start, branches.map(\.body.braces), last: otherwise?.braces)
    case .match(let subject, let cases):
      add(subject)
      for matchCase in cases {
        add(
          matchCase, bodyStart: matchCase.body.first?.range.start, matchCase.body.last?.range.end,
          ofStatements: true)
        matchCase.body.forEach { add($0) }
      }
    case .loop(let binders, let body):
      add(binders)
      body.elements.forEach { add($0) }
    case .binding(let binding): add(binding)
    case .emit(let signals): signals.forEach { add($0) }
    case .assert(let value), .stop(let value), .call(let value): add(value)
    }
  }

  mutating func add(_ signal: SignalPatternSyntax) {
    signal.arguments?.forEach { add($0.value) }
  }

  /// Adds `let name = value`, or the setting of a world, which has no `let`.
  mutating func add(_ binding: BindingSyntax) {
    addSpan(start(of: binding), places(binding.value.range).upperBound)
    if let type = binding.type { add(type) }
    add(value: binding.value)
  }

  /// Adds bindings that are lines of a block.
  mutating func addItems(_ bindings: [BindingSyntax]) {
    for binding in bindings {
      addItem(start(of: binding))
      add(binding)
    }
  }

  private func start(of binding: BindingSyntax) -> Int {
    let name = place(binding.name.range.start)
    return isWord(name - 1, "let", "var", "param") ? name - 1 : name
  }

  /// Adds a value after `=`.
  mutating func add(value: ExpressionSyntax) {
    allowBreak(place(value.range.start), .value)
    add(value)
  }

  mutating func add(_ condition: ConditionSyntax) {
    switch condition {
    case .test(let value), .unwrap(_, let value): add(value)
    case .pattern(let pattern, let value):
      add(pattern)
      add(value)
    }
  }

  mutating func add(_ block: BlockSyntax) {
    addItems(block.bindings)
    addItem(place(block.value.range.start))
    add(block.value)
  }

  /// Adds the blocks of an `if` at an offset, and the `else` after each of them.
  mutating func addAlternatives(_ start: Int, _ braces: [SourceRange], last: SourceRange?) {
    let all = braces + (last.map { [$0] } ?? [])
    let chain = all.map { place($0.start) }
    for brace in chain { chains[brace] = chain }
    for range in all.dropLast() { alternatives[places(range).upperBound] = place(start) }
  }

  mutating func add<Body>(
    _ matchCase: MatchCaseSyntax<Body>, bodyStart: Int?, _ bodyEnd: Int?, ofStatements: Bool
  ) {
    let head = places(matchCase.range)
    let end = bodyEnd.map { places(SourceRange(matchCase.range.start, $0)).upperBound }
    addCase(
      head.lowerBound, colon: head.upperBound, end: end ?? head.upperBound + 1,
      ofStatements: ofStatements)
    matchCase.patterns.forEach { add($0) }
    addClause("where", matchCase.filter)
    addSpan(head.lowerBound, end ?? head.upperBound + 1)
    if let bodyStart { allowBreak(place(bodyStart), .part) }
  }
}
