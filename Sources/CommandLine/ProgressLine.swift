import Platform
import Synchronization
import TrayKit

/// Shows the progress of a long search on standard error: on a terminal as one line that is overwritten, otherwise as
/// occasional lines, so that a log shows that the run is alive.
///
/// It may be updated from any thread. Nothing is shown in the first second of a search.
package final class ProgressLine: Sendable {
  private struct State {
    /// Whether the terminal shows a line that must be removed.
    var isShown = false
    var lastUpdate = ContinuousClock.now
  }

  private let isTerminal = Terminal.isTerminal(.standardError)
  private let state = Mutex(State())

  package init() {}

  /// Shows the progress, unless the search has just started or the line was just updated.
  package func update(_ progress: CheckProgress) { update(progress.text, after: progress.elapsed) }

  /// Shows a text as progress.
  ///
  /// - Parameter elapsed: the duration of the activity.
  package func update(_ text: @autoclosure () -> String, after elapsed: Duration) {
    guard elapsed > .seconds(1) else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lastUpdate > (isTerminal ? .milliseconds(200) : .seconds(30)) else {
        return
      }
      state.lastUpdate = now
      state.isShown = isTerminal
      let text = text()
      // A line longer than the terminal could not be removed.
      let room = Terminal.size(.standardError).width - 1
      Terminal.write(
        isTerminal ? "\r\u{1B}[K\(Columns.prefix(text[...], room))" : text + "\n",
        to: .standardError)
    }
  }

  /// Removes the line.
  ///
  /// It must be called before anything else is written to the terminal.
  package func clear() {
    state.withLock { state in
      if state.isShown { Terminal.write("\r\u{1B}[K", to: .standardError) }
      state.isShown = false
    }
  }
}
