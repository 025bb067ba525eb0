import Semantics

/// The syntax tree of a whole `.tray` file. Comments, blank lines and the words between nodes are in its tokens, at the
/// ranges of the nodes.
package struct SpecSyntax: Sendable {
  package var tokens: TokenList
  package var name: NameSyntax?
  /// Whether the file is a `library Name`, which other files may use.
  package var isLibrary = false
  package var documentation: String?
  /// The declarations. Those of used files come first, without their worlds and scenarios.
  package var declarations: [DeclarationSyntax] = []
  /// Whether parts of the text could not be parsed, so that declarations may be missing.
  package var isIncomplete = false
  /// All names in those parts, any of which may be declared there.
  package var skippedNames: Set<String> = []
  /// Whether a used file could not be read, in which any name may be declared.
  package var lacksFiles = false

  package var file: SourceFile { tokens.file }
}

/// The elements between braces.
package struct BracedSyntax<Element: Sendable>: Sendable {
  package var elements: [Element]
  /// The range from the opening brace to the closing one, both included.
  package var braces: SourceRange
}

/// One declaration with the `///` lines above it.
package struct DeclarationSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  /// The word for the kind of declaration; for an event it is `on`, even after `fair`.
  package var keyword: SourceRange
  package var documentation: String?
  /// Whether users of the library may replace it: `open func`.
  package var isOpen = false

  package indirect enum Kind: Sendable {
    case use(UseSyntax)
    case param(BindingSyntax)
    case constant(BindingSyntax)
    case enumeration(NameSyntax, [EnumCaseSyntax])
    case structure(NameSyntax, [FieldSyntax])
    case typeAlias(NameSyntax, TypeSyntax)
    case symmetric(NameSyntax, ExpressionSyntax)
    case variable(VariableSyntax)
    case signal([SignalSyntax])
    case function(FunctionSyntax)
    case event(EventSyntax)
    /// `rule receive.mute when p { … }`: an additional rule of an event in a used file.
    case rule(event: NameSyntax, RuleSyntax)
    /// `fair on send(outcome: .accepted)`: fairness for some values of an event.
    case promise(FairnessSyntax, EventPatternSyntax)
    /// `group clock = noon, nextDay`: a name for several events in any list of events.
    case group(NameSyntax, [NameSyntax])
    case invariant(InvariantSyntax)
    case same(SameSyntax)
    case identity(IdentitySyntax)
    case transition(TransitionSyntax)
    case eventually(LeadsToSyntax)
    case reachable(LeadsToSyntax)
    case possible(LeadsToSyntax)
    case terminal(BlockSyntax)
    /// `explore while n <= 3`: the states that a check follows.
    case bound(ExpressionSyntax)
    case scenario(ScenarioSyntax)
    case steps(StepsSyntax)
    case world(WorldSyntax)
    case view(ViewSyntax)
  }
}

extension DeclarationSyntax.Kind {
  /// The name of a property, whose violation worlds may expect.
  package var propertyName: String? {
    switch self {
    case .invariant(let invariant): invariant.name.text
    case .same(let same): same.name.text
    case .identity(let identity): identity.name.text
    case .transition(let transition): transition.name.text
    case .eventually(let property), .reachable(let property), .possible(let property):
      property.name.text
    default: nil
    }
  }
}

/// A case with the fields of its payload, in the order of the text: `call(ringing: Bool)`.
package struct EnumCaseSyntax: Sendable {
  package var name: NameSyntax
  package var fields: [FieldSyntax]
}

/// A named or unnamed field of a struct, of an enum's payload or of a signal.
package struct FieldSyntax: Sendable {
  package var name: NameSyntax?
  package var type: TypeSyntax
  package var defaultValue: ExpressionSyntax?
}

/// A variable: `var level: Level = any`.
///
/// It has a type, an initial value or both; the checker reports it if both are missing.
package struct VariableSyntax: Sendable {
  package var name: NameSyntax
  package var type: TypeSyntax?
  package var initial: InitialSyntax?
  /// Whether only properties and other ghosts read it: `ghost var`.
  package var isGhost = false
  /// The initial value that this one replaces; without a written type, the variable has the type of that value.
  package var replaced: ExpressionSyntax?

  package enum InitialSyntax: Sendable {
    case value(ExpressionSyntax)
    /// `any`
    case any(SourceRange)
    /// `any x in T where p`
    case anyWhere(BindersSyntax)
  }
}

/// One of the signals in a `signal` declaration: `banner(kind: Kind, badge: 0...2)`.
package struct SignalSyntax: Sendable {
  package var name: NameSyntax
  package var fields: [FieldSyntax]
}

/// A parameter of an event or function; `label` is nil after `_`.
package struct ParameterSyntax: Sendable {
  package var label: NameSyntax?
  package var name: NameSyntax
  package var type: TypeSyntax
}

/// A func `func name(…) -> T { value }`, or a procedure `func name(…) { statements }` without a type.
package struct FunctionSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var body: Body

  package enum Body: Sendable {
    case function(TypeSyntax, BlockSyntax)
    case procedure(BracedSyntax<StatementSyntax>)
  }
}

/// The fairness of an event or a rule: `fair` is weak, `strongly fair` is strong.
package enum FairnessSyntax: Sendable { case none, weak, strong }

