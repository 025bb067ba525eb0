import Commands
import Platform
import Reports
import TrayKit

extension MutateOutcome.Format: ArgumentChoice {}

/// `traycheck mutate`: mutates specs, and lists the undetected mutations.
enum MutateCommand: Command {
  private static let sample = Option<Int>(
    "sample", value: "n", help: "Try only this many edits of each spec, drawn from the seed.",
    defaultText: "all")
  private static let seed = Option<Int>(
    "seed", value: "n", help: "The number that decides the sample.", defaultText: "0")
  private static let since = Option<String>(
    "since", value: "git:REV", help: "Edit only lines that changed since a revision of git.")
  private static let minimumScore = Option<Int>(
    "minimum-score", value: "percent",
    help: "Fail if fewer edits are detected, in percent of those that change a spec.")
  private static let matrix = Flag(
    "matrix",
    help:
      "Find all properties that detect each edit, and list those that are never the only one.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop after this time. Edits without a verdict are inconclusive.")
  private static let cache = Option<String>(
    "cache", value: "folder", from: .folders, help: "Keep verdicts in this folder for the next run."
  )
  private static let format = Option<MutateOutcome.Format>(
    "format", value: "format", help: "The form of the report.",
    defaultText: "text")
  private static let formats: [(kind: String, format: MutateOutcome.Format)] = [
    ("json", .json), ("junit", .junit), ("summary", .markdown),
  ]
  private static let report = ReportOptions.option(formats.map(\.kind))

  static let description = CommandDescription(
    name: "mutate",
    settings: .inFolderOfFile,
    abstract: "Find rules that no property notices.",
    discussion: """
      Each edit is a mistake that an author could make: a condition is left out or added, a case \
      becomes another one, a signal is not emitted. It is checked in all worlds. Edits that change no \
      behaviour do not count.
      """,
    positionals: [SpecOptions.paths],
    options: [
      sample, seed, since, matrix, minimumScore, SpecOptions.quiet, format, report, cache,
      timeLimit, SpecOptions.memory, SpecOptions.threads, SpecOptions.values, Terminal.color,
    ],
    statuses: [
      0: "All edits have a verdict, and with --minimum-score enough are detected.",
      1: "Fewer are detected than the minimum, or a spec fails without edits.",
      2: "A spec does not compile, or a file cannot be read or written.",
      3: "Inconclusive: a limit was reached, or the run was interrupted.",
      70: "Internal error: the tool contradicts itself. Please report it.",
    ],
    examples: [
      "traycheck mutate Specs/slack-tray.tray": "Judge all mutations of a spec.",
      "traycheck mutate --since git:main --minimum-score 90":
        "Gate a pull request on its changed lines.",
    ])

  /// Judges mutations; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var request = request(arguments)
    let line = ProgressLine()
    request.onProgress = { line.update($0.text, after: $0.elapsed) }
    do throws(RequestError) {
      var reports = ReportFiles(besides: .specs(request.paths))
      try reports.prepare(targets(arguments).map(\.0))
      var outcome = try await Interruption.outcome(of: request)
      line.clear()
      outcome.report.next = next(outcome.report, arguments)
      return present(outcome, arguments, request)
    } catch {
      line.clear()
      return SpecOptions.refuse(error)
    }
  }

  private static func request(_ arguments: ParsedArguments) -> MutateRequest {
    let given = arguments.all(SpecOptions.paths)
    var request = MutateRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.sample = arguments[sample]
    request.seed = UInt64(arguments[seed] ?? 0)
    request.since = arguments[since]
    request.minimumScore = arguments[minimumScore].map(Double.init)
    request.findsAllKillers = arguments[matrix]
    request.timeLimit = arguments[timeLimit]
    request.cacheFolder = arguments[cache]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.threads = arguments[SpecOptions.threads]?.count
    if let count = arguments.maximum(.values) { request.maximumValues = count }
    request.vocabulary = .options(of: Terminal.toolName)
    return request
  }

  /// The files that are written, each with its format.
  private static func targets(
    _ arguments: ParsedArguments
  ) -> [(ReportFile, MutateOutcome.Format)] {
    formats.flatMap { kind, format in
      ReportOptions.files(kind, arguments).map { ($0, format) }
    }
  }

  /// The commands that make sense after a run: they show failures, and judge properties.
  private static func next(
    _ report: MutationReport, _ arguments: ParsedArguments
  ) -> [NextCommand] {
    let failing = report.specs.filter { !$0.unsound.isEmpty }.compactMap {
      arguments.next("check", [$0.path], "shows why the spec fails")
    }
    let errors = arguments.errors(of: report.broken.compactMap(\.diagnostics.first?.path))
    if report.status != .success { return errors + failing + arguments.withoutLimits() }
    let survived = report.specs.filter { $0.count(.survived) > 0 }.map(\.path)
    if !survived.isEmpty {
      let check = arguments.next("check", survived, "checks the specs after you add properties")
      return [check].compactMap(\.self)
        + [arguments.again("judges the edits again after you add properties")]
    }
    let reason = "lists properties that are never the only one to detect an edit"
    return arguments[matrix] ? [] : [arguments.again(with: ["--matrix"], reason)]
  }

  /// Writes diagnostics to standard error, all other reports, and the report to standard output.
  private static func present(
    _ outcome: MutateOutcome, _ arguments: ParsedArguments, _ request: MutateRequest
  ) -> Int32 {
    var isWhole = true
    var reports = ReportFiles(besides: .specs(request.paths))
    for (file, format) in targets(arguments) {
      do {
        try reports.write(try outcome.rendered(as: format), to: file)
      } catch {
        let reason = (error as? ReportFileError)?.reason ?? "\(error)"
        Terminal.write("Error: \(file.path) cannot be written: \(reason)\n", to: .standardError)
        isWhole = false
      }
    }
    return Terminal.present(
      outcome, as: arguments[format] ?? .text, arguments, isWhole: isWhole)
  }
}

extension Guest {
  /// Edits specs as careless authors could, and finds the edits that nothing detects.
  package static let mutation = Guest()
    .with(MutateCommand.self, in: .strength)
    .writing("traycheck-mutate", MutationReport.schemaVersion)
}
