import Traces

/// A trace as a picture: its phones side by side, in SVG without styles and scripts, so that it is shown wherever
/// pictures are.
struct PhonePicture {
  /// Of a longer trace the last states are drawn.
  private static let maximumPhones = 6
  /// In pixels.
  private static let (width, gap, margin, top) = (236, 28, 24, 84)
  private static let line = 17

  private let trace: PhoneTrace
  private let title: String
  private let outcome: String
  private var canvas = PictureCanvas()

  /// - Parameters:
  ///   - title: what the trace is about.
  ///   - outcome: what is to be seen at its end.
  init(_ trace: PhoneTrace, title: String, outcome: String) {
    (self.trace, self.title, self.outcome) = (trace, title, outcome)
  }

  /// The picture as a file.
  func encoded() -> String {
    var picture = self
    return picture.drawn()
  }

  private mutating func drawn() -> String {
    let frames = trace.frames.suffix(Self.maximumPhones)
    let heads = frames.map { Self.wrapped(Self.head($0), width: Self.width) }
    let headLines = heads.map(\.count).max() ?? 0
    let phoneTop = Self.top + headLines * Self.line + 12
    let height = frames.map { Self.height(of: $0) }.max() ?? 200
    let total = max(
      480, 2 * Self.margin + frames.count * (Self.width + Self.gap) - Self.gap)
    var bottom = phoneTop + height
    canvas.text(title, x: Self.margin, y: 36, size: 18, isBold: true)
    canvas.text(outcome, x: Self.margin, y: 60, size: 14, colour: .dim)
    for (column, frame) in frames.enumerated() {
      let x = Self.margin + column * (Self.width + Self.gap)
      let lines = heads[column]
      for (row, line) in lines.enumerated() {
        let y = Self.top + (headLines - lines.count + row + 1) * Self.line
        canvas.text(
          line, x: x, y: y, size: row == 0 ? 15 : 13, colour: row == 0 ? .link : .dim,
          isBold: row == 0)
      }
      phone(frame, x: x, y: phoneTop, height: height)
      bottom = max(bottom, beside(frame, x: x, y: phoneTop + height + 22))
    }
    return canvas.document(
      width: total, height: bottom + Self.margin, title: title, description: description)
  }

  /// The same in words.
  private var description: String {
    trace.frames.map { frame in
      let cards = frame.cards.map { shown in
        let change =
          switch shown.change {
          case .none: ""
          case .came: " (new)"
          case .gone: " (gone)"
          case .changed: " (changed)"
          }
        return ([shown.card.title, shown.card.text, shown.card.label].compactMap(\.self))
          .joined(separator: ", ") + change
      }
      let happened = Self.head(frame).joined(separator: " ")
      return "\(happened): \(cards.isEmpty ? "no notification" : cards.joined(separator: "; "))."
    }.joined(separator: " ")
  }

  // MARK: What happened

  private static func head(_ frame: PhoneTrace.Frame) -> [String] {
    guard let event = frame.event else { return ["start"] }
    let arguments = event.arguments.filter { $0.value != "none" && $0.value != "no" }
      .map { "\($0.name) \($0.value)" }
    return [event.name] + (arguments.isEmpty ? [] : [arguments.joined(separator: ", ")])
  }

  /// Lines that are no wider than a phone, as far as words go.
  private static func wrapped(_ lines: [String], width: Int) -> [String] {
    lines.flatMap { line -> [String] in
      var rows: [String] = []
      for word in line.cut(toBytes: 200).split(separator: " ") {
        if let last = rows.last, (last.count + word.count + 1) * 13 / 2 <= width {
          rows[rows.count - 1] = "\(last) \(word)"
        } else {
          rows.append(String(word))
        }
      }
      return rows
    }
  }

  // MARK: The phone

  private static let cardHeight = 66

  private static func height(of frame: PhoneTrace.Frame) -> Int {
    let marks = (frame.marks.count + (frame.wakes ? 1 : 0) + 1) / 2
    return max(260, 92 + marks * 30 + frame.cards.count * (cardHeight + 8) + 44)
  }

