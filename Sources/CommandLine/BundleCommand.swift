import TrayKit

/// `traycheck bundle`: writes the tool itself as a bundle that a team keeps.
enum BundleCommand {
  private static let path = Positional<String>(
    "folder", help: "The bundle.", defaultText: ToolBundle.defaultPath)

  static let description = CommandDescription(
    name: "bundle",
    abstract: "Write the tool itself as a bundle, so that nobody has to compile it.",
    discussion: """
      A folder with the tool for this platform beside those that it has for others. Where the folder of a \
      package has one of this name, 'swift package traycheck' runs that tool and compiles none.
      """,
    positionals: [path.description],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "It was written."),
          HelpRow(
            label: "2", text: "It cannot be written, is something else, or of another version."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ])

  /// Writes it; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let bundle = ToolBundle(arguments.all(path).first ?? ToolBundle.defaultPath)
    let path = LogText.line(bundle.path)
    do throws(ReportFileError) {
      let size = try bundle.write()
      let isWritten = Terminal.write(
        "wrote \(path) for \(ToolBundle.triple) (\(size))\n", to: .standardOutput)
      return isWritten ? 0 : ExitStatus.specError.rawValue
    } catch {
      Terminal.write("\(path): error: \(error.reason)\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
  }
}
