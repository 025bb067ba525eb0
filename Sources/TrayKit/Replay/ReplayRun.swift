import Files
import Platform
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// Replays stored counterexamples, one after the other.
///
/// Each file gets a deadline of its own, so one that takes long ends itself and not the others. Specs
/// are parsed once, and compiled once for each world and set of constants that files name.
///
/// Files are only read, and deleted if `prunes` says so; nothing else is written.
struct ReplayRun {
  private var specs: ReplaySpecs
  private(set) var report = ReplayReport()
  /// How many files were not replayed to their end, because the run was to end.
  private(set) var interrupted = 0
  /// The paths at which specs are searched by name; if there are none, the default folders.
  private let specPaths: [String]
  /// The specs below some paths, read when the first is needed.
  private var catalogs: [[String]: Catalog] = [:]
  private let prunes: Bool
  private let limits: RunLimits
  /// The specs that were read, by path; what could not be read is told once for each file that asks
  /// for it.
  private var files: [String: SourceFile] = [:]
  /// Specs whose errors are in the report, so that each is told once.
  private var brokenPaths: Set<String> = []

  /// The specs below some paths, by name.
  private struct Catalog {
    var specs: [String: [SourceFile]] = [:]
    /// Every spec could be read, and there is at least one.
    var isWhole = false
  }

  /// - Parameters:
  ///   - bounds: what a spec may ask for.
  ///   - prunes: whether files that name what is gone are deleted.
  ///   - limits: what each file may take.
  init(
    bounds: Checker.Limits, specPaths: [String] = [], prunes: Bool = false, limits: RunLimits
  ) {
    self.limits = limits
    specs = ReplaySpecs(bounds)
    self.specPaths = specPaths
    self.prunes = prunes
  }

  /// Replays all counterexamples at the paths that a user gives.
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

  /// Replays a file in the spec at the path in it, else in the only spec of its name.
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
      wanted.name, at: places + searched, option: specs.bounds.vocabulary.specs)
    tell(file, reason, isGone: catalog.isWhole)
  }

  /// Tells that a file belongs to no spec that there is.
  ///
  /// - Parameter isGone: whether all specs are known, and none has the name.
  private mutating func tell(_ file: CounterexampleFile, _ reason: String, isGone: Bool) {
    if isGone, prune(file, "the spec \(file.document.spec.name) is gone") { return }
    report.stale.append(StaleCounterexample(path: file.path, reason: reason, isGone: isGone))
  }

  /// Deletes a file that is of no use any more, if that is asked for; false if it is still there.
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

  /// What came of a counterexample.
  private enum Outcome {
    case broken([Diagnostic], suppressed: Int)
    case replayed(ReplayedFile)
  }

  /// Replays a counterexample in a spec. What a limit ended is told, and taken for nothing: no file is
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

  /// Tells that a limit ended the replay of a file; an interruption tells itself.
  private mutating func tell(_ file: CounterexampleFile, cutBy limit: Completion.Limit) {
    if limit == .interrupted {
      interrupted += 1
      return
    }
    report.stale.append(
      StaleCounterexample(
        path: file.path, reason: "it was not replayed: \(Wording.reason(limit))", isGone: false))
  }

  /// Compiles the spec as the file wants it and replays. Where the world or the constants are gone
  /// there is nothing to replay, and the result has a start without steps, if there is one.
  private mutating func follow(_ file: CounterexampleFile, _ source: SourceFile) -> Outcome {
    func nowhere(_ verdict: ReplayResult.Verdict, _ ready: ResolvedWorld) -> ReplayResult {
      ReplayResult(verdict: verdict, path: Path(start: ready.starts.first ?? [], steps: []))
    }
    func replayed(_ ready: ResolvedWorld, _ result: ReplayResult, notes: [String] = []) -> Outcome {
      .replayed(
        ReplayedFile(
          path: file.path, document: file.document, spec: ready.spec, starts: ready.starts,
          result: result, notes: notes, vocabulary: specs.bounds.vocabulary))
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

  /// The specs below some paths, which are read once.
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
