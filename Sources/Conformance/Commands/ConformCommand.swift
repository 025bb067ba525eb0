import Commands
import Platform
import Reports
import TrayKit

/// `traycheck conform`: drives an implementation and holds it against a spec.
enum ConformCommand: Command {
  private static let driver = Positional<String>(
    "driver", from: .files, isRepeatable: true, isRequired: true,
    help: "The program that drives the app, with its arguments, after '--'.")
  static let world = Option<String>(
    "world", value: "name", from: .worlds, help: "The world that the app follows.",
    defaultText: "default")
  static let hidden = Option<String>(
    "hidden", value: "event", isRepeatable: true,
    help: "An event that the app may do by itself, unseen.")
  static let walks = Option<Int>(
    "walks", value: "n", help: "How many random walks to do.",
    defaultText: "\(ConformRequest.defaultWalks), or none with --cover or --tests")
  static let steps = Option<Int>(
    "steps", value: "n", help: "How many events a walk has at most.",
    defaultText: "\(ConformRequest.defaultSteps)")
  static let seed = Option<Int>(
    "seed", value: "n", help: "The number that decides all random choices.",
    defaultText: "1")
  private static let tests = Option<String>(
    "tests", value: "file", from: .files,
    help: "Drive the paths of this file, made by 'conform tests --format jsonl'.")
  private static let timeout = Option<Duration>(
    "timeout", value: "duration", help: "How long the driver may take for an answer.",
    defaultText: "10s")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Begin no run after that time.")
  private static let differences = Option<Int>(
    "differences", value: "n", help: "Stop after this many differences.",
    defaultText: "5")
  private static let strength = Flag(
    "strength",
    help: "List mutations of the spec, played as apps, that the driver does not notice.")
  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "How the report is written to standard output.",
    defaultText: "text")

  static let subcommands: [any Command.Type] = [
    TestsCommand.self, ServeCommand.self, GenerateCommand.self,
  ]

  static let description = CommandDescription(
    name: "conform",
    settings: .inFolderOfUser,
    abstract: "Drive an app and compare it with its spec.",
    discussion: """
      The driver is a program of yours. It reads JSON lines from standard input, does each event to \
      the app, and answers with its observations. Behaviour that the spec does not allow is a \
      difference. Traycheck shrinks it by driving the app again.
      """,
    positionals: [ExplorationOptions.spec, driver],
    options: [
      world, SpecOptions.set, hidden, TestsCommand.cover, TestsCommand.longest, tests, walks, steps,
      seed, differences, strength, timeout, timeLimit, SpecOptions.memory,
      SpecOptions.counterexamples, SpecOptions.readOnly, SpecOptions.noSave, SpecOptions.quiet,
      format, SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "Passed: the spec allows everything that the app did.",
      1: "Failed: the app differs, died, or did not answer in time.",
      2: "Not checked: the spec has errors, or the driver cannot be run or understood.",
      3: "Inconclusive: nothing was driven, or it was interrupted.",
      70: "Internal error: the tool contradicts itself. Please report it.",
    ],
    examples: [
      "traycheck conform slack-tray.tray -- ./driver": "Drive an app on random walks.",
      "traycheck conform slack-tray.tray --cover rules -- ./driver":
        "Drive an app on few paths that cover each rule.",
    ],
    subcommands: subcommands.map { $0.description })

  /// Runs the test; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let request = request(arguments)
    do throws(RequestError) {
      var outcome = try await Interruption.outcome(of: request)
      outcome.report.next = next(outcome.report, arguments)
      return Terminal.present(outcome, as: arguments[format] ?? .text, arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a test: they drive the app again, judge the driver, and find paths to drive.
  private static func next(
    _ report: ConformanceReport, _ arguments: ParsedArguments
  ) -> [NextCommand] {
    let spec = [report.path] + worldWords(arguments)
    let explore = arguments.next("explore", spec, "steps through the spec")
    let tests = arguments.next("conform", ["tests"] + spec, "lists paths that cover the spec")
    switch report.status {
    case .specError: return arguments.errors(of: report.broken.isEmpty ? [] : [report.path])
    case .violation:
      return [arguments.again("drives the stored differences first"), explore].compactMap(\.self)
    case .inconclusive: return arguments.withoutLimits() + [tests].compactMap(\.self)
    case .success where report.strength == nil:
      let reason = "lists mutations of the spec that the driver does not notice"
      return [arguments.again(with: ["--\(strength.description.name)"], reason)]
    default: return []
    }
  }

  /// The option for the world, if it was given.
  static func worldWords(_ arguments: ParsedArguments) -> [String] {
    arguments[world].map { ["--\(world.description.name)", $0] } ?? []
  }

  private static func request(_ arguments: ParsedArguments) -> ConformRequest {
    var request = ConformRequest(arguments)
    request.driver = arguments.all(driver)
    request.goals = Set(arguments.all(TestsCommand.cover))
    if let count = arguments[TestsCommand.longest] { request.longest = count }
    request.testsFile = arguments[tests]
    // Requested paths replace the default walks, and requested walks replace the default paths.
    if !request.goals.isEmpty || request.testsFile != nil { request.walks = 0 }
    request.drivesUsualPaths = arguments[walks] == nil
    if let count = arguments[walks] { request.walks = count }
    if let time = arguments[timeout] { request.timeout = time }
    request.timeLimit = arguments[timeLimit]
    if let count = arguments[differences] { request.maximumDifferences = count }
    request.counterexampleFolder =
      arguments[SpecOptions.counterexamples] ?? ReplayRequest.defaultFolder
    request.requiresCounterexampleFolder = arguments.isTyped(SpecOptions.counterexamples)
    request.asksStrength = arguments[strength]
    request.savesDifferences = SpecOptions.saves(arguments)
    return request
  }
}

extension ConformRequest {
  /// The request without a driver, from the options that several commands have.
  init(_ arguments: ParsedArguments) {
    self.init(path: arguments.all(ExplorationOptions.spec).first ?? "", driver: [])
    if let name = arguments[ConformCommand.world] { world = name }
    settings = arguments.all(SpecOptions.set)
    hidden = arguments.all(ConformCommand.hidden)
    if let count = arguments[ConformCommand.steps] { steps = count }
    if let number = arguments[ConformCommand.seed] { seed = UInt64(number) }
    memoryLimit = arguments[SpecOptions.memory]?.bytes
    if let count = arguments.maximum(.values) { maximumValues = count }
    vocabulary = .options(of: Terminal.toolName)
  }
}

extension Guest {
  /// Compares real software and its logs with a spec.
  package static let conformance = Guest()
    .with(ConformCommand.self, in: .software)
    .with(ValidateCommand.self, in: .software)
    .with(PayloadCommand.self, in: .software)
    .writing("traycheck-conformance", ConformanceReport.version)
    .writing("traycheck-validation", LogReport.version)
    .writing("traycheck-payload", PayloadReport.version)
    .writing("traycheck-difference", DifferenceDocument.version)
    .writing("traycheck-tests", SuiteDocument.version)
    .writing("traycheck-driver", Handshake.version)
}
