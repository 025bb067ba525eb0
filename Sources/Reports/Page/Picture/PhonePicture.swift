import Traces

/// A trace as a card for a pull request: the verdict, the author's sentence, the phones and the line, in SVG without
/// styles and scripts, so that it is shown wherever pictures are.
struct PhonePicture {
  /// The texts of a card.
  struct Words {
    /// The verdict in words, for example `Fails after 2 steps`.
    var verdict: String
    var isFailure: Bool
    /// The property.
    var name: String
    var world: String
    /// The author's sentence.
    var sentence: String
    /// The line of the spec that makes it fail.
    var line: (number: Int, text: String)?
  }

  /// Of a longer trace the last states are drawn.
  private static let maximumPhones = 5
  /// In pixels.
  private static let (width, gap, margin) = (216, 20, 24)
  private static let line = 18
  private static let cardHeight = 52

  private let trace: PhoneTrace
  private let words: Words
  private var canvas = PictureCanvas()

  init(_ trace: PhoneTrace, _ words: Words) { (self.trace, self.words) = (trace, words) }

  /// The picture as a file.
  func encoded() -> String {
    var picture = self
    return picture.drawn()
  }

  private mutating func drawn() -> String {
    let frames = trace.frames.suffix(Self.maximumPhones)
    let width = max(
      520, 2 * Self.margin + frames.count * (Self.width + Self.gap) - Self.gap)
    let colour: PictureCanvas.Colour = words.isFailure ? .bad : .good
    canvas.box(x: 0, y: 0, width: width, height: 6, radius: 3, fill: colour)
    canvas.icon(
      words.isFailure ? .fails : .holds, x: Self.margin, y: 24, size: 16, colour: colour)
    canvas.text(
      "\(words.verdict) · \(words.name) · world \(words.world)".cut(toBytes: width / 8),
      x: Self.margin + 24, y: 37, size: 13, colour: colour, isBold: true)
    var y = 64
    for row in Self.wrapped(words.sentence, width: width - 2 * Self.margin, size: 19).prefix(3) {
      canvas.text(row, x: Self.margin, y: y, size: 19, isBold: true)
      y += 25
    }
    y += 4
    let heads = frames.map { frame in
      Self.head(frame).flatMap { Self.wrapped($0, width: Self.width, size: 13) }
    }
    let headLines = heads.map(\.count).max() ?? 0
    let hasSignals = frames.contains { !$0.marks.isEmpty }
    let phoneTop = y + headLines * Self.line + (hasSignals ? 34 : 8)
    let height = frames.map(Self.height).max() ?? 200
    for (column, frame) in frames.enumerated() {
      let x = Self.margin + column * (Self.width + Self.gap)
      for (row, line) in heads[column].enumerated() {
        canvas.text(
          line, x: x, y: y + (row + 1) * Self.line - 4, size: row == 0 ? 15 : 13,
          colour: row == 0 ? .ink : .dim, isBold: row == 0)
      }
      signals(frame, x: x, y: phoneTop - 30)
      phone(frame, x: x, y: phoneTop, height: height)
    }
    var bottom = phoneTop + height
    if let line = words.line {
      bottom += 18
      canvas.box(
        x: Self.margin, y: bottom, width: width - 2 * Self.margin, height: 34, radius: 10,
        fill: words.isFailure ? .badGround : .white)
      canvas.text(
        "\(line.number)", x: Self.margin + 34, y: bottom + 22, size: 12, colour: .dim,
        anchor: .end, isMono: true)
      canvas.text(
        String(line.text.drop { $0 == " " }).cut(toBytes: (width - 110) / 8), x: Self.margin + 46,
        y: bottom + 22, size: 12, isMono: true)
      bottom += 34
    }
    return canvas.document(
      width: width, height: bottom + Self.margin,
      title: "\(words.verdict): \(words.name), world \(words.world)", description: description)
  }

  /// The same in words.
  private var description: String {
    let steps = trace.frames.map { frame in
      let cards = frame.cards.map { shown in
        ([shown.card.title, shown.card.text].compactMap(\.self)).joined(separator: ", ")
          + (shown.word.map { " (\($0))" } ?? "")
      }
      let happened = Self.head(frame).joined(separator: " ")
      return "\(happened): \(cards.isEmpty ? "tray is empty" : cards.joined(separator: "; "))."
    }
    return ([words.sentence] + steps).joined(separator: " ")
  }

  // MARK: Above the phone

  private static func head(_ frame: PhoneTrace.Frame) -> [String] {
    guard let event = frame.event else { return ["Start"] }
    let arguments = event.arguments.filter { !$0.isSmallest }.map { "\($0.name) \($0.value)" }
    return ["\(frame.number). \(event.name)"]
      + (arguments.isEmpty ? [] : [arguments.joined(separator: ", ")])
      + (event.rule.map { ["rule \($0)"] } ?? [])
  }

