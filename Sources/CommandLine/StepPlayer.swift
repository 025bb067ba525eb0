import Foundation
import Synchronization
import TrayKit

/// Shows pages on a terminal, one at a time: the arrow keys go from page to page.
///
/// The terminal is read key by key while this runs, and is as it was before when it ends, also by
/// ctrl-C. Pages are shown on the alternate screen, so that what stood there comes back.
struct StepPlayer {
  /// One page at least.
  let pages: [WalkthroughPage]

  /// What is to be shown once the command is done, on the thread to which signals and keys come.
  static let next = Mutex<[WalkthroughPage]?>(nil)

  /// Whether somebody sits before a terminal.
  static var isPossible: Bool {
    isatty(STDIN_FILENO) == 1 && Terminal.isTerminal(.standardOutput)
  }

  /// What keys ask for; `back`, `forward`, `first` and `last` go from page to page, `up` and `down`
  /// scroll one. `other` only has the page shown again.
  enum Key { case back, forward, up, down, first, last, quit, other }

  /// Runs until the user has seen enough.
  ///
  /// To be called on the main thread, once nothing else writes to the terminal. Each key has the
  /// whole screen written anew, which is small and needs no account of what stands there.
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

  /// Columns and rows of the terminal at this moment; 80 × 24 if it does not tell.
  private static func size() -> (width: Int, height: Int) {
    var size = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
    else { return (80, 24) }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}

/// A page as it fits on a terminal.
///
/// The first row is the title, the last one tells the keys and how far the page is scrolled; between
/// them is room for height − 3 lines, and a blank row below the title.
struct StepScreen {
  /// The first line of the page that is shown.
  ///
  /// After wrapping, and moved so that the room is full if there is enough: as wanted only within
  /// these bounds.
  let top: Int
  /// All rows, with the sequences that make the title bold and the last row faint.
  let text: String

  init(page: WalkthroughPage, width: Int, height: Int, top wanted: Int) {
    let lines = page.lines.flatMap { Self.wrapped($0, width: width) }
    let room = max(1, height - 3)
    top = max(0, min(wanted, lines.count - room))
    let shown = lines.dropFirst(top).prefix(room)
    let rest = lines.count > room ? "  ↑↓ \(top + shown.count)/\(lines.count)" : ""
    let rows =
      ["\u{1B}[1m\(page.title.prefix(width))\u{1B}[0m", ""] + shown
      + Array(repeating: "", count: room - shown.count)
      + ["\u{1B}[2m\(("←→ step  q quit" + rest).prefix(width))\u{1B}[0m"]
    // Where lines end at the very edge, some terminals begin a new one by themselves.
    text = rows.prefix(max(1, height)).joined(separator: "\n")
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
