import Semantics

/// A whole `.tray` file as written. Comments, blank lines and the words between nodes are found in its
/// tokens, by the ranges of the nodes.
package struct SpecSyntax: Sendable {
  package var tokens: TokenList
  package var name: NameSyntax?
  /// `library Name`: other files may use it.
  package var isLibrary = false
  package var documentation: String?
  /// Those of used files first, but for their worlds and scenarios.
  package var declarations: [DeclarationSyntax] = []
  /// Parts of the text could not be read, so that declarations may be missing.
  package var isIncomplete = false
  /// All names in those parts; any of them may be declared there.
  package var skippedNames: Set<String> = []
  /// A file that it uses could not be read; any name may be declared there.
  package var lacksFiles = false

  package var file: SourceFile { tokens.file }
}

/// What stands between braces.
package struct BracedSyntax<Element: Sendable>: Sendable {
  package var elements: [Element]
  /// From the opening brace to the closing one, both included.
  package var braces: SourceRange
}

/// One declaration with the `///` lines above it.
package struct DeclarationSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  /// The word that says what is declared; of an event that is `on`, with `fair` before it.
  package var keyword: SourceRange
  package var documentation: String?
  /// `open func`: who uses the library may replace it.
  package var isOpen = false

  package enum Kind: Sendable {
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
    /// `rule receive.mute when p { … }`: one more rule of an event in a used file.
    case rule(event: NameSyntax, RuleSyntax)
    /// `fair on send(outcome: .accepted)`: what is promised of an event with some of its values.
    case promise(FairnessSyntax, EventPatternSyntax)
    /// `group clock = noon, nextDay`: events under one name, wherever events are listed.
    case group(NameSyntax, [NameSyntax])
    case invariant(InvariantSyntax)
    case same(SameSyntax)
    case transition(TransitionSyntax)
    case eventually(LeadsToSyntax)
    case reachable(LeadsToSyntax)
    case possible(LeadsToSyntax)
    case terminal(BlockSyntax)
    case scenario(ScenarioSyntax)
    case steps(StepsSyntax)
    case world(WorldSyntax)
    case view(ViewSyntax)
  }
}

extension DeclarationSyntax.Kind {
  /// The name of a property, which worlds may announce to be violated.
  package var propertyName: String? {
    switch self {
    case .invariant(let invariant): invariant.name.text
    case .same(let same): same.name.text
    case .transition(let transition): transition.name.text
    case .eventually(let property), .reachable(let property), .possible(let property):
      property.name.text
    default: nil
    }
  }
}

/// `call(ringing: Bool)`: a case, with the fields of its payload in the order in which they are written.
package struct EnumCaseSyntax: Sendable {
  package var name: NameSyntax
  package var fields: [FieldSyntax]
}

/// A named or unnamed component: of a struct, of an enum's payload or of a signal.
package struct FieldSyntax: Sendable {
  package var name: NameSyntax?
  package var type: TypeSyntax
  package var defaultValue: ExpressionSyntax?
}

/// `var level: Level = any`.
///
/// At least one of type and first value is written; the checker reports where both are missing.
package struct VariableSyntax: Sendable {
  package var name: NameSyntax
  package var type: TypeSyntax?
  package var initial: InitialSyntax?
  /// `ghost var`: only properties and other ghosts read it.
  package var isGhost = false
  /// A first value in whose place the one at hand stands, and whose type it has where none is written.
  package var replaced: ExpressionSyntax?

  package enum InitialSyntax: Sendable {
    case value(ExpressionSyntax)
    /// `any`
    case any(SourceRange)
    /// `any x in T where p`
    case anyWhere(BindersSyntax)
  }
}

/// `banner(kind: Kind, badge: 0...2)`: one of the signals that a `signal` declares.
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

/// `func name(…) -> T { value }`, or without a type `func name(…) { statements }`.
package struct FunctionSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var body: Body

  package enum Body: Sendable {
    case function(TypeSyntax, BlockSyntax)
    case procedure(BracedSyntax<StatementSyntax>)
  }
}

/// `fair` is weak fairness, `strongly fair` strong fairness, of an event or a rule.
package enum FairnessSyntax: Sendable { case none, weak, strong }

