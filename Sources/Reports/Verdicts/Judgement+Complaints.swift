import Semantics

extension Judgement {
  /// The findings that keep the world from passing, one sentence each.
  package var complaints: [String] {
    var complaints: [String] = []
    if isInternalError { complaints.append("internal error: \(Wording.list(internalErrors))") }
    if !unexpected.isEmpty { complaints.append("violated: \(Wording.list(unexpected))") }
    if !missing.isEmpty {
      complaints.append("expected to fail, and does not: \(Wording.list(missing))")
    }
    if !failedScenarios.isEmpty {
      complaints.append("failed scenarios: \(Wording.list(failedScenarios))")
    }
    if !idleScenarios.isEmpty {
      complaints.append("scenarios that never ran: \(Wording.list(idleScenarios))")
    }
    if asksNothing { complaints.append("nothing is checked here") }
    if mayMiss { complaints.append("by fingerprints, not exact") }
    if !notFound.isEmpty {
      complaints.append("expected, and not found by these walks: \(Wording.list(notFound))")
    }
    let open = undecided.isEmpty ? nil : "inconclusive: \(Wording.list(undecided))"
    if stopped {
      complaints.append(
        (isWalked ? "not all walks were done" : "not exhaustive") + (open.map { ", \($0)" } ?? ""))
    } else if let open {
      complaints.append(open)
    }
    return complaints
  }
}
