import Basics
import Files
import Reports
import Semantics
import Traces

/// Drives a driver along a path, on a thread that may block: `DriverCheck(…).run(channel)`.
struct DriverCheck: Sendable {
  /// The limits for shrinking a difference. The time limit counts the work of the driver and the spec only, without
  /// waits for a thread; including other work, ten times as much may pass.
  private static let shrinkingRuns = 400
  private static let shrinkingTime = Duration.seconds(60)

  let specification: TraySpecification
  let path: TrayPath
  /// The name of the driver in reports.
  let name: String
  let noticed: [String]
  let refuses: Bool
  let shrinks: Bool
  /// The folder in which differences are stored; nil for none.
  let folder: String?

  /// Drives the path.
  ///
  /// - Throws: `TrayDifference`, `TrayDriverProblem`, `SpecError`, or `CancellationError`.
  func run(_ channel: DriverChannel) throws {
    var interface = try specification.interface()
    interface.heard = Set(noticed.compactMap(interface.signal(named:)))
    var driver = TestDriver(interface, channel, refuses: refuses)
    let run: TestRun
    var wanted: DrivenPath?
    switch path.content {
    case .walk(let number, let seed, let steps):
      var chooser = RandomChooser(
        steps: steps, refuses: refuses,
        seed: SplitMix.mix(seed) &+ UInt64(max(1, number) - 1))
      run = driver.run { chooser.next($0, $1) }
    case .events(let events):
      // A path may need more names than the spec declares.
      let others = [interface] + interface.others
      let able = others.first { (try? TrayPath.driven(events, in: $0)) != nil }
      driver = driver.following(able ?? interface)
      let path = try TrayPath.driven(events, in: driver.interface)
      wanted = path
      run = driver.run(path)
    }
    switch run.end {
    // Everything that was driven conforms, even if the app took another branch.
    case .conforms, .left: try requireUse(of: wanted, run, driver)
    case .interrupted: throw CancellationError()
    case .failed(let text), .undecided(let text):
      throw TrayDriverProblem("\(specification.name), \(path): \(text)")
    case .differs(let difference):
      throw self.difference(difference, run, driver, channel)
    }
  }

  /// Requires that the run could have differed; otherwise passing means nothing.
  private func requireUse(
    of wanted: DrivenPath?, _ run: TestRun, _ driver: TestDriver
  ) throws(TrayDriverProblem) {
    let (interface, shown) = (driver.interface, driver.shown)
    // A path without events tests the initial state.
    let compared = run.steps.isEmpty ? shown.observables : shown.afterEvents
    if compared.isEmpty && interface.heard.isEmpty {
      throw TrayDriverProblem(
        "\(specification.name), \(path): \(name) shows nothing"
          + (shown.observables.isEmpty ? "" : " after an event")
          + " and notices no signal, so that nothing can differ")
    }
    guard let step = wanted?.impossibleStep(in: interface) else { return }
    let text = interface.spec.text(step.instance)
    throw TrayDriverProblem(
      "\(specification.name), \(path): "
        + (step.isPossible
          ? "by the spec '\(text)' is never possible there"
          : "by the spec '\(text)' is always possible there, so that nothing refuses it"))
  }

  private func difference(
    _ difference: Difference, _ run: TestRun, _ driver: TestDriver, _ channel: DriverChannel
  ) -> TrayDifference {
    let begin = ContinuousClock.now
    let (queuedBefore, secondsBefore) = (channel.queued, channel.seconds)
    func hasTime() -> Bool {
      let time = ContinuousClock.now - begin
      // A driver that waits for a thread within a call is not queued.
      let work = min(
        time - (channel.queued - queuedBefore), .seconds(channel.seconds - secondsBefore))
      return work < Self.shrinkingTime && time < Self.shrinkingTime * 10
    }
    // After a driver hangs, nothing more can be driven.
    let outcome =
      shrinks && !channel.wasSilent
      ? RunShrinker.shrink(run, driver) {
        !channel.isOver && driver.runs < Self.shrinkingRuns && hasTime()
      } : nil
    let smallest = outcome?.run ?? run
    let origin = path.events.isEmpty ? "\(path)" : "the path"
    var finding = ConformanceReport.Finding(
      origin: origin, run: smallest, difference: smallest.difference ?? difference,
      originalLength: run.steps.count, shrinkingRuns: outcome?.runs ?? 0,
      failures: outcome?.failures ?? 1, replays: outcome?.replays ?? 1)
    if let folder { finding.store(in: folder, path: specification.path, driver: name) }
    let shortest = TrayPath(smallest.path, in: smallest.interface.spec)
    var lines = ["\(specification.name), \(name):"]
    lines += ConformanceText(style: .plain).lines(finding)
    lines.append("    again: \(shortest.source)")
    return TrayDifference(description: lines.joined(separator: "\n"), path: shortest)
  }
}

extension TraySpecification {
  /// Drives an app along a path and tests its conformance to the spec. Generated code calls this function.
  ///
  /// The driver is touched only in the isolation of the caller. When the task is cancelled, this function returns as
  /// soon as the driver does.
  ///
  /// - Parameters:
  ///   - path: the events to drive.
  ///   - adapter: the driver of the app.
  ///   - timeout: the minimum time that the driver has for one operation; nil for no limit.
  ///   - shrinks: whether the app is driven again to find the shortest path to a difference.
  ///   - folder: the folder in which a difference is stored as a file, to be driven again by ``TrayPaths/kept(in:)``;
  ///     nil for none.
  /// - Throws: `TrayDifference` if the spec does not allow the behaviour of the app. `TrayDriverProblem` if the result
  ///   is inconclusive, for example if the driver observes nothing or no run of the spec takes the path. `SpecError` if
  ///   the spec has errors, and `CancellationError`.
  public nonisolated(nonsending) func check(
    _ path: TrayPath, with adapter: some TrayDriverAdapter, timeout: Duration? = nil,
    shrinks: Bool = true, keptIn folder: String? = nil
  ) async throws {
    let check = DriverCheck(
      specification: self, path: path, name: adapter.name, noticed: adapter.noticed,
      refuses: adapter.refuses, shrinks: shrinks, folder: folder)
    try await drive(adapter, timeout: timeout) { try check.run($0) }
  }

  /// Drives an adapter from a thread that may block.
  nonisolated(nonsending) func drive<Outcome: Sendable>(
    _ adapter: some TrayDriverAdapter, timeout: Duration?,
    _ body: @escaping @Sendable (DriverChannel) throws -> Outcome
  ) async throws -> Outcome {
    let channel = DriverChannel()
    let result = FirstValue<Result<Outcome, any Error>>()
    let deadline = Deadline(isInterrupted: { channel.isOver })
    let isStarted = DeepThread.start(stackSize: LargeStack.size) {
      let outcome = deadline.during { Result { try body(channel) } }
      channel.finish()
      result.offer(outcome)
    }
    guard isStarted else { throw TrayDriverProblem("the system has no thread to follow it") }
    let answers = DriverAnswers(adapter, timeout: timeout)
    let clock = Task { await channel.countSeconds() }
    defer {
      answers.end()
      clock.cancel()
    }
    await withTaskCancellationHandler {
      while let message = await channel.next() {
        channel.answer(await answers.answer(to: message))
      }
    } onCancel: {
      channel.finish()
    }
    try Task.checkCancellation()
    return try await result.value.get()
  }
}
