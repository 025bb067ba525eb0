import Basics
import Files
import Semantics

/// A run of a system along a path, with its result.
package struct TestRun: Sendable {
  package struct Step: Sendable {
    package var driven: DrivenStep
    /// The occurrence, as it was reported; nil if there is no answer.
    var occurrence: StateEstimator.Occurrence?
    package var reply: JSONPart?
  }

  package indirect enum End: Sendable {
    /// Everything conforms to the spec.
    case conforms
    /// The next event of the path is not certainly possible, so it was not driven. Everything before it conforms to the
    /// spec.
    case left(DrivenStep)
    case differs(Difference)
    /// The result is inconclusive, for the given reason.
    case undecided(String)
    /// The output of the system cannot be parsed, or the system cannot be driven.
    case failed(String)
    case interrupted
  }

  /// The interface of the run, with additional names if they were needed.
  @Boxed package var interface: Interface
  /// The observation at the start.
  package var start: JSONPart?
  /// The steps with their observations; the last one is where the run ended.
  package var steps: [Step] = []
  /// The observation after all work was completed, if that was awaited.
  package var settled: JSONPart?
  package var end: End = .conforms
  package var names = NameTable()

  init(_ interface: Interface) { self.interface = interface }

  package var path: DrivenPath { DrivenPath(steps.map(\.driven)) }

  package var difference: Difference? {
    if case .differs(let difference) = end { difference } else { nil }
  }
}

/// Drives a system and follows it: `driver.run(path)`.
package final class TestDriver {
  package let interface: Interface
  package let system: any SystemUnderTest
  package let refuses: Bool
  /// The number of runs.
  package private(set) var runs = 0
  /// The number of successive resets without an answer in time.
  private var silentResets = 0
  /// The maximum number of successive resets without an answer; then nothing more is driven.
  package static let maximumSilentResets = 3
  /// Whether the system was given up because it does not answer resets.
  package var hasGivenUp: Bool { silentResets >= Self.maximumSilentResets }
  /// The observable parts of the system.
  package private(set) var shown = LearnedObservables()

  /// Creates a driver.
  ///
  /// - Parameter refuses: whether the system refuses impossible events.
  package init(_ interface: Interface, _ system: any SystemUnderTest, refuses: Bool) {
    self.interface = interface
    self.system = system
    self.refuses = refuses
  }

  /// The driver with another number of names at the start of runs.
  package func following(_ interface: Interface) -> TestDriver {
    if interface.additionalNames == self.interface.additionalNames { return self }
    let driver = TestDriver(interface, system, refuses: refuses)
    (driver.runs, driver.silentResets) = (runs, silentResets)
    return driver
  }

  /// Chooses the next event; nil to end the run.
  package typealias Chooser = (_ estimator: StateEstimator, _ done: Int) -> DrivenStep?

  /// Drives the system along a path.
  ///
  /// - Parameter skips: whether to skip an event that is not certainly possible. Otherwise, the run ends there.
  package func run(_ path: DrivenPath, skips: Bool = false) -> TestRun {
    var rest = path.steps[...]
    return run(skips: skips) { [interface] estimator, _ in
      rest.popFirst()?.translated(from: interface, to: estimator.interface)
    }
  }

  /// Drives the system from a fresh start, with one chosen event after the other.
  package func run(skips: Bool = false, choosing next: Chooser) -> TestRun {
    runs += 1
    var run = TestRun(interface)
    var estimator = StateEstimator(interface)
    do throws(Stop) {
      var reply = try send(.reset(run: runs), estimator, nil) { run.start = $0 }
      try follow(.start, reply, &estimator, &run)
      while let driven = next(estimator, run.steps.count) {
        guard try isDrivable(driven, estimator) else {
          if skips { continue }
          run.end = .left(driven)
          break
        }
        let place = run.steps.count
        run.steps.append(.init(driven: driven))
        let message = estimator.message(for: driven)
        reply = try send(message, estimator, driven) { run.steps[place].reply = $0 }
        shown.noteAfterEvent(reply, estimator.interface)
        let occurrence = driven.occurrence(of: message, answeredBy: reply, estimator, refuses)
        run.steps[place].occurrence = occurrence
        try follow(occurrence, reply, &estimator, &run)
      }
      if !reply.isSettled {
        reply = try send(.advance(0), estimator, nil) { run.settled = $0 }
        if !run.steps.isEmpty { shown.noteAfterEvent(reply, estimator.interface) }
        reply.isSettled = true
        try follow(.nothing, reply, &estimator, &run)
      }
    } catch {
      run.end = error.end
    }
    run.names = estimator.names
    return run
  }

  private struct Stop: Error { var end: TestRun.End }

  private func isDrivable(
    _ driven: DrivenStep, _ estimator: StateEstimator
  ) throws(Stop) -> Bool {
    if interface.hidden.contains(driven.instance.event) { return false }
    do throws(StateEstimator.UndecidedError) {
      switch try estimator.reach().possibility(of: driven.instance) {
      case .always: return driven.isPossible
      case .never: return !driven.isPossible
      case .sometimes: return driven.isPossible && refuses
      case .undefined: return false
      }
    } catch {
      throw Stop(end: .undecided(error.reason))
    }
  }

  /// Sends a message. A reported error and a missing answer are behaviour of the implementation.
  private func send(
    _ message: DriverMessage, _ estimator: StateEstimator, _ driven: DrivenStep?,
    _ note: (JSONPart) -> Void
  ) throws(Stop) -> Reply {
    let part: JSONPart
    if case .reset = message, hasGivenUp {
      throw Stop(
        end: .failed("the driver did not answer to \(silentResets) resets in a row in time"))
    }
    do throws(SystemFailure) {
      part = try system.send(message)
      if case .reset = message { silentResets = 0 }
    } catch {
      if case .reset = message, case .silent = error { silentResets += 1 }
      switch error {
      case .unusable(let text): throw Stop(end: .failed(text))
      case .interrupted: throw Stop(end: .interrupted)
      case .died(let text), .silent(let text):
        throw Stop(end: .differs(estimator.broken(text, at: driven?.instance)))
      }
    }
    let reply: Reply
    do throws(JSONError) {
      reply = try Reply(part, estimator.interface, names: estimator.names)
    } catch {
      throw Stop(end: .failed("\(message.label): \(error.message), in \(part.text)"))
    }
    note(part)
    shown.note(reply, estimator.interface)
    if let reason = reply.undecided { throw Stop(end: .undecided(reason)) }
    if let text = reply.error {
      throw Stop(end: .differs(estimator.broken(text, at: driven?.instance)))
    }
    return reply
  }

  private func follow(
    _ occurrence: StateEstimator.Occurrence, _ reply: Reply, _ estimator: inout StateEstimator,
    _ run: inout TestRun
  ) throws(Stop) {
    var outcome = estimator.follow(occurrence, reply)
    if case .fits = outcome { return }
    let again = Reestimation(run, outcome, estimator)
    (estimator, run, outcome) = (again.estimator, again.run, again.outcome)
    switch outcome {
    case .fits: return
    case .differs(let difference): throw Stop(end: .differs(difference))
    case .malformed(let mistake):
      throw Stop(end: .failed("\(mistake.message), in \(reply.source?.text ?? "the answer")"))
    case .undecided(let reason): throw Stop(end: .undecided(reason))
    }
  }
}

