import Semantics
import Traces

/// What happened when a system was driven along a path.
package struct TestRun: Sendable {
  package struct Step: Sendable {
    package var driven: DrivenStep
    /// What happened, as it was said; nil if there is no answer.
    var occurrence: StateEstimator.Occurrence?
    package var reply: JSONPart?
  }

  package enum End: Sendable {
    /// Everything was as the spec says.
    case conforms
    /// The next event of the path could not be driven for sure, as the implementation may be in a state in which it is
    /// not possible. All before it was as the spec says.
    case left(DrivenStep)
    case differs(Difference)
    /// Nobody can tell, for the reason.
    case undecided(String)
    /// What the system says is not to be understood, or it cannot be driven at all.
    case failed(String)
    case interrupted
  }

  /// What it was followed by, which has more names than the spec where these are needed.
  package var interface: Interface
  /// What was seen at the start.
  package var start: JSONPart?
  /// What was done, and what was noticed behind it; the last one is where it ended.
  package var steps: [Step] = []
  /// What was noticed when nothing was under way any more, if that had to be waited for.
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
  /// How many runs there were.
  package private(set) var runs = 0
  /// How many resets in a row had no answer in time.
  private var silentResets = 0
  /// So many resets in a row without an answer, and nothing is driven any more.
  package static let maximumSilentResets = 3
  /// Whether the system is given up, since it does not answer to resets.
  package var hasGivenUp: Bool { silentResets >= Self.maximumSilentResets }
  /// What the system showed of itself.
  package private(set) var shown = LearnedObservables()

  /// - Parameter refuses: the system can tell that an event is not possible.
  package init(_ interface: Interface, _ system: any SystemUnderTest, refuses: Bool) {
    self.interface = interface
    self.system = system
    self.refuses = refuses
  }

  /// The same with runs that begin with another number of names.
  package func following(_ interface: Interface) -> TestDriver {
    if interface.additionalNames == self.interface.additionalNames { return self }
    let driver = TestDriver(interface, system, refuses: refuses)
    (driver.runs, driver.silentResets) = (runs, silentResets)
    return driver
  }

  /// Chooses what is driven next; nil to end the run.
  package typealias Chooser = (_ estimator: StateEstimator, _ done: Int) -> DrivenStep?

  /// Drives the system along a path.
  ///
  /// - Parameter skips: whether an event that cannot be driven for sure is left out; else the run ends there.
  package func run(_ path: DrivenPath, skips: Bool = false) -> TestRun {
    var rest = path.steps[...]
    return run(skips: skips) { [interface] estimator, _ in
      rest.popFirst()?.translated(from: interface, to: estimator.interface)
    }
  }

  /// Drives the system from a fresh start, one event after the other as it is chosen.
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

  /// Sends a message; an answer that tells of an error, and none, is what the implementation did.
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
  /// What happened when it was done, and what came was this.
  ///
  /// - Parameter refuses: the system can tell that an event is not possible.
  fileprivate func occurrence(
    of message: DriverMessage, answeredBy reply: Reply, _ estimator: StateEstimator, _ refuses: Bool
  ) -> StateEstimator.Occurrence {
    // Of time that cannot pass, it is not asked to tell.
    var (arguments, tells) = (JSONTree.object([]), refuses && isPossible)
    if case .perform(_, let sent) = message { (arguments, tells) = (sent, refuses) }
    guard estimator.interface.hasNames else {
      return occurrence(isRefused: reply.isRefused || !isPossible && !tells)
    }
    // It was possible or not by the names that there are; by more of them, it may be another matter.
    let effect: StateEstimator.Effect = reply.isRefused ? .refused : tells ? .happened : .either
    return .sent(event: instance.event, arguments: arguments.part, effect)
  }
}

extension StateEstimator {
  /// What a system is sent to do something.
  fileprivate func message(for driven: DrivenStep) -> DriverMessage {
    let event = interface.spec.events[driven.instance.event]
    if case .tick = event.body { return .advance(1) }
    return .perform(event: event.name, arguments: sentArguments(of: driven.instance))
  }

  /// The implementation itself failed.
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
  /// What it asks for, in a word.
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
