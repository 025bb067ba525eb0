/// A name and the text that it is given: `devices=3`.
struct Assignment: ArgumentValue, Equatable {
  /// What is before the first equals sign; never empty.
  var name: String

  /// What is after it; never empty, and it may have further equals signs.
  var value: String

  static var expectation: ValueExpectation { .assignment }

  static func read(_ text: String) throws(ValueProblem) -> Assignment {
    guard let sign = text.firstIndex(of: "=") else { throw .malformed }
    let name = text[..<sign]
    let value = text[text.index(after: sign)...]
    guard !name.isEmpty, !value.isEmpty else { throw .malformed }
    return Assignment(name: String(name), value: String(value))
  }
}
