/// What an option or a flag is called and what its help says, without the type of its value.
///
/// Declare a ``Flag`` or an ``Option`` and take its `description`, so that what is declared and
/// what is read cannot differ.
public struct OptionDescription: Sendable {
  /// The long name without its dashes.
  public var name: String

  /// The letter of the short name.
  public var short: Character?

  /// What the option's value is; a flag has none.
  public var value: ValueDescription?

  /// Whether the option may be given more than once; giving a flag again never matters.
  public var isRepeatable: Bool

  /// What the option does, as a sentence.
  public var help: String

  /// The text of the value that holds when the option is absent.
  public var defaultText: String?

  /// The text that replaces an option of an older version; such an option is left out of the help.
  public var replacement: String?

  /// How the option is written: `--quiet`, `--max-states <n>`.
  public var spelling: String {
    guard let value else { return "--\(name)" }
    return "--\(name) \(value.placeholder)"
  }

  /// The flag that every command has.
  public static var help: OptionDescription {
    Flag("help", short: "h", help: "Show help information.").description
  }

  /// The flag that every command of a tool with a version has.
  public static var version: OptionDescription {
    Flag("version", help: "Show the version.").description
  }
}

/// What a positional argument is called and what its help says, without the type of its value.
public struct PositionalDescription: Sendable {
  /// What the argument is.
  public var value: ValueDescription

  /// Whether the argument takes everything that is left.
  public var isRepeatable: Bool

  /// Whether the command needs the argument.
  public var isRequired: Bool

  /// What the argument means, as a sentence.
  public var help: String

  /// The text of the value that holds when the argument is absent.
  public var defaultText: String?
}

/// What a value is called in the help, and which texts it may have.
public struct ValueDescription: Sendable {
  /// The name without its angle brackets.
  public var name: String

  /// Which texts are values.
  public var expectation: ValueExpectation

  /// Where values come from, for shells that propose some.
  public var origin = ValueOrigin.nowhere

  /// The name as the help shows it: `<n>`.
  public var placeholder: String { "<\(name)>" }
}
