import Basics
import Semantics
import Traces

/// The properties of a spec, grouped by the author's headings, each with its result in the default world.
struct PropertyList {
  /// The class of a row, which filters use.
  fileprivate enum Class: String {
    case fails = "F"
    case holds = "P"
    case canHappen = "E"
    case caught = "C"
    case inconclusive = "O"
    case notAsked = "N"

    var verdict: PageVerdict {
      switch self {
      case .fails: .bad
      case .holds, .canHappen: .good
      case .caught: .announced
      case .inconclusive: .open
      case .notAsked: .none
      }
    }

    var passes: Bool { self == .holds || self == .canHappen || self == .caught }

    var word: String {
      switch self {
      case .fails: "Fails"
      case .holds: "Holds"
      case .canHappen: "Can happen"
      case .caught: "Fails, as expected"
      case .inconclusive: "Inconclusive"
      case .notAsked: "Not checked"
      }
    }
  }

  fileprivate struct Row {
    @Boxed var property: WorldVerdict.Property
    var kind: Class
    var result: String
    /// The first line of the property's text, if it has no sentence.
    var line = ""
    /// The indices of the rejected designs that violate it.
    var rejected: [Int] = []
    /// The different results in other worlds.
    var others: [String] = []
    var failure: PageAnchor?
    var witness: PageAnchor?
    /// Whether no rejected design violates it.
    var isNeverViolated = false
  }

  @Boxed private var spec: SpecReport
  private let isShort: Bool
  private let headings: SpecHeadings
  private var rows: [Row] = []

  /// Creates the list.
  ///
  /// - Parameter isShort: whether the page has many specs.
  init(_ spec: SpecReport, isShort: Bool) {
    (self.spec, self.isShort) = (spec, isShort)
    headings = SpecHeadings(spec.worlds.first?.spec.file)
    var places: [String: Int] = [:]
    let worlds = spec.verdicts.enumerated().filter { !$0.element.isNotBegun }
    let hasRejected = worlds.contains { !$0.element.announces.isEmpty }
    for (index, world) in worlds {
      for property in world.properties {
        let (kind, result) = Self.outcome(property, world)
        if let place = places[property.name] {
          rows[place].add(property, kind, result, in: world, at: index)
        } else {
          places[property.name] = rows.count
          var row = Row(property: property, kind: kind, result: result)
          if kind == .caught { row.rejected = [index] }
          row.line = Self.line(of: property, spec)
          rows.append(row)
        }
      }
    }
    for index in rows.indices {
      rows[index].isNeverViolated =
        hasRejected && rows[index].rejected.isEmpty && rows[index].kind == .holds
    }
  }

  private static func line(of property: WorldVerdict.Property, _ spec: SpecReport) -> String {
    guard property.documentation?.isEmpty ?? true, let world = spec.worlds.first?.spec,
      let declared = world.properties.first(where: { $0.name == property.name })
    else { return "" }
    return world.file.text(world.file.rangeOfLine(at: declared.range.start))
  }

  // MARK: Numbers

  var count: Int { rows.count }
  var passing: Int { rows.count { $0.kind.passes } }
  var neverViolated: Int { rows.count(where: \.isNeverViolated) }
  /// Whether some property fails.
  var hasFailures: Bool { rows.contains { $0.kind == .fails } }

  // MARK: Links

  mutating func link(_ name: String, to failure: PageAnchor) {
    for index in rows.indices where rows[index].property.name == name {
      rows[index].failure = rows[index].failure ?? failure
      if rows[index].kind != .fails { rows[index].kind = .fails }
    }
  }

  mutating func setWitness(of name: String, _ anchor: PageAnchor) {
    for index in rows.indices where rows[index].property.name == name {
      rows[index].witness = anchor
    }
  }

  // MARK: The list

  /// The groups.
  ///
  /// - Parameter worlds: the anchors of the worlds, by index; nil for worlds that the page does not show.
  func html(level: Int, _ worlds: [PageAnchor?]) -> HTML {
    var order: [String] = []
    var groups: [String: [Row]] = [:]
    for row in rows {
      let heading = headings.heading(of: row.property.place)
      if groups[heading] == nil { order.append(heading) }
      groups[heading, default: []].append(row)
    }
    return order.map { group($0, groups[$0] ?? [], order.count == 1, level, worlds) }.joined()
  }

  /// The buttons that filter rows, on a page of one spec only.
  var filters: HTML {
    func count(_ kind: Class) -> Int { rows.count { $0.kind == kind } }
    var choices: [(Int, String)] = [(9, "By subject"), (0, "All \(rows.count)")]
    for (number, kind) in [
      (1, Class.fails), (2, .holds), (3, .canHappen), (6, .caught), (5, .inconclusive),
    ] where count(kind) > 0 {
      choices.append((number, "\(kind.word) \(count(kind))"))
    }
    if neverViolated > 0 { choices.append((4, "Never seen to fail \(neverViolated)")) }
    let buttons = choices.map { number, text -> HTML in
      """
      <input type=radio name=fi id=fi\(number)\(number == 9 ? " checked" : "" as HTML)>\
      <label for=fi\(number)>\(text)</label>
      """
    }
    return "<fieldset class=fi><legend>Show</legend>\(buttons.joined())</fieldset>\n"
  }

