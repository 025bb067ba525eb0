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
      changed.declarations[index].kind = .symmetric(name, count)
    }
    return changed
  }
}

extension DeclarationSyntax {
  /// The name of the declared type and its number of values, if they may be mere names.
  ///
  /// The number is a literal or a param if the text has one, otherwise `upper - lower`, plus 1 if the range is closed.
  fileprivate var possibleNames: (NameSyntax, ExpressionSyntax)? {
    func literal(_ number: Int) -> ExpressionSyntax {
      ExpressionSyntax(kind: .integer(number), range: range, depth: 1)
    }
    switch kind {
    case .enumeration(let name, let cases) where cases.allSatisfy(\.fields.isEmpty):
      return (name, literal(cases.count))
    case .typeAlias(let name, let type):
      guard case .range(let lower, let upper, let isClosed) = type.kind else { return nil }
      let one = isClosed ? 1 : 0
      switch (lower.kind, upper.kind) {
      case (.integer(let first), .integer(let last)) where last <= 1 << 20:
        return (name, literal(max(0, last - first + one)))
      case (.integer(one), .name): return (name, upper)
      default: break
      }
      func binary(
        _ operation: BinaryOperator, _ left: ExpressionSyntax, _ right: ExpressionSyntax
      ) -> ExpressionSyntax {
        ExpressionSyntax(
          kind: .binary(operation, type.range, left, right), range: type.range,
          depth: max(left.depth, right.depth) + 1)
      }
      let distance = binary(.subtract, upper, lower)
      return (name, isClosed ? binary(.add, distance, literal(1)) : distance)
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
