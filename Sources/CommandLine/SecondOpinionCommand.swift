import Foundation
import Synchronization
import TrayKit

extension SecondOpinionOutcome.Format: ArgumentChoice {}

/// `traycheck second-opinion`: asks other checkers.
enum SecondOpinionCommand {
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help:
      "Give up a program of another checker after this time, such as 90s or 5m. A given time limits the check as well.",
    defaultText: "2m")
  private static let maxStates = Option<Int>(
    "max-states", value: "n", help: "Ask only symbolic checkers about worlds with more states.",
    defaultText: "2000000")
  private static let tlc = Option<String>(
    "tlc", value: "jar", from: .files,
    help: "Ask TLC as well, which is this tla2tools.jar; it needs java.")
  private static let format = Option<SecondOpinionOutcome.Format>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")

  static let description = CommandDescription(
    name: "second-opinion",
    abstract: "Ask other checkers whether they say the same.",
    discussion: """
      Writes each world as models of the checkers that are installed, runs them, and holds their verdicts, \
      counts and lengths of traces against those of the check. What is not installed is said, with the \
      package that has it.
      """,
    positionals: [SpecOptions.paths.description],
    options: [
      SpecOptions.world.description, SpecOptions.set.description, timeLimit.description,
      maxStates.description, tlc.description, SpecOptions.memory.description, format.description,
      SpecOptions.quiet.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Of every world another checker says the same."),
          HelpRow(label: "2", text: "A spec cannot be read, or does not compile."),
          HelpRow(
            label: "3", text: "Of some world no other checker says anything, or it was interrupted."
          ),
          HelpRow(label: "4", text: "Another checker says something else."),
          HelpRow(label: "64", text: "Wrong usage."),
          HelpRow(
            label: "70",
            text: "Another checker does not take what it is given, or says what makes no sense."),
        ])
    ])

  /// Asks; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(SpecOptions.paths)
    var request = SecondOpinionRequest(paths: given.isEmpty ? ["Specs"] : given)
    request.worlds = arguments.all(SpecOptions.world)
    request.settings = arguments.all(SpecOptions.set)
    if let limit = arguments[timeLimit] {
      request.timeLimit = limit
      request.checkTimeLimit = limit
    }
    if let most = arguments[maxStates] { request.maximumStates = most }
    request.tlcJar = arguments[tlc]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.vocabulary = .options()
    let wanted = request
    let format = arguments[format] ?? .text
    let text = Mutex(SecondOpinionText(isQuiet: arguments[SpecOptions.quiet]))
    let run = Task {
      () async -> Result<SecondOpinionOutcome, RequestError> in
      do throws(RequestError) {
        return .success(
          try await Traycheck.secondOpinion(wanted) { event in
            guard format == .text else { return }
            _ = Terminal.write(text.withLock { $0.lines(of: event) }, to: .standardOutput)
          })
      } catch {
        return .failure(error)
      }
    }
    do throws(RequestError) {
      let outcome = try await Interruption.watch(run).get()
      for problem in outcome.problems { Terminal.write("\(problem)\n", to: .standardError) }
      // Opinions have nothing that JSON does not.
      let rest = format == .text ? outcome.summary : (try? outcome.rendered(as: .json)) ?? ""
      return Terminal.write(rest, to: .standardOutput) ? outcome.status : 2
    } catch {
      return SpecOptions.refuse(error)
    }
  }
}
