import Semantics

extension LayoutTree {
  mutating func add(_ statement: StatementSyntax) {
    addSpan(statement.range)
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
        statement.range.start, behind: branches.map(\.body.braces), hasLast: otherwise != nil)
    case .match(let subject, let cases):
      add(subject)
      for matchCase in cases {
        add(matchCase, bodyStart: matchCase.body.first?.range.start, matchCase.body.last?.range.end)
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
    var start = place(binding.name.range.start)
    if isWord(start - 1, "let", "var", "param") { start -= 1 }
    addSpan(start, places(binding.value.range).upperBound)
    if let type = binding.type { add(type) }
    add(value: binding.value)
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
    block.bindings.forEach { add($0) }
    add(block.value)
  }

  /// Adds the `else` after each block.
  mutating func addAlternatives(_ start: Int, behind braces: [SourceRange], hasLast: Bool) {
    for (index, range) in braces.enumerated() where index + 1 < braces.count || hasLast {
      let place = places(range).upperBound
      guard isWord(place, "else") else { continue }
      alternatives[place] = self.place(start)
      allowBreak(place, .branch)
    }
  }

  mutating func add<Body>(_ matchCase: MatchCaseSyntax<Body>, bodyStart: Int?, _ bodyEnd: Int?) {
    let head = places(matchCase.range)
    cases.insert(head.lowerBound)
    allowBreak(head.lowerBound, .part)
    matchCase.patterns.forEach { add($0) }
    addClause("where", matchCase.filter)
    let end = bodyEnd.map { places(SourceRange(matchCase.range.start, $0)).upperBound }
    addSpan(head.lowerBound, end ?? head.upperBound + 1)
    if let bodyStart { allowBreak(place(bodyStart), .part) }
  }
}
