import Semantics
import SpecLanguage

/// With `check --watch`, default worlds of the previous round are searched first.
extension CheckRun {
  /// Compiles all specs.
  ///
  /// If there is only one spec and an earlier round had its default world, that world is searched at once, while
  /// another thread compiles all worlds of the spec.
  ///
  /// - Returns: the outcome of that world. It must not be reported if the spec has errors.
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

  /// The check of the default world of the only spec; nil if the world has errors, has a known result, or is new.
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

  /// Searches the default worlds of an earlier round, with all threads, before all other work.
  ///
  /// - Parameter first: the outcome for the only spec, if it was searched.
  func searchFirst(_ mode: CheckMode, _ first: WorldCheck.Outcome?) {
    guard let earlier else { return }
    let queue = WorldQueue(known.withLock { $0.specs }, request, [], earlier: earlier)
    for job in queue.jobs where job.world.world == nil && !isInterrupted() {
      let hadOne = earlier.history(job.world.worldName, of: job.world.file.path) != nil
      if hadOne { finish(job, first ?? check(job, mode).outcome()) }
    }
  }

  /// Records the coverage gaps of a world. The verdict of the world does not contain them, so nothing waits for this.
  func noteCoverage(_ job: WorldQueue.Job, _ outcome: WorldCheck.Outcome) {
    guard request.selection == nil, let report = outcome.report,
      let compiled = known.withLock({ $0.specs[job.spec].compiled })
    else { return }
    let isSet = !request(forSpecAt: compiled.file.path).settings.isEmpty
    let coverage = limits(forSpecAt: compiled.file.path).deadline(after: outcome.elapsed)
      .during {
        var coverage = Coverage(report.result, of: report.spec)
        for (question, isAsked) in UnusedNames(report.spec, compiled.references).questions {
          coverage?.add(question, isAsked: isAsked)
        }
        if let world = report.spec.world, let first = compiled.worlds.first, !isSet {
          coverage?.add(
            CoverageGap(.worldChangesNothing(world.name), world.range),
            isAsked: report.spec.differs(from: first) || compiled.isBase(world.name))
        }
        return coverage
      }
    known.withLock {
      $0.specs[job.spec].outcomes[job.world.worldName]?.report?.coverage = coverage
    }
  }
}

extension CompiledSpec {
  /// Whether another world builds on this one.
  fileprivate func isBase(_ world: String) -> Bool {
    syntax.declarations.contains {
      if case .world(let other) = $0.kind { other.base?.text == world } else { false }
    }
  }
}

extension CheckedSpec {
  /// Whether the current world may have other results than the default one, or expects violations.
  fileprivate func differs(from other: CheckedSpec) -> Bool {
    guard let world, world.walks == nil, world.violates.isEmpty, world.replaces.isEmpty else {
      return true
    }
    func constants(_ spec: CheckedSpec) -> [String: Value] {
      Dictionary((spec.nameCounts + spec.params).map { ($0.name, $0.value) }) { $1 }
    }
    return constants(self) != constants(other)
  }
}
