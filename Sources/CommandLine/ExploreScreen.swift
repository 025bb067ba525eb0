import TrayKit

/// A place of an exploration as it fits on a terminal: what the title, the state, the properties and what can
/// happen leave room for.
///
/// State and steps share the rows between them, each at least half of them if it needs that. Where there are very few
/// rows the steps have them all: return never takes a step that is not shown.
struct ExploreScreen {
  /// How a row looks.
  enum Look { case plain, strong, faint, chosen, wrong, changed }

  struct Row {
    var text: String
    var look = Look.plain
  }

  private(set) var rows: [Row] = []
  /// How far the state is scrolled, moved so that the room is full if there is enough.
  private(set) var stateTop = 0
  private let width: Int

  /// - Parameters:
  ///   - chosen: the place of the step that the cursor is on, among all.
  ///   - footer: the last row.
  init(
    _ scene: Exploration.Scene, chosen: Int, stateTop wanted: Int, footer: String, width: Int,
    height: Int
  ) {
    self.width = width
    if height > 2 { rows.append(Row(text: scene.title, look: .strong)) }
    let (list, cursor) = list(scene, chosen)
    if height >= Self.leastHeight {
      addPlace(scene, height, wanted, stepRows: list.count)
    }
    let listRoom = max(1, height - rows.count - 1)
    let top = max(0, min(cursor.upperBound - listRoom, list.count - listRoom))
    let first = cursor.lowerBound < top ? cursor.lowerBound : top
    rows += list.dropFirst(first).prefix(listRoom)
    rows += Array(repeating: Row(text: ""), count: max(0, height - 1 - rows.count))
    rows.append(Row(text: footer, look: .faint))
    rows = Array(rows.prefix(max(1, height)))
  }

  /// With fewer rows there are only steps.
  private static let leastHeight = 9

  /// What has happened, the lamps, the state, and a line that tells how much follows.
  private mutating func addPlace(
    _ scene: Exploration.Scene, _ height: Int, _ wanted: Int, stepRows: Int
  ) {
    let happened = ([scene.event ?? "runs begin here"] + scene.effects).joined(separator: "  ·  ")
    rows += wrapped(happened, indent: 2).prefix(3).map { Row(text: $0, look: .faint) }
    rows += lamps(scene.lamps).prefix(max(1, height / 8))
    let state = state(scene)
    let room = max(2, height - rows.count - 2)
    let forList = min(stepRows, max(room / 2, room - state.count))
    let forState = min(state.count, max(1, room - forList))
    stateTop = max(0, min(wanted, state.count - forState))
    rows += state.dropFirst(stateTop).prefix(forState)
    let hidden = state.count - forState
    let more = hidden > 0 ? " \(stateTop + forState) of \(state.count) lines, page down " : ""
    let count = scene.steps.count
    let title =
      "── \(count == 0 ? "nothing can happen" : "\(count) \(count == 1 ? "step" : "steps")") ──"
    rows.append(
      Row(
        text: title + more
          + String(repeating: "─", count: max(0, width - title.count - more.count)),
        look: .faint))
  }

  /// A list under a title.
  ///
  /// - Parameter chosen: the line that the cursor is on.
  init(lines: [String], title: String, chosen: Int?, footer: String, width: Int, height: Int) {
    let room = max(1, height - 3)
    let top = max(0, min((chosen ?? 0) - room / 2, lines.count - room))
    let shown = lines.enumerated().dropFirst(top).prefix(room).map { place, line in
      place == chosen ? Row(text: "▸ \(line)", look: .chosen) : Row(text: "  \(line)")
    }
    self.init(
      rows: [Row(text: title, look: .strong), Row(text: "")] + shown
        + Array(repeating: Row(text: ""), count: room - shown.count)
        + [Row(text: footer, look: .faint)], width: width, height: height)
  }

  private init(rows: [Row], width: Int, height: Int) {
    self.rows = Array(rows.prefix(max(1, height)))
    self.width = width
  }

  // MARK: Parts

  /// What is wrong comes first, and of what says nothing here only the number is told.
  private func lamps(_ lamps: [Exploration.Lamp]) -> [Row] {
    func words(_ states: LampState...) -> [String] {
      lamps.filter { states.contains($0.state) }.map { ExploreText.lamp($0) }
    }
    let silent = words(.silent).count
    let others =
      words(.waiting, .met, .holds) + words(.unmet)
      + (silent == 0 ? [] : ["· \(silent) say nothing here"])
    return lines(of: words(.violated, .noValue)).map { Row(text: $0, look: .wrong) }
      + lines(of: others).map { Row(text: $0) }
  }

  /// Words side by side, in as many lines as they need.
  private func lines(of words: [String]) -> [String] {
    var lines: [String] = []
    for word in words {
      if let last = lines.last, Columns.width(last) + 2 + Columns.width(word) <= width {
        lines[lines.count - 1] = last + "  " + word
      } else {
        lines.append(word)
      }
    }
    return lines
  }

