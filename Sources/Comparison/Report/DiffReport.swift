import Basics
import Reports
import Semantics
import Traces

/// All results of a run of `diff`, for rendering.
package struct DiffReport: Sendable {
  package var specs: [SpecDiff] = []
  /// Files, folders and revisions that could not be read.
  package var unreadable: [CheckReport.Unreadable] = []
  package var duration: Duration = .zero

  /// Whether the user ended the run early.
  package var isCutShort = false

  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  /// The exit status of the run.
  package var status: ExitStatus {
    if specs.contains(where: { !$0.internalErrors.isEmpty }) { return .internalError }
    if !unreadable.isEmpty || specs.contains(where: \.hasErrors) { return .specError }
    if specs.contains(where: \.hasChange) { return .violation }
    return isCutShort || specs.contains(where: \.isOpen) ? .inconclusive : .success
  }
}

/// The differences of a spec between two versions, or a spec that only one side has.
package struct SpecDiff: Sendable {
  package enum Presence: String, Sendable { case both = "compared", added, removed }

  /// The errors in one of the versions.
  package struct Findings: Sendable {
    package var diagnostics: [Diagnostic] = []
    package var suppressed = 0

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  package var name: String
  package var oldPath: String?
  package var newPath: String?
  package var presence: Presence
  @Boxed package var old = Findings()
  @Boxed package var new = Findings()
  /// The comparison of the declarations; nil if only one side has the spec.
  @Boxed package var declarations: DeclarationComparison?
  package var verdicts: [VerdictDiff] = []
  /// Worlds that only one version has.
  package var addedWorlds: [UnpairedWorld] = []
  package var removedWorlds: [UnpairedWorld] = []
  /// The internal errors in the worlds of both versions, one sentence each.
  package var internalErrors: [String] = []
  /// The parts that a limit left out of the comparison, one sentence each.
  package var notCompared: [String] = []
  /// The worlds that both versions have, the default one first.
  package var worlds: [WorldDiff] = []

  package var hasErrors: Bool { old.hasErrors || new.hasErrors }

  /// Adds the internal errors in the worlds of a version, such as `old` or `new`.
  package mutating func addInternalErrors(_ worlds: [WorldReport], of version: String) {
    for world in worlds {
      internalErrors += world.result.internalErrors.map {
        "world \(world.spec.worldName) of the \(version) spec: \($0.message)"
      }
    }
  }

  /// Whether some verdict or the behaviour changed.
  package var hasChange: Bool {
    presence != .both || changedVerdicts > 0 || worlds.contains(where: \.hasChange)
  }

  /// Whether the texts are identical, including comments.
  package var isSame: Bool {
    guard presence == .both, !hasErrors, !hasChange, !isOpen, internalErrors.isEmpty,
      let declarations
    else { return false }
    return declarations.isEmpty && !declarations.differsInLayoutOnly
  }

  /// Whether some comparison is incomplete.
  package var isOpen: Bool {
    !notCompared.isEmpty || worlds.contains { $0.isOpen } || verdicts.contains(where: \.isOpen)
  }

  /// The number of changed verdicts; an added or removed world counts as one.
  package var changedVerdicts: Int {
    verdicts.count { !$0.isOpen } + addedWorlds.count + removedWorlds.count
  }
}

/// A verdict that changed in some worlds.
package struct VerdictDiff: Sendable {
  /// The names of the worlds in the new version.
  package var worlds: [String]
  @Boxed package var change: VerdictComparison.Change
  /// The new violation in the first of the worlds; nil if there is none.
  @Boxed package var violation: ViolationVerdict?
  @Boxed package var failure: WorldVerdict.Scenario.Failure?
  /// The first of the worlds, if there is a trace of a violation.
  @Boxed package var world: WorldReport?
  /// The new version.
  package var file: SourceFile

  /// Creates the difference of a verdict.
  ///
  /// - Parameters:
  ///   - world: the world of the new version.
  ///   - showsTrace: whether the trace of the violation is shown.
  package init(_ change: VerdictComparison.Change, in world: WorldReport, showsTrace: Bool) {
    worlds = [world.spec.worldName]
    self.change = change
    file = world.spec.file
    guard showsTrace else { return }
    let finding = change.new.violation?.finding
    let found = world.counterexamples.first { $0.violation.finding == finding }
    violation = found?.verdict
    violation?.announced = change.isAnnounced
    self.world = violation.map { _ in world }
    if case .scenario(.fails) = change.new {
      let place = world.spec.scenarios.firstIndex { $0.name == change.name }
      failure = place.flatMap { world.failedScenarios[$0] }.map {
        .init(
          summary: $0.summary, place: TextPlace(world.spec.file, $0.range), trace: $0.trace,
          reasons: $0.reasons)
      }
    }
  }

  /// Whether one of the two verdicts is inconclusive, so that a change is unknown.
  package var isOpen: Bool { change.old.isOpen || change.new.isOpen }

  package var oldText: String { DiffWording.text(change.old, announced: change.wasAnnounced) }
  package var newText: String { DiffWording.text(change.new, announced: change.isAnnounced) }
}

/// A world that only one version has, with its findings.
package struct UnpairedWorld: Sendable, Encodable {
  package var name: String
  /// The findings that do not pass; empty if everything does.
  package var complaints: [String]

  package init(_ world: WorldReport) {
    name = world.spec.worldName
    complaints = world.judgement.complaints
  }
}

/// The behaviour of a world that both versions have.
package struct WorldDiff: Sendable {
  package var name: String
  @Boxed package var result: BehaviourResult
  /// The inconclusive verdicts in the world, one sentence each.
  package var openVerdicts: [String]
  /// The differences that no earlier world already shows.
  package var shown: [BehaviourDifference] = []

  package init(name: String, result: BehaviourResult, openVerdicts: [String]) {
    self.name = name
    self.result = result
    self.openVerdicts = openVerdicts
    shown = result.differences
  }

  package var hasChange: Bool { !result.differences.isEmpty }

  /// Whether the behaviour is not compared, because the world is checked by random walks.
  package var isNotCompared: Bool { result.completion == .notAsked }

  package var isOpen: Bool {
    if case .stopped = result.completion { return true }
    return !openVerdicts.isEmpty
  }
}
