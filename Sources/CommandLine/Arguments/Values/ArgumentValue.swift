/// A type whose values can be written on a command line.
///
/// A text is parsed twice: by the parser, to reject invalid values while the option is known, and by the command that
/// uses it. So parsing must depend on the text only.
package protocol ArgumentValue: Sendable {
  /// The accepted texts, for the help and for errors.
  static var expectation: ValueExpectation { get }

  /// Parses a value. The text is never empty.
  static func read(_ text: String) throws(ValueError) -> Self
}

/// The reason why a text is not a value.
package enum ValueError: Error, Equatable, Sendable {
  /// The text has another syntax.
  case malformed

  /// The text is a number with the right syntax that is too large.
  case tooLarge
}

/// A type whose values are the words of a list. An enum with string raw values needs no further code.
package protocol ArgumentChoice: ArgumentValue, CaseIterable, RawRepresentable
where RawValue == String {}

extension ArgumentChoice {
  package static var expectation: ValueExpectation { .choice(allCases.map(\.rawValue)) }

  package static func read(_ text: String) throws(ValueError) -> Self {
    guard let value = Self(rawValue: text) else { throw .malformed }
    return value
  }
}

extension String: ArgumentValue {
  package static var expectation: ValueExpectation { .text }

  package static func read(_ text: String) throws(ValueError) -> String { text }
}

extension Int: ArgumentValue {
  package static var expectation: ValueExpectation { .wholeNumber }

  /// Parses a number from zero on, in decimal digits; `_` is allowed between digits.
  package static func read(_ text: String) throws(ValueError) -> Int {
    var scanner = DecimalScanner(text)
    let number = try scanner.number()
    guard scanner.isAtEnd, !number.hasPoint else { throw .malformed }
    return Int(try number.scaled(by: 1))
  }
}
