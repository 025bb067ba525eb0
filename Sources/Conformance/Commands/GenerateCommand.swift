import Commands
import TrayKit

extension GenerateRequest.Access: ArgumentChoice {}

/// `traycheck conform generate swift`: writes the typed driver of a spec.
enum GenerateCommand: Command {
  private enum Language: String, ArgumentChoice { case swift }

  private static let language = Positional<Language>(
    "language", isRequired: true, help: "The language of the driver.")
  private static let output = Option<String>(
    "output", value: "file", from: .files,
    help: "Write the driver to this file instead of standard output.")
  private static let access = Option<GenerateRequest.Access>(
    "access", value: "access", help: "The access level of the driver.",
    defaultText: "internal")
  private static let mainActor = Flag(
    "main-actor",
    help: "Put the driver on the main actor. Otherwise it runs in the isolation of its caller.")

  static let description = CommandDescription(
    name: "generate",
    settings: .inFolderOfFile,
    abstract: "Write the typed driver of a spec, for tests of an app.",
    discussion: """
      The file has the types of the spec, a protocol with a method for each event, and a driver: \
      'try await SlackTray.check(path, with: SlackApp())'. It needs the library TrayKit. \
      The plugin TraycheckDriverPlugin makes it with every build.
      """,
    positionals: [language, ExplorationOptions.spec],
    options: [
      ConformCommand.world, SpecOptions.set, ConformCommand.hidden, output, access, mainActor,
      SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "The driver was written.",
      2: "The spec cannot be read or has errors, or the driver cannot be written.",
    ],
    examples: [
      "traycheck conform generate swift slack-tray.tray": "Print the driver.",
      "traycheck conform generate swift slack-tray.tray --output SlackTray.swift":
        "Write the driver to a file.",
    ])

  /// Writes the driver; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var request = GenerateRequest(path: arguments.all(ExplorationOptions.spec).first ?? "")
    if let name = arguments[ConformCommand.world] { request.world = name }
    request.settings = arguments.all(SpecOptions.set)
    request.hidden = arguments.all(ConformCommand.hidden)
    if let given = arguments[access] { request.access = given }
    request.isOnMainActor = arguments[mainActor]
    if let count = arguments.maximum(.values) { request.maximumValues = count }
    request.vocabulary = .options(of: Terminal.toolName)
    do throws(RequestError) {
      return present(try await Traycheck.run(request), arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  private static func present(_ outcome: GenerateOutcome, _ arguments: ParsedArguments) -> Int32 {
    let diagnostics = outcome.diagnostics(Terminal.style(arguments, on: .standardError))
    if !diagnostics.isEmpty { Terminal.write(diagnostics + "\n", to: .standardError) }
    guard let path = arguments[output] else {
      let isWritten = Terminal.write(outcome.text ?? "", to: .standardOutput)
      return isWritten ? outcome.status.rawValue : ExitStatus.specError.rawValue
    }
    do throws(ReportFileError) {
      try outcome.write(to: path)
      return outcome.status.rawValue
    } catch {
      Terminal.write("Error: '\(path)' cannot be written: \(error.reason)\n", to: .standardError)
      return ExitStatus.specError.rawValue
    }
  }
}
