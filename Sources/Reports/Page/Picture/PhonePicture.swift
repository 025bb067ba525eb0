import Traces

/// A trace as a picture for a pull request: the verdict, the author's sentence, the phones and the line. It is SVG
/// without styles and scripts, so that all image viewers show it.
struct PhonePicture {
  /// The texts of the picture.
  struct Words {
    /// The verdict in words, for example `Fails after 2 steps`.
    var verdict: String
    var isFailure: Bool
    /// The name of the property.
    var name: String
    var world: String
    /// The author's sentence.
    var sentence: String
    /// The line of the spec at fault.
    var line: (number: Int, text: String)?
  }

  /// The maximum number of phones. Of a longer trace, only the last states are shown.
  private static let maximumPhones = 5
  /// The maximum number of cards and of messages in flight at one phone.
  private static let maximumCards = 6
  /// Sizes in pixels.
  private static let (width, gap, margin) = (216, 20, 24)
  private static let line = 18
  private static let cardHeight = 52
  private static let messageHeight = 34

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
    let devices = max(1, trace.frames.first?.devices.count ?? 1)
    let frames = trace.frames.suffix(max(1, Self.maximumPhones / devices))
    let frameWidth = devices * (Self.width + 8) - 8
    let width = max(520, 2 * Self.margin + frames.count * (frameWidth + Self.gap) - Self.gap)
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
      Self.head(frame).flatMap { Self.wrapped($0, width: frameWidth, size: 13) }
    }
    let headLines = heads.map(\.count).max() ?? 0
    let hasSignals = frames.contains { !$0.marks.isEmpty }
    let phoneTop = y + headLines * Self.line + (hasSignals ? 34 : 8)
    let all = frames.flatMap(\.devices)
    let height = all.map(Self.height).max() ?? 200
    let nameHeight = all.contains { $0.name != nil } ? 24 : 0
    let messagesHeight =
      (all.map { min($0.messages.count, Self.maximumCards) }.max() ?? 0) * Self.messageHeight
    for (column, frame) in frames.enumerated() {
      let x = Self.margin + column * (frameWidth + Self.gap)
      for (row, line) in heads[column].enumerated() {
        canvas.text(
          line, x: x, y: y + (row + 1) * Self.line - 4, size: row == 0 ? 15 : 13,
          colour: row == 0 ? .ink : .dim, isBold: row == 0)
      }
      signals(frame, x: x, y: phoneTop - 30, width: frameWidth)
      for (place, device) in frame.devices.enumerated() {
        let left = x + place * (Self.width + 8)
        canvas.text(device.name ?? "", x: left + 6, y: phoneTop + 14, size: 14, isBold: true)
        messages(device, x: left, y: phoneTop + nameHeight)
        phone(device, x: left, y: phoneTop + nameHeight + messagesHeight, height: height)
      }
    }
    var bottom = phoneTop + nameHeight + messagesHeight + height
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

  /// The picture in words.
  private var description: String {
    let steps = trace.frames.map { frame in
      let phones = frame.devices.map { device in
        let name = device.name.map { "\($0): " } ?? ""
        let cards = Self.list(device.cards)
        let messages = device.messages.filter { $0.change != .gone }
        let way = messages.isEmpty ? "" : ", on its way: \(Self.list(messages))"
        return "\(name)\(cards.isEmpty ? "tray is empty" : cards)\(way)"
      }
      let happened = Self.head(frame).joined(separator: " ")
      return "\(happened): \(phones.joined(separator: "; "))."
    }
    return ([words.sentence] + steps).joined(separator: " ")
  }

  private static func list(_ cards: [ShownCard]) -> String {
    cards.map { shown in
      ([shown.card.title, shown.card.text].compactMap(\.self)).joined(separator: ", ")
        + (shown.word.map { " (\($0))" } ?? "")
    }.joined(separator: "; ")
  }

  // MARK: Above the phone

  private static func head(_ frame: PhoneTrace.Frame) -> [String] {
    guard let event = frame.event else { return ["Start"] }
    let arguments = event.arguments.filter { !$0.isSmallest }.map { "\($0.name) \($0.value)" }
    return ["\(frame.number). \(event.name)"]
      + (arguments.isEmpty ? [] : [arguments.joined(separator: ", ")])
      + (event.rule.map { ["rule \($0)"] } ?? [])
  }

  /// Lines that fit into a width, broken between words.
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

  private mutating func signals(_ frame: PhoneTrace.Frame, x: Int, y: Int, width frameWidth: Int) {
    var left = x
    for mark in frame.marks {
      let name = "\(mark.name)\(mark.detail.isEmpty ? "" : " ")\(mark.detail)".cut(toBytes: 18)
      let width = name.count * 13 / 2 + (mark.icon == nil ? 18 : 30)
      guard left + width <= x + frameWidth + Self.gap - 4 else {
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

  private static func height(of device: PhoneTrace.Device) -> Int {
    max(210, 56 + min(device.cards.count, maximumCards) * (cardHeight + 8) + 40)
  }

  /// The messages in flight to a phone, above it.
  private mutating func messages(_ device: PhoneTrace.Device, x: Int, y: Int) {
    for (row, shown) in device.messages.prefix(Self.maximumCards).enumerated() {
      let (isGone, top) = (shown.change == .gone, y + row * Self.messageHeight)
      canvas.box(
        x: x + 3, y: top, width: Self.width - 6, height: 28, radius: 9, fill: .white,
        stroke: shown.change == .came ? .good : .dim, strokeWidth: 1, isDashed: isGone)
      canvas.icon(.mail, x: x + 11, y: top + 6, size: 16, colour: .dim)
      let text = [shown.card.title, shown.card.text].compactMap(\.self).joined(separator: " · ")
      canvas.text(
        Self.capitalized(text).cut(toBytes: 18), x: x + 34, y: top + 19, size: 13, isStruck: isGone)
      canvas.text(
        isGone ? "left" : shown.word ?? "", x: x + Self.width - 12, y: top + 18, size: 11,
        colour: .dim, anchor: .end)
    }
  }

  private static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  private mutating func phone(_ device: PhoneTrace.Device, x: Int, y: Int, height: Int) {
    let isDark = device.isLit == false
    let colour: PictureCanvas.Colour = isDark ? .pale : .ink
    canvas.box(
      x: x + 3, y: y + 3, width: Self.width - 6, height: height - 6, radius: 24,
      fill: isDark ? .night : .day, stroke: .bezel, strokeWidth: 6)
    let middle = x + Self.width / 2
    if let isLit = device.isLit {
      canvas.text(
        "Screen \(isLit ? "on" : "off")\(device.wakes ? " (wakes)" : "")", x: middle, y: y + 28,
        size: 12, colour: colour, anchor: .middle)
    }
    var next = y + 42
    for shown in device.cards.prefix(Self.maximumCards) {
      card(shown, x: x + 14, y: next, width: Self.width - 28, isDark: isDark)
      next += Self.cardHeight + 8
    }
    if device.cards.isEmpty, trace.hasTray {
      canvas.text(
        "Tray is empty", x: middle, y: y + height / 2 + 6, size: 13, colour: colour,
        anchor: .middle)
    }
    if let badge = device.badge {
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
    let isNight = isDark && !shown.isSuspect
    canvas.text(
      Self.capitalized(card.title).cut(toBytes: 18), x: x + 42, y: y + 22, size: 14, colour: ink,
      isBold: true,
      isStruck: isGone)
    let small =
      [card.text].compactMap(\.self)
      + card.details.map { "\($0.name) \($0.value)" } + card.flags
    canvas.text(
      small.joined(separator: " · ").cut(toBytes: 24), x: x + 42, y: y + 40, size: 12, colour: dim)
    canvas.text(
      shown.word ?? "", x: x + width - 10, y: y + 20, size: 11,
      colour: isNight ? .pale : edge ?? dim, isBold: true, anchor: .end)
  }
}
