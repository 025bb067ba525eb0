import Foundation
import Synchronization
import TrayKit

/// What the process knows of its standard streams.
enum Terminal {
  enum Color: String, ArgumentChoice { case auto, always, never }

  static let color = Option<Color>(
    "color", value: "when", help: "When to use colours.", defaultText: "auto")

  enum Stream { case standardOutput, standardError }

  static func isTerminal(_ stream: Stream) -> Bool {
    isatty(stream == .standardOutput ? STDOUT_FILENO : STDERR_FILENO) == 1
  }

  /// Colours are for terminals, unless `NO_COLOR` is set (no-color.org) or the user says otherwise.
  static func usesColor(_ wish: Color?, on stream: Stream) -> Bool {
    switch wish ?? .auto {
    case .always: return true
    case .never: return false
    case .auto:
      let environment = ProcessInfo.processInfo.environment
      let refuses = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
      return !refuses && environment["TERM"] != "dumb" && isTerminal(stream)
    }
  }

  /// Writes text; a reader who has gone away is no error of ours.
  ///
  /// - Returns: whether it could be written.
  @discardableResult
  static func write(_ text: String, to stream: Stream) -> Bool {
    let handle =
      stream == .standardOutput ? FileHandle.standardOutput : FileHandle.standardError
    do {
      try handle.write(contentsOf: Data(text.utf8))
      return true
    } catch {
      return errno == EPIPE
    }
  }
}

/// A line on standard error that tells how far a long search is; none where nobody watches.
final class ProgressLine: Sendable {
  private struct State {
    var isShown = false
    var lastUpdate = ContinuousClock.now
  }

  private let isWatched = Terminal.isTerminal(.standardError)
  private let state = Mutex(State())

  /// Shows the progress, unless the search is young or the line is fresh.
  func update(_ progress: CheckProgress) {
    guard isWatched, progress.elapsed > .seconds(1) else { return }
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.lastUpdate > .milliseconds(200) else { return }
      state.lastUpdate = now
      state.isShown = true
      let count = progress.walks ?? progress.states
      let rate = Int(Double(count) / (progress.elapsed / .seconds(1)))
      let text =
        "\(progress.spec)/\(progress.world): "
        + (progress.walks.map { "\($0) walks, \(rate) walks/s" }
          ?? "\(progress.states) states, \(progress.frontier) in the frontier, depth "
          + "\(progress.depth), \(rate) states/s")
      Terminal.write("\r\u{1B}[K\(text)", to: .standardError)
    }
  }

  /// Takes the line away.
  func clear() {
    state.withLock { state in
      if state.isShown { Terminal.write("\r\u{1B}[K", to: .standardError) }
      state.isShown = false
    }
  }
}
