import Semantics
import Traces

/// A trace on a page: the author's sentence, the steps as phones, and the explanation.
package struct PageTrace: Sendable {
  package var anchor: PageAnchor
  /// The name of the property or of another subject.
  package var name: String
  /// The kind of the subject, for example `property` or `scenario`.
  package var noun: String
  package var verdict: PageVerdict
  /// The verdict in words, such as `fails after 2 steps`.
  package var outcome: String
  package var documentation: String?
  package var lead: HTML = ""
  /// The place of the subject in the text.
  package var place: HTML = ""
  package var phones: PhoneTrace
  package var reasons: [Reason] = []
  package var origin: OriginVerdict?
  package var close: [NearMiss] = []
  /// Further sentences.
  package var notes: [String] = []
  /// The relevant lines of the spec.
  package var excerpt: HTML = ""
  /// The trace as text.
  package var raw: [String] = []
  /// Commands that reproduce the trace, each with its purpose.
  package var commands: [(purpose: String, command: String)] = []
  /// The other worlds in which it fails.
  package var also: HTML = ""
  /// Returns a place in the text as a link.
  package var link: @Sendable (Trace.Place, String) -> HTML = { "\($1)" }
}

/// A verdict on a page.
package enum PageVerdict: String, Sendable {
  case good, bad, open, none
  /// It fails, as its world expects.
  case announced

  package var sign: String {
    switch self {
    case .good: "✓"
    case .bad: "✗"
    case .announced: "⊘"
    case .open: "?"
    case .none: "–"
    }
  }

  package var icon: Icon? {
    switch self {
    case .good: .holds
    case .bad: .fails
    case .announced: .rejected
    case .open: .undecided
    case .none: nil
    }
  }

  package var mark: HTML { icon.map { PageIcons.use($0) } ?? "<span>–</span>" }

  /// The class of an element that has the verdict's colour.
  package var style: HTML {
    switch self {
    case .announced: "rejs"
    default: "v-\(attribute: rawValue)"
    }
  }
}

extension PageTrace {
  /// The author's first sentence, and the rest of the text.
  package static func sentences(_ documentation: String?) -> (first: String, rest: String) {
    let text = (documentation ?? "").split(separator: "\n").joined(separator: " ")
    var end = text.startIndex
    while let dot = text[end...].firstIndex(where: { ".?!".contains($0) }) {
      let next = text.index(after: dot)
      if next == text.endIndex || text[next] == " " {
        return (
          String(text[..<next]),
          String(text[next...].drop { $0 == " " })
        )
      }
      end = next
    }
    return (text, "")
  }

  /// The trace in full.
  ///
  /// - Parameters:
  ///   - level: the level of its heading.
  ///   - title: a line above it.
  package func article(level: Int, title: HTML) -> HTML {
    let (first, rest) = Self.sentences(documentation)
    let isScenario = noun == "scenario"
    let heading: HTML =
      isScenario
      ? "Scenario \(name) stops after \(Wording.count(phones.length, "step"))"
      : first.isEmpty
        ? "\(Self.capitalized("\(noun) \(name)")) \(outcome)" : "\(first, upTo: 2000)"
    let text = isScenario ? [first, rest].filter { !$0.isEmpty }.joined(separator: " ") : rest
    let by: [HTML] =
      (text.isEmpty ? [] : ["\(text.withoutLongWords, upTo: 2000)"])
      + (place.isEmpty ? [] : [place])
    let leading: HTML = lead.isEmpty ? "" : "<p class=ld>\(lead)</p>"
    let source: HTML =
      excerpt.isEmpty ? "" : "<h\(level + 1)>The lines that matter</h\(level + 1)>\(excerpt)"
    let elsewhere: HTML = also.isEmpty ? "" : "<p class=ot>\(also)</p>"
    let figure = PhonesHTML(phones, at: anchor, verdict: verdict, link: link).figure(caption)
    return """
      <article class="st \(verdict.style)" \(anchor.attribute)><header><p class=kk>\(verdict.mark)\(title)</p>
      <h\(level)>\(heading)</h\(level)>\(by.isEmpty ? "" : "<p class=by>\(by.joined(" "))</p>" as HTML)\(leading)</header>
      <div class=two>\(figure)\(aside(level))</div>\(source)\(elsewhere)\(full)\(runs)</article>

      """
  }

  private var caption: HTML { outcome.isEmpty ? "" : "\(Self.capitalized(outcome))." }

  package static func capitalized(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst()
  }

  /// A rejected design or an example in a gallery: its last state, and all steps folded.
  package func card(isFolded: Bool) -> HTML {
    let phones = PhonesHTML(phones, at: anchor, verdict: verdict, link: link)
    guard isFolded else { return phones.last }
    return """
      \(phones.last)<details class=all><summary>All steps</summary>\(phones.figure(caption))\(runs)</details>
      """
  }

  /// The explanation, next to the phones.
  private func aside(_ level: Int) -> HTML {
    var parts: [HTML] = []
    let h: HTML = "h\(level + 1)"
    if !reasons.isEmpty { parts.append("<\(h)>Why</\(h)>\(PageText.nested(reasons))") }
    if let origin {
      parts += origin.lines.map { "<p class=by>\($0, upTo: 1000)</p>" }
    }
    if !close.isEmpty {
      let items = close.map { miss -> HTML in
        "<li>\(miss.name), but\(PageText.nested(miss.reasons))"
      }
      parts.append("<\(h)>Rules that almost applied</\(h)><ul>\(items.joined())</ul>")
    }
    parts += notes.map { "<p class=by>\($0, upTo: 1000)</p>" }
    guard !parts.isEmpty else { return "" }
    return
      "<div class=wx role=group aria-label=\"Why, for \(attribute: name)\">\(parts.joined())</div>"
  }

  /// One of several traces of a rejected design, folded.
  package var folded: HTML {
    let phones = PhonesHTML(phones, at: anchor, verdict: verdict, link: link)
    let (first, _) = Self.sentences(documentation)
    return """
      <details class=all \(anchor.attribute)><summary><code>\(name)</code> \(first, upTo: 400)</summary>\
      \(phones.figure(caption))</details>
      """
  }

  private var full: HTML {
    guard !raw.isEmpty else { return "" }
    let lines = raw.prefix(400).map { "\($0, upTo: 1000)" as HTML }
    return
      "<details class=raw><summary>The trace as text</summary><pre>\(lines.joined("\n"))</pre></details>"
  }

  private var runs: HTML {
    guard !commands.isEmpty else { return "" }
    let items = commands.map {
      "<dt>\($0.purpose)<dd><code>\($0.command, upTo: 1000)</code>" as HTML
    }
    return "<dl class=cm>\(items.joined())</dl>"
  }
}

/// Text as several elements.
package enum PageText {
  /// A documentation comment.
  static func paragraphs(_ text: String?, _ style: HTML = "in") -> HTML {
    guard let text, !text.isEmpty else { return "" }
    return "<p class=\(style)>\(text.withoutLongWords, upTo: 4000)</p>"
  }

  /// Reasons with nested reasons, as nested lists.
  package static func nested(_ reasons: [Reason]) -> HTML {
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
}
