/// A replayed counterexample page by page: the start, each step, and how it ends.
package struct Walkthrough {
  package struct Page: Sendable {
    /// One line that says where in the trace this is.
    package var title: String
    /// What happens, what changes, and the state after it; as long as they are.
    package var lines: [String]
  }

  package let pages: [Page]

  package init(file: ReplayedFile) {
    let replayed = file.replayed
    let name = file.document.property.name
    let count = replayed.trace.steps.count
    let header = "\(file.spec.name)/\(file.document.world)  \(name)"
    var pages = [
      Page(
        title: "\(header)  start", lines: ["the start", ""] + Self.state(replayed.states.first))
    ]
    for (index, step) in replayed.trace.steps.enumerated() {
      var lines = [step.event + (step.rule.map { "  rule \($0)" } ?? "")]
      let loop = replayed.trace.loop
      if index == loop { lines.insert("↻  the loop begins here", at: 0) }
      lines += step.effects.map { "  \($0)" }
      let state = index + 1 < replayed.states.count ? replayed.states[index + 1] : nil
      lines += ["", "the state after it"] + Self.state(state)
      pages.append(
        Page(
          title: "\(header)  step \(index + 1) of \(count)"
            + (index >= loop ?? .max ? ", in the loop" : ""), lines: lines))
    }
    var lines = [replayed.summary]
    if let end = replayed.trace.loopEnd { lines = ["↻  \(end)", ""] + lines }
    if let attempt = replayed.trace.attempt { lines.insert("\(attempt)  ← here", at: 0) }
    if !replayed.reasons.isEmpty { lines += ["", "why:"] }
    lines += replayed.reasons.map { String(repeating: "  ", count: $0.depth + 1) + $0.text }
    if let origin = replayed.violation?.origin { lines.append("  \(origin.text)") }
    pages.append(Page(title: "\(header)  the end", lines: lines))
    self.pages = pages.map {
      Page(title: $0.title.printableLine, lines: $0.lines.map(\.printable))
    }
  }

  private static func state(_ state: [(name: String, value: String)]?) -> [String] {
    (state ?? []).map { "  \($0.name) = \($0.value)" }
  }
}
