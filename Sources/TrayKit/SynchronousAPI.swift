import Reports
import Semantics
import SpecLanguage

/// What `Traycheck` does, for those who wait on their thread.
///
/// The thread waits for a thread with a large stack that does the work, and looks every few
/// milliseconds whether it is to end. Whoever must not be blocked asks `Traycheck`, which calls this
/// from a thread of its own.
package enum SynchronousAPI {
  /// How long an interrupted run may take to come to an end by itself.
  static let patience = Duration.milliseconds(400)

  /// - Parameters:
  ///   - tell: is told what happens, from other threads, one thing at a time.
  ///   - earlier: what earlier checks of the same request found right.
  ///   - isInterrupted: asked often, from several threads; once true, the check ends within a second
  ///     with what is known. What it cannot leave at once goes on behind it for a while.
  package static func check(
    _ request: CheckRequest, tell: @escaping @Sendable (RunEvent) -> Void = { _ in },
    earlier: EarlierRounds? = nil, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let run = CheckRun(
      request, tell: tell, usesCache: true, earlier: earlier, isInterrupted: isInterrupted)
    do throws(RequestError) {
      try request.requireCacheFolder()
      try request.requireCheckpointFolder()
      try request.requireAnySize()
      let report = try outcome(of: run, .check)
      run.events.finish(report)
      return CheckOutcome(report: report)
    } catch {
      run.events.finish(CheckOutcome(error).report)
      throw error
    }
  }

  /// Checks by random walks. Stored counterexamples are not replayed before, and nothing comes from
  /// or goes into the cache, since walks of a fresh seed are other walks each time.
  ///
  /// A seed that neither the request nor the world gives is drawn below 2³².
  ///
  /// - Parameters:
  ///   - tell: as of `check`.
  ///   - isInterrupted: as of `check`.
  /// - Throws: `RequestError` if it asks for no walk or no step, for a part without a seed, or for
  ///   names that no spec has.
  package static func walk(
    _ request: WalkRequest, tell: @escaping @Sendable (RunEvent) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let words = request.check.vocabulary
    for (member, number) in [(words.walks, request.walks), (words.steps, request.steps)]
    where number.map({ $0 < 1 }) ?? false {
      throw RequestError("\(member): there has to be one at least")
    }
    if request.shard != nil, request.seed == nil {
      throw RequestError(
        "\(words.shard): all parts need the same \(words.seed), and there is none")
    }
    var walks = request
    walks.check.replaysCounterexamples = false
    let run = CheckRun(walks.check, tell: tell, isInterrupted: isInterrupted)
    let freshSeed = UInt64.random(in: 0..<1 << 32)
    var report = try outcome(of: run, .walk(walks, freshSeed: freshSeed))
    report.shard = ShardDocument(report, request: ShardDocument.Request(walks.check))
    run.events.finish(report)
    return CheckOutcome(report: report)
  }

  /// Adds up the parts of some walks; nothing is walked here, and what they found is shrunk and
  /// judged anew.
  ///
  /// - Parameter isPartial: parts may be missing: then the report is one of those that are there, and can be merged with
  ///   the others.
  /// - Throws: `RequestError` if the reports are not all parts of the same walks of the specs as they
  ///   are.
  package static func merge(
    _ reports: [String], isPartial: Bool = false, counterexamples: String? = nil,
    savesExpected: Bool = false, allowances: Set<Allowance> = [],
    vocabulary: RequestVocabulary = RequestVocabulary(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let merged = try MergedWalks(reports: reports, isPartial: isPartial, vocabulary: vocabulary)
    var request = CheckRequest(merged.request)
    request.vocabulary = vocabulary
    request.counterexampleFolder = counterexamples
    request.savesExpected = savesExpected
    request.allowances = allowances
    request.replaysCounterexamples = false
    let run = CheckRun(request, isInterrupted: isInterrupted)
    var report = try outcome(of: run, .merge(merged))
    if let count = merged.incompleteCount {
      report.shard = ShardDocument(report, request: merged.request, merged: merged.numbers)
      report.note(parts: merged.numbers, of: count)
    }
    return CheckOutcome(report: report)
  }

  /// Replays counterexamples. The wait is not ended from outside: an interruption ends it as soon as
  /// the replay at hand notices.
  package static func replay(
    _ request: ReplayRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> ReplayOutcome {
    let limits = RunLimits(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
    return LargeStack.run {
      var run = ReplayRun(
        bounds: Checker.Limits(
          maximumValues: request.maximumValues, vocabulary: request.vocabulary),
        specPaths: request.specs, prunes: request.prunes, limits: limits)
      run.run(request.paths)
      var report = run.report
      if run.interrupted > 0 {
        report.stale.append(
          StaleCounterexample(
            path: request.paths.joined(separator: ", "),
            reason: "interrupted: \(Wording.count(run.interrupted, "counterexample")) not replayed",
            isGone: false))
      }
      return ReplayOutcome(report: report)
    }
  }

  /// Checks certificates.
  package static func certify(
    _ request: CertifyRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CertifyOutcome {
    let limits = RunLimits(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
    return try LargeStack.run {
      Result { () throws(RequestError) in
        CertifyOutcome(report: try CertifyRun(request: request, limits: limits).run())
      }
    }.get()
  }

  /// Asks other checkers.
  package static func secondOpinion(
    _ request: SecondOpinionRequest,
    telling tell: @escaping (SecondOpinionEvent) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> SecondOpinionOutcome {
    let limits = RunLimits(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
    var run = SecondOpinionRun(request, limits, tell)
    return try run.run()
  }

  /// Compares two versions. Of a comparison that is ended from outside the specs that were done are
  /// reported.
  package static func diff(
    _ request: DiffRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> DiffOutcome {
    let run = DiffRun(
      request,
      RunLimits(
        time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted))
    let waited = LargeStack.run(unless: run.limits.mustEnd) {
      Result { () throws(RequestError) in try run.run() }
    }
    if case .done(let result) = waited { return DiffOutcome(report: try result.get()) }
    return DiffOutcome(report: run.cutShort)
  }

  /// Judges edits of specs. Of a run that is ended from outside, what was judged is reported.
  package static func mutate(
    _ request: MutateRequest, onProgress: @escaping @Sendable (MutateProgress) -> Void = { _ in },
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> MutateOutcome {
    let run = MutateRun(request, onProgress: onProgress, isInterrupted: isInterrupted)
    let waited = LargeStack.run(unless: run.limits.mustEnd) {
      Result { () throws(RequestError) in try run.run() }
    }
    if case .done(let result) = waited { return MutateOutcome(report: try result.get()) }
    return MutateOutcome(report: run.report)
  }

  /// Holds an implementation against a spec. The wait is not ended from outside: an interruption ends it as soon as
  /// the run notices, which is at once while it waits for the driver.
  package static func conform(
    _ request: ConformRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> ConformOutcome {
    guard request.walks >= 0, request.steps >= 1 else {
      throw RequestError("there has to be one walk of one event at least")
    }
    let report = LargeStack.run {
      Result { () throws(RequestError) in
        try ConformRun(request, isInterrupted: isInterrupted).run()
      }
    }
    return ConformOutcome(report: try report.get())
  }

  /// Conducts the tests of a test runner.
  package static func serve(
    _ request: ConformRequest, input: Int32, write: @escaping @Sendable (String) -> Bool,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> ConformOutcome {
    let report = LargeStack.run {
      Result { () throws(RequestError) in
        try ServeRun(request, input: input, write: write, isInterrupted: isInterrupted).run()
      }
    }
    return ConformOutcome(report: try report.get())
  }

  /// Answers an editor; returns whether it ended that as it has to.
  package static func serveEditor(
    input: Int32, maximumValues: Int? = nil, write: @escaping @Sendable (String) -> Bool,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> Bool {
    LargeStack.run {
      var server = LanguageServer(
        maximumValues: maximumValues ?? CheckRequest(paths: []).maximumValues, write: write)
      server.mailbox.read(from: input)
      return server.run(isInterrupted)
    }
  }

  /// Computes tests from a spec.
  package static func tests(
    _ request: TestsRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> TestsOutcome {
    let report = LargeStack.run {
      Result { () throws(RequestError) in
        try TestsRun(request, isInterrupted: isInterrupted).run()
      }
    }
    return TestsOutcome(report: try report.get())
  }

  /// Formats specs. The wait is not ended from outside: an interruption ends it as soon as the file at hand is done
  /// with, one way or another.
  package static func format(
    _ request: FormatRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> FormatOutcome {
    LargeStack.run {
      var run = FormatRun(request, isInterrupted: isInterrupted)
      return run.run()
    }
  }

  /// Holds logs against a spec.
  package static func validate(
    _ request: ValidateRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> ValidateOutcome {
    let report = LargeStack.run {
      Result { () throws(RequestError) in
        try ValidateRun(request, isInterrupted: isInterrupted).run()
      }
    }
    return ValidateOutcome(report: try report.get())
  }

  /// What came of a run, or what is known of one that does not end though it was interrupted or takes
  /// more memory than it may.
  ///
  /// What is left behind goes on until it notices by itself; a closed run stores nothing any more.
  static func outcome(
    of run: CheckRun, _ mode: CheckMode
  ) throws(RequestError) -> CheckReport {
    let waited = LargeStack.run(
      unless: run.limits.mustEnd, isBusy: { run.writingCount.load(ordering: .relaxed) > 0 }
    ) {
      Result { () throws(RequestError) in try run.run(mode) }
    }
    switch waited {
    case .done(let result): return try result.get()
    case .leftBehind:
      if run.limits.isInterrupted() { run.close() } else { run.closeForMemory() }
    case .notStarted:
      run.closeUnstarted()
    }
    return run.report()
  }
}

extension RunLimits {
  /// How long what goes on may go on; nil while there is no reason to end it.
  ///
  /// Asked every few milliseconds while a run is waited for. Who interrupts gets what the run makes
  /// of it in that time; memory that is exceeded cannot wait.
  var mustEnd: () -> Duration? {
    { isInterrupted() ? SynchronousAPI.patience : isExceeded ? .zero : nil }
  }
}
