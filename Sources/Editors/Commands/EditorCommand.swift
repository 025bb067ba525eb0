import Commands
import Platform
import TrayKit

/// The name of an editor on a command line.
struct EditorName: ArgumentValue {
  var editor: Editor

  static var expectation: ValueExpectation { .choice(Editor.all.map(\.name)) }

  static func read(_ text: String) throws(ValueError) -> EditorName {
    guard let editor = Editor.all.first(where: { $0.name == text }) else { throw .malformed }
    return EditorName(editor: editor)
  }
}

/// `traycheck editor`: the files by which editors know specs.
enum EditorCommand: Command {
  private static let name = Positional<EditorName>(
    "editor", help: "The editor; without it, all are listed.")
  private static let folder = Positional<String>(
    "folder", from: .folders, help: "The folder for the files.",
    defaultText: "the folder of the editor")
  private static let write = Flag(
    "write", help: "Write the missing files, unless an existing file differs.")
  private static let force = Flag(
    "force", help: "Write all files, and replace those that differ.")

  static let subcommands: [any Command.Type] = [
    LanguageServerCommand.self, CompletionsCommand.self,
  ]

  static let description = CommandDescription(
    name: "editor",
    abstract: "Set up an editor for specs.",
    discussion: """
      Without '--write', the command only lists the files and their places. It needs no network. Editors.md, in the \
      documentation, lists the features of each editor.
      """,
    positionals: [name, folder],
    options: [write, force],
    statuses: [
      0: "The files were listed, or all of them exist now.",
      2: "A file differs and was kept, or it cannot be read or written.",
    ],
    examples: [
      "traycheck editor": "List editors.",
      "traycheck editor vscode --write": "Write the files for one editor.",
    ],
    subcommands: subcommands.map { $0.description })

  /// Lists, shows or writes the files; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    guard let editor = arguments[name]?.editor else { return list(arguments) }
    let place = arguments[folder] ?? editor.folder(Terminal.environment)
    let installation = EditorInstallation(
      editor, in: place, tool: tool, check: check, version: Traycheck.version)
    print("\(editor.title), in \(shown(place)):")
    return arguments[write] || arguments[force]
      ? write(installation, editor, arguments) : preview(installation, editor, arguments)
  }

  private static func list(_ arguments: ParsedArguments) -> Int32 {
    guard !arguments[write], !arguments[force] else {
      return SpecOptions.refuse("there has to be the name of an editor")
    }
    for editor in Editor.all {
      print(editor.name + String(repeating: " ", count: 11 - editor.name.count) + editor.title)
      print("           \(editor.abstract)")
      print("           \(shown(editor.folder(Terminal.environment)))")
    }
    print("\nprint the files and their contents: \(Terminal.toolName) editor NAME")
    return 0
  }

  private static func preview(
    _ installation: EditorInstallation, _ editor: Editor, _ arguments: ParsedArguments
  ) -> Int32 {
    for file in installation.files { print("  \(word(file.standing))  \(file.path)") }
    if installation.files.allSatisfy({ $0.standing == .same }) {
      print("all of it is there")
      tellSteps(editor)
    } else {
      let place = arguments[folder].map { " \(quoted($0))" } ?? ""
      let flag =
        installation.files.contains { $0.standing == .differs }
        ? "--\(force.description.name)" : "--\(write.description.name)"
      print(
        "nothing was written; to write it: \(Terminal.toolName) editor \(editor.name)\(place) \(flag)"
      )
    }
    return 0
  }

  /// Writes all files or none, as far as that can be known in advance.
  private static func write(
    _ installation: EditorInstallation, _ editor: Editor, _ arguments: ParsedArguments
  ) -> Int32 {
    let replaces = arguments[force]
    let problems = installation.files.compactMap { file in
      problem(file, replaces: replaces).map { (file, $0) }
    }
    for (file, problem) in problems {
      Terminal.write(
        "Error: \(LogText.line("\(installation.folder)/\(file.path)")) \(problem)\n",
        to: .standardError)
      if file.standing == .isShared { print(file.text) }
    }
    guard problems.isEmpty else {
      Terminal.write("nothing was written\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
    do throws(EditorInstallation.Failure) {
      let written = Set(try installation.write(replaces: replaces))
      for file in installation.files {
        print("  \(written.contains(file.path) ? "written" : "same   ")  \(file.path)")
      }
    } catch {
      let path = LogText.line("\(installation.folder)/\(error.path)")
      Terminal.write("Error: \(path) cannot be written: \(error.reason)\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
    tellSteps(editor)
    return 0
  }

  private static func tellSteps(_ editor: Editor) {
    for (number, step) in editor.steps.enumerated() {
      print((number == 0 ? "next: " : "      ") + step)
    }
  }

  /// The reason why a file is not written; nil if it may be.
  private static func problem(_ file: EditorInstallation.File, replaces: Bool) -> String? {
    switch file.standing {
    case .new, .same: nil
    case .differs:
      replaces ? nil : "differs from the new file; --\(force.description.name) replaces it"
    case .isShared: "has other contents too; add this to them:"
    case .unreadable(let reason): "cannot be read: \(reason)"
    }
  }

  private static func word(_ standing: EditorInstallation.Standing) -> String {
    switch standing {
    case .new: "new    "
    case .same: "same   "
    case .differs: "differs"
    case .isShared: "shared "
    case .unreadable: "?      "
    }
  }

  /// The check that an editor runs: it prints compiler-style lines and stores nothing.
  private static let check = [
    CheckCommand.description.name, "--\(SpecOptions.format.description.name)",
    SpecOptions.Format.compiler.rawValue, "--\(SpecOptions.readOnly.description.name)",
  ].joined(separator: " ")

  /// The command with which an editor calls the tool: its name, if the search path leads to this executable.
  private static var tool: String {
    let own = (System.executablePath ?? CommandLine.arguments[0])
    let real = URL(filePath: own).resolvingSymlinksInPath().path
    let folders = (Terminal.environment["PATH"] ?? "").split(separator: ":")
    let found = folders.map { "\($0)/traycheck" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
    if let found, URL(filePath: found).resolvingSymlinksInPath().path == real { return "traycheck" }
    return real
  }

  private static func shown(_ path: String) -> String {
    let home = Terminal.environment["HOME"] ?? ""
    let isInside = home.count > 1 && path.hasPrefix("\(home)/")
    return LogText.line(isInside ? "~\(path.dropFirst(home.count))" : path)
  }

  private static func quoted(_ path: String) -> String {
    let isPlain = path.allSatisfy {
      $0.isASCII && ($0.isLetter || $0.isNumber || "/._-~".contains($0))
    }
    return isPlain ? path : "'\(path.replacing("'", with: #"'\''"#))'"
  }

  private static func print(_ line: String) {
    Terminal.write("\(line)\n", to: .standardOutput)
  }
}

extension Guest {
  /// Serves editors, shells and assistants.
  package static let editors = Guest()
    .with(EditorCommand.self, in: .more)
    .with(ContextCommand.self, in: .more)
}
