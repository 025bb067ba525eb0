import Semantics
import Traces

/// A spec on the page of a check: failures, properties, rejected designs, rules, and the search.
struct SpecSection {
  /// The parts, in their order.
  private enum Part: String, CaseIterable {
    case failures, properties, scenarios, rejected, rules, checked
  }

  /// A trace that the page may draw.
  private struct Candidate {
    /// The order in which traces get room.
    enum Rank: Int { case failure, example, rejected, other, witness }

    var rank: Rank
    var anchor: PageAnchor
    /// Nil if there are no states to draw.
    var make: () -> PageTrace?
  }

  private let spec: SpecReport
  private let report: CheckReport
  private let path: String
  private let isAlone: Bool
  let groups: FailureGroups
  let anchor: PageAnchor
  private var anchors: [Part: PageAnchor] = [:]
  private let rules: RuleListing
  private(set) var list: PropertyList
  private var worldAnchors: [PageAnchor?] = []
  private var failureAnchors: [PageAnchor] = []
  /// For each rejected design the first violation that it expects.
  private var rejected: [(world: Int, violation: Int?, anchor: PageAnchor)] = []
  /// The other violations that a rejected design expects, by world.
  private var others: [Int: [(violation: Int, anchor: PageAnchor)]] = [:]
  private var candidates: [Candidate] = []
  private var drawn: [String: HTML] = [:]
  /// The frames of its longest story that is drawn.
  private(set) var steps = 2

  /// - Parameters:
  ///   - path: its path in the repository.
  ///   - isAlone: the page has no other spec.
  init(
    _ spec: SpecReport, _ report: CheckReport, path: String, isAlone: Bool,
    _ names: inout PageAnchors
  ) {
    (self.spec, self.report, self.path, self.isAlone) = (spec, report, path, isAlone)
    groups = FailureGroups(spec, allowsMissing: report.allowances.contains(.missingViolations))
    anchor = names.name([spec.name])
    for part in Part.allCases {
      anchors[part] = names.name(isAlone ? [part.rawValue] : [spec.name, part.rawValue])
    }
    rules = RuleListing(spec, path: path, isWhole: isAlone, at: anchor)
    list = PropertyList(spec, isShort: !isAlone)
    worldAnchors = spec.verdicts.map { names.name([spec.name, $0.name]) }
    collectFailures(&names)
    collectRejected(&names)
    if isAlone { collectWitnesses(&names) }
  }

  // MARK: Traces

  private func maker(_ index: Int) -> TraceMaker? {
    let verdict = spec.verdicts[index]
    let (rules, path, commands) = (rules, path, CommandsToCopy(report))
    return spec.worlds.first { $0.spec.worldName == verdict.name }.map { world in
      TraceMaker(world, verdict, place: rules.place) {
        rules.link($0, $1)
      } command: {
        commands.check(path, world: verdict.name, $0)
      }
    }
  }

  private mutating func collectFailures(_ names: inout PageAnchors) {
    for failure in groups.failures {
      let world = spec.verdicts[failure.world]
      let anchor = names.name([spec.name, world.name, failure.name])
      failureAnchors.append(anchor)
      let maker = maker(failure.world)
      switch failure.source {
      case .violation(let place):
        list.link(failure.name, to: anchor)
        candidates.append(
          Candidate(rank: .failure, anchor: anchor) { maker?.violation(place, at: anchor) })
      case .scenario(let place):
        candidates.append(
          Candidate(rank: .failure, anchor: anchor) { maker?.scenario(place, at: anchor) })
      case .notReached: list.link(failure.name, to: anchor)
      case .missing(let name):
        guard
          let place = world.properties.firstIndex(where: { $0.isCalled(name) && $0.trace != nil })
        else { break }
        candidates.append(
          Candidate(rank: .failure, anchor: anchor) { maker?.witness(place, at: anchor) })
      case .internalError: break
      }
    }
  }

