import Semantics

/// A type whose values a spec treats all alike, though it does not say so.
/// It is advice and changes nothing: the author decides whether the values mean no more than names.
package struct SymmetryCandidate: Sendable, Equatable {
  package var name: String
  /// How many values it has.
  package var count: Int
  package var range: SourceRange
}

extension SymmetryCandidate {
  /// The types of a spec that could be declared `symmetric` without any other change than in scenarios:
  /// enums no case of which is named, and names for ranges whose numbers are not computed with.
  ///
  /// Each is declared `symmetric` for a try, and the checker is asked, whose rules make symmetry sound.
  /// A type is left out if a loop over it would run in any order that now runs in one.
  ///
  /// - Parameters:
  ///   - syntax: a spec without mistakes.
  ///   - world: the world under whose constants to count values; nil for the default one.
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
  /// What counts in a world, without scenarios, which alone may write names out.
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

  /// The same text with a type declared `symmetric`, with so many names that are written out.
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
  /// How many values a type has, where that is a number in the text or a param; nil where it is computed.
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

  /// The name of the declared type and how many values it has, if these may be nothing but names.
  /// The number is an expression, since the bounds of a range may be constants: `upper - lower`, plus 1
  /// if closed.
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
  /// The loops that may run in any order.
  /// By their place in the text, so that two checks of one text can be compared; loops inside procedures
  /// count too.
  fileprivate var unorderedLoops: Set<SourceRange> {
    var loops: Set<SourceRange> = []
    var seen: Set<ObjectIdentifier> = []
    for event in events {
      switch event.body {
      case .statements(let body): body.collectUnorderedLoops(&loops, &seen)
      case .rules(_, let rules):
        for rule in rules { rule.body.collectUnorderedLoops(&loops, &seen) }
      case .tick: break
      }
    }
    return loops
  }

  /// The symmetric type of that name that some variable or parameter mentions.
  fileprivate func symmetricType(_ name: String) -> SymmetricType? {
    (variables.map(\.type) + events.flatMap { $0.parameters.map(\.type) }).lazy
      .flatMap(\.symmetricTypes).first { $0.name == name }
  }
}

extension [Statement] {
  /// - Parameter seen: the procedures that were looked into.
  fileprivate func collectUnorderedLoops(
    _ loops: inout Set<SourceRange>, _ seen: inout Set<ObjectIdentifier>
  ) {
    for statement in self {
      switch statement.node {
      case .branch(let branches):
        for body in branches.bodies { body.collectUnorderedLoops(&loops, &seen) }
      case .loop(_, let order, let body):
        if case .any = order { loops.insert(statement.range) }
        body.collectUnorderedLoops(&loops, &seen)
      case .call(let procedure, _):
        if seen.insert(ObjectIdentifier(procedure)).inserted {
          procedure.body.collectUnorderedLoops(&loops, &seen)
        }
      default: break
      }
    }
  }
}
