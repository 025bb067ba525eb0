import Files
import Platform
import Reports

/// Renders verdicts on certificates for people: a line for each, the problems of those that prove nothing, and a
/// summary line.
package struct CertificateText {
  let style: TextStyle
  let isQuiet: Bool

  package func render(_ report: CertificateReport) -> String {
    var lines: [String] = []
    for verdict in report.verdicts
    where verdict.status != .unreadable && (!isQuiet || verdict.status != .certified) {
      lines += render(verdict)
    }
    for lack in report.missing {
      lines += [
        style.yellow("? ") + style.bold("\(lack.spec.printableLine)/\(lack.world.printableLine)")
          + ": \(lack.reason.printableLine)",
        style.dim("    \(lack.path.printableLine)"),
      ]
    }
    for folder in report.empty {
      lines.append(style.yellow("? ") + "\(folder.printableLine): there is no certificate")
    }
    lines += report.empties.map {
      style.yellow("? ") + "\($0.path.printableLine): it claims nothing"
    }
    lines += report.others.map {
      style.yellow("? ") + "\($0.printableLine): its name does not end in .certificate"
    }
    if report.isInterrupted { lines.append(style.yellow("interrupted")) }
    let blocks = lines.isEmpty ? [] : [lines.joined(separator: "\n") + "\n"]
    return style.fitted((blocks + [summary(report) + "\n"]).joined(separator: "\n"))
  }

  private func render(_ verdict: CertificateVerdict) -> [String] {
    let subject =
      verdict.spec.map { "\($0.printableLine)/\((verdict.world ?? "").printableLine)" }
      ?? verdict.path.printableLine
    let constants =
      verdict.constants.isEmpty
      ? []
      : [
        style.dim(
          "    with "
            + verdict.constants.sorted { $0.key < $1.key }
            .map { "\($0.key) = \($0.value)".printableLine }.joined(separator: ", "))
      ]
    guard verdict.status == .certified else {
      let mark = verdict.status == .undecided ? style.yellow("? ") : style.red("✗ ")
      return [
        mark + style.bold(subject) + ": \(word(verdict.status))",
        "    \((verdict.reason ?? "").printable)", style.dim("    \(verdict.path.printableLine)"),
      ] + constants
    }
    let freedoms =
      verdict.freedoms.isEmpty
      ? [] : ["no \(Wording.list(verdict.freedoms).replacing(", ", with: ", no "))"]
    let claims = verdict.properties.map(\.printableLine) + freedoms
    let bound = verdict.bound.map { " within 'explore while \($0.printableLine)'" } ?? ""
    return [
      style.green("✓ ") + style.bold(subject)
        + "  \(figures(verdict)), \(Wording.seconds(.seconds(verdict.seconds)))",
      style.dim(
        "    \(verdict.claimsNothing ? "nothing is claimed" : Wording.list(claims) + bound)"),
    ] + constants
  }

  private func figures(_ verdict: CertificateVerdict) -> String {
    let states =
      verdict.largeStates.map { "\($0.grouped) states" }
      ?? Wording.count(verdict.states ?? 0, "state")
    if let nodes = verdict.nodes { return "\(states) in \(Wording.count(nodes, "node"))" }
    return "\(states), \(Wording.count(verdict.steps ?? 0, "step"))"
  }

  private func word(_ status: CertificateVerdict.Status) -> String {
    switch status {
    case .certified: "certified"
    case .rejected: "rejected"
    case .stale: "stale"
    case .unreadable: "cannot be read"
    case .undecided: "inconclusive"
    case .internalError: "internal error"
    }
  }

  private func summary(_ report: CertificateReport) -> String {
    let open = report.missing.count
    let count =
      Wording.count(report.verdicts.count, "certificate")
      + (open == 0 ? "" : ", \(Wording.count(open, "world")) without")
      + (report.empties.isEmpty ? "" : ", \(Wording.count(report.empties.count, "empty claim"))")
      + (report.others.isEmpty ? "" : ", \(Wording.count(report.others.count, "other file"))")
    let bad = report.verdicts.count { $0.status != .certified }
    let text =
      switch report.status {
      case .success: "\(count) certified"
      case .inconclusive: count
      case .internalError, .enginesDiffer: Wording.internalErrorAdvice
      case .violation, .specError, .usage: "\(Wording.number(bad)) of \(count) rejected"
      }
    let isCertified = report.status != .internalError && report.status != .enginesDiffer
    let isRejected = report.status == .violation || report.status == .specError
    return VerdictLine(
      isRejected ? .failed : VerdictLine.Verdict(report.status), text,
      (isCertified ? [] : [count]) + [Wording.seconds(report.duration)]
    ).text(style)
  }
}

/// The JSON report of `certify`, in a versioned format.
extension CertificateReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  package func encoded() throws -> String {
    try JSONDocument.text(
      of: [
        "schema": "traycheck-certify", "schemaVersion": Self.schemaVersion, "status": status.word,
        "exitStatus": status.rawValue, "certificates": verdicts, "missing": missing,
        "isStrict": isStrict, "otherFiles": others.map(\.printableLine),
        "claimingNothing": empties.map(\.path.printableLine), "next": next,
      ] as JSONMembers)
  }
}