/// An event: `fair on receive(kind: Kind) when isOpen { … }`.
///
/// Its guard determines whether the event can happen; the conditions of rules determine which of them applies then.
package struct EventSyntax: Sendable {
  package var fairness: FairnessSyntax
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var guardExpression: ExpressionSyntax?
  package var body: Body

  package enum Body: Sendable {
    case statements(BracedSyntax<StatementSyntax>)
    /// The `let` lines and the rules, between the same braces.
    case rules([BindingSyntax], BracedSyntax<RuleItemSyntax>)
  }
}

/// A rule, or a group of rules that share a condition and `let` lines.
package indirect enum RuleItemSyntax: Sendable {
  case rule(RuleSyntax)
  case group(when: ExpressionSyntax, [BindingSyntax], BracedSyntax<RuleItemSyntax>)
}

/// A rule: `rule name when condition { … }`, or `otherwise name { … }`.
package struct RuleSyntax: Sendable {
  package var fairness: FairnessSyntax
  /// The word `rule` or `otherwise`.
  package var keyword: SourceRange
  package var name: NameSyntax
  /// Whether it has no condition, and applies if no other rule does.
  package var isOtherwise: Bool
  /// Whether users of the library may replace it: `open rule`.
  package var isOpen = false
  package var condition: ExpressionSyntax?
  package var body: BracedSyntax<StatementSyntax>
  package var documentation: String?
}

/// A pattern for events: `e.rule(pattern)`, with optional rule and pattern; `any` has the name "any".
package struct EventPatternSyntax: Sendable {
  package var event: NameSyntax
  package var rule: NameSyntax?
  package var arguments: [PatternSyntax.Field]?
  /// The events after `any except`.
  package var exceptions: [NameSyntax] = []
  package var range: SourceRange
}

/// A condition on the steps whose events match a pattern: `transition name after e, f where p { q }`.
package struct TransitionSyntax: Sendable {
  package var name: NameSyntax
  package var patterns: [EventPatternSyntax]
  package var filter: ExpressionSyntax?
  package var body: BlockSyntax
}

/// A property of all states: `invariant name(x: T) { p } until { q }`, or `never name { p } before { q }`.
package struct InvariantSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var body: BlockSyntax
  /// The condition that ends the obligation.
  package var end: BlockSyntax?
  /// Whether the property is a `never`.
  package var isNever: Bool
}

/// The property that two events have the same effect: `same name(l: Link, u: URL) { receive(link: l) } and {
/// openURL(url: u) } where u.leadsTo == l`
package struct SameSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  /// The first event, between its braces.
  package var first: BracedSyntax<EventCallSyntax>
  package var second: BracedSyntax<EventCallSyntax>
  package var filter: ExpressionSyntax?
}

/// The identity of cards: `identity name for (id, card) in tray { id } about { card.chat } gone after read { chat }`.
package struct IdentitySyntax: Sendable {
  package var name: NameSyntax
  /// The names of a card, and the collections that contain it.
  package var cards: BindersSyntax
  package var id: BlockSyntax
  /// Whether an ID has the same subject in the whole run: `always about`.
  package var isLasting: Bool
  package var subject: BlockSyntax
  /// The steps after which no card has a subject, which is the value between the braces.
  package var removal: TransitionSyntax?
}

/// A liveness property: `eventually name(x: T) whenever p assuming no e, f { q } unless g`. `excluded` are the events
/// after `no`, and `discharging` those after `unless`. A `possible` has neither, and a `reachable` has no premise
/// either.
package struct LeadsToSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var premise: ExpressionSyntax?
  package var excluded: [NameSyntax]
  package var discharging: [NameSyntax]
  /// The deadline: `within 3 ticks`.
  package var deadline: (limit: ExpressionSyntax, unit: NameSyntax)?
  package var body: BlockSyntax
}

/// A scenario: `scenario name in small, crowd { … }`; without worlds it runs in the default one.
package struct ScenarioSyntax: Sendable {
  package var name: NameSyntax
  package var worlds: [NameSyntax]
  package var steps: BracedSyntax<ScenarioStepSyntax>
}

/// Named steps that scenarios share.
package struct StepsSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var steps: BracedSyntax<ScenarioStepSyntax>
}

/// A line of a scenario.
///
/// A `repetition` and a `loop` contain steps; a `binding` names a value for the steps after it.
package struct ScenarioStepSyntax: Sendable {
  package indirect enum Kind: Sendable {
    case event(EventCallSyntax)
    case refuse(EventCallSyntax)
    case expect(ExpressionSyntax)
    case given(ExpressionSyntax)
    case repetition(ExpressionSyntax, BracedSyntax<ScenarioStepSyntax>)
    case loop(BindersSyntax, BracedSyntax<ScenarioStepSyntax>)
    case binding(BindingSyntax)
  }

  package var kind: Kind
  package var range: SourceRange
}

/// An event that happens with its arguments, or is refused: `receive(kind: .info, id: _)`.
package struct EventCallSyntax: Sendable {
  package var name: NameSyntax
  package var arguments: [Argument]
  package var range: SourceRange

  package struct Argument: Sendable {
    package var label: NameSyntax?
    /// The value; nil for `_`, which means every value.
    package var value: ExpressionSyntax?
    package var range: SourceRange
  }
}
