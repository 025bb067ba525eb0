import Reports
import Synchronization

/// Tells what happens as it happens, each thing once, as lines of JSON.
final class EventLog: Sendable {
  private struct State {
    var told: Set<String> = []
    var isOver = false
    var lastProgress: ContinuousClock.Instant?
  }

  private let paths = RepositoryPaths.found()
  private let sink: (@Sendable (String) -> Void)?
  private let state = Mutex(State())

  /// - Parameter sink: takes the lines, without their ends; nil if nobody listens.
  init(_ sink: (@Sendable (String) -> Void)?) { self.sink = sink }

  /// Tells an event, unless it was told before or the run is over.
  func tell(_ event: CheckEvent) {
    guard let sink else { return }
    if let identity = event.identity, state.withLock({ $0.told.contains(identity) }) { return }
    guard let line = try? event.line(paths: paths) else { return }
    // What was told is told apart by all that there is to say of it.
    let identity = if case .progress = event { String?.none } else { event.identity ?? line }
    state.withLock { state in
      if state.isOver { return }
      if let identity, !state.told.insert(identity).inserted { return }
      if case .end = event { state.isOver = true }
      sink(String(line.dropLast()))
    }
  }

  /// Tells how far a search is, a few times a second at most.
  func tell(_ progress: CheckProgress) {
    guard sink != nil else { return }
    let now = ContinuousClock.now
    let isDue = state.withLock { state in
      if let last = state.lastProgress, now - last < .milliseconds(500) { return false }
      state.lastProgress = now
      return true
    }
    guard isDue else { return }
    tell(
      .progress(
        spec: progress.spec, world: progress.world, states: progress.states,
        frontier: progress.frontier, depth: progress.depth,
        seconds: progress.elapsed / .seconds(1), walks: progress.walks))
  }

  /// Tells what was not told yet, and that it is over; nothing is told after that.
  func finish(_ report: CheckReport) {
    guard sink != nil else { return }
    for event in CheckEvent.all(of: report, version: Traycheck.version) { tell(event) }
  }
}

extension CheckEvent {
  /// What it is about, where that can be told but once whatever is said of it.
  fileprivate var identity: String? {
    switch self {
    case .start: "start"
    case .world(_, let path, let verdict): "world \(path)\u{0}\(verdict.name)"
    case .replay(let verdict): "replay \(verdict.path)"
    default: nil
    }
  }
}