  private mutating func phone(_ frame: PhoneTrace.Frame, x: Int, y: Int, height: Int) {
    let isDark = frame.isLit == false
    let colour: PictureCanvas.Colour = isDark ? .pale : .ink
    canvas.box(
      x: x + 3, y: y + 3, width: Self.width - 6, height: height - 6, radius: 28,
      fill: isDark ? .night : .day, stroke: .ink, strokeWidth: 6)
    if let isLit = frame.isLit {
      canvas.text(
        isLit ? "screen on" : "screen off", x: x + Self.width - 24, y: y + 26, size: 11,
        colour: colour, anchor: .end)
    }
    let middle = x + Self.width / 2
    canvas.text(
      "\(frame.number)", x: middle, y: y + 64, size: 40, colour: colour, anchor: .middle)
    var next = marks(frame, x: x, y: y + 80)
    for card in frame.cards.prefix(8) {
      self.card(card, x: x + 14, y: next, width: Self.width - 28)
      next += Self.cardHeight + 8
    }
    if frame.cards.isEmpty, trace.hasTray {
      canvas.text(
        "no notification", x: middle, y: y + height / 2 + 20, size: 13, colour: colour,
        anchor: .middle)
    }
    if let badge = frame.badge {
      canvas.text(
        "app icon", x: middle + 12, y: y + height - 22, size: 12, colour: colour, anchor: .end)
      canvas.box(x: middle + 20, y: y + height - 35, width: 24, height: 17, radius: 8, fill: .bad)
      canvas.text(
        badge, x: middle + 32, y: y + height - 22, size: 12, colour: .white, isBold: true,
        anchor: .middle)
    }
  }

  /// What is noticed; tells where it ends.
  private mutating func marks(_ frame: PhoneTrace.Frame, x: Int, y: Int) -> Int {
    let marks =
      (frame.wakes ? [PhoneTrace.Mark(name: "screen goes on", icon: .light)] : []) + frame.marks
    let widths = marks.map { 34 + min($0.name.count, 18) * 8 }
    var (left, row) = (x + 16, y)
    for (mark, width) in zip(marks, widths) {
      if left + width > x + Self.width - 12, left > x + 16 { (left, row) = (x + 16, row + 28) }
      canvas.box(x: left, y: row, width: width, height: 23, radius: 11, fill: .ink)
      canvas.icon(mark.icon, x: left + 8, y: row + 4, size: 15, colour: .white)
      canvas.text(
        mark.name.cut(toBytes: 18), x: left + 27, y: row + 16, size: 12, colour: .white,
        isBold: true)
      left += width + 6
    }
    return marks.isEmpty ? y : row + 34
  }

  private mutating func card(_ shown: ShownCard, x: Int, y: Int, width: Int) {
    let card = shown.card
    let (fill, stroke, word): (PictureCanvas.Colour, PictureCanvas.Colour, String) =
      switch shown.change {
      case .none: (.white, .line, "")
      case .came: (.fresh, .good, "new")
      case .changed: (.warm, .open, "changed")
      case .gone: (.white, .bad, "gone")
      }
    canvas.box(
      x: x, y: y, width: width, height: Self.cardHeight, radius: 14, fill: fill,
      stroke: shown.isSuspect ? .bad : stroke, strokeWidth: shown.isSuspect ? 4 : 2)
    canvas.box(x: x + 10, y: y + 11, width: 26, height: 26, radius: 7, fill: .link)
    canvas.icon(card.icon, x: x + 14, y: y + 15, size: 18, colour: .white)
    let isGone = shown.change == .gone
    let title = card.title.prefix(1).uppercased() + card.title.dropFirst()
    canvas.text(
      title.cut(toBytes: 20), x: x + 46, y: y + 24, size: 15, isBold: true, isStruck: isGone)
    if let text = card.text {
      canvas.text(text.cut(toBytes: 24), x: x + 46, y: y + 41, size: 13, isStruck: isGone)
    }
    let small =
      [card.label].compactMap(\.self) + card.details.map { "\($0.name) \($0.value)" } + card.flags
    canvas.text(
      small.joined(separator: " · ").cut(toBytes: 34), x: x + 46, y: y + 57, size: 11, colour: .dim)
    canvas.text(
      word, x: x + width - 12, y: y + 22, size: 11, colour: stroke == .line ? .dim : stroke,
      isBold: true, anchor: .end)
  }

  /// What changed beside the phone, and what is violated; tells where it ends.
  private mutating func beside(_ frame: PhoneTrace.Frame, x: Int, y: Int) -> Int {
    var y = y
    for other in frame.others.flatMap(\.changes).prefix(6) {
      canvas.text(
        "\(other.place): \(other.old) → \(other.new)".cut(toBytes: 34), x: x, y: y, size: 12,
        colour: .dim, isMono: true)
      y += Self.line
    }
    let violated = zip(frame.lamps, trace.lampNames).filter { $0.0 == .violated }.map(\.1)
    for name in violated.prefix(3) {
      canvas.text("✗ \(name)".cut(toBytes: 34), x: x, y: y, size: 13, colour: .bad, isBold: true)
      y += Self.line
    }
    return y
  }
}
