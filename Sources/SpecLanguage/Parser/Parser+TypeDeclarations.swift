import Semantics

/// Enums, structs and symmetric types, and notations of other languages in them.
extension Parser {
  mutating func parseSymmetric() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the symmetric type")
    let open = here
    try expect(
      .leftParen, "and the number of names",
      fix: "write 'symmetric \(name.text)(3)' for 3 interchangeable names")
    let count = try parseExpression()
    try expectClosing(.rightParen, open, "after the number of names")
    return .symmetric(name, count)
  }

  mutating func parseEnum() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the enum")
    let open = here
    try expect(.leftBrace, "and the cases of '\(name.text)'")
    var cases: [EnumCaseSyntax] = []
    while !at(.rightBrace), !at(.endOfFile) {
      let caseName = try parseAnyWord("the name of a case")
      let fields =
        at(.leftParen) && !token.startsLine ? try parsePayload(requiresNames: false) : []
      cases.append(EnumCaseSyntax(name: caseName, fields: fields))
      if !eat(.comma), !eat(.semicolon), !token.startsLine { break }
    }
    try expectClosing(.rightBrace, open, "or ',' after the case")
    return .enumeration(name, cases)
  }

  /// Parses `(T)` or `(x: T, y: U)`.
  mutating func parsePayload(requiresNames: Bool) throws(Failure) -> [FieldSyntax] {
    let open = here
    advance()
    var fields: [FieldSyntax] = []
    while !at(.rightParen) {
      var name: NameSyntax?
      if requiresNames || (at(.identifier) && token(after: 1).kind == .colon) {
        name = try parseAnyWord("a name for the value")
        try expect(.colon, "and a type")
      }
      fields.append(FieldSyntax(name: name, type: try parseType(), defaultValue: nil))
      guard eat(.comma) else { break }
    }
    try expectClosing(.rightParen, open, "or ',' after the type")
    return fields
  }

  mutating func parseStruct() throws(Failure) -> DeclarationSyntax.Kind {
    advance()
    let name = try parseName("the name of the struct")
    let open = here
    try expect(.leftBrace, "and the fields of '\(name.text)'")
    var fields: [FieldSyntax] = []
    while !at(.rightBrace), !at(.endOfFile) {
      let fieldName = try parseAnyWord("the name of a field")
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
