import Reports
import Synchronization

/// Tells what happens as it happens, one thing at a time and each once.
///
/// It may be told from any thread. The sink is called under a lock, so it has to be quick, and must
/// not tell the log anything itself.
final class EventLog: Sendable {
  private struct State {
    /// The identities of all events so far; progress has none and is told again and again.
    var reported: Set<String> = []
    var isOver = false
    var lastProgress: ContinuousClock.Instant?
  }

  /// Progress is told so often at most.
  private static let pause = Duration.milliseconds(200)

  private let sink: @Sendable (RunEvent) -> Void
  private let state = Mutex(State())

  init(_ sink: @escaping @Sendable (RunEvent) -> Void) { self.sink = sink }

  /// Tells an event, unless it was told before or the run is over.
  func tell(_ event: CheckEvent) {
    let identity = event.identity
    state.withLock { state in
      if state.isOver || !state.reported.insert(identity).inserted { return }
      if case .end = event { state.isOver = true }
      sink(RunEvent(event))
    }
  }

  /// Tells what is known before the search.
  func tell(prepared outcome: CheckOutcome) {
    state.withLock { if !$0.isOver { sink(RunEvent(prepared: outcome)) } }
  }

  /// Tells people something that changes nothing of the result.
  func tell(note: String) {
    state.withLock { if !$0.isOver { sink(RunEvent(note: note.printableLine)) } }
  }

  /// Tells how far a search is, a few times a second at most.
  func tell(_ progress: CheckProgress) {
    state.withLock { state in
      let now = ContinuousClock.now
      if state.isOver { return }
      if let last = state.lastProgress, now - last < Self.pause { return }
      state.lastProgress = now
      sink(RunEvent(.progress(progress)))
    }
  }

  /// Tells what was not told yet, and that it is over; nothing is told after that.
  ///
  /// What was told along the way and what the report repeats are matched by identity, so who listened
  /// from the start is told nothing twice.
  func finish(_ report: CheckReport) {
    for event in CheckEvent.all(of: report, version: Traycheck.version) { tell(event) }
  }
}

extension CheckEvent {
  /// What tells it from others: what it is about, where that can be told but once whatever is said of it,
  /// else all that there is to say of it.
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
