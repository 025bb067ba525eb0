/// Renders a sequence diagram as an SVG picture.
extension SequenceDiagram {
  private static let letter = 7.3
  /// The width of a lane, enough for the labels of arrows within a limit.
  private var laneWidth: Double {
    let longest = (messages.flatMap { [$0.event] + $0.signals } + [attempt ?? ""]).map(\.count)
      .max()
    return min(640, max(220, Double(longest ?? 0) * Self.letter + 40))
  }
  private static let left = 90.0
  private static let lineHeight = 15.0
  private static let lettersInLane = 48

  /// The picture as SVG.
  package var svg: String {
    let all = ["outside"] + lanes
    let notes = messages.flatMap(\.notes).map(\.count).max() ?? 0
    let right = Double(min(notes, Self.lettersInLane) + 2) * Self.letter + 20
    let width = Int(Self.left + laneWidth * Double(all.count - 1) + max(Self.left, right))
    var y = 104.0
    var parts: [String] = []
    for (index, message) in messages.enumerated() {
      if index == loop { parts.append(loopMark("↻ repeats from here", at: &y, width)) }
      let lane = (message.lane ?? 0) + 1
      parts.append(arrow(0, lane, message.event, at: y, "#1f5fbf", isDashed: false))
      y += Self.lineHeight
      for note in message.notes {
        for line in Self.pieces(note) {
          parts.append(text(line, x(lane) + 10, y, "#3a4652"))
          y += Self.lineHeight
        }
      }
      for signal in message.signals {
        y += 8
        parts.append(arrow(lane, 0, signal, at: y, "#a3461a", isDashed: true))
        y += Self.lineHeight
      }
      y += 22
    }
    if loop == messages.count { parts.append(loopMark("nothing happens any more", at: &y, width)) }
    if let attempt {
      parts.append(arrow(0, attemptLane + 1, "\(attempt)  ✗", at: y, "#b3261e", isDashed: false))
      y += 30
    }
    let height = Int(y + 20)
    let heads = all.enumerated().map { head($1, x($0), bottom: Double(height) - 20) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-label="\(XMLText.attribute(title))" font-family="ui-monospace, Menlo, Consolas, monospace" \
      font-size="12" fill="#22262b">
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      <text x="30" y="30" font-size="15" font-weight="bold">\(XMLText.content(title))</text>
      \((heads + parts).joined(separator: "\n"))
      </svg>

      """
  }

  private func x(_ lane: Int) -> Double { Self.left + Double(lane) * laneWidth }

  private func head(_ name: String, _ x: Double, bottom: Double) -> String {
    let width = max(80, Double(name.count) * 7.4 + 20)
    return """
      <line x1="\(x)" y1="76" x2="\(x)" y2="\(bottom)" stroke="#c3cad2"/>\
      <rect x="\(StateGraph.number(x - width / 2))" y="48" width="\(StateGraph.number(width))" height="28" rx="8" \
      fill="#f0f3f6" stroke="#9aa3ad"/>\
      <text x="\(x)" y="66" text-anchor="middle" font-weight="bold">\(XMLText.content(name))</text>
      """
  }

  private func arrow(
    _ from: Int, _ to: Int, _ label: String, at y: Double, _ color: String, isDashed: Bool
  ) -> String {
    let (begin, end) = (x(from), x(to))
    let tip = end > begin ? end - 7 : end + 7
    let dashes = isDashed ? " stroke-dasharray=\"5 4\"" : ""
    return """
      <path d="M\(begin) \(y)H\(end)" stroke="\(color)" fill="none"\(dashes)/>\
      <path d="M\(tip) \(y - 4)L\(end) \(y)L\(tip) \(y + 4)" stroke="\(color)" fill="none"/>\
      \(text(label, min(begin, end) + 10, y - 5, color))
      """
  }

  private func text(_ text: String, _ x: Double, _ y: Double, _ color: String) -> String {
    "<text x=\"\(x)\" y=\"\(y)\" fill=\"\(color)\" stroke=\"#ffffff\" stroke-width=\"4\" "
      + "paint-order=\"stroke\">\(XMLText.content(text))</text>"
  }

  private func loopMark(_ label: String, at y: inout Double, _ width: Int) -> String {
    defer { y += 30 }
    return "<path d=\"M20 \(y)H\(width - 20)\" stroke=\"#6a3fb5\" stroke-dasharray=\"2 4\"/>"
      + text(label, 24, y - 5, "#6a3fb5")
  }

  private static func pieces(_ text: String) -> [String] {
    var pieces: [String] = []
    var rest = Substring(text)
    while !rest.isEmpty {
      let isFirst = pieces.isEmpty
      pieces.append((isFirst ? "" : "  ") + rest.prefix(lettersInLane - (isFirst ? 0 : 2)))
      rest = rest.dropFirst(lettersInLane - (isFirst ? 0 : 2))
    }
    return pieces
  }
}
