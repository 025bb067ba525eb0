import Semantics
import Traces

/// A spec on the page of a check.
struct SpecSection {
  private let spec: SpecReport
  private let path: String
  private let anchor: PageAnchor
  private let isAlone: Bool
  private let isWrong: Bool
  private let rules: RuleListing
  private var worlds: [WorldSection] = []
  private var rows: PropertyRows
  /// Its traces, in the order of the text; each is drawn or only named.
  private(set) var candidates: [PageCandidate] = []
  private var drawn: [Int: HTML] = [:]
  /// What is not as it says, with links.
  private(set) var complaints: [HTML] = []

  /// - Parameters:
  ///   - path: where it is in the repository.
  ///   - isAlone: the page has no other spec.
  init(
    _ spec: SpecReport, _ report: CheckReport, path: String, isAlone: Bool,
    _ anchors: inout PageAnchors
  ) {
    (self.spec, self.path, self.isAlone) = (spec, path, isAlone)
    anchor = anchors.name([spec.name])
    isWrong =
      spec.hasErrors || spec.verdicts.contains { report.isFailure($0) || report.isOpen($0) }
    rules = RuleListing(spec, path: path, isWhole: isAlone, at: anchor)
    rows = PropertyRows(spec, isShort: !isAlone)
    for (index, verdict) in spec.verdicts.enumerated() {
      let section = WorldSection(verdict, anchors.name([spec.name, verdict.name]), report)
      worlds.append(section)
      collect(verdict, index, report, &anchors)
      if let complaint = section.complaint(of: spec.name, wrong(in: index)) {
        complaints.append(complaint)
      }
    }
    if spec.hasErrors {
      complaints.append("<a \(anchor.address)>\(spec.name)</a>: the text has errors")
    }
  }

  /// Links to the traces of a world that show what is wrong.
  private func wrong(in world: Int) -> [HTML] {
    candidates.filter { $0.world == world && $0.rank == .wrong && !$0.title.isEmpty }
      .map { "<a \($0.anchor.address)>\($0.name)</a>" }
  }

  // MARK: Traces

  /// Notes the traces of a world.
  private mutating func collect(
    _ verdict: WorldVerdict, _ index: Int, _ report: CheckReport, _ anchors: inout PageAnchors
  ) {
    let world = spec.worlds.first { $0.spec.worldName == verdict.name }
    let (rules, path, commands) = (rules, path, CommandsToCopy(report))
    let maker = world.map { world in
      TraceMaker(world, verdict, place: rules.place) {
        commands.check(path, world: verdict.name, $0)
      }
    }
    var isFirst = true
    let isFirstOfSpec = !candidates.contains { $0.rank == .firstOfSpec }
    for (place, violation) in verdict.violations.enumerated() {
      let anchor = anchors.name([spec.name, verdict.name, violation.name])
      let rank: PageCandidate.Rank =
        !violation.announced
        ? .wrong : !isFirst ? .announced : isFirstOfSpec ? .firstOfSpec : .firstOfWorld
      isFirst = false
      let name = violation.kind.isGeneral ? nil : violation.name
      let isTold = name != nil && violation.announced
      add(rank, index, violation.name, anchor, isTold ? "" : TraceMaker.title(violation), name) {
        maker?.violation(place, at: anchor)
      }
    }
    for (place, scenario) in verdict.scenarios.enumerated() where scenario.failure != nil {
      let anchor = anchors.name([spec.name, verdict.name, scenario.name])
      add(.wrong, index, scenario.name, anchor, "scenario \(scenario.name): fails", nil) {
        maker?.scenario(place, at: anchor)
      }
    }
    for (place, property) in verdict.properties.enumerated()
    where property.trace != nil && rows.needsWitness(property.name) {
      let anchor = anchors.name([spec.name, verdict.name, property.name])
      rows.setWitness(of: property.name, anchor)
      let rank: PageCandidate.Rank =
        verdict.shows(property, among: report.witnesses) ? .wrong : .witness
      add(rank, index, property.name, anchor, "", nil) { maker?.witness(place, at: anchor) }
    }
  }

  private mutating func add(
    _ rank: PageCandidate.Rank, _ world: Int, _ name: String, _ anchor: PageAnchor,
    _ title: HTML, _ property: String?, make: @escaping () -> PageTrace?
  ) {
    if let property { rows.link(property, in: world, to: anchor) }
    candidates.append(
      PageCandidate(
        rank: rank, world: world, name: name, anchor: anchor, title: title, make: make))
  }

  /// Draws a trace, if there is room for it.
  mutating func draw(_ index: Int, in budget: inout PageBudget) {
    let candidate = candidates[index]
    let isWrong = candidate.rank == .wrong
    // Whoever is too long leaves room for others, but it is not tried with all of them.
    guard budget.hasRoom(isWrong: isWrong), var trace = candidate.make() else { return }
    trace.isOpen =
      isWrong && drawn.count < 3
      || isAlone && drawn.isEmpty && candidate.rank != .witness
    let html = trace.html(besides: lamps)
    // A link to it stands elsewhere.
    let bytes = html.byteCount + candidate.anchor.address.byteCount + 40
    guard budget.take(bytes, isWrong: isWrong) else { return }
    drawn[index] = html
    rows.show(candidate.anchor)
  }

  /// The names of the lamps of most of its traces.
  private var lamps: [String] {
    spec.worlds.first.map { LampPanel($0.spec).names } ?? []
  }

  // MARK: The page

