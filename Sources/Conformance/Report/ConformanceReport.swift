import Basics
import Semantics
import Traces

/// The results of testing an implementation for conformance.
package struct ConformanceReport: Sendable {
  /// A difference between the implementation and the spec.
  package struct Finding: Sendable {
    /// The origin of the run, such as "walk 3 of seed 1".
    package var origin: String
    @Boxed package var run: TestRun
    @Boxed package var difference: Difference
    /// The number of events before shrinking.
    package var originalLength: Int
    /// The number of runs used for shrinking.
    package var shrinkingRuns: Int
    package var failures: Int
    package var replays: Int
    /// The file in which the difference is stored, or the reason why it is not.
    package var file: String?
    package var saveProblem: String?
    /// Whether the difference was known before.
    package var isKnown = false

    /// The stability of the failure: "fails 3 of 3", "flaky: 2 of 3", or unknown.
    package var stability: String {
      if replays == 0 { return "not driven again" }
      if failures == replays { return "fails \(failures) of \(replays)" }
      return "flaky: \(failures == 0 ? "once, and then " : "")\(failures) of \(replays)"
    }
  }

  package var path: String
  @Boxed package var interface: Interface?
  package var driver: String?
  /// The indices of the observables that were seen at least once, and the events that were driven.
  package var seen: Set<Int> = []
  package var driven: Set<Int> = []
  /// The observables that were seen at least once after an event.
  package var seenAfterEvents: Set<Int> = []
  /// The number of runs with the total number of events, without shrinking.
  package var runs = 0
  package var events = 0
  /// The number of runs that ended early because the implementation took another allowed branch.
  package var left = 0
  /// The number of runs by the number of additional names that they needed.
  package private(set) var additionalNames: [Int: Int] = [:]
  /// A phrase that describes the planned runs.
  package var plan = ""
  /// The covered goals, and the planned goals that were not covered.
  package var covered: [Suite.Coverage] = []
  package var missed: [SuiteItem] = []
  package var findings: [Finding] = []
  /// The strength of the driver, if it was requested.
  @Boxed package var strength: StrengthVerdict?
  /// The stored differences that did not occur again.
  package var mended: [String] = []
  /// The reasons why some runs are inconclusive, each with the number of runs.
  package var undecided: [(reason: String, count: Int)] = []
  /// A protocol error of the driver; nil if there was none.
  package var failure: String?
  /// The stored differences that cannot be driven any more, each with the reason.
  package var stale: [(path: String, reason: String)] = []
  package var wasInterrupted = false
  /// A phrase about the limit that ended the run; nil if there was none.
  package var limit: String?
  package var duration = Duration.zero
  /// The errors of the spec, and unreadable files.
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  package init(path: String) { self.path = path }

  /// Counts a run with its events, and the names with which it was followed.
  package mutating func note(_ run: TestRun) {
    runs += 1
    events += run.steps.count
    driven.formUnion(run.steps.map(\.driven.instance.event))
    let names = run.interface.additionalNames
    if names > 0 { additionalNames[names, default: 0] += 1 }
  }

  /// The events that can be driven and never were.
  package var neverDriven: [Event] {
    guard let interface else { return [] }
    return interface.spec.events.indices
      .filter { !driven.contains($0) && !interface.hidden.contains($0) }
      .map { interface.spec.events[$0] }
  }

  /// Whether nothing was driven, or nothing was observed after an event, so that passing has no meaning.
  package var isIdle: Bool {
    driven.isEmpty || seenAfterEvents.isEmpty && interface?.heard.isEmpty ?? true
  }

  /// The observables that were seen at a start but after no event, though events were driven.
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