  private mutating func collectRejected(_ names: inout PageAnchors) {
    let example = groups.groups.isEmpty ? telling : nil
    for (index, world) in spec.verdicts.enumerated() where !world.announces.isEmpty {
      let place = world.violations.firstIndex(where: \.announced)
      let name = place.map { world.violations[$0].name } ?? ""
      let anchor = names.name([spec.name, world.name, name])
      rejected.append((index, place, anchor))
      guard let place else { continue }
      let maker = maker(index)
      candidates.append(
        Candidate(rank: index == example ? .example : .rejected, anchor: anchor) {
          maker?.violation(place, at: anchor)
        })
      for other in world.violations.indices
      where world.violations[other].announced && other != place {
        let anchor = names.name([spec.name, world.name, world.violations[other].name])
        others[index, default: []].append((other, anchor))
        candidates.append(
          Candidate(rank: .other, anchor: anchor) { maker?.violation(other, at: anchor) })
      }
    }
  }

  /// The rejected design whose story opens a page without failures: one of three steps, or nearly.
  private var telling: Int? {
    func distance(_ index: Int) -> Int? {
      spec.verdicts[index].violations.first(where: \.announced).map {
        abs($0.trace.steps.count - 3)
      }
    }
    return spec.verdicts.indices.filter { distance($0) != nil }.min {
      (distance($0) ?? 0, $0) < (distance($1) ?? 0, $1)
    }
  }

  private mutating func collectWitnesses(_ names: inout PageAnchors) {
    for (index, world) in spec.verdicts.enumerated() {
      for (place, property) in world.properties.enumerated()
      where property.trace != nil && property.status == .holds && !property.announced
        && (index == 0 || world.shows(property, among: report.witnesses))
      {
        let anchor = names.name([spec.name, world.name, property.name])
        let maker = maker(index)
        let isExample =
          groups.groups.isEmpty && !candidates.contains { $0.rank == .example }
        candidates.append(
          Candidate(rank: isExample ? .example : .witness, anchor: anchor) {
            maker?.witness(place, at: anchor)
          })
      }
    }
  }

  /// The ranks of its traces, in their order.
  var ranks: [Int] { candidates.map(\.rank.rawValue) }

  /// Draws a trace, if there is room for it.
  mutating func draw(_ index: Int, in budget: inout PageBudget) {
    let candidate = candidates[index]
    let isFailure = candidate.rank == .failure
    if !isAlone, candidate.rank.rawValue > Candidate.Rank.example.rawValue { return }
    guard budget.hasRoom(isFailure: isFailure), let trace = candidate.make() else { return }
    let html: HTML
    switch candidate.rank {
    case .failure: html = article(trace)
    case .example: html = example(trace)
    case .rejected: html = trace.card(isFolded: true)
    case .other: html = trace.folded
    case .witness:
      html = trace.article(level: level + 1, title: "Example for <code>\(trace.name)</code>")
    }
    if budget.take(html.byteCount + 60, isFailure: isFailure) {
      drawn[candidate.anchor.id] = html
      steps = max(steps, trace.phones.frames.count)
      if candidate.rank == .witness || candidate.rank == .example, trace.verdict == .good {
        list.setWitness(of: trace.name, candidate.anchor)
      }
    } else if candidate.rank == .rejected {
      let short = trace.card(isFolded: false)
      if budget.take(short.byteCount + 60) { drawn[candidate.anchor.id] = short }
    }
  }

  private var level: Int { isAlone ? 2 : 3 }

  private func article(_ trace: PageTrace) -> HTML {
    guard let number = failureAnchors.firstIndex(where: { $0.id == trace.anchor.id }) else {
      return ""
    }
    let failure = groups.failures[number]
    var trace = trace
    trace.also = also(failure)
    if case .missing = failure.source { trace.verdict = .bad }
    return trace.article(level: level + 1, title: title(failure, number))
  }

  private func title(_ failure: FailureGroups.Failure, _ number: Int) -> HTML {
    let world = spec.verdicts[failure.world].name
    let place: HTML = world == "default" ? "" : " · world <code>\(world)</code>"
    let count: HTML =
      groups.failures.count == 1 ? "Failure" : "Failure \(number + 1) of \(groups.failures.count)"
    let name: HTML =
      failure.noun == failure.name || failure.name.hasPrefix("\(failure.noun) ")
      ? "\(failure.name)" : "\(failure.noun) <code>\(failure.name)</code>"
    return "\(count) · \(name)\(place)"
  }