  /// How long it is without what is drawn.
  var byteCount: Int {
    head.byteCount + worlds.reduce(0) { $0 + $1.head.byteCount + 60 }
      + candidates.reduce(0) { $0 + undrawn($1).byteCount }
      + rows.html(worlds).byteCount + rules.html.byteCount + PageText.lamps(lamps).byteCount + 600
  }

  private var verdict: PageVerdict {
    spec.hasErrors || spec.verdicts.contains { $0.isFailure || $0.isInternalError }
      ? .bad : isWrong ? .open : .good
  }

  /// A row of the contents of the page.
  var row: HTML {
    let text = (spec.documentation ?? "").split(separator: "\n").first.map(String.init) ?? ""
    return """
      <tr><th scope=row>\(verdict.mark) <a \(anchor.address)>\(spec.name)</a> <small>\(text)</small>\
      <td class=r>\(rows.count)<td class=r>\(spec.verdicts.count)
      """
  }

  private var head: HTML {
    """
    <h2>\(verdict.mark) \(spec.name) <small>\(path)</small></h2>\
    \(PageText.paragraphs(spec.documentation))\
    \(PageParts.diagnostics(spec.diagnostics, suppressed: spec.suppressedDiagnostics))
    """
  }

  var html: HTML {
    // What is wrong comes first.
    let order =
      worlds.indices.filter { !worlds[$0].isRight } + worlds.indices.filter { worlds[$0].isRight }
    let traces = order.map(traces)
    let witnesses = candidates.indices.filter { candidates[$0].rank == .witness }
      .compactMap { drawn[$0] }
    let how: HTML =
      witnesses.isEmpty
      ? "" : "<details><summary><b>How it holds</b></summary>\(witnesses.joined())</details>\n"
    return """
      <section \(anchor.attribute) aria-label="\(attribute: spec.name)"\(drawn.isEmpty ? "" : PageText.lamps(lamps))>\(head)
      \(traces.joined())\(hint)\(rows.html(worlds))\(how)\(rules.html)</section>

      """
  }

  private func traces(of world: Int) -> HTML {
    let own = candidates.indices.filter {
      candidates[$0].world == world && candidates[$0].rank != .witness
    }
    let rest = own.filter { drawn[$0] == nil }.map { undrawn(candidates[$0]) }.joined()
    let list: HTML = rest.isEmpty ? "" : "<ul>\(rest)</ul>\n"
    return worlds[world].head + own.compactMap { drawn[$0] }.joined() + list
  }

  /// How to see what there is no room for.
  private var hint: HTML {
    let left = candidates.indices.count { drawn[$0] == nil }
    guard left > 0 else { return "" }
    let what = left == 1 ? "1 trace is" : "\(left) traces are"
    return """
      <p class=d>\(what) not drawn here, since the page has no room for more: a page of this spec alone has more.

      """
  }

  private func undrawn(_ candidate: PageCandidate) -> HTML {
    candidate.title.isEmpty ? "" : "<li \(candidate.anchor.attribute)>\(candidate.title)"
  }
}

/// A world on the page of a check: what it is, and how it turned out.
struct WorldSection {
  private let verdict: WorldVerdict
  let anchor: PageAnchor
  private let report: CheckReport

  init(_ verdict: WorldVerdict, _ anchor: PageAnchor, _ report: CheckReport) {
    (self.verdict, self.anchor, self.report) = (verdict, anchor, report)
  }

  var name: String { verdict.name }
  var isRight: Bool { mark == .good }

  private var mark: PageVerdict {
    verdict.isInternalError || report.isFailure(verdict)
      ? .bad : report.isOpen(verdict) || verdict.isNotBegun ? .open : .good
  }

  var head: HTML {
    let constants = verdict.params.map { "\($0.name) = \($0.value)" } + (verdict.replaces ?? [])
    let settings: HTML =
      constants.isEmpty ? "" : "<small>\(Wording.list(constants), upTo: 1000)</small>"
    let errors = verdict.internalErrors.map { error -> HTML in
      "<p class=bad>internal error, \(error.name): \(error.message, upTo: 2000)"
    }
    return """
      <h3 \(anchor.attribute)>\(mark.mark) world \(name) \(settings)</h3>\(PageText.paragraphs(verdict.documentation))\
      <p><small>\(figures)</small>\(complaints)\(errors.joined())

      """
  }

  private var figures: String {
    guard !verdict.isNotBegun else { return "not begun" }
    let statistics = verdict.statistics
    if let walks = verdict.walks {
      return "\(Wording.count(walks.done, "walk")), \(Wording.count(walks.steps, "step"))"
    }
    return "\(Wording.states(statistics)), \(Wording.transitions(statistics))"
      + (verdict.completion.reason.map { "; \($0)" } ?? "")
      + ((verdict.isCached ?? false) ? "; from the cache" : "")
  }

  private var complaints: HTML {
    verdict.complaints.isEmpty
      ? ""
      : "<p class=\(attribute: mark.rawValue)>\(verdict.complaints.joined(separator: "; "), upTo: 2000)"
  }

  /// What is not as the spec says, for the top of the page.
  ///
  /// - Parameter links: to what shows it.
  func complaint(of spec: String, _ links: [HTML]) -> HTML? {
    guard !verdict.complaints.isEmpty, mark != .good else { return nil }
    let shown: HTML = links.isEmpty ? "" : " <small>(see \(links.joined(", ")))</small>"
    return """
      \(mark.mark) <a \(anchor.address)>\(spec), world \(name)</a>: \
      \(verdict.complaints.joined(separator: "; "), upTo: 2000)\(shown)
      """
  }
}
