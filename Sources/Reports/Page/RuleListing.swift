import Semantics
import Traces

/// The use counts of each event and rule, next to the lines of the spec; on a page of one spec, next to the whole text.
struct RuleListing {
  /// An event without rules, or a rule.
  private struct Entry {
    var name: String
    var place: Trace.Place
    var line: String
    /// The number of uses over all worlds; nil if it was not counted.
    var count: Int?
  }

  /// The maximum size of a text that is shown in full.
  private static let maximumBytes = 60_000

  private let anchor: PageAnchor
  private let path: String
  private let entries: [Entry]
  /// The lines of the text, if all are shown.
  private let lines: [String]
  private let unasked: [UnaskedVerdict]
  private let isAlone: Bool

  init(_ spec: SpecReport, path: String, isWhole: Bool, at anchor: PageAnchor) {
    (self.anchor, self.path, unasked, isAlone) = (anchor, path, spec.unasked, isWhole)
    let file = spec.worlds.first?.spec.file
    let part = file.map { $0.text($0.parts[0].range) } ?? ""
    lines =
      isWhole && part.utf8.count <= Self.maximumBytes
      ? part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) : []
    entries = spec.stepCounts.map { step in
      let line = step.file.text(step.file.rangeOfLine(at: step.range.start))
      return Entry(
        name: step.name, place: Trace.Place(step.file, step.range), line: line, count: step.count)
    }
  }

  // MARK: Places

  /// A place in the text, as a link if the line is on the page.
  func place(_ place: Trace.Place) -> HTML {
    link(place, isAlone && place.path == nil ? place.lineText : place.text(in: path))
  }

  /// A text as a link to a place, if the line is on the page.
  func link(_ place: Trace.Place, _ text: String) -> HTML {
    guard place.path == nil, lines.indices.contains(place.line - 1), !entries.isEmpty else {
      return "\(text)"
    }
    return "<a \(line(place.line).address)>\(text)</a>"
  }

  private func line(_ number: Int) -> PageAnchor { PageAnchor(id: "\(anchor.id):\(number)") }

  // MARK: Numbers

  private var known: [Int] { entries.compactMap(\.count) }
  private var used: Int { known.count { $0 > 0 } }

  /// The number of used rules, for example `11 of 12 used`; nil if they were not counted.
  var figures: String? { known.isEmpty ? nil : "\(used) of \(known.count) used" }

  // MARK: The listing

  /// The listing.
  ///
  /// - Parameter level: the level of its heading.
  func html(level: Int, at place: PageAnchor) -> HTML {
    guard !entries.isEmpty else { return "" }
    let missing = unasked.map { "<li>\($0.text(in: path), upTo: 1000)" as HTML }
    let gaps: HTML =
      missing.isEmpty
      ? ""
      : "<p>Coverage gaps, in all worlds together:</p><ul class=lst>\(missing.joined())</ul>"
    let sum: HTML =
      figures.map { "<p class=in>\($0). The counts add up all worlds.</p>" } ?? ""
    return """
      <section \(place.attribute)><h\(level)>Rules, and how often each was used</h\(level)>\(sum)\(gaps)\
      <details class=cd\(lines.isEmpty ? "" : " open" as HTML)>\
      <summary>\(lines.isEmpty ? "Each rule and event" : "The text of the spec")</summary>\
      <ol class="src cov">\(lines.isEmpty ? short : whole)</ol></details></section>

      """
  }

  private var short: HTML {
    entries.map { entry in
      let file = entry.place.path.map { "\($0):" } ?? ""
      let name: HTML = entry.place.path == nil ? "\(entry.line)" : "\(file) \(entry.name)"
      return "<li><u>\(entry.place.line)</u>\(count(entry))<code>\(name)</code>\n"
    }.joined()
  }

  private var whole: HTML {
    var own = Dictionary(
      entries.filter { $0.place.path == nil }.map { ($0.place.line, [$0]) }, uniquingKeysWith: +)
    let text = lines.enumerated().map { index, text -> HTML in
      let counts = (own.removeValue(forKey: index + 1) ?? []).map(count).joined(" ")
      return
        "<li \(line(index + 1).attribute)><u>\(index + 1)</u>\(counts)<code>\(text)</code>\n"
    }
    let used = entries.filter { $0.place.path != nil }.map { entry -> HTML in
      "<li><u></u>\(count(entry))<code>\(entry.place.text(in: path)): \(entry.name)</code>\n"
    }
    return (text + used).joined()
  }

  private func count(_ entry: Entry) -> HTML {
    guard let count = entry.count else { return "" }
    return count == 0
      ? "<b class=never>never</b>" : "<b>\(Wording.number(count))×</b>"
  }
}
