import Basics
import Platform
import Reports
import Semantics
import Synchronization
import TrayKit

/// A background check of a saved file, for the language server.
final class SavedCheck: Sendable {
  struct Result: Sendable {
    var path: String
    /// The number of the check.
    var number: Int
    /// The verdict on the spec; nil if the check was cancelled.
    @Boxed var spec: SpecVerdict?
    /// The reports on its worlds.
    var worlds: [WorldReport] = []
    /// The violations that fail the check, one for each cause.
    var failures: [CaseCause] = []
    /// The address of a page that shows them.
    var page: String?
    /// The number of times that each event and rule was taken, over all worlds.
    var counts: [StepCount] = []
  }

  let number: Int
  private let isCancelled = Atomic(false)

  /// Converts the paths of findings, which are relative to the root of the file system.
  static let paths = RepositoryPaths(root: "/", current: "/")

  /// Starts the check; its result is put into the mailbox.
  ///
  /// - Parameter pages: the folder for pages of violations; nil if these are not reported.
  init(_ path: String, number: Int, pages: PageFolder?, into mailbox: Mailbox) {
    self.number = number
    let work: @Sendable () -> Void = { [self] in
      var request = CheckRequest(paths: [path])
      request.savesCounterexamples = false
      request.counterexampleFolder = nil
      request.cacheFolder = nil
      let outcome = try? request.outcome(
        isInterrupted: { self.isCancelled.load(ordering: .relaxed) })
      let spec = isCancelled.load(ordering: .relaxed) ? nil : outcome?.report.specs.first
      var result = Result(path: path, number: number)
      if let spec {
        (result.spec, result.counts) = (SpecVerdict(spec), spec.stepCounts)
        result.worlds = spec.worlds
      }
      if result.spec != nil, let outcome, let pages {
        result.failures = CaseList(outcome.report, paths: Self.paths)
          .causes { $0 == .failed }
        if !result.failures.isEmpty, let page = try? outcome.rendered(as: .html) {
          result.page = pages.write(page, about: path)
        }
      }
      mailbox.put(.checked(result))
    }
    _ = DeepThread.start(stackSize: 1 << 20, work)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
