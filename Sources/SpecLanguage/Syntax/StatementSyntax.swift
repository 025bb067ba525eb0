import Semantics

/// A statement of an event, a rule or a procedure as written.
package struct StatementSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange

  package indirect enum Kind: Sendable {
    /// `target = value`, or with an operator `target += value` and similar forms.
    case assign(ExpressionSyntax, BinaryOperator?, ExpressionSyntax)
    case insert(ExpressionSyntax, at: ExpressionSyntax?, into: ExpressionSyntax)
    case remove(ExpressionSyntax, from: ExpressionSyntax)
    case removeWhere(BindersSyntax)
    case append(ExpressionSyntax, to: ExpressionSyntax)
    case branch([ConditionalStatementsSyntax], otherwise: BracedSyntax<StatementSyntax>?)
    case match(ExpressionSyntax, [MatchCaseSyntax<[StatementSyntax]>])
    case loop(BindersSyntax, BracedSyntax<StatementSyntax>)
    case binding(BindingSyntax)
    case choose(BindersSyntax)
    case emit([SignalPatternSyntax])
    case assert(ExpressionSyntax)
    case start(ExpressionSyntax, ExpressionSyntax)
    case stop(ExpressionSyntax)
    /// A call of a procedure or of a mutating method.
    case call(ExpressionSyntax)
  }
}

/// One `if` of a chain, with statements for a body.
package struct ConditionalStatementsSyntax: Sendable {
  package var conditions: [ConditionSyntax]
  package var body: BracedSyntax<StatementSyntax>
}
