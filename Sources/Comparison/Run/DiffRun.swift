import Platform
import Reports
import Semantics
import SpecLanguage
import Synchronization
import TrayKit

/// One comparison of two versions of specs: `try DiffRun(request, limits).run()`.
///
/// What it knows so far can be asked for from another thread at any time.
///
/// Specs are compared one after the other; in each, worlds are searched and compared several at a
/// time.
final class DiffRun: Sendable {
  let limits: RunLimits
  private let request: DiffRequest
  private let known = Mutex(DiffReport())

  init(_ request: DiffRequest, _ limits: RunLimits) {
    self.request = request
    self.limits = limits
  }

  /// What is known by now of a run that was ended.
  var cutShort: DiffReport {
    var report = known.withLock { $0 }
    report.isCutShort = true
    return report
  }

  /// Does all that is asked.
  ///
  /// To be called once, on a thread with a large stack.
  ///
  /// - Throws: `RequestError` if the request makes no sense for the specs that there are.
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

  /// A param or a world has to be in one version of one spec at least.
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
