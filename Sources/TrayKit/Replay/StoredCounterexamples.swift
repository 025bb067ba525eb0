import Basics
import Files
import Platform
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// The folder of counterexamples of a check, which replays them before the search and adds new ones afterwards.
///
/// Only `save` writes files, and nothing is deleted here.
struct StoredCounterexamples {
  @Boxed var request: CheckRequest
  let threads: Int
  /// The results of earlier rounds of `check --watch`; nil if there are none.
  var earlier: EarlierRounds?

  /// The names of all files in the folder.
  static func names(_ request: CheckRequest) -> Set<String> {
    guard let path = request.counterexampleFolder else { return [] }
    return Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
  }

  // MARK: Replaying

  /// A file to replay, with its spec.
  private struct Job: Sendable {
    /// `contents` are the bytes of the file, for the cache; `spec` is the index of the spec.
    var file: CounterexampleFile
    var contents: [UInt8]
    var spec: Int
  }

  /// The number of files of one spec that are replayed together, so that the spec is not compiled for each.
  private static let chunk = 25

  /// Replays the files of the requested specs, worlds and properties, unless an earlier run did so with the same spec.
  ///
  /// Unreadable files are always reported.
  func replay(_ specs: [SpecProgress], _ limits: RunLimits) -> StoredReplays {
    var stored = StoredReplays()
    guard request.replaysCounterexamples, let path = request.counterexampleFolder else {
      return stored
    }
    guard FileStatus.isFolder(path) else {
      tellMissing(path, in: &stored)
      return stored
    }
    let folder = CounterexampleFolder(path)
    let contents = folder.contents()
    stored.report.unreadable = contents.unreadable.map { .init($0) }
    stored.stale = contents.misnamed.map {
      StaleCounterexample(path: $0.path, reason: $0.reason, isGone: false)
    }
    var owners = Owners(specs, folder, request, earlier)
    var jobs: [Job] = []
    for path in contents.files {
      switch look(path, specs, &owners) {
      case .unreadable(let problem): stored.report.unreadable.append(problem)
      case .known(let replay, let spec): stored.add(replay, of: specs[spec].file.path)
      case .stale(let file): stored.stale.append(file)
      case .replay(let job): jobs.append(job)
      case .ofOther: stored.report.leftOut += 1
      case .notAsked: break
      }
    }
    let (bounds, vocabulary) = (request.bounds, request.vocabulary)
    let runs = ParallelMap.run(Self.chunks(jobs), threads: threads) { jobs in
      var run = ReplayRun(bounds: bounds, vocabulary: vocabulary, limits: limits)
      for job in jobs where !limits.isInterrupted() {
        run.replay(job.file, specs[job.spec].file)
      }
      return run.report
    }
    for run in runs { stored.add(run) }
    stored.skipped = jobs.count - runs.reduce(0) { $0 + $1.verdicts.count + $1.stale.count }
    let byPath = Dictionary(jobs.map { ($0.file.path, $0) }) { first, _ in first }
    for verdict in runs.flatMap(\.verdicts) {
      guard let job = byPath[verdict.path] else { continue }
      let replay = CacheEntry.Replay(
        contents: String(decoding: job.contents, as: UTF8.self),
        spec: job.file.document.spec.name, path: job.file.document.spec.path, verdict: verdict)
      stored.keep(replay)
      if let compiled = specs[job.spec].compiled { earlier?.keep(replay, of: compiled) }
    }
    stored.sort()
    return stored
  }

  /// Reports a folder that is a file or a dangling link. A missing folder is no problem.
  private func tellMissing(_ path: String, in stored: inout StoredReplays) {
    guard let reason = NamedFolder.problem(of: path) else { return }
    if FileStatus.isFile(path) {
      stored.report.unreadable.append(.init(path: path, reason: reason))
    } else if (try? FileStatus(path, followsLinks: false)) != nil {
      stored.stale.append(
        StaleCounterexample(
          path: path, reason: "no counterexample is replayed: \(reason)", isGone: false))
    }
  }

  /// Jobs of the same spec in chunks, which run in parallel. Each chunk compiles the spec separately.
  private static func chunks(_ jobs: [Job]) -> [[Job]] {
    Dictionary(grouping: jobs, by: \.spec).sorted { $0.key < $1.key }.flatMap { _, jobs in
      stride(from: 0, to: jobs.count, by: chunk).map {
        Array(jobs[$0..<min($0 + chunk, jobs.count)])
      }
    }
  }

  /// The action for a file.
  private indirect enum Task {
    case unreadable(CheckReport.Unreadable)
    case known(CacheEntry.Replay, spec: Int)
    case stale(StaleCounterexample)
    case replay(Job)
    /// The file belongs to a spec that is not checked.
    case ofOther
    /// The file belongs to a world or property that the request leaves out.
    case notAsked
  }

  /// Chooses the action by the contents of a file and by its spec. An earlier replay counts if file and spec are equal,
  /// byte by byte.
  private func look(_ path: String, _ specs: [SpecProgress], _ owners: inout Owners) -> Task {
    let contents: [UInt8]
    switch CounterexampleFile.contents(of: path) {
    case .success(let bytes): contents = bytes
    case .failure(let problem): return .unreadable(.init(problem))
    }
    if let replay = owners.known(path, contents) {
      if case .spec(let spec) = owners.owner(of: replay.spec, at: replay.path),
        specs[spec].known?.replays.contains(where: { $0.verdict.path == path }) ?? false
      {
        return isChosen(replay.verdict.world, replay.verdict.property, specs[spec].names)
          ? .known(replay, spec: spec) : .notAsked
      }
    }
    switch earlier?.read(path, contents) ?? CounterexampleFile.read(path, contents) {
    case .failure(let problem): return .unreadable(.init(problem))
    case .success(let file):
      let document = file.document
      switch owners.owner(of: document.spec.name, at: document.spec.path) {
      case .spec(let spec):
        guard isChosen(document.world, document.property.name, specs[spec].names) else {
          return .notAsked
        }
        let known = specs[spec].compiled.flatMap { earlier?.replay(file, contents, in: $0) }
        return known.map { .known($0, spec: spec) }
          ?? .replay(Job(file: file, contents: contents, spec: spec))
      case .other: return owners.hasFolders ? .ofOther : .notAsked
      case .none(let reason, let isGone):
        return .stale(StaleCounterexample(path: path, reason: reason, isGone: isGone))
      }
    }
  }

