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
    /// How often it was taken in all worlds that count.
    var count = 0
    /// Nothing counted it.
    var isUnknown = true
  }

  /// A text that is longer is not shown whole.
  private static let maximumBytes = 60_000

  private let anchor: PageAnchor
  private let path: String
  private var entries: [Entry] = []
  private var places: [String: Int] = [:]
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
    for world in spec.worlds { add(world) }
  }

  private mutating func add(_ world: WorldReport) {
    let spec = world.spec
    for (index, event) in spec.events.enumerated() {
      if case .tick = event.body { continue }
      if event.rules.isEmpty { add(event.name, event.range, spec, world.count(of: index, nil)) }
      for (place, rule) in event.rules.enumerated() {
        add("\(event.name).\(rule.name)", rule.range, spec, world.count(of: index, place))
      }
    }
  }

  private mutating func add(
    _ name: String, _ range: SourceRange, _ spec: CheckedSpec, _ count: Int?
  ) {
    let place = places[name] ?? entries.count
    if place == entries.count {
      places[name] = place
      let line = spec.file.text(spec.file.rangeOfLine(at: range.start))
      entries.append(Entry(name: name, place: Trace.Place(spec.file, range), line: line))
    }
    guard let count else { return }
    entries[place].isUnknown = false
    let (sum, isTooLarge) = entries[place].count.addingReportingOverflow(count)
    entries[place].count = isTooLarge ? .max : sum
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
    let known = entries.filter { !$0.isUnknown }
    let taken = known.count { $0.count > 0 }
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
    if entry.isUnknown { return "" }
    return entry.count == 0
      ? "<span class=never>never</span>" : "\(Wording.number(entry.count))×"
  }
}

extension WorldReport {
  /// How often an event happened by one of its rules, or without any; nil if nothing counted it.
  fileprivate func count(of event: Int, _ rule: Int?) -> Int? {
    if let tally = result.walks?.tally {
      return rule.map { tally.rules[event][$0] } ?? tally.events[event]
    }
    return result.steps.map { steps in
      steps.first { $0.event == event && $0.rule == rule }?.count ?? 0
    }
  }
}
