import Commands
import Platform
import Reports
import TrayKit

/// `traycheck diff`: compares two versions of specs.
///
/// It writes no files, except for a requested page.
enum DiffCommand: Command {
  /// The printed formats.
  private enum Format: String, ArgumentChoice {
    case text, markdown, json

    var outcome: DiffOutcome.Format { DiffOutcome.Format(rawValue: rawValue) ?? .text }
  }

  private static let old = Positional<String>(
    "old", from: .specs, isRequired: true,
    help: "The old version: a spec, a folder of specs, or 'git:REV:path' for a revision.")
  private static let new = Positional<String>(
    "new", from: .specs, isRequired: true, help: "The new version, in the same form.")
  private static let set = Option<TraySetting>(
    "set", value: "name=value", isRepeatable: true,
    help: "Give a param another value, in all worlds of both versions.")
  private static let world = Option<String>(
    "world", value: "name", from: .worlds, isRepeatable: true,
    help: "Compare only this world; 'default' is the one without settings.")
  private static let format = Option<Format>(
    "format", value: "format",
    help: "The form of the report; Markdown is for a pull request.",
    defaultText: "text")
  private static let maximums = Maximum.option(
    .states, .values,
    help: "Stop comparing a world after this many states, and a type after this many values.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop each search and each comparison after this time, such as 90s or 5m.")

  static let description = CommandDescription(
    name: "diff",
    settings: .inFolderOfFile,
    abstract: "Show changes in the behaviour of specs.",
    discussion: """
      Compares declarations, verdicts and everything that can happen, and shows the shortest trace \
      that only one of the versions allows.
      """,
    positionals: [old, new],
    options: [
      set, world, SpecOptions.quiet, format, ReportOptions.page, maximums, timeLimit,
      SpecOptions.memory, SpecOptions.threads, Terminal.color,
    ],
    statuses: [
      0: "No change in verdicts or behaviour.",
      1: "A verdict or the behaviour changed.",
      2: "A spec does not compile, or a file cannot be read.",
      3: "No difference was found, but not everything could be compared.",
      70: "Internal error: the tool contradicts itself. Please report it.",
    ],
    examples: [
      "traycheck diff git:HEAD:Specs Specs": "Show changes since the last commit.",
      "traycheck diff old.tray new.tray --format markdown": "Write the comment of a pull request.",
    ])

  /// Compares the versions; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var request = DiffRequest(old: arguments[old] ?? "", new: arguments[new] ?? "")
    request.settings = arguments.all(set)
    request.worlds = arguments.all(world)
    request.threads = arguments[SpecOptions.threads]?.count
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options()
    if let count = arguments.maximum(.states) { request.maximumStates = count }
    if let count = arguments.maximum(.values) { request.maximumValues = count }
    let inputs = RunInputs.specs(request.specs)
    do throws(RequestError) {
      try ReportOptions.preparePage(arguments, inputs)
      var outcome = try await Interruption.outcome(of: request)
      outcome.report.next = next(outcome.report, arguments)
      let isWhole = ReportOptions.writePage(arguments, inputs) { try outcome.rendered(as: .html) }
      return Terminal.present(
        outcome, as: (arguments[format] ?? .text).outcome, arguments, isWhole: isWhole)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a comparison: they check new versions and new violations, write a comment, and
  /// compare more.
  private static func next(
    _ report: DiffReport, _ arguments: ParsedArguments
  ) -> [NextCommand] {
    let files = report.specs.filter { $0.newPath?.hasPrefix(GitRepository.prefix) == false }
    switch report.status {
    case .specError:
      return arguments.errors(of: files.filter(\.new.hasErrors).compactMap(\.newPath))
    case .inconclusive: return arguments.withoutLimits()
    case .violation: break
    default: return []
    }
    let violated = files.flatMap { spec in
      spec.verdicts.filter { $0.violation != nil || $0.failure != nil }.compactMap { verdict in
        let name = verdict.change.name
        let words = [spec.newPath ?? "", "--world", verdict.worlds[0], "--property", name]
        return arguments.next("check", words, "checks '\(name)' alone")
      }
    }
    let comment = arguments.again(with: ["--format", "markdown"], "writes a comment")
    return violated.prefix(3) + [comment]
  }
}

extension Guest {
  /// Compares two versions of specs.
  package static let comparison = Guest()
    .with(DiffCommand.self, in: .everyDay, after: "explore")
    .writing("traycheck-diff", DiffReport.schemaVersion)
}
