import Basics
import Reports
import Semantics

/// The reports of the parts of some walks, to be joined into one. The result is that of all walks in one place.
public struct MergeRequest: Sendable {
  /// The JSON reports of the parts, in any order. Their paths of specs count from the current folder.
  public var reports: [String]
  /// Whether parts may be missing. The result can then be merged with the others.
  public var isPartial = false
  /// The folder where violations are stored; nil to store none.
  public var counterexampleFolder: String?
  /// Whether violations that a world expects are stored as well.
  public var savesExpected = false
  /// The findings that do not fail the run; `inconclusive` allows missing parts.
  public var allowances: Set<Allowance> = []
  /// The names of the parts of requests in messages.
  @Boxed public var vocabulary = RequestVocabulary()

  /// A request to join the reports of all parts.
  public init(reports: [String]) { self.reports = reports }
}

extension MergeRequest: Job {
  /// - Throws: `RequestError` if the reports are not all parts of the same walks of the specs as they are now.
  public func outcome(
    isInterrupted: @escaping @Sendable () -> Bool
  ) throws(RequestError) -> CheckOutcome {
    let merged = try MergedWalks(reports: reports, isPartial: isPartial, vocabulary: vocabulary)
    var request = CheckRequest(merged.request)
    request.vocabulary = vocabulary
    request.counterexampleFolder = counterexampleFolder
    request.savesExpected = savesExpected
    request.allowances = allowances
    request.replaysCounterexamples = false
    let run = CheckRun(request, isInterrupted: isInterrupted)
    var report = try run.waited(.merge(merged))
    if let count = merged.incompleteCount {
      report.shard = ShardDocument(report, request: merged.request, merged: merged.numbers)
      report.note(parts: merged.numbers, of: count)
    }
    return CheckOutcome(report: report)
  }
}
