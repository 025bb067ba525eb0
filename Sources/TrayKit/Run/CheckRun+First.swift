import Semantics
import SpecLanguage

/// Default worlds come first for who waits for them and had them before.
extension CheckRun {
  /// Compiles all specs.
  ///
  /// The default world of the only spec is searched at once where an earlier round had it, while another thread compiles
  /// the spec in all of its worlds.
  ///
  /// - Returns: what came of that world. It is nothing to tell of a spec with mistakes.
  func compile(
    _ settings: [Setting], searchingFirst mode: CheckMode
  ) -> WorldCheck.Outcome? {
    guard let first = firstCheck(settings, mode) else {
      compile(settings)
      return nil
    }
    return ParallelMap.run([true, false], threads: threads) {
      [self] isSearch -> WorldCheck.Outcome? in
      if isSearch { return first.outcome() }
      compile(settings)
      return nil
    }[0]
  }

  /// The check of the default world of the only spec; nil if that has mistakes, is known, or was not there before.
  private func firstCheck(_ settings: [Setting], _ mode: CheckMode) -> WorldCheck? {
    let specs = known.withLock { $0.specs }
    let name = CheckedSpec.defaultWorldName
    guard let earlier, let spec = specs.first, specs.count == 1, request.isChosen(world: name),
      spec.known(name) == nil, let past = earlier.history(name, of: spec.file.path)
    else { return nil }
    let compiled = CompiledSpec(
      spec.file, settings: settings, limits: request.bounds, isDefaultAlone: true,
      deadline: watches(over: spec.file))
    guard let world = compiled.worlds.first, earlier.all(in: compiled).isEmpty else { return nil }
    return check(world, mode, past: past.states, spent: compiled.readTimes[name])
  }

  /// Searches default worlds that an earlier round had, with all threads, before anything else is looked at.
  ///
  /// - Parameter first: what came of that of the only spec, if it was searched.
  func searchFirst(_ mode: CheckMode, _ first: WorldCheck.Outcome?) {
    guard let earlier else { return }
    let queue = WorldQueue(known.withLock { $0.specs }, request, [], earlier: earlier)
    for job in queue.jobs where job.world.world == nil && !isInterrupted() {
      let hadOne = earlier.history(job.world.worldName, of: job.world.file.path) != nil
      if hadOne { finish(job, first ?? check(job, mode).outcome()) }
    }
  }

  /// Notes what of the text was never asked in a world: nobody waits for that, as its verdict does not tell it.
  func noteCoverage(_ job: WorldQueue.Job, _ outcome: WorldCheck.Outcome) {
    guard request.selection == nil, let report = outcome.report,
      let compiled = known.withLock({ $0.specs[job.spec].compiled })
    else { return }
    let coverage = limits(forSpecAt: compiled.file.path).deadline(after: outcome.elapsed)
      .during {
        var coverage = Coverage(report.result, of: report.spec)
        for (question, isAsked) in UnusedNames(report.spec, compiled.references).questions {
          coverage?.add(question, isAsked: isAsked)
        }
        return coverage
      }
    known.withLock {
      $0.specs[job.spec].outcomes[job.world.worldName]?.report?.coverage = coverage
    }
  }
}