/// `fair on receive(kind: Kind) when isOpen { … }`.
///
/// The guard says where the event can happen at all; the conditions of rules, which of them applies then.
package struct EventSyntax: Sendable {
  package var fairness: FairnessSyntax
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var guardExpression: ExpressionSyntax?
  package var body: Body

  package enum Body: Sendable {
    case statements(BracedSyntax<StatementSyntax>)
    /// The `let` lines stand between the same braces, before the rules.
    case rules([BindingSyntax], BracedSyntax<RuleItemSyntax>)
  }
}

/// A rule, or a group of rules that share a condition and `let` lines.
package indirect enum RuleItemSyntax: Sendable {
  case rule(RuleSyntax)
  case group(when: ExpressionSyntax, [BindingSyntax], BracedSyntax<RuleItemSyntax>)
}

/// `rule name when condition { … }`, or `otherwise name { … }`.
package struct RuleSyntax: Sendable {
  package var fairness: FairnessSyntax
  /// `rule` or `otherwise`.
  package var keyword: SourceRange
  package var name: NameSyntax
  /// It applies where no other rule does, and has no condition.
  package var isOtherwise: Bool
  /// `open rule`: who uses the library may replace it.
  package var isOpen = false
  package var condition: ExpressionSyntax?
  package var body: BracedSyntax<StatementSyntax>
  package var documentation: String?
}

/// `e.rule(pattern)`, with rule and pattern where written; `any` has the name "any".
package struct EventPatternSyntax: Sendable {
  package var event: NameSyntax
  package var rule: NameSyntax?
  package var arguments: [Argument]?
  /// The events behind `any except`.
  package var exceptions: [NameSyntax] = []
  package var range: SourceRange

  package struct Argument: Sendable {
    package var label: NameSyntax?
    package var pattern: PatternSyntax
  }
}

/// `transition name after e, f where p { q }`: the body is a condition on steps of events that fit a pattern.
package struct TransitionSyntax: Sendable {
  package var name: NameSyntax
  package var patterns: [EventPatternSyntax]
  package var filter: ExpressionSyntax?
  package var body: BlockSyntax
}

/// `invariant name(x: T) { p } until { q }`, or `never name { p } before { q }`.
package struct InvariantSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var body: BlockSyntax
  /// The condition from which on nothing more is asked.
  package var end: BlockSyntax?
  /// What never holds is written, and not what always does.
  package var isNever: Bool
}

/// `same name(l: Link, u: URL) { receive(link: l) } and { openURL(url: u) } where u.leadsTo == l`
package struct SameSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  /// From one brace to the other.
  package var first: BracedSyntax<EventCallSyntax>
  package var second: BracedSyntax<EventCallSyntax>
  package var filter: ExpressionSyntax?
}

/// `eventually name(x: T) whenever p assuming no e, f { q }`: `excluded` are the events behind `no`. A `possible`
/// excludes nothing, and a `reachable` has no premise either.
package struct LeadsToSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var premise: ExpressionSyntax?
  package var excluded: [NameSyntax]
  /// `within 3 ticks`
  package var deadline: (limit: ExpressionSyntax, unit: NameSyntax)?
  package var body: BlockSyntax
}

/// `scenario name in small, crowd { … }`; without worlds it is played in the default one.
package struct ScenarioSyntax: Sendable {
  package var name: NameSyntax
  package var worlds: [NameSyntax]
  package var steps: BracedSyntax<ScenarioStepSyntax>
}

/// Steps of scenarios under a name of their own.
package struct StepsSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var steps: BracedSyntax<ScenarioStepSyntax>
}

/// A line of a scenario.
///
/// A `repetition` and a `loop` have steps of their own; a `binding` names a value for the steps behind it.
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

/// `receive(kind: .info, id: _)`: an event that happens with these arguments, or is refused.
package struct EventCallSyntax: Sendable {
  package var name: NameSyntax
  package var arguments: [Argument]
  package var range: SourceRange

  package struct Argument: Sendable {
    package var label: NameSyntax?
    /// Nil for `_`, every value.
    package var value: ExpressionSyntax?
    package var range: SourceRange
  }
}
