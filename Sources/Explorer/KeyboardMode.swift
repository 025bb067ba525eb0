import Commands
import Platform
import Synchronization

/// A key, or another event of a keyboard.
enum Key: Equatable {
  case character(Character)
  case enter, escape, backspace, tab, left, right, up, down, home, end, pageUp, pageDown
  /// ctrl-C or ctrl-D.
  case interrupt
  /// A signal that ends the process, or the end of the input.
  case terminate
  /// ctrl-Z.
  case suspend
  /// No key: the terminal was resized, or awaited work is done.
  case wake
  /// A key without a function.
  case other
}

/// A terminal mode that delivers each key as it is pressed, on an alternate screen.
///
/// Call `enter` before the first `key` and `leave` after the last one, on one thread. In between, signals arrive
/// through a pipe, so that they also end the wait for a key. If the process ends in between, the terminal is restored
/// first, unless the signal cannot be caught.
final class KeyboardMode {
  /// The terminal settings to restore. They are global, because a handler can access nothing else.
  nonisolated(unsafe) private static var saved = termios()
  private static let isEntered = Atomic<Bool>(false)
  /// The control sequences that enter the alternate screen and hide the cursor, and those that return.
  private static let begin = "\u{1B}[?1049h\u{1B}[?25l"
  private static let end = "\u{1B}[?25h\u{1B}[?1049l"

  /// The pipe through which signals arrive as keys.
  private let pipe = KeyboardMode.makePipe()
  private var sources: [any DispatchSourceSignal] = []
  /// Bytes with which no key begins.
  private static let (redraw, quit): (UInt8, UInt8) = (0, 0xFF)

