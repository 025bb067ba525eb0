import Files
import Semantics

/// The results of testing an implementation, as a JSON report.
extension ConformanceReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let version = 1

  /// The report as JSON.
  package func encoded() throws -> String {
    var document: JSONMembers = [
      "path": path, "runs": runs, "events": events, "endedEarly": left, "plan": plan,
      "driver": driver, "mended": mended,
      "stale": stale.map { ["path": $0.path, "reason": $0.reason] },
      "undecided": undecided.map { ["reason": $0.reason, "runs": $0.count] as JSONMembers },
      "strength": strength.map(members), "failure": failure, "limit": limit,
      "additionalNames": additionalNames.isEmpty
        ? nil
        : additionalNames.sorted { $0.key < $1.key }
          .map { ["names": $0.key, "runs": $0.value] },
      "coverage": covered.isEmpty
        ? nil
        : covered.map {
          [
            "goal": $0.goal.rawValue, "covered": $0.covered, "of": $0.all,
            "impossible": $0.impossible, "open": $0.open,
          ] as JSONMembers
        },
    ]
    if let interface {
      let spec = interface.spec
      func observables(_ places: Set<Int>) -> [String] {
        places.sorted().map { interface.observables[$0].name }
      }
      func events(_ places: Set<Int>) -> [String] { places.sorted().map { spec.events[$0].name } }
      document += [
        "spec": spec.name, "world": spec.worldName,
        "signals": interface.heard.sorted().map { spec.signals[$0].name },
        "seen": observables(seen), "seenAfterEvents": observables(seenAfterEvents),
        "driven": events(driven), "hidden": events(interface.hidden),
        "differences": findings.map(\.members),
      ]
    }
    document += .head("traycheck-conformance", Self.version, status, next)
    return try JSONDocument.text(of: document)
  }

  private func members(_ strength: StrengthVerdict) -> JSONMembers {
    [
      "noticeable": strength.noticeable,
      "unnoticed": strength.unnoticed.map {
        ["line": $0.place.line, "column": $0.place.column, "text": $0.text] as JSONMembers
      },
      "gains": strength.gains.map { ["what": $0.what, "count": $0.count] as JSONMembers },
      "cutShort": strength.wasCutShort,
    ]
  }
}

extension ConformanceReport.Finding {
  fileprivate var members: JSONMembers {
    [
      "kind": difference.kind.rawValue,
      "summary": DifferenceText.headline(difference, run.interface),
      "events": run.steps.map { run.interface.spec.text($0.driven.instance) },
      "differs": difference.leaves, "missingSignals": difference.missing,
      "unexpectedSignals": difference.unexpected, "fails": failures, "replays": replays,
      "foundIn": origin, "originalLength": originalLength, "isKnown": isKnown,
      "message": difference.message, "file": file,
    ]
  }
}
