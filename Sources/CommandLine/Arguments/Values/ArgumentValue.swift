/// A type whose values can be written on a command line.
///
/// A text is read twice: by the parser, to refuse what is no value while it knows the option, and
/// when the command asks for it. So reading must depend on nothing but the text.
protocol ArgumentValue: Sendable {
  /// Which texts are values, for the help and for errors.
  static var expectation: ValueExpectation { get }

  /// Reads a value; the text is never empty.
  static func read(_ text: String) throws(ValueError) -> Self
}

/// Why a text is no value.
enum ValueError: Error, Equatable, Sendable {
  /// The text has another form.
  case malformed

  /// The text is a number of the right form that does not fit.
  case tooLarge
}

/// A type whose values are the words of a list: an enum over `String` needs nothing but this.
protocol ArgumentChoice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension ArgumentChoice {
  static var expectation: ValueExpectation { .choice(allCases.map(\.rawValue)) }

  static func read(_ text: String) throws(ValueError) -> Self {
    guard let value = Self(rawValue: text) else { throw .malformed }
    return value
  }
}

extension String: ArgumentValue {
  static var expectation: ValueExpectation { .text }

  static func read(_ text: String) throws(ValueError) -> String { text }
}

extension Int: ArgumentValue {
  static var expectation: ValueExpectation { .wholeNumber }

  /// Reads a number from zero on, in decimal digits; `_` may stand between digits.
  static func read(_ text: String) throws(ValueError) -> Int {
    var scanner = DecimalScanner(text)
    let number = try scanner.number()
    guard scanner.isAtEnd, !number.hasPoint else { throw .malformed }
    return Int(try number.scaled(by: 1))
  }
}
