/// A type whose values can be written on a command line.
///
/// A text is read twice: by the parser, to refuse what is no value while it knows the option, and
/// when the command asks for it. So reading must depend on nothing but the text.
public protocol ArgumentValue: Sendable {
  /// Which texts are values, for the help and for errors.
  static var expectation: ValueExpectation { get }

  /// Reads a value; the text is never empty.
  static func read(_ text: String) throws(ValueProblem) -> Self
}

/// Why a text is no value.
public enum ValueProblem: Error, Equatable, Sendable {
  /// The text has another form.
  case malformed

  /// The text is a number of the right form that does not fit.
  case tooLarge
}

/// A type whose values are the words of a list: an enum over `String` needs nothing but this.
public protocol ArgumentChoice: ArgumentValue, CaseIterable, RawRepresentable where RawValue == String {}

extension ArgumentChoice {
  public static var expectation: ValueExpectation { .choice(allCases.map(\.rawValue)) }

  public static func read(_ text: String) throws(ValueProblem) -> Self {
    guard let value = Self(rawValue: text) else { throw .malformed }
    return value
  }
}

extension String: ArgumentValue {
  public static var expectation: ValueExpectation { .text }

  public static func read(_ text: String) throws(ValueProblem) -> String { text }
}

extension Int: ArgumentValue {
  public static var expectation: ValueExpectation { .wholeNumber }

  /// Reads a number from zero on, in decimal digits; `_` may stand between digits.
  public static func read(_ text: String) throws(ValueProblem) -> Int {
    var scanner = DecimalScanner(text)
    let number = try scanner.number()
    guard scanner.isAtEnd, !number.hasPoint else { throw .malformed }
    return Int(try number.scaled(by: 1))
  }
}
