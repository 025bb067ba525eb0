import Foundation

/// Curves as a picture: diagrams side by side, on axes that have equal steps for each power of ten.
struct CurvePicture {
  var title: String
  /// The label of the horizontal axes.
  var horizontal: String
  var panels: [Panel]

  /// One of the diagrams.
  struct Panel {
    var title: String
    var lines: [Line]
  }

  struct Line {
    var label: String
    var points: [(x: Double, y: Double)]
  }

  private static let width = 420.0
  private static let height = 330.0
  private static let top = 84.0
  private static let left = 90.0
  private static let colors = ["#1f5fbf", "#c8501e", "#2e7d46"]
  private static let ink = "#22262b"
  private static let faint = "#6a7077"

  /// The picture as SVG.
  var svg: String {
    let width = Int(Self.left + Double(panels.count) * (Self.width + 90))
    let drawings = panels.enumerated().map { place, panel in
      drawing(panel, left: Self.left + Double(place) * (Self.width + 110))
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) 500" width="\(width)" height="500" \
      font-family="Helvetica, Arial, sans-serif" font-size="14" fill="\(Self.ink)">
      <rect width="\(width)" height="500" fill="#ffffff"/>
      <text x="90" y="32" font-size="18" font-weight="bold">\(title)</text>
      \(drawings.joined(separator: "\n"))
      </svg>

      """
  }

  private func drawing(_ panel: Panel, left: Double) -> String {
    let xs = panel.lines.flatMap { $0.points.map(\.x) }
    let ys = panel.lines.flatMap { $0.points.map(\.y) }
    let across = Axis(covering: xs, from: left, to: left + Self.width)
    let up = Axis(covering: ys, from: Self.top + Self.height, to: Self.top)
    var parts = [grid(panel, left, across, up)]
    for (index, line) in panel.lines.enumerated() {
      parts.append(drawing(line.points, index, across, up))
      parts.append(legend(line.label, left, index))
    }
    return parts.joined(separator: "\n")
  }

  /// The title, the lines for powers of ten, and their labels.
  private func grid(_ panel: Panel, _ left: Double, _ across: Axis, _ up: Axis) -> String {
    let right = left + Self.width
    let bottom = Self.top + Self.height
    var parts = [
      """
      <text x="\(left)" y="\(Self.top - 16)" font-weight="bold">\(panel.title)</text>
      <text x="\(left + Self.width / 2)" y="\(bottom + 48)" text-anchor="middle">\(horizontal)</text>
      """
    ]
    for (power, x) in across.ticks {
      parts.append(
        """
        <line x1="\(x)" y1="\(Self.top)" x2="\(x)" y2="\(bottom)" stroke="#dde1e5"/>
        <text x="\(x)" y="\(bottom + 22)" text-anchor="middle">10<tspan dy="-6" \
        font-size="11">\(power)</tspan></text>
        """)
    }
    for (power, y) in up.ticks {
      parts.append(
        """
        <line x1="\(left)" y1="\(y)" x2="\(right)" y2="\(y)" stroke="#dde1e5"/>
        <text x="\(left - 10)" y="\(y + 5)" text-anchor="end">\(Self.label(power))</text>
        """)
    }
    parts.append(
      """
      <rect x="\(left)" y="\(Self.top)" width="\(Self.width)" height="\(Self.height)" \
      fill="none" stroke="\(Self.faint)"/>
      """)
    return parts.joined(separator: "\n")
  }

  /// A curve, with the value written at its last point.
  private func drawing(
    _ points: [(x: Double, y: Double)], _ index: Int, _ across: Axis, _ up: Axis
  ) -> String {
    let color = Self.colors[index % Self.colors.count]
    let places = points.map { (across.place(of: $0.x), up.place(of: $0.y)) }
    let path = places.map { Self.format("%.1f,%.1f", $0, $1) }.joined(separator: " ")
    var parts = [
      "<polyline points=\"\(path)\" fill=\"none\" stroke=\"\(color)\" stroke-width=\"2\"/>"
    ]
    for (x, y) in places {
      let place = Self.format("cx=\"%.1f\" cy=\"%.1f\"", x, y)
      parts.append("<circle \(place) r=\"4\" fill=\"\(color)\"/>")
    }
    if let last = points.last, let place = places.last {
      // The first curve is above the second, so its figure is too.
      let height = place.1 + (index == 0 ? -4 : 14)
      parts.append(
        """
        <text x="\(place.0 + 10)" y="\(height)" fill="\(color)" \
        font-size="13">\(Figures.rounded(last.y))</text>
        """)
    }
    return parts.joined(separator: "\n")
  }

  private func legend(_ label: String, _ left: Double, _ index: Int) -> String {
    let x = left + 14
    let y = Self.top + 22 + Double(index) * 22
    let color = Self.colors[index % Self.colors.count]
    return """
      <line x1="\(x)" y1="\(y)" x2="\(x + 24)" y2="\(y)" stroke="\(color)" stroke-width="2"/>
      <circle cx="\(x + 12)" cy="\(y)" r="4" fill="\(color)"/>
      <text x="\(x + 32)" y="\(y + 5)">\(label)</text>
      """
  }

  /// A power of ten as a plain number.
  private static func label(_ power: Int) -> String {
    power >= 0
      ? Figures.count(Int(pow(10, Double(power)))) : format("%.\(-power)f", pow(10, Double(power)))
  }

  private static func format(_ format: String, _ values: Double...) -> String {
    String(format: format, arguments: values)
  }
}

/// An axis on which each power of ten takes the same space.
private struct Axis {
  var low: Int
  var high: Int
  var start: Double
  var end: Double

  /// An axis from the power of ten below all values to the one above them.
  init(covering values: [Double], from start: Double, to end: Double) {
    let powers = values.filter { $0 > 0 }.map { log10($0) }
    // A value that is hardly above a power of ten needs no further one, as points have some size.
    low = Int(((powers.min() ?? 0) + 0.03).rounded(.down))
    high = max(low + 1, Int(((powers.max() ?? 1) - 0.03).rounded(.up)))
    self.start = start
    self.end = end
  }

  func place(of value: Double) -> Double {
    start + (log10(max(value, 1e-9)) - Double(low)) / Double(high - low) * (end - start)
  }

  /// Each power of ten and where it is.
  var ticks: [(power: Int, place: Double)] {
    (low...high).map { ($0, place(of: pow(10, Double($0)))) }
  }
}
