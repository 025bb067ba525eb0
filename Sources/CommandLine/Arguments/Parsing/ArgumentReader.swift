import TrayKit

/// The state of one pass over the words of a command line.
///
/// Words that begin with a dash are options, until `--`; a lone `-` is not. Options and arguments may be mixed:
/// `check Specs -q --world small` is `check -q --world=small Specs`. Values of options are validated as they are read,
/// those of arguments at the end. The first mistake is reported. Names of older versions are replaced as `Renaming`
/// describes.
struct ArgumentReader {
  /// The command that the words so far select.
  private(set) var path: CommandPath

  /// The words that have not been read.
  private(set) var rest: ArraySlice<String>

  private var options: [String: [String]] = [:]
  private var positionals: [String] = []
  private var optionsHaveEnded = false
  /// The answer to `--help` or `--version`. It ends the reading, and later errors do not matter.
  private var answer: CommandRequest?
  /// The notes about names of older versions.
  private(set) var notes: [String] = []

  /// Starts at the tool with all words.
  init(path: CommandPath, rest: ArraySlice<String>) {
    self.path = path
    self.rest = rest
  }

  /// Reads every word.
  mutating func read() throws(ArgumentError) -> CommandRequest {
    answerHelp()
    while answer == nil, let word = rest.popFirst() {
      if optionsHaveEnded || word == "-" || !word.hasPrefix("-") {
        try readPlain(word)
      } else if word == "--" {
        optionsHaveEnded = true
      } else if word.hasPrefix("--") {
        try readLong(word.dropFirst(2))
      } else {
        try readShort(word.dropFirst())
      }
    }
    if let answer { return answer }
    if path.command.isOnlyForSubcommands {
      if path.ancestors.isEmpty { return .help(path) }
      throw .missingSubcommand(among: path.command.subcommands.map(\.name))
    }
    let values = try PositionalAssignment.assign(positionals, to: path.command.positionals)
    return .run(
      ParsedArguments(path: path, options: options, positionals: values, notes: notes))
  }

  /// Answers with the help if the words of this command contain `--help`, whatever else they contain.
  private mutating func answerHelp() {
    if let first = rest.first, path.command.subcommands.contains(where: { $0.name == first }) {
      return
    }
    let isLeaf = !path.command.isOnlyForSubcommands
    let own = rest.prefix { $0 != "--" && (isLeaf || $0.hasPrefix("-")) }
    if own.contains(where: { $0 == "--help" || $0 == "-h" }) { answer = .help(path) }
  }

  /// Reads a word that is not an option: a subcommand if it comes first, otherwise an argument.
  ///
  /// A path with the name of a subcommand is written `./merge`, or after `--`.
  private mutating func readPlain(_ word: String) throws(ArgumentError) {
    let isFirst = positionals.isEmpty && options.isEmpty && !optionsHaveEnded
    let isSubcommand =
      isFirst && path.command.subcommands.contains(where: { $0.name == word })
    if !path.command.isOnlyForSubcommands, !isSubcommand {
      positionals.append(word)
    } else if path.ancestors.isEmpty, let renaming = Renaming.commands[word] {
      rest = (renaming.words + renaming.rest(Array(rest)))[...]
      notes.append("'traycheck \(word)' is now '\(renaming.newName)'")
    } else if word == "help" {
      try readHelpTopic()
    } else {
      try path.descend(to: word)
      if !optionsHaveEnded { answerHelp() }
    }
  }

  /// The words after `help` that name no command: the language, and the codes of diagnostics.
  static let topics = ["language"] + TrayDiagnostic.codes

  private static func explanation(of topic: String) -> String? {
    topic == "language" ? Traycheck.languageSummary : TrayDiagnostic.explanation(of: topic)
  }

