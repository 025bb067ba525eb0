import TrayKit

/// Commands that make sense after a run, for reports.
extension ParsedArguments {
  /// Another command for the same values of params; nil if the tool does not have it.
  package func next(_ command: String, _ words: [String], _ reason: String) -> NextCommand? {
    guard path.tool.subcommands.contains(where: { $0.name == command }) else { return nil }
    let settings = options[SpecOptions.set.description.name] ?? []
    return NextCommand(
      Terminal.toolName, [command] + words + settings.flatMap { ["--set", $0] }, reason)
  }

  /// The same command without some options and with others.
  package func again(
    without names: Set<String> = [], with words: [String] = [], _ reason: String
  ) -> NextCommand {
    // The form of the report is up to the caller, and earlier reports are kept.
    let left = names.union(["format", "report", "color"])
    let given = path.options.filter { !left.contains($0.name) }.flatMap { option in
      let name = "--\(option.name)"
      guard let texts = options[option.name] else { return [String]() }
      return option.value == nil ? [name] : texts.flatMap { [name, $0] }
    }
    let plain = path.command.positionals.flatMap { positionals[$0.value.name] ?? [] }
    let command = path.names.dropFirst() + given + words
    let needsEnd = plain.contains { $0.hasPrefix("-") && $0 != "-" }
    return NextCommand(Terminal.toolName, command + (needsEnd ? ["--"] : []) + plain, reason)
  }

  /// The same command without the limits that were given; none if there are none.
  package func withoutLimits() -> [NextCommand] {
    let limits = names.intersection(["time-limit", "max"])
    return limits.isEmpty ? [] : [again(without: limits, "without the limit")]
  }

  /// The commands that list the errors of specs.
  package func errors(of paths: [String]) -> [NextCommand] {
    paths.compactMap { next("check", [$0], "lists the errors") }
  }
}
