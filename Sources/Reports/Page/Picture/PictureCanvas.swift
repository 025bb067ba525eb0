/// Draws SVG: `canvas.text("new", x: 10, y: 20, size: 12)`.
///
/// Everything is expressed by attributes of elements, in pixels from the upper left corner. Untrusted text is escaped
/// as on a page.
struct PictureCanvas {
  enum Colour: String {
    case ink = "#16181d"
    case dim = "#555b67"
    case pale = "#e9ebf1"
    case paleDim = "#aab0bd"
    case white = "#ffffff"
    case page = "#f6f6f8"
    case line = "#dcdfe6"
    case link = "#1d4fbf"
    case good = "#17693a"
    case bad = "#b42318"
    case badGround = "#fdeceb"
    case open = "#7a4b00"
    case day = "#dbdcf6"
    case night = "#0c0e13"
    case nightCard = "#1d2029"
    case bezel = "#23262f"
  }

  enum Anchor: String { case start, middle, end }

  private var elements: [String] = []

  mutating func box(
    x: Int, y: Int, width: Int, height: Int, radius: Int, fill: Colour, stroke: Colour? = nil,
    strokeWidth: Int = 0, isDashed: Bool = false
  ) {
    let dashes = isDashed ? " stroke-dasharray=\"5 4\"" : ""
    let line =
      stroke.map { " stroke=\"\($0.rawValue)\" stroke-width=\"\(strokeWidth)\"\(dashes)" } ?? ""
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
        + "d=\"\(icon.path)\" fill=\"none\" stroke=\"\(colour.rawValue)\" stroke-width=\"1.5\" "
        + "stroke-linecap=\"round\" stroke-linejoin=\"round\"/></svg>")
  }

  /// The SVG file, with a title and a description for screen readers.
  func document(width: Int, height: Int, title: String, description: String) -> String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
    role="img" font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif">
    <title>\(HTMLText.escaped(title, upTo: 200))</title>
    <desc>\(HTMLText.escaped(description, upTo: 2000))</desc>
    <rect width="\(width)" height="\(height)" rx="16" fill="\(Colour.page.rawValue)"/>
    \(elements.joined(separator: "\n"))
    </svg>

    """
  }
}
