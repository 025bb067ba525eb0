import Semantics

/// The properties of a spec, a row each: what it says, and how it turned out in each world.
struct PropertyRows {
  private struct Row {
    var property: WorldVerdict.Property
    /// The line of the text in which it begins, where nothing else says what it is about.
    var line = ""
    /// In each world that asks it, how it turned out.
    var outcomes: [(world: Int, verdict: PageVerdict, text: String)] = []
    /// Where a violation is shown, by world.
    var links: [Int: PageAnchor] = [:]
    /// The worlds of which that is on the page.
    var shown: Set<Int> = []
    var witness: PageAnchor?
    var showsWitness = false
  }

  private var rows: [Row] = []
  /// The page has many specs, and no room for much.
  private let isShort: Bool
  private var places: [String: Int] = [:]
  private var scenarios: [(name: String, documentation: String?, marks: [PageVerdict])] = []

  init(_ spec: SpecReport, isShort: Bool) {
    self.isShort = isShort
    for (index, world) in spec.verdicts.enumerated() where !world.isNotBegun {
      for property in world.properties where property.status != .notAsked {
        let (verdict, text) = Self.outcome(property, world)
        let place = places[property.name] ?? rows.count
        if place == rows.count {
          places[property.name] = place
          rows.append(Row(property: property))
          rows[place].line = Self.line(of: property, spec)
        }
        rows[place].outcomes.append((index, verdict, text))
      }
      for scenario in world.scenarios { add(scenario) }
    }
  }

  private static func line(of property: WorldVerdict.Property, _ spec: SpecReport) -> String {
    guard property.documentation?.isEmpty ?? true, let world = spec.worlds.first?.spec,
      let declared = world.properties.first(where: { $0.name == property.name })
    else { return "" }
    return world.file.text(world.file.rangeOfLine(at: declared.range.start))
  }

  private mutating func add(_ scenario: WorldVerdict.Scenario) {
    let mark: PageVerdict =
      switch scenario.status {
      case .passes: .good
      case .fails: .bad
      case .idle, .undecided: .open
      case .notPossible: .none
      }
    if let place = scenarios.firstIndex(where: { $0.name == scenario.name }) {
      scenarios[place].marks.append(mark)
    } else {
      scenarios.append((scenario.name, scenario.documentation, [mark]))
    }
  }

  /// How many properties and scenarios there are.
  var count: Int { rows.count + scenarios.count }

  // MARK: Links

  func needsWitness(_ name: String) -> Bool {
    places[name].map { rows[$0].witness == nil } ?? false
  }

  mutating func setWitness(of name: String, _ anchor: PageAnchor) {
    if let place = places[name] { rows[place].witness = anchor }
  }

  /// A trace is on the page.
  mutating func show(_ anchor: PageAnchor) {
    for index in rows.indices {
      if rows[index].witness == anchor { rows[index].showsWitness = true }
      for (world, link) in rows[index].links where link == anchor {
        rows[index].shown.insert(world)
      }
    }
  }

  mutating func link(_ name: String, in world: Int, to anchor: PageAnchor) {
    if let place = places[name], rows[place].links[world] == nil {
      rows[place].links[world] = anchor
    }
  }

  // MARK: The table

  func html(_ worlds: [WorldSection]) -> HTML {
    guard !rows.isEmpty || !scenarios.isEmpty else { return "" }
    let items = rows.map { self.row($0, worlds) } + scenarios.map(row)
    return """
      <table class=props><thead><tr><th>what has to be so<th>in words<th>how it turned out</thead><tbody>
      \(items.joined("\n"))</table>

      """
  }

  private func row(_ row: Row, _ worlds: [WorldSection]) -> HTML {
    let verdicts = row.outcomes.map(\.verdict)
    let mark: PageVerdict =
      verdicts.contains(.bad)
      ? .bad : verdicts.contains(.open) ? .open : verdicts.contains(.good) ? .good : .announced
    var parts: [HTML] = []
    let plain = row.outcomes.filter { $0.verdict == .good }
    if let first = plain.first {
      let count: HTML = plain.count == 1 ? "" : " <small>(\(plain.count) worlds)</small>"
      parts.append("\(isShort ? "holds" : first.text)\(count)")
    }
    for outcome in row.outcomes where outcome.verdict != .good {
      let world = worlds[outcome.world]
      let sign: HTML = outcome.verdict == mark ? "" : "\(outcome.verdict.mark) "
      let link = row.links[outcome.world]
      let name: HTML =
        row.shown.contains(outcome.world)
        ? "<a \((link ?? world.anchor).address)>\(world.name)</a>"
        : isShort ? "\(world.name)" : "<a \(world.anchor.address)>\(world.name)</a>"
      parts.append("\(sign)\(name): \(outcome.text)")
    }
    if row.showsWitness, let witness = row.witness {
      parts.append("<a \(witness.address)>how it holds</a>")
    }
    let words: HTML =
      row.line.isEmpty
      ? "\((row.property.documentation ?? "").withoutLongWords, upTo: 2000)"
      : "<code>\(row.line)</code>"
    let word = row.property.sentence == .same ? "same" : row.property.keyword.rawValue
    let name: HTML = "\(mark.mark) <code>\(row.property.name)</code>"
    return """
      <tr><th>\(name)\(isShort ? "" : " <small>\(word)</small>" as HTML)\
      <td>\(words)<td>\(parts.joined("<br>"))
      """
  }

  private func row(
    _ scenario: (name: String, documentation: String?, marks: [PageVerdict])
  ) -> HTML {
    let bad = scenario.marks.count { $0 == .bad }
    let mark: PageVerdict =
      bad > 0 ? .bad : scenario.marks.contains(.open) ? .open : scenario.marks.first ?? .none
    let text =
      bad > 0
      ? "fails in \(Wording.count(bad, "world"))"
      : mark == .open ? "not decided" : mark == .none ? "not possible" : "passes"
    return """
      <tr><th>\(mark.mark) <code>\(scenario.name)</code> <small>scenario</small>\
      <td>\((scenario.documentation ?? "").withoutLongWords, upTo: 2000)<td>\(text)
      """
  }

  /// How a property turned out in a world.
  private static func outcome(
    _ property: WorldVerdict.Property, _ world: WorldVerdict
  ) -> (PageVerdict, String) {
    let announced = property.announced
    if let kind = property.brokenBy {
      return (announced ? .announced : .bad, Wording.broken(by: kind))
    }
    let expected = announced ? ", as announced" : ""
    switch property.status {
    case .notRefuted:
      return announced ? (.open, "no walk violates it") : (.good, "not refuted")
    case .holds: return (announced ? .bad : .good, Wording.holding(property))
    case .violated:
      let path = world.violation(of: property).map { " " + Wording.path(to: $0) } ?? ""
      return (announced ? .announced : .bad, "violated\(path)\(expected)")
    case .notReached where world.excludes(property): return (.none, "cannot happen in this design")
    case .notReached:
      return (announced ? .announced : .bad, "no reachable state satisfies it\(expected)")
    case .faulted:
      return (world.announces("fault") ? .announced : .bad, "no value in some state: see the fault")
    case .internalError: return (.bad, "no verdict: see the internal error")
    case .undecided:
      return (.open, "not decided" + (property.openReason.map { ": \($0)" } ?? ""))
    case .notAsked: return (.none, "cannot be shown by walks")
    }
  }
}