  /// The other worlds in which it fails.
  private func also(_ failure: FailureGroups.Failure) -> HTML {
    func names(_ worlds: [String]) -> HTML {
      let shown = worlds.prefix(12).map { "<code>\($0)</code>" as HTML }.joined(", ")
      return worlds.count > 12 ? "\(shown) and \(worlds.count - 12) more" : shown
    }
    var parts: [HTML] = []
    if !failure.otherWorlds.isEmpty {
      let count = Wording.count(failure.otherWorlds.count, "other world")
      parts.append("Also fails in \(count): \(names(failure.otherWorlds)).")
    }
    if !failure.expectedIn.isEmpty {
      parts.append("Expected to fail in \(names(failure.expectedIn)).")
    }
    return parts.joined(" ")
  }

  /// The story that opens a page without failures.
  private func example(_ trace: PageTrace) -> HTML {
    let name: HTML = "<code>\(trace.name)</code>"
    let title: HTML =
      trace.verdict == .good
      ? "An example · property \(name)"
      : "A rejected design, caught as expected · it breaks \(name)"
    var trace = trace
    (trace.raw, trace.excerpt, trace.close) = ([], "", [])
    return trace.article(level: level + 1, title: title)
  }

  // MARK: Numbers

  var name: String { spec.name }
  var failureCount: Int { groups.failures.count }

  /// Its worst verdict.
  var verdict: PageVerdict {
    spec.hasErrors || !groups.groups.isEmpty || spec.verdicts.contains(where: report.isFailure)
      ? .bad : spec.verdicts.contains { report.isOpen($0) || $0.isNotBegun } ? .open : .good
  }

  private var caught: Int {
    rejected.count { spec.verdicts[$0.world].judgement.missing.isEmpty && $0.violation != nil }
  }

  private var passing: String {
    list.passing == list.count
      ? "all \(list.count) pass" : "\(list.passing) of \(list.count) pass"
  }

  /// Links to its parts.
  var links: [(anchor: PageAnchor, name: String, value: HTML)] {
    var links: [(anchor: PageAnchor, name: String, value: HTML)] = []
    func add(_ part: Part, _ name: String, _ value: HTML) {
      if let anchor = anchors[part] { links.append((anchor, name, value)) }
    }
    if failureCount > 0 { add(.failures, "Failures", "<span class=bad>\(failureCount)</span>") }
    if list.count > 0 { add(.properties, "Properties", "\(passing)") }
    if !rejected.isEmpty {
      add(.rejected, "Rejected designs", "\(caught) of \(rejected.count) caught")
    }
    if let figures = rules.figures { add(.rules, "Rules and events", "\(figures)") }
    if let world = spec.verdicts.first {
      let states = Wording.count(world.statistics.states, "state")
      let how =
        world.walks != nil ? "by walks" : world.completion.exhaustive ? "complete" : "not complete"
      add(.checked, "Search", "\(how), \(states)")
    }
    return links
  }

  /// A row of the contents of a page with many specs.
  var row: HTML {
    let text = (spec.documentation ?? "").split(separator: "\n").first.map(String.init) ?? ""
    let result: HTML =
      failureCount > 0
      ? "<span class=bad>\(Wording.count(failureCount, "failure"))</span>"
      : spec.hasErrors
        ? "<span class=bad>not checked</span>" : verdict == .open ? "inconclusive" : "passes"
    return """
      <tr><th scope=row>\(verdict.mark) <a \(anchor.address)>\(spec.name)</a> <small>\(text)</small>\
      <td>\(result)<td class=r>\(list.count)<td class=r>\(caught) of \(rejected.count)
      """
  }

