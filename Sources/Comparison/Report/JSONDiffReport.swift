import Files
import Reports
import Semantics
import Traces

/// The JSON report of `diff`, in a versioned format.
extension DiffReport {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String {
    try JSONDocument.text(
      of: [
        "schema": "traycheck-diff", "schemaVersion": Self.schemaVersion,
        "status": status == .violation ? "changed" : status.word, "exitStatus": status.rawValue,
        "seconds": duration.inSeconds, "unreadable": unreadable.map { JSONReport.Unreadable($0) },
        "specs": specs.map(\.members), "next": next,
      ] as JSONMembers)
  }
}

extension SpecDiff {
  fileprivate var members: JSONMembers {
    [
      "name": name, "oldPath": oldPath, "newPath": newPath, "presence": presence.rawValue,
      "oldDiagnostics": old.diagnostics.map(TrayDiagnostic.init),
      "newDiagnostics": new.diagnostics.map(TrayDiagnostic.init),
      "declarations": declarations?.changes ?? [],
      "renames": declarations?.renames.entries ?? [],
      "reordered": declarations?.isReordered ?? false,
      "layoutOnly": declarations?.differsInLayoutOnly ?? false,
      "verdicts": verdicts.map(\.members), "internalErrors": internalErrors,
      "notCompared": notCompared, "addedWorlds": addedWorlds, "removedWorlds": removedWorlds,
      "worlds": worlds.map(\.members),
    ]
  }
}

extension VerdictDiff {
  fileprivate var members: JSONMembers {
    [
      "what": change.what, "name": change.name, "worlds": worlds, "old": oldText, "new": newText,
      "decided": !isOpen, "good": change.new.isGood, "announced": change.isAnnounced,
      "violation": violation, "failure": failure,
    ]
  }
}

extension WorldDiff {
  fileprivate var members: JSONMembers {
    [
      "name": name, "behaviour": behaviour, "exhaustive": isExhaustive, "states": result.states,
      "differingSteps": result.differingSteps, "notes": result.notes, "notDecided": openVerdicts,
      "differences": result.differences.map(\.members),
    ]
  }

  private var isExhaustive: Bool {
    switch result.completion {
    case .sameText, .exhaustive: true
    case .stopped, .notAsked: false
    }
  }

  private var behaviour: String {
    switch (result.newAllowsMore, result.oldAllowsMore) {
    case (true, true): "both-allow-more"
    case (true, false): "new-allows-more"
    case (false, true): "old-allows-more"
    case (false, false): isExhaustive ? "same" : isNotCompared ? "not-compared" : "undecided"
    }
  }
}

extension BehaviourDifference {
  fileprivate var members: JSONMembers {
    [
      "kind": kind, "event": event, "oldRule": oldRule, "newRule": newRule, "length": length,
      "trace": trace, "old": members(oldOutcome), "new": members(newOutcome),
      "startChanges": event == nil ? startChanges : nil,
    ]
  }

  /// The outcome of one of the versions at the end of the path.
  private func members(_ outcome: Outcome) -> JSONMembers {
    switch outcome {
    case .steps(let continuations):
      trace.steps.isEmpty ? ["outcome": "start"] : ["outcome": "steps", "steps": continuations]
    case .refused(let reasons): ["outcome": "refused", "reasons": reasons]
    case .gap: ["outcome": "gap"]
    case .fault(let text): ["outcome": "fault", "message": text]
    case .unknown(let isEvent): ["outcome": isEvent ? "no-event" : "no-arguments"]
    case .none: ["outcome": "none"]
    }
  }
}
