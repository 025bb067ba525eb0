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
    "from", value: "kind", help: "What it is about.", defaultText: NewSpec.Kind.tray.rawValue)

  static let description = CommandDescription(
    name: "new",
    abstract: "Write a commented spec to begin with.",
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
            \(Terminal.toolName) watch \(path)

      """, to: .standardOutput)
    return isWritten ? 0 : ExitStatus.specError.rawValue
  }
}