  /// The causes of its failures, for the header.
  var causes: [HTML] {
    var number = 0
    return groups.groups.map { group in
      let first = failureAnchors[number]
      var parts: [HTML] = []
      for failure in group.failures.prefix(4) {
        let sentence = PageTrace.sentences(failure.documentation).first
        let anchor = failureAnchors[number]
        let name: HTML = "<a \(anchor.address)><code>\(failure.name)</code></a>"
        number += 1
        switch failure.source {
        case .missing(let missing):
          parts.append("expects <code>\(missing)</code> to fail, and it does not")
        case .notReached: parts.append("no state reaches \(name)")
        case .scenario: parts.append("scenario \(name)")
        case .internalError: parts.append("internal error: \(name)")
        case .violation(let place):
          let summary = spec.verdicts[failure.world].violations[place].summary
          parts.append(sentence.isEmpty ? "\(summary, upTo: 400)" : "“\(sentence, upTo: 400)”")
        }
      }
      if group.failures.count > 4 {
        parts.append("and \(group.failures.count - 4) more")
        number += group.failures.count - 4
      }
      let owner: HTML = isAlone ? "" : "<small>\(spec.name)</small> "
      guard let cause = group.cause else {
        let failure = group.failures[0]
        let name: HTML = "<a \(first.address)><code>\(failure.name)</code></a>"
        return "<li>\(owner)\(name)<p>\(parts.joined(", "))</p>"
      }
      let line = cause.path.map { "\($0), line \(cause.line)" } ?? "line \(cause.line)"
      return """
        <li>\(owner)<a \(first.address)><code>\(cause.name)</code> <span>\(line)</span></a>\
        <p>breaks \(parts.joined(", "))</p>
        """
    }
  }

  /// What is inconclusive, for the header.
  var openQuestions: [HTML] {
    spec.verdicts.enumerated().filter { report.isOpen($0.element) || $0.element.isNotBegun }.map {
      index, world in
      let name: HTML = isAlone ? "world \(world.name)" : "\(spec.name), world \(world.name)"
      let reason = world.completion.reason.map { "\($0); " } ?? ""
      let text =
        world.isNotBegun
        ? "not begun" : reason + world.complaints.joined(separator: "; ")
      return
        "\(PageVerdict.open.mark) <a \((anchors[.checked] ?? anchor).address)>\(name)</a>: \(text, upTo: 2000)"
    }
  }

  // MARK: The page

  /// Its length without traces.
  var byteCount: Int { html.byteCount }

  var html: HTML {
    let content: HTML = """
      \(PageText.paragraphs(isAlone ? nil : spec.documentation))\
      \(PageParts.diagnostics(spec.diagnostics, suppressed: spec.suppressedDiagnostics))\
      \(failures)\(properties)\(scenarios)\(gallery)\(witnesses)\
      \(rules.html(level: level, at: anchors[.rules] ?? anchor))\(search)
      """
    guard !isAlone else { return "<div \(anchor.attribute)>\(content)</div>" }
    return """
      <section class=sec \(anchor.attribute) aria-label="\(attribute: spec.name)">\
      <h2>\(verdict.mark) \(spec.name) <small>\(path)</small></h2>\(content)</section>

      """
  }

  private var failures: HTML {
    if groups.groups.isEmpty {
      let story = candidates.filter { $0.rank == .example }.compactMap { drawn[$0.anchor.id] }
      return story.isEmpty
        ? "" : "<section><h\(level) class=vh>A story</h\(level)>\(story.joined())</section>\n"
    }
    let items = groups.failures.enumerated().map { number, failure -> HTML in
      let anchor = failureAnchors[number]
      return drawn[anchor.id] ?? undrawn(failure, number)
    }
    return """
      <section \((anchors[.failures] ?? anchor).attribute)><h\(level) class=vh>Failures</h\(level)>\
      \(items.joined())</section>

      """
  }

