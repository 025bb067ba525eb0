import Reports

/// The wording of differences, shared by all reports.
enum DiffWording {
  /// Text from a spec or a path on one line, without characters that garble a terminal or a page.
  static func visible(_ text: String) -> String { text.replacing("\t", with: " ").printableLine }

  // MARK: Verdicts

  static func text(_ verdict: VerdictComparison.Verdict, announced: Bool) -> String {
    guard announced else { return text(verdict) }
    if case .absent = verdict { return text(verdict) }
    return text(verdict) + (verdict.isGood ? ", though a violation is expected" : ", as expected")
  }

  private static func text(_ verdict: VerdictComparison.Verdict) -> String {
    switch verdict {
    case .property(let verdict, let property):
      switch verdict.status {
      case .holds:
        if property.isGoal { return "reached" }
        if verdict.isAboutNothing { return "holds, about nothing" }
        return "holds"
      case .violated:
        return "violated" + (verdict.violation.map { " \(Wording.path(to: $0))" } ?? "")
      case .notRefuted: return "not refuted"
      case .notReached: return "not reached"
      case .faulted: return "has no value in some state"
      case .undecided: return "inconclusive"
      case .notAsked: return "not asked"
      case .internalError: return "no verdict, because of an internal error"
      }
    case .scenario(let end): return end.rawValue
    case .violation(let violation): return Wording.path(to: violation)
    case .absent: return "not there"
    case .none: return "none"
    }
  }

  static func worlds(_ names: [String], of count: Int) -> String {
    if count > 1, names.count == count { return "in all \(count) worlds" }
    return "in \(Wording.list(names.map(visible)))"
  }

  // MARK: Behaviour

  /// The result for a world in a sentence.
  static func answer(_ result: BehaviourResult) -> String {
    let states = Wording.count(result.states, "state")
    let more = isStopped(result) ? "; not all were compared: \(reason(result))" : ""
    switch (result.newAllowsMore, result.oldAllowsMore) {
    case (true, true):
      return "each spec allows something that the other one does not" + more
    case (true, false): return "the new spec allows something that the old one does not" + more
    case (false, true): return "the old spec allows something that the new one does not" + more
    case (false, false): break
    }
    switch result.completion {
    case .sameText: return "no change in behaviour"
    case .exhaustive: return "no change in behaviour (\(states) compared)"
    case .notAsked: return "not compared: the world is walked at random"
    case .stopped:
      return "no difference found in \(states); not all were compared: \(reason(result))"
    }
  }

  private static func isStopped(_ result: BehaviourResult) -> Bool {
    if case .stopped = result.completion { true } else { false }
  }

  private static func reason(_ result: BehaviourResult) -> String {
    guard case .stopped(let limit) = result.completion else { return "" }
    return Wording.reason(limit)
  }

  /// The heading for a difference.
  static func title(_ difference: BehaviourDifference) -> String {
    guard let event = difference.event else {
      return switch difference.kind {
      case .onlyOld: "start: only the old spec has it"
      case .onlyNew: "start: only the new spec has it"
      case .both: "start: another one"
      }
    }
    var rules: [String] = []
    if let rule = difference.oldRule { rules.append(rule) }
    if let rule = difference.newRule, rule != difference.oldRule { rules.append(rule) }
    let rule =
      rules.isEmpty
      ? "" : rules.count == 1 ? ", rule \(rules[0])" : ", rules \(rules[0]) → \(rules[1])"
    return switch difference.kind {
    case .onlyOld: "\(event)\(rule): only the old spec allows this"
    case .onlyNew: "\(event)\(rule): only the new spec allows this"
    case .both: "\(event)\(rule): another outcome"
    }
  }

  // MARK: Summary

  /// The summary of the run, without a mark.
  static func summary(_ report: DiffReport) -> String {
    switch report.status {
    case .specError: return "the specs have errors"
    case .success: return "no change in behaviour"
    case .inconclusive: return "no difference found, but not everything was compared"
    case .internalError, .enginesDiffer:
      return Wording.internalErrorAdvice
    case .violation, .usage: break
    }
    let worlds = report.specs.flatMap(\.worlds)
    let changed = worlds.count(where: \.hasChange)
    var parts: [String] = []
    if changed > 0 {
      parts.append(
        worlds.count == 1
          ? "behaviour changed"
          : "behaviour changed in \(changed) of \(Wording.count(worlds.count, "world"))")
    }
    let verdicts = report.specs.map(\.changedVerdicts).reduce(0, +)
    if verdicts > 0 { parts.append("\(Wording.count(verdicts, "verdict")) changed") }
    for presence in [SpecDiff.Presence.added, .removed] {
      let count = report.specs.count { $0.presence == presence }
      if count > 0 { parts.append("\(Wording.count(count, "spec")) \(presence.rawValue)") }
    }
    return parts.joined(separator: ", ")
  }

  /// The figures in the summary.
  static func figures(_ report: DiffReport) -> String {
    var parts: [String] = []
    let changes = report.specs.compactMap(\.declarations).flatMap(\.changes)
    let changed = report.specs.compactMap(\.declarations)
      .map { Set($0.changes.filter { $0.kind == .changed }.map(\.what)).count }.reduce(0, +)
    for (count, verb) in [
      (changed, "changed"), (changes.count { $0.kind == .added }, "added"),
      (changes.count { $0.kind == .removed }, "removed"),
      (renamedDeclarations(report), "renamed"),
    ] where count > 0 {
      parts.append(
        parts.isEmpty
          ? "\(Wording.count(count, "declaration")) \(verb)" : "\(Wording.number(count)) \(verb)")
    }
    if report.specs.count != 1 { parts.append(Wording.count(report.specs.count, "spec")) }
    let worlds = report.specs.flatMap(\.worlds)
    parts.append(Wording.count(worlds.count, "world"))
    let left = worlds.count { $0.result.completion == .notAsked }
    if left > 0 { parts.append("\(Wording.count(left, "world")) not compared") }
    parts.append(Wording.seconds(report.duration))
    return parts.joined(separator: ", ")
  }

  private static func renamedDeclarations(_ report: DiffReport) -> Int {
    report.specs.compactMap(\.declarations).map(\.renames.entries.count).reduce(0, +)
  }
}
