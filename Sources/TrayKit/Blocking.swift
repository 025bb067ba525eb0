import Reports
import Semantics
import SpecLanguage

/// The operations of `Traycheck` as blocking calls.
///
/// The calling thread waits for a thread with a large stack that does the work, and checks every few milliseconds
/// whether to stop waiting. `Traycheck` calls these functions from a thread of its own, so its callers are not blocked.
package enum Blocking {
  /// The time that an interrupted run has to end by itself.
  static let patience = Duration.milliseconds(400)

  /// Checks specs.
  ///
  /// - Parameters:
  ///   - tell: called with each event, from other threads, one call at a time.
  ///   - earlier: results that passed in earlier checks of the same request.
  ///   - isInterrupted: polled often, from several threads. Once it is true, the check ends within a second with the
  ///     results so far. Work that cannot stop at once continues in the background.
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

  /// Checks specs by random walks. Stored counterexamples are not replayed, and the cache is not used, because walks of
  /// a new seed differ each time.
  ///
  /// If neither the request nor the world gives a seed, one below 2³² is drawn.
  ///
  /// - Parameters:
  ///   - tell: as for `check`.
  ///   - isInterrupted: as for `check`.
  /// - Throws: `RequestError` if the request has no walks or no steps, a part without a seed, or names that no spec
  ///   has.
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

  /// Adds up the parts of distributed walks. Nothing is walked here; the findings are shrunk and judged again.
  ///
  /// - Parameter isPartial: whether parts may be missing. The report then covers the given parts and can be merged with
  ///   others.
  /// - Throws: `RequestError` if the reports are not all parts of the same walks of the current specs.
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

  /// Replays counterexamples. An interruption ends the run as soon as the current replay notices it; the wait itself
  /// has no time limit.
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

  /// Cross-checks specs with other model checkers.
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

  /// Compares two versions of specs. If the comparison is interrupted, the report covers the specs that were finished.
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

  /// Judges mutations of specs. If the run is interrupted, the report covers the mutations judged so far.
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

  /// Tests an implementation for conformance to a spec. An interruption ends the run as soon as it notices, which is at
  /// once while it waits for the driver.
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

  /// Runs the conformance tests of an external test runner.
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

  /// Serves an editor, and returns whether the editor ended the session correctly.
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

  /// Generates tests from a spec.
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

  /// Formats specs. An interruption ends the run as soon as the current file is finished or abandoned.
  package static func format(
    _ request: FormatRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> FormatOutcome {
    LargeStack.run {
      var run = FormatRun(request, isInterrupted: isInterrupted)
      return run.run()
    }
  }

  /// Validates logs against a spec.
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

  /// The result of a run, or a partial result if the run does not end after an interruption or exceeds its memory
  /// limit.
  ///
  /// Abandoned work continues until it notices by itself. A closed run stores nothing any more.
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
  /// The time that the background work may still take; nil while there is no reason to end it.
  ///
  /// It is polled every few milliseconds. An interrupted run gets this time to report its results. Exceeded memory
  /// allows no delay.
  var mustEnd: () -> Duration? {
    { isInterrupted() ? Blocking.patience : isExceeded ? .zero : nil }
  }
}