  /// A failure without a trace, or without room for it.
  private func undrawn(_ failure: FailureGroups.Failure, _ number: Int) -> HTML {
    let world = spec.verdicts[failure.world]
    let (first, rest) = PageTrace.sentences(failure.documentation)
    let text: HTML
    let place: HTML
    switch failure.source {
    case .violation(let index):
      let violation = world.violations[index]
      text =
        "\(PageTrace.capitalized(TraceMaker.outcome(violation))): \(violation.summary, upTo: 1000)"
      place = rules.place(violation.place)
    case .scenario(let index):
      text = "\(world.scenarios[index].failure?.summary ?? "", upTo: 1000)"
      place = rules.place(world.scenarios[index].failure?.place ?? world.scenarios[index].place)
    case .notReached(let index):
      text = "No reachable state satisfies it."
      place = rules.place(world.properties[index].place)
    case .missing(let name):
      text = """
        World <code>\(world.name)</code> expects <code>\(name)</code> to fail, and it does not. \
        The design is not caught.
        """
      place = rules.place(world.place)
    case .internalError(let index):
      text = "\(world.internalErrors[index].message, upTo: 2000): \(Wording.internalErrorAdvice)"
      place = ""
    }
    let heading: HTML = first.isEmpty ? "\(failure.noun) \(failure.name)" : "\(first, upTo: 2000)"
    return """
      <article class="st v-bad" \(failureAnchors[number].attribute)><p class=kk>\(PageVerdict.bad.mark)\
      \(title(failure, number))</p><h\(level + 1)>\(heading)</h\(level + 1)>\
      <p class=by>\(rest, upTo: 2000) \(place)</p><p class=ld>\(text)</p><p class=ot>\(also(failure))</p></article>

      """
  }

  private var properties: HTML {
    guard list.count > 0 else { return "" }
    let advice: HTML =
      list.neverViolated > 0
      ? """
       No rejected design breaks \(list.neverViolated) of them, so nothing shows that they can fail.
      """ : ""
    let world = spec.verdicts.first?.name ?? "default"
    return """
      <section \((anchors[.properties] ?? anchor).attribute)><h\(level)>Properties</h\(level)>\
      <p class=in>\(PageTrace.capitalized(passing)) in world \(world), under the headings of the spec. \(general)\(advice)</p>
      \(isAlone ? list.filters : "")\(list.html(level: level + 1, rejectedAnchors))</section>

      """
  }

  private var rejectedAnchors: [PageAnchor?] {
    spec.verdicts.indices.map { index in
      rejected.contains { $0.world == index } ? worldAnchors[index] : nil
    }
  }

  /// The result of the checks that every spec gets.
  private var general: HTML {
    guard let world = spec.verdicts.first else { return "" }
    let kinds = ViolationKind.general.map(\.rawValue).filter {
      world.selection?.contains($0) ?? true
    }
    let found = world.violations.contains(where: \.kind.isGeneral)
    guard let last = kinds.last, !found, !world.isInternalError else { return "" }
    let list = kinds.count == 1 ? last : Wording.list(kinds.dropLast()) + " or \(last)"
    let isSure = world.completion.exhaustive && world.walks == nil && !world.judgement.mayMiss
    return "There is no \(list)\(isSure ? "" : " in the states seen")."
  }

  private var scenarios: HTML {
    var order: [String] = []
    var results: [String: (WorldVerdict.Scenario, [String])] = [:]
    for world in spec.verdicts {
      for scenario in world.scenarios {
        if results[scenario.name] == nil {
          order.append(scenario.name)
          results[scenario.name] = (scenario, [])
        }
        let reason = scenario.obstacle ?? scenario.openReason
        if scenario.status != .passes {
          let text =
            switch scenario.status {
            case .passes, .fails: "fails"
            case .idle: "never ran: nothing happens in it, and nothing is expected"
            case .undecided: "inconclusive"
            case .notPossible: "not possible"
            }
          results[scenario.name]?.1.append(
            "\(world.name): \(text)\(reason.map { " (\($0))" } ?? "")")
        }
      }
    }
    guard !order.isEmpty else { return "" }
    let items = order.compactMap { results[$0] }.map { scenario, odd -> HTML in
      let (first, _) = PageTrace.sentences(scenario.documentation)
      let fails = odd.contains { $0.contains(": fails") }
      let mark: PageVerdict = fails ? .bad : scenario.status == .passes ? .good : .open
      let words: HTML = first.isEmpty ? "" : "\(first, upTo: 600) "
      return """
        <li class=\(fails ? "F" : mark == .good ? "P" : "O")>\(mark.mark)<div>\(words)<span class=nm>\
        <code>\(scenario.name)</code> \(odd.prefix(8).map { "<span>\($0, upTo: 400)</span>" as HTML }.joined(" "))</span></div> \
        <span class=rs>\(fails ? "fails" : mark == .good ? "passes" : "")</span>
        """
    }
    return """
      <section \((anchors[.scenarios] ?? anchor).attribute)><h\(level)>Scenarios</h\(level)>\
      <ul class=pl>\(items.joined("\n"))</ul></section>

      """
  }

