/// Statements: each branch and loop should be taken.
extension CoveragePointBuilder {
  mutating func visit(_ statements: [Statement], _ under: Prerequisites) {
    for statement in statements { visit(statement, under) }
  }

  private mutating func visit(_ statement: Statement, _ under: Prerequisites) {
    switch statement.node {
    case .change, .bind, .emit: for part in statement.expressions { visitValue(part, under) }
    case .assert(let condition): visitAsserted(condition, true, under + [answer(statement)])
    case .call(let procedure, let arguments):
      note(procedure)
      for argument in arguments { visitValue(argument, under) }
    case .removeWhere(let binders, let place):
      for key in place.keys { visitValue(key, under) }
      visitRemoval(binders, statement, under)
    case .choose(let binders):
      visitSources(binders, under)
      if let filter = binders.filter { visitDecided(filter, under + [answer(filter, .reached)]) }
    case .loop(let binders, _, let body):
      visitSources(binders, under)
      if let filter = binders.filter { visitDecided(filter, under + [answer(filter, .holds)]) }
      guard let first = body.first else { return }
      ask(
        .bodyNeverRuns(first.range, isLoop: true), answer(first),
        under: under + [answer(statement)], at: statement.range.head)
      visit(body, under + [answer(first)])
    case .branch(let branches): visit(branches, statement, under)
    }
  }

  private mutating func visitRemoval(
    _ binders: Binders, _ statement: Statement, _ under: Prerequisites
  ) {
    visitSources(binders, under)
    guard let filter = binders.filter, !filter.isSettled else { return }
    ask(
      .nothingIsRemoved(filter.range), answer(filter, .holds), under: under + [answer(statement)],
      at: statement.range.head)
    visitDecided(filter, under + [answer(filter, .holds)])
  }

  private mutating func visit(
    _ branches: Branches<[Statement]>, _ statement: Statement, _ under: Prerequisites
  ) {
    if let subject = branches.subject { visitValue(subject.value, under) }
    let here = under + [answer(statement)]
    var isOpen = true
    for branch in branches.branches {
      isOpen = visit(branch.conditions, under) && isOpen
      let isNeeded = isNeeded(branch.conditions, branches, at: statement.range)
      visit(branch.body, isAsked: isOpen && !isNeeded, here)
    }
    if let otherwise = branches.otherwise {
      let isAsked =
        isOpen && !branches.branches.isEmpty
        && !isProtection(branches, at: statement.range)
      visit(otherwise, isAsked: isAsked, here)
    }
    askWhetherNeeded(branches, isOpen, here)
  }

  private mutating func visit(_ body: [Statement], isAsked: Bool, _ under: Prerequisites) {
    guard let first = body.first else { return }
    // If the author expects that no step gets here, unreached statements are correct.
    if isAsked, !first.isNeverReached, !exemptions.areObservations(body) {
      ask(
        .bodyNeverRuns(first.range, isLoop: false), answer(first), under: under, at: first.range)
    }
    visit(body, under + [answer(first)])
  }

  /// An `if` without `else` that is always taken has no effect.
  private mutating func askWhetherNeeded(
    _ branches: Branches<[Statement]>, _ isOpen: Bool, _ under: Prerequisites
  ) {
    guard branches.branches.count == 1, branches.otherwise?.isEmpty ?? true, isOpen,
      branches.branches[0].conditions.count == 1,
      case .test(let test) = branches.branches[0].conditions[0], !isShield(test)
    else { return }
    ask(
      .ifAlwaysHolds, answer(test, .fails), under: under + [answer(test, .reached)],
      at: test.range, deciders: [test])
  }
}

extension Statement {
  /// Whether the statement is `assert(false)`.
  fileprivate var isNeverReached: Bool {
    if case .assert(let condition) = node, case .constant(.bool(false)) = condition.node {
      true
    } else {
      false
    }
  }
}

extension SourceRange {
  /// The first line of the range.
  fileprivate var head: SourceRange { SourceRange(start, min(end, start + 3)) }
}
