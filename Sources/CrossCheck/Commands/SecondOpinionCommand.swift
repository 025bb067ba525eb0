import Commands
import Platform
import Reports
import Synchronization
import TrayKit

/// `traycheck certify --with`: checks specs with other model checkers.
enum SecondOpinionCommand {
  private static let with = Option<CheckerNames>(
    "with", value: "checkers", from: .files, isRepeatable: true,
    help:
      "Check specs with other model checkers, and compare their verdicts, counts and traces. Commas "
      + "separate names.")
  private static let maximums = Maximum.option(
    .states,
    help: "With --with: skip explicit checkers for larger worlds, by default 2000000 states.")

  static let options = CommandExtension(
    of: "certify", after: "strict",
    options: [with, SpecOptions.world, maximums],
    changes: [
      OptionChange(
        "time-limit",
        help: "Stop each certificate or checker after this time, such as 90s or 5m.")
    ],
    abstract: "Check verdicts again: certificates, or by other model checkers.",
    discussion: """
      With --with, the paths are specs and folders of specs. The command then writes each world as a \
      model of other checkers, runs those that are installed, each for at most 2 minutes unless \
      --time-limit is given, and compares their results with the check.
      """,
    statuses: [
      0: "Every certificate proves its claims, or other checkers agree.",
      3:
        "Inconclusive: a limit was reached, a certificate is missing, --strict fails, or no "
        + "other checker has a verdict on some world.",
      4: "Another checker disagrees.",
      70: "Internal error: the tool contradicts itself, or wrote a model that a checker refuses.",
    ],
    examples: [
      "traycheck certify --with spin,rumur Specs/slack-tray.tray":
        "Compare the check of one spec with Spin and rumur."
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) async -> Int32? {
    let isAsked = !arguments.all(with).isEmpty
    let excluded: Set = isAsked ? ["specs", "strict", "threads"] : ["world", "max"]
    if let other = arguments.names.intersection(excluded).sorted().first {
      return SpecOptions.refuse(
        isAsked ? "'--with' cannot be combined with '--\(other)'" : "'--\(other)' requires '--with'"
      )
    }
    return isAsked ? await compare(arguments) : nil
  }

  private static func compare(_ arguments: ParsedArguments) async -> Int32 {
    let paths = arguments.all(SpecOptions.paths)
    let checkers = arguments.all(with)
    let format = arguments[SpecOptions.format] ?? .text
    var request = SecondOpinionRequest(
      paths: paths.isEmpty ? arguments.settings?.specs ?? ["Specs"] : paths)
    if !checkers.contains(where: \.isAll) {
      request.checkers = checkers.reduce(into: []) { $0.formUnion($1.names) }
    }
    request.tlcJar = checkers.last { $0.tlcJar != nil }?.tlcJar
    request.worlds = arguments.all(SpecOptions.world)
    request.settings = arguments.all(SpecOptions.set)
    if let timeLimit = CheckCommand.timeLimit(arguments) {
      request.timeLimit = timeLimit
      request.checkTimeLimit = timeLimit
    }
    if let most = arguments.maximum(.states) { request.maximumStates = most }
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options()
    var style = ReportStyle()
    style.isQuiet = arguments[SpecOptions.quiet]
    style.width = Terminal.width(on: .standardOutput)
    if format == .text {
      let text = SharedText(SecondOpinionText(style))
      request.onEvent = { event in
        _ = Terminal.write(text.value.withLock { $0.lines(of: event) }, to: .standardOutput)
      }
    }
    do throws(RequestError) {
      var outcome = try await Interruption.outcome(of: request)
      outcome.next = next(outcome, request, arguments)
      for problem in outcome.problems { Terminal.write("\(problem)\n", to: .standardError) }
      // Opinions have nothing that JSON does not.
      let rest = format == .text ? outcome.summary(style) : (try? outcome.rendered(as: .json)) ?? ""
      return Terminal.write(rest, to: .standardOutput) ? outcome.status : 2
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a run: they list errors, and write the models of checkers that disagree.
  private static func next(
    _ outcome: SecondOpinionOutcome, _ request: SecondOpinionRequest, _ arguments: ParsedArguments
  ) -> [NextCommand] {
    if !outcome.problems.isEmpty { return arguments.errors(of: request.paths) }
    let forms = ["spin": "promela", "rumur": "murphi", "tlc": "tla", "abc": "aiger"]
    return outcome.opinions.filter { $0.status == .disagrees || $0.status == .broken }.prefix(3)
      .compactMap { opinion in
        arguments.next(
          "export",
          [opinion.path, "--world", opinion.world, "--to", forms[opinion.checker] ?? "promela"],
          "writes the model for \(opinion.checker)")
      }
  }
}

/// A text that several threads write.
private final class SharedText: Sendable {
  let value: Mutex<SecondOpinionText>

  init(_ text: consuming sending SecondOpinionText) { value = Mutex(text) }
}
