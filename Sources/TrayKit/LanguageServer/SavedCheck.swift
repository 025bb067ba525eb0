import Platform
import Reports
import Semantics
import Synchronization

/// A check of a file that was saved, behind the language server.
final class SavedCheck: Sendable {
  struct Result: Sendable {
    var path: String
    /// That of the check.
    var number: Int
    /// Nil if the check was given up.
    var spec: SpecVerdict?
    /// The worlds, with what was found in them.
    var worlds: [WorldReport] = []
    /// How often events and rules were taken in all worlds.
    var counts: [StepCount] = []
  }

  let number: Int
  private let isCancelled = Atomic(false)

  /// Begins at once; what comes of it goes into the mailbox.
  init(_ path: String, number: Int, into mailbox: Mailbox) {
    self.number = number
    let work: @Sendable () -> Void = { [self] in
      var request = CheckRequest(paths: [path])
      request.savesCounterexamples = false
      request.counterexampleFolder = nil
      request.cacheFolder = nil
      let outcome = try? SynchronousAPI.check(
        request, isInterrupted: { self.isCancelled.load(ordering: .relaxed) })
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
