import Basics
import Semantics

/// Assignments, messages and names in the place of a statement.
extension Parser {
  /// Reports `x: 1` and `queue ! m`, which assign and send in other languages.
  mutating func refuseMisplacedSign(
    behind expression: ExpressionSyntax
  ) throws(Failure) {
    guard asksHabits, !token.startsLine else { return }
    let isPlace =
      switch expression.kind {
      case .name, .member, .element: true
      default: false
      }
    guard isPlace else { return }
    if at(.colon), isWord(["for", "while", "if", "switch", "repeat", "do"], ahead: 1) {
      throw fail(
        .loopForm,
        "a loop has no label, found ':'",
        fix: "leave '\(file.text(expression.range).prefix(40)):' out",
        edits: [.init(SourceRange(expression.range.start, token(after: 1).range.start), "")])
    }
    if at(.colon), case .name(let word) = expression.kind,
      ["other", "others", "otherwise"].contains(word)
    {
      throw fail(
        .switchForm,
        "the last case of a 'switch' is 'default'", fix: "write 'default:'",
        edits: [.init(expression.range, "default")])
    }
    if at(.colon), !endsStatement(1) {
      throw fail(
        .foreignStatement,
        "expected '=' and a value, found ':'", fix: "write '='",
        edits: [.init(SourceRange(previousEnd, here.end), " =")])
    }
    guard at(.bang), !endsStatement(1), case .name(let name) = expression.kind,
      declared[name] == "List" || declared[name] == "Set"
    else { return }
    let ours = declared[name] == "List" ? ("append", "to") : ("insert", "into")
    let value = words(index + 1, index + statementLength)
    let whole = "\(ours.0) \(value) \(ours.1) \(name)"
    throw fail(
      .foreignStatement,
      "expected a statement, found '!'", fix: "write '\(whole.prefix(60))'",
      edits: [
        .init(
          SourceRange(expression.range.start, token(after: statementLength - 1).range.end), whole)
      ])
  }

  /// Reports `x becomes 1`, `x is 1` and `x changes to 1`.
  mutating func refuseSpokenStore(_ expression: ExpressionSyntax) throws(Failure) {
    guard asksHabits, !token.startsLine || endsStatement(0) else { return }
    if case .fits(let target, _) = expression.kind, endsStatement(0) {
      let tail = SourceRange(target.range.end, expression.range.end)
      let value = file.text(tail).drop { $0 == " " }.dropFirst(2).drop { $0 == " " }
      report(
        .foreignStatement,
        "expected '=' and a value, found 'is'", tail,
        fix: "write '\(file.text(target.range).prefix(30)) = \(value.prefix(30))'",
        edits: [.init(tail, " = \(value)")])
      throw Failure()
    }
    let count =
      isWord(["becomes", "gets", "equals", "receives"])
      ? 1
      : isWord(["changes", "goes", "turns", "moves"]) && isWord(["to", "into"], ahead: 1) ? 2 : 0
    guard count > 0, !endsStatement(count) else { return }
    let place = here.union(token(after: count - 1).range)
    throw fail(
      .foreignStatement,
      "expected '=' and a value, found '\(file.text(place))'", fix: "write '='",
      edits: [.init(place, "=")])
  }

  /// Reports a name that does not begin a statement.
  mutating func refuseName(_ expression: ExpressionSyntax) throws(Failure) {
    if case .member(let base, _) = expression.kind, case .name(let name) = base.kind,
      at(.identifier), !token.startsLine,
      let word = NearestName.propose(name, among: Array(Self.statementWords))
    {
      report(
        .expectedStatement,
        "expected a statement, found '\(name)'", base.range, fix: "did you mean '\(word)'?",
        edits: [.init(base.range, word)])
      throw Failure()
    }
    guard case .name(let name) = expression.kind else { return }
    if Self.statementWords.contains(name) {
      report(.expectedStatement, "expected a value after '\(name)'", expression.range)
      throw Failure()
    }
    guard at(.identifier), !token.startsLine else { return }
    if Self.declarationWords.contains(name) {
      let isOutside = isUnindented(index - 1)
      report(
        .expectedStatement,
        "a declaration cannot appear among statements", expression.range,
        fix: isOutside
          ? "look for a missing '}' above" : "move the declaration out of the braces")
      throw Failure()
    }
    if let word = NearestName.propose(name, among: Array(Self.statementWords)) {
      report(
        .expectedStatement,
        "expected a statement, found '\(name)'", expression.range, fix: "did you mean '\(word)'?"
      )
      throw Failure()
    }
    guard declared[name] == nil else { return }
    report(.expectedStatement, "expected a statement, found '\(name.prefix(40))'", expression.range)
    throw Failure()
  }

  /// Reports `x =- 1`.
  mutating func refuseReversedUpdate() throws(Failure) {
    guard index > 0, tokens[index - 1].kind == .equal, !token.hasSpaceBefore,
      token(after: 1).hasSpaceBefore, tokens[index - 1].hasSpaceBefore, !isInCondition, !sink.isFull
    else { return }
    throw fail(
      .foreignOperator,
      "'=-' is not part of the language", fix: "write '-=', or '= -' for a number below 0",
      edits: [Edit(tokens[index - 1].range.union(here), "-=")])
  }

  /// Reports `x =+ 1` and `x = +1`.
  mutating func failPlus() -> Failure {
    let sign = index > 0 ? tokens[index - 1] : token
    let isUpdate =
      sign.kind == .equal && !token.hasSpaceBefore && token(after: 1).hasSpaceBefore && asksHabits
    return fail(
      .foreignOperator,
      isUpdate ? "'=+' is not part of the language" : "a value cannot begin with '+'",
      fix: isUpdate ? "write '+='" : "leave the '+' out",
      edits: isUpdate
        ? [Edit(sign.range.union(here), "+=")]
        : [Edit(SourceRange(here.start, token(after: 1).range.start), "")])
  }
}