  // MARK: Rejected designs

  private var gallery: HTML {
    guard !rejected.isEmpty else { return "" }
    let all = caught == rejected.count
    let text: HTML =
      all
      ? """
      Each is a mistake on purpose, kept in the spec. Traycheck catches all of them, which shows that the properties \
      can fail. These are <b>not failures</b>.
      """
      : "Each is a mistake on purpose, kept in the spec. Traycheck catches \(caught) of \(rejected.count)."
    let cards = rejected.map { rejected -> HTML in
      card(rejected.world, rejected.violation, rejected.anchor)
    }
    let isGallery = isAlone
    return """
      <section \((anchors[.rejected] ?? anchor).attribute)><h\(level)>Rejected designs</h\(level)>\
      <p class=in>\(text)</p><ul class=\(isGallery ? "\"ga\" tabindex=0" : "lst" as HTML) aria-label="Rejected designs">\
      \(cards.joined())</ul></section>

      """
  }

  private func card(_ index: Int, _ violation: Int?, _ anchor: PageAnchor) -> HTML {
    let world = spec.verdicts[index]
    let announced = world.violations.filter(\.announced)
    let id = worldAnchors[index] ?? anchor
    let (first, rest) = PageTrace.sentences(world.documentation)
    guard isAlone else {
      let broken = announced.map { "<code>\($0.name)</code>" as HTML }.joined(", ")
      return
        "<li \(id.attribute)>\(PageVerdict.announced.sign) <code>\(world.name)</code> breaks \(broken.isEmpty ? "nothing" : broken)"
    }
    let isExample = candidates.contains { $0.rank == .example && $0.anchor.id == anchor.id }
    let story: HTML =
      isExample
      ? "<p class=mo><a \(anchor.address)>Its steps are at the top.</a></p>"
      : drawn[anchor.id] ?? ""
    var lines: [HTML] = []
    if let violation,
      let main = world.violations.indices.contains(violation) ? world.violations[violation] : nil
    {
      let sentence = PageTrace.sentences(main.documentation).first
      lines.append(
        """
        <p class=bk>Breaks <code>\(main.nameWithSubject)</code> in \(Wording.count(main.length, "step")): \
        \(sentence.isEmpty ? main.summary : sentence, upTo: 600)</p>
        """)
      let more = announced.filter { $0.nameWithSubject != main.nameWithSubject }
      let stories = (others[index] ?? []).compactMap { drawn[$0.anchor.id] }
      if !more.isEmpty {
        let names = more.map { "<code>\($0.nameWithSubject)</code>" as HTML }.joined(", ")
        lines.append("<p class=mo>Also breaks \(more.count) more: \(names)</p>\(stories.joined())")
      }
    }
    for name in world.judgement.missing {
      lines.append(
        "<p class=mo><b class=open>Not caught:</b> <code>\(name)</code> does not fail</p>")
    }
    if !world.accepted.isEmpty {
      let accepted = world.accepted.map { "\($0.kind.rawValue): \($0.summary)" }
      lines.append("<p class=mo>Expected: \(accepted.joined(separator: "; "), upTo: 600)</p>")
    }
    return """
      <li class=rj \(id.attribute)><div class=rh><h\(level + 1)>\(PageVerdict.announced.mark) <code>\(world.name)</code>\
      </h\(level + 1)><p>\(first, upTo: 600) <small>\(rest, upTo: 600)</small></p></div>
      \(story)\(lines.joined())

      """
  }

  private var witnesses: HTML {
    let items = candidates.filter { $0.rank == .witness }.compactMap { drawn[$0.anchor.id] }
    guard !items.isEmpty else { return "" }
    return """
      <details class=raw><summary>Examples of properties that hold</summary>\
      <h\(level) class=vh>Examples</h\(level)>\(items.joined())</details>

      """
  }

  // MARK: The search

