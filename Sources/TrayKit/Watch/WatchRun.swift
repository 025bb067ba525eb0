import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization

/// What came of a save.
public struct WatchRound: Sendable {
  /// The files that were saved, are new or gone; none in the first round.
  public let changed: [String]
  /// What was checked anew: the specs that the files have to do with. Worlds that say what they said when they were
  /// right are not searched again, and are told with the places that they had then.
  public let outcome: CheckOutcome
  /// What is not as it should be and was before, or is new; a line each.
  public let turnedRed: [String]
  /// What is as it should be, or gone, and was not before.
  public let turnedGreen: [String]
  /// How much is not as it should be, in all specs.
  public let redCount: Int
  /// How many specs there are.
  public let specCount: Int
  /// From the moment at which the change was seen.
  public let elapsed: Duration
}

/// Checks what was saved, whenever it is.
///
/// Of a spec that did not change nothing is done. A check that is under way when something is saved again is given
/// up. What was found is remembered here and nowhere else, unless the request wants that.
struct WatchRun {
  /// How often files are looked at while there is something to do.
  private static let interval = Duration.milliseconds(30)
  /// Two looks so far apart that see the same make sure that a file is written whole.
  private static let calm = Duration.milliseconds(8)

  private let request: CheckRequest
  private let onEvent: @Sendable (RunEvent) -> Void
  private let isEnded: @Sendable () -> Bool
  private var times: FileTimes
  /// What is known of the specs, by path.
  private var specs: [String: Known] = [:]
  /// The files of what is being checked, known before they are read.
  private var read: [String: Set<String>] = [:]
  private let earlier = EarlierRounds()
  private let signal = FolderSignal()

  private struct Known {
    /// The files that it is made of, also those that are not there.
    var files: Set<String>
    /// The cases that are red, with what to call them.
    var red: [String: String]
  }

  /// - Parameter onEvent: is told what happens in each check, as it does.
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

  /// Checks everything, and then what is saved, until it is to end.
  ///
  /// - Throws: `RequestError` if the request makes no sense for the specs that there are.
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
          // What changed meanwhile is as it was again.
          continue
        }
      }
      if isEnded() { return }
      changed = Set(changed + waitForChange()).sorted()
    }
  }

  /// What came of a check.
  private struct Found {
    var outcome: CheckOutcome
    /// It was of everything.
    var isWhole: Bool
  }

  /// What came of a check; nil if something changed meanwhile, or all is to end.
  ///
  /// Where the request names what the specs that changed do not have, others may have it: so all are checked.
  private mutating func check(_ paths: [String], isFirst: Bool) throws(RequestError) -> Found? {
    let isWhole = paths == request.paths
    if paths.isEmpty { return Found(outcome: CheckOutcome(report: CheckReport()), isWhole: false) }
    var request = request
    request.paths = paths
    let isEnded = isEnded
    noteFiles(of: paths)
    let look = FileChangeProbe(times, currentTimes, ignoresStored: request.savesCounterexamples)
    do throws(RequestError) {
      let outcome = try SynchronousAPI.check(request, tell: onEvent, earlier: earlier) {
        isEnded() || look.hasChanged()
      }
      return isEnded() || look.hasChanged() ? nil : Found(outcome: outcome, isWhole: isWhole)
    } catch {
      if isFirst { throw error }
      if !isWhole { return try check(self.request.paths, isFirst: false) }
      return Found(outcome: CheckOutcome(error), isWhole: false)
    }
  }

  /// Looks at the files of which specs are made before they are read: what is written from now on is a change.
  private mutating func noteFiles(of paths: [String]) {
    let specs = paths.flatMap {
      FileStatus.isFolder($0) ? FolderWalk($0, SpecLoader.suffix).files : [$0]
    }
    read = Dictionary(specs.map { ($0, SpecLoader.files(of: $0)) }) { first, _ in first }
    let files = Set(read.values.joined())
    let seen = times.stamps
    times.adopt(FileTimes([], others: files, counterexamples: nil)) { seen[$0] == nil }
  }

  /// Whether files changed since a check began; it looks no more often than is of use, and only on the thread that made
  /// it, which waits: the others have something to do.
  private final class FileChangeProbe: Sendable {
    private let waiting = System.currentThread
    private let isChanged = Atomic<Bool>(false)
    private let times: FileTimes
    private let current: @Sendable () -> FileTimes
    private let next = Mutex(ContinuousClock.now + interval)

    /// Stored counterexamples are written by the check itself.
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

  /// Waits until files are not as they were and stay so for a moment; returns which.
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

  /// The specs that files have to do with: those that are made of them, those that are new, and for a
  /// counterexample all.
  private func affected(by changed: [String]) -> [String] {
    let known = Set(specs.values.flatMap(\.files))
    // What belongs to no spec may be mended by any change.
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
    // What the check itself has written has not changed, and what is used no more is looked at no more.
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
