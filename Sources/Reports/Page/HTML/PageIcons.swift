/// The icons of a page, each drawn once and used at several places.
enum PageIcons {
  /// Uses an icon next to a word with the same meaning.
  ///
  /// - Parameter style: a class.
  static func use(_ icon: Icon, _ style: HTML = "") -> HTML {
    """
    <svg class="i\(style.isEmpty ? "" : " " as HTML)\(style)" width=16 height=16 aria-hidden=true>\
    <use href="#i-\(attribute: icon.rawValue)"/></svg>
    """
  }

  /// The definitions of the icons that a page uses, for its start.
  static func definitions(in body: HTML) -> HTML {
    let symbols = Icon.allCases.filter { body.text.contains("#i-\($0.rawValue)\"") }.map {
      icon -> HTML in
      """
      <symbol id=i-\(attribute: icon.rawValue) viewBox="0 0 16 16"><path d="\(attribute: icon.path)" \
      fill=none stroke=currentColor stroke-width=1.5 stroke-linecap=round stroke-linejoin=round /></symbol>
      """
    }
    return "<svg width=0 height=0 class=defs aria-hidden=true>\(symbols.joined())</svg>"
  }
}

extension Icon {
  /// The SVG path on a square of 16 by 16 units.
  var path: String {
    switch self {
    case .bell: "M4 11V7a4 4 0 0 1 8 0v4l1 1.5H3zM6.5 14.5h3"
    case .at:
      "M10.5 8a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0v1a1.6 1.6 0 0 0 3.2 0V8a5.7 5.7 0 1 0-2.3 4.6"
    case .info: "M14 8A6 6 0 1 1 2 8a6 6 0 1 1 12 0zM8 7.4v3.8M8 4.8v.1"
    case .phone: "M4.2 2.5l2 3L5 6.8A8 8 0 0 0 9.2 11l1.3-1.2 3 2-.7 1.8C6.8 14 2 9 2.5 3.2z"
    case .chat: "M2.5 3.5h11v7h-6l-3 3v-3h-2z"
    case .box: "M2.5 5L8 2.5 13.5 5v6L8 13.5 2.5 11zM2.5 5L8 7.5 13.5 5M8 7.5v6"
    case .clock: "M14 8A6 6 0 1 1 2 8a6 6 0 1 1 12 0zM8 4.5V8l2.5 1.5"
    case .tag: "M2.5 2.5H8L13.5 8 8 13.5 2.5 8zM5.2 5.2v.1"
    case .mail: "M2 4h12v8.5H2zM2 4l6 4.5L14 4"
    case .link:
      "M6.5 9.5l3-3M7 4.5L8.5 3A3 3 0 0 1 13 7.5L11.5 9M9 11.5L7.5 13A3 3 0 0 1 3 8.5L4.5 7"
    case .picture: "M2 3h12v10H2zM2 11l4-4 3 3 2-2 3 3"
    case .check: "M2.5 8.5L6 12l7.5-8"
    case .tool: "M6 2h4M7 2v4l-4 7.5h10L9 6V2M5 10h6"
    case .home: "M2.5 8L8 3l5.5 5M4 7v6h8V7"
    case .sound: "M2 6v4h3l4 3V3L5 6zM11 5.5a3.5 3.5 0 0 1 0 5M13 3.5a6.5 6.5 0 0 1 0 9"
    case .vibrate: "M5.5 2.5h5v11h-5zM3.2 5v6M12.8 5v6M1 6.5v3M15 6.5v3"
    case .flash: "M9 1.5L3.5 9H8l-1 5.5L12.5 7H8z"
    case .wake: "M8 2v5M4.5 4.2a5.4 5.4 0 1 0 7 0"
    case .unknown, .undecided: "M5.5 6a2.5 2.5 0 1 1 3.6 2.2C8.3 8.7 8 9 8 10M8 12.4v.1"
    case .holds: "M2.5 8.5L6 12l7.5-8"
    case .fails: "M3.5 3.5l9 9M12.5 3.5l-9 9"
    case .rejected: "M14 8A6 6 0 1 1 2 8a6 6 0 1 1 12 0zM4 4l8 8"
    case .open: "M6 3H3v10h10v-3M9 3h4v4M13 3L7 9"
    case .crash: "M8 2l6.5 11.5h-13zM8 6.5v3M8 11.5v.1"
    case .badge: "M8 4H3v9h9V8M14 4.5a2.3 2.3 0 1 1-4.6 0 2.3 2.3 0 1 1 4.6 0z"
    }
  }
}
