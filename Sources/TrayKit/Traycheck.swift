import Foundation
import Reports
import SpecLanguage
import Synchronization

/// The front door of the library: checks specs and tells what was found.
public enum Traycheck {
  /// The version of the tool and of the library.
  public static let version = "0.1.0"

  /// How long an interrupted run may take to come to an end by itself.
  static let patience = Duration.milliseconds(400)

  /// Checks specs.
  ///
  /// - Parameters:
  ///   - isInterrupted: asked often, from several threads; once true, the check ends within a second
  ///     with what is known. What it cannot leave at once goes on behind it for a while.
  /// - Returns: what was found; specs with mistakes and files that cannot be read are part of it.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public static func check(
    _ request: CheckRequest, observer: CheckObserver = CheckObserver(),
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> CheckOutcome {
    let run = CheckRun(
      request, observer: observer, usesCache: true, isInterrupted: isInterrupted)
    do throws(RequestError) {
      try request.requireCacheFolder()
      let report = try outcome(of: run, .check)
      run.events.finish(report)
      return CheckOutcome(report: report)
    } catch {
      run.events.finish(CheckOutcome(error).report)
      throw error
    }
  }

  /// What came of a run, or what is known of one that does not end though it was interrupted or takes
  /// more memory than it may.
  static func outcome(
    of run: CheckRun, _ mode: CheckMode
  ) throws(RequestError) -> CheckReport {
    let limits = run.limits
    let waited = onLargeStack(
      unless: {
        if limits.isInterrupted() { return patience }
        return limits.isExceeded ? .zero : nil
      }
    ) {
      do throws(RequestError) {
        return Result<CheckReport, RequestError>.success(try run.run(mode))
      } catch {
        return .failure(error)
      }
    }
    switch waited {
    case .done(let result): return try result.get()
    case .leftBehind:
      if limits.isInterrupted() { run.close() } else { run.closeForMemory() }
    case .notStarted:
      run.closeUnstarted()
    }
    return run.report()
  }

  static func parse(
    _ settings: [(name: String, value: String)]
  ) throws(RequestError) -> [Setting] {
    var parsed: [Setting] = []
    for (name, value) in settings {
      let file = SourceFile(path: "--set \(name)", text: value)
      let (expression, sink) = Parser.parseExpression(file)
      guard let expression, !sink.hasErrors else {
        let reason = sink.diagnostics.first?.message ?? "it is no value"
        throw RequestError("'--set \(name)=\(value)': \(reason)")
      }
      parsed.append(Setting(name: name, expression: expression, file: file))
    }
    return parsed
  }

  /// In bytes.
  static let largeStack = 256 << 20

  /// What became of work on a thread of its own.
  enum Waited<Result> {
    case done(Result)
    /// It goes on behind.
    case leftBehind
    /// The system has no such thread to give.
    case notStarted
  }

  /// Trees of specs are walked by recursion, within bounds that need more than a thread's usual stack;
  /// where the system has no thread with more, that has to do.
  static func onLargeStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    if case .done(let result) = onLargeStack(unless: { nil }, body) { return result }
    return body()
  }

  /// The same.
  ///
  /// - Parameter mustEnd: asked often; how long it may go on from when there first is an answer.
  static func onLargeStack<Result: Sendable>(
    unless mustEnd: () -> Duration?, _ body: @escaping @Sendable () -> Result
  ) -> Waited<Result> {
    let box = ResultBox<Result>()
    let done = DispatchSemaphore(value: 0)
    let isStarted = DeepThread.start(stackSize: largeStack) {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }
    guard isStarted else { return .notStarted }
    var end: ContinuousClock.Instant?
    while done.wait(timeout: .now() + .milliseconds(10)) == .timedOut {
      if end == nil, let patience = mustEnd() { end = .now + patience }
      if let end, end < .now { break }
    }
    return box.value.withLock { $0.map { .done($0) } ?? .leftBehind }
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
