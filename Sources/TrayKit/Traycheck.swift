import Reports
import Semantics

/// The front door of the library: checks specs, walks through them, replays what was found, and compares
/// versions.
///
/// Everything here runs on threads of its own and blocks nobody. When the task that waits is cancelled, it
/// returns within a second with what is known by then, and ``CheckOutcome/status`` says that it is not
/// decided.
public enum Traycheck {
  /// Checks specs.
  ///
  /// ```swift
  /// let outcome = try await Traycheck.check(CheckRequest(paths: ["Specs"]))
  /// print(try outcome.rendered(as: .text))
  /// ```
  ///
  /// - Returns: what was found; specs with mistakes and files that cannot be read are part of it.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public nonisolated(nonsending) static func check(
    _ request: CheckRequest
  ) async throws(RequestError) -> CheckOutcome {
    try await start(request, onEvent: { _ in }).outcome
  }

  /// Begins a check, which tells of itself while it runs.
  ///
  /// - Parameter onEvent: is told each event as it happens, from other threads, one at a time; by default
  ///   they are in ``RunningCheck/events``.
  public static func start(
    _ request: CheckRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try SynchronousAPI.check(request, tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Checks specs, and then those that are saved, until the task is cancelled.
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
  ///   - onEvent: is told what happens in each check as it does, from other threads, one at a time.
  ///   - onRound: is told what came of each save, from another thread.
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

  /// Checks specs by random walks. Stored counterexamples are not replayed before.
  ///
  /// Walk `k` of a seed is the same walk on any machine and any number of threads.
  ///
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has, asks for
  ///   no walk or no step, or for a part of walks without a seed.
  public nonisolated(nonsending) static func walk(
    _ request: WalkRequest
  ) async throws(RequestError) -> CheckOutcome {
    try await start(request, onEvent: { _ in }).outcome
  }

  /// Begins random walks, which tell how far they are.
  ///
  /// - Parameter onEvent: is told each event as it happens, from other threads, one at a time; by default
  ///   they are in ``RunningCheck/events``.
  public static func start(
    _ request: WalkRequest, onEvent: (@Sendable (RunEvent) -> Void)? = nil
  ) -> RunningCheck {
    RunningCheck(onEvent: onEvent) { tell, isCancelled throws(RequestError) in
      try SynchronousAPI.walk(request, tell: tell, isInterrupted: isCancelled)
    }
  }

  /// Joins the reports of all parts of some walks into one, which tells the same as if all had been
  /// done in one place.
  ///
  /// - Parameters:
  ///   - reports: the JSON reports of the parts, in any order. The specs have to be where they were
  ///     walked, seen from the current folder.
  ///   - isPartial: whether parts may be missing: then the report is one of those that are there, and can be joined with
  ///     the others.
  ///   - counterexamples: the folder where violations are stored; nil to store none.
  ///   - savesExpected: whether violations that a world expects are stored as well.
  ///   - allowances: the findings that do not fail the run; `inconclusive` allows missing parts.
  ///   - vocabulary: what messages call the parts of requests.
  /// - Throws: `RequestError` if they are not all parts of the same walks of the specs as they are.
  public nonisolated(nonsending) static func merge(
    _ reports: [String], isPartial: Bool = false, counterexamples: String? = nil,
    savesExpected: Bool = false, allowances: Set<Allowance> = [],
    vocabulary: RequestVocabulary = RequestVocabulary()
  ) async throws(RequestError) -> CheckOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.merge(
          reports, isPartial: isPartial, counterexamples: counterexamples,
          savesExpected: savesExpected, allowances: allowances, vocabulary: vocabulary,
          isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Replays stored counterexamples in the specs as they are now.
  ///
  /// Files that cannot be read and specs that do not compile are part of the outcome.
  public nonisolated(nonsending) static func replay(_ request: ReplayRequest) async -> ReplayOutcome
  {
    await Background { SynchronousAPI.replay(request, isInterrupted: $0) }.value
  }

  /// Checks certificates that a check has written (`CheckRequest.certificateFolder`).
  ///
  /// Files are only read. What they prove is found out anew by the reference evaluator alone.
  ///
  /// - Throws: `RequestError` if a setting is no value, or if no spec has its name.
  public nonisolated(nonsending) static func certify(
    _ request: CertifyRequest
  ) async throws(RequestError) -> CertifyOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.certify(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Asks other checkers that are installed about specs, and holds what they say against the check.
  ///
  /// - Parameter tell: told what they say as it comes.
  /// - Throws: `RequestError` if the request names a world or param that no spec has.
  public nonisolated(nonsending) static func secondOpinion(
    _ request: SecondOpinionRequest,
    telling tell: @escaping @Sendable (SecondOpinionEvent) -> Void = { _ in }
  ) async throws(RequestError) -> SecondOpinionOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.secondOpinion(request, telling: tell, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Compares two versions of specs: their declarations, their verdicts and what can happen.
  ///
  /// Nothing is stored and no counterexample replayed. Files that cannot be read and specs that do not
  /// compile are part of the outcome.
  ///
  /// - Throws: `RequestError` if the request names a world or param that no spec has, or is no request.
  public nonisolated(nonsending) static func diff(
    _ request: DiffRequest
  ) async throws(RequestError) -> DiffOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.diff(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Edits specs as careless authors could, and tells which edits nothing notices.
  public nonisolated(nonsending) static func mutate(
    _ request: MutateRequest, onProgress: @escaping @Sendable (MutateProgress) -> Void = { _ in }
  ) async throws(RequestError) -> MutateOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.mutate(request, onProgress: onProgress, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Drives an implementation and holds it against a spec.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func conform(
    _ request: ConformRequest
  ) async throws(RequestError) -> ConformOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.conform(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Conducts the tests of a test runner that speaks JSON lines: it is told what to do to the app, and says what it sees.
  ///
  /// The driver of the request is not used.
  ///
  /// - Parameters:
  ///   - input: the descriptor from which the runner is read, to its end.
  ///   - write: writes a line to the runner, from another thread; false if it cannot be written.
  /// - Returns: `violation` if a run was not as the spec says.
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func serve(
    _ request: ConformRequest, input: Int32, write: @escaping @Sendable (String) -> Bool
  ) async throws(RequestError) -> ConformOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.serve(request, input: input, write: write, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Answers an editor by the Language Server Protocol until it ends that, its input ends or the task is cancelled.
  ///
  /// - Parameters:
  ///   - input: a descriptor of what comes from the editor.
  ///   - maximumValues: how many values a type may have that is run through; nil for the usual number.
  ///   - write: writes to the editor, from another thread; false if that cannot be written.
  /// - Returns: whether the editor ended it as the protocol says.
  public nonisolated(nonsending) static func serveEditor(
    input: Int32, maximumValues: Int? = nil, write: @escaping @Sendable (String) -> Bool
  ) async -> Bool {
    await Background { isCancelled in
      SynchronousAPI.serveEditor(
        input: input, maximumValues: maximumValues, write: write, isInterrupted: isCancelled)
    }.value
  }

  /// Computes tests from a spec: paths of events that cover what is wanted.
  ///
  /// - Throws: `RequestError` if the request names a world, param or event that the spec does not have.
  public nonisolated(nonsending) static func tests(
    _ request: TestsRequest
  ) async throws(RequestError) -> TestsOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.tests(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Holds logs of an implementation against a spec.
  ///
  /// - Throws: `RequestError` if the request names a world, param, event or signal that the spec does not have.
  public nonisolated(nonsending) static func validate(
    _ request: ValidateRequest
  ) async throws(RequestError) -> ValidateOutcome {
    try await Background { isCancelled in
      Result { () throws(RequestError) in
        try SynchronousAPI.validate(request, isInterrupted: isCancelled)
      }
    }.value.get()
  }

  /// Gives specs the one style that they have, each by itself.
  ///
  /// What cannot be read, parsed or written is part of the outcome. If the task is cancelled, files that were not
  /// formatted by then stay as they are.
  public nonisolated(nonsending) static func format(_ request: FormatRequest) async -> FormatOutcome
  {
    await Background { isCancelled in
      SynchronousAPI.format(request, isInterrupted: isCancelled)
    }.value
  }

  /// Makes the typed driver of a spec, in Swift.
  ///
  /// A spec that cannot be read or has mistakes is part of the outcome.
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
