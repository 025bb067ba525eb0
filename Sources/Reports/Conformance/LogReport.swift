import Conformance
import Semantics
import Traces

/// What became of holding logs against a spec.
package struct LogReport: Sendable {
  /// Why a log is not explained, and where.
  package struct Failure: Sendable {
    package var kind: LogFollower.Failure
    /// Counted from 1.
    package var line: Int
    /// The line; nil if it is the end of the log.
    package var text: [UInt8]?
    /// Lines before it.
    package var recent: [(number: Int, part: JSONPart)]
    /// The states in which the implementation might be before, if they are few.
    package var beliefs: [[Value]]
    package var count: Int
    /// The smallest changes of the log with which more of it is explained; nil if they were not looked for.
    package var repairs: [LogRepair]?

    package init(
      _ kind: LogFollower.Failure, line: Int, text: [UInt8]?,
      recent: [(number: Int, part: JSONPart)], beliefs: [[Value]], count: Int
    ) {
      self.kind = kind
      self.line = line
      self.text = text
      self.recent = recent
      self.beliefs = beliefs
      self.count = count
    }
  }

  package struct Log: Sendable {
    package var path: String
    package var lines = 0
    package var events = 0
    package var seen: Set<Int> = []
    package var hasSignals = false
    package var ignored: [String] = []
    package var names = NameTable()
    /// In how many states the implementation may be at the end.
    package var states = 0
    package var failure: Failure?
    /// The last line has no end and is not to be understood, as it is being written.
    package var isTruncated = false
    package var isCutShort = false
    package var duration = Duration.zero

    package init(path: String) { self.path = path }
  }

  package var spec: String
  package var interface: Interface?
  package var logs: [Log] = []
  package var limit: String?
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []

  package init(spec: String) { self.spec = spec }

  package var status: ExitStatus {
    if !broken.isEmpty || !unreadable.isEmpty { return .specError }
    var status = logs.isEmpty || limit != nil ? ExitStatus.inconclusive : .success
    for log in logs {
      switch log.failure?.kind {
      case .malformed: return .specError
      case .differs: status = .violation
      case .undecided: if status == .success { status = .inconclusive }
      case nil:
        if status == .success, log.isCutShort || log.isIdle { status = .inconclusive }
      }
    }
    return status
  }

  /// The report for tools.
  package func encoded() throws -> String {
    var members: [(key: String, value: JSONTree)] = [
      ("format", .string("traycheck-validation")), ("version", .integer(1)),
      ("status", .integer(Int(status.rawValue))), ("path", .string(spec)),
    ]
    if let interface {
      members += [
        ("spec", .string(interface.spec.name)), ("world", .string(interface.spec.worldName)),
      ]
    }
    members.append(("logs", .array(logs.map { tree($0) })))
    limit.map { members.append(("limit", .string($0))) }
    return try JSONDocument.text(of: JSONTree.object(members))
  }

  private func tree(_ log: Log) -> JSONTree {
    var members: [(key: String, value: JSONTree)] = [
      ("path", .string(log.path)), ("lines", .integer(log.lines)), ("events", .integer(log.events)),
      ("explained", .boolean(log.failure == nil && !log.isCutShort)),
      ("states", .integer(log.states)), ("ignoredKeys", .array(log.ignored.map(JSONTree.string))),
    ]
    if let failure = log.failure {
      members.append(("line", .integer(failure.line)))
      switch failure.kind {
      case .malformed(let mistake):
        members += [
          ("kind", .string("malformed")), ("column", .integer(mistake.place + 1)),
          ("message", .string(mistake.message)),
        ]
      case .undecided(let reason):
        members += [("kind", .string("undecided")), ("message", .string(reason))]
      case .differs(let difference):
        members += [
          ("kind", .string(difference.kind.rawValue)),
          (
            "differs",
            .array(
              difference.leaves.map {
                .object([
                  ("place", .string($0.place)), ("expected", .string($0.expected)),
                  ("seen", .string($0.seen)),
                ])
              })
          ), ("missingSignals", .array(difference.missing.map { .string($0.place) })),
          ("unexpectedSignals", .array(difference.unexpected.map(JSONTree.string))),
          ("reasons", .array(difference.reasons.map { .string($0.text) })),
          ("statesBefore", .integer(failure.count)),
          ("repairs", .array((failure.repairs ?? []).map(\.tree))),
        ]
      }
    }
    return .object(members)
  }
}

