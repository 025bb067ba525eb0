import Foundation
import TrayKit

extension MemoryLimitPolicy: ArgumentChoice {}

/// `traycheck check`: checks specs and ends with the status that CI gates on.
enum CheckCommand {
  enum Format: String, ArgumentChoice { case text, json }

  private static let paths = Positional<String>(
    "path", isRepeatable: true, help: "Specs, and folders that are searched for them.",
    defaultText: "Specs")
  private static let set = Option<Assignment>(
    "set", value: "name=value", isRepeatable: true,
    help: "Give a param another value, in all worlds.")
  private static let world = Option<String>(
    "world", value: "name", isRepeatable: true,
    help: "Check only this world; 'default' is the one without settings.")
  private static let property = Option<String>(
    "property", value: "name", isRepeatable: true,
    help: "Check only this property, scenario or kind of violation.")
  private static let quiet = Flag(
    "quiet", short: "q", help: "Print only what is not as the specs say, and the last line.")
  private static let format = Option<Format>(
    "format", value: "format", help: "How the report is written to standard output.",
    defaultText: "text")
  private static let maxStates = Option<Int>(
    "max-states", value: "n", help: "Stop each search after so many states.")
  private static let maxDepth = Option<Int>(
    "max-depth", value: "n", help: "Stop each search after so many steps from the start.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop each search after this time, such as 90s or 5m.")
  private static let memory = Option<ByteCount>(
    "memory", value: "size",
    help: "How much memory the process may take, such as 2GB.",
    defaultText: "3/4 of the machine's")
  private static let onMemoryLimit = Option<MemoryLimitPolicy>(
    "on-memory-limit", value: "way",
    help:
      "Without memory for more states, stop, or begin anew: with fingerprints, which may miss a "
      + "state, or exactly, with states spilled to disk.",
    defaultText: "stop")
  private static let scratch = Option<String>(
    "scratch", value: "folder", help: "Where states go that do not fit into memory.",
    defaultText: "the system's folder for temporary files")
  private static let threads = Option<ThreadCount>(
    "threads", value: "n",
    help: "Search on so many threads; the result is the same for any number.",
    defaultText: "all cores")
  private static let explainEngine = Flag(
    "explain-engine",
    help:
      "Tell how each world is computed: bits read and written, tables, and what is not looked up.")
  private static let counterexamples = Option<String>(
    "counterexamples", value: "folder",
    help: "Where counterexamples are kept: replayed first, and new ones added.",
    defaultText: ReplayRequest.defaultFolder)
  private static let noReplay = Flag(
    "no-replay", help: "Do not replay stored counterexamples before the search.")
  private static let noSave = Flag("no-save", help: "Do not store the violations that are found.")
  private static let maxValues = Option<Int>(
    "max-values", value: "n", help: "How many values of one type or event may be run through.",
    defaultText: "16777216")

  static let description = CommandDescription(
    name: "check",
    abstract: "Check what specs say of all reachable states.",
    discussion: """
      Explores every state of every world of the specs and prints the verdict of each property, \
      with the shortest trace to each violation.
      """,
    positionals: [paths.description],
    options: [
      set.description, world.description, property.description, quiet.description,
      format.description, maxStates.description, maxDepth.description, timeLimit.description,
      memory.description, onMemoryLimit.description, scratch.description, threads.description,
      explainEngine.description, counterexamples.description, noReplay.description,
      noSave.description, maxValues.description, Terminal.color.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Everything is as the specs say."),
          HelpRow(
            label: "1",
            text: "A property is violated, a scenario fails, a violation that a world announces "
              + "did not happen, or a stored counterexample is not as it expects."),
          HelpRow(
            label: "2", text: "A spec does not compile, or a file cannot be read or written."),
          HelpRow(
            label: "3",
            text: "Not decided: a limit was reached, something is not checked, or a stored "
              + "counterexample is no longer possible."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ])

  /// Runs the check; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let request = request(arguments)
    let usesColor = Terminal.usesColor(arguments[Terminal.color], on: .standardError)
    let progress = ProgressLine()
    let outcome: CheckOutcome
    let isText = arguments[format] != .json
    let isQuiet = arguments[quiet]
    let usesColorInReport = Terminal.usesColor(arguments[Terminal.color], on: .standardOutput)
    do {
      outcome = try Traycheck.check(request) { early in
        guard isText else { return }
        let text = early.replaysText(isQuiet: isQuiet, usesColor: usesColorInReport)
        Terminal.write(text, to: .standardOutput)
      } onProgress: {
        progress.update($0)
      }
    } catch {
      progress.clear()
      Terminal.write("Error: \(error)\n", to: .standardError)
      return UsageError.exitStatus
    }
    progress.clear()
    let diagnostics = outcome.diagnosticsText(usesColor: usesColor)
    if !diagnostics.isEmpty { Terminal.write(diagnostics + "\n", to: .standardError) }
    do {
      let text =
        isText
        ? outcome.text(isQuiet: isQuiet, usesColor: usesColorInReport, withReplays: false)
        : try outcome.json()
      Terminal.write(text, to: .standardOutput)
    } catch {
      Terminal.write("Error: the report cannot be written: \(error)\n", to: .standardError)
      return 2
    }
    return outcome.exitStatus
  }

  private static func request(_ arguments: ParsedArguments) -> CheckRequest {
    let given = arguments.all(paths)
    var request = CheckRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.settings = arguments.all(set).map { ($0.name, $0.value) }
    request.worlds = arguments.all(world)
    request.properties = arguments.all(property)
    request.maximumStates = arguments[maxStates]
    request.maximumDepth = arguments[maxDepth]
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[memory]?.bytes
    request.onMemoryLimit = arguments[onMemoryLimit] ?? .stop
    request.scratchFolder = arguments[scratch]
    request.threads = arguments[threads]?.count
    request.explainsEngine = arguments[explainEngine]
    request.counterexampleFolder = arguments[counterexamples] ?? ReplayRequest.defaultFolder
    request.replaysCounterexamples = !arguments[noReplay]
    request.savesCounterexamples = !arguments[noSave]
    if let count = arguments[maxValues] { request.maximumValues = count }
    return request
  }
}