  private var search: HTML {
    guard !spec.verdicts.isEmpty else { return "" }
    let rows = spec.verdicts.enumerated().map { index, world -> HTML in
      let isRejected = !world.announces.isEmpty
      let kind = isRejected ? "rejected design" : world.name == "default" ? "main" : "world"
      let settings = world.params.map { "\($0.name) \($0.value)" } + (world.replaces ?? [])
      let text: HTML =
        isRejected || isAlone == false ? "" : PageText.paragraphs(world.documentation, "by")
      let id: HTML =
        rejectedAnchors[index] == nil ? worldAnchors[index].map { " \($0.attribute)" } ?? "" : ""
      return """
        <tr><th scope=row\(id)><code>\(world.name)</code>\(text)<td>\(kind)\
        <td>\(Wording.list(settings), upTo: 600)<td>\(figures(world))<td>\(result(world))
        """
    }
    return """
      <section \((anchors[.checked] ?? anchor).attribute)><h\(level)>How it was checked</h\(level)>\
      <div class=tb tabindex=0 role=region aria-label="Worlds of \(attribute: spec.name)"><table>\
      <thead><tr><th scope=col>World<th scope=col>Kind<th scope=col>Parameters<th scope=col>Search<th scope=col>Result\
      <tbody>\(rows.joined("\n"))</table></div></section>

      """
  }

  private func figures(_ world: WorldVerdict) -> String {
    guard !world.isNotBegun else { return "not begun" }
    if let walks = world.walks {
      return "\(Wording.count(walks.done, "walk")), \(Wording.count(walks.steps, "step"))"
    }
    var parts = [
      Self.states(world.statistics), Wording.count(world.statistics.transitions, "step"),
    ]
    if let digits = world.statistics.largeTransitions { parts[1] = "\(digits.grouped) steps" }
    parts.append(
      world.completion.reason ?? (world.completion.exhaustive ? "complete" : "not complete"))
    if let engine = Wording.engine(world) { parts.append(engine) }
    if world.isCached ?? false { parts.append("from the cache") }
    return Wording.list(parts)
  }

  private static func states(_ statistics: WorldVerdict.Statistics) -> String {
    guard statistics.largeStates == nil, let symmetry = statistics.symmetry,
      !symmetry.types.isEmpty
    else { return Wording.states(statistics) }
    let orbits =
      "\(Wording.number(symmetry.orbits)) after symmetry reduction over \(Wording.list(symmetry.types))"
    return symmetry.countsStates
      ? "\(Wording.count(statistics.states, "state")) (\(orbits))"
      : "\(Wording.number(symmetry.orbits)) states after symmetry reduction over \(Wording.list(symmetry.types))"
  }

  private func result(_ world: WorldVerdict) -> HTML {
    let judgement = world.judgement
    var parts: [HTML] = []
    let bad = judgement.unexpected + judgement.failedScenarios
    if !bad.isEmpty {
      parts.append("<span class=bad>\(bad.count) \(bad.count == 1 ? "fails" : "fail")</span>")
    }
    if !world.announces.isEmpty {
      let missing = judgement.missing.count
      let count = world.announces.count
      let caught: HTML = "\(count - missing) of \(count) caught"
      parts.append(missing > 0 ? "<span class=bad>\(caught)</span>" : caught)
    }
    let open = judgement.undecided.count + judgement.notFound.count
    if open > 0 { parts.append("<span class=open>\(open) inconclusive</span>") }
    if judgement.isInternalError { parts.append("<span class=bad>internal error</span>") }
    if judgement.asksNothing { parts.append("has no properties") }
    if !judgement.impossibleScenarios.isEmpty {
      parts.append("\(Wording.count(judgement.impossibleScenarios.count, "scenario")) not possible")
    }
    if judgement.mayMiss {
      parts.append(
        "by fingerprints, misses a state with probability at most \(Wording.probability(world.missProbability))"
      )
    }
    if world.isViolatedForSomeNumber {
      parts.append("<span class=bad>fails for some instance count</span>")
    }
    if world.isOpenForSomeNumber {
      parts.append("<span class=open>inconclusive for some instance count</span>")
    }
    return parts.isEmpty ? "passes" : parts.joined("; ")
  }
}
