import Semantics

/// A number in the text of a spec that bounds how many values something has, and so how many states there are.
package struct SpecBound: Sendable {
  /// How it is changed.
  package enum Place: Sendable {
    /// The param of that name, or the number of names of a symmetric type, is set.
    case setting(String)
    /// A number in the own text of the spec, at each of some places.
    case text([SourceRange])
  }

  /// What it bounds, as a person would name it: `n`, `Card.text`, `collapseIDs`.
  package var name: String
  package var place: Place
  /// Where it is declared.
  package var range: SourceRange
  package var value: Int
  /// The numbers that it may be.
  package var allowed: ClosedRange<Int>
}

extension SpecBound {
  /// A smaller number may stand for many things.
  private static let leastShared = 4

  /// The same with every other place of the own text at which its number stands, such as in a guard that keeps what
  /// counts below it; nil if there is none.
  package func everywhere(in syntax: SpecSyntax) -> SpecBound? {
    guard case .text(let places) = place, let first = places.first, value >= Self.leastShared
    else { return nil }
    let text = syntax.file.text(first)
    let all = syntax.tokens.tokens.filter {
      $0.kind == .integer && syntax.file.text($0.range) == text
        && syntax.file.usedPath(at: $0.range) == nil
    }.map(\.range)
    guard all.count > 1, all.contains(first) else { return nil }
    var bound = self
    bound.place = .text(all)
    bound.name += ", each \(text) of the text,"
    return bound
  }

  /// The params, the numbers of symmetric names, and the numbers in types, that bound something in a world; in the
  /// order of the text.
  package static func all(in syntax: SpecSyntax, _ spec: CheckedSpec) -> [SpecBound] {
    var bounds: [SpecBound] = []
    for param in spec.params {
      guard case .int(let value) = param.value, case .range(let lower, let upper) = param.type
      else { continue }
      bounds.append(
        SpecBound(
          name: param.name, place: .setting(param.name), range: param.range, value: value,
          allowed: lower...max(lower, upper)))
    }
    for count in spec.nameCounts {
      guard case .int(let value) = count.value else { continue }
      bounds.append(
        SpecBound(
          name: count.name, place: .setting(count.name), range: count.range, value: value,
          allowed: 1...1 << 20))
    }
    var finder = BoundFinder(file: syntax.file)
    for declaration in syntax.declarations { finder.visit(declaration) }
    return (bounds + finder.bounds).sorted { $0.range.start < $1.range.start }
  }
}

/// Numbers that are written in types.
private struct BoundFinder {
  let file: SourceFile
  var bounds: [SpecBound] = []

  mutating func visit(_ declaration: DeclarationSyntax) {
    switch declaration.kind {
    case .typeAlias(let name, let type): visit(type, name.text)
    case .variable(let variable): variable.type.map { visit($0, variable.name.text) }
    case .structure(let name, let fields): visit(fields, name.text)
    case .enumeration(let name, let cases):
      for item in cases { visit(item.fields, "\(name.text).\(item.name.text)") }
    case .event(let event):
      for parameter in event.parameters {
        visit(parameter.type, "\(event.name.text).\(parameter.name.text)")
      }
    default: break
    }
  }

  private mutating func visit(_ fields: [FieldSyntax], _ owner: String) {
    for field in fields {
      visit(field.type, field.name.map { "\(owner).\($0.text)" } ?? owner)
    }
  }

  private mutating func visit(_ type: TypeSyntax, _ name: String) {
    switch type.kind {
    case .range(let lower, let upper, let isClosed):
      if case .integer(let least) = lower.kind {
        add(upper, name, least: isClosed ? least : least + 1)
      }
    case .optional(let inner): visit(inner, name)
    case .set(let element, let most):
      visit(element, name)
      most.map { add($0, name, least: 1) }
    case .bag(let element, let most), .list(let element, let most):
      visit(element, name)
      add(most, name, least: 1)
    case .map(let key, let content), .table(let key, let content):
      visit(key, name)
      visit(content, name)
    case .timer(let most): add(most, name, least: 1)
    case .named, .error: break
    }
  }

  private mutating func add(_ bound: ExpressionSyntax, _ name: String, least: Int) {
    guard case .integer(let value) = bound.kind, value >= least,
      file.usedPath(at: bound.range) == nil
    else { return }
    bounds.append(
      SpecBound(
        name: name, place: .text([bound.range]), range: bound.range, value: value,
        allowed: least...max(least, 1 << 40)))
  }
}
