import Foundation
import TrayKit

/// Shows pages on a terminal, one at a time: the arrow keys go from page to page.
///
/// The terminal is read key by key while this runs, and is as it was before when it ends, also by
/// ctrl-C. Pages are shown on the alternate screen, so that what stood there comes back.
struct StepPlayer {
  let pages: [WalkthroughPage]

  /// Whether somebody sits before a terminal.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && Terminal.isTerminal(.standardOutput)
  }

  enum Key { case back, forward, up, down, first, last, quit, other }

  /// Runs until the user has seen enough.
  func run() {
    let terminal = KeyboardMode()
    terminal.enter()
    Terminal.write("\u{1B}[?1049h\u{1B}[?25l", to: .standardOutput)
    defer {
      Terminal.write("\u{1B}[?25h\u{1B}[?1049l", to: .standardOutput)
      terminal.leave()
    }
    var page = 0
    var top = 0
    while true {
      let size = Self.size()
      let screen = StepScreen(page: pages[page], width: size.width, height: size.height, top: top)
      top = screen.top
      Terminal.write("\u{1B}[H\u{1B}[2J" + screen.text, to: .standardOutput)
      let earlier = page
      switch terminal.key() {
      case .back: page = max(0, page - 1)
      case .forward: page = min(pages.count - 1, page + 1)
      case .up: top -= 1
      case .down: top += 1
      case .first: page = 0
      case .last: page = pages.count - 1
      case .quit: return
      case .other: break
      }
      if page != earlier { top = 0 }
    }
  }

  private static func size() -> (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// A page as it fits on a terminal.
struct StepScreen {
  /// The first line of the page that is shown.
  let top: Int
  let text: String

  init(page: WalkthroughPage, width: Int, height: Int, top wish: Int) {
    let lines = page.lines.flatMap { Self.wrapped($0, width: width) }
    let room = max(1, height - 3)
    top = max(0, min(wish, lines.count - room))
    let shown = lines.dropFirst(top).prefix(room)
    let rest = lines.count > room ? "  ↑↓ \(top + shown.count)/\(lines.count)" : ""
    let rows =
      ["\u{1B}[1m\(page.title.prefix(width))\u{1B}[0m", ""] + shown
      + Array(repeating: "", count: room - shown.count)
      + ["\u{1B}[2m\(("←→ step  q quit" + rest).prefix(width))\u{1B}[0m"]
    // Where lines end at the very edge, some terminals begin a new one by themselves.
    text = rows.prefix(max(1, height)).joined(separator: "\r\n")
  }

  /// A line in pieces that fit; the pieces behind the first are indented.
  private static func wrapped(_ line: String, width: Int) -> [String] {
    let room = max(8, width - 1)
    guard line.count > room else { return [line] }
    var pieces = [String(line.prefix(room))]
    var rest = line.dropFirst(room)
    while !rest.isEmpty {
      pieces.append("    " + rest.prefix(room - 4))
      rest = rest.dropFirst(room - 4)
    }
    return pieces
  }
}

/// A terminal that gives each key as it is pressed.
private final class KeyboardMode {
  private var saved = termios()
  private var isEntered = false

  func enter() {
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return }
    endOnSignals()
    var raw = saved
    // Signals stay keys, so that ctrl-C ends like 'q' and the terminal is restored.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    isEntered = tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw) == 0
  }

  func leave() {
    if isEntered { tcsetattr(STDIN_FILENO, TCSAFLUSH, &saved) }
    isEntered = false
  }

  /// Signals that end the process end the wait for a key instead, so that the terminal is restored.
  private func endOnSignals() {
    var action = sigaction()
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { _ in }
    #else
      action.__sigaction_handler.sa_handler = { _ in }
    #endif
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaction(number, &action, nil) }
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

  private func tilde() -> Bool { byte() == UInt8(ascii: "~") }

  /// Whether another byte follows at once: escape alone is a key of its own.
  private func hasMore() -> Bool {
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    return poll(&descriptor, 1, 50) > 0
  }

  private func byte() -> UInt8? {
    var byte: UInt8 = 0
    return read(STDIN_FILENO, &byte, 1) == 1 ? byte : nil
  }
}
