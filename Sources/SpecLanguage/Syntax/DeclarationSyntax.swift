/// A whole `.tray` file as written.
package struct SpecSyntax: Sendable {
  package var file: SourceFile
  package var name: NameSyntax?
  package var documentation: String?
  package var declarations: [DeclarationSyntax] = []
  /// Parts of the text could not be read, so that declarations may be missing.
  package var isIncomplete = false
  /// All names in those parts; any of them may be declared there.
  package var skippedNames: Set<String> = []
}

/// One declaration with the `///` lines above it.
package struct DeclarationSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  package var documentation: String?

  package enum Kind: Sendable {
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
    case invariant(NameSyntax, BlockSyntax)
    case transition(TransitionSyntax)
    case eventually(EventuallySyntax)
    case reachable(NameSyntax, BlockSyntax)
    case possible(NameSyntax, BlockSyntax)
    case terminal(BlockSyntax)
    case scenario(ScenarioSyntax)
    case steps(StepsSyntax)
    case world(WorldSyntax)
  }
}

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

package struct VariableSyntax: Sendable {
  package var name: NameSyntax
  package var type: TypeSyntax?
  package var initial: InitialSyntax?

  package enum InitialSyntax: Sendable {
    case value(ExpressionSyntax)
    /// `any`
    case any(SourceRange)
    /// `any x in T where p`
    case anyWhere(BindersSyntax)
  }
}

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

package struct FunctionSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var body: Body

  package enum Body: Sendable {
    case function(TypeSyntax, BlockSyntax)
    case procedure([StatementSyntax])
  }
}

package enum FairnessSyntax: Sendable { case none, weak, strong }

package struct EventSyntax: Sendable {
  package var fairness: FairnessSyntax
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var guardExpression: ExpressionSyntax?
  package var body: Body

  package enum Body: Sendable {
    case statements([StatementSyntax])
    case rules([BindingSyntax], [RuleSyntax])
  }
}

/// A rule, or a group of rules that share a condition.
package indirect enum RuleSyntax: Sendable {
  case rule(
    FairnessSyntax, NameSyntax, when: ExpressionSyntax?, body: [StatementSyntax],
    documentation: String?)
  case otherwise(FairnessSyntax, NameSyntax, body: [StatementSyntax], documentation: String?)
  case group(when: ExpressionSyntax, [BindingSyntax], [RuleSyntax])
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

package struct TransitionSyntax: Sendable {
  package var name: NameSyntax
  package var patterns: [EventPatternSyntax]
  package var filter: ExpressionSyntax?
  package var body: BlockSyntax
}

package struct EventuallySyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var premise: ExpressionSyntax?
  package var excluded: [NameSyntax]
  package var body: BlockSyntax
}

package struct WorldSyntax: Sendable {
  package var name: NameSyntax
  package var settings: [BindingSyntax]
  package var walks: WalksSyntax?
  package var violates: [NameSyntax]
}

package struct WalksSyntax: Sendable {
  package var count: ExpressionSyntax
  package var steps: ExpressionSyntax
  package var seed: ExpressionSyntax?
  package var range: SourceRange
}

package struct ScenarioSyntax: Sendable {
  package var name: NameSyntax
  package var world: NameSyntax?
  package var steps: [ScenarioStepSyntax]
}

/// Steps of scenarios under a name of their own.
package struct StepsSyntax: Sendable {
  package var name: NameSyntax
  package var parameters: [ParameterSyntax]
  package var steps: [ScenarioStepSyntax]
}

package struct ScenarioStepSyntax: Sendable {
  package indirect enum Kind: Sendable {
    case event(EventCallSyntax)
    case refuse(EventCallSyntax)
    case expect(ExpressionSyntax)
    case given(ExpressionSyntax)
    case repetition(ExpressionSyntax, [ScenarioStepSyntax])
    case loop(BindersSyntax, [ScenarioStepSyntax])
    case binding(BindingSyntax)
  }

  package var kind: Kind
  package var range: SourceRange
}

package struct EventCallSyntax: Sendable {
  package var name: NameSyntax
  package var arguments: [ArgumentSyntax]
  package var range: SourceRange
}
