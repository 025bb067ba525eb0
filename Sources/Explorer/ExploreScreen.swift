import Commands
import TrayKit

/// Lays out a place of an exploration for the size of a terminal.
///
/// The last step comes first, with its signals; then the state with its cards, the possible steps, and the properties.
/// State and steps share the rows; each gets at least half of them if it needs that. With very few rows, the steps get
/// all of them, because the return key must never take a hidden step.
struct ExploreScreen {
  /// The look of a row.
  enum Look { case plain, strong, faint, chosen, wrong, changed }

  /// A part of a row with one look.
  struct Span {
    var text: String
    var look = Look.plain
  }

  struct Row {
    var spans: [Span]
    var text: String { spans.map(\.text).joined() }

    init(_ spans: [Span]) { self.spans = spans }
    init(text: String, look: Look = .plain) { spans = [Span(text: text, look: look)] }
  }

  /// A row of the screen, with a second row to its right if there are two panes.
  struct Line {
    var left: Row
    var right: Row?
  }

  private(set) var lines: [Line] = []
  /// The scroll position of the state, adjusted so that no space is left empty.
  private(set) var stateTop = 0
  let width: Int

  /// Lays out a place.
  ///
  /// - Parameters:
  ///   - chosen: the index of the selected entry.
  ///   - footer: the last row, or the last two rows if it is too long.
  init(
    _ scene: Exploration.Scene, _ list: ExploreList, chosen: Int, stateTop wanted: Int,
    footer: String, width: Int, height: Int
  ) {
    self.width = width
    let titles = Self.titles(scene, width: width)
    lines += titles.prefix(height < Self.leastHeight ? min(1, max(0, height - 2)) : 3).map {
      Line(left: $0)
    }
    var (rows, cursor) = rows(scene, list, chosen, wrapsAll: true)
    if rows.count > height * 3 / 5 - 2 { (rows, cursor) = self.rows(scene, list, chosen) }
    let isWhole = height >= Self.leastHeight
    if isWhole { addPlace(scene, list, height, wanted, stepRows: rows.count) }
    let foot = isWhole ? Self.wrapped(footer, width, indent: 0).prefix(2) : [footer]
    let room = max(1, height - lines.count - foot.count - (isWhole ? 1 : 0))
    let top = max(0, min(cursor.upperBound - room, rows.count - room))
    let first = cursor.lowerBound < top ? cursor.lowerBound : top
    var shown = Array(rows.dropFirst(first).prefix(room))
    shown += Array(repeating: Row(text: ""), count: room - shown.count)
    if isWhole { shown.append(lamps(scene.lamps)) }
    shown += foot.map { Row(text: $0, look: .faint) }
    lines = Array((lines + shown.map { Line(left: $0) }).prefix(max(1, height)))
  }

  /// The minimum number of rows for showing more than steps.
  private static let leastHeight = 9
  /// The minimum number of columns for two panes.
  private static let leastWidthOfPanes = 64

  private var hasPanes: Bool { width >= Self.leastWidthOfPanes }
  var leftWidth: Int { hasPanes ? width * 2 / 5 : width }
  var rightWidth: Int { hasPanes ? width - leftWidth - 2 : width }

  /// Adds the last step with its effects, the state, and a line with the number of possible steps.
  private mutating func addPlace(
    _ scene: Exploration.Scene, _ list: ExploreList, _ height: Int, _ wanted: Int, stepRows: Int
  ) {
    let (step, right, reasons) = (step(scene), view(scene), reasons(scene))
    let left = step + reasons
    let content = hasPanes ? right : step + right + reasons
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

  /// Lays out lines under a title.
  ///
  /// - Parameters:
  ///   - chosen: the index of the selected line; nil without a cursor.
  ///   - top: the first line that is shown without a cursor.
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

  // MARK: Steps

  /// The failures and the possible and impossible steps, with the rows of the selected entry.
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
        text = Columns.padded(text, to: 2 + min(heads, width / 3))
        text +=
          "  " + Columns.padded(Self.cut(entry.arguments, to: arguments), to: arguments) + "  "
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

  /// A text of at most a number of columns, with a mark where it was truncated.
  private static func cut(_ text: String, to width: Int) -> String {
    if Columns.width(text) <= width { return text }
    return String(Columns.prefix(Substring(text), max(1, width - 1))) + (width > 1 ? "…" : "")
  }

  /// A line wrapped between words if possible; lines after the first are indented.
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

  /// All rows as one string that overwrites the screen without clearing it first.
  func text(usesColor: Bool) -> String {
    let lines = lines.map { line -> String in
      guard let right = line.right else { return Self.painted(line.left, width, usesColor) }
      return Self.painted(line.left, leftWidth - 1, usesColor, isPadded: true) + " │ "
        + Self.painted(right, rightWidth, usesColor)
    }
    // Some terminals start a new line if text reaches the last column.
    return "\u{1B}[?2026h\u{1B}[H" + lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
      + "\u{1B}[J\u{1B}[?2026l"
  }

  /// A row truncated to a width, with a mark where it was truncated.
  private static func painted(
    _ row: Row, _ width: Int, _ usesColor: Bool, isPadded: Bool = false
  ) -> String {
    var room = width
    var painted = ""
    for span in row.spans where room > 0 {
      let text = cut(span.text, to: room)
      let (begin, end) = sequences(span.look, usesColor)
      painted += begin + text + end
      room -= Columns.width(text)
    }
    return painted + (isPadded ? String(repeating: " ", count: max(0, room)) : "")
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
