import Semantics

/// Enums, structs and symmetric types, and notations of other languages in them.
extension Parser {
  mutating func parseSymmetric() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the symmetric type")
    let open = here
    if at(.leftParen) || at(.leftBrace), token(after: 1).kind == .identifier,
      let end = closing(of: 0), at(.leftBrace) || token(after: 2).kind == .comma, asksHabits
    {
      report(
        .typeForm,
        "a symmetric type has a number of names, not a list", here,
        fix:
          "write 'symmetric \(name.text)(\((end - 1) / 2))', or declare an enum if the names differ in meaning",
        edits: [
          .init(SourceRange(name.range.end, token(after: end - 1).range.end), "(\((end - 1) / 2))")
        ])
      index = min(index + end, tokens.count - 1)
      throw Failure()
    }
    try expect(
      .leftParen, "and the number of names",
      fix: "write 'symmetric \(name.text)(3)' for 3 interchangeable names")
    let count = try parseExpression()
    try expectClosing(.rightParen, open, "after the number of names")
    return .symmetric(name, count)
  }

  mutating func parseEnum() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let keyword = tokens[index - 1].range
    let name = try parseName("the name of the enum")
    try refuseAlternatives(name, keyword)
    let open = here
    try expect(.leftBrace, "and the cases of '\(name.text)'")
    var cases: [EnumCaseSyntax] = []
    var hasToldOfCase = false
    while !at(.rightBrace), !at(.endOfFile) {
      if refuseMethod(of: name) { continue }
      if atWord("case"), token(after: 1).kind == .identifier {
        if !hasToldOfCase {
          report(
            .typeForm,
            "an enum lists its cases without 'case'", here, fix: "leave 'case' out",
            edits: wordsBefore(["case"]))
        }
        hasToldOfCase = true
        advance()
      }
      if at(.dot), droppedDots.contains(here.start) {
        advance()
      } else if at(.dot), token(after: 1).kind == .identifier, asksHabits {
        refuseDots()
      }
      let caseName = try parseAnyWord("the name of a case")
      let fields =
        at(.leftParen) && !token.startsLine ? try parsePayload(requiresNames: false) : []
      cases.append(EnumCaseSyntax(name: caseName, fields: fields))
      if at(.equal), asksHabits { try refuseRawValues(open) }
      if at(.identifier), !token.startsLine, asksHabits {
        report(
          .typeForm,
          "expected '}' or ',' after the case, found \(found)", here,
          fix: "write ',' between cases",
          edits: missingCommas)
        while at(.identifier), !token.startsLine {
          cases.append(EnumCaseSyntax(name: try parseAnyWord("the name of a case"), fields: []))
        }
      }
      if !eat(.comma), !eat(.semicolon), !token.startsLine { break }
    }
    try expectClosing(.rightBrace, open, "or ',' after the case")
    return .enumeration(name, cases)
  }

  /// Reports `type E = a | b`, `type E { a, b }`, `enum E = a | b` and `enum E: a, b`.
  mutating func refuseAlternatives(
    _ name: NameSyntax, _ keyword: SourceRange
  ) throws(Failure) {
    guard asksHabits, !token.startsLine else { return }
    let isType = file.text(keyword) == "type"
    if isType, at(.leftBrace) {
      let isRecord = token(after: 2).kind == .colon
      throw fail(
        .typeForm,
        "expected '=' and the type for '\(name.text)', found '{'",
        fix: isRecord ? "write 'struct \(name.text) { … }'" : "write 'enum \(name.text) { … }'",
        edits: [.init(keyword, isRecord ? "struct" : "enum")])
    }
    guard at(.equal) || at(.colon) && !isType else { return }
    let (first, next) = (token(after: 1), token(after: 2))
    let isList = next.kind == .orOr && next.range.end - next.range.start == 1
    let isBar = first.kind == .orOr && first.range.end - first.range.start == 1
    let isText = first.kind == .invalid && file.text(first.range).hasPrefix("\"")
    guard isList || isBar || isText || !isType && first.kind != .leftBrace else { return }
    throw failAlternatives(name, keyword: keyword, from: index + 1)
  }

  /// Reports all dots before cases, from the first one.
  private mutating func refuseDots() {
    var edits: [TextEdit] = []
    var position = index
    while position < tokens.count - 1, tokens[position].kind != .rightBrace {
      if tokens[position].kind == .dot, tokens[position - 1].kind != .identifier {
        edits.append(.init(tokens[position].range, ""))
      }
      position += 1
    }
    report(
      .typeForm,
      "cases are declared without dots, found '.'", here, fix: "leave the dots out", edits: edits)
    for edit in edits { droppedDots.insert(edit.range.start) }
    advance()
  }

  /// Reports `low = 0`. All such numbers of one enum are one mistake.
  private mutating func refuseRawValues(_ open: SourceRange) throws(Failure) {
    let place = here
    var edits: [TextEdit] = []
    var position = index
    while position + 1 < tokens.count - 1, tokens[position].kind != .rightBrace {
      if tokens[position].kind == .equal {
        let value = tokens[position + 1]
        if value.kind == .invalid { withdraw(value) }
        edits.append(.init(SourceRange(tokens[position - 1].range.end, value.range.end), ""))
      }
      position += 1
    }
    report(
      .typeForm,
      "a case cannot have a raw value, found '='", place,
      fix: "leave the values out: cases are ordered as they are declared", edits: edits)
    index = position
    throw Failure()
  }

  /// The edits that insert the missing commas between the cases from here on, on this line.
  private var missingCommas: [TextEdit] {
    var edits: [TextEdit] = []
    var position = index
    while tokens[position].kind == .identifier, !tokens[position].startsLine {
      let end = tokens[position - 1].range.end
      edits.append(.init(SourceRange(end, end), ","))
      position += 1
    }
    return edits
  }

  /// Parses `(T)` or `(x: T, y: U)`.
  mutating func parsePayload(requiresNames: Bool) throws(Failure) -> [FieldSyntax] {
    let open = here
    advance()
    var fields: [FieldSyntax] = []
    while !at(.rightParen) {
      var name: NameSyntax?
      if requiresNames, at(.identifier), [.rightParen, .comma].contains(token(after: 1).kind),
        text(token).first?.isUppercase == true, asksHabits
      {
        let type = text(token)
        let isAcronym = type.allSatisfy { !$0.isLowercase }
        let label =
          isAcronym
          ? type.lowercased() : String((type.first?.lowercased() ?? "") + type.dropFirst())
        report(
          .typeForm,
          "a value of a signal has a name, found a type", here,
          fix: "write '\(label.prefix(40)): \(type.prefix(40))'",
          edits: [.init(SourceRange(here.start, here.start), label + ": ")])
        name = NameSyntax(text: label, range: here)
      } else if requiresNames || (at(.identifier) && token(after: 1).kind == .colon) {
        name = try parseAnyWord("a name for the value")
        try expect(.colon, "and a type")
      }
      fields.append(FieldSyntax(name: name, type: try parseType(), defaultValue: nil))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the type")
    return fields
  }

  /// Returns edits that remove such words before names, up to the end of the braces.
  private func wordsBefore(_ words: Set<String>) -> [TextEdit] {
    var edits: [TextEdit] = []
    var position = index
    while position + 1 < tokens.count, tokens[position].kind != .rightBrace {
      if tokens[position].kind == .identifier, tokens[position + 1].kind == .identifier,
        words.contains(file.text(tokens[position].range))
      {
        edits.append(
          .init(SourceRange(tokens[position].range.start, tokens[position + 1].range.start), ""))
      }
      position += 1
    }
    return edits
  }

  mutating func parseStruct() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the struct")
    let open = here
    try expect(.leftBrace, "and the fields of '\(name.text)'")
    var fields: [FieldSyntax] = []
    var hasToldOfVar = false
    while !at(.rightBrace), !at(.endOfFile) {
      if refuseMethod(of: name) { continue }
      if isWord(["var", "let", "val"]), token(after: 1).kind == .identifier {
        if !hasToldOfVar {
          report(
            .typeForm,
            "a struct lists its fields without '\(text(token))'", here,
            fix: "leave '\(text(token))' out",
            edits: wordsBefore(["var", "let", "val"]))
        }
        hasToldOfVar = true
        advance()
      }
      if at(.identifier), token(after: 1).kind == .identifier, !token(after: 1).startsLine,
        text(token).first?.isUppercase == true, asksHabits
      {
        let (type, name) = (foreignWord, file.text(token(after: 1).range))
        throw fail(
          .typeForm,
          "the type of a field comes after its name", fix: "write '\(name.prefix(40)): \(type)'",
          edits: [.init(here.union(token(after: 1).range), "\(name): \(type)")])
      }
      let fieldName = try parseAnyWord("the name of a field")
      if at(.question), token(after: 1).kind == .colon, asksHabits {
        report(
          .typeForm,
          "expected ':' and the type of '\(fieldName.text)', found '?'", here,
          fix: "write the '?' after the type: '\(fieldName.text): T?'",
          edits: [.init(here, "")]
            + (token(after: 2).kind == .identifier ? [.init(token(after: 2).range.tail, "?")] : []))
        advance()
      }
      try refuseStoredField(fieldName)
      try expect(
        .colon, "and the type of '\(fieldName.text)'",
        fix: "write '\(fieldName.text): T' with its type")
      let type = try parseType()
      let value = eat(.equal) ? try parseExpression() : nil
      fields.append(FieldSyntax(name: fieldName, type: type, defaultValue: value))
      if !eat(.comma), !eat(.semicolon), !token.startsLine { break }
    }
    try expectClosing(.rightBrace, open, "or ',' after the field")
    return .structure(name, fields)
  }
}
