import Foundation

/// A terminal that gives each key as it is pressed.
///
/// `enter` before the first `key`, `leave` after the last one, on one thread. From then on signals
/// come through a pipe, so that they end the wait for a key as well.
final class KeyboardMode {
  /// The settings to go back to; they mean something only once the terminal was entered.
  private var saved = termios()
  private var isEntered = false
  /// Through which signals are told as keys.
  private let pipe = Pipe()
  private var sources: [any DispatchSourceSignal] = []
  private let quit = UInt8(ascii: "q")
  /// A byte that no key sends and that means nothing to `key`.
  private let redraw: UInt8 = 0

  /// Has keys come one by one and unseen. Where standard input is no terminal nothing is changed.
  func enter() {
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return }
    watchSignals()
    var raw = saved
    // Signals stay keys, so that ctrl-C ends like 'q' and the terminal is restored.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    isEntered = tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0
  }

  /// Puts the settings back, if they were changed.
  func leave() {
    if isEntered { tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
    isEntered = false
  }

  /// Signals that end the process end the wait for a key instead, so that the terminal is restored;
  /// a terminal that changes its size is a key that means nothing, so that the page is shown anew.
  private func watchSignals() {
    let pipe = self.pipe.fileHandleForWriting.fileDescriptor
    for (number, key) in [(SIGINT, quit), (SIGTERM, quit), (SIGHUP, quit), (SIGWINCH, redraw)] {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        var byte = key
        write(pipe, &byte, 1)
      }
      source.resume()
      sources.append(source)
    }
  }

  /// The next key; the end of the input is as good as `q`.
  func key() -> StepPlayer.Key {
    switch byte() {
    case nil, 3, 4, UInt8(ascii: "q"): return .quit
    case UInt8(ascii: "h"): return .back
    case UInt8(ascii: "l"), UInt8(ascii: " "), 10, 13: return .forward
    case UInt8(ascii: "k"): return .up
    case UInt8(ascii: "j"): return .down
    case 0x1B: return escapeSequence()
    default: return .other
    }
  }

  /// The rest of an arrow key, or of another that terminals send in several bytes.
  private func escapeSequence() -> StepPlayer.Key {
    guard hasMore(), let kind = byte(), kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O"),
      let code = byte()
    else { return .other }
    switch code {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .forward
    case UInt8(ascii: "D"): return .back
    case UInt8(ascii: "H"): return .first
    case UInt8(ascii: "F"): return .last
    case UInt8(ascii: "1"), UInt8(ascii: "7"): return tilde() ? .first : .other
    case UInt8(ascii: "4"), UInt8(ascii: "8"): return tilde() ? .last : .other
    default: return .other
    }
  }

  /// Whether the sequence ends as it should; the byte is taken in any case.
  private func tilde() -> Bool { byte() == UInt8(ascii: "~") }

  /// Whether another byte follows at once: escape alone is a key of its own.
  ///
  /// Terminals send a sequence at once, so 50 ms are plenty.
  private func hasMore() -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 50) > 0
  }

  /// The next byte from the keyboard or from a signal, however long that takes; nil at the end of the
  /// input.
  private func byte() -> UInt8? {
    let input = [STDIN_FILENO, pipe.fileHandleForReading.fileDescriptor]
    var descriptors = input.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0 {
      if errno != EINTR { return nil }
    }
    var byte: UInt8 = 0
    // A signal comes before any key that was pressed meanwhile.
    let isSignal = descriptors[1].revents != 0
    return read(isSignal ? input[1] : input[0], &byte, 1) == 1 ? byte : nil
  }
}