  /// Reads the words after `help`: `traycheck help check` is the same as `traycheck check --help`.
  ///
  /// A word that names no command may be one of the ``topics``.
  private mutating func readHelpTopic() throws(ArgumentError) {
    var isWhole = false
    if path.ancestors.isEmpty, let topic = rest.first, let text = Self.explanation(of: topic) {
      rest.removeFirst()
      if let word = rest.first { throw .unexpectedArgument(word) }
      answer = .explanation(text)
      return
    }
    while let word = rest.popFirst(), word != "--help", word != "-h" {
      if word == "--all" {
        isWhole = true
      } else if let renaming = Renaming.commands[word], path.ancestors.isEmpty {
        rest = (renaming.words.prefix { !$0.hasPrefix("-") } + rest)[...]
      } else {
        guard !path.command.subcommands.isEmpty else { throw .unexpectedArgument(word) }
        try path.descend(to: word, orTopic: path.ancestors.isEmpty ? Self.topics : [])
      }
    }
    answer = .help(path, isWhole: isWhole)
  }
}

extension ArgumentReader {
  /// Reads `--name`, `--name value` or `--name=value`, given without the dashes.
  private mutating func readLong(_ word: Substring) throws(ArgumentError) {
    let (name, attached) = Self.split(word)
    if let renaming = Renaming.option(name, in: path) {
      let value = renaming.takesValue ? attached ?? takeValue() : nil
      if renaming.takesValue, value == nil { throw .missingValue("--\(name) <value>") }
      if !renaming.takesValue, let attached {
        throw .unexpectedValue(attached, option: "--\(name)")
      }
      rest = (renaming.words(value) + rest)[...]
      note("'--\(name)' is now '\(renaming.newName)'")
      return
    }
    let option = try path.option(named: name)
    if let replacement = option.replacement { note("'--\(name)' is now \(replacement)") }
    try record(option, attached: attached)
  }

  private mutating func note(_ text: String) {
    if !notes.contains(text) { notes.append(text) }
  }

  /// Reads `-n`, `-n value`, `-n=value` or several flags in one word, given without the dash.
  private mutating func readShort(_ word: Substring) throws(ArgumentError) {
    let (letters, attached) = Self.split(word)
    let last = letters.count - 1
    for (offset, letter) in letters.enumerated() {
      let isLast = offset == last
      let option = try path.option(short: letter, in: letters)
      if !isLast, option.value != nil { throw .missingValue(option.spelling) }
      try record(option, attached: isLast ? attached : nil)
    }
    if letters.isEmpty { throw .unknownOption("-\(word)", nearest: nil) }
  }

  private static func split(_ word: Substring) -> (name: String, attached: String?) {
    guard let sign = word.firstIndex(of: "=") else { return (String(word), nil) }
    return (String(word[..<sign]), String(word[word.index(after: sign)...]))
  }

  /// Stores the value of the option; the next word is the value if none is attached.
  private mutating func record(
    _ option: OptionDescription, attached: String?
  ) throws(ArgumentError) {
    guard let value = option.value else {
      if let attached { throw .unexpectedValue(attached, option: option.spelling) }
      answerBuiltIn(option)
      options[option.name] = []
      return
    }
    guard let text = attached ?? takeValue(), !text.isEmpty else {
      throw .missingValue(option.spelling)
    }
    if !option.isRepeatable, options[option.name] != nil { throw .givenTwice(option.spelling) }
    try value.check(text, label: option.spelling)
    options[option.name, default: []].append(text)
  }

  private mutating func answerBuiltIn(_ option: OptionDescription) {
    if option.name == OptionDescription.help.name {
      answer = .help(path)
    } else if option.name == OptionDescription.version.name, let version = path.tool.version {
      answer = .version(version)
    }
  }

  /// Takes the next word unless it is an option; a negative number is not an option.
  private mutating func takeValue() -> String? {
    guard let next = rest.first else { return nil }
    if next.hasPrefix("-"), next != "-", next.dropFirst().first?.isNumber != true { return nil }
    return rest.popFirst()
  }
}
