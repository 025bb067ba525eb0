import Commands
import Platform
import TrayKit

extension TestsOutcome.Format: ArgumentChoice {}
extension SuiteGoal: ArgumentChoice {}

/// `traycheck conform tests`: makes few and short paths that cover a spec.
enum TestsCommand: Command {
  static let cover = Option<SuiteGoal>(
    "cover", value: "goal", isRepeatable: true, help: "Something that the paths cover.",
    defaultText: "rules, branches, conditions, statements and arguments")
  static let longest = Option<Int>(
    "longest", value: "n", help: "How many events a path has at most.",
    defaultText: "\(TestsRequest.defaultLongest)")
  private static let walks = Option<Int>(
    "walks", value: "n", help: "So many random walks of --steps events instead, from a --seed.")
  private static let quiet = Flag("quiet", short: "q", help: "Print only the coverage.")
  private static let format = Option<TestsOutcome.Format>(
    "format", value: "format",
    help: "The form of standard output: text, or a JSON line for each path.",
    defaultText: "text")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop after this time, such as 90s or 5m.")

  static let description = CommandDescription(
    name: "tests",
    settings: .inFolderOfFile,
    abstract: "Make tests from a spec: few and short paths that cover it.",
    discussion: """
      The goals: 'rules' is each event and rule. 'branches' is each arm of an 'if' or 'switch' \
      statement. 'conditions' is each condition, true and false, if it decides the outcome of an \
      event, or whether the event is possible; an impossible event is driven too, and must change \
      nothing. 'statements' is each statement that decides the outcome of an event. 'arguments' is \
      each event and rule with each value of each of its parameters. 'pairs' is each rule directly \
      after each other one. 'transitions' is each step from each state. Parts that no path can cover \
      are proved impossible. Conditions, statements and arguments count if any state reaches them.
      """,
    positionals: [ExplorationOptions.spec],
    options: [
      cover, longest, ConformCommand.world, SpecOptions.set, ConformCommand.hidden, walks,
      ConformCommand.steps, ConformCommand.seed, quiet, format, timeLimit, SpecOptions.memory,
      SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "Everything is covered, or proved impossible.",
      2: "The spec does not compile, or cannot be read.",
      3: "Inconclusive: a limit was reached, or a path would have to be longer.",
    ],
    examples: [
      "traycheck conform tests slack-tray.tray --cover rules":
        "Print paths that cover each event and rule.",
      "traycheck conform tests slack-tray.tray --format jsonl > tests.jsonl":
        "Write a file for 'conform --tests'.",
    ])

  /// Generates tests; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let request = request(arguments)
    do throws(RequestError) {
      let outcome = try await Interruption.outcome(of: request)
      return Terminal.present(outcome, as: arguments[format] ?? .text, arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  private static func request(_ arguments: ParsedArguments) -> TestsRequest {
    var request = TestsRequest(path: arguments.all(ExplorationOptions.spec).first ?? "")
    request.conform = ConformRequest(arguments)
    request.conform.timeLimit = arguments[timeLimit]
    let goals = arguments.all(cover)
    if !goals.isEmpty { request.goals = Set(goals) }
    if let count = arguments[longest] { request.longest = count }
    request.walks = arguments[walks]
    return request
  }
}
