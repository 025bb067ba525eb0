import Semantics

/// `world crowd: busy { subjects = 20 } walks 2_000 steps 100 violates badgeIsRight`.
///
/// Settings name params or the numbers of symmetric names; what it violates are properties and general kinds.
package struct WorldSyntax: Sendable {
  package var name: NameSyntax
  /// The world whose settings and replacements count here as well, where there are none of its own.
  package var base: NameSyntax?
  package var changes = ChangesSyntax()
  package var walks: WalksSyntax?
  package var violates: [AnnouncementSyntax] = []
}

/// `{ subjects = 20; func f() -> Int { 1 } }`: what is set and replaced.
package struct ChangesSyntax: Sendable {
  package var settings: [BindingSyntax] = []
  package var replacements: [ReplacementSyntax] = []
}

/// `use "platform/ios-tray.tray" { room = 1 }`: the declarations of another file, with these changes.
package struct UseSyntax: Sendable {
  /// Without its quotes.
  package var path: String
  /// With them.
  package var range: SourceRange
  package var changes = ChangesSyntax()
}

/// `noDuplicates`, or `fault in receive.mention`.
package struct AnnouncementSyntax: Sendable {
  package var name: NameSyntax
  /// An event or a property.
  package var place: NameSyntax?
  package var rule: NameSyntax?

  /// As it is written, such as `fault in receive.mention`.
  package var text: String {
    name.text + (place.map { " in \($0.text)" } ?? "") + (rule.map { ".\($0.text)" } ?? "")
  }
}

/// `walks 2_000 steps 100`: the world is walked through at random, and not searched.
package struct WalksSyntax: Sendable {
  package var count: ExpressionSyntax
  package var steps: ExpressionSyntax
  package var seed: ExpressionSyntax?
  package var range: SourceRange
}

/// What a world says otherwise than the rest of the text.
package struct ReplacementSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  package var documentation: String?

  package enum Kind: Sendable {
    case constant(BindingSyntax)
    case function(FunctionSyntax)
    /// Its first value. The type is mostly left out.
    case variable(VariableSyntax)
    case event(EventSyntax)
    /// `on e when p`: only where the event can happen is another. The parameters are mostly left out.
    case eventGuard(NameSyntax, [ParameterSyntax], ExpressionSyntax)
    /// `rule e.x when p { … }`
    case rule(event: NameSyntax, RuleSyntax)
    /// `without rule e.x`
    case without(event: NameSyntax, rule: NameSyntax)
    /// `without p`: a property of a library that is not asked here.
    case withoutProperty(NameSyntax)
  }
}

extension ReplacementSyntax {
  /// As a heading names it.
  package var heading: String {
    switch kind {
    case .without, .withoutProperty: "without \(title)"
    default: "other \(title)"
    }
  }

  /// The name of what is replaced; of a rule without that of its event.
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

  /// What is replaced, such as `func notificationID` or `rule receive.mention`: different for what is different.
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