  /// Lines that fit into a width, as far as words go.
  private static func wrapped(_ text: String, width: Int, size: Int) -> [String] {
    var rows: [String] = []
    for word in text.cut(toBytes: 300).split(separator: " ") {
      if let last = rows.last, (last.count + word.count + 1) * size * 54 / 100 <= width {
        rows[rows.count - 1] = "\(last) \(word)"
      } else {
        rows.append(String(word))
      }
    }
    return rows
  }

  private mutating func signals(_ frame: PhoneTrace.Frame, x: Int, y: Int) {
    var left = x
    for mark in frame.marks {
      let name = "\(mark.name)\(mark.detail.isEmpty ? "" : " ")\(mark.detail)".cut(toBytes: 18)
      let width = name.count * 13 / 2 + (mark.icon == nil ? 18 : 30)
      guard left + width <= x + Self.width + Self.gap - 4 else {
        canvas.text("…", x: left, y: y + 15, size: 13, colour: .dim)
        return
      }
      let colour: PictureCanvas.Colour = mark.isSuspect ? .bad : .ink
      canvas.box(
        x: left, y: y, width: width, height: 22, radius: 11,
        fill: mark.isSuspect ? .badGround : .white, stroke: mark.isSuspect ? .bad : .line,
        strokeWidth: mark.isSuspect ? 2 : 1)
      var textLeft = left + 8
      if let icon = mark.icon {
        canvas.icon(icon, x: left + 6, y: y + 4, size: 14, colour: colour)
        textLeft += 15
      }
      canvas.text(name, x: textLeft, y: y + 15, size: 12, colour: colour, isBold: true)
      left += width + 5
    }
  }

  // MARK: The phone

  private static func height(of frame: PhoneTrace.Frame) -> Int {
    let names = frame.devices.count > 1 ? frame.devices.count * 20 : 0
    return max(210, 56 + names + (frame.cards.count + frame.messages.count) * (cardHeight + 8) + 40)
  }

  private mutating func phone(_ frame: PhoneTrace.Frame, x: Int, y: Int, height: Int) {
    let isDark = frame.isLit == false
    let colour: PictureCanvas.Colour = isDark ? .pale : .ink
    canvas.box(
      x: x + 3, y: y + 3, width: Self.width - 6, height: height - 6, radius: 24,
      fill: isDark ? .night : .day, stroke: .bezel, strokeWidth: 6)
    let middle = x + Self.width / 2
    if let isLit = frame.isLit {
      canvas.text(
        "Screen \(isLit ? "on" : "off")\(frame.wakes ? " (wakes)" : "")", x: middle, y: y + 28,
        size: 12, colour: colour, anchor: .middle)
    }
    var next = y + 42
    for device in frame.devices {
      if let name = device.name {
        canvas.text(name, x: x + 16, y: next + 12, size: 12, colour: colour, isBold: true)
        next += 20
      }
      for shown in (device.messages + device.cards).prefix(6) {
        card(shown, x: x + 14, y: next, width: Self.width - 28, isDark: isDark)
        next += Self.cardHeight + 8
      }
    }
    if frame.cards.isEmpty, trace.hasTray {
      canvas.text(
        "Tray is empty", x: middle, y: y + height / 2 + 6, size: 13, colour: colour,
        anchor: .middle)
    }
    if let badge = frame.badge {
      canvas.text(
        "App icon: \(badge) unread", x: middle, y: y + height - 20, size: 12, colour: colour,
        anchor: .middle)
    }
  }

  private mutating func card(_ shown: ShownCard, x: Int, y: Int, width: Int, isDark: Bool) {
    let card = shown.card
    let isGone = shown.change == .gone
    let (fill, ink, dim): (PictureCanvas.Colour, PictureCanvas.Colour, PictureCanvas.Colour) =
      isDark ? (.nightCard, .pale, .paleDim) : (.white, .ink, .dim)
    var edge: PictureCanvas.Colour? =
      switch shown.change {
      case .none: nil
      case .came: .good
      case .changed: .open
      case .gone: dim
      }
    if shown.isSuspect { edge = .bad }
    canvas.box(
      x: x, y: y, width: width, height: Self.cardHeight, radius: 12, fill: fill, stroke: edge,
      strokeWidth: shown.isSuspect ? 3 : 2, isDashed: isGone)
    canvas.box(x: x + 9, y: y + 10, width: 24, height: 24, radius: 7, fill: .link)
    canvas.icon(card.icon, x: x + 13, y: y + 14, size: 16, colour: .white)
    let title = card.title.prefix(1).uppercased() + card.title.dropFirst()
    let isNight = isDark && !shown.isSuspect
    canvas.text(
      title.cut(toBytes: 18), x: x + 42, y: y + 22, size: 14, colour: ink, isBold: true,
      isStruck: isGone)
    let small =
      (card.isInFlight ? ["on its way"] : []) + [card.text].compactMap(\.self)
      + card.details.map { "\($0.name) \($0.value)" } + card.flags
    canvas.text(
      small.joined(separator: " · ").cut(toBytes: 24), x: x + 42, y: y + 40, size: 12, colour: dim)
    canvas.text(
      shown.word ?? "", x: x + width - 10, y: y + 20, size: 11,
      colour: isNight ? .pale : edge ?? dim, isBold: true, anchor: .end)
  }
}
