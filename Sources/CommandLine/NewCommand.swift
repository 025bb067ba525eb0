import Platform
import TrayKit

extension NewSpec.Kind: ArgumentChoice {}

/// `traycheck new`: writes a spec to begin with, or all files that a repository needs.
package enum NewCommand: Command {
  private static let name = Positional<String>(
    "name",
    help:
      "The name of the spec, such as badge-count, for a file in \(NewSpec.folder); or the path of the file.",
    defaultText: "notification-rules with --project")
  private static let kind = Option<NewSpec.Kind>(
    "template", value: "kind", help: "The subject of the spec.",
    defaultText: NewSpec.Kind.tray.rawValue)
  private static let project = Flag(
    "project",
    help: "Set up this repository: settings, a first spec, a pinned tool, and a job for CI.")
  private static let dryRun = Flag(
    "dry-run", help: "Print the names of the files, and write nothing.")

  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")

  package static let description = CommandDescription(
    name: "new",
    abstract: "Begin a spec with comments.",
    discussion: """
      The spec passes, and has a world that fails on purpose. Files that exist stay as they are.
      """,
    positionals: [name],
    options: [kind, project, dryRun, format],
    sections: [
      HelpSection(
        title: "KINDS",
        rows: NewSpec.Kind.allCases.map { HelpRow(label: $0.rawValue, text: $0.abstract) })
    ],
    statuses: [
      0: "All files were written.",
      2: "A file cannot be written, or the spec exists.",
    ],
    examples: [
      "traycheck new badge-count": "Write Specs/badge-count.tray.",
      "traycheck new --project": "Set up a repository, with a first spec and a job for CI.",
    ])

  /// Writes the files; returns the exit status.
  package static func run(_ arguments: ParsedArguments) -> Int32 {
    let given = arguments[name]
    guard let word = given ?? (arguments[project] ? "notification-rules" : nil) else {
      return SpecOptions.refuse("missing argument '<name>'; only --project needs none")
    }
    let spec: NewSpec
    do throws(RequestError) {
      spec = try NewSpec(word, from: arguments[kind] ?? .tray)
    } catch {
      return SpecOptions.refuse(error)
    }
    let isWritten =
      arguments[project]
      ? write(
        NewProject(in: FileManager.default.currentDirectoryPath, spec: spec), arguments)
      : write(spec, arguments)
    return isWritten ? 0 : ExitStatus.specError.rawValue
  }

  private static func write(_ spec: NewSpec, _ arguments: ParsedArguments) -> Bool {
    let path = LogText.line(spec.path)
    let check = "\(Terminal.toolName) check"
    if arguments[format] == .json {
      return write(NewReport(spec, next: check), arguments) { () throws(ReportFileError) in
        try spec.write()
      }
    }
    if arguments[dryRun] { return Terminal.write("\(path)\n", to: .standardOutput) }
    do throws(ReportFileError) {
      try spec.write()
    } catch {
      return fail("\(path): error: \(error.reason)")
    }
    return Terminal.write(
      """
      wrote \(path)

      next: \(check) \(path)
            \(check) --watch \(path)

      """, to: .standardOutput)
  }

  /// Prints the changes, then writes all files.
  private static func write(_ project: NewProject, _ arguments: ParsedArguments) -> Bool {
    if arguments[format] == .json {
      return write(NewReport(project, next: "\(Terminal.toolName) check"), arguments) {
        () throws(ReportFileError) in try project.write()
      }
    }
    var lines = ["in \(LogText.line(project.root)):"]
    lines += project.files.map { file in
      let path = LogText.line(file.path)
      return switch file.change {
      case .create: "  create  \(path)"
      case .append: "  append  \(path)  \(file.text.trimmed)"
      case .keep: "  keep    \(path)  (exists)"
      }
    }
    lines += project.notes.map { "\n\($0)" }
    guard Terminal.write(lines.joined(separator: "\n") + "\n", to: .standardOutput) else {
      return false
    }
    if arguments[dryRun] { return true }
    do throws(ReportFileError) {
      try project.write()
    } catch {
      return fail("error: \(error.reason)")
    }
    return Terminal.write("\nnext: \(Terminal.toolName) check\n", to: .standardOutput)
  }

  /// Writes the files and then the report as JSON.
  private static func write(
    _ report: NewReport, _ arguments: ParsedArguments,
    _ work: () throws(ReportFileError) -> Void
  ) -> Bool {
    var (report, isWritten) = (report, true)
    if !arguments[dryRun] {
      do throws(ReportFileError) {
        try work()
      } catch {
        (report, isWritten) = (report.failed(error.reason), false)
      }
    }
    guard let text = try? report.encoded() else { return false }
    return Terminal.write(text, to: .standardOutput) && isWritten
  }

  private static func fail(_ problem: String) -> Bool {
    Terminal.write("\(problem)\n", to: .standardError)
    return false
  }
}
