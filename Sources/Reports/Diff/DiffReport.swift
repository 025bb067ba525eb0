import Analysis
import Semantics
import Traces

/// Everything that a run of `diff` found out, for whoever renders it.
package struct DiffReport: Sendable {
  package var specs: [SpecDiff] = []
  /// Files, folders and revisions that could not be read.
  package var unreadable: [CheckReport.Unreadable] = []
  package var duration: Duration = .zero

  /// The user ended it before all was compared.
  package var isCutShort = false

  package init() {}

  /// The documented exit status.
  package var status: ExitStatus {
    if specs.contains(where: { !$0.internalErrors.isEmpty }) { return .internalError }
    if !unreadable.isEmpty || specs.contains(where: \.hasErrors) { return .specError }
    if specs.contains(where: \.hasChange) { return .violation }
    return isCutShort || specs.contains(where: \.isOpen) ? .inconclusive : .success
  }
}

/// A spec in two versions, or one that only one side has.
package struct SpecDiff: Sendable {
  package enum Presence: String, Sendable { case both = "compared", added, removed }

  /// The mistakes in one of the versions.
  package struct Findings: Sendable {
    package var diagnostics: [Diagnostic]
    package var suppressed: Int

    package init(diagnostics: [Diagnostic] = [], suppressed: Int = 0) {
      self.diagnostics = diagnostics
      self.suppressed = suppressed
    }

    package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
  }

  package var name: String
  package var oldPath: String?
  package var newPath: String?
  package var presence: Presence
  package var old = Findings()
  package var new = Findings()
  /// Nil if only one side has the spec.
  package var declarations: DeclarationComparison?
  package var verdicts: [VerdictDiff] = []
  /// Worlds that only one version has.
  package var addedWorlds: [UnpairedWorld] = []
  package var removedWorlds: [UnpairedWorld] = []
  /// What the tool cannot explain to itself in a world of one version, a sentence each.
  package var internalErrors: [String] = []
  /// What a limit ended before it could be compared, a sentence each.
  package var notCompared: [String] = []
  /// The worlds that both versions have, the default one first.
  package var worlds: [WorldDiff] = []

  package init(name: String, oldPath: String?, newPath: String?, presence: Presence) {
    self.name = name
    self.oldPath = oldPath
    self.newPath = newPath
    self.presence = presence
  }

  package var hasErrors: Bool { old.hasErrors || new.hasErrors }

  /// Adds what cannot be explained in the worlds of a version, such as `old` or `new`.
  package mutating func addInternalErrors(_ worlds: [WorldReport], of version: String) {
    for world in worlds {
      internalErrors += world.result.internalErrors.map {
        "world \(world.spec.worldName) of the \(version) spec: \($0.message)"
      }
    }
  }

  /// Some verdict or something that can happen is another.
  package var hasChange: Bool {
    presence != .both || changedVerdicts > 0 || worlds.contains(where: \.hasChange)
  }

  /// Nothing at all changed, not even a comment.
  package var isSame: Bool {
    guard presence == .both, !hasErrors, !hasChange, !isOpen, internalErrors.isEmpty,
      let declarations
    else { return false }
    return declarations.isEmpty && !declarations.differsInLayoutOnly
  }

  /// Something was not compared to its end.
  package var isOpen: Bool {
    !notCompared.isEmpty || worlds.contains { $0.isOpen } || verdicts.contains(where: \.isOpen)
  }

  /// How many verdicts are others; of a world that came or went, all count as one.
  package var changedVerdicts: Int {
    verdicts.count { !$0.isOpen } + addedWorlds.count + removedWorlds.count
  }
}

/// A verdict that is another in some worlds.
package struct VerdictDiff: Sendable {
  /// The worlds, by their new names.
  package var worlds: [String]
  package var change: VerdictComparison.Change
  /// What is violated now and was not, in the first of the worlds.
  package var violation: ViolationVerdict?
  package var failure: WorldVerdict.Scenario.Failure?
  /// The first of the worlds, if there is a trace to something violated.
  package var world: WorldReport?
  /// The new version.
  package var file: SourceFile

  /// - Parameters:
  ///   - world: the world of the new version.
  ///   - showsTrace: whether the path to what is violated is told.
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

  /// One of the two is not decided, so that nothing is known of a change.
  package var isOpen: Bool { change.old.isOpen || change.new.isOpen }

  package var oldText: String { DiffWording.text(change.old, announced: change.wasAnnounced) }
  package var newText: String { DiffWording.text(change.new, announced: change.isAnnounced) }
}

/// A world that only one version has, with what was found in it.
package struct UnpairedWorld: Sendable {
  package var name: String
  /// What is not as the spec says; empty if everything is.
  package var complaints: [String]

  package init(_ world: WorldReport) {
    name = world.spec.worldName
    complaints = world.judgement.complaints
  }
}

/// What can happen in a world of both versions.
package struct WorldDiff: Sendable {
  package var name: String
  package var result: BehaviourResult
  /// Verdicts that are not decided in it, a sentence each.
  package var openVerdicts: [String]
  /// The differences that were not told of an earlier world.
  package var shown: [BehaviourDifference] = []

  package init(name: String, result: BehaviourResult, openVerdicts: [String]) {
    self.name = name
    self.result = result
    self.openVerdicts = openVerdicts
    shown = result.differences
  }

  package var hasChange: Bool { !result.differences.isEmpty }

  /// Whether the behaviour is not compared at all, since the world is walked at random.
  package var isNotCompared: Bool { result.completion == .notAsked }

  package var isOpen: Bool {
    if case .stopped = result.completion { return true }
    return !openVerdicts.isEmpty
  }
}
