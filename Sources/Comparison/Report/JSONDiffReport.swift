import Files
import Reports
import Semantics
import Traces

/// The JSON report of `diff`, in a versioned format.
package struct JSONDiffReport: Encodable {
  /// The version of the format, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  let schema = "traycheck-diff"
  let schemaVersion = JSONDiffReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let seconds: Double
  let unreadable: [JSONReport.Unreadable]
  let specs: [Spec]

  package init(_ report: DiffReport) {
    status = report.status == .violation ? "changed" : report.status.word
    exitStatus = report.status.rawValue
    seconds = report.duration.inSeconds
    unreadable = report.unreadable.map { JSONReport.Unreadable($0) }
    specs = report.specs.map(Spec.init)
  }

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  struct Spec: Encodable {
    let name: String
    let oldPath: String?
    let newPath: String?
    let presence: String
    let oldDiagnostics: [TrayDiagnostic]
    let newDiagnostics: [TrayDiagnostic]
    let declarations: [DeclarationChange]
    let renames: [Renames.Entry]
    let reordered: Bool
    let layoutOnly: Bool
    let verdicts: [Verdict]
    let internalErrors: [String]
    let notCompared: [String]
    let addedWorlds: [UnpairedWorld]
    let removedWorlds: [UnpairedWorld]
    let worlds: [World]

    init(_ spec: SpecDiff) {
      name = spec.name
      oldPath = spec.oldPath
      newPath = spec.newPath
      presence = spec.presence.rawValue
      oldDiagnostics = spec.old.diagnostics.map(TrayDiagnostic.init)
      newDiagnostics = spec.new.diagnostics.map(TrayDiagnostic.init)
      declarations = spec.declarations?.changes ?? []
      renames = spec.declarations?.renames.entries ?? []
      reordered = spec.declarations?.isReordered ?? false
      layoutOnly = spec.declarations?.differsInLayoutOnly ?? false
      verdicts = spec.verdicts.map(Verdict.init)
      internalErrors = spec.internalErrors
      notCompared = spec.notCompared
      addedWorlds = spec.addedWorlds
      removedWorlds = spec.removedWorlds
      worlds = spec.worlds.map(World.init)
    }
  }

  final class Verdict: Encodable {
    let what: String
    let name: String
    let worlds: [String]
    let old: String
    let new: String
    let decided: Bool
    let good: Bool
    let announced: Bool
    let violation: ViolationVerdict?
    let failure: WorldVerdict.Scenario.Failure?

    init(_ verdict: VerdictDiff) {
      what = verdict.change.what
      name = verdict.change.name
      worlds = verdict.worlds
      old = verdict.oldText
      new = verdict.newText
      decided = !verdict.isOpen
      good = verdict.change.new.isGood
      announced = verdict.change.isAnnounced
      violation = verdict.violation
      failure = verdict.failure
    }
  }

  struct World: Encodable {
    let name: String
    let behaviour: String
    let exhaustive: Bool
    let states: Int
    let differingSteps: Int
    let notes: [String]
    let notDecided: [String]
    let differences: [Difference]

    init(_ world: WorldDiff) {
      name = world.name
      let result = world.result
      var isExhaustive = false
      switch (result.newAllowsMore, result.oldAllowsMore) {
      case (true, true): behaviour = "both-allow-more"
      case (true, false): behaviour = "new-allows-more"
      case (false, true): behaviour = "old-allows-more"
      case (false, false):
        behaviour =
          switch result.completion {
          case .sameText, .exhaustive: "same"
          case .stopped: "undecided"
          case .notAsked: "not-compared"
          }
      }
      switch result.completion {
      case .sameText, .exhaustive: isExhaustive = true
      case .stopped, .notAsked: break
      }
      exhaustive = isExhaustive
      states = result.states
      differingSteps = result.differingSteps
      notes = result.notes
      notDecided = world.openVerdicts
      differences = result.differences.map(Difference.init)
    }
  }

  final class Difference: Encodable {
    let kind: BehaviourDifference.Kind
    let event: String?
    let oldRule: String?
    let newRule: String?
    let length: Int
    let trace: Trace
    let old: Outcome
    let new: Outcome
    let startChanges: [Trace.Change]?

    init(_ difference: BehaviourDifference) {
      kind = difference.kind
      event = difference.event
      oldRule = difference.oldRule
      newRule = difference.newRule
      length = difference.length
      trace = difference.trace
      old = Outcome(difference.oldOutcome, of: difference.trace)
      new = Outcome(difference.newOutcome, of: difference.trace)
      startChanges = difference.event != nil ? nil : difference.startChanges
    }
  }

  /// The outcome of one of the versions at the end of a path.
  struct Outcome: Encodable {
    let outcome: String
    let steps: [Trace.Step]?
    let reasons: [Reason]?
    let message: String?

    init(_ outcome: BehaviourDifference.Outcome, of trace: Trace) {
      var steps: [Trace.Step]?
      var reasons: [Reason]?
      var message: String?
      switch outcome {
      case .steps(let continuations):
        self.outcome = trace.steps.isEmpty ? "start" : "steps"
        steps = trace.steps.isEmpty ? nil : continuations
      case .refused(let why):
        self.outcome = "refused"
        reasons = why
      case .gap: self.outcome = "gap"
      case .fault(let text):
        self.outcome = "fault"
        message = text
      case .unknown(let isEvent): self.outcome = isEvent ? "no-event" : "no-arguments"
      case .none: self.outcome = "none"
      }
      self.steps = steps
      self.reasons = reasons
      self.message = message
    }
  }
}
