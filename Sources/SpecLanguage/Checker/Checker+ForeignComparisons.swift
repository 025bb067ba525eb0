import Semantics

/// Help for comparisons and assignments from other languages.
extension Checker {
  /// Reports `k == .call` if the case has values, and suggests a pattern.
  mutating func reportComparedCase(
    _ op: BinaryOperator, _ place: SourceRange, _ value: Type, _ other: ExpressionSyntax,
    _ left: ExpressionSyntax
  ) -> Bool {
    guard case .enumeration(let type) = value.unwrapped else { return false }
    let named: NameSyntax
    switch other.kind {
    case .implicitMember(let name, nil): named = name
    case .member(let base, let name):
      guard case .name(type.name) = base.kind else { return false }
      named = name
    default: return false
    }
    guard let item = type.cases.first(where: { $0.name == named.text }), !item.fields.isEmpty,
      left.range.start < other.range.start
    else { return false }
    let isEqual = op == .equal
    let pattern = source(other.range) + (value.isOptional ? "?" : "")
    report(
      .caseValues,
      "a comparison with the case '.\(named.text)' needs its values",
      other.range,
      fix: isEqual ? "write 'is \(pattern)'" : "write '!(\(quoted(left.range)) is \(pattern))'",
      edits: isEqual
        ? [Edit(place, "is"), Edit(other.range, pattern)]
        : [
          Edit(SourceRange(left.range.start, left.range.start), "!("), Edit(place, "is"),
          Edit(other.range, pattern + ")"),
        ])
    return true
  }

  /// Returns a help for a comparison of values of different types, with its edits.
  func comparisonHelp(
    _ op: BinaryOperator, _ first: Expression, _ second: Expression
  ) -> (fix: String, edits: [Edit])? {
    if first.type == .bool, second.type.isInteger, source(first.range).hasPrefix("emitted(") {
      let counted = "emissions(" + source(first.range).dropFirst("emitted(".count)
      return ("write '\(counted.prefix(60))'", [Edit(first.range, counted)])
    }
    if let help = tableComparisonHelp(first, second)
      ?? collectionComparisonHelp(op, first, second)
    {
      return help
    }
    guard case .timer = first.type, second.type.isInteger else { return nil }
    let timer = source(first.range)
    if op == .equal, case .constant(.int(0)) = second.node {
      return (
        "write '\(timer).isDue'",
        [Edit(first.range.union(second.range), "\(timer).isDue")]
      )
    }
    if op == .equal, case .constant(.int) = second.node {
      return (
        "write 'due in \(source(second.range))'",
        [Edit(second.range, "due in \(source(second.range))")]
      )
    }
    return (
      "write '\(timer).remaining', which is nil while it is off, or '\(timer).isDue'",
      op == .equal || op == .notEqual
        ? [Edit(first.range, "\(timer).remaining")]
        : [Edit(first.range, "(\(timer).remaining ?? 0)")]
    )
  }

  /// Returns a help for an assignment to the element of a loop over a map or list.
  func loopHelp(_ name: NameSyntax, _ declaration: SourceRange) -> (fix: String, edits: [Edit])? {
    let tokens = syntax.tokens.tokens
    let place = syntax.tokens.places(in: declaration).lowerBound
    guard place > 0, place + 4 < tokens.count, tokens[place].range == declaration,
      file.text(tokens[place - 1].range) == "for", file.text(tokens[place + 1].range) == "in",
      tokens[place + 2].kind == .identifier
    else { return nil }
    let collection = file.text(tokens[place + 2].range)
    let isMap = tokens[place + 3].kind == .dot && file.text(tokens[place + 4].range) == "values"
    guard isMap || tokens[place + 3].kind == .leftBrace else { return nil }
    let open = isMap ? place + 5 : place + 3
    guard tokens[open].kind == .leftBrace else { return nil }
    if !isMap {
      guard let index = variables.indices[collection], case .list = spec.variables[index].type
      else { return nil }
    }
    let key = isMap ? "k" : "i"
    let element = isMap ? "\(collection)[k]" : "\(collection)[i]"
    var edits = [
      Edit(declaration, isMap ? "(k, _)" : "i"),
      Edit(
        SourceRange(tokens[place + 2].range.end, tokens[open - 1].range.end),
        isMap ? "" : ".indices"),
    ]
    var depth = 0
    var position = open
    while position < tokens.count {
      let token = tokens[position]
      if token.kind == .leftBrace { depth += 1 }
      if token.kind == .rightBrace { depth -= 1 }
      if depth == 0 { break }
      if token.kind == .identifier {
        let word = file.text(token.range)
        if word == key { return nil }
        if word == name.text, tokens[position - 1].kind != .dot {
          let isStored = isMap && tokens[position + 1].kind == .dot
          edits.append(Edit(token.range, element + (isStored ? "?" : isMap ? "!" : "")))
        }
      }
      position += 1
    }
    return (
      isMap
        ? "write 'for (k, _) in \(collection) { \(collection)[k]?.… = … }'"
        : "write 'for i in \(collection).indices { \(collection)[i].… = … }'",
      edits
    )
  }
}
