import TrayKit

/// A place of an exploration as it fits on a terminal.
///
/// The last step comes first, with its signals and effects; then the state, the steps that can follow, and the
/// properties. State and steps share the rows between them, each at least half of them if it needs that. If
/// there are very few rows the steps have them all: return never takes a step that is not shown.
struct ExploreScreen {
  /// How a row looks.
  enum Look { case plain, strong, faint, chosen, wrong, changed }

  struct Row {
    var text: String
    var look = Look.plain
  }

  /// A row of the screen, with a second one to its right if there are two panes.
  struct Line {
    var left: Row
    var right: Row?
  }

  private(set) var lines: [Line] = []
  /// How far the state is scrolled, moved so that the room is full if there is enough.
  private(set) var stateTop = 0
  private let width: Int

  /// - Parameters:
  ///   - chosen: the place of the entry that the cursor is on.
  ///   - footer: the last row.
  init(
    _ scene: Exploration.Scene, _ list: ExploreList, chosen: Int, stateTop wanted: Int,
    footer: String, width: Int, height: Int
  ) {
    self.width = width
    if height > 2 { lines.append(Line(left: Row(text: scene.title, look: .strong))) }
    var (rows, cursor) = rows(scene, list, chosen, wrapsAll: true)
    if rows.count > height * 3 / 5 - 2 { (rows, cursor) = self.rows(scene, list, chosen) }
    let isWhole = height >= Self.leastHeight
    if isWhole { addPlace(scene, list, height, wanted, stepRows: rows.count) }
    let room = max(1, height - lines.count - (isWhole ? 2 : 1))
    let top = max(0, min(cursor.upperBound - room, rows.count - room))
    let first = cursor.lowerBound < top ? cursor.lowerBound : top
    var shown = Array(rows.dropFirst(first).prefix(room))
    shown += Array(repeating: Row(text: ""), count: room - shown.count)
    if isWhole { shown.append(lamps(scene.lamps)) }
    shown.append(Row(text: footer, look: .faint))
    lines = Array((lines + shown.map { Line(left: $0) }).prefix(max(1, height)))
  }

  /// With fewer rows there are only steps.
  private static let leastHeight = 9
  /// Two panes need so many columns.
  private static let leastWidthOfPanes = 64

  private var hasPanes: Bool { width >= Self.leastWidthOfPanes }
  private var leftWidth: Int { hasPanes ? width * 2 / 5 : width }
  private var rightWidth: Int { hasPanes ? width - leftWidth - 2 : width }

  /// The last step with its effects, the state, and a line with the number of steps that can follow.
  private mutating func addPlace(
    _ scene: Exploration.Scene, _ list: ExploreList, _ height: Int, _ wanted: Int, stepRows: Int
  ) {
    let (left, right) = (last(scene), effects(scene) + state(scene))
    let content = hasPanes ? right : left + right
    let fixed = lines.count + (hasPanes ? 4 : 3)
    let room = max(2, height - fixed)
    let needed = max(content.count, hasPanes ? left.count : 0)
    let forList = min(stepRows, max(room / 2, room - needed))
    let forPlace = min(needed, max(1, room - forList))
    stateTop = max(0, min(wanted, content.count - forPlace))
    let shown = Array(content.dropFirst(stateTop).prefix(forPlace))
    if hasPanes {
      lines.append(Line(left: Row(text: rule("", junction: "┬"), look: .faint)))
      let hidden = left.count - forPlace
      lines += (0..<forPlace).map { index in
        var row = left.indices.contains(index) ? left[index] : Row(text: "")
        if hidden > 0, index == forPlace - 1 { row = Row(text: "… (p shows all)", look: .faint) }
        return Line(left: row, right: shown.indices.contains(index) ? shown[index] : Row(text: ""))
      }
    } else {
      lines += shown.map { Line(left: $0) }
    }
    let hidden = content.count > forPlace
    let end = min(content.count, stateTop + forPlace)
    let more = hidden ? " \(end) of \(content.count) lines, page down " : ""
    let count = scene.steps.count
    var title =
      count == 0 ? "nothing can happen" : "Next: \(count) \(count == 1 ? "step" : "steps")"
    if list.isGrouped { title += " in \(list.groupCount) kinds" }
    lines.append(
      Line(left: Row(text: rule("── \(title) ──\(more)", junction: "┴"), look: .faint)))
  }

  /// A line across the screen that begins with a text.
  private func rule(_ text: String, junction: Character) -> String {
    var line = Array(text) + Array(repeating: "─", count: max(0, width - text.count))
    if hasPanes, text.count <= leftWidth, leftWidth < line.count { line[leftWidth] = junction }
    return String(line)
  }

