import Semantics
import Traces

/// Renders the results of validating logs, for people.
package struct ValidationText {
  /// The maximum number of states that are listed; more are only counted.
  private static let maximumBeliefs = 6
  /// The maximum number of equally small repairs that are shown.
  private static let maximumRepairs = 3
  /// The maximum number of rows for the failing line.
  private static let maximumRows = 3

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  package func render(_ report: LogReport) -> String {
    var blocks: [[String]] = []
    if let interface = report.interface, let log = report.log {
      blocks.append(lines(log, interface, isReadInFull: report.strictFailure == nil))
    }
    blocks.append([last(report)])
    return style.fitted(
      blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n")
  }

  private func lines(
    _ log: LogReport.Log, _ interface: Interface, isReadInFull: Bool
  ) -> [String] {
    var figures =
      "\(Wording.count(log.lines, "line")), \(Wording.count(log.events, "event")), "
      + Wording.seconds(log.duration)
    if log.duration >= .seconds(1) {
      let speed = Int(Double(log.events) / (log.duration / .seconds(1)))
      figures += ", \(Wording.count(speed, "event")) a second"
    }
    guard let failure = log.failure else {
      let isViolated = !log.violated.isEmpty
      let isOpen = log.isCutShort || log.isIdle || !log.possiblyViolated.isEmpty
      let isUndecided = isOpen || !log.undecided.isEmpty || !isReadInFull
      let mark = isViolated ? "✗" : isUndecided ? "?" : "✓"
      let what =
        isViolated
        ? "\(Wording.count(log.violated.count, "invariant")) violated"
        : log.isCutShort
          ? "explained so far"
          : log.isIdle
            ? "no event in it" : isReadInFull ? "explained" : "explained, not read in full"
      let paths = log.paths.joined(separator: ", ").printable
      return [style.bold("\(mark) \(paths): \(what)") + "  (\(figures))"] + notes(log, interface)
    }
    return [style.bold(head(failure, log)) + "  (\(figures))"] + notes(log, interface)
      + body(failure, log, interface)
  }

  private func notes(_ log: LogReport.Log, _ interface: Interface) -> [String] {
    let spec = interface.spec
    func list(_ names: [String]) -> String {
      names.isEmpty ? "nothing" : names.joined(separator: ", ")
    }
    var notes = ["  seen: " + list(log.seen.sorted().map { interface.observables[$0].name })]
    if !spec.signals.isEmpty {
      notes.append(
        "  signals that are logged: " + list(interface.heard.sorted().map { spec.signals[$0].name })
      )
    }
    if !interface.hidden.isEmpty {
      notes.append(
        "  happens unseen: " + list(interface.hidden.sorted().map { spec.events[$0].name }))
    }
    if !log.ignored.isEmpty {
      notes.append("  passed over: \(log.ignored.prefix(12).joined(separator: ", "))".printable)
    }
    if !log.unmet.isEmpty {
      let places = log.unmet.prefix(12).map { "\($0.name) at '\($0.path)'" }
      notes.append(
        "  in no line, though the map has it: \(places.joined(separator: ", "))".printable)
    }
    if interface.additionalNames > 0 {
      let counts = spec.symmetricTypes.map { "\($0.count) of \($0.name)" }
      notes.append(
        "  more things at once than the spec has names; followed with \(counts.joined(separator: ", "))"
      )
    }
    if log.skipped > 0 {
      notes.append("  left out by the map: " + Wording.count(log.skipped, "line"))
    }
    if log.isTruncated { notes.append("  the last line is not whole, and was left out") }
    return notes + invariants(log, spec)
  }

  /// The invariants that are violated or may be, each with the first line after which that holds; then the others.
  private func invariants(_ log: LogReport.Log, _ spec: CheckedSpec) -> [String] {
    func name(_ property: Int) -> String { spec.properties[property].name }
    func place(_ place: BeliefInvariants.Place) -> String {
      guard let line = place.line else { return place.isEnd ? "at the end" : "at the start" }
      return "after \(line.name)".printable
    }
    func details(_ property: Int, _ place: BeliefInvariants.Place) -> [String] {
      let text = (spec.properties[property].documentation ?? "").split(separator: "\n")
      return text.map { style.dim("      \($0)".printable) }
        + (place.line.map { [style.bold("      \($0.number)  \(shown($0.part.text))")] } ?? [])
    }
    var lines: [String] = []
    for (property, first) in log.violated {
      lines.append("  violated: \(style.bold(name(property))), \(place(first))")
      lines += details(property, first)
    }
    for (property, first) in log.possiblyViolated {
      let states =
        "in \(Wording.number(first.violating)) of \(Wording.count(first.states, "state"))"
      lines.append(
        "  possibly violated: \(style.bold(name(property))), \(place(first)), \(states)")
      lines += details(property, first)
    }
    lines += log.undecided.map { "  inconclusive: \(name($0.property)): \($0.reason)" }
    if !log.holding.isEmpty {
      let head = log.failure == nil && !log.isCutShort ? "hold" : "hold up to there"
      lines.append("  \(head): \(log.holding.map(name).joined(separator: ", "))")
    }
    let unchecked = log.invariants?.unchecked ?? []
    if !unchecked.isEmpty {
      lines.append("  not checked: \(unchecked.map(name).joined(separator: ", "))")
    }
    return lines
  }

  /// The columns for the text of a line, after its number.
  private var width: Int { style.width - 12 }

  /// The beginning of a line of the log.
  private func shown(_ text: String) -> String {
    text.prefix(2 * width).description.printable.cut(toColumns: width)
  }

  /// A line of the log in rows.
  private func rows(_ text: String) -> [String] {
    var rest = text.prefix(Self.maximumRows * width).description.printable[...]
    var rows: [String] = []
    repeat {
      rows.append(String(rest.prefix(width)))
      rest = rest.dropFirst(width)
    } while !rest.isEmpty && rows.count < Self.maximumRows
    if text.count > Self.maximumRows * width { rows[rows.count - 1] += "…" }
    return rows
  }

  private func head(_ failure: LogReport.Failure, _ log: LogReport.Log) -> String {
    let place =
      failure.place.map { "\($0.path):\($0.line)" }
      ?? "\(log.paths.joined(separator: ", ")), at the end"
    switch failure.kind {
    case .malformed(let mistake):
      return "✗ \(place):\(failure.column(of: mistake)): \(mistake.message)".printable
    case .undecided(let reason): return "? \(place): inconclusive: \(reason)".printable
    case .differs: return "✗ \(place): no run of the spec explains the log up to here".printable
    }
  }

  private func body(
    _ failure: LogReport.Failure, _ log: LogReport.Log, _ interface: Interface
  ) -> [String] {
    var lines = failure.recent.map { line in
      style.dim("  \(line.file == nil ? "\(line.number)" : line.name)  \(shown(line.part.text))")
    }
    if let place = failure.place {
      let name = log.paths.count > 1 ? "\(place.path):\(place.line)" : "\(place.line)"
      let rows = rows(String(decoding: failure.text, as: UTF8.self))
      lines += rows.enumerated().map { index, row in
        let label = index == 0 ? name : String(repeating: " ", count: name.count)
        return style.bold("  \(label)  \(style.unbroken(row))")
      }
    }
    guard case .differs(let difference) = failure.kind else { return lines }
    let text = DifferenceText(style: style)
    lines += text.lines(difference, interface, log.names)
    for (line, difference) in failure.others {
      lines.append("    and \(line.name) cannot be next either:".printable)
      lines += text.reasons(difference, interface)
    }
    return lines + beliefs(failure, interface) + repairs(failure, interface)
  }

  /// The possible states of the implementation before the line. A single one is visible in the run.
  private func beliefs(_ failure: LogReport.Failure, _ interface: Interface) -> [String] {
    guard failure.count > 1 else { return [] }
    let head = "    before it the spec could be in \(Wording.count(failure.count, "state"))"
    let beliefs = failure.beliefs
    guard beliefs.count == failure.count, beliefs.count <= Self.maximumBeliefs else {
      return [head]
    }
    let differing = interface.spec.variables.indices.filter { index in
      interface.spec.variables[index].monitor == nil
        && beliefs.contains { $0[index] != beliefs[0][index] }
    }
    return [head + ":"]
      + beliefs.map { state in
        let parts = differing.map {
          let variable = interface.spec.variables[$0]
          return "\(variable.name) = \(variable.type.text(state[$0]))"
        }
        return "      " + parts.joined(separator: ", ").printable
      }
  }

  private func repairs(_ failure: LogReport.Failure, _ interface: Interface) -> [String] {
    guard let repairs = failure.repairs else {
      return ["    in so many states, no log that would fit is looked for"]
    }
    guard let first = repairs.first else {
      return ["    no change of a single line nearby makes it fit"]
    }
    let reach =
      first.isToEnd
      ? "explained to its end"
      : "explained up to \(first.explained?.name ?? "nothing")"
    var lines = ["    nearest log that would fit, \(reach):"]
    lines += repairs.prefix(Self.maximumRepairs).map { "      \($0.text)".printable }
    if repairs.count > Self.maximumRepairs {
      lines.append(
        "      or \(Wording.count(repairs.count - Self.maximumRepairs, "other change")) as small")
    }
    return lines
  }

  private func last(_ report: LogReport) -> String {
    let lines = Wording.count(report.log?.lines ?? 0, "line")
    let text =
      switch report.status {
      case .success: "the spec allows all \(lines)"
      case .violation where report.isExplained:
        Wording.count(report.log?.violated.count ?? 0, "invariant") + " violated"
      case .violation: "the spec does not allow the log"
      case .specError: "not everything can be read"
      default: report.limit ?? report.openReason ?? ""
      }
    return VerdictLine(VerdictLine.Verdict(report.status), text).text(style)
  }
}
