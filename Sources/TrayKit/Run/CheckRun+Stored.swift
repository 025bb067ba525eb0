import Reports
import Synchronization

/// Input from earlier runs, and output for later ones.
extension CheckRun {
  /// Replays counterexamples before the search, so that known failures are reported first and their worlds are searched
  /// first.
  func replay() {
    let specs = known.withLock { $0.specs }
    let stored = StoredCounterexamples(request: request, threads: threads, earlier: earlier)
    let replays = stored.replay(specs, limits)
    known.withLock { known in
      known.stored = replays
      known.problems += replays.stale.map { $0.problem(request.allowances) }
    }
  }

  func save() {
    let specs = known.withLock { $0.specs }
    let stored = StoredCounterexamples(request: request, threads: threads)
    let reports = specs.map { $0.report(request, isOver: false) }
    let saved = stored.save(reports, limits)
    let disagreements = stored.saveDisagreements(reports)
    known.withLock { ($0.saved, $0.disagreements) = (saved, disagreements) }
  }

  /// Runs the last passes of guests.
  func runLastPasses() {
    let passes = request.extensions.filter(\.needsSearches)
    if passes.isEmpty { return }
    let specs = known.withLock { $0.specs }.map { $0.report(request, isOver: false) }
    for pass in passes {
      let addition = pass.finish(specs, of: request, threads: threads, limits: limits)
      known.withLock { known in
        known.notes += addition.notes
        known.unwritten += addition.unwritten
        known.problems += addition.problems
      }
    }
  }

  /// Stores the results that the next run can reuse.
  func store() {
    guard let cache else { return }
    let known = self.known.withLock { $0 }
    let request = request
    let problems = ParallelMap.run(known.specs, threads: threads) { spec -> String? in
      let replays = known.stored.kept[spec.file.path] ?? []
      if spec.compiled == nil, let past = spec.past,
        Set(past.replays.map { Array($0.contents.utf8) })
          == Set(replays.map { Array($0.contents.utf8) })
      {
        return nil
      }
      // The entry that was read may lack traces, which must be preserved.
      let full = cache.entry(of: spec.file.path, isFull: true)
      let entry = spec.entry(
        cache.key(of: spec.file.path), request, full: full, replays: replays, saved: known.saved)
      return entry.flatMap(cache.store)
    }
    if let problem = problems.compactMap(\.self).first {
      self.known.withLock {
        $0.problems.append(
          GateProblem(
            .cache, "nothing can be kept in \(request.cacheFolder ?? ""): \(problem)",
            allowances: []))
      }
    }
  }
}
