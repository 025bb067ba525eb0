import Semantics
import SpecLanguage

/// Edits of where events can happen.
extension EditFinder {
  /// Drops an event, narrows its guard, and drops values of its parameters.
  mutating func visitGuard(of event: EventSyntax) {
    let body =
      switch event.body {
      case .statements(let body): body.braces.start
      case .rules(_, let items): items.braces.start
      }
    visitGuard(
      event.guardExpression, event.parameters, head: SourceRange(event.name.range.start, body))
  }

  /// Visits a guard.
  ///
  /// - Parameters:
  ///   - condition: the guard; nil if the event has none.
  ///   - head: the event from its name to its body, where a first guard goes.
  mutating func visitGuard(
    _ condition: ExpressionSyntax?, _ parameters: [ParameterSyntax], head: SourceRange
  ) {
    let (range, prefix) =
      condition.map { ($0.range, "\(conditions.operand($0)) && ") }
      ?? (SourceRange(head.end, head.end), "")
    func add(_ kind: MutationOperator, _ text: String) {
      self.add(
        kind, range, condition == nil ? "when \(text) " : text,
        shown: condition == nil ? head : nil)
    }
    add(.dropEvent, "false")
    if let condition {
      add(.dropCondition, "true")
      visitCondition(condition)
    }
    for text in conditions.exclusions(of: parameters) { add(.dropValue, prefix + text) }
    for text in conditions.conditions(for: parameters, besides: condition) {
      add(.narrowGuard, prefix + text)
    }
  }
}
