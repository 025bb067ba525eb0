import Commands
import Platform
import TrayKit

/// `traycheck editor language-server`: answers an editor, over standard input and output.
enum LanguageServerCommand: Command {
  static let description = CommandDescription(
    name: "language-server",
    abstract: "Answer an editor, over standard input and output.",
    discussion: """
      An editor starts this and speaks the Language Server Protocol with it. The server offers diagnostics, completion, \
      documentation, renaming, and the results of the last check of a saved file. It stores nothing, except pages \
      of violations in a temporary folder until the session ends.
      """,
    options: [SpecOptions.values],
    statuses: [
      0: "The editor ended it.",
      1: "Standard input ended before that, or it was interrupted.",
    ],
    examples: [
      "traycheck editor language-server": "Serve one editor.",
      "traycheck editor language-server --max values=1000000":
        "Serve one editor, with smaller types.",
    ])

  /// Serves the editor until it ends the session; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let session = LanguageServerRequest(
      input: STDIN_FILENO, maximumValues: arguments.maximum(.values)
    ) {
      Terminal.write($0, to: .standardOutput, mayCommand: true)
    }
    return await Interruption.outcome(of: session, endsWith: 1) ? 0 : 1
  }
}
