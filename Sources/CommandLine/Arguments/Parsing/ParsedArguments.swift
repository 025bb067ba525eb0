/// The values on a command line, each checked against its declaration.
package struct ParsedArguments: Sendable {
  /// The selected command; its last name determines the behaviour of the tool.
  package let path: CommandPath

  /// The texts of the given options, by name; a flag has none.
  package var options: [String: [String]]
  /// The texts of the given arguments, by name.
  package var positionals: [String: [String]]
  /// The notes about names of older versions, for standard error.
  package var notes: [String] = []
  /// The values of the settings file, for everything that was not given; nil without such a file.
  package var settings: SettingsInForce?
  /// The extensions of the command.
  package var extensions: [CommandExtension] = []

  /// The names of the given options.
  package var names: Set<String> { Set(options.keys) }

  /// Whether the option was given.
  package func isTyped<Value>(_ option: Option<Value>) -> Bool {
    options[option.description.name] != nil
  }

  /// Whether the flag was given or is in the settings.
  package subscript(flag: Flag) -> Bool {
    let name = flag.description.name
    return options[name] != nil || settings?.options[name] == ["true"]
  }

  /// The value of the option, or nil when it was not given; of a repeatable option, the last.
  package subscript<Value>(option: Option<Value>) -> Value? {
    all(option).last
  }

  /// The value of the argument, or nil when it was not given; of a repeatable argument, the last.
  package subscript<Value>(positional: Positional<Value>) -> Value? {
    all(positional).last
  }

  /// Every value of the option, in order.
  package func all<Value>(_ option: Option<Value>) -> [Value] {
    let name = option.description.name
    return values(options[name] ?? settings?.options[name])
  }

  /// Every value of the argument, in order.
  package func all<Value>(_ positional: Positional<Value>) -> [Value] {
    let name = positional.description.value.name
    return values(positionals[name] ?? settings?.positionals[name])
  }

  private func values<Value: ArgumentValue>(_ texts: [String]?) -> [Value] {
    // The parser has validated each text as this type, so none is dropped here.
    (texts ?? []).compactMap { try? Value.read($0) }
  }
}