extension LogRepair {
  /// It for tools.
  fileprivate var tree: JSONTree {
    .object([
      ("kind", .string(change.kind)), ("line", .integer(line)), ("text", .string(text)),
      ("explainedTo", .integer(explained)), ("isToEnd", .boolean(isToEnd)),
    ])
  }
}

extension LogReport.Log {
  /// Nothing happened or was noticed: it can be explained by anything.
  var isIdle: Bool { events == 0 || seen.isEmpty && !hasSignals && failure == nil && events < 1 }
}

/// What became of holding logs against a spec, for people.
package struct ValidationText {
  /// More states are only counted.
  private static let maximumBeliefs = 6
  /// Of several changes that are equally small, so many are shown.
  private static let maximumRepairs = 3

  private let style: TextStyle

  package init(style: TextStyle) { self.style = style }

  package func render(_ report: LogReport) -> String {
    var blocks =
      report.interface.map { interface in
        report.logs.map { lines($0, interface) }
      } ?? []
    blocks.append([last(report)])
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private func lines(_ log: LogReport.Log, _ interface: Interface) -> [String] {
    let figures =
      "\(Wording.count(log.lines, "line")), \(Wording.count(log.events, "event")), "
      + Wording.seconds(log.duration)
    let seen = log.seen.sorted().map { interface.observables[$0].name }
    var notes = ["  seen: \(seen.isEmpty ? "nothing" : seen.joined(separator: ", "))"]
    if !log.ignored.isEmpty {
      notes.append("  passed over: \(log.ignored.prefix(12).joined(separator: ", "))".printable)
    }
    if log.isTruncated { notes.append("  the last line is not whole, and was left out") }
    guard let failure = log.failure else {
      let mark = log.isCutShort || log.isIdle ? "?" : "✓"
      let what = log.isCutShort ? "explained so far" : log.isIdle ? "no event in it" : "explained"
      return [style.bold("\(mark) \(log.path.printable): \(what)") + "  (\(figures))"] + notes
    }
    return [style.bold(head(failure, log)) + "  (\(figures))"] + notes
      + body(failure, log, interface)
  }

  private func head(_ failure: LogReport.Failure, _ log: LogReport.Log) -> String {
    switch failure.kind {
    case .malformed(let mistake):
      "✗ \(log.path):\(failure.line):\(mistake.place + 1): \(mistake.message)".printable
    case .undecided(let reason): "? \(log.path):\(failure.line): not decided: \(reason)".printable
    case .differs:
      (failure.text == nil
        ? "✗ \(log.path): at its end, no run of the spec explains it"
        : "✗ \(log.path):\(failure.line): no run of the spec explains the log up to here")
        .printable
    }
  }

  private func body(
    _ failure: LogReport.Failure, _ log: LogReport.Log, _ interface: Interface
  ) -> [String] {
    func shown(_ text: [UInt8]) -> String {
      let line = String(decoding: text.prefix(300), as: UTF8.self).printable
      return text.count > 300 ? line + "…" : line
    }
    var lines: [String] = []
    for (number, part) in failure.recent {
      lines.append(style.dim("  \(number)  \(shown(Array(part.text.utf8)))"))
    }
    if let text = failure.text { lines.append(style.bold("  \(failure.line)  \(shown(text))")) }
    guard case .differs(let difference) = failure.kind else { return lines }
    lines += DifferenceText(style: style).lines(difference, interface, log.names)
    return lines + beliefs(failure, interface) + repairs(failure, interface)
  }

  /// In which states the implementation could be before; one is told by the run.
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
      : "explained up to line \(first.explained)"
    var lines = ["    nearest log that would fit, \(reach):"]
    lines += repairs.prefix(Self.maximumRepairs).map { "      \($0.text)".printable }
    if repairs.count > Self.maximumRepairs {
      lines.append(
        "      or \(Wording.count(repairs.count - Self.maximumRepairs, "other change")) as small")
    }
    return lines
  }

  private func last(_ report: LogReport) -> String {
    switch report.status {
    case .success: style.green("✓ \(style.banner("EXPLAINED", .green))")
    case .violation: style.red("✗ \(style.banner("NOT EXPLAINED", .red))")
    case .specError: style.red("✗ \(style.banner("BROKEN", .red))  not everything can be read")
    default:
      style.yellow(
        "? \(style.banner("NOT DECIDED", .yellow))" + (report.limit.map { "  \($0)" } ?? ""))
    }
  }
}
