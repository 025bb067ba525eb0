import Basics
import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization

/// One run over specs, from their files to the report: `try CheckRun(request, .check, …).run()`.
///
/// Its results so far are available from any thread at any time.
///
/// `run` has these phases: fix specs, if requested; read files and compile specs, several in parallel; validate the
/// names of the request; replay stored counterexamples; search worlds; look for events that no check needs; store
/// violations; update the cache. Each phase adds to `Known` under its lock, so `report` is always consistent. Once the
/// run has ended, `report` also lists the work that was not done.
///
/// `run` must be called once per instance.
package final class CheckRun: Sendable {
  let request: CheckRequest
  /// The limits of the run, from which each world gets its own watch.
  let limits: RunLimits
  let events: EventLog
  let clock = ContinuousClock()
  let begin: ContinuousClock.Instant
  /// The cache; nil if results are not cached, or if this build has no identity.
  let cache: VerdictCache?
  /// The results of earlier rounds of `check --watch`; nil if there are none.
  let earlier: EarlierRounds?
  let known = Mutex(Known())
  /// The number of checkpoints being written. An interrupted run waits for them.
  let writingCount = Atomic<Int>(0)
  /// Once true, no counterexamples and no cache entries are written any more. A search may still continue in the
  /// background.
  private let closed = Mutex(false)

  /// The results of a run so far.
  struct Known {
    /// The specs in the order of the files, which is also that of the report. A spec is identified by its index in this
    /// array.
    var specs: [SpecProgress] = []
    var unreadable: [CheckReport.Unreadable] = []
    var problems: [GateProblem] = []
    var stored = StoredReplays()
    var saved: [SavedCounterexample] = []
    var disagreements: [SavedDisagreement] = []
    /// The fixes that were applied to the specs; nil unless requested.
    var fixed: [AppliedFix]?
    /// The fixes that would be applied, as a unified diff.
    var patch = ""
    /// The results of the last passes of guests, without their problems.
    var notes: [String] = []
    var unwritten: [CheckReport.Unreadable] = []
    var finishedCheckpoints: [String] = []
    /// Whether all work is done.
    var isDone = false
  }

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - tell: called with events, from several threads, one call at a time.
  ///   - usesCache: whether the cache folder of the request is used.
  ///   - earlier: the results of earlier rounds. Unchanged worlds and counterexamples in it are skipped, and results
  ///     that pass are added. With earlier rounds, default worlds come first.
  ///   - isInterrupted: polled often, from several threads.
  package init(
    _ request: CheckRequest, tell: @escaping @Sendable (RunEvent) -> Void = { _ in },
    usesCache: Bool = false, earlier: EarlierRounds? = nil,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    self.request = request
    events = EventLog(tell)
    limits = RunLimits(request, isInterrupted: isInterrupted)
    begin = clock.now
    self.earlier = earlier
    cache =
      usesCache && !request.needsSearches && !request.wantsStates && !request.explainsFairness
      ? request.cacheFolder.flatMap { VerdictCache($0, for: request) } : nil
  }

  var isInterrupted: @Sendable () -> Bool { limits.isInterrupted }

  /// The request for one spec, with the overrides of its folder.
  func request(forSpecAt path: String) -> CheckRequest { request.confined(toSpecAt: path) }

  /// The limits of one spec, with the overrides of its folder.
  func limits(forSpecAt path: String) -> RunLimits {
    var limits = limits
    limits.time = request(forSpecAt: path).timeLimit
    return limits
  }

  var threads: Int { request.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// Runs the whole request.
  ///
  /// It must be called on a thread with a large stack, because syntax trees are traversed recursively.
  ///
  /// - Throws: `RequestError` if the request does not fit the specs.
  func run(_ mode: CheckMode) throws(RequestError) -> CheckReport {
    let settings = try request.settings.parsed(request.vocabulary)
    if let problem = request.missingCounterexampleFolder { return report(of: problem) }
    let repository = try request.since.map(GitRepository.since)
    fix()
    do throws(RequestError) {
      return try run(mode, settings, since: repository)
    } catch {
      // The fixes are written already, since names of the request may exist only after them.
      let fixed = known.withLock { Set(($0.fixed ?? []).map(\.path)).sorted() }
      throw fixed.isEmpty
        ? error : RequestError("\(error.description); fixed before: \(Wording.list(fixed))")
    }
  }

  private func run(
    _ mode: CheckMode, _ settings: [Setting], since repository: GitRepository?
  ) throws(RequestError) -> CheckReport {
    var mode = mode
    load()
    if let repository {
      let changes = known.withLock { $0.specs.map(\.file) }.map(repository.changedLines)
      known.withLock { known in
        for (index, changes) in changes.enumerated() { known.specs[index].changes = changes }
      }
    }
    let first = compile(settings, searchingFirst: mode)
    let specs = known.withLock { $0.specs }
    events.tell(.start(version: Traycheck.version, specs: specs.map(\.file.path)))
    // After an interruption, some specs were not read, so their names are unknown.
    let areRead = specs.allSatisfy { $0.names != nil }
    if !specs.isEmpty, areRead { try request.requireMatches(in: specs.compactMap(\.names)) }
    if areRead, case .merge(var merged) = mode {
      try merged.add(up: specs.compactMap(\.compiled))
      mode = .merge(merged)
    }
    try requireCheckpointNames(specs)
    if areRead, case .searched(let worlds) = mode {
      try worlds.requireAll(of: specs.compactMap(\.compiled), request)
    }
    searchFirst(mode, first)
    replay()
    tell(report(isOver: false))
    search(mode)
    if isClosed { return report() }
    findUnnoticedEvents()
    save()
    runLastPasses()
    store()
    known.withLock { $0.isDone = true }
    return report()
  }

  /// The report of a run that ends before it reads anything, because a folder is missing.
  private func report(of problem: CheckReport.Unreadable) -> CheckReport {
    known.withLock {
      $0.unreadable.append(problem)
      $0.isDone = true
    }
    events.tell(.start(version: Traycheck.version, specs: []))
    return report()
  }

  /// Ends a run that exceeds the memory limit and does not stop by itself.
  func closeForMemory() {
    known.withLock {
      $0.problems.append(
        GateProblem(
          .limit,
          "the run was ended: \(Wording.reason(limits.memoryLimit)); the results up to then are reported",
          allowances: []))
    }
    close()
  }

  /// Ends a run for which the system has no thread.
  func closeUnstarted() {
    known.withLock {
      $0.problems.append(
        GateProblem(
          .limit,
          "nothing was checked: the system has no thread with a stack of "
            + "\(Wording.bytes(LargeStack.size)) to give (see 'ulimit -v' and 'ulimit -u')",
          allowances: []))
    }
    close()
  }

  /// Stops storing: later findings are not written any more.
  func close() { closed.withLock { $0 = true } }

  private var isClosed: Bool { closed.withLock { $0 } }

  /// Reports the results known before the search, except for worlds that were already reported.
  private func tell(_ early: CheckReport) {
    let told = known.withLock { $0.specs.map { Set($0.outcomes.keys) } }
    for diagnostic in early.specs.flatMap(\.diagnostics) { events.tell(.diagnostic(diagnostic)) }
    for replay in early.replays.verdicts { events.tell(.replay(replay)) }
    for (spec, told) in zip(early.specs, told) {
      for world in spec.verdicts where !told.contains(world.name) {
        events.tell(.world(spec: spec.name, path: spec.path, world))
      }
    }
    events.tell(prepared: CheckOutcome(report: early))
  }

  // MARK: Specs

  /// Reads the files and the cache, and records problems with folders and links.
  private func load() {
    let found =
      request.text.map { SpecLoader.load($0.bytes, named: $0.name) }
      ?? SpecLoader.load(request.paths)
    let repository = RepositoryPaths.found()
    let outside = found.files.compactMap { file in
      repository.targetOutside(file.path).map { (file.path, $0) }
    }
    let cache = cache
    let savesAll = request.savesCounterexamples && request.savesExpected
    let stored = savesAll ? StoredCounterexamples.names(request) : nil
    // A single spec is reported in full.
    let isFull =
      request.wantsTraces || !request.witnesses.isEmpty || found.files.count == 1
    let specs = ParallelMap.run(found.files, threads: threads) { file in
      SpecProgress(file, past: cache?.entry(of: file.path, isFull: isFull), stored: stored)
    }
    known.withLock { known in
      known.specs = specs
      known.unreadable = found.unreadable.map { $0.advised(request.vocabulary) }
      known.problems = found.empty.map {
        GateProblem(
          .noSpecs, SpecLoader.emptyFolder(request.vocabulary), path: $0,
          allowances: request.allowances)
      }
      known.problems += found.cycles.map {
        GateProblem(
          .linkCycle, "it leads back to \($0.folder), which is read once", path: $0.link,
          allowances: [])
      }
      known.problems += outside.map {
        GateProblem(
          .linkOutside, "a link leads out of the repository, to \($1)", path: $0, allowances: [])
      }
    }
  }

  /// Compiles all specs, several in parallel. Specs that ran out of memory are compiled again one by one, with the
  /// memory that the others released. Problems are sorted into the order of the specs.
  func compile(_ settings: [Setting]) {
    let count = known.withLock { $0.specs.count }
    _ = ParallelMap.run(Array(0..<count), threads: threads) { [self] in compile($0, settings) }
    // Another spec may have used the memory that this one lacked.
    for index in 0..<count where count > 1 && known.withLock({ $0.specs[index].lacksMemory }) {
      known.withLock { $0.specs[index].compiled = nil }
      ProcessMemory.giveBack()
      compile(index, settings)
    }
    let specs = known.withLock { $0.specs }
    let order = Dictionary(
      specs.enumerated().map { ($1.file.path, $0) }, uniquingKeysWith: { first, _ in first })
    known.withLock { known in
      for compiled in specs.compactMap(\.compiled) {
        known.problems += compiled.cuts.map { limited(compiled, $0) }
        if let problem = unasked(compiled) { known.problems.append(problem) }
      }
      known.problems.sort { order[$0.path ?? ""] ?? -1 < order[$1.path ?? ""] ?? -1 }
    }
  }

  /// Compiles a spec, unless all requested results are known.
  private func compile(_ index: Int, _ settings: [Setting]) {
    if isInterrupted() { return }
    let spec = known.withLock { $0.specs[index] }
    let compiled =
      spec.isKnown(request)
      ? nil
      : CompiledSpec(
        spec.file, settings: settings,
        limits: request.bounds, notesNames: true, deadline: watches(over: spec.file)
      ) { request.isChosen(world: $0) }
    let names = compiled.map { SpecNames($0) { request.isChosen(world: $0) } }
    let right = compiled.flatMap { earlier?.all(in: $0) } ?? []
    known.withLock { known in
      known.specs[index].compiled = compiled
      known.specs[index].names = names ?? spec.known?.names
      known.specs[index].adopt(right)
    }
  }

  /// Creates the watches for reading the worlds of a file, from the name of the spec, the name of the world and the
  /// time spent.
  func watches(over file: SourceFile) -> @Sendable (String, String, Duration) -> Deadline {
    let limits = limits(forSpecAt: file.path)
    return { [self] spec, world, spent in
      limits.deadline(after: spent) { [self] task, elapsed in
        var progress = CheckProgress(spec: spec, world: world, elapsed: elapsed)
        progress.task = task
        events.tell(progress)
      }
    }
  }

  /// The problem that a world could not be read completely.
  private func limited(_ compiled: CompiledSpec, _ cut: CompiledSpec.UnreadWorld) -> GateProblem {
    GateProblem(
      cut.limit == .interrupted ? .interrupted : .limit,
      cut.text(whatIsNotDone: "checked", limits(forSpecAt: compiled.file.path)),
      path: compiled.file.path, place: compiled.place, allowances: request.allowances)
  }

  /// The problem that a spec has no properties, so that it must not count as passed.
  private func unasked(_ compiled: CompiledSpec) -> GateProblem? {
    guard !compiled.sink.hasErrors, request.properties.isEmpty,
      compiled.syntax.checkableNames.isEmpty
    else { return nil }
    return GateProblem(
      .noProperties, "nothing is checked: the spec declares no property and no scenario",
      path: compiled.file.path, place: compiled.place,
      allowances: request.allowances)
  }

  // MARK: Worlds

  /// Searches the worlds without known results: first small worlds, several in parallel with one thread each, then the
  /// others one by one, each with all threads. The time of an insufficient attempt counts against the limit of its
  /// world.
  private func search(_ mode: CheckMode) {
    let (specs, stored) = known.withLock { ($0.specs, $0.stored) }
    let queue = WorldQueue(specs, request, stored.report.verdicts, earlier: earlier)
    var checks = queue.jobs.map { check($0, mode) }
    if case .check = mode, queue.jobs.count > 1, threads > 1 {
      checks = ParallelMap.run(Array(zip(queue.jobs, checks)), threads: threads) {
        [self] job, check in
        var check = check
        if !job.isLarge, !isInterrupted(), let outcome = check.quickly() { finish(job, outcome) }
        return check
      }
    }
    for job in queue.jobs {
      let check = checks.removeFirst()
      let isDone = known.withLock { $0.specs[job.spec].outcomes[job.world.worldName] != nil }
      if isDone { continue }
      if isInterrupted() { return }
      finish(job, check.outcome())
    }
  }

  /// Stores the outcome of a world with advice on its size, and reports it at once.
  func finish(_ job: WorldQueue.Job, _ outcome: WorldCheck.Outcome) {
    var outcome = outcome
    if let compiled = known.withLock({ $0.specs[job.spec].compiled }) {
      let begin = ContinuousClock.now
      let path = compiled.file.path
      let (request, limits) = (request(forSpecAt: path), limits(forSpecAt: path))
      limits.deadline(after: outcome.elapsed).afterwards().during {
        outcome.explainSize(in: compiled, request, memory: limits.memory)
      }
      outcome.elapsed += .now - begin
      outcome.verdict = outcome.report.map { WorldVerdict($0, ofSpecAt: compiled.place) }
      let world = CheckedWorld(
        compiled: compiled, world: job.world, request: request, threads: threads, limits: limits,
        spent: outcome.elapsed)
      for each in request.extensions where outcome.verdict != nil {
        if let addition = each.addition(to: world) { outcome.verdict?.add(addition) }
      }
    }
    let done = outcome
    known.withLock { known in
      known.specs[job.spec].outcomes[job.world.worldName] = done
      if let refused = done.refusedCheckpoint { known.unreadable.append(refused) }
      if let path = done.finishedCheckpoint { known.finishedCheckpoints.append(path) }
    }
    if let verdict = done.verdict {
      events.tell(.world(spec: job.world.name, path: job.world.file.path, verdict))
    }
    keep(done, of: job)
    noteCoverage(job, done)
  }

  /// Keeps a passing world for later rounds of `check --watch`.
  private func keep(_ outcome: WorldCheck.Outcome, of job: WorldQueue.Job) {
    guard let earlier, let compiled = known.withLock({ $0.specs[job.spec].compiled }) else {
      return
    }
    earlier.keep(outcome, named: job.world.worldName, of: compiled)
  }

  /// The check of a world, with the time that was taken to read it.
  func check(_ job: WorldQueue.Job, _ mode: CheckMode) -> WorldCheck {
    check(
      job.world, mode, past: job.past?.states,
      spent: known.withLock { $0.specs[job.spec].readTime(of: job.world) })
  }

  /// The check of a world.
  ///
  /// - Parameters:
  ///   - past: the number of states in its last search.
  ///   - spent: the time that was taken to read the world.
  func check(
    _ world: CheckedSpec, _ mode: CheckMode, past: Int?, spent: Duration?
  ) -> WorldCheck {
    WorldCheck(
      spec: world, request: request(forSpecAt: world.file.path), mode: mode, threads: threads,
      limits: limits(forSpecAt: world.file.path), spent: spent ?? .zero
    ) { [self] progress in
      var progress = progress
      progress.statesBefore = past
      events.tell(progress)
    }.keeping(in: self)
  }
}

extension CheckReport.Unreadable {
  /// Without a folder of specs, the user may not have any yet.
  fileprivate func advised(_ words: RequestVocabulary) -> Self {
    guard !path.hasSuffix(SpecLoader.suffix), (try? FileStatus(path, followsLinks: false)) == nil
    else { return self }
    return Self(path: path, reason: "\(reason); \(words.begins) writes a spec to begin with")
  }
}

extension CheckRun {
  /// Runs, and returns the report. If the run is interrupted or exceeds its memory and does not end by itself, the
  /// report has the results so far. The abandoned run continues until it notices that, and stores nothing more.
  package func waited(_ mode: CheckMode) throws(RequestError) -> CheckReport {
    let waited = LargeStack.run(
      unless: limits.mustEnd, isBusy: { self.writingCount.load(ordering: .relaxed) > 0 }
    ) {
      Result { () throws(RequestError) in try self.run(mode) }
    }
    switch waited {
    case .done(let result): return try result.get()
    case .leftBehind: if limits.isInterrupted() { close() } else { closeForMemory() }
    case .notStarted: closeUnstarted()
    }
    return report()
  }
}
