import Files
import Semantics

/// The results of testing an implementation, as a JSON report: `JSONConformanceReport(report).encoded()`.
package struct JSONConformanceReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1
  private let tree: JSONTree

  package init(_ report: ConformanceReport) {
    var members: [(key: String, value: JSONTree)] = [
      ("format", .string("traycheck-conformance")), ("version", .integer(Self.version)),
      ("status", .integer(Int(report.status.rawValue))), ("path", .string(report.path)),
      ("runs", .integer(report.runs)), ("events", .integer(report.events)),
      ("endedEarly", .integer(report.left)), ("plan", .string(report.plan)),
    ]
    if let interface = report.interface {
      let spec = interface.spec
      members += [
        ("spec", .string(spec.name)), ("world", .string(spec.worldName)),
        ("signals", .array(interface.heard.sorted().map { .string(spec.signals[$0].name) })),
        ("seen", .array(report.seen.sorted().map { .string(interface.observables[$0].name) })),
        (
          "seenAfterEvents",
          .array(report.seenAfterEvents.sorted().map { .string(interface.observables[$0].name) })
        ),
        ("driven", .array(report.driven.sorted().map { .string(spec.events[$0].name) })),
        ("hidden", .array(interface.hidden.sorted().map { .string(spec.events[$0].name) })),
        ("differences", .array(report.findings.map { Self.tree($0) })),
      ]
    }
    if !report.additionalNames.isEmpty {
      members.append(
        (
          "additionalNames",
          .array(
            report.additionalNames.sorted { $0.key < $1.key }.map {
              .object([("names", .integer($0.key)), ("runs", .integer($0.value))])
            })
        ))
    }
    if !report.covered.isEmpty {
      members.append(
        (
          "coverage",
          .array(
            report.covered.map {
              .object([
                ("goal", .string($0.goal.rawValue)), ("covered", .integer($0.covered)),
                ("of", .integer($0.all)), ("impossible", .integer($0.impossible)),
                ("open", .integer($0.open)),
              ])
            })
        ))
    }
    report.driver.map { members.append(("driver", .string($0))) }
    members.append(("mended", .array(report.mended.map(JSONTree.string))))
    members.append(
      (
        "stale",
        .array(
          report.stale.map {
            .object([("path", .string($0.path)), ("reason", .string($0.reason))])
          })
      ))
    members.append(
      (
        "undecided",
        .array(
          report.undecided.map {
            .object([("reason", .string($0.reason)), ("runs", .integer($0.count))])
          })
      ))
    if let strength = report.strength { members.append(("strength", Self.tree(strength))) }
    report.failure.map { members.append(("failure", .string($0))) }
    report.limit.map { members.append(("limit", .string($0))) }
    tree = .object(members)
  }

  private static func tree(_ strength: StrengthVerdict) -> JSONTree {
    .object([
      ("noticeable", .integer(strength.noticeable)),
      (
        "unnoticed",
        .array(
          strength.unnoticed.map {
            .object([
              ("line", .integer($0.place.line)), ("column", .integer($0.place.column)),
              ("text", .string($0.text)),
            ])
          })
      ),
      (
        "gains",
        .array(
          strength.gains.map {
            .object([("what", .string($0.what)), ("count", .integer($0.count))])
          })
      ), ("cutShort", .boolean(strength.wasCutShort)),
    ])
  }

  private static func tree(
    _ finding: ConformanceReport.Finding
  ) -> JSONTree {
    let (difference, interface) = (finding.difference, finding.run.interface)
    func leaf(_ leaf: Difference.Leaf) -> JSONTree {
      .object(
        [
          ("place", .string(leaf.place)), ("expected", .string(leaf.expected)),
          ("seen", .string(leaf.seen)),
        ] + (leaf.origin.map { [("origin", .string($0))] } ?? []))
    }
    var members: [(key: String, value: JSONTree)] = [
      ("kind", .string(difference.kind.rawValue)),
      ("summary", .string(DifferenceText.headline(difference, interface))),
      (
        "events", .array(finding.run.steps.map { .string(interface.spec.text($0.driven.instance)) })
      ),
      ("differs", .array(difference.leaves.map(leaf))),
      ("missingSignals", .array(difference.missing.map(leaf))),
      ("unexpectedSignals", .array(difference.unexpected.map(JSONTree.string))),
      ("fails", .integer(finding.failures)), ("replays", .integer(finding.replays)),
      ("foundIn", .string(finding.origin)), ("originalLength", .integer(finding.originalLength)),
      ("isKnown", .boolean(finding.isKnown)),
    ]
    difference.message.map { members.append(("message", .string($0))) }
    finding.file.map { members.append(("file", .string($0))) }
    return .object(members)
  }

  /// The document as text.
  package func encoded() throws -> String { try JSONDocument.text(of: tree) }
}
