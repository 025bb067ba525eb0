/// A command with the commands above it: `traycheck`, `check`.
package struct CommandPath: Sendable {
  /// The commands above, the tool first.
  private(set) var ancestors: [CommandDescription] = []

  /// The command that the path leads to.
  private(set) var command: CommandDescription

  /// Creates the path of the tool itself.
  package init(_ tool: CommandDescription) {
    command = tool
  }

  /// The description of the tool.
  package var tool: CommandDescription { ancestors.first ?? command }

  /// The names of the commands, starting with the tool.
  package var names: [String] { ancestors.map(\.name) + [command.name] }

  /// The command line that selects the command: `traycheck check`.
  package var invocation: String { names.joined(separator: " ") }

  /// The options of the command, including those that every command has.
  package var options: [OptionDescription] {
    command.options + generalOptions
  }

  /// The options that every command has, and those about settings.
  package var generalOptions: [OptionDescription] {
    (command.settings != .ignored ? Settings.options : [])
      + (tool.version == nil ? [] : [.version]) + [.help]
  }

  /// The path to a subcommand of this command.
  package func appending(_ subcommand: CommandDescription) -> CommandPath {
    var path = self
    path.ancestors.append(command)
    path.command = subcommand
    return path
  }
}
