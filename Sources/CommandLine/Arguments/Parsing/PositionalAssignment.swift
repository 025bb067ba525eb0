/// Gives the words without a name to the positional arguments, by place.
enum PositionalAssignment {
  /// Returns the texts of each argument that got any, by name.
  static func assign(
    _ words: [String], to positionals: [PositionalDescription]
  ) throws(ArgumentError) -> [String: [String]] {
    var rest = words[...]
    var assigned: [String: [String]] = [:]
    for positional in positionals {
      let taken = positional.isRepeatable ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      if taken.isEmpty, positional.isRequired {
        throw .missingArgument(positional.value.placeholder)
      }
      if taken.isEmpty { continue }
      for text in taken { try positional.value.check(text, label: positional.value.placeholder) }
      assigned[positional.value.name] = Array(taken)
    }
    if let word = rest.first { throw .unexpectedArgument(word) }
    return assigned
  }
}

extension ValueDescription {
  /// Throws unless the text is a value; the label says whose.
  func check(_ text: String, label: String) throws(ArgumentError) {
    if text.isEmpty { throw .missingValue(label) }
    do throws(ValueError) {
      try expectation.check(text)
    } catch {
      throw .invalidValue(text, error, expected: expectation, label: label)
    }
  }
}
