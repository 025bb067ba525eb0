import Semantics
import Traces

/// What became of stored counterexamples, as a page for a browser.
package struct ReplayPage {
  private let report: ReplayReport

  package init(_ report: ReplayReport) { self.report = report }

  /// To be called on a thread with a large stack, since specs are walked by recursion.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = anchors.name(["summary"])
    let files = report.replays.map { (file: $0, anchor: Self.anchor($0, &anchors)) }
    let wrong = complaints(files)
    let head: HTML = """
      <header id=summary><h1>\(verdict.mark) \
      \(Wording.count(report.verdicts.count, "counterexample")) replayed</h1></header>
      \(PageParts.wrong(wrong))\(PageParts.keys)
      """
    // What is not as expected comes first, also where there is no room for all.
    let order = files.indices.sorted {
      (files[$0].file.judgement == .asExpected ? 1 : 0, $0)
        < (files[$1].file.judgement == .asExpected ? 1 : 0, $1)
    }
    let titles = files.map { "<li \($0.anchor.attribute)>\(Self.title($0.file))" as HTML }
    var budget = PageBudget(
      besides: PageDocument(title: title, body: "").text.utf8.count + head.byteCount
        + titles.reduce(0) { $0 + $1.byteCount })
    var drawn: [HTML] = []
    var rest: [HTML] = []
    for index in order {
      var trace = Self.trace(files[index].file, at: files[index].anchor)
      trace.isOpen =
        drawn.count < (files.count == 1 ? 1 : 3) && (files.count == 1 || trace.verdict == .bad)
      let html = trace.html()
      if budget.take(html.byteCount) { drawn.append(html) } else { rest.append(titles[index]) }
    }
    let left: HTML =
      rest.isEmpty
      ? ""
      : "<h2>Not drawn</h2><p class=d>The page has no room for these: replay fewer.<ul>\(rest.joined())</ul>"
    return PageDocument(title: title, body: "\(head)<main>\(drawn.joined())\(left)</main>").text
  }

  private var verdict: PageVerdict {
    switch report.status {
    case .success: .good
    case .inconclusive: .open
    default: .bad
    }
  }

  private var title: String {
    let name = report.verdicts.count == 1 ? report.verdicts[0].property : "counterexamples"
    return "\(verdict.sign) \(name) – traycheck"
  }

  private func complaints(_ files: [(file: ReplayedFile, anchor: PageAnchor)]) -> [HTML] {
    var items = report.unreadable.map { "<b>\($0.path)</b>: \($0.reason, upTo: 1000)" as HTML }
    items += report.broken.map { PageParts.diagnostics($0.diagnostics, suppressed: $0.suppressed) }
    items += report.stale.map { "? <b>\($0.path)</b>: \($0.reason, upTo: 1000)" }
    items += files.filter { $0.file.judgement != .asExpected }.map { file, anchor in
      let verdict = Self.verdict(file)
      return
        "\(verdict.mark) <a \(anchor.address)>\(file.path)</a>: \(ReplayText.verdict(ReplayVerdict(file)), upTo: 1000)"
    }
    return items
  }

  /// The first counterexample as a picture; nil if there is none. To be called on a thread with a large stack.
  package var picture: String? {
    guard let file = report.replays.first else { return nil }
    var anchors = PageAnchors()
    let trace = Self.trace(file, &anchors)
    let documentation = trace.documentation.map { $0.split(separator: "\n").joined(separator: " ") }
    return PhonePicture(
      trace.phones, title: "\(trace.name), world \(file.document.world)",
      outcome: documentation ?? trace.summary ?? ""
    ).encoded()
  }

  // MARK: A counterexample

  private static func anchor(_ file: ReplayedFile, _ anchors: inout PageAnchors) -> PageAnchor {
    anchors.name([file.spec.name, file.document.world, file.document.property.name])
  }

  private static func verdict(_ file: ReplayedFile) -> PageVerdict {
    switch file.judgement {
    case .asExpected: .good
    case .contradicted: .bad
    case .open: .open
    }
  }

  private static func title(_ file: ReplayedFile) -> HTML {
    "\(verdict(file).mark) <b>\(file.document.property.name)</b> \(ReplayText.verdict(ReplayVerdict(file)), upTo: 1000)"
  }

  /// The trace of a counterexample as it is now.
  static func trace(_ file: ReplayedFile, _ anchors: inout PageAnchors) -> PageTrace {
    trace(file, at: anchor(file, &anchors))
  }

  private static func trace(_ file: ReplayedFile, at anchor: PageAnchor) -> PageTrace {
    let told = ReplayVerdict(file)
    var finding: Finding?
    if case .stillViolates(let violation) = file.result.verdict { finding = violation.finding }
    let phones = PhoneTrace(
      file.result.path, in: file.spec, look: PhoneLook(file.spec), panel: LampPanel(file.spec),
      finding: finding, suspects: told.reasons.map(\.text).joined(separator: "\n"),
      attempt: file.result.attempt, loop: file.result.loop)
    var trace = PageTrace(
      anchor: anchor, name: told.property, word: "\(told.kind.rawValue), world \(told.world)",
      verdict: verdict(file), outcome: ReplayText.verdict(told),
      documentation: file.spec.properties.first { $0.name == told.property }?.documentation,
      phones: phones)
    trace.summary = told.violation?.summary
    trace.place = "\(told.violation?.place.text(in: told.specPath) ?? told.specPath)"
    (trace.reasons, trace.origin, trace.close) = (told.reasons, told.origin, told.close)
    trace.notes = told.notes
    if told.specChanged { trace.notes.append("the spec has changed since this was written") }
    trace.notes.append("from \(told.path)")
    return trace
  }
}
