import Semantics

extension EventSyntax {
  /// The rules, including those of groups.
  package var rules: [RuleSyntax] {
    if case .rules(_, let items) = body { items.elements.flatMap(\.rules) } else { [] }
  }

  /// Returns the event with an additional rule, before the `otherwise` rule; nil without rules.
  func adding(_ rule: RuleSyntax) -> EventSyntax? {
    guard case .rules(let bindings, var items) = body else { return nil }
    var place = items.elements.count
    if case .rule(let last)? = items.elements.last, last.isOtherwise { place -= 1 }
    items.elements.insert(.rule(rule), at: place)
    var changed = self
    changed.body = .rules(bindings, items)
    return changed
  }

  /// Returns the event with replaced rules; a rule is removed if the result for it is nil.
  func mapRules(_ change: (RuleSyntax) -> RuleSyntax?) -> EventSyntax {
    guard case .rules(let bindings, let items) = body else { return self }
    var changed = self
    changed.body = .rules(bindings, items.mapRules(change))
    return changed
  }
}

extension RuleItemSyntax {
  var rules: [RuleSyntax] {
    switch self {
    case .rule(let rule): [rule]
    case .group(_, _, let items): items.elements.flatMap(\.rules)
    }
  }
}

extension BracedSyntax<RuleItemSyntax> {
  func mapRules(_ change: (RuleSyntax) -> RuleSyntax?) -> Self {
    var changed = self
    changed.elements = elements.compactMap { item in
      switch item {
      case .rule(let rule): change(rule).map { .rule($0) }
      case .group(let condition, let bindings, let items):
        .group(when: condition, bindings, items.mapRules(change))
      }
    }
    return changed
  }
}
