/// What a command is called, what it accepts and what its help says.
///
/// A description is plain data: the parser reads it, the help prints it, and nothing else knows the
/// command line's syntax. A command either has subcommands or takes positional arguments.
///
/// Where it has subcommands, words without a dash select one of them, down to a command that has
/// none. Options belong to the command that they stand behind and are not inherited, but for `--help`
/// and `--version`.
struct CommandDescription: Sendable {
  /// The word that selects the command, or the name of the tool itself.
  var name: String

  /// One sentence: the overview, and the line in the list of subcommands.
  var abstract: String

  /// Paragraphs after the overview; every line is wrapped on its own and keeps its indent.
  var discussion: String

  /// The version that `--version` prints; only the tool's own description has one.
  var version: String?

  /// The arguments without a name, in order; only the last may be repeatable.
  var positionals: [PositionalDescription]

  /// The options and flags, in the order of the help; `--help` and `--version` are implied.
  var options: [OptionDescription]

  /// The sections after the options, such as the exit statuses.
  var sections: [HelpSection]

  /// The commands under this one; `help` is implied.
  var subcommands: [CommandDescription]

  /// Creates a description; what is left out is empty.
  init(
    name: String,
    abstract: String,
    discussion: String = "",
    version: String? = nil,
    positionals: [PositionalDescription] = [],
    options: [OptionDescription] = [],
    sections: [HelpSection] = [],
    subcommands: [CommandDescription] = []
  ) {
    self.name = name
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.positionals = positionals
    self.options = options
    self.sections = sections
    self.subcommands = subcommands
  }
}

/// A titled two-column table that ends a help text, such as `EXIT STATUS:`.
struct HelpSection: Sendable {
  /// The title without its colon.
  var title: String

  /// The rows in order.
  var rows: [HelpRow]
}

/// A row of a two-column table of the help.
struct HelpRow: Sendable {
  /// What is explained, at column 2.
  var label: String

  /// The explanation, at column 26.
  var text: String
}
