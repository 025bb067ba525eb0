import Semantics
import Traces

/// The replays of stored counterexamples as an HTML page.
package struct ReplayPage {
  private let report: ReplayReport

  package init(_ report: ReplayReport) { self.report = report }

  /// Renders the page. It must be called on a thread with a large stack, because syntax trees are traversed
  /// recursively.
  package func encoded() -> String {
    var anchors = PageAnchors()
    _ = ["summary", "main", "counterexamples", "problems"].map { anchors.name([$0]) }
    let files = report.replays.map { (file: $0, anchor: Self.anchor($0, &anchors)) }
    let head = self.head(files)
    // Counterexamples that contradict their files come first, since there may not be space for all.
    let order = files.indices.sorted {
      (files[$0].file.judgement == .asExpected ? 1 : 0, $0)
        < (files[$1].file.judgement == .asExpected ? 1 : 0, $1)
    }
    let titles = files.map { "<li \($0.anchor.attribute)>\(Self.title($0.file))" as HTML }
    var budget = PageBudget(
      besides: PageDocument(title: title, body: "", steps: PhoneTrace.maximumFrames).text.utf8.count
        + head.byteCount + titles.reduce(0) { $0 + $1.byteCount })
    var drawn: [HTML] = []
    var rest: [HTML] = []
    var steps = 2
    for index in order {
      let trace = Self.trace(files[index].file, at: files[index].anchor)
      let html = trace.article(level: 3, title: Self.heading(files[index].file))
      if budget.take(html.byteCount) {
        drawn.append(html)
        steps = max(steps, trace.phones.frames.count)
      } else {
        rest.append(titles[index])
      }
    }
    let left: HTML =
      rest.isEmpty
      ? ""
      : """
      <section><h2>Not drawn</h2><p class=in>The page has no room for these. Replay fewer counterexamples.</p>\
      <ul class=lst>\(rest.joined())</ul></section>
      """
    let body: HTML = """
      \(head)<main id=main><section id=counterexamples><h2 class=vh>Counterexamples</h2>\
      \(drawn.joined())</section>\(left)</main>
      """
    return PageDocument(title: title, body: body, steps: steps).text
  }

  private func head(_ files: [(file: ReplayedFile, anchor: PageAnchor)]) -> HTML {
    let odd = files.filter { $0.file.judgement != .asExpected }
    let count = Wording.count(report.verdicts.count, "counterexample")
    let heading =
      switch verdict {
      case .good: "Passed: \(count) as expected"
      case .open: "Inconclusive: \(odd.count) of \(count)"
      default: odd.isEmpty ? "Not checked" : "Failed: \(odd.count) of \(count)"
      }
    let problems = complaints(files)
    let list: HTML =
      problems.isEmpty
      ? "" : "<ul class=lst>\(problems.map { "<li>\($0)" as HTML }.joined())</ul>"
    var specs: [String] = []
    for file in files where !specs.contains(file.file.spec.name) {
      specs.append(file.file.spec.name)
    }
    let names: HTML =
      specs.isEmpty
      ? "Stored counterexamples" : "<b>\(Wording.list(specs), upTo: 400)</b> stored counterexamples"
    let links = files.prefix(24).map { file, anchor in
      (anchor, file.document.property.name, "\(Self.verdict(file).sign)" as HTML)
    }
    return PageParts.header(
      verdict, names: names, title: heading, summary: "Each was replayed step by step.", list)
      + PageParts.navigation(
        links.isEmpty ? [(PageAnchor(id: "counterexamples"), "Counterexamples", "0")] : links)
  }

  private static func heading(_ file: ReplayedFile) -> HTML {
    """
    Stored counterexample · <code>\(file.document.property.name)</code> · world \
    <code>\(file.document.world)</code>
    """
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
    return "\(verdict.sign) \(name) – Traycheck"
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

  /// The first counterexample as a picture; nil if there is none. It must be called on a thread with a large stack.
  package var picture: String? {
    guard let file = report.replays.first else { return nil }
    var anchors = PageAnchors()
    let trace = Self.trace(file, &anchors)
    let told = ReplayVerdict(file)
    let sentence = PageTrace.sentences(trace.documentation).first
    return PhonePicture(
      trace.phones,
      PhonePicture.Words(
        verdict: told.violation == nil
          ? "Fixed" : "Fails after \(Wording.count(told.length, "step"))",
        isFailure: told.violation != nil, name: trace.name, world: told.world,
        sentence: sentence.isEmpty ? told.summary : sentence, line: Self.line(told, file.spec.file))
    ).encoded()
  }

  /// The line of the spec at fault.
  private static func line(
    _ told: ReplayVerdict, _ file: SourceFile
  ) -> (number: Int, text: String)? {
    let index = (told.origin?.step ?? told.trace.steps.count) - 1
    guard told.trace.steps.indices.contains(index), let place = told.trace.steps[index].place else {
      return nil
    }
    let part = place.path.map { path in file.parts.first { $0.path == path } } ?? file.parts.first
    let lines = part.map { file.text($0.range) }?
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard let lines, lines.indices.contains(place.line - 1) else { return nil }
    return (place.line, String(lines[place.line - 1]))
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

  /// The current trace of a counterexample.
  static func trace(_ file: ReplayedFile, _ anchors: inout PageAnchors) -> PageTrace {
    trace(file, at: anchor(file, &anchors))
  }

  private static func trace(_ file: ReplayedFile, at anchor: PageAnchor) -> PageTrace {
    let told = ReplayVerdict(file)
    let phones = PhoneTrace(
      file.result.path, in: file.spec, look: PhoneLook(file.spec),
      suspects: told.reasons.map(\.text).joined(separator: "\n"), attempt: file.result.attempt,
      loop: file.result.loop)
    var trace = PageTrace(
      anchor: anchor, name: told.property, noun: told.kind.isGeneral ? "" : "property",
      verdict: verdict(file), outcome: ReplayText.verdict(told),
      documentation: file.spec.properties.first { $0.name == told.property }?.documentation,
      phones: phones)
    if let violation = told.violation {
      trace.lead = Lead(phones, origin: file.replayed.violation?.origin) { "\($1)" }
        .html(or: violation.summary)
    }
    trace.place = "\(told.violation?.place.text(in: told.specPath) ?? told.specPath)"
    (trace.reasons, trace.origin, trace.close) = (told.reasons, told.origin, told.close)
    trace.notes = told.notes
    if told.specChanged { trace.notes.append("The spec has changed since this was written.") }
    trace.notes.append("From \(told.path)")
    var excerpt = SourceExcerpt(file.spec.file)
    if let place = told.origin?.place, let statement = told.origin?.statement {
      excerpt.add(place, statement: statement, note: "Step \(told.origin?.step ?? 0) runs this.")
    }
    trace.excerpt = excerpt.html
    trace.raw = TraceText(style: TextStyle(usesColor: false), indent: "").lines(told.trace)
    return trace
  }
}