extension DrivenStep {
  /// The occurrence of a driven event with its reply.
  ///
  /// - Parameter refuses: whether the system refuses impossible events.
  fileprivate func occurrence(
    of message: DriverMessage, answeredBy reply: Reply, _ estimator: StateEstimator, _ refuses: Bool
  ) -> StateEstimator.Occurrence {
    // It need not report whether time can pass.
    var (arguments, tells) = (JSONTree.object([]), refuses && isPossible)
    if case .perform(_, let sent) = message { (arguments, tells) = (sent, refuses) }
    guard estimator.interface.hasNames else {
      return occurrence(isRefused: reply.isRefused || !isPossible && !tells)
    }
    // With more names, it may be possible or impossible instead.
    let effect: StateEstimator.Effect = reply.isRefused ? .refused : tells ? .happened : .either
    return .sent(event: instance.event, arguments: arguments.part, effect)
  }
}

extension StateEstimator {
  /// The message that performs an event.
  fileprivate func message(for driven: DrivenStep) -> DriverMessage {
    let event = interface.spec.events[driven.instance.event]
    if event.isTick { return .advance(1) }
    return .perform(event: event.name, arguments: sentArguments(of: driven.instance))
  }

  /// The difference that the implementation itself failed.
  func broken(_ text: String, at instance: EventInstance?) -> Difference {
    let path =
      belief.elements.isEmpty ? nil : belief.history(at: 0)?.path
    var difference = Difference(
      .broken, path ?? Path(start: [], steps: []), attempt: instance, count: count)
    difference.message = text
    return difference
  }
}

extension DriverMessage {
  /// A word for the message.
  package var label: String {
    switch self {
    case .hello: "hello"
    case .reset: "reset"
    case .perform(let event, _): event
    case .advance: "advance"
    case .bye: "bye"
    }
  }
}
