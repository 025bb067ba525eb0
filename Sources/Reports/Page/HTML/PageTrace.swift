import Semantics
import Traces

/// A trace on a page: what it shows, how it comes to that, and why.
struct PageTrace: Sendable {
  var anchor: PageAnchor
  /// The property, or what else it is about.
  var name: String
  /// Such as `invariant`.
  var word: String
  var verdict: PageVerdict
  /// How it turned out, in a sentence.
  var outcome: String
  var documentation: String?
  /// What is to be seen at its end.
  var summary: String?
  /// Where in the text.
  var place: HTML = ""
  var phones: PhoneTrace
  var reasons: [Reason] = []
  var origin: OriginVerdict?
  var close: [NearMiss] = []
  /// What else there is to say, a sentence each.
  var notes: [String] = []
  /// How it is seen again.
  var command: String?
  var isOpen = false
}

/// How something turned out.
enum PageVerdict: String, Sendable {
  case good, bad, open, none
  /// It is violated where the world says that it is.
  case announced

  var sign: String {
    switch self {
    case .good: "✓"
    case .bad, .announced: "✗"
    case .open: "?"
    case .none: "–"
    }
  }

  var mark: HTML { "<b class=\(attribute: rawValue)>\(sign)</b>" }
}

extension PageTrace {
  /// The trace, folded away unless it is to be seen at once.
  ///
  /// - Parameter names: of the lamps, which the element around it tells already.
  func html(besides names: [String] = []) -> HTML {
    let lamps = phones.lampNames == names ? "" : PageText.lamps(phones.lampNames)
    let head: HTML = "\(verdict.mark) <b>\(name)</b> <small>\(word): \(outcome)</small>"
    return """
      <details class=t \(anchor.attribute)\(lamps)\(isOpen ? " open" : "" as HTML)><summary>\(head)</summary>
      \(PageText.paragraphs(documentation, "q"))<div class=g>\(PhonesHTML(phones, at: anchor).html)\(aside)</div></details>

      """
  }

  /// Why it is so.
  private var aside: HTML {
    var parts: [HTML] = []
    if let summary { parts.append("<p><b>\(summary, upTo: 1000)</b>") }
    parts += notes.map { "<p>\($0, upTo: 1000)" }
    if !reasons.isEmpty { parts.append("<p>why:\(PageText.nested(reasons))") }
    parts += (origin?.lines ?? []).map { "<p class=o>\($0, upTo: 1000)" }
    if !close.isEmpty {
      let items = close.map { miss -> HTML in
        "<li>\(miss.name), but\(PageText.nested(miss.reasons))"
      }
      parts.append("<p>what came close:<ul>\(items.joined())</ul>")
    }
    if !place.isEmpty { parts.append("<p class=o>\(place)") }
    if let command {
      parts.append("<p class=o>to see it again: <code>\(command, upTo: 1000)</code>")
    }
    guard !parts.isEmpty else { return "" }
    return "<div class=w role=group aria-label=\"why \(attribute: name)\">\(parts.joined())</div>"
  }
}

/// Text in more than one element.
enum PageText {
  /// What stands above a declaration, in lines.
  static func paragraphs(_ text: String?, _ style: HTML = "d") -> HTML {
    guard let text, !text.isEmpty else { return "" }
    return "<p class=\(style)>\(text.withoutLongWords, upTo: 4000)</p>"
  }

  /// Lines of which some are parts of others, as lists in lists.
  static func nested(_ reasons: [Reason]) -> HTML {
    guard let first = reasons.first else { return "" }
    var items: [HTML] = []
    var index = 0
    while index < reasons.count {
      let reason = reasons[index]
      var end = index + 1
      while end < reasons.count, reasons[end].depth > first.depth { end += 1 }
      items.append("<li>\(reason.text, upTo: 1000)\(nested(Array(reasons[index + 1..<end])))")
      index = end
    }
    return "<ul>\(items.joined())</ul>"
  }

  /// An attribute with the names of lamps.
  static func lamps(_ names: [String]) -> HTML {
    " data-lamps=\"\(names.map { "\(attribute: $0)" as HTML }.joined("&#10;"))\""
  }

  /// Names and values one after the other.
  static func list(_ details: [Card.Detail]) -> HTML {
    details.map { "\($0.name) <b>\($0.value)</b>" as HTML }.joined(", ")
  }
}