  private func group(
    _ heading: String, _ rows: [Row], _ isAlone: Bool, _ level: Int, _ worlds: [PageAnchor?]
  ) -> HTML {
    let items: HTML = "<ul class=pl>\(rows.map { item($0, worlds) }.joined("\n"))</ul>"
    let fails = rows.count { $0.kind == .fails }
    let open = rows.count { $0.kind == .inconclusive }
    let pass = rows.count { $0.kind.passes }
    var counts: [HTML] = []
    if fails > 0 {
      counts.append("<b class=bad>\(fails) \(fails == 1 ? "fails" : "fail")</b>")
    }
    if open > 0 { counts.append("<b class=open>\(open) inconclusive</b>") }
    if pass > 0 { counts.append("\(pass) \(pass == 1 ? "passes" : "pass")") }
    let title: HTML = heading.isEmpty ? "Properties" : "\(heading)"
    let bars: HTML =
      isShort
      ? ""
      : """
      <span class=br aria-hidden=true>\
      \(rows.map { "<i class=\(attribute: $0.kind.rawValue)></i>" as HTML }.joined())</span>
      """
    let isOpen = fails > 0 || open > 0 || isAlone && !isShort
    return """
      <details class=gp\(isOpen ? " open" : "" as HTML)><summary><h\(level)>\(title)</h\(level)>\(bars) \
      <span class=ct>\(counts.joined(", "))</span></summary>\(items)</details>

      """
  }

  private func item(_ row: Row, _ worlds: [PageAnchor?]) -> HTML {
    let (first, rest) = PageTrace.sentences(row.property.documentation)
    let words: HTML =
      first.isEmpty
      ? "<code>\(row.line)</code>"
      : isShort || rest.isEmpty
        ? "\(first, upTo: 600)" : "\(first, upTo: 600) <small>\(rest, upTo: 600)</small>"
    let rejected = row.rejected.map { index -> HTML in
      let name = spec.verdicts[index].name
      guard !isShort else { return "" }
      let text: HTML = "\(PageIcons.use(.rejected))\(name)"
      return worlds[index].map { "<a class=rt \($0.address)>\(text)</a>" }
        ?? "<span class=rt>\(text)</span>"
    }
    var names: [HTML] = [
      row.failure.map { "<a \($0.address)><code>\(row.property.name)</code></a>" }
        ?? "<code>\(row.property.name)</code>"
    ]
    if row.kind == .fails, row.failure == nil { names.append("<b class=bad>fails</b>") }
    names += rejected.filter { !$0.isEmpty } + row.others.map { "<span>\($0, upTo: 400)</span>" }
    if let witness = row.witness { names.append("<a \(witness.address)>an example</a>") }
    let style: HTML =
      "\(attribute: row.kind.rawValue)\(row.isNeverViolated && !isShort ? " U" : "")"
    let mark = isShort ? "<b class=i>\(row.kind.verdict.sign)</b>" : row.kind.verdict.mark
    return """
      <li class="\(style)">\(mark)<div>\(isShort ? "" : "<span class=vh>\(row.kind.word): </span>" as HTML)\
      \(words) <span class=nm>\(names.joined(" "))</span></div> <span class=rs>\(row.result)</span>
      """
  }

  /// The class and the result of a property in a world.
  private static func outcome(
    _ property: WorldVerdict.Property, _ world: WorldVerdict
  ) -> (Class, String) {
    let announced = property.announced
    let tolerance = world.tolerated?.contains(property.name) ?? false ? ", tolerated" : ""
    if let kind = property.brokenBy {
      return (announced ? .caught : .fails, Wording.broken(by: kind) + tolerance)
    }
    let passes: Class = property.keyword == .reachable ? .canHappen : .holds
    switch property.status {
    case .notRefuted:
      return announced ? (.inconclusive, "no walk violates it") : (passes, "not refuted by walks")
    case .holds: return (announced ? .fails : passes, short(property))
    case .violated:
      let path = world.violation(of: property).map { Self.path($0) } ?? "fails"
      return (announced ? .caught : .fails, path + tolerance)
    case .notReached where world.excludes(property):
      return (.holds, "cannot happen in your design")
    case .notReached: return (announced ? .caught : .fails, "no state reaches it" + tolerance)
    case .faulted:
      return (
        world.allowsFault(in: property) ? .caught : .fails, "no value in some state: see the fault"
      )
    case .internalError: return (.fails, "no verdict: see the internal error")
    case .undecided:
      return (.inconclusive, property.openReason.map { "inconclusive: \($0)" } ?? "inconclusive")
    case .notAsked: return (.notAsked, "walks cannot show it")
    }
  }

  static func path(_ violation: ViolationVerdict) -> String {
    violation.trace.loop == nil
      ? "fails after \(Wording.count(violation.length, "step"))" : "fails in a loop"
  }

  /// A short text about the way in which it holds.
  private static func short(_ property: WorldVerdict.Property) -> String {
    if property.isAboutNothing || property.goalWalk != nil { return Wording.holding(property) }
    if let depth = property.goalDepth { return "after \(Wording.count(depth, "step"))" }
    if property.sentence == nil, let steps = property.matchedSteps {
      return Wording.count(steps, "step")
    }
    guard property.sentence == nil else { return Wording.holding(property) }
    return switch property.keyword {
    case .invariant, .transition, .reachable: "all states"
    case .possible: "from every state"
    case .eventually: "every fair run"
    }
  }
}

extension PropertyList.Row {
  /// Adds the result in another world, if it is different.
  fileprivate mutating func add(
    _ other: WorldVerdict.Property, _ kind: PropertyList.Class, _ result: String,
    in world: WorldVerdict, at index: Int
  ) {
    if other.announced {
      if kind == .caught {
        rejected.append(index)
      } else {
        others.append(
          "\(world.name): \(kind == .fails ? "expected to fail, and \(result)" : result)")
      }
      return
    }
    guard kind != self.kind || other.isAboutNothing != property.isAboutNothing else { return }
    others.append("\(world.name): \(result)")
  }
}
