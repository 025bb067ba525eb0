import Semantics
import Traces

/// What became of driving an implementation, as data.
package struct ConformanceReport: Sendable {
  /// A way in which the implementation differs.
  package struct Finding: Sendable {
    /// Such as "walk 3 of seed 1".
    package var origin: String
    package var run: TestRun
    package var difference: Difference
    /// How many events it took before it was shrunk.
    package var originalLength: Int
    /// How often the system was driven to shrink it.
    package var shrinkingRuns: Int
    package var failures: Int
    package var replays: Int
    /// The file in which it is kept, or why it is not.
    package var file: String?
    package var saveProblem: String?
    /// It was known from before.
    package var isKnown = false

    package init(
      origin: String, run: TestRun, difference: Difference, originalLength: Int,
      shrinkingRuns: Int, failures: Int, replays: Int
    ) {
      self.origin = origin
      self.run = run
      self.difference = difference
      self.originalLength = originalLength
      self.shrinkingRuns = shrinkingRuns
      self.failures = failures
      self.replays = replays
    }

    /// "fails 3 of 3", "flaky: 2 of 3", or that nobody knows.
    package var stability: String {
      if replays == 0 { return "not driven again" }
      if failures == replays { return "fails \(failures) of \(replays)" }
      return "flaky: \(failures == 0 ? "once, and then " : "")\(failures) of \(replays)"
    }
  }

  package var path: String
  package var interface: Interface?
  package var driver: String?
  /// What was seen at least once, by the places of observables, and the events that were driven.
  package var seen: Set<Int> = []
  package var driven: Set<Int> = []
  /// The observables that were seen at least once after an event.
  package var seenAfterEvents: Set<Int> = []
  /// How often the system was driven, with how many events together, but for shrinking.
  package var runs = 0
  package var events = 0
  /// How many runs ended early since the implementation chose another way, all as the spec says.
  package var left = 0
  /// How many runs needed so many names more than the spec has.
  package private(set) var additionalNames: [Int: Int] = [:]
  /// What was planned, in a phrase.
  package var plan = ""
  /// What was covered of what was to be, and what of that was not though it was planned.
  package var covered: [Suite.Coverage] = []
  package var missed: [SuiteItem] = []
  package var findings: [Finding] = []
  /// How much the driver would notice, if that was asked.
  package var strength: StrengthVerdict?
  /// Stored differences that did not show again.
  package var mended: [String] = []
  /// Why nothing can be told of some runs, each reason once, with their number.
  package var undecided: [(reason: String, count: Int)] = []
  /// What keeps the driver from being understood.
  package var failure: String?
  /// Stored differences that cannot be driven any more, each with the reason.
  package var stale: [(path: String, reason: String)] = []
  package var wasInterrupted = false
  /// A limit ended it, in a phrase.
  package var limit: String?
  package var duration = Duration.zero
  /// Errors of the spec, and files that cannot be read.
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []

  package init(path: String) { self.path = path }

  /// Notes with how many names a run was followed.
  package mutating func note(_ interface: Interface) {
    if interface.additionalNames > 0 { additionalNames[interface.additionalNames, default: 0] += 1 }
  }

  /// The events that can be driven and never were.
  package var neverDriven: [Event] {
    guard let interface else { return [] }
    return interface.spec.events.indices
      .filter { !driven.contains($0) && !interface.hidden.contains($0) }
      .map { interface.spec.events[$0] }
  }

  /// Nothing was driven, or nothing was noticed after an event: it can conform to anything.
  package var isIdle: Bool {
    driven.isEmpty || seenAfterEvents.isEmpty && interface?.heard.isEmpty ?? true
  }

  /// The observables that were seen at a start and after no event, though events were driven.
  package var seenAtStartAlone: Set<Int> {
    driven.isEmpty ? [] : seen.subtracting(seenAfterEvents)
  }

  package var status: ExitStatus {
    if failure != nil || !broken.isEmpty || !unreadable.isEmpty { return .specError }
    if findings.contains(where: { $0.saveProblem != nil }) { return .specError }
    if !findings.isEmpty { return .violation }
    if wasInterrupted || limit != nil || !undecided.isEmpty || isIdle { return .inconclusive }
    return .success
  }
}
