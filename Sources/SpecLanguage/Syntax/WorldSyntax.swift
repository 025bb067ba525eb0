import Semantics

/// A world: `world crowd: busy { subjects = 20 } walks 2_000 steps 100 violates badgeIsRight`.
///
/// Its settings change params or the numbers of symmetric names. The violations that it expects are properties and
/// general kinds.
package struct WorldSyntax: Sendable {
  package var name: NameSyntax
  /// The world whose settings and replacements apply unless this world has its own.
  package var base: NameSyntax?
  package var changes = ChangesSyntax()
  package var walks: WalksSyntax?
  package var violates: [AnnouncementSyntax] = []
}

/// The settings and replacements: `{ subjects = 20; func f() -> Int { 1 } }`.
package struct ChangesSyntax: Sendable {
  package var settings: [BindingSyntax] = []
  package var replacements: [ReplacementSyntax] = []
}

/// The use of another file, with changes to its declarations: `use "platform/ios-tray.tray" { room = 1 }`.
package struct UseSyntax: Sendable {
  /// The path without its quotes.
  package var path: String
  /// The range of the path with its quotes.
  package var range: SourceRange
  package var changes = ChangesSyntax()
}

/// An expected violation: `noDuplicates`, `oneCard.twoIDs` or `fault in receive.mention`; or `and others`.
package struct AnnouncementSyntax: Sendable {
  /// The property or kind of violation. For `and others`, the word `others`.
  package var name: NameSyntax
  /// Whether it is `and others`, which tolerates every other violation.
  package var isRest = false
  /// The event or property of the violation.
  package var place: NameSyntax?
  /// The rule of that event. Without a place, the part of an identity.
  package var rule: NameSyntax?

  /// The violation as written, such as `fault in receive.mention`.
  package var text: String {
    name.text + (place.map { " in \($0.text)" } ?? "") + (rule.map { ".\($0.text)" } ?? "")
  }
}

/// Random walks through a world instead of a search: `walks 2_000 steps 100`.
package struct WalksSyntax: Sendable {
  package var count: ExpressionSyntax
  package var steps: ExpressionSyntax
  package var seed: ExpressionSyntax?
  package var range: SourceRange
}

/// A declaration of a world that replaces one of the spec.
package struct ReplacementSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  package var documentation: String?

  package enum Kind: Sendable {
    case constant(BindingSyntax)
    case function(FunctionSyntax)
    /// A new initial value, usually without a type.
    case variable(VariableSyntax)
    case event(EventSyntax)
    /// `on e when p`: a new guard of an event, usually without its parameters.
    case eventGuard(NameSyntax, [ParameterSyntax], ExpressionSyntax)
    /// `rule e.x when p { … }`
    case rule(event: NameSyntax, RuleSyntax)
    /// `without rule e.x`
    case without(event: NameSyntax, rule: NameSyntax)
    /// `without p`: the removal of a property of a library.
    case withoutProperty(NameSyntax)
  }
}

extension ReplacementSyntax {
  /// The heading of the replacement.
  package var heading: String {
    switch kind {
    case .without, .withoutProperty: "without \(title)"
    default: "other \(title)"
    }
  }

  /// The name of the replaced declaration; for a rule without that of its event.
  package var name: NameSyntax {
    switch kind {
    case .constant(let binding): binding.name
    case .variable(let variable): variable.name
    case .function(let function): function.name
    case .event(let event): event.name
    case .eventGuard(let name, _, _): name
    case .rule(_, let rule): rule.name
    case .without(_, let rule): rule
    case .withoutProperty(let name): name
    }
  }

  /// The kind and name of the replaced declaration, such as `func notificationID` or `rule receive.mention`: unique for
  /// each declaration.
  package var title: String {
    switch kind {
    case .constant: "let \(name.text)"
    case .function: "func \(name.text)"
    case .variable: "var \(name.text)"
    case .event, .eventGuard: "on \(name.text)"
    case .withoutProperty(let name): name.text
    case .rule(let event, _), .without(let event, _): "rule \(event.text).\(name.text)"
    }
  }
}
