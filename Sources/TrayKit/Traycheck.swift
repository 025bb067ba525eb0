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
      let report = try outcome(of: run, .check)
      run.events.finish(report)
      return CheckOutcome(report: report)
    } catch {
      run.events.finish(CheckOutcome(error).report)
      throw error
    }
  }

  /// What came of a run, or what is known of one that does not end though it was interrupted.
  static func outcome(
    of run: CheckRun, _ mode: CheckMode
  ) throws(RequestError) -> CheckReport {
    let isInterrupted = run.isInterrupted
    let result = onLargeStack(unless: isInterrupted, for: patience) {
      do throws(RequestError) {
        return Result<CheckReport, RequestError>.success(try run.run(mode))
      } catch {
        return .failure(error)
      }
    }
    if let result { return try result.get() }
    run.close()
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

  /// Trees of specs are walked by recursion, within bounds that need more than a thread's usual
  /// stack.
  static func onLargeStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    onLargeStack(unless: { false }, for: .zero, body) ?? body()
  }

  /// The same; nil if it still goes on so long after it was to be ended.
  static func onLargeStack<Result: Sendable>(
    unless isInterrupted: () -> Bool, for patience: Duration,
    _ body: @escaping @Sendable () -> Result
  ) -> Result? {
    let box = ResultBox<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = largeStack
    thread.start()
    var end: ContinuousClock.Instant?
    while done.wait(timeout: .now() + .milliseconds(20)) == .timedOut {
      if isInterrupted(), end == nil { end = .now + patience }
      if let end, end < .now { break }
    }
    return box.value.withLock { $0 }
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}