  /// Whether the request includes a world and property. Names that the spec does not have are included.
  private func isChosen(_ world: String, _ property: String, _ names: SpecNames?) -> Bool {
    guard let names else { return true }
    let isChecked =
      names.checkable.contains(property) || ViolationKind.generalNames.contains(property)
    return (request.isChosen(world: world) || !names.worlds.contains(world))
      && (request.properties.isEmpty || request.properties.contains(property) || !isChecked)
  }

  // MARK: Saving

  /// The minimum time for the search for smaller worlds, even if the search of the world itself was faster.
  private static let leastTime = Duration.seconds(1)

  /// The time limit of the search for smaller worlds: about the time of the world's own search.
  private func time(for world: WorldReport) -> Duration {
    max(Self.leastTime, world.result.statistics.duration)
  }

  private var folderToSaveIn: CounterexampleFolder? {
    guard request.savesCounterexamples, let path = request.counterexampleFolder else { return nil }
    return CounterexampleFolder(path)
  }

  /// Stores the disagreements between engines, in one file for each world.
  func saveDisagreements(_ specs: [SpecReport]) -> [SavedDisagreement] {
    guard let folder = folderToSaveIn else { return [] }
    return specs.flatMap(\.worlds).compactMap { world in
      let text = DisagreementText(
        world, settings: request.settings.map { "\($0.name)=\($0.value)" },
        version: Traycheck.version)
      guard let text = text.render() else { return nil }
      let name = CounterexampleName.disagreement(in: world.spec)
      var saved = SavedDisagreement(path: "\(folder.path)/\(name)", problem: nil)
      do throws(FileError) {
        try folder.write(text, as: name)
      } catch {
        saved.problem = error.reason
      }
      return saved
    }
  }

  /// Stores the new violations, each with the smallest constants that still show it.
  ///
  /// A violation that its world expects gets no new file unless the request says so, because each check finds it again.
  /// An existing file is updated. If the folder already has an equally good file, nothing is searched.
  func save(_ specs: [SpecReport], _ limits: RunLimits) -> [SavedCounterexample] {
    guard let folder = folderToSaveIn else { return [] }
    var outcomes: [SavedCounterexample] = []
    let bounds = request.bounds
    for world in specs.flatMap(\.worlds) where !world.counterexamples.isEmpty {
      // Most worlds with violations expect them, and nothing is searched.
      lazy var syntax = Parser.parse(world.spec.file).0
      let settings = request.settings.map { ($0.name, $0.value) }
      var smaller = SmallerWorld(budget: .init(allStates: world.result.budgetOfStates)) { smaller in
        let settled = try? ResolvedWorld(
          syntax, world: world.spec.world?.name, settings: settings + smaller,
          limits: bounds)
        return settled.map { SmallerWorld.World(machine: $0.machine, starts: $0.starts) }
      }
      let deadline = Deadline(
        time: limits.time.map { min($0, time(for: world)) } ?? time(for: world),
        memory: limits.memory, isInterrupted: limits.isInterrupted)
      for counterexample in world.counterexamples {
        let violation = counterexample.violation
        if !request.savesExpected, world.announces(violation),
          !folder.has(counterexample, in: world.spec)
        {
          continue
        }
        let shrunk =
          folder.lacks(counterexample, in: world.spec)
          ? deadline.during { smaller.shrink(violation, in: world.spec) { Deadline.isOver } } : nil
        let settings = shrunk?.settings ?? []
        let outcome = folder.save(
          counterexample, in: world.spec, provenance: .init(violation, of: world.result),
          smaller: Dictionary(settings.map { ($0.name, $0.value) }) { $1 },
          limits: bounds)
        outcomes.append(
          SavedCounterexample(
            outcome: outcome, smaller: settings.map { "\($0.name) = \($0.value)" },
            isCutShort: smaller.isCutShort,
            isAnnounced: world.announces(counterexample.violation),
            spec: world.spec.file.path, world: world.spec.worldName,
            title: counterexample.verdict.nameWithSubject))
      }
    }
    return outcomes
  }
}

extension SearchResult {
  /// The maximum number of states in the searches of smaller worlds together. It is so small that the time limit, which
  /// varies between runs, rarely matters.
  fileprivate var budgetOfStates: Int { max(20_000, statistics.storedStates / 16) }
}

extension WorldReport {
  /// The names of the files in which its violations are stored.
  var counterexampleNames: [String] {
    counterexamples.map {
      CounterexampleName.file(of: CounterexampleDocument.Property($0, in: spec), in: spec)
    }
  }
}

extension CheckReport.Unreadable {
  /// Creates the error of a file that is not a counterexample.
  init(_ problem: CounterexampleFile.Unreadable) {
    self.init(path: problem.path, reason: problem.reason, place: problem.place)
  }
}

extension CounterexampleDocument.Provenance {
  fileprivate init(_ violation: Violation, of result: SearchResult) {
    if let walked = violation.walked {
      self.init(
        by: .walk, seed: result.walks?.seed, walk: walked.walk, originalLength: walked.length)
    } else {
      self.init(by: .check, originalLength: violation.length)
    }
  }
}
