import Platform
import TrayKit

/// The options shared by all commands that check specs, and the output of their results.
package enum SpecOptions {
  /// The printed formats: the report for people, and those for tools that read standard output.
  package enum Format: String, ArgumentChoice { case text, json, jsonl, tap, compiler, scenario }
  /// The printed formats of walks, which have no witnesses.
  package enum WalkFormat: String, ArgumentChoice { case text, json, jsonl, tap }

  package static let paths = Positional<String>(
    "path", from: .specs, isRepeatable: true,
    help: "Specs, and folders of specs.",
    defaultText: "Specs")
  package static let set = Option<TraySetting>(
    "set", value: "name=value", isRepeatable: true,
    help: "Give a param another value, in all worlds.")
  package static let world = Option<String>(
    "world", value: "name", from: .worlds, isRepeatable: true,
    help: "Only this world; 'default' is the one without settings.")
  package static let property = Option<String>(
    "property", value: "name", from: .properties, isRepeatable: true,
    help: "Only this property, scenario or kind of violation.")
  package static let quiet = Flag(
    "quiet", short: "q", help: "Print only failures and the last line.")
  package static let verbose = Flag(
    "verbose", short: "v",
    help: "Print every verdict and trace.")
  package static let format = Option<Format>(
    "format", value: "format",
    help:
      "The form of standard output: text, the JSON report, a JSON line for each event, TAP, lines as "
      + "compilers write them, or the witnesses as scenarios.",
    defaultText: "text")
  package static let walkFormat = Option<WalkFormat>(
    "format", value: "format",
    help: "The form of standard output: text, the JSON report, a JSON line for each event, or TAP.",
    defaultText: "text")
  package static let threads = Option<ThreadCount>(
    "threads", value: "n",
    help: "Search on so many threads; the result is the same for any number.",
    defaultText: "all cores")
  package static let counterexamples = Option<String>(
    "counterexamples", value: "folder", from: .folders,
    help: "The folder of stored counterexamples.",
    defaultText: ReplayRequest.defaultFolder)
  package static let readOnly = Flag(
    "read-only", help: "Store no counterexamples, and replay none before the search.")
  package static let saveExpected = Flag(
    "save-expected", help: "Store violations too that a world expects.")
  package static let noSave = Flag(
    "no-save",
    replacedBy: "'--read-only', which also skips replays; 'traycheck replay' runs them")
  package static let memory = Option<ByteCount>(
    "memory", value: "size", help: "Limit the memory of the process, such as 2GB.",
    defaultText: "3/4 of the machine's")
  package static let values = Maximum.option(
    .values, help: "The largest number of values of one type or event.")

  /// The option for conditions that do not fail a command.
  ///
  /// Kinds of coverage gaps are written `gap-rule`.
  package static func allow(_ allowances: [Allowance], gaps: [UnaskedKind] = []) -> Option<String> {
    Option(
      "allow", value: "kind",
      expecting: .choice(allowances.map(\.rawValue) + gaps.map { "gap-\($0.rawValue)" }),
      isRepeatable: true,
      help: "Do not fail for this. Gate.md explains each kind.")
  }

  /// The conditions that `--allow` names, for commands that accept some of them.
  package static func allowances(_ arguments: ParsedArguments) -> Set<Allowance> {
    Set(arguments.all(allow([])).compactMap(Allowance.init))
  }

  /// The options about specs, worlds and properties.
  package static let chosen: [any OptionDeclaration] = [set, world, property]

  /// The request that these options express.
  ///
  /// Each command adds its own options. Without paths, the request is for the folder `Specs`.
  package static func request(_ arguments: ParsedArguments) -> CheckRequest {
    let given = arguments.all(paths)
    var request = CheckRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.settings = arguments.all(set)
    request.worlds = arguments.all(world)
    request.properties = arguments.all(property)
    request.threads = arguments[threads]?.count
    request.counterexampleFolder = arguments[counterexamples] ?? ReplayRequest.defaultFolder
    request.savesCounterexamples = saves(arguments)
    request.savesExpected = arguments[saveExpected]
    if let count = arguments.maximum(.values) { request.maximumValues = count }
    request.memoryLimit = arguments[memory]?.bytes
    request.allowances = allowances(arguments)
    request.vocabulary = .options(of: Terminal.toolName)
    return request
  }

  /// Whether a run stores the violations that it finds.
  package static func saves(_ arguments: ParsedArguments) -> Bool {
    !arguments[readOnly] && !arguments[noSave]
  }

  /// The reason why the folder of counterexamples that the user names cannot be used; nil if it can.
  ///
  /// - Parameter option: the option that names the folder.
  package static func folderProblem(
    _ arguments: ParsedArguments, _ option: Option<String> = counterexamples
  ) -> RequestError? {
    arguments.isTyped(option) ? arguments[option].flatMap(RequestError.missingFolder) : nil
  }

  /// Writes diagnostics to standard error, the report to standard output, and all other reports; returns the exit
  /// status.
  ///
  /// If something cannot be written, the status is 2, whatever the verdict is, because a missing report must not look
  /// like success.
  ///
  /// - Parameters:
  ///   - style: the style of the report for people; by default from the arguments.
  ///   - inputs: the inputs of the run, which must not be overwritten.
  ///   - isStreamed: whether the output before the search and the events were already written.
  ///   - patch: a diff for standard output; the report then goes to standard error.
  package static func present(
    _ outcome: CheckOutcome, _ arguments: ParsedArguments, style: ReportStyle? = nil,
    inputs: RunInputs, isStreamed: Bool = false, patch: String? = nil
  ) -> Int32 {
    var style = style ?? self.style(arguments)
    style.omitsReplays = isStreamed
    let diagnostics = outcome.diagnostics(Terminal.style(arguments, on: .standardError))
    // Lines for editors already contain them.
    if !diagnostics.isEmpty, arguments[format] != .compiler {
      Terminal.write(diagnostics + "\n", to: .standardError)
    }
    var isWhole = true
    do {
      let text =
        switch arguments[format] ?? .text {
        case .json: try outcome.rendered(as: .json)
        case .tap: try outcome.rendered(as: .tap)
        case .compiler: try outcome.rendered(as: .compiler)
        case .scenario: try outcome.rendered(as: .scenario)
        case .jsonl: isStreamed ? "" : try outcome.rendered(as: .jsonl)
        case .text: try outcome.rendered(as: .text, style)
        }
      let isWritten = Terminal.write(text, to: patch == nil ? .standardOutput : .standardError)
      // A patch must contain every byte of the lines that it changes.
      if !isWritten || !Terminal.write(patch ?? "", to: .standardOutput, mayCommand: true) {
        isWhole = false
        let reason = String(cString: strerror(errno))
        Terminal.write("Error: the report cannot be written: \(reason)\n", to: .standardError)
      }
    } catch {
      isWhole = false
      Terminal.write("Error: the report cannot be written: \(error)\n", to: .standardError)
    }
    isWhole = ReportOptions.write(outcome, arguments, inputs: inputs) && isWhole
    if Terminal.hasLostLines.load(ordering: .relaxed) {
      isWhole = false
      Terminal.write("Error: not all events could be written\n", to: .standardError)
    }
    if isWhole { return outcome.status.rawValue }
    // The last line must not be a success.
    Terminal.write("✗ Failed: not everything could be written\n", to: .standardError)
    return 2
  }

  /// The style of the report for people.
  ///
  /// Colours depend on whether the stream is a terminal.
  package static func style(
    _ arguments: ParsedArguments, on stream: Terminal.Stream = .standardOutput
  ) -> ReportStyle {
    var style = Terminal.style(arguments, on: stream)
    style.isQuiet = arguments[quiet]
    style.isVerbose = arguments[verbose]
    return style
  }

  /// Reports an invalid request in all reports; returns the exit status.
  ///
  /// A request with an unknown name is wrong usage. The reports contain the error, because CI shows only them.
  package static func fail(
    _ error: RequestError, _ arguments: ParsedArguments, inputs: RunInputs,
    _ status: Int32 = UsageError.exitStatus
  ) -> Int32 {
    _ = refuse(error)
    let isWhole = ReportOptions.write(CheckOutcome(error), arguments, inputs: inputs)
    return isWhole ? status : 2
  }

  /// Prints an invalid request that must not have reports; returns the exit status.
  ///
  /// Its reports would overwrite an input or another report.
  package static func refuse(
    _ error: RequestError, _ status: Int32 = UsageError.exitStatus
  ) -> Int32 {
    _ = refuse("\(error)")
    return status
  }

  /// Prints a usage error; returns the exit status.
  package static func refuse(_ problem: String) -> Int32 {
    Terminal.write("Error: \(problem)\n", to: .standardError)
    return UsageError.exitStatus
  }

  /// The meanings of the exit statuses after walks.
  package static let statusesOfWalks = statuses(
    "Inconclusive: no walk reached a goal or an expected violation, walks cannot decide a property, "
      + "or they were stopped.")

  /// The meanings of the exit statuses, for the help of the commands.
  ///
  /// - Parameters:
  ///   - open: the meaning of 3, which depends on the command.
  ///   - more: further statuses of some commands.
  package static func statuses(_ open: String, _ more: [Int: String] = [:]) -> [Int: String] {
    [
      0: "Passed.",
      1: "Failed: a property is violated, a scenario fails, an expected violation did not happen, "
        + "or a counterexample replays differently.",
      2:
        "Not checked: a spec has errors, a file cannot be read or written, or there is no spec.",
      3: open,
      70: "Internal error: the tool contradicts itself. Please report it.",
    ].merging(more) { $1 }
  }
}
