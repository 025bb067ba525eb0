/// The synopsis of a command: `traycheck check [<path> ...] [--set <name=value> ...]`.
struct UsageLine: Sendable {
  /// The command.
  let path: CommandPath

  /// The synopsis after a title such as `USAGE: `, which its further lines are indented by.
  ///
  /// A line breaks between options and never inside of one.
  func rendered(title: String, width: Int) -> String {
    TextWrapping.lines([title + path.invocation] + parts, indent: title.count, width: width)
      .joined(separator: "\n")
  }

  private var parts: [String] {
    let command = path.command
    let positionals = command.positionals.map { positional in
      let word = positional.value.placeholder + (positional.isRepeatable ? " ..." : "")
      return positional.isRequired ? word : "[\(word)]"
    }
    let options = command.options.map { "[\($0.spelling)\($0.isRepeatable ? " ..." : "")]" }
    return positionals + options + (command.subcommands.isEmpty ? [] : ["<subcommand>"])
  }
}
