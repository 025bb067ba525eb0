import Reports
import Semantics
import Traces

extension CheckRun {
  /// The report on the results so far.
  ///
  /// - Parameter isOver: whether the run has ended, so that work that was not done is listed.
  func report(isOver: Bool = true) -> CheckReport {
    let known = self.known.withLock { $0 }
    var report = CheckReport()
    report.allowances = request.allowances
    report.settings = request.settings.map { "\($0.name)=\($0.value)" }
    report.vocabulary = request.vocabulary
    report.witnesses = Set(request.witnesses)
    report.unreadable = known.unreadable
    report.problems = known.problems
    report.specs = known.specs.map { $0.report(request, isOver: isOver) }
    for (index, spec) in report.specs.enumerated() {
      let own = request(forSpecAt: spec.path)
      guard own.isStrict else { continue }
      report.specs[index].isStrict = true
      report.specs[index].allowedUnasked = own.allowedUnasked
      report.problems += spec.unasked.filter { !own.allowedUnasked.contains($0.kind) }
        .map { GateProblem($0, in: spec.path) }
      let open = spec.openGaps.filter { !own.allowedUnasked.contains($0.kind) }
      report.problems += GateProblem.open(
        open, unknown: spec.unknownGaps, of: spec, allowances: request.allowances)
    }
    report.replays = known.stored.report
    report.saved = known.saved
    report.disagreements = known.disagreements
    report.fixed = known.fixed
    report.patch = known.patch
    report.notes = known.notes
    report.unwritten = known.unwritten
    report.finishedCheckpoints = known.finishedCheckpoints
    report.earlierDuration = report.specs.flatMap(\.verdicts)
      .filter { !($0.isCached ?? false) }
      .reduce(.zero) { $0 + .seconds($1.statistics.earlierSeconds ?? 0) }
    report.duration = clock.now - begin + report.earlierDuration
    if isOver, isInterrupted(), let problem = interruption(report, known) {
      report.problems.append(problem)
    }
    return report
  }

  /// The problem that the run was interrupted; nil if the interruption changed nothing.
  private func interruption(_ report: CheckReport, _ known: Known) -> GateProblem? {
    let verdicts = report.specs.flatMap(\.verdicts)
    let whole = verdicts.count {
      $0.completion.limit != .interrupted && $0.walks?.ending != .interrupted
    }
    let unread = known.specs.count { $0.names == nil }
    let unreplayed = known.stored.skipped
    guard !known.isDone || whole < verdicts.count || unread + unreplayed > 0 else { return nil }
    var text =
      "interrupted: \(whole) of \(verdicts.count) world\(verdicts.count == 1 ? " was" : "s were") "
      + "checked to the end"
    if unread > 0 { text += "; \(Wording.count(unread, "spec")) not read" }
    if unreplayed > 0 { text += "; \(Wording.count(unreplayed, "counterexample")) not replayed" }
    return GateProblem(.interrupted, text, allowances: report.allowances)
  }
}
