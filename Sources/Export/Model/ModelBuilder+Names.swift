import Semantics

/// Names that `let` and `var` bind among statements. What the tree does not keep of them is read off the text.
extension ModelBuilder {
  /// Binds a name for the statements behind it.
  mutating func bind(
    _ slot: Int, _ value: Expression, _ range: SourceRange, before rest: ArraySlice<Statement>
  ) throws(ExportError) {
    let operand = try evaluate(value)
    let isVariable = isVariable(at: range)
    let name = nameBound(at: range)
    guard value.type.isNumeric else {
      var type = try value.type.holding(operand)
      if isVariable, rest.writtenRoots.contains(.local(slot)) {
        // What is changed later on may hold any number, and is held to what it is declared as.
        if value.type.unboundedPart != nil {
          throw ExportError("a collection without a bound that is changed", range)
        }
        if isDeclared(at: range) { type = value.type }
        if type != value.type {
          throw ExportError("a collection beyond its type that is changed", range)
        }
      }
      let place = Reference(root: .local(local(name, try type.shape())))
      try store(operand, type, in: place)
      frame[slot] = try .load(place, type)
      if isVariable { boundTypes[slot] = (place, type) }
      return
    }
    let first = operand.scalar.bounds
    let bounds = try isVariable ? bounds(of: name, from: first, slot, rest) : first
    let place = Reference(root: .local(local(name, .number(bounds))))
    emit(.assign(place, operand.scalar))
    frame[slot] = .scalar(.read(place, .number(bounds)))
    if isVariable { boundTypes[slot] = (place, .integer) }
  }

  private func isVariable(at range: SourceRange) -> Bool { spec.file.text(range).hasPrefix("var") }

  /// Whether the text says of what type the name is.
  private func isDeclared(at range: SourceRange) -> Bool {
    spec.file.text(range).prefix { $0 != "=" }.contains(":")
  }

  /// The name that the text binds there.
  private func nameBound(at range: SourceRange) -> String {
    let words = spec.file.text(range).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard words.count > 1, words[0] == "let" || words[0] == "var" else { return "local" }
    return String(words[1])
  }
}
