import Semantics

/// A number in the text of a spec that bounds a number of values, and thus the number of states.
package struct SpecBound: Sendable {
  /// The way to change a bound.
  package enum Place: Sendable {
    /// A setting of the param of that name, or of the number of names of a symmetric type.
    case setting(String)
    /// Edits of a number at some places in the text of the spec itself.
    case text([SourceRange])
  }

  /// The name of the bounded declaration: `n`, `Card.text`, `collapseIDs`.
  package var name: String
  package var place: Place
  /// The place of its declaration.
  package var range: SourceRange
  package var value: Int
  /// The allowed values.
  package var allowed: ClosedRange<Int>
}

extension SpecBound {
  /// The least number that counts as the same bound elsewhere, since smaller numbers have many uses.
  private static let leastShared = 4

  /// Returns the bound with all other places where the text of the spec has the same number, such as a guard that
  /// enforces it; nil if there are none.
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

  /// Returns the params, the numbers of symmetric names and the numbers in types that bound something in a world, in
  /// the order of the text.
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

/// A collector of the numbers that are written in types.
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
