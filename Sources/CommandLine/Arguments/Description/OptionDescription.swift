/// The name and help of an option or a flag, without the type of its value.
///
/// Declare a ``Flag`` or an ``Option`` and use its `description`, so that declaration and parsing cannot differ.
package struct OptionDescription: Sendable {
  /// The long name without its dashes.
  package var name: String

  /// The letter of the short name.
  package var short: Character?

  /// The option's value; nil for a flag.
  package var value: ValueDescription?

  /// Whether the option may be given more than once. A flag may always be repeated.
  package var isRepeatable: Bool

  /// The effect of the option, as a sentence.
  package var help: String

  /// The text of the default value; nil if there is none.
  package var defaultText: String?

  /// The text that replaces an option of an older version. The help does not show it.
  package var replacement: String?

  /// The syntax of the option: `--quiet`, `--max-states <n>`.
  package var spelling: String {
    guard let value else { return "--\(name)" }
    return "--\(name) \(value.placeholder)"
  }

  /// The flag that every command has.
  package static var help: OptionDescription {
    Flag("help", short: "h", help: "Show help information.").description
  }

  /// The flag that every command of a tool with a version has.
  package static var version: OptionDescription {
    Flag("version", help: "Show the version.").description
  }
}

/// The name and help of a positional argument, without the type of its value.
package struct PositionalDescription: Sendable {
  /// The value of the argument.
  package var value: ValueDescription

  /// Whether the argument takes all remaining words.
  package var isRepeatable: Bool

  /// Whether the argument is required.
  package var isRequired: Bool

  /// The meaning of the argument, as a sentence.
  package var help: String

  /// The text of the default value; nil if there is none.
  package var defaultText: String?
}

/// The name of a value in the help, with the accepted texts.
package final class ValueDescription: Sendable {
  /// The name without its angle brackets.
  package let name: String

  /// The accepted texts.
  package let expectation: ValueExpectation

  /// The source of values, for completion in shells.
  package let origin: ValueOrigin

  init(name: String, expectation: ValueExpectation, origin: ValueOrigin) {
    (self.name, self.expectation, self.origin) = (name, expectation, origin)
  }

  /// The name as the help shows it: `<n>`.
  package var placeholder: String { "<\(name)>" }
}
