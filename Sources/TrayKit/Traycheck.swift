import Reports
import Semantics

/// The entry point of the library: it checks, walks, explores, replays and compares specs.
///
/// All functions run on separate threads and block no task. When the waiting task is cancelled, a function returns
/// within a second with the results so far, and ``CheckOutcome/status`` is inconclusive.
public enum Traycheck {
  /// Checks specs.
  ///
  /// ```swift
  /// let outcome = try await Traycheck.check(CheckRequest(paths: ["Specs"]))
  /// print(try outcome.rendered(as: .text))
  /// ```
  ///
  /// - Returns: the result, including specs with errors and unreadable files.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public nonisolated(nonsending) static func check(
    _ request: CheckRequest
  ) async throws(RequestError) -> CheckOutcome {
    try await start(request, onEvent: { _ in }).outcome
  }

  /// Starts a check that reports its progress.
  ///
  /// - Parameters:
  ///   - request: the specs and limits.
  ///   - onEvent: called with each event as it happens, from other threads, one call at a time. By default, the events
  ///     are in ``RunningCheck/events``.
  public static func start(
    _ request: CheckRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try Blocking.check(request, tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Checks specs, and checks them again after each save, until the task is cancelled.
  ///
  /// ```swift
  /// var request = CheckRequest(paths: ["Specs"])
  /// request.savesCounterexamples = false
  /// try await Traycheck.watch(request) { round in
  ///   for name in round.turnedRed { print("red now: \(name)") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - request: the specs and limits.
  ///   - onEvent: called with each event of each check, from other threads, one call at a time.
  ///   - onRound: called with the result of each save, from another thread.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public nonisolated(nonsending) static func watch(
    _ request: CheckRequest, onEvent: @escaping @Sendable (RunEvent) -> Void = { _ in },
    onRound: @escaping @Sendable (WatchRound) -> Void
  ) async throws(RequestError) {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        var run = WatchRun(request, onEvent: onEvent, isEnded: isCancelled)
        try run.run(onRound)
      }
    }.value.get()
  }

  /// Checks specs by random walks, without replaying stored counterexamples.
  ///
  /// Walk `k` of a seed is the same on any machine and with any number of threads.
  ///
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has, has no walks or no
  ///   steps, or has a part without a seed.
  public nonisolated(nonsending) static func walk(
    _ request: WalkRequest
  ) async throws(RequestError) -> CheckOutcome {
    try await start(request, onEvent: { _ in }).outcome
  }

  /// Starts random walks that report their progress.
  ///
  /// - Parameters:
  ///   - request: the specs, walks and limits.
  ///   - onEvent: called with each event as it happens, from other threads, one call at a time. By default, the events
  ///     are in ``RunningCheck/events``.
  public static func start(
    _ request: WalkRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try Blocking.walk(request, tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Merges the reports of all parts of distributed walks into one. The result is the same as if all walks had been
  /// done in one place.
  ///
  /// - Parameters:
  ///   - reports: the paths of the parts' JSON reports, in any order. The specs must be at the same paths, relative to
  ///     the current folder.
  ///   - isPartial: whether parts may be missing. The result then covers the given parts and can be merged with others.
  ///   - counterexamples: the folder in which violations are stored; nil to store none.
  ///   - savesExpected: whether violations that a world expects are stored as well.
  ///   - allowances: the findings that do not fail the run; `inconclusive` allows missing parts.
  ///   - vocabulary: the names that messages use for the parts of requests.
  /// - Throws: `RequestError` if the reports are not all parts of the same walks of the current specs.
  public nonisolated(nonsending) static func merge(
    _ reports: [String], isPartial: Bool = false, counterexamples: String? = nil,
    savesExpected: Bool = false, allowances: Set<Allowance> = [],
    vocabulary: RequestVocabulary = RequestVocabulary()
  ) async throws(RequestError) -> CheckOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.merge(
          reports, isPartial: isPartial, counterexamples: counterexamples,
          savesExpected: savesExpected, allowances: allowances, vocabulary: vocabulary,
          isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Replays stored counterexamples in the current specs.
  ///
  /// Unreadable files and specs with errors are part of the result.
  public nonisolated(nonsending) static func replay(_ request: ReplayRequest) async -> ReplayOutcome
  {
    await Background { Blocking.replay(request, isInterrupted: $0) }.value
  }

  /// Checks certificates that a check has written (`CheckRequest.certificateFolder`).
  ///
  /// Files are only read. The reference interpreter alone verifies their claims, without the fast engine.
  ///
  /// - Throws: `RequestError` if a setting has no valid value, or if no spec declares its name.
  public nonisolated(nonsending) static func certify(
    _ request: CertifyRequest
  ) async throws(RequestError) -> CertifyOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.certify(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Cross-checks specs with other installed model checkers, and compares their results with the check.
  ///
  /// - Parameters:
  ///   - request: the specs, checkers and limits.
  ///   - tell: called with each event as it happens.
  /// - Throws: `RequestError` if the request names a world or param that no spec has.
  public nonisolated(nonsending) static func secondOpinion(
    _ request: SecondOpinionRequest,
    telling tell: @escaping @Sendable (SecondOpinionEvent) -> Void = { _ in }
  ) async throws(RequestError) -> SecondOpinionOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.secondOpinion(request, telling: tell, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Compares two versions of specs: their declarations, their verdicts and their behaviour.
  ///
  /// Nothing is stored, and no counterexample is replayed. Unreadable files and specs with errors are part of the
  /// result.
  ///
  /// - Throws: `RequestError` if the request is invalid, or names a world or param that no spec has.
  public nonisolated(nonsending) static func diff(
    _ request: DiffRequest
  ) async throws(RequestError) -> DiffOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.diff(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Runs mutation testing on specs, and reports the undetected mutations.
  public nonisolated(nonsending) static func mutate(
    _ request: MutateRequest, onProgress: @escaping @Sendable (MutateProgress) -> Void = { _ in }
  ) async throws(RequestError) -> MutateOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.mutate(request, onProgress: onProgress, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Drives an implementation, and tests its conformance to a spec.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func conform(
    _ request: ConformRequest
  ) async throws(RequestError) -> ConformOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.conform(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Runs the conformance tests of an external test runner that speaks JSON lines. The runner performs events on the
  /// app and sends its observations.
  ///
  /// The driver of the request is not used.
  ///
  /// - Parameters:
  ///   - request: the spec and limits.
  ///   - input: the file descriptor for reading from the runner, until its end.
  ///   - write: writes a line to the runner, from another thread; returns false on failure.
  /// - Returns: the result; its status is `violation` if a run differs from the spec.
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func serve(
    _ request: ConformRequest, input: Int32, write: @escaping @Sendable (String) -> Bool
  ) async throws(RequestError) -> ConformOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.serve(request, input: input, write: write, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Serves an editor by the Language Server Protocol until the editor ends the session, its input ends, or the task is
  /// cancelled.
  ///
  /// - Parameters:
  ///   - input: the file descriptor for reading from the editor.
  ///   - maximumValues: the maximum number of values that are enumerated for one type; nil for the default.
  ///   - write: writes to the editor, from another thread; returns false on failure.
  /// - Returns: whether the editor ended the session as the protocol requires.
  public nonisolated(nonsending) static func serveEditor(
    input: Int32, maximumValues: Int? = nil, write: @escaping @Sendable (String) -> Bool
  ) async -> Bool {
    await Background { isCancelled in
      Blocking.serveEditor(
        input: input, maximumValues: maximumValues, write: write, isInterrupted: isCancelled)
    }.value
  }

  /// Generates tests from a spec: paths of events that cover the goals.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func tests(
    _ request: TestsRequest
  ) async throws(RequestError) -> TestsOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.tests(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Validates logs of an implementation against a spec.
  ///
  /// - Throws: `RequestError` if the request names a world, param, event or signal that the spec does not have.
  public nonisolated(nonsending) static func validate(
    _ request: ValidateRequest
  ) async throws(RequestError) -> ValidateOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try Blocking.validate(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Formats specs in the standard style, each file separately.
  ///
  /// Files that cannot be read, parsed or written are part of the result. If the task is cancelled, the remaining files
  /// are not changed.
  public nonisolated(nonsending) static func format(_ request: FormatRequest) async -> FormatOutcome
  {
    await Background { isCancelled in
      Blocking.format(request, isInterrupted: isCancelled)
    }.value
  }

  /// Generates the typed Swift driver of a spec.
  ///
  /// Unreadable files and the errors of the spec are part of the result.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func generate(
    _ request: GenerateRequest
  ) async throws(RequestError) -> GenerateOutcome {
    try await Background { _ in
      LargeStack.run { Result { () throws(RequestError) in try GenerateOutcome(request) } }
    }.value.get()
  }
}
