import Basics
import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization

/// The result of checking the specs after a save.
public struct WatchRound: Sendable {
  /// The files that were saved, added or deleted; empty in the first round.
  public let changed: [String]
  /// The result for the specs that depend on these files. Passing worlds whose meaning has not changed are not searched
  /// again; their places in the text are those of the earlier check.
  public let outcome: CheckOutcome
  /// The findings that are new or failed since the last round, one line each.
  public let turnedRed: [String]
  /// The findings that passed or disappeared since the last round, one line each.
  public let turnedGreen: [String]
  /// The number of all failing findings in all specs.
  public let redCount: Int
  /// The number of specs.
  public let specCount: Int
  /// The time since the change was detected.
  public let elapsed: Duration
}

/// Checks specs after each save.
///
/// Unchanged specs are not checked again. A check in progress is cancelled if something is saved again. Results are
/// kept in memory only, unless the request enables more.
struct WatchRun {
  /// The interval between two looks at the files while there is work to do.
  private static let interval = Duration.milliseconds(30)
  /// The time between two equal looks that show that a file is completely written.
  private static let calm = Duration.milliseconds(8)

  @Boxed private var request: CheckRequest
  private let onEvent: @Sendable (RunEvent) -> Void
  private let isEnded: @Sendable () -> Bool
  private var times: FileTimes
  /// The results for the specs, by path.
  private var specs: [String: Known] = [:]
  /// The files of the specs being checked, determined before they are read.
  private var read: [String: Set<String>] = [:]
  private let earlier = EarlierRounds()
  private let signal = FolderSignal()

  private struct Known {
    /// The files that the spec consists of, including missing ones.
    var files: Set<String>
    /// The failing findings by identity, each with its text.
    var red: [String: String]
  }

  /// Creates a run.
  ///
  /// - Parameter onEvent: called with each event of each check.
  init(
    _ request: CheckRequest, onEvent: @escaping @Sendable (RunEvent) -> Void,
    isEnded: @escaping @Sendable () -> Bool
  ) {
    self.request = request
    self.onEvent = onEvent
    self.isEnded = isEnded
    times = FileTimes(
      request.paths, others: [], counterexamples: request.counterexampleFolder)
  }

  /// Checks all specs, and then each save, until the run is cancelled.
  ///
  /// - Throws: `RequestError` if the request does not fit the specs.
  mutating func run(_ tell: (WatchRound) -> Void) throws(RequestError) {
    var changed: [String] = []
    var isFirst = true
    while !isEnded() {
      let begin = ContinuousClock.now
      let affected = isFirst ? request.paths : affected(by: changed)
      if !affected.isEmpty || !changed.isEmpty {
        if let found = try check(affected, isFirst: isFirst) {
          tell(round(found, changed, isFirst: isFirst, since: begin))
          isFirst = false
          changed = []
        } else if !isEnded(), currentTimes() == times {
          // The files have changed back in the meantime.
          continue
        }
      }
      if isEnded() { return }
      changed = Set(changed + waitForChange()).sorted()
    }
  }

  /// The result of a check.
  private struct Found {
    var outcome: CheckOutcome
    /// Whether all specs were checked.
    var isWhole: Bool
  }

  /// The result of a check; nil if something changed in the meantime, or if the run was cancelled.
  ///
  /// If the changed specs lack a name of the request, other specs may have it, so all are checked.
  private mutating func check(_ paths: [String], isFirst: Bool) throws(RequestError) -> Found? {
    let isWhole = paths == request.paths
    if paths.isEmpty { return Found(outcome: CheckOutcome(report: CheckReport()), isWhole: false) }
    var request = request
    request.paths = paths
    let isEnded = isEnded
    noteFiles(of: paths)
    let look = FileChangeProbe(times, currentTimes, ignoresStored: request.savesCounterexamples)
    do throws(RequestError) {
      let outcome = try request.outcome(tell: onEvent, earlier: earlier) {
        isEnded() || look.hasChanged()
      }
      return isEnded() || look.hasChanged() ? nil : Found(outcome: outcome, isWhole: isWhole)
    } catch {
      if isFirst { throw error }
      if !isWhole { return try check(self.request.paths, isFirst: false) }
      return Found(outcome: CheckOutcome(error), isWhole: false)
    }
  }

  /// Records the files of specs before they are read, so that later writes count as changes.
  private mutating func noteFiles(of paths: [String]) {
    let specs = paths.flatMap {
      FileStatus.isFolder($0) ? FolderWalk($0, SpecLoader.suffix).files : [$0]
    }
    read = Dictionary(specs.map { ($0, SpecLoader.files(of: $0)) }) { first, _ in first }
    let files = Set(read.values.joined())
    let seen = times.stamps
    times.adopt(FileTimes([], others: files, counterexamples: nil)) { seen[$0] == nil }
  }