  private static func makePipe() -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    _ = Platform.pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Whether standard input and output are a terminal.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && Terminal.isTerminal(.standardOutput)
      && Terminal.environment["TERM"] != "dumb"
  }

  /// Switches to single keys without echo. Does nothing if standard input is not a terminal.
  func enter() {
    guard tcgetattr(STDIN_FILENO, &Self.saved) == 0 else { return }
    if sources.isEmpty { watchSignals() }
    var raw = Self.saved
    // Control keys do not send signals, so ctrl-C ends like 'q' and the terminal is restored.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    // Ctrl-S would stop the output, and then every key would seem to fail.
    raw.c_iflag &= ~tcflag_t(IXON)
    Self.isEntered.store(
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0, ordering: .relaxed)
    Terminal.write(Self.begin, to: .standardOutput)
  }

  /// Restores the terminal if it was changed.
  func leave() {
    Terminal.write(Self.end, to: .standardOutput)
    if Self.isEntered.exchange(false, ordering: .relaxed) {
      tcsetattr(STDIN_FILENO, TCSAFLUSH, &Self.saved)
    }
  }

  /// Returns the terminal to the shell until the process is resumed.
  func suspend() {
    leave()
    raise(SIGSTOP)
    enter()
  }

  /// Returns a closure that makes `key` return, from any thread.
  func waker() -> @Sendable () -> Void {
    let pipe = self.pipe.writer
    return {
      var byte = Self.redraw
      write(pipe, &byte, 1)
    }
  }

  /// Handles signals. Those that end the process end the wait for a key instead, so that the terminal is restored. A
  /// change of the terminal's size arrives as a key without a function, so that the screen is redrawn. A crash restores
  /// the terminal first.
  private func watchSignals() {
    let pipe = self.pipe.writer
    let keys = [
      (SIGINT, Self.quit), (SIGTERM, Self.quit), (SIGHUP, Self.quit), (SIGQUIT, Self.quit),
      (SIGWINCH, Self.redraw),
    ]
    for (number, key) in keys {
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        var byte = key
        write(pipe, &byte, 1)
        if key == Self.quit { Self.endSoon(128 + number) }
      }
      source.resume()
      sources.append(source)
    }
    var crashes = sigset_t()
    sigemptyset(&crashes)
    for number in [SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP] {
      sigaddset(&crashes, number)
      signal(number) { number in
        if KeyboardMode.isEntered.exchange(false, ordering: .relaxed) {
          let bytes: StaticString = "\u{1B}[?25h\u{1B}[?1049l"
          write(STDOUT_FILENO, bytes.utf8Start, bytes.utf8CodeUnitCount)
          tcsetattr(STDIN_FILENO, TCSAFLUSH, &KeyboardMode.saved)
        }
        signal(number, SIG_DFL)
        raise(number)
      }
    }
    // The parent process may have blocked these signals.
    pthread_sigmask(SIG_UNBLOCK, &crashes, nil)
  }

  /// Ends the process if it has not left the terminal half a second from now.
  ///
  /// A terminal that accepts no more text blocks the thread that would leave it.
  private static func endSoon(_ status: Int32) {
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(500)) {
      guard isEntered.exchange(false, ordering: .relaxed) else { return }
      // The pending text is dropped, and stopped output continues.
      tcflush(STDOUT_FILENO, TCOFLUSH)
      tcflow(STDOUT_FILENO, TCOON)
      _ = fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_NONBLOCK)
      write(STDOUT_FILENO, end, end.utf8.count)
      tcsetattr(STDIN_FILENO, TCSANOW, &saved)
      _exit(status)
    }
  }

  /// Waits for the next key.
  func key() -> Key {
    guard let byte = byte() else { return .terminate }
    switch byte {
    case Self.redraw: return .wake
    case Self.quit: return .terminate
    case 3, 4: return .interrupt
    case 26: return .suspend
    case 8, 0x7F: return .backspace
    case 9: return .tab
    case 10, 13: return .enter
    case 0x1B: return escapeSequence()
    case 0x20...0x7E: return .character(Character(UnicodeScalar(byte)))
    case 0xC2...0xF4: return character(from: byte)
    default: return .other
    }
  }

  /// Reads a character of several bytes.
  private func character(from first: UInt8) -> Key {
    let count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3
    var bytes = [first]
    for _ in 0..<count {
      guard hasMore(), let byte = byte() else { return .other }
      bytes.append(byte)
    }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.count == 1 && text != "\u{FFFD}" ? .character(Character(text)) : .other
  }

  /// Reads the rest of an arrow key, or of another key of several bytes. Escape alone is a key of its own.
  private func escapeSequence() -> Key {
    guard hasMore() else { return .escape }
    guard let kind = byte(), kind == UInt8(ascii: "[") || kind == UInt8(ascii: "O"),
      var code = byte()
    else { return .other }
    var digits = ""
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(code) || code == UInt8(ascii: ";") {
      digits.append(Character(UnicodeScalar(code)))
      guard hasMore(), let next = byte() else { return .other }
      code = next
    }
    switch code {
    case UInt8(ascii: "A"): return .up
    case UInt8(ascii: "B"): return .down
    case UInt8(ascii: "C"): return .right
    case UInt8(ascii: "D"): return .left
    case UInt8(ascii: "H"): return .home
    case UInt8(ascii: "F"): return .end
    case UInt8(ascii: "~"):
      return ["1": .home, "7": .home, "4": .end, "8": .end, "5": .pageUp, "6": .pageDown][digits]
        ?? .other
    default: return .other
    }
  }

  /// Whether another byte follows immediately.
  ///
  /// Terminals send a sequence at once, so 50 ms are enough.
  private func hasMore() -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 50) > 0
  }

  /// The next byte from the keyboard or from a signal, without a time limit; nil at the end of the input.
  private func byte() -> UInt8? {
    let input = [STDIN_FILENO, pipe.reader]
    var descriptors = input.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0 {
      if errno != EINTR { return nil }
    }
    var byte: UInt8 = 0
    // A signal has priority over keys pressed in the meantime.
    let isSignal = descriptors[1].revents != 0
    return read(isSignal ? input[1] : input[0], &byte, 1) == 1 ? byte : nil
  }
}
