/// The values on a command line, each checked against its declaration.
struct ParsedArguments: Sendable {
  /// The command that is to run; its last name selects what the tool does.
  let path: CommandPath

  /// The notes about names of older versions, for standard error.
  let notes: [String]

  /// The texts of the options by name; a flag has none.
  let options: [String: [String]]
  /// The texts of the arguments by name.
  let positionals: [String: [String]]

  /// Keeps the texts that the parser has checked, by the names of the options and arguments.
  init(
    path: CommandPath, options: [String: [String]], positionals: [String: [String]],
    notes: [String] = []
  ) {
    self.path = path
    self.notes = notes
    self.options = options
    self.positionals = positionals
  }

  /// The names of the options that were given.
  var names: Set<String> { Set(options.keys) }

  /// Whether the flag was given.
  subscript(flag: Flag) -> Bool {
    options[flag.description.name] != nil
  }

  /// The value of the option, or nil when it was not given; of a repeatable option, the last.
  subscript<Value>(option: Option<Value>) -> Value? {
    all(option).last
  }

  /// The value of the argument, or nil when it was not given; of a repeatable argument, the last.
  subscript<Value>(positional: Positional<Value>) -> Value? {
    all(positional).last
  }

  /// Every value of the option, in order.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    values(options[option.description.name])
  }

  /// Every value of the argument, in order.
  func all<Value>(_ positional: Positional<Value>) -> [Value] {
    values(positionals[positional.description.value.name])
  }

  private func values<Value: ArgumentValue>(_ texts: [String]?) -> [Value] {
    // The parser has read each text as this type, so that none is dropped here.
    (texts ?? []).compactMap { try? Value.read($0) }
  }
}
