import Semantics

/// The first line of a spec.
extension Parser {
  mutating func parseSpecName(
    into spec: inout SpecSyntax, _ documentation: String?
  ) throws(Failure) {
    let place = here
    let word = text(token)
    advance()
    if token.startsLine {
      throw failMissing("the name of the \(word)", fix: "write '\(word) Name'", code: .specHeader)
    }
    let name = try parseName("the name of the \(word)")
    if at(.colon), !token.startsLine {
      report(
        .specHeader,
        "expected the end of the line after the name, found ':'", here, fix: "leave ':' out",
        edits: [.init(here, "")])
      advance()
    }
    if isWord(["observes", "extends", "uses", "of", "in"]), !token.startsLine {
      report(
        .specHeader,
        "expected the end of the line after the name, found '\(foreignWord)'", here,
        fix: word == "spec" && atWord("observes")
          ? "declare a 'ghost var', and set it in the events"
          : "write 'use \"folder/file.tray\"' below")
      throw Failure()
    }
    if let first = spec.name {
      report(
        .specHeader,
        "a file has only one \(word)", place.union(name.range),
        fix: "move '\(name.text)' into a separate file",
        notes: [.init(range: first.range, message: "the first is '\(first.text)'")])
      return
    }
    if let first = spec.declarations.first {
      report(
        .specHeader,
        "'\(word)' belongs before all declarations", place.union(name.range),
        fix: "move this line to the top",
        notes: [.init(range: first.range, message: "this declaration is before it")])
    }
    spec.name = name
    spec.isLibrary = word == "library"
    spec.documentation = documentation
    if at(.leftBrace) {
      report(
        .specHeader,
        "a \(word) has no braces", here, fix: "leave '{' and its '}' out",
        edits: bracesAround(index))
      advance()
      closesSpec = true
    }
  }

  /// Returns edits that remove the brace at a place and the last one of the file.
  func bracesAround(_ place: Int) -> [TextEdit] {
    guard tokens.count > place + 2, tokens[place].kind == .leftBrace,
      tokens[tokens.count - 2].kind == .rightBrace
    else { return [] }
    return [.init(tokens[place].range, ""), .init(tokens[tokens.count - 2].range, "")]
  }

  /// Reports a body after a variable, as in a computed property.
  mutating func refuseComputed(
    _ declarations: [DeclarationSyntax.Kind]
  ) throws(Failure) {
    guard at(.leftBrace), case .variable(let variable) = declarations.last,
      variable.initial == nil, let type = variable.type, let end = closing(of: 0)
    else { return }
    let named = file.text(type.range)
    if ["enum", "struct"].contains(named), asksHabits {
      report(
        .typeForm,
        "a type cannot be declared inside a variable, found '\(named)'", type.range,
        fix: "write '\(named) Name { … }' before, and 'var \(variable.name.text): Name'")
      index = min(index + end, tokens.count - 1)
      throw Failure()
    }
    let keyword = tokens[..<index].last { $0.range.end <= variable.name.range.start }?.range
    report(
      .noMethods,
      "a variable cannot be computed, found '{'", here,
      fix: "write 'func \(variable.name.text)() -> \(file.text(type.range)) { … }'",
      edits: keyword.map {
        [
          .init($0, "func"),
          .init(SourceRange(variable.name.range.end, type.range.start), "() -> "),
        ]
      } ?? [])
    index = min(index + end, tokens.count - 1)
    throw Failure()
  }
}
