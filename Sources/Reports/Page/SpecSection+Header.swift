import Semantics
import Traces

/// The names and numbers of a spec for the header and the contents of a page.
extension SpecSection {
  var name: String { spec.name }
  var failureCount: Int { groups.failures.count }

  /// Its worst verdict.
  var verdict: PageVerdict {
    spec.hasErrors || !groups.groups.isEmpty || spec.verdicts.contains(where: report.isFailure)
      ? .bad : spec.verdicts.contains { report.isOpen($0) || $0.isNotBegun } ? .open : .good
  }

  var caught: Int {
    rejected.count { spec.verdicts[$0.world].judgement.missing.isEmpty && $0.violation != nil }
  }

  var passing: String {
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
      let how = world.walks != nil ? "by walks" : Wording.extent(of: world)
      add(.checked, "Search", "\(how), \(states)")
    }
    return links
  }

  /// A row in the contents of a page with many specs.
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

  /// The inconclusive worlds with their reasons, for the header.
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
}
