import Foundation
import Reports
import SpecLanguage
import Synchronization

extension Traycheck {
  /// Compares two versions of specs: their declarations, their verdicts and what can happen.
  ///
  /// Nothing is stored and no counterexample replayed. Files that cannot be read and specs that do not
  /// compile are part of the outcome.
  ///
  /// - Parameter isInterrupted: asked often, from several threads; once true, the comparison ends within a
  ///   second with what is known.
  /// - Throws: `RequestError` if the request names a world or param that no spec has, or is no request.
  public static func diff(
    _ request: DiffRequest, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws(RequestError) -> DiffOutcome {
    let known = KnownDifferences()
    let limits = RunLimits(
      time: request.timeLimit, memory: request.memoryLimit, isInterrupted: isInterrupted)
    let waited = onLargeStack(
      unless: { isInterrupted() ? patience : limits.isExceeded ? .zero : nil }
    ) { () -> Result<DiffReport, RequestError> in
      do throws(RequestError) {
        return .success(try runDiff(request, known, limits))
      } catch {
        return .failure(error)
      }
    }
    if case .done(let result) = waited { return DiffOutcome(report: try result.get()) }
    var report = known.report.withLock { $0 }
    report.isCutShort = true
    return DiffOutcome(report: report)
  }

  /// What a comparison knows so far.
  private final class KnownDifferences: Sendable {
    let report = Mutex(DiffReport())
  }

  private static func runDiff(
    _ request: DiffRequest, _ known: KnownDifferences,
    _ limits: RunLimits
  ) throws(RequestError) -> DiffReport {
    let clock = ContinuousClock()
    let begin = clock.now
    var report = DiffReport()
    let (old, new) = (try DiffSource(request.old), try DiffSource(request.new))
    report.unreadable = old.unreadable + new.unreadable
    let files = old.files + new.files
    if !files.isEmpty {
      let specs = files.map { Parser.parse($0.file).spec }
      let nobody = "neither version"
      try RequestError.require(
        request.settings.map(\.name), among: specs.flatMap(\.settableNames), "param", "--set",
        nobody: nobody)
      try RequestError.require(
        request.worlds, among: [CheckedSpec.defaultWorldName] + specs.flatMap(\.worldNames),
        "world", "--world", nobody: nobody)
    }
    let differ = SpecDiffer(
      request: request, settings: try parse(request.settings), limits: limits)
    // With a side that cannot be read, all specs of the other one would seem to have come or gone.
    if report.unreadable.isEmpty || (!old.files.isEmpty && !new.files.isEmpty) {
      for pair in SpecPairs(old, new).pairs {
        switch pair {
        case (let old?, let new?): report.specs.append(differ.diff(old, new))
        case (let old?, nil): report.specs.append(differ.single(old, .removed))
        case (nil, let new?): report.specs.append(differ.single(new, .added))
        case (nil, nil): break
        }
        let soFar = report
        known.report.withLock { $0 = soFar }
      }
      if report.specs.isEmpty, report.unreadable.isEmpty {
        report.unreadable.append(
          .init(path: request.new, reason: "it holds no spec that '\(request.old)' has as well"))
      }
    }
    report.duration = clock.now - begin
    return report
  }
}

/// What became of the comparison of two versions of specs.
public struct DiffOutcome: Sendable {
  package let report: DiffReport

  /// 0: no change in verdicts or behaviour; 1: something changed; 2: a file cannot be read, or a spec
  /// has errors; 3: nothing changed in what was compared, which is not everything.
  public var exitStatus: Int32 { report.status.rawValue }

  /// The report for people.
  ///
  /// - Parameter isQuiet: only verdicts and behaviour that changed, and the last line.
  public func text(isQuiet: Bool = false, usesColor: Bool = false) -> String {
    DiffText(style: TextStyle(usesColor: usesColor), isQuiet: isQuiet).render(report)
      .withoutLongWords
  }

  /// The report for the summary of a pull request.
  public func markdown() -> String { DiffMarkdown().render(report) }

  /// The report for tools, described in "JSON report".
  public func json() throws -> String { try JSONDiffReport(report).encoded() }

  /// What could not be read, and the errors of specs; empty if there are none.
  public func diagnosticsText(usesColor: Bool = false) -> String {
    let renderer = DiagnosticText(style: TextStyle(usesColor: usesColor))
    let findings = report.specs.flatMap { [$0.old, $0.new] }.filter(\.hasErrors)
    let broken = findings.map { renderer.render($0.diagnostics, suppressed: $0.suppressed) }
    return (report.unreadable.map(\.text) + broken).joined(separator: "\n").withoutLongWords
  }
}
