import Semantics
import SpecLanguage

/// Optional edits of correct text, with their descriptions.
package struct Refactoring: Sendable {
  /// A clause.
  package var title: String
  /// In the order of the text.
  package var edits: [TextEdit]
  /// The only world, besides the default one, that it may break; nil if it may break any.
  package var world: String?
}

extension Understanding {
  /// An edit that appends text at the end.
  package func appended(_ text: String) -> TextEdit {
    let endsLine = own.end == own.start || file.bytes[own.end - 1] == UInt8(ascii: "\n")
    return TextEdit(SourceRange(own.end, own.end), (endsLine ? "\n" : "\n\n") + text)
  }

  /// Replaces `type ID = 1...n` at a place by `symmetric ID(n)`, whose values are interchangeable. Nil if there is no
  /// such type.
  package func symmetric(at place: SourceRange) -> Refactoring? {
    for declaration in syntax.declarations where declaration.range.touches(place) {
      guard case .typeAlias(let name, let type) = declaration.kind,
        let count = count(of: type), declaration.range.end <= own.end
      else { continue }
      let range = SourceRange(declaration.keyword.start, type.range.end)
      return Refactoring(
        title: "declare that it does not matter which '\(name.text)' is which",
        edits: [TextEdit(range, "symmetric \(name.text)(\(count))")])
    }
    return nil
  }

  /// The number of values in a range, as text.
  private func count(of type: TypeSyntax) -> String? {
    guard case .range(let first, let last, let isClosed) = type.kind else { return nil }
    guard case .integer(let low) = first.kind else { return nil }
    if low == (isClosed ? 1 : 0) { return file.text(last.range) }
    guard case .integer(let high) = last.kind else { return nil }
    return String(max(0, high - low + (isClosed ? 1 : 0)))
  }

  /// Adds a world that keeps the current rule or event and expects the violation of a property, for use after a fix.
  package func keeping(
    event name: String, rule ruleName: String?, violating property: String
  ) -> Refactoring? {
    guard let (declaration, event) = event(named: name) else { return nil }
    var range = SourceRange(declaration.keyword.start, declaration.range.end)
    var (text, what) = (file.text(range), "'\(name)'")
    if let ruleName {
      guard let rule = event.rules.first(where: { $0.name.text == ruleName }) else { return nil }
      range = SourceRange(start(of: rule), rule.body.braces.end)
      what = "the rule '\(ruleName)'"
      let head = file.text(SourceRange(range.start, rule.name.range.start))
      text = head + "\(name)." + file.text(SourceRange(rule.name.range.start, range.end))
    }
    let world = freeName("\(property)Broken")
    let body = indented(text, from: range.start)
    return Refactoring(
      title: "keep \(what) as it is now in a world that violates '\(property)'",
      edits: [
        appended(
          "/// As it was when '\(property)' was violated.\nworld \(world) {\n\(body)\n} violates \(property)\n"
        )
      ], world: world)
  }

  /// The start of a rule, including its fairness.
  private func start(of rule: RuleSyntax) -> Int {
    var start = rule.keyword.start
    guard rule.fairness != .none || rule.isOpen else { return start }
    for token in syntax.tokens.tokens.reversed() where token.range.end <= start {
      guard ["fair", "strongly", "open"].contains(file.text(token.range)) else { break }
      start = token.range.start
    }
    return start
  }

  /// A text that began in some column of a line, adapted to the braces of a top-level declaration.
  private func indented(_ text: String, from start: Int) -> String {
    let column = start - file.rangeOfLine(at: start).start
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { number, line in
      let blanks = line.prefix { $0 == " " }.count
      let rest = number == 0 ? line : line.dropFirst(min(blanks, column))
      return rest.isEmpty ? "" : "    \(rest)"
    }.joined(separator: "\n")
  }

  /// One more property that a world violates.
  package func announcing(_ property: String, in world: String) -> Refactoring? {
    for declaration in syntax.declarations where declaration.range.end <= own.end {
      guard case .world(let found) = declaration.kind, found.name.text == world else { continue }
      let title = "declare that '\(world)' violates '\(property)'"
      if let last = found.violates.last(where: { !$0.isRest }) {
        let end = (last.rule ?? last.place ?? last.name).range.end
        return Refactoring(
          title: title, edits: [TextEdit(SourceRange(end, end), ", \(property)")], world: world)
      }
      return Refactoring(
        title: title, edits: [TextEdit(declaration.range.tail, " violates \(property)")],
        world: world)
    }
    return nil
  }

  /// An `otherwise` rule for the cases that no other rule of an event covers.
  package func otherwise(in name: String) -> Refactoring? {
    guard let (declaration, event) = event(named: name), let last = event.rules.last,
      !event.rules.contains(where: \.isOtherwise), case .rules(_, let items) = event.body
    else { return nil }
    var end = last.body.braces.end
    if case .group(_, _, let braced) = items.elements.last { end = braced.braces.end }
    let line = file.rangeOfLine(at: declaration.keyword.start)
    let indent = file.text(line).prefix { $0 == " " } + "    "
    return Refactoring(
      title: "add a rule by which nothing else happens",
      edits: [TextEdit(SourceRange(end, end), "\n\(indent)otherwise \(freeName("nothing")) {}")])
  }

  private func event(named name: String) -> (DeclarationSyntax, EventSyntax)? {
    for declaration in syntax.declarations where declaration.range.end <= own.end {
      if case .event(let event) = declaration.kind, event.name.text == name {
        return (declaration, event)
      }
    }
    return nil
  }

  /// A name that does not occur in the text.
  private func freeName(_ wanted: String) -> String {
    let taken = Set(
      syntax.tokens.tokens.filter { $0.kind == .identifier }.map { file.text($0.range) })
    var (name, number) = (wanted, 1)
    while taken.contains(name) {
      number += 1
      name = "\(wanted)\(number)"
    }
    return name
  }
}