  /// Lines under a title.
  ///
  /// - Parameters:
  ///   - chosen: the line that the cursor is on.
  ///   - top: the first line that is shown where there is no cursor.
  init(
    lines texts: [String], title: String, chosen: Int?, top wanted: Int = 0, footer: String,
    width: Int, height: Int
  ) {
    let room = max(1, height - 3)
    let last = max(0, texts.count - room)
    let top = max(0, min(chosen.map { $0 - room / 2 } ?? wanted, last))
    let shown = texts.enumerated().dropFirst(top).prefix(room).map { place, line in
      place == chosen ? Row(text: "▸ \(line)", look: .chosen) : Row(text: "  \(line)")
    }
    let rows =
      [Row(text: title, look: .strong), Row(text: "")] + shown
      + Array(repeating: Row(text: ""), count: room - shown.count)
      + [Row(text: footer, look: .faint)]
    lines = rows.prefix(max(1, height)).map { Line(left: $0) }
    stateTop = top
    self.width = width
  }

  // MARK: The place

  /// The step that led here, and the explanation of a violation.
  private func last(_ scene: Exploration.Scene) -> [Row] {
    var rows: [Row] = []
    func add(_ text: String, _ look: Look, indent: Int = 2) {
      rows += Self.wrapped(text, leftWidth - 1, indent: indent).map { Row(text: $0, look: look) }
    }
    if let last = scene.last {
      add(last.event, .strong)
      let arguments = last.arguments.map {
        "\($0.name): \($0.values?.joined(separator: " or ") ?? "any")"
      }
      if !arguments.isEmpty { add("  " + arguments.joined(separator: ", "), .plain) }
      if let rule = last.rule { add("  rule \(rule)", .plain) }
    } else {
      add("start", .strong)
      add("  a run begins here", .faint)
    }
    if let sentence = scene.sentence { add("✗ \(sentence)", .wrong) }
    for line in scene.ending { add(line, .wrong, indent: 4) }
    return rows
  }

  /// The signals of the last step, and what it changed.
  private func effects(_ scene: Exploration.Scene) -> [Row] {
    guard let last = scene.last else { return [] }
    var rows: [Row] = []
    if !last.signals.isEmpty {
      let signals = "♪ " + last.signals.joined(separator: ", ")
      rows += Self.wrapped(signals, rightWidth, indent: 2).map { Row(text: $0, look: .strong) }
    }
    let changes = last.changes.map { change -> String in
      let mark = change.verb == "adds" ? "+" : change.verb == "removes" ? "-" : "*"
      return "\(mark) \(change.text)"
    }
    let choices = last.effects.filter { $0.hasPrefix("chooses ") }.map { "  \($0)" }
    let nothing = last.changes.isEmpty && last.signals.isEmpty ? ["  changes nothing"] : []
    let lines = (choices + changes + nothing).flatMap {
      Self.wrapped($0, rightWidth, indent: 4)
    }
    return rows + lines.map { Row(text: $0, look: .changed) }
  }

  private func state(_ scene: Exploration.Scene) -> [Row] {
    scene.variables.flatMap { rows(of: $0, indent: 0) }
  }

  /// A value on one line if it fits, else its parts on lines of their own.
  private func rows(of part: Exploration.Part, indent: Int) -> [Row] {
    let margin = (part.isChanged ? "* " : "  ") + String(repeating: " ", count: indent)
    let line = "\(margin)\(part.name) = \(part.value)"
    let look = part.isChanged ? Look.changed : .plain
    if Columns.width(line) <= rightWidth || indent > 16 || part.parts.isEmpty {
      return Self.wrapped(line, rightWidth, indent: indent + 4).map { Row(text: $0, look: look) }
    }
    return [Row(text: "\(margin)\(part.name)", look: look)]
      + part.parts.flatMap { rows(of: $0, indent: indent + 2) }
  }

  /// One row: the names of all properties if they fit, else of those that fail, and how many do what.
  private func lamps(_ lamps: [Exploration.Lamp]) -> Row {
    let failing = lamps.filter { [.violated, .noValue].contains($0.state) }
    let silent = lamps.count { $0.state == .silent }
    let others = lamps.filter { ![.violated, .noValue, .silent].contains($0.state) }
    let quiet = silent == 0 ? [] : ["· \(silent) say nothing here"]
    let names = (failing + others).map(ExploreText.lamp)
    let look = failing.isEmpty ? Look.plain : .wrong
    let line = (names + quiet).joined(separator: "  ")
    if Columns.width(line) <= width { return Row(text: line, look: look) }
    let counts = [
      (LampState.holds, "hold"), (.waiting, "wait"), (.met, "happen"), (.unmet, "not yet"),
    ].compactMap { state, word -> String? in
      let count = others.count { $0.state == state }
      return count == 0 ? nil : "\(state.rawValue) \(count) \(word)"
    }
    let namesOfFailing = failing.map(ExploreText.lamp).joined(separator: "  ")
    let fail = "✗ \(failing.count) \(failing.count == 1 ? "fails" : "fail")"
    let first =
      failing.isEmpty ? [] : [Columns.width(namesOfFailing) <= width / 2 ? namesOfFailing : fail]
    return Row(text: (first + counts + quiet).joined(separator: "  "), look: look)
  }

