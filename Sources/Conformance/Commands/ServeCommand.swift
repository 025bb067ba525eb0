import Commands
import Platform
import TrayKit

/// `traycheck conform serve`: conducts the tests of a test runner that speaks JSON lines over standard input and output.
enum ServeCommand: Command {
  private static let walks = Option<Int>(
    "walks", value: "n", help: "How many random walks to do.",
    defaultText: "\(ConformRequest.defaultWalks)")

  static let description = CommandDescription(
    name: "serve",
    settings: .inFolderOfFile,
    abstract: "Conduct a test runner over standard input and output.",
    discussion: """
      A test runner starts this command, resets the app, does each event that it reads, and writes \
      its observations. At the end of each run it reads the result.
      """,
    positionals: [ExplorationOptions.spec],
    options: [
      ConformCommand.world, SpecOptions.set, ConformCommand.hidden, walks, ConformCommand.steps,
      ConformCommand.seed, SpecOptions.memory, SpecOptions.values,
    ],
    statuses: [
      0: "Passed: the spec allows every run.",
      1: "Failed: a run differed.",
      2: "Not checked: the spec has errors, or the runner cannot be understood.",
      3: "Inconclusive: there was no run, or the runner ended too early.",
    ],
    examples: [
      "traycheck conform serve slack-tray.tray": "Conduct random walks.",
      "traycheck conform serve slack-tray.tray --walks 20 --seed 7":
        "Conduct 20 walks from the seed 7.",
    ])

  /// Runs the tests; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var request = ConformRequest(arguments)
    if let count = arguments[walks] { request.walks = count }
    do throws(RequestError) {
      let serve = ServeRequest(request, input: STDIN_FILENO) {
        Terminal.write($0, to: .standardOutput)
      }
      let outcome = try await Interruption.outcome(of: serve, endsWith: 3)
      let diagnostics = outcome.diagnostics()
      if !diagnostics.isEmpty { Terminal.write(diagnostics + "\n", to: .standardError) }
      // Standard output is reserved for the runner.
      let reasons = outcome.reasons
      if !reasons.isEmpty { Terminal.write(reasons + "\n", to: .standardError) }
      return outcome.status.rawValue
    } catch {
      return SpecOptions.refuse(error)
    }
  }
}
