import Replays
import Reports

/// The replays of the stored counterexamples of a check.
struct StoredReplays: Sendable {
  var report = ReplayReport()
  /// The files whose world, property or spec does not exist.
  var stale: [StaleCounterexample] = []
  /// The number of files that were not replayed because the run was interrupted.
  var skipped = 0
  /// The replays that the next run can skip, by the path of the spec.
  private(set) var kept: [String: [CacheEntry.Replay]] = [:]

  /// Adds a replay of an earlier run.
  mutating func add(_ replay: CacheEntry.Replay, of spec: String) {
    var verdict = replay.verdict
    verdict.isCached = true
    report.verdicts.append(verdict)
    kept[spec, default: []].append(replay)
  }

  /// Adds the replays of this run.
  mutating func add(_ run: ReplayReport) {
    report.verdicts += run.verdicts
    report.unreadable += run.unreadable
    stale += run.stale
    for broken in run.broken where !report.broken.contains(where: { $0.path == broken.path }) {
      report.broken.append(broken)
    }
  }

  /// Keeps a replay for the next run if it was as expected.
  mutating func keep(_ replay: CacheEntry.Replay) {
    guard replay.verdict.judgement == .asExpected else { return }
    kept[replay.verdict.specPath, default: []].append(replay)
  }

  /// Sorts the files by name.
  mutating func sort() {
    report.verdicts.sort { $0.path < $1.path }
  }
}
