import Platform
import Synchronization
import TrayKit

/// `traycheck check --watch`: checks specs after each save, until ctrl-C.
enum WatchCommand {
  /// Watches until the user ends it; returns the exit status.
  ///
  /// - Parameters:
  ///   - timeLimit: the time limit for the search of each world.
  ///   - saves: whether violations are stored.
  static func run(
    _ arguments: ParsedArguments, timeLimit: Duration?, saves: Bool
  ) async -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments) { return SpecOptions.refuse(problem, 2) }
    var request = SpecOptions.request(arguments)
    request.timeLimit = timeLimit
    request.maximumStates = arguments.maximum(.states)
    request.maximumDepth = arguments.maximum(.depth)
    request.savesCounterexamples = saves
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
        tell($0, style, isFirst: isFirst.value.load(ordering: .relaxed))
      } onRound: {
        tell($0, style)
        isFirst.value.store(false, ordering: .relaxed)
      }
      return .success(())
    } catch {
      return .failure(error)
    }
  }

  /// Whether the first round, which checks everything, is still running.
  private final class FirstRound: Sendable {
    let value = Atomic(true)
  }

  /// Reports failures as soon as they are known, and a passing default world of a saved spec while the other worlds are
  /// checked.
  private static func tell(_ event: RunEvent, _ style: ReportStyle, isFirst: Bool) {
    guard case .world(let world, let spec, _) = event.kind else { return }
    var lines: [String] = []
    if world.status == .violation {
      lines = world.complaints.map { "✗ \(spec)/\(world.name): \($0)\n" }
    } else if !isFirst, world.name == "default", world.isCached != true, world.status == .success {
      lines = ["✓ \(spec)/\(world.name)\n"]
    }
    Terminal.write(style.fitted(lines.joined()), to: .standardOutput)
  }

  /// The local time of day, such as "09:41:00".
  private static var clock: String {
    var (now, parts) = (time(nil), tm())
    localtime_r(&now, &parts)
    return [parts.tm_hour, parts.tm_min, parts.tm_sec]
      .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
  }

  private static func tell(_ round: WatchRound, _ style: ReportStyle) {
    let time = Self.clock
    let files = round.changed.isEmpty ? "everything" : round.changed.joined(separator: ", ")
    var text = "── \(time)  \(files)\n"
    for name in round.turnedRed { text += "✗ red now: \(name)\n" }
    for name in round.turnedGreen { text += "✓ green again: \(name)\n" }
    text += round.outcome.diagnostics(style)
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
    Terminal.write(style.fitted(text), to: .standardOutput)
  }
}
