/// The name of a command, the arguments that it accepts and the text of its help.
///
/// A description is plain data. Only the parser and the help use it to know the syntax of the command line. Options
/// belong to the command that they follow. Subcommands do not inherit them, except `--help` and `--version`.
package struct CommandDescription: Sendable {
  /// The word that selects the command, or the name of the tool itself.
  package var name: String

  /// Whether the command obeys a settings file.
  package var settings: SettingsUse

  /// The options whose values a settings file can give, apart from those of all commands.
  package var settingKeys: Set<String>

  /// One sentence: the overview, and the line in the list of subcommands.
  package var abstract: String

  /// Paragraphs after the overview; every line is wrapped on its own and keeps its indent.
  package var discussion: String

  /// The version that `--version` prints; only the tool's own description has one.
  package var version: String?

  /// The arguments without a name, in order; only the last may be repeatable.
  package var positionals: [PositionalDescription]

  /// The options and flags in the order of the help; `--help` and `--version` are implied.
  package var optionGroups: [OptionGroup]

  /// The sections after the options.
  package var sections: [HelpSection]

  /// The exit statuses with their meanings.
  package var statuses: [Int: String]

  /// The command lines at the end of the help, each with its meaning.
  package var examples: [HelpRow]

  /// The commands under this one; `help` is implied in a command without arguments.
  package var subcommandGroups: [CommandGroup]

  /// The options of all groups.
  package var options: [OptionDescription] { optionGroups.flatMap(\.options) }

  /// The commands of all groups.
  package var subcommands: [CommandDescription] { subcommandGroups.flatMap(\.commands) }

  /// Whether a word without a dash can only be the name of a subcommand.
  package var isOnlyForSubcommands: Bool { positionals.isEmpty && !subcommandGroups.isEmpty }

  /// Creates a description; the parts that are left out are empty.
  ///
  /// - Parameters:
  ///   - statuses: the exit statuses with their meanings. Each command has the status of wrong usage.
  ///   - options: the group "OPTIONS", which comes before the other groups.
  ///   - subcommands: the group "SUBCOMMANDS", which comes before the other groups.
  package init(
    name: String,
    settings: SettingsUse = .ignored,
    settingKeys: Set<String> = [],
    abstract: String,
    discussion: String = "",
    version: String? = nil,
    positionals: [any PositionalDeclaration] = [],
    options: [any OptionDeclaration] = [],
    optionGroups: [OptionGroup] = [],
    sections: [HelpSection] = [],
    statuses: [Int: String] = [:],
    examples: KeyValuePairs<String, String> = [:],
    subcommands: [CommandDescription] = [],
    subcommandGroups: [CommandGroup] = []
  ) {
    self.name = name
    self.settings = settings
    self.settingKeys = settingKeys
    self.abstract = abstract
    self.discussion = discussion
    self.version = version
    self.positionals = positionals.map(\.description)
    self.optionGroups =
      (options.isEmpty ? [] : [OptionGroup("OPTIONS", options)]) + optionGroups
    self.sections = sections
    self.statuses =
      statuses.isEmpty ? [:] : [64: "Wrong usage."].merging(statuses) { $1 }
    self.examples = examples.map(HelpRow.init)
    self.subcommandGroups =
      (subcommands.isEmpty ? [] : [CommandGroup("SUBCOMMANDS", subcommands)]) + subcommandGroups
  }
}

/// The way in which a command obeys a settings file.
package enum SettingsUse: Sendable {
  case ignored
  /// The command runs in the folder of the file.
  case inFolderOfFile
  /// The command runs in the folder of the user, because a driver may expect that.
  case inFolderOfUser
}

/// Options that the help lists under one title.
package struct OptionGroup: Sendable {
  /// The title without its colon.
  package var title: String

  /// The options in order.
  package var options: [OptionDescription]

  /// Creates a group.
  package init(_ title: String, _ options: [any OptionDeclaration]) {
    (self.title, self.options) = (title, options.map(\.description))
  }
}

/// Commands that the help lists under one title.
package struct CommandGroup: Sendable {
  /// The title without its colon.
  package var title: String

  /// The commands in order.
  package var commands: [CommandDescription]

  /// Whether only `help --all` lists the group.
  package var isExtra: Bool

  /// Creates a group.
  package init(_ title: String, _ commands: [CommandDescription], isExtra: Bool = false) {
    (self.title, self.commands, self.isExtra) = (title, commands, isExtra)
  }
}

/// A titled two-column table that ends a help text, such as `EXIT STATUS:`.
package struct HelpSection: Sendable {
  /// The title without its colon.
  package var title: String

  /// The rows in order.
  package var rows: [HelpRow]

  /// Creates a section.
  package init(title: String, rows: [HelpRow]) { (self.title, self.rows) = (title, rows) }
}

/// A row of a two-column table of the help.
package struct HelpRow: Sendable {
  /// The text at column 2.
  package var label: String

  /// The explanation, at column 26.
  package var text: String

  /// Creates a row.
  package init(label: String, text: String) { (self.label, self.text) = (label, text) }

  init(_ row: (key: some CustomStringConvertible, value: String)) {
    (label, text) = (row.key.description, row.value)
  }
}
