import TrayKit

extension NewSpec.Kind: ArgumentChoice {}

/// `traycheck new`: writes a spec to begin with.
enum NewCommand {
  private static let name = Positional<String>(
    "name", isRequired: true,
    help:
      "What it is called, such as badge-count, for a file in \(NewSpec.folder); or the path of the file."
  )
  private static let kind = Option<NewSpec.Kind>(
    "template", value: "kind", help: "The subject of the spec.",
    defaultText: NewSpec.Kind.tray.rawValue)

  static let description = CommandDescription(
    name: "new",
    abstract: "Begin a spec with comments.",
    discussion: """
      It checks green, and has a world that is red on purpose. What is there already is left as it is.
      """,
    positionals: [name.description],
    options: [kind.description],
    sections: [
      HelpSection(
        title: "KINDS",
        rows: NewSpec.Kind.allCases.map { HelpRow(label: $0.rawValue, text: $0.abstract) }),
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "It was written."),
          HelpRow(label: "2", text: "It cannot be written, or something is there already."),
          HelpRow(label: "64", text: "Wrong usage."),
        ]),
    ],
    examples: [
      HelpRow(label: "traycheck new badge-count", text: "Write Specs/badge-count.tray."),
      HelpRow(
        label: "traycheck new offers --template \(NewSpec.Kind.tray.rawValue)",
        text: "Begin with one of the kinds."),
    ])

  /// Writes it; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let spec: NewSpec
    do throws(RequestError) {
      spec = try NewSpec(arguments.all(name).first ?? "", from: arguments[kind] ?? .tray)
    } catch {
      return SpecOptions.refuse(error)
    }
    let path = LogText.line(spec.path)
    do throws(ReportFileError) {
      try spec.write()
    } catch {
      Terminal.write("\(path): error: \(error.reason)\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
    let isWritten = Terminal.write(
      """
      wrote \(path)

      next: \(Terminal.toolName) check \(path)
            \(Terminal.toolName) check --watch \(path)

      """, to: .standardOutput)
    return isWritten ? 0 : ExitStatus.specError.rawValue
  }
}
