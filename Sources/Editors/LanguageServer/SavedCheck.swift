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
    /// The number of times that each event and rule was taken, over all worlds.
    var counts: [StepCount] = []
  }

  let number: Int
  private let isCancelled = Atomic(false)

  /// Starts the check; its result is put into the mailbox.
  init(_ path: String, number: Int, into mailbox: Mailbox) {
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
      mailbox.put(.checked(result))
    }
    _ = DeepThread.start(stackSize: 1 << 20, work)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }
}
