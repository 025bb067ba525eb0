import Replays
import Reports

/// What became of the stored counterexamples of a check.
struct StoredReplays: Sendable {
  var report = ReplayReport()
  /// Files that belong to nothing that could be replayed.
  var stale: [StaleCounterexample] = []
  /// How many were not replayed, because the run was to end.
  var skipped = 0
  /// What the next run need not replay, by the path of the spec.
  private(set) var kept: [String: [CacheEntry.Replay]] = [:]

  /// Adds what an earlier run replayed.
  mutating func add(_ replay: CacheEntry.Replay, of spec: String) {
    var verdict = replay.verdict
    verdict.isCached = true
    report.verdicts.append(verdict)
    kept[spec, default: []].append(replay)
  }

  /// Adds what this run replayed.
  mutating func add(_ run: ReplayReport) {
    report.verdicts += run.verdicts
    report.unreadable += run.unreadable
    stale += run.stale
    for broken in run.broken where !report.broken.contains(where: { $0.path == broken.path }) {
      report.broken.append(broken)
    }
  }

  /// Keeps a replay, if it is as expected.
  mutating func keep(_ replay: CacheEntry.Replay) {
    guard replay.verdict.judgement == .asExpected else { return }
    kept[replay.verdict.specPath, default: []].append(replay)
  }

  /// Brings the files into the order of their names.
  mutating func sort() {
    report.verdicts.sort { $0.path < $1.path }
  }
}
