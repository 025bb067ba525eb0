import Foundation
import Reports
import SpecLanguage
import Synchronization

/// The front door of the library: checks specs and tells what was found.
public enum Traycheck {
  /// The version of the tool and of the library.
  public static let version = "0.1.0"

  /// Checks specs.
  ///
  /// - Parameters:
  ///   - isInterrupted: asked often, from several threads; once true, searches and walks end with
  ///     what is known.
  ///   - onReplayed: called once, from another thread, before the search, with what became of the
  ///     stored counterexamples.
  ///   - onProgress: called now and then during long searches, from another thread.
  /// - Returns: what was found; specs with mistakes and files that cannot be read are part of it.
  /// - Throws: `RequestError` if the request names a world, property or param that no spec has.
  public static func check(
    _ request: CheckRequest, isInterrupted: @escaping @Sendable () -> Bool = { false },
    onReplayed: @escaping @Sendable (CheckOutcome) -> Void = { _ in },
    onProgress: @escaping @Sendable (CheckProgress) -> Void = { _ in }
  ) throws(RequestError) -> CheckOutcome {
    let result = onLargeStack {
      run(
        request, .check, isInterrupted: isInterrupted, onReplayed: onReplayed,
        onProgress: onProgress)
    }
    return CheckOutcome(report: try result.get())
  }

  /// Does what is asked of specs, one after the other.
  static func run(
    _ request: CheckRequest, _ mode: CheckMode, isInterrupted: @escaping @Sendable () -> Bool,
    onReplayed: @Sendable (CheckOutcome) -> Void,
    onProgress: @escaping @Sendable (CheckProgress) -> Void
  ) -> Result<CheckReport, RequestError> {
    let clock = ContinuousClock()
    let begin = clock.now
    var report = CheckReport()
    let (files, unreadable) = SpecLoader.load(request.paths)
    report.unreadable = unreadable
    do throws(RequestError) {
      let settings = try parse(request.settings)
      var check = SpecCheck(
        request: request, mode: mode, isInterrupted: isInterrupted, onProgress: onProgress)
      let compiled = files.map { check.compile($0, settings: settings) }
      if !compiled.isEmpty { try requireKnownNames(request, compiled.map(\.syntax)) }
      if case .merge(var merged) = mode {
        try merged.add(up: compiled)
        check.mode = .merge(merged)
      }
      let stored = StoredCounterexamples(request: request)
      report.replays = stored.replay(compiled)
      onReplayed(CheckOutcome(report: report))
      report.specs = check.reports(compiled)
      report.saved = stored.save(report.specs, isInterrupted: isInterrupted)
    } catch {
      return .failure(error)
    }
    report.duration = clock.now - begin
    return .success(report)
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
        throw RequestError(description: "'--set \(name)=\(value)': \(reason)")
      }
      parsed.append(Setting(name: name, expression: expression, file: file))
    }
    return parsed
  }

  /// A filter that matches nothing would pass everything.
  private static func requireKnownNames(
    _ request: CheckRequest, _ specs: [SpecSyntax]
  ) throws(RequestError) {
    try require(
      request.settings.map(\.name), among: specs.flatMap(\.settableNames), "param", "--set")
    try require(
      request.worlds, among: [CheckedSpec.defaultWorldName] + specs.flatMap(\.worldNames), "world",
      "--world")
    try require(
      request.properties, among: specs.flatMap(\.checkableNames) + Checker.violationKinds,
      "property", "--property")
  }

  private static func require(
    _ names: [String], among known: [String], _ what: String, _ option: String
  ) throws(RequestError) {
    for name in names where !known.contains(name) {
      let near = NearestName.propose(name, among: known).map { "; did you mean '\($0)'?" } ?? ""
      throw RequestError(description: "\(option): no spec has a \(what) '\(name)'\(near)")
    }
  }

  /// In bytes.
  static let largeStack = 256 << 20

  /// Trees of specs are walked by recursion, within bounds that need more than a thread's usual
  /// stack.
  static func onLargeStack<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
  ) -> Result {
    let box = ResultBox<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }
    thread.stackSize = largeStack
    thread.start()
    done.wait()
    return box.value.withLock { $0 } ?? body()
  }

  private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
  }
}

/// What a check found out.
public struct CheckOutcome: Sendable {
  package let report: CheckReport

  /// 0: everything is as the specs say; 1: something is violated, or an announced violation did not
  /// happen; 2: a spec has errors, or a file cannot be read; 3: not decided.
  public var exitStatus: Int32 { report.status.rawValue }

  /// The report for people.
  ///
  /// Of several specs, worlds that are as they say get a line each.
  ///
  /// - Parameters:
  ///   - isQuiet: only what is not as the specs say, and the last line.
  ///   - isVerbose: every verdict and trace, however many specs there are.
  ///   - withReplays: whether it begins with `replaysText`.
  public func text(
    isQuiet: Bool = false, isVerbose: Bool = false, usesColor: Bool = false,
    withReplays: Bool = true
  ) -> String {
    let isShort = report.specs.count > 1 && !isVerbose
    let detail: TextReport.Detail = isQuiet ? .quiet : isShort ? .brief : .full
    return (withReplays ? replaysText(isQuiet: isQuiet, usesColor: usesColor) : "")
      + TextReport(style: TextStyle(usesColor: usesColor), detail: detail).render(report)
  }

  /// What became of the stored counterexamples, for people; empty if there are none.
  public func replaysText(isQuiet: Bool = false, usesColor: Bool = false) -> String {
    ReplayText(style: TextStyle(usesColor: usesColor), isQuiet: isQuiet).section(report.replays)
  }

  /// Errors and warnings of the specs and files, empty if there are none.
  public func diagnosticsText(usesColor: Bool = false) -> String {
    let renderer = DiagnosticText(style: TextStyle(usesColor: usesColor))
    var parts = report.allUnreadable.map(\.text)
    for spec in report.specs where !spec.diagnostics.isEmpty {
      parts.append(renderer.render(spec.diagnostics, suppressed: spec.suppressedDiagnostics))
    }
    return parts.joined(separator: "\n")
  }

  /// The report for tools, described in "JSON report".
  public func json() throws -> String { try JSONReport(report).encoded() }
}
