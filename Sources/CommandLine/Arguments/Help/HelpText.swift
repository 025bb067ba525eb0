/// The help of a command, in the usual layout of Swift command-line tools.
struct HelpText: Sendable {
  /// The column at which explanations start, counted from zero.
  static let explanationColumn = 26

  /// The command.
  let path: CommandPath

  /// Whether the groups of extra commands are listed.
  var isWhole = false

  /// The whole text without a final newline, in lines of at most `width` columns.
  func rendered(width: Int = 80) -> String {
    let command = path.command
    var blocks = [TextWrapping.wrap("OVERVIEW: \(command.abstract)", width: width)]
    if !command.discussion.isEmpty {
      blocks.append(TextWrapping.wrap(command.discussion, width: width))
    }
    blocks.append(UsageLine(path: path).rendered(title: "USAGE: ", width: width))
    blocks += tables.filter { !$0.rows.isEmpty }.map { $0.rendered(width: width) }
    if !command.subcommands.isEmpty {
      let topic = ([path.tool.name, "help"] + path.names.dropFirst()).joined(separator: " ")
      let rest =
        isWhole || !command.subcommandGroups.contains(where: \.isExtra)
        ? "" : "\n  '\(topic) --all' lists more commands."
      let topics =
        path.ancestors.isEmpty
        ? "\n  '\(topic) <code>' explains an error such as unknown-event."
          + "\n  '\(topic) language' summarizes the language for an assistant." : ""
      blocks.append("  '\(topic) <command>' explains one command.\(topics)\(rest)")
    }
    return blocks.joined(separator: "\n\n")
  }

  private var tables: [HelpSection] {
    let command = path.command
    let commands = command.subcommandGroups.filter { isWhole || !$0.isExtra }.map { group in
      HelpSection(
        title: group.title,
        rows: group.commands.map { HelpRow(label: $0.name, text: $0.abstract) })
    }
    let options = command.optionGroups.map { group in
      HelpSection(
        title: group.title, rows: group.options.filter { $0.replacement == nil }.map(\.row))
    }
    return [HelpSection(title: "ARGUMENTS", rows: command.positionals.map(\.row))]
      + commands + options + [HelpSection(title: "GENERAL", rows: path.generalOptions.map(\.row))]
      + command.sections + [
        HelpSection(
          title: "EXIT STATUS",
          rows: command.statuses.sorted { $0.key < $1.key }.map(HelpRow.init)),
        HelpSection(title: "EXAMPLES", rows: command.examples),
      ]
  }
}

extension HelpSection {
  /// The title and the two columns.
  fileprivate func rendered(width: Int) -> String {
    ([title.hasSuffix("?") ? title : "\(title):"] + rows.flatMap { $0.lines(width: width) }).joined(
      separator: "\n")
  }
}

extension HelpRow {
  /// The label and its explanation, which starts on the next line if the label is too long.
  fileprivate func lines(width: Int) -> [String] {
    let column = HelpText.explanationColumn
    let explanation = TextWrapping.lines(
      TextWrapping.words(text), indent: column, width: width, indentsFirst: true)
    let head = "  \(label)"
    guard let first = explanation.first else { return [head] }
    guard head.count < column else { return [head] + explanation }
    return [head + first.dropFirst(head.count)] + explanation.dropFirst()
  }
}

extension PositionalDescription {
  fileprivate var row: HelpRow {
    HelpRow(label: value.placeholder, text: help + value.note(default: defaultText))
  }
}

extension OptionDescription {
  fileprivate var row: HelpRow {
    let label = (short.map { "-\($0), " } ?? "") + spelling
    return HelpRow(label: label, text: help + (value?.note(default: defaultText) ?? ""))
  }
}

extension ValueDescription {
  /// The additions in parentheses: the words of a choice and the default.
  fileprivate func note(default text: String?) -> String {
    var notes: [String] = []
    let words = expectation.spellings(of: name)
    if !words.isEmpty { notes.append("values: \(words.joined(separator: ", "))") }
    if let text { notes.append("default: \(text)") }
    return notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))"
  }
}
