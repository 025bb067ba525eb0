import Reports
import Synchronization

/// Reports the events of a run, one at a time and each once.
///
/// It may be called from any thread. The sink is called under a lock, so it must be quick and must not call the log.
final class EventLog: Sendable {
  private struct State {
    /// The identities of all events so far. Progress has no identity and is reported repeatedly.
    var reported: Set<String> = []
    var isOver = false
    var lastProgress: ContinuousClock.Instant?
  }

  /// The minimum interval between progress events.
  private static let pause = Duration.milliseconds(200)

  private let sink: @Sendable (RunEvent) -> Void
  private let state = Mutex(State())

  init(_ sink: @escaping @Sendable (RunEvent) -> Void) { self.sink = sink }

  /// Reports an event, unless it was reported before or the run is over.
  func tell(_ event: CheckEvent) {
    let identity = event.identity
    state.withLock { state in
      if state.isOver || !state.reported.insert(identity).inserted { return }
      if case .end = event { state.isOver = true }
      sink(RunEvent(event))
    }
  }

  /// Reports the results known before the search.
  func tell(prepared outcome: CheckOutcome) {
    state.withLock { if !$0.isOver { sink(RunEvent(prepared: outcome)) } }
  }

  /// Reports a note for people that does not affect the result.
  func tell(note: String) {
    state.withLock { if !$0.isOver { sink(RunEvent(note: note.printableLine)) } }
  }

  /// Reports the progress of a search, at most a few times a second.
  func tell(_ progress: CheckProgress) {
    state.withLock { state in
      let now = ContinuousClock.now
      if state.isOver { return }
      if let last = state.lastProgress, now - last < Self.pause { return }
      state.lastProgress = now
      sink(RunEvent(.progress(progress)))
    }
  }

  /// Reports all remaining events and the end of the run. Nothing is reported after that.
  ///
  /// Events along the way and in the final report are matched by identity, so a listener gets nothing twice.
  func finish(_ report: CheckReport) {
    for event in CheckEvent.all(of: report, version: Traycheck.version) { tell(event) }
  }
}

extension CheckEvent {
  /// The identity of the event: its subject if there is only one event about it, otherwise its whole content.
  fileprivate var identity: String {
    switch self {
    case .start: "start"
    case .world(_, let path, let verdict): "world \(path)\u{0}\(verdict.name)"
    case .replay(let verdict): "replay \(verdict.path)"
    case .diagnostic(let found):
      "diagnostic \(found.file.path)\u{0}\(found.range.start)\u{0}\(found.range.end)\u{0}\(found.code)\u{0}"
        + found.message
    case .unreadable(let file): "unreadable \(file.path)\u{0}\(file.reason)"
    case .problem(let problem): "problem \(problem.path ?? "")\u{0}\(problem.message)"
    case .saved(let saved): "saved \(saved.outcome.path)\u{0}\(saved.outcome.word)"
    case .progress: ""
    case .end: "end"
    }
  }
}
