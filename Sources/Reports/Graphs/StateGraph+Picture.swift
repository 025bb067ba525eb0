/// Renders a state graph as an SVG picture, without other programs.
extension StateGraph {
  private static let ink = "#22262b"
  private static let line = "#5b6673"

  /// The picture as SVG.
  package var svg: String {
    let layout = GraphLayout(self)
    let (width, height) = (Int(layout.width.rounded(.up)), Int(layout.height.rounded(.up)))
    var parts = [
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)" height="\(height)" \
      role="img" aria-label="\(XMLText.attribute(title.printableLine))" font-family="ui-monospace, Menlo, Consolas, monospace" \
      font-size="12" fill="\(Self.ink)">
      <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
      <path d="M0 0 8 4 0 8z" fill="\(Self.line)"/></marker></defs>
      <rect width="\(width)" height="\(height)" fill="#ffffff"/>
      <text x="40" y="34" font-size="15" font-weight="bold">\(XMLText.content(title.printableLine))</text>
      """
    ]
    parts += layout.routes.map(drawing)
    parts += nodes.indices.map { drawing(nodes[$0], layout.boxes[$0]) }
    parts += zip(edges, layout.routes).map(label)
    return parts.joined(separator: "\n") + "\n</svg>\n"
  }

  private func drawing(_ node: Node, _ box: GraphLayout.Box) -> String {
    var text = ""
    for (index, line) in (node.lines + count(node)).enumerated() {
      let y = box.y + 20 + Double(index) * GraphLayout.lineHeight
      let look = index >= node.lines.count ? " fill=\"#6a7077\"" : ""
      text +=
        "<text x=\"\(Self.number(box.middle))\" y=\"\(Self.number(y))\" text-anchor=\"middle\"\(look)>"
        + "\(XMLText.content(line.printableLine))</text>"
    }
    let stroke = node.isStart ? "#1f5fbf" : "#9aa3ad"
    return """
      <rect x="\(Self.number(box.x))" y="\(Self.number(box.y))" width="\(Self.number(box.width))" \
      height="\(Self.number(box.height))" rx="9" fill="\(node.isStart ? "#eaf2ff" : "#f6f7f9")" stroke="\(stroke)" \
      stroke-width="\(node.isStart ? 2 : 1)"/>\(text)
      """
  }

  private func drawing(_ route: GraphLayout.Route) -> String {
    let (begin, end) = (route.begin, route.end)
    let path: String
    switch route.way {
    case .down:
      let bend = (end.y - begin.y) / 2
      path = Self.curve(begin, (begin.x, begin.y + bend), (end.x, end.y - bend), end)
    case .level:
      let sag = Self.sag(route)
      path = Self.curve(begin, (begin.x, begin.y + sag), (end.x, end.y + sag), end)
    case .up, .own:
      let side = Self.side(route)
      path = Self.curve(begin, (side, begin.y), (side, end.y), end)
    }
    return "<path d=\"\(path)\" fill=\"none\" stroke=\"\(Self.line)\" marker-end=\"url(#head)\"/>"
  }

  /// A label near the start of its edge, so that labels of converging edges are distinguishable.
  private func label(_ edge: Edge, _ route: GraphLayout.Route) -> String {
    let (begin, end) = (route.begin, route.end)
    let (x, y, anchor): (Double, Double, String) =
      switch route.way {
      case .down: (begin.x * 0.8 + end.x * 0.2, begin.y * 0.68 + end.y * 0.32, "middle")
      case .level: (begin.x * 0.7 + end.x * 0.3, begin.y + Self.sag(route) * 0.68, "middle")
      case .up, .own:
        (
          max(begin.x, end.x) + (Self.side(route) - max(begin.x, end.x)) * 0.72,
          (begin.y + end.y) / 2 - 4, "start"
        )
      }
    return edge.text.enumerated().map { index, line in
      "<text x=\"\(Self.number(x))\" y=\"\(Self.number(y + Double(index) * 13))\" font-size=\"11\" "
        + "text-anchor=\"\(anchor)\" fill=\"#3a4652\" stroke=\"#ffffff\" stroke-width=\"4\" "
        + "paint-order=\"stroke\">\(XMLText.content(line.printableLine))</text>"
    }.joined()
  }

  /// The distance below the boxes of an edge within one row.
  private static func sag(_ route: GraphLayout.Route) -> Double {
    30 + abs(route.begin.x - route.end.x) / 10
  }

  /// The distance to the right of an edge that leads up.
  private static func side(_ route: GraphLayout.Route) -> Double {
    max(route.begin.x, route.end.x) + 40 + abs(route.begin.y - route.end.y) / 8
  }

  private static func curve(
    _ a: GraphLayout.Point, _ b: (Double, Double), _ c: (Double, Double), _ d: GraphLayout.Point
  ) -> String {
    func text(_ x: Double, _ y: Double) -> String { "\(number(x)) \(number(y))" }
    return "M\(text(a.x, a.y)) C\(text(b.0, b.1)) \(text(c.0, c.1)) \(text(d.x, d.y))"
  }

  /// A number with at most one decimal place.
  static func number(_ value: Double) -> String {
    let tenths = Int((abs(value) * 10).rounded())
    return (value < 0 && tenths > 0 ? "-" : "") + "\(tenths / 10)"
      + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
  }
}
