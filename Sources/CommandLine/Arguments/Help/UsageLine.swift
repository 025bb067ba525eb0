/// The synopsis of a command: `traycheck check [<path> ...] [<options>]`.
struct UsageLine: Sendable {
  /// The command.
  let path: CommandPath

  /// The synopsis after a title such as `USAGE: `; further lines are indented by the length of the title.
  func rendered(title: String, width: Int) -> String {
    let command = path.command
    let positionals = command.positionals.map { positional in
      let word = positional.value.placeholder + (positional.isRepeatable ? " ..." : "")
      return positional.isRequired ? word : "[\(word)]"
    }
    let options = command.options.isEmpty ? [] : ["[<options>]"]
    let subcommand = command.isOnlyForSubcommands ? ["<command>"] : []
    return TextWrapping.lines(
      [title + path.invocation] + positionals + options + subcommand, indent: title.count,
      width: width
    ).joined(separator: "\n")
  }
}
