import Reports
import Synchronization

/// What a run reads of earlier ones, and what it leaves behind.
extension CheckRun {
  /// Replays before the search: what is known to go wrong is told first, and its worlds are searched
  /// first.
  func replay() {
    let specs = known.withLock { $0.specs }
    let stored = StoredCounterexamples(request: request, threads: threads)
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

  func certify() {
    guard let folder = request.certificateFolder else { return }
    let specs = known.withLock { $0.specs }
    let writing = CertificateWriting(
      folder: folder, bounds: request.bounds, limits: limits, threads: threads,
      allowances: request.allowances)
    let (saved, problems) = writing.write(specs.map { $0.report(request, isOver: false) })
    known.withLock { known in
      known.certificates = saved
      known.problems += problems
    }
  }
}