  /// Detects changes since the start of a check. It looks only as often as useful, and only on the waiting thread,
  /// since the others are busy.
  private final class FileChangeProbe: Sendable {
    private let waiting = System.currentThread
    private let isChanged = Atomic<Bool>(false)
    private let times: FileTimes
    private let current: @Sendable () -> FileTimes
    private let next = Mutex(ContinuousClock.now + interval)

    /// Whether stored counterexamples are ignored, because the check itself writes them.
    private let ignoresStored: Bool

    init(
      _ times: FileTimes, _ current: @escaping @Sendable () -> FileTimes, ignoresStored: Bool
    ) {
      self.times = times
      self.current = current
      self.ignoresStored = ignoresStored
    }

    func hasChanged() -> Bool {
      if isChanged.load(ordering: .relaxed) { return true }
      guard System.currentThread == waiting else { return false }
      return next.withLock { next in
        if next > .now { return false }
        let changes = current().changes(since: times)
        let hasChanged = changes.contains { !ignoresStored || $0.hasSuffix(SpecLoader.suffix) }
        if hasChanged { isChanged.store(true, ordering: .relaxed) }
        next = .now + interval
        return hasChanged
      }
    }
  }

  private var currentTimes: @Sendable () -> FileTimes {
    let others = Set(specs.values.flatMap(\.files)).union(read.values.joined())
    let request = request
    return {
      FileTimes(request.paths, others: others, counterexamples: request.counterexampleFolder)
    }
  }

  /// Waits until files change and then stay unchanged for a moment; returns the changed files.
  private mutating func waitForChange() -> [String] {
    let current = currentTimes
    signal.add(times.folders.union(request.paths.filter(FileStatus.isFolder)))
    while !isEnded() {
      var now = current()
      if now == times {
        signal.wait()
        continue
      }
      var seen: FileTimes
      repeat {
        seen = now
        signal.pause(Self.calm)
        now = current()
      } while now != seen && !isEnded()
      let changes = now.changes(since: times)
      times = now
      if !changes.isEmpty { return changes }
    }
    return []
  }

  /// The specs that depend on changed files: those that use them, new ones, and all for a counterexample.
  private func affected(by changed: [String]) -> [String] {
    let known = Set(specs.values.flatMap(\.files))
    // Any change may fix problems that belong to no spec.
    if !(specs[""]?.red.isEmpty ?? true) { return request.paths }
    if changed.contains(where: { !$0.hasSuffix(SpecLoader.suffix) }) { return request.paths }
    let old = specs.filter { !$0.value.files.isDisjoint(with: changed) }.map(\.key)
    let new = changed.filter { !known.contains($0) }
    return (old + new).filter { times.stamps[$0] != nil }.sorted()
  }

  // MARK: Red and green

  private var red: [String: String] {
    specs.values.reduce(into: [:]) { $0.merge($1.red) { first, _ in first } }
  }

  private mutating func round(
    _ found: Found, _ changed: [String], isFirst: Bool, since begin: ContinuousClock.Instant
  ) -> WatchRound {
    let before = red
    let former = Set(specs.values.flatMap(\.files))
    let report = found.outcome.report
    for path in specs.keys where times.stamps[path] == nil && !path.isEmpty { specs[path] = nil }
    let repository = RepositoryPaths.found()
    var paths: [String: String] = [:]
    for spec in report.specs {
      paths[repository.relative(spec.path)] = spec.path
      specs[spec.path] = Known(files: read[spec.path] ?? [spec.path], red: [:])
    }
    if found.isWhole { specs[""] = Known(files: [], red: [:]) }
    for (suite, each) in CaseList(report, paths: repository).all where each.isRed {
      let path = suite.path.flatMap { paths[$0] } ?? ""
      let key = [path, suite.world?.name ?? "", each.name].joined(separator: "\u{0}")
      specs[path, default: Known(files: [], red: [:])].red[key] =
        "\(suite.name)  \(each.name)".printableLine
    }
    let after = red
    // Files that the check itself wrote have not changed, and unused files are no longer watched.
    if request.savesCounterexamples {
      times.forget { $0.hasSuffix(".json") }
      times.adopt(currentTimes()) { $0.hasSuffix(".json") }
    }
    let own = FileTimes(request.paths, others: [], counterexamples: nil).stamps
    let used = Set(specs.values.flatMap(\.files))
    times.forget { former.contains($0) && !used.contains($0) && own[$0] == nil }
    read = [:]
    return WatchRound(
      changed: changed, outcome: found.outcome,
      turnedRed: isFirst ? [] : after.filter { before[$0.key] == nil }.map(\.value).sorted(),
      turnedGreen: isFirst ? [] : before.filter { after[$0.key] == nil }.map(\.value).sorted(),
      redCount: after.count, specCount: specs.keys.count { !$0.isEmpty },
      elapsed: .now - begin)
  }
}
