/// What is drawn, as SVG: `canvas.text("new", x: 10, y: 20, size: 12)`.
///
/// Everything is told by attributes of elements, in pixels from the upper left corner. Text of somebody is as inert as on
/// a page.
struct PictureCanvas {
  enum Colour: String {
    case ink = "#1b1b22"
    case dim = "#565664"
    case pale = "#e9e9f0"
    case white = "#ffffff"
    case line = "#dcdce4"
    case link = "#1f55a5"
    case good = "#17693a"
    case bad = "#b3261e"
    case open = "#7d4d00"
    case fresh = "#e3f3e7"
    case warm = "#fdf0d2"
    case day = "#dbdef4"
    case night = "#20222c"
  }

  enum Anchor: String { case start, middle, end }

  private var elements: [String] = []

  mutating func box(
    x: Int, y: Int, width: Int, height: Int, radius: Int, fill: Colour, stroke: Colour? = nil,
    strokeWidth: Int = 0
  ) {
    let line = stroke.map { " stroke=\"\($0.rawValue)\" stroke-width=\"\(strokeWidth)\"" } ?? ""
    elements.append(
      "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" "
        + "fill=\"\(fill.rawValue)\"\(line)/>")
  }

  mutating func text(
    _ text: String, x: Int, y: Int, size: Int, colour: Colour = .ink, isBold: Bool = false,
    anchor: Anchor = .start, isStruck: Bool = false, isMono: Bool = false
  ) {
    guard !text.isEmpty else { return }
    var attributes = "x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" fill=\"\(colour.rawValue)\""
    if isBold { attributes += " font-weight=\"700\"" }
    if anchor != .start { attributes += " text-anchor=\"\(anchor.rawValue)\"" }
    if isStruck { attributes += " text-decoration=\"line-through\"" }
    if isMono { attributes += " font-family=\"ui-monospace,Menlo,Consolas,monospace\"" }
    elements.append("<text \(attributes)>\(HTMLText.escaped(text, upTo: 200))</text>")
  }

  mutating func icon(_ icon: Icon, x: Int, y: Int, size: Int, colour: Colour) {
    elements.append(
      "<svg x=\"\(x)\" y=\"\(y)\" width=\"\(size)\" height=\"\(size)\" viewBox=\"0 0 16 16\"><path "
        + "d=\"\(icon.path)\" fill=\"none\" stroke=\"\(colour.rawValue)\" stroke-width=\"1.4\" "
        + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>")
  }

  /// All of it as a file, with words for those who do not see it.
  func document(width: Int, height: Int, title: String, description: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
    role="img" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
    <title>\(HTMLText.escaped(title, upTo: 200))</title>
    <desc>\(HTMLText.escaped(description, upTo: 2000))</desc>
    <rect width="\(width)" height="\(height)" rx="16" fill="#ffffff"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }
}
