import Semantics

/// Statements that start timers, and that add and remove elements.
extension Parser {
  mutating func parseStart() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let timer = try parseExpression()
    try expectWord(
      "for", "after the timer",
      fix: "write 'start \(file.text(timer.range).prefix(40)) for 3'")
    return .start(timer, try parseExpression())
  }

  mutating func parseInsert() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let value = try parseExpression()
    let place = eatWord("at") ? try parseExpression() : nil
    let new = file.text(value.range).prefix(30)
    try expectWord(
      "into", "and the set or list",
      fix: "write 'insert \(new) into s' for a set s, or 'insert \(new) at 0 into l' for a list l")
    return .insert(value, at: place, into: try parseExpression())
  }

  mutating func parseAppend() throws(Failure) -> StatementSyntax.Kind {
    advance()
    let value = try parseExpression()
    try expectWord(
      "to", "and the list",
      fix: "write 'append \(file.text(value.range).prefix(40)) to l' for a list l")
    return .append(value, to: try parseExpression())
  }

  mutating func parseRemove() throws(Failure) -> StatementSyntax.Kind {
    advance()
    if beginsBinders(at: 0) {
      let binders = try parseBinders("'remove'")
      guard binders.filter != nil || binders.isFitting else {
        throw fail(.changeForm, "expected 'where' and a condition, found \(found)")
      }
      return .removeWhere(binders)
    }
    let value = try parseExpression()
    try expectWord(
      "from", "and the set",
      fix: "write 'remove \(file.text(value.range).prefix(40)) from s' for a set s")
    return .remove(value, from: try parseExpression())
  }
}
