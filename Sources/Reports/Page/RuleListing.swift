import Semantics
import Traces

/// How often each event and rule was taken, beside the lines of the text in which they stand; where there is room, beside
/// the whole text.
struct RuleListing {
  /// An event without rules, or a rule.
  private struct Entry {
    var name: String
    var place: Trace.Place
    var line: String
    /// How often it was taken in all worlds; nil if nothing counted it.
    var count: Int?
  }

  /// A text that is longer is not shown whole.
  private static let maximumBytes = 60_000

  private let anchor: PageAnchor
  private let path: String
  private let entries: [Entry]
  /// The lines of the text, if they are all shown.
  private let lines: [String]
  private let unasked: [UnaskedVerdict]

  init(_ spec: SpecReport, path: String, isWhole: Bool, at anchor: PageAnchor) {
    (self.anchor, self.path, unasked) = (anchor, path, spec.unasked)
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

  /// A place in the text, with a link if the line is on the page.
  func place(_ place: Trace.Place) -> HTML {
    let text = place.text(in: path)
    guard place.path == nil, lines.indices.contains(place.line - 1) else { return "\(text)" }
    return "<a \(line(place.line).address)>\(text)</a>"
  }

  private func line(_ number: Int) -> PageAnchor { PageAnchor(id: "\(anchor.id):\(number)") }

  // MARK: The listing

  var html: HTML {
    guard !entries.isEmpty else { return "" }
    let missing = unasked.map { "<li>\($0.text(in: path), upTo: 1000)" as HTML }
    let never: HTML =
      missing.isEmpty
      ? "" : "<p>Never asked in any world:<ul>\(missing.joined())</ul>"
    let known = entries.compactMap(\.count)
    let taken = known.count { $0 > 0 }
    let sum = known.isEmpty ? "" : ": \(taken) of \(known.count) taken"
    return """
      <details><summary><b>Rules and events, and how often they were taken</b>\(sum)</summary>\(never)\
      <ol class=src>\(lines.isEmpty ? short : whole)</ol></details>

      """
  }

  private var short: HTML {
    entries.map { entry in
      let file = entry.place.path.map { "\($0):" } ?? ""
      return
        "<li><i>\(count(entry))</i><u>\(file)\(entry.place.line)</u><code>\(entry.line)</code>\n"
    }.joined()
  }

  private var whole: HTML {
    var own = Dictionary(
      entries.filter { $0.place.path == nil }.map { ($0.place.line, [$0]) }, uniquingKeysWith: +)
    let text = lines.enumerated().map { index, text -> HTML in
      let counts = (own.removeValue(forKey: index + 1) ?? []).map(count).joined(" ")
      return
        "<li \(line(index + 1).attribute)><i>\(counts)</i><u>\(index + 1)</u><code>\(text)</code>\n"
    }
    let used = entries.filter { $0.place.path != nil }.map { entry -> HTML in
      "<li><i>\(count(entry))</i><u></u><code>\(entry.place.text(in: path)): \(entry.name)</code>\n"
    }
    return (text + used).joined()
  }

  private func count(_ entry: Entry) -> HTML {
    guard let count = entry.count else { return "" }
    return count == 0
      ? "<span class=never>never</span>" : "\(Wording.number(count))×"
  }
}
