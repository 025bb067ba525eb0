/// A flag or an option of a command.
package protocol OptionDeclaration: Sendable {
  /// The entry in the command's description.
  var description: OptionDescription { get }
}

/// A positional argument of a command.
package protocol PositionalDeclaration: Sendable {
  /// The entry in the command's description.
  var description: PositionalDescription { get }
}

/// An option without a value, read as a Boolean.
package final class Flag: OptionDeclaration {
  /// The entry in the command's description.
  package let description: OptionDescription

  /// Declares a flag.
  package init(_ name: String, short: Character? = nil, help: String) {
    description = OptionDescription(
      name: name, short: short, value: nil, isRepeatable: false, help: help, defaultText: nil)
  }

  /// Declares a flag of an older version, with the text that replaces it.
  package init(_ name: String, replacedBy text: String) {
    description = OptionDescription(
      name: name, short: nil, value: nil, isRepeatable: false, help: "", defaultText: nil,
      replacement: text)
  }
}

/// An option whose value has a static type.
///
/// The name connects a declaration with its values: `arguments[option]` looks up that name and parses the text as
/// `Value`. The names of a command's options must be unique.
package final class Option<Value: ArgumentValue>: OptionDeclaration {
  /// The entry in the command's description.
  package let description: OptionDescription

  /// Declares an option of an older version, with the text that replaces it.
  package convenience init(_ name: String, replacedBy text: String) {
    self.init(name, value: "value", help: "", replacement: text)
  }

  /// Declares an option. `value` is its name in the help, without the angle brackets.
  ///
  /// - Parameters:
  ///   - origin: the source of values, for completion in shells.
  ///   - expectation: the texts that this command accepts, if they are fewer than those of the type.
  package init(
    _ name: String,
    short: Character? = nil,
    value: String,
    from origin: ValueOrigin = .nowhere,
    expecting expectation: ValueExpectation = Value.expectation,
    isRepeatable: Bool = false,
    help: String,
    defaultText: String? = nil,
    replacement: String? = nil
  ) {
    description = OptionDescription(
      name: name,
      short: short,
      value: ValueDescription(
        name: value, expectation: expectation, origin: origin),
      isRepeatable: isRepeatable,
      help: help,
      defaultText: defaultText,
      replacement: replacement
    )
  }
}

/// An argument that is recognised by its position.
package final class Positional<Value: ArgumentValue>: PositionalDeclaration {
  /// The entry in the command's description.
  package let description: PositionalDescription

  /// Declares a positional argument. `name` is given without the angle brackets.
  ///
  /// - Parameter origin: the source of values, for completion in shells.
  package init(
    _ name: String,
    from origin: ValueOrigin = .nowhere,
    isRepeatable: Bool = false,
    isRequired: Bool = false,
    help: String,
    defaultText: String? = nil
  ) {
    description = PositionalDescription(
      value: ValueDescription(name: name, expectation: Value.expectation, origin: origin),
      isRepeatable: isRepeatable,
      isRequired: isRequired,
      help: help,
      defaultText: defaultText
    )
  }
}
