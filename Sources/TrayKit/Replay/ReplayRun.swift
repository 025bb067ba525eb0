import Files
import Platform
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// Replays stored counterexamples, one after the other.
///
/// Each file has its own watch, so a slow one ends only itself. Specs are parsed once, and compiled once for each world
/// and set of constants that the files name.
///
/// Files are only read, unless `prunes` allows deleting them.
struct ReplayRun {
  private var specs: ReplaySpecs
  private let vocabulary: RequestVocabulary
  private(set) var report = ReplayReport()
  /// The number of files that were not replayed completely because the run was interrupted.
  private(set) var interrupted = 0
  /// The paths of the specs that are searched by name; empty for the default folders.
  private let specPaths: [String]
  /// The specs below some paths, read at first use.
  private var catalogs: [[String]: Catalog] = [:]
  private let prunes: Bool
  private let limits: RunLimits
  /// The specs read so far, by path. An unreadable spec is reported for each file that needs it.
  private var files: [String: SourceFile] = [:]
  /// The specs whose errors were already reported.
  private var brokenPaths: Set<String> = []

  /// The specs below some paths, by name.
  private struct Catalog {
    var specs: [String: [SourceFile]] = [:]
    /// Whether every spec could be read, and there is at least one.
    var isWhole = false
  }

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - bounds: the limits of the semantic checker.
  ///   - vocabulary: the names in messages.
  ///   - prunes: whether obsolete files are deleted.
  ///   - limits: the limits for each file.
  init(
    bounds: Checker.Limits, vocabulary: RequestVocabulary = RequestVocabulary(),
    specPaths: [String] = [], prunes: Bool = false, limits: RunLimits
  ) {
    self.vocabulary = vocabulary
    report.vocabulary = vocabulary
    self.limits = limits
    specs = ReplaySpecs(bounds)
    self.specPaths = specPaths
    self.prunes = prunes
  }

  /// Replays all counterexamples at the paths of the user.
  mutating func run(_ paths: [String]) {
    for path in paths {
      guard FileStatus.isFolder(path) else {
        read(path)
        continue
      }
      let contents = CounterexampleFolder(path).contents()
      report.unreadable += contents.unreadable.map { .init($0) }
      report.stale += contents.misnamed.map {
        StaleCounterexample(path: $0.path, reason: $0.reason, isGone: false)
      }
      if contents.files.isEmpty { report.empty.append(path) }
      for file in contents.files { read(file) }
    }
  }

  /// Replays a file in the spec at its path, or else in the only spec of its name.
  private mutating func read(_ path: String) {
    let file: CounterexampleFile
    switch CounterexampleFile.read(path) {
    case .success(let found): file = found
    case .failure(let problem): return report.unreadable.append(.init(problem))
    }
    let wanted = file.document.spec
    let folder = SpecPath.folder(of: path)
    var places = SpecPath.places(of: wanted.path, besides: folder)
    var other: (place: String, name: String?)?
    for place in places where FileStatus.isFile(place) {
      guard let source = source(at: place) else { return }
      let found = specs.name(of: source)
      if found == wanted.name { return replay(file, source) }
      other = other ?? (place, found)
    }
    if let place = SpecPath.inRepository(wanted.path, besides: folder),
      !places.contains(where: { SpecPath.isSame($0, place) })
    {
      places.append(place)
      if FileStatus.isFile(place), let source = SpecLoader.load([place]).files.first,
        specs.name(of: source) == wanted.name
      {
        return replay(file, source)
      }
    }
    let searched =
      specPaths.isEmpty
      ? SpecPath.folders(named: ReplayRequest.defaultSpecs, besides: folder) : specPaths
    let catalog = catalog(of: searched)
    let sources = catalog.specs[wanted.name] ?? []
    if let other {
      let reason = StaleCounterexample.otherSpec(wanted.name, at: other.place, other.name)
      return tell(file, reason, isGone: sources.isEmpty && catalog.isWhole)
    }
    if sources.count > 1 {
      return tell(file, StaleCounterexample.ambiguous(wanted.name), isGone: false)
    }
    if let source = sources.first { return replay(file, source) }
    let reason = StaleCounterexample.noSpec(
      wanted.name, at: places + searched, option: vocabulary.specs)
    tell(file, reason, isGone: catalog.isWhole)
  }

