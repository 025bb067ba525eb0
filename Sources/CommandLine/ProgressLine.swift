import Platform
import Synchronization
import TrayKit

/// Tells on standard error how far a long search is: on a terminal in a line that is written over and
/// over, elsewhere in a plain line now and then, so that a log grows and nobody takes the run for dead.
///
/// It may be updated from any thread. Nothing is shown in the first second of a search.
public final class ProgressLine: Sendable {
  private struct State {
    /// Whether the line of a terminal has something in it that has to be taken away.
    var isShown = false
    var lastUpdate = ContinuousClock.now
  }

  private let isTerminal = Terminal.isTerminal(.standardError)
  private let state = Mutex(State())

  public init() {}

  /// Shows the progress, unless the search is young or the line is fresh.
  public func update(_ progress: CheckProgress) { update(progress.text, after: progress.elapsed) }

  /// The same for whatever is to be told.
  ///
  /// - Parameter elapsed: how long it has gone on.
  public func update(_ text: @autoclosure () -> String, after elapsed: Duration) {
    guard elapsed > .seconds(1) else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lastUpdate > (isTerminal ? .milliseconds(200) : .seconds(30)) else {
        return
      }
      state.lastUpdate = now
      state.isShown = isTerminal
      let text = text()
      // A line that is longer than the terminal could not be taken away.
      let room = Terminal.size(.standardError).width - 1
      Terminal.write(
        isTerminal ? "\r\u{1B}[K\(Columns.prefix(text[...], room))" : text + "\n",
        to: .standardError)
    }
  }

  /// Takes the line away.
  ///
  /// To be called before anything else is written to the terminal.
  public func clear() {
    state.withLock { state in
      if state.isShown { Terminal.write("\r\u{1B}[K", to: .standardError) }
      state.isShown = false
    }
  }
}
