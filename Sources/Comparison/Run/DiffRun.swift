import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization
import TrayKit

/// One comparison of two versions of specs: `try DiffRun(request, limits).run()`.
///
/// Its results so far are available from any thread at any time.
///
/// Specs are compared one after the other. Within a spec, several worlds are searched and compared in parallel.
final class DiffRun: Sendable {
  let limits: RunLimits
  private let request: DiffRequest
  private let known = Mutex(DiffReport())

  init(_ request: DiffRequest, _ limits: RunLimits) {
    self.request = request
    self.limits = limits
  }

  /// The partial report of an interrupted run.
  var cutShort: DiffReport {
    var report = known.withLock { $0 }
    report.isCutShort = true
    return report
  }

  /// Runs the whole comparison.
  ///
  /// It must be called once, on a thread with a large stack.
  ///
  /// - Throws: `RequestError` if the request does not fit the specs.
  func run() throws(RequestError) -> DiffReport {
    let clock = ContinuousClock()
    let begin = clock.now
    var report = DiffReport()
    let (old, new) = (try DiffSource(request.old), try DiffSource(request.new))
    report.unreadable = old.unreadable + new.unreadable
    try requireMatches(in: old.files + new.files)
    let differ = SpecDiffer(
      request: request,
      settings: try request.settings.parsed(request.vocabulary), limits: limits)
    // If one side cannot be read, all specs of the other side would look added or removed.
    if report.unreadable.isEmpty || (!old.files.isEmpty && !new.files.isEmpty) {
      for pair in SpecPairs(old, new).pairs {
        switch pair {
        case (let old?, let new?): report.specs.append(differ.diff(old, new))
        case (let old?, nil): report.specs.append(differ.single(old, .removed))
        case (nil, let new?): report.specs.append(differ.single(new, .added))
        case (nil, nil): break
        }
        let soFar = report
        known.withLock { $0 = soFar }
      }
      if report.specs.isEmpty, report.unreadable.isEmpty {
        report.unreadable.append(
          .init(path: request.new, reason: "it holds no spec that '\(request.old)' has as well"))
      }
    }
    report.duration = clock.now - begin
    return report
  }

  /// Requires that each param and world of the request exists in some version of some spec.
  private func requireMatches(in files: [DiffSource.File]) throws(RequestError) {
    if files.isEmpty { return }
    let specs = files.map { Parser.parse($0.file).spec }
    let nobody = "neither version"
    try RequestError.require(
      request.settings.map(\.name), among: specs.flatMap(\.settableNames), "param",
      request.vocabulary.settings, nobody: nobody)
    try RequestError.require(
      request.worlds, among: [CheckedSpec.defaultWorldName] + specs.flatMap(\.worldNames),
      "world", request.vocabulary.worlds, nobody: nobody)
  }
}