  /// Reports that the spec of a file does not exist.
  ///
  /// - Parameter isGone: whether all specs are known and none has the name.
  private mutating func tell(_ file: CounterexampleFile, _ reason: String, isGone: Bool) {
    if isGone, prune(file, "the spec \(file.document.spec.name) is gone") { return }
    report.stale.append(StaleCounterexample(path: file.path, reason: reason, isGone: isGone))
  }

  /// Deletes an obsolete file if the request allows it; false if the file still exists.
  private mutating func prune(_ file: CounterexampleFile, _ reason: String) -> Bool {
    guard prunes else { return false }
    guard unlink(file.path) == 0 else {
      report.unreadable.append(
        .init(path: file.path, reason: "it cannot be deleted: \(FileError().reason)"))
      return false
    }
    report.pruned.append((file.path, reason))
    return true
  }

  /// The result of replaying a counterexample.
  private indirect enum Outcome {
    case broken([Diagnostic], suppressed: Int)
    case replayed(ReplayedFile)
  }

  /// Replays a counterexample in a spec. A replay that a limit ended is reported, and has no other effect: no file is
  /// deleted for it.
  mutating func replay(_ file: CounterexampleFile, _ source: SourceFile) {
    let (deadline, before) = (limits.deadline(), specs)
    let outcome = deadline.during { follow(file, source) }
    if let limit = deadline.limit {
      specs = before
      return tell(file, cutBy: limits.searchLimit(limit))
    }
    switch outcome {
    case .broken(let diagnostics, let suppressed):
      if brokenPaths.insert(source.path).inserted {
        report.broken.append((source.path, diagnostics, suppressed))
      }
    case .replayed(let replayed):
      if case .gone(let gone) = replayed.result.verdict, prune(file, gone.text) { return }
      report.add(replayed)
    }
  }

  /// Reports that a limit ended the replay of a file. An interruption is reported separately.
  private mutating func tell(_ file: CounterexampleFile, cutBy limit: Completion.Limit) {
    if limit == .interrupted {
      interrupted += 1
      return
    }
    report.stale.append(
      StaleCounterexample(
        path: file.path, reason: "it was not replayed: \(Wording.reason(limit))", isGone: false))
  }

  /// Compiles the spec for the file and replays it. If the world or the constants no longer exist, the result has an
  /// initial state at most, and no steps.
  private mutating func follow(_ file: CounterexampleFile, _ source: SourceFile) -> Outcome {
    func nowhere(_ verdict: ReplayResult.Verdict, _ ready: ResolvedWorld) -> ReplayResult {
      ReplayResult(verdict: verdict, path: Path(start: ready.starts.first ?? [], steps: []))
    }
    func replayed(_ ready: ResolvedWorld, _ result: ReplayResult, notes: [String] = []) -> Outcome {
      .replayed(
        ReplayedFile(
          path: file.path, document: file.document, spec: ready.spec, starts: ready.starts,
          result: result, notes: notes, vocabulary: vocabulary))
    }
    return switch specs.compile(source, for: file.document) {
    case .broken(let diagnostics, let suppressed): .broken(diagnostics, suppressed: suppressed)
    case .unfit(let ready, let reason):
      replayed(ready, nowhere(.noLongerPossible(step: 0, .constant(reason)), ready))
    case .gone(let ready, let gone, let others):
      replayed(ready, nowhere(.gone(gone), ready), notes: others.map(\.text))
    case .ready(let ready): replayed(ready, Replayer(ready).replay(file.document))
    }
  }

  // MARK: Specs

  private mutating func source(at path: String) -> SourceFile? {
    if let known = files[path] { return known }
    let found = SpecLoader.load([path])
    report.unreadable += found.unreadable
    files[path] = found.files.first
    return found.files.first
  }

  /// The specs below some paths, read once.
  private mutating func catalog(of paths: [String]) -> Catalog {
    if let known = catalogs[paths] { return known }
    var catalog = Catalog()
    let found = SpecLoader.load(paths)
    for file in found.files {
      if let name = specs.name(of: file) { catalog.specs[name, default: []].append(file) }
    }
    report.unreadable += found.unreadable
    catalog.isWhole =
      !catalog.specs.isEmpty && found.unreadable.isEmpty
      && catalog.specs.reduce(0) { $0 + $1.value.count } == found.files.count
    catalogs[paths] = catalog
    return catalog
  }
}
