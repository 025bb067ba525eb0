import Semantics
import Traces

/// The parts of a spec on the page, without its failures and the search.
extension SpecSection {
  /// The size of the section in bytes, without traces.
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

  var properties: HTML {
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

  var rejectedAnchors: [PageAnchor?] {
    spec.verdicts.indices.map { index in
      rejected.contains { $0.world == index } ? worldAnchors[index] : nil
    }
  }

  /// The result of the checks that every spec gets.
  var general: HTML {
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

  var scenarios: HTML {
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

  var gallery: HTML {
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

  func card(_ index: Int, _ violation: Int?, _ anchor: PageAnchor) -> HTML {
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

  var witnesses: HTML {
    let items = candidates.filter { $0.rank == .witness }.compactMap { drawn[$0.anchor.id] }
    guard !items.isEmpty else { return "" }
    return """
      <details class=raw><summary>Examples of properties that hold</summary>\
      <h\(level) class=vh>Examples</h\(level)>\(items.joined())</details>

      """
  }
}
