import Semantics

/// A name in the text.
package struct NameSyntax: Sendable {
  package var text: String
  package var range: SourceRange
}

/// An argument of a call: `label: value`, or the value alone.
package struct ArgumentSyntax: Sendable {
  package var label: NameSyntax?
  package var value: ExpressionSyntax
}

/// An expression as written. `depth` is the height of its tree, which the parser bounds.
package struct ExpressionSyntax: Sendable {
  package var kind: Kind
  package var range: SourceRange
  package var depth: Int

  package indirect enum Kind: Sendable {
    case integer(Int)
    case boolean(Bool)
    case nilLiteral
    case name(String)
    /// `Subject#1`
    case symmetricName(NameSyntax, Int)
    /// `.case`, `.case(arguments)`
    case implicitMember(NameSyntax, [ArgumentSyntax]?)
    case member(ExpressionSyntax, NameSyntax)
    /// The `?` of `m[k]?.f`, which skips the rest if the value is nil.
    case chain(ExpressionSyntax)
    case forceUnwrap(ExpressionSyntax)
    case element(ExpressionSyntax, ExpressionSyntax)
    case call(ExpressionSyntax, [ArgumentSyntax])
    case not(ExpressionSyntax)
    case negate(ExpressionSyntax)
    case binary(BinaryOperator, SourceRange, ExpressionSyntax, ExpressionSyntax)
    /// `x is .call(_)`: the test whether a value matches a pattern.
    case fits(ExpressionSyntax, PatternSyntax)
    case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    case list([ExpressionSyntax])
    case dictionary([DictionaryEntrySyntax])
    /// A quantifier. Without a body it tests only whether elements match their patterns.
    case quantifier(Quantifier, BindersSyntax, ExpressionSyntax?)
    /// A comprehension such as `count(x in s where p)` and `set(x in s: expr)`; the body is the expression after `:`.
    case aggregate(Aggregate, BindersSyntax, ExpressionSyntax?)
    case branch([ConditionalBlockSyntax], otherwise: BlockSyntax?)
    case match(ExpressionSyntax, [MatchCaseSyntax<BlockSyntax>])
    case old(ExpressionSyntax)
    /// `unchanged(a, b) except k`
    case unchanged([ExpressionSyntax], except: [ExpressionSyntax])
    /// `enabled(e(x: v))`: the test whether the event can happen.
    case enabled(EventCallSyntax)
    /// `emitted(s(x: v))`, or `emissions(s(x: v))` if `counted`.
    case emitted(SignalPatternSyntax, counted: Bool)
    case type(TypeSyntax)
    /// Text that could not be parsed; the parser has reported it.
    case error
  }
}

package struct DictionaryEntrySyntax: Sendable {
  package var key: ExpressionSyntax
  package var value: ExpressionSyntax
}

package enum BinaryOperator: String, Sendable {
  case multiply = "*"
  case divide = "/"
  case remainder = "%"
  case add = "+"
  case subtract = "-"
  case closedRange = "..."
  case halfOpenRange = "..<"
  case coalesce = "??"
  case equal = "=="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case contained = "in"
  case and = "&&"
  case or = "||"
  case implies = "implies"
}

/// Names over collections: `distinct a, b in s, c in t where p`.
package struct BindersSyntax: Sendable {
  package var distinct: SourceRange?
  package var groups: [Group]
  package var filter: ExpressionSyntax?
  package var range: SourceRange

  /// The names that iterate over the same collection.
  package struct Group: Sendable {
    package var patterns: [Pattern]
    package var source: ExpressionSyntax
  }

  package enum Pattern: Sendable {
    case single(Element)
    case pair(NameSyntax, Element)

    package var range: SourceRange {
      switch self {
      case .single(let element): element.range
      case .pair(let key, let element): key.range.union(element.range)
      }
    }
  }

  /// Whether some element has a pattern in place of a name.
  package var isFitting: Bool {
    groups.contains { group in
      group.patterns.contains { pattern in
        switch pattern {
        case .single(.fitting), .pair(_, .fitting): true
        case .single(.name), .pair(_, .name): false
        }
      }
    }
  }

  /// The name of an element, or the pattern that it has to match.
  package enum Element: Sendable {
    case name(NameSyntax)
    case fitting(PatternSyntax)

    package var range: SourceRange {
      switch self {
      case .name(let name): name.range
      case .fitting(let pattern): pattern.range
      }
    }
  }
}

/// The `let` lines and the expression of a block.
package struct BlockSyntax: Sendable {
  package var bindings: [BindingSyntax]
  package var value: ExpressionSyntax
  /// The range from the opening brace to the closing one, both included; nil for the body of a `case`.
  package var braces: SourceRange?
}

/// A local declaration: `let name: T = value`, or `var`.
package struct BindingSyntax: Sendable {
  package var name: NameSyntax
  package var type: TypeSyntax?
  package var value: ExpressionSyntax
  package var isMutable: Bool
  /// The value that this one replaces; without a written type, the declaration has the type of that value.
  package var replaced: ExpressionSyntax?
}

/// One condition of an `if`.
package enum ConditionSyntax: Sendable {
  case test(ExpressionSyntax)
  /// `let x = optional`
  case unwrap(NameSyntax, ExpressionSyntax)
  /// `case .b(let x) = expr`
  case pattern(PatternSyntax, ExpressionSyntax)
}

/// One `if` of a chain, with an expression for a body.
package struct ConditionalBlockSyntax: Sendable {
  package var conditions: [ConditionSyntax]
  package var body: BlockSyntax
}

/// One `case` of a `switch`; no patterns mean `default`.
package struct MatchCaseSyntax<Body: Sendable>: Sendable {
  package var patterns: [PatternSyntax]
  package var filter: ExpressionSyntax?
  package var isDefault: Bool
  package var body: Body
  package var range: SourceRange
}

/// A pattern in a `case` or in a `transition`.
package struct PatternSyntax: Sendable {
  package indirect enum Kind: Sendable {
    case wildcard
    case binding(NameSyntax)
    case nilLiteral
    /// `.case`, `E.case`, `.case(label: pattern)`
    case enumCase(type: NameSyntax?, NameSyntax, [Field]?)
    /// `Card(kind: .info)`
    case structure(NameSyntax, [Field])
    /// `pattern?`
    case some(PatternSyntax)
    case expression(ExpressionSyntax)
  }

  package struct Field: Sendable {
    package var label: NameSyntax?
    package var pattern: PatternSyntax
  }

  package var kind: Kind
  package var range: SourceRange
}

/// A signal with any number of its labels: `s`, or `s(x: v)`.
package struct SignalPatternSyntax: Sendable {
  package var name: NameSyntax
  package var arguments: [ArgumentSyntax]?
}

/// A type as written.
package struct TypeSyntax: Sendable {
  package indirect enum Kind: Sendable {
    case named(String)
    case range(ExpressionSyntax, ExpressionSyntax, isClosed: Bool)
    case optional(TypeSyntax)
    case set(TypeSyntax, atMost: ExpressionSyntax?)
    case bag(TypeSyntax, ExpressionSyntax)
    case map(TypeSyntax, TypeSyntax)
    case table(TypeSyntax, TypeSyntax)
    case list(TypeSyntax, ExpressionSyntax)
    case timer(ExpressionSyntax)
    case error
  }

  package var kind: Kind
  package var range: SourceRange
}

extension TypeSyntax {
  /// Whether its values are timers, or contain some under keys.
  package var holdsTimer: Bool {
    switch kind {
    case .timer: true
    case .table(_, let content), .optional(let content): content.holdsTimer
    default: false
    }
  }
}