  // MARK: Steps

  /// Returns the failures and the possible and impossible steps, with the rows of the chosen entry.
  private func rows(
    _ scene: Exploration.Scene, _ list: ExploreList, _ chosen: Int, wrapsAll: Bool = false
  ) -> (rows: [Row], cursor: Range<Int>) {
    func reasons(_ event: Exploration.Event) -> String {
      event.reasons.map { $0.trimmingPrefix { $0 == " " } }.joined(separator: " ")
    }
    var rows = scene.events.filter(\.isWrong).map {
      Row(text: "! \(reasons($0))", look: .wrong)
    }
    var cursor = 0..<0
    let heads =
      list.entries.filter { $0.group == nil || $0.isGroup }.map { Columns.width($0.head) }.max()
      ?? 0
    let arguments = min(width / 3, list.entries.map { Columns.width($0.arguments) }.max() ?? 0)
    for (place, entry) in list.entries.enumerated() {
      let isChosen = place == chosen
      let mark = isChosen ? "▸" : entry.isExpanded ? "▾" : " "
      var text = "\(mark) \(entry.head)"
      if list.isGrouped, entry.group == nil || entry.isGroup {
        text = Self.padded(text, to: 2 + min(heads, width / 3))
        text += "  " + Self.padded(Self.cut(entry.arguments, to: arguments), to: arguments) + "  "
      } else {
        text += "   "
      }
      let sound = entry.signals.isEmpty ? "" : "  ♪ \(entry.signals.joined(separator: ", "))"
      let line = text + entry.words + sound
      if Columns.width(line) <= width || !isChosen && !wrapsAll {
        if isChosen { cursor = rows.count..<rows.count + 1 }
        rows.append(Row(text: line, look: isChosen ? .chosen : .plain))
        continue
      }
      let step = entry.steps.count == 1 ? scene.steps[entry.steps[0]] : nil
      let effects = step?.effects ?? [entry.arguments, entry.words + sound].filter { !$0.isEmpty }
      let details = effects.flatMap { Self.wrapped("      \($0)", width, indent: 8) }.prefix(8)
      if isChosen { cursor = rows.count..<rows.count + 1 + details.count }
      rows.append(
        Row(text: "\(mark) \(entry.head)", look: isChosen ? .chosen : .plain))
      rows += details.map { Row(text: $0) }
    }
    for event in scene.events where !event.reasons.isEmpty && !event.isWrong {
      rows.append(
        Row(text: "\(event.isCut ? "?" : "-") \(event.name): \(reasons(event))", look: .faint))
    }
    return (rows, cursor)
  }

  /// A text of at most so many columns, with a mark where something is cut.
  private static func cut(_ text: String, to width: Int) -> String {
    if Columns.width(text) <= width { return text }
    return String(Columns.prefix(Substring(text), max(1, width - 1))) + (width > 1 ? "…" : "")
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Columns.width(text)))
  }

  /// A line in pieces that fit, between words where that can be; the pieces after the first are indented.
  static func wrapped(_ line: String, _ width: Int, indent: Int) -> [String] {
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

  /// All rows in one string that writes over the screen without clearing it first.
  func text(usesColor: Bool) -> String {
    let lines = lines.map { line -> String in
      guard let right = line.right else { return Self.painted(line.left, width, usesColor) }
      return Self.painted(line.left, leftWidth - 1, usesColor, isPadded: true) + " │ "
        + Self.painted(right, rightWidth, usesColor)
    }
    // Where lines end at the very edge, some terminals begin a new one by themselves.
    return "\u{1B}[?2026h\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
      + "\u{1B}[J\u{1B}[?2026l"
  }

  /// A row cut to a width, with a mark where something is cut.
  private static func painted(
    _ row: Row, _ width: Int, _ usesColor: Bool, isPadded: Bool = false
  ) -> String {
    let text = cut(row.text, to: width)
    let (begin, end) = sequences(row.look, usesColor)
    return begin + (isPadded ? padded(text, to: width) : text) + end
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
