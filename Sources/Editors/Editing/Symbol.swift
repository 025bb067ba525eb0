import Semantics
import SpecLanguage

/// A declaration in a text, with its nested ones.
package struct Symbol: Sendable {
  package enum Kind: String, Sendable {
    case spec, param, constant, variable, enumeration, enumCase, structure, field, type, symmetric
    case signal, function, event, rule, parameter, local, group, property, scenario, steps, world
  }

  package var kind: Kind
  package var name: NameSyntax
  /// The whole range, from its first word on.
  package var range: SourceRange
  package var documentation: String?
  package var children: [Symbol] = []

  fileprivate init(
    _ kind: Kind, _ name: NameSyntax, _ range: SourceRange, _ documentation: String? = nil,
    _ children: [Symbol] = []
  ) {
    (self.kind, self.name, self.range) = (kind, name, range)
    (self.documentation, self.children) = (documentation, children)
  }
}

extension SpecSyntax {
  /// The top-level declarations of the text, in order, including those of used files.
  package var symbols: [Symbol] {
    declarations.flatMap { declaration in
      declaration.symbols.map { symbol in
        var symbol = symbol
        symbol.range = declaration.range
        symbol.documentation = declaration.documentation
        return symbol
      }
    }.sorted { $0.range.start < $1.range.start }
  }
}

extension DeclarationSyntax {
  fileprivate var symbols: [Symbol] {
    switch kind {
    case .use, .promise, .terminal, .bound, .view: []
    case .param(let binding): [Symbol(.param, binding.name, range)]
    case .constant(let binding): [Symbol(.constant, binding.name, range)]
    case .variable(let variable): [Symbol(.variable, variable.name, range)]
    case .enumeration(let name, let cases):
      [
        Symbol(
          .enumeration, name, range, nil,
          cases.map { Symbol(.enumCase, $0.name, $0.range, nil, $0.fields.symbols(.field)) })
      ]
    case .structure(let name, let fields):
      [Symbol(.structure, name, range, nil, fields.symbols(.field))]
    case .typeAlias(let name, _): [Symbol(.type, name, range)]
    case .symmetric(let name, _): [Symbol(.symmetric, name, range)]
    case .signal(let signals):
      signals.map { Symbol(.signal, $0.name, range, nil, $0.fields.symbols(.field)) }
    case .function(let function):
      [Symbol(.function, function.name, range, nil, function.parameters.symbols)]
    case .event(let event):
      [Symbol(.event, event.name, range, nil, event.parameters.symbols + event.rules.map(\.symbol))]
    case .rule(_, let rule): [rule.symbol]
    case .group(let name, _): [Symbol(.group, name, range)]
    case .invariant(let property):
      [Symbol(.property, property.name, range, nil, property.parameters.symbols)]
    case .same(let property):
      [Symbol(.property, property.name, range, nil, property.parameters.symbols)]
    case .transition(let property): [Symbol(.property, property.name, range)]
    case .identity(let property): [Symbol(.property, property.name, range)]
    case .eventually(let property), .reachable(let property), .possible(let property):
      [Symbol(.property, property.name, range, nil, property.parameters.symbols)]
    case .scenario(let scenario): [Symbol(.scenario, scenario.name, range)]
    case .steps(let steps): [Symbol(.steps, steps.name, range, nil, steps.parameters.symbols)]
    case .world(let world): [Symbol(.world, world.name, range)]
    }
  }
}

extension EnumCaseSyntax {
  fileprivate var range: SourceRange {
    fields.last.map { name.range.union($0.type.range) } ?? name.range
  }
}

extension [FieldSyntax] {
  fileprivate func symbols(_ kind: Symbol.Kind) -> [Symbol] {
    compactMap { field in field.name.map { Symbol(kind, $0, $0.range.union(field.type.range)) } }
  }
}

extension [ParameterSyntax] {
  /// A label that differs from the name is declared as well.
  fileprivate var symbols: [Symbol] {
    flatMap { parameter in
      let names = [parameter.label, parameter.name].compactMap(\.self)
      return Set(names.map(\.range)).compactMap { range in names.first { $0.range == range } }
        .sorted { $0.range.start < $1.range.start }
        .map { Symbol(.parameter, $0, $0.range.union(parameter.type.range)) }
    }
  }
}

extension EventSyntax {
  /// Its rules, including those in groups, in the order of the text.
  var rules: [RuleSyntax] {
    guard case .rules(_, let items) = body else { return [] }
    return items.elements.flatMap(\.rules)
  }
}

extension RuleItemSyntax {
  fileprivate var rules: [RuleSyntax] {
    switch self {
    case .rule(let rule): [rule]
    case .group(_, _, let items): items.elements.flatMap(\.rules)
    }
  }
}

extension RuleSyntax {
  fileprivate var symbol: Symbol {
    Symbol(.rule, name, keyword.union(body.braces), documentation)
  }
}
