import Foundation
import Synchronization
import TrayKit

/// `traycheck watch`: checks specs whenever they are saved, until ctrl-C.
enum WatchCommand {
  private static let save = Flag("save", help: "Store the violations that are found.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop the search of each world after this time, such as 90s or 5m.")

  static let description = CommandDescription(
    name: "watch",
    abstract: "Check specs whenever they are saved.",
    discussion: """
      Checks everything, and then what a save has to do with: the spec, those that use it, or for a \
      counterexample all. First it tells what became red or green since the last save. Nothing is stored \
      unless that is asked for. Ctrl-C ends it.
      """,
    positionals: [SpecOptions.paths.description],
    options: SpecOptions.chosen + [
      timeLimit.description, SpecOptions.memory.description, SpecOptions.threads.description,
      SpecOptions.counterexamples.description, save.description,
      SpecOptions.maxValues.description, Terminal.color.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "It was ended."),
          HelpRow(label: "2", text: "The folder of --counterexamples is missing."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ])

  /// Watches until it is ended; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments) { return SpecOptions.refuse(problem, 2) }
    var request = SpecOptions.request(arguments)
    request.timeLimit = arguments[timeLimit]
    request.savesCounterexamples = arguments[save]
    request.wantsTraces = false
    let wanted = request
    let task = Task { await watch(wanted, SpecOptions.style(arguments)) }
    let reader = Task {
      while !Terminal.isGone, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(200)) }
      task.cancel()
    }
    defer { reader.cancel() }
    do throws(RequestError) {
      try await Interruption.watch(task).get()
      return 0
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// A task that signals can cancel must not throw, so the error is part of the result.
  private static func watch(
    _ request: CheckRequest, _ style: ReportStyle
  ) async -> Result<Void, RequestError> {
    let isFirst = FirstRound()
    do throws(RequestError) {
      try await Traycheck.watch(request) {
        tell($0, isFirst: isFirst.value.load(ordering: .relaxed))
      } onRound: {
        tell($0, style)
        isFirst.value.store(false, ordering: .relaxed)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// The round of everything is not over.
  private final class FirstRound: Sendable {
    let value = Atomic(true)
  }

  /// Tells what is wrong as soon as it is known, and that the default world of what was saved is right while others
  /// are checked.
  private static func tell(_ event: RunEvent, isFirst: Bool) {
    guard case .world(let world, let spec, _) = event.kind else { return }
    var lines: [String] = []
    if world.status == .violation {
      lines = world.complaints.map { "✗ \(spec)/\(world.name): \($0)\n" }
    } else if !isFirst, world.name == "default", world.isCached != true, world.status == .success {
      lines = ["✓ \(spec)/\(world.name)\n"]
    }
    Terminal.write(lines.joined(), to: .standardOutput)
  }

  private static func tell(_ round: WatchRound, _ style: ReportStyle) {
    let time = Date.now.formatted(
      Date.ISO8601FormatStyle(timeZone: .current).time(includingFractionalSeconds: false))
    let files = round.changed.isEmpty ? "everything" : round.changed.joined(separator: ", ")
    var text = "── \(time)  \(files)\n"
    for name in round.turnedRed { text += "✗ red now: \(name)\n" }
    for name in round.turnedGreen { text += "✓ green again: \(name)\n" }
    text += round.outcome.diagnostics(usesColor: style.usesColor)
    if round.outcome.status != .success {
      var style = style
      style.isQuiet = true
      text += (try? round.outcome.rendered(as: .text, style)) ?? ""
    }
    let specs = round.specCount == 1 ? "1 spec" : "\(round.specCount) specs"
    let took = "\(Int((round.elapsed / .milliseconds(1)).rounded())) ms"
    text +=
      round.redCount == 0
      ? "✓ all is green in \(specs)  (\(took))\n"
      : "✗ \(round.redCount) red in \(specs)  (\(took))\n"
    Terminal.write(text, to: .standardOutput)
  }
}
