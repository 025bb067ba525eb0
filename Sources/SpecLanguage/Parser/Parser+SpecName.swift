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
    } else if at(.identifier), !token.startsLine, Self.declarationWords.contains(text(token)) {
      report(
        .missingSeparator, "expected a new line after '\(name.text)', found \(found)", here,
        fix: "write ';'", edits: [.init(SourceRange(previousEnd, previousEnd), ";")])
    }
  }

  /// Returns edits that remove the brace at a place and the last one of the file.
  func bracesAround(_ place: Int) -> [TextEdit] {
    guard tokens.count > place + 2, tokens[place].kind == .leftBrace,
      tokens[tokens.count - 2].kind == .rightBrace
    else { return [] }
    return [.init(tokens[place].range, ""), .init(tokens[tokens.count - 2].range, "")]
  }
}
