import Semantics

/// A type that could be declared `symmetric`, since a spec treats all its values alike.
///
/// It is only advice: the author decides whether the values are mere names.
package struct SymmetryCandidate: Sendable, Equatable {
  package var name: String
  /// The number of its values.
  package var count: Int
  package var range: SourceRange
}

extension SymmetryCandidate {
  /// Returns the types of a spec that could be declared `symmetric` without changes other than in scenarios: enums
  /// whose cases are never named, and names for ranges whose numbers are never computed with.
  ///
  /// Each type is declared `symmetric` in a trial check. The rules of the checker guarantee that symmetry is sound. A
  /// type is omitted if a loop over it would change from one order to any order.
  ///
  /// - Parameters:
  ///   - syntax: a spec without mistakes.
  ///   - world: the world whose constants determine the number of values; nil for the default one.
  package static func all(
    in syntax: SpecSyntax, world: String?, settings: [Setting], limits: Checker.Limits
  ) -> [SymmetryCandidate] {
    let bare = syntax.withoutScenarios(of: world)
    func checked(_ syntax: SpecSyntax) -> CheckedSpec? {
      let result = Checker.check(syntax, world: world, settings: settings, limits: limits)
      return result.sink.hasErrors ? nil : result.spec
    }
    guard let original = checked(bare) else { return [] }
    return bare.declarations.indices.compactMap { index in
      let declaration = bare.declarations[index]
      guard let (name, count) = declaration.possibleNames else { return nil }
      var changed = bare
      changed.declarations[index].kind = .symmetric(name, count)
      guard let spec = checked(changed), spec.unorderedLoops == original.unorderedLoops,
        let type = spec.symmetricType(name.text), type.count > 1
      else { return nil }
      return SymmetryCandidate(name: name.text, count: type.count, range: name.range)
    }
  }
}

extension SpecSyntax {
  /// Returns the spec without scenarios, which alone may write names, and confined to a world if one is given.
  package func withoutScenarios(of world: String?) -> SpecSyntax {
    var bare = world.map(confined) ?? self
    bare.declarations.removeAll {
      switch $0.kind {
      case .scenario, .steps: true
      default: false
      }
    }
    return bare
  }

  /// Returns the same text with a type declared `symmetric`. The number of names is a literal or a param if possible.
  package func declaringSymmetric(_ candidate: SymmetryCandidate) -> SpecSyntax {
    var changed = self
    for index in declarations.indices {
      guard let (name, count) = declarations[index].possibleNames, name.text == candidate.name
      else { continue }
      changed.declarations[index].kind = .symmetric(
        name, declarations[index].countOfNames ?? count)
    }
    return changed
  }
}

extension DeclarationSyntax {
  /// The expression for the number of values, if it is a literal or a param; nil if it is computed.
  fileprivate var countOfNames: ExpressionSyntax? {
    func written(_ count: Int) -> ExpressionSyntax {
      ExpressionSyntax(kind: .integer(count), range: range, depth: 1)
    }
    switch kind {
    case .enumeration(_, let cases): return written(cases.count)
    case .typeAlias(_, let type):
      guard case .range(let lower, let upper, let isClosed) = type.kind,
        case .integer(let first) = lower.kind
      else { return nil }
      switch upper.kind {
      case .integer(let last): return written(max(0, last - first + (isClosed ? 1 : 0)))
      case .name where first == (isClosed ? 1 : 0): return upper
      default: return nil
      }
    default: return nil
    }
  }

  /// The name of the declared type and its number of values, if they may be mere names.
  ///
  /// The number is an expression, since the bounds of a range may be constants: `upper - lower`, plus 1 if closed.
  fileprivate var possibleNames: (NameSyntax, ExpressionSyntax)? {
    switch kind {
    case .enumeration(let name, let cases) where cases.allSatisfy(\.fields.isEmpty):
      return (name, ExpressionSyntax(kind: .integer(cases.count), range: range, depth: 1))
    case .typeAlias(let name, let type):
      guard case .range(let lower, let upper, let isClosed) = type.kind else { return nil }
      func binary(
        _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax
      ) -> ExpressionSyntax {
        ExpressionSyntax(
          kind: .binary(operation, type.range, left, right), range: type.range,
          depth: max(left.depth, right.depth) + 1)
      }
      let distance = binary(.subtract, upper, lower)
      let one = ExpressionSyntax(kind: .integer(1), range: type.range, depth: 1)
      return (name, isClosed ? binary(.add, distance, one) : distance)
    default: return nil
    }
  }
}

extension CheckedSpec {
  /// The loops that may run in any order, including those in procedures. They are identified by their place, so that
  /// two checks of one text can be compared.
  fileprivate var unorderedLoops: Set<SourceRange> {
    Set(
      statements.compactMap { statement in
        if case .loop(_, .any, _) = statement.node { statement.range } else { nil }
      })
  }

  /// Returns the symmetric type of that name, if some variable or parameter mentions it.
  fileprivate func symmetricType(_ name: String) -> SymmetricType? {
    (variables.map(\.type) + events.flatMap { $0.parameters.map(\.type) }).lazy
      .flatMap(\.symmetricTypes).first { $0.name == name }
  }
}