  private func state(_ scene: Exploration.Scene) -> [Row] {
    let ending = scene.ending.flatMap { wrapped($0, indent: 4) }.map { Row(text: $0, look: .wrong) }
    return ending + scene.variables.flatMap { rows(of: $0, indent: 0) }
  }

  /// A value on one line if it fits, else its parts on lines of their own.
  private func rows(of part: Exploration.Part, indent: Int) -> [Row] {
    let margin = (part.isChanged ? "* " : "  ") + String(repeating: " ", count: indent)
    let line = "\(margin)\(part.name) = \(part.value)"
    let look = part.isChanged ? Look.changed : .plain
    if Columns.width(line) <= width || indent > 16 || part.parts.isEmpty {
      return wrapped(line, indent: indent + 4).map { Row(text: $0, look: look) }
    }
    return [Row(text: "\(margin)\(part.name)", look: look)]
      + part.parts.flatMap { rows(of: $0, indent: indent + 2) }
  }

  /// What can happen and what cannot, and which of the rows are those of the chosen step.
  private func list(_ scene: Exploration.Scene, _ chosen: Int) -> (rows: [Row], cursor: Range<Int>)
  {
    var rows: [Row] = []
    var cursor = 0..<0
    var number = 0
    for event in scene.events {
      if event.steps.count > 1 {
        rows.append(Row(text: "  \(event.name)  \(event.steps.count) ways", look: .faint))
      }
      for step in event.steps {
        let isChosen = number == chosen
        number += 1
        let effects = step.effects.joined(separator: "  ·  ")
        let line = "\(isChosen ? "▸" : " ") \(step.title)   \(effects)"
        if !isChosen {
          rows.append(Row(text: line))
        } else if Columns.width(line) <= width {
          cursor = rows.count..<rows.count + 1
          rows.append(Row(text: line, look: .chosen))
        } else {
          let details = step.effects.flatMap { wrapped("      \($0)", indent: 8) }.prefix(8)
          cursor = rows.count..<rows.count + 1 + details.count
          rows.append(Row(text: "▸ \(step.title)", look: .chosen))
          rows += details.map { Row(text: $0) }
        }
      }
      guard !event.reasons.isEmpty else { continue }
      let reasons = event.reasons.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
      rows.append(
        event.isWrong
          ? Row(text: "! \(reasons)", look: .wrong)
          : Row(text: "\(event.isCut ? "?" : "-") \(event.name): \(reasons)", look: .faint))
    }
    return (rows, cursor)
  }

  /// A line in pieces that fit, between words where that can be; the pieces behind the first are indented.
  private func wrapped(_ line: String, indent: Int) -> [String] {
    var pieces: [String] = []
    var rest = Substring(line)
    while true {
      let margin = pieces.isEmpty ? "" : String(repeating: " ", count: min(indent, width / 2))
      var piece = Columns.prefix(rest, max(4, width - margin.count))
      if piece.count < rest.count, let space = piece.lastIndex(of: " "), space > piece.startIndex {
        piece = piece[...space]
      }
      pieces.append(margin + piece)
      rest = rest.dropFirst(piece.count)
      if rest.isEmpty { return pieces }
    }
  }

  /// All rows in one string that writes over what stood there, without clearing it first.
  func text(usesColor: Bool) -> String {
    let lines = rows.map { row in
      let line = String(Columns.prefix(Substring(row.text), width))
      let (begin, end) = Self.sequences(row.look, usesColor)
      return begin + line + end + "\u{1B}[K"
    }
    // Where lines end at the very edge, some terminals begin a new one by themselves.
    return "\u{1B}[?2026h\u{1B}[H" + lines.joined(separator: "\n") + "\u{1B}[J\u{1B}[?2026l"
  }

  private static func sequences(_ look: Look, _ usesColor: Bool) -> (String, String) {
    let code =
      switch look {
      case .plain: ""
      case .strong: "1"
      case .faint: "2"
      case .chosen: "7"
      case .wrong: usesColor ? "1;31" : "1"
      case .changed: usesColor ? "1;33" : "1"
      }
    return code.isEmpty ? ("", "") : ("\u{1B}[\(code)m", "\u{1B}[0m")
  }
}

/// How many columns of a terminal text takes: two for what East Asian scripts and pictures take, none for what is
/// drawn over the letter before it.
enum Columns {
  static func width(_ text: some StringProtocol) -> Int { text.reduce(0) { $0 + width($1) } }

  /// The longest beginning of a text that takes no more than so many columns; one character at least.
  static func prefix(_ text: Substring, _ columns: Int) -> Substring {
    var taken = 0
    var count = 0
    for character in text {
      taken += width(character)
      if taken > columns, count > 0 { break }
      count += 1
    }
    return text.prefix(count)
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      return first.properties.generalCategory == .nonspacingMark
        || first.properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
  }
}
