import Basics
import Semantics
import SpecLanguage
import Traces

/// All results of a run of `check`, for rendering.
package struct CheckReport: Sendable {
  package var specs: [SpecReport] = []
  /// Files and folders that could not be read.
  package var unreadable: [Unreadable] = []
  /// The time of this run and of the earlier runs that it resumed.
  package var duration: Duration = .zero
  /// The part of the time that belongs to earlier runs.
  package var earlierDuration: Duration = .zero
  /// The replays of the specs' stored counterexamples, which precede the search.
  @Boxed package var replays = ReplayReport()
  /// The results of one part of distributed walks; nil if the report is not about a part.
  @Boxed package var shard: ShardDocument?
  /// The results of storing violations.
  package var saved: [SavedCounterexample] = []
  /// The fixes that the run applied before it checked the specs; nil unless requested.
  package var fixed: [AppliedFix]?
  /// The fixes that the run would apply, as a unified diff; empty unless requested.
  package var patch = ""
  /// Lines of guests about written files.
  package var notes: [String] = []
  /// The specs that could not be fixed, and the files that guests could not write.
  package var unwritten: [Unreadable] = []
  /// The checkpoints of decided searches, which become obsolete once the report was shown.
  package var finishedCheckpoints: [String] = []
  /// Files about disagreements between engines, to be sent to the developers.
  package var disagreements: [SavedDisagreement] = []

  /// The problems, besides the verdicts, that keep the run from passing.
  package var problems: [GateProblem] = []
  /// The findings that do not fail the run.
  package var allowances: Set<Allowance> = []
  /// The names of the properties whose witnesses every report shows.
  package var witnesses: Set<String> = []
  /// The settings, such as `ids=3`.
  package var settings: [String] = []
  /// The names that advice uses for the parts of the request.
  @Boxed package var vocabulary = RequestVocabulary()

  /// The files that could not be read or written.
  package var allUnreadable: [Unreadable] {
    unreadable + replays.unreadable + saved.compactMap(\.outcome.problem)
      + disagreements.compactMap { saved in
        saved.problem.map { Unreadable(path: saved.path, reason: "it cannot be written: \($0)") }
      }
      + unwritten
  }

  package struct Unreadable: Sendable {
    package var path: String
    package var reason: String
    /// The place in the file, if the problem is an error in its text.
    package var place: (line: Int, column: Int)?

    package init(path: String, reason: String, place: (line: Int, column: Int)? = nil) {
      self.path = path
      self.reason = reason
      self.place = place
    }

    /// The message with its place, in the format of compilers.
    package var text: String {
      "\(path.printableLine)\(place.map { ":\($0.line):\($0.column)" } ?? ""): error: "
        + "\(reason.printable)\n"
    }
  }

  package init() {}
}

/// The exit status of the tool, by the result of a run.
public enum ExitStatus: Int32, Sendable {
  /// All specs pass.
  case success = 0
  /// A property is violated, or an expected violation did not happen.
  case violation = 1
  /// A spec has errors, or a file cannot be read.
  case specError = 2
  /// A limit was reached, or a result is inconclusive.
  case inconclusive = 3
  /// The command line is invalid.
  case usage = 64
  /// The tool made a mistake: it cannot explain its own findings.
  case internalError = 70
  /// Two engines disagree about a spec.
  case enginesDiffer = 71
}

/// The report on one spec: its diagnostics, and its worlds if it has no errors.
package struct SpecReport: Sendable {
  package var path: String
  package var name: String
  package var documentation: String?
  /// The place of its name.
  package var place: TextPlace
  package var diagnostics: [Diagnostic]
  /// The number of errors that were left out because there are too many.
  package var suppressedDiagnostics: Int
  /// The worlds that this run searched or walked.
  package var worlds: [WorldReport]
  /// The verdicts on all worlds in the order of the text, including those from earlier runs.
  package var verdicts: [WorldVerdict]
  /// The coverage gaps over all of these worlds, in the order of the text.
  package var unasked: [UnaskedVerdict] = []
  /// The coverage gaps that a limit left open.
  package var openGaps: [UnaskedVerdict] = []
  /// The reason why coverage gaps are not known; nil if they are.
  package var unknownGaps: String?
  /// Whether the run fails for coverage gaps of this spec.
  package var isStrict = false
  /// The kinds of coverage gaps that a strict run allows.
  package var allowedUnasked: Set<UnaskedKind> = []
  /// The lines that changed since a revision; nil if the run has no revision.
  package var changes: ChangedLines?
  /// The evidence for its rules and properties; nil unless requested.
  package var evidence: [Evidence]?

  package init(
    path: String, name: String, documentation: String?,
    place: TextPlace = TextPlace(line: 1, column: 1), diagnostics: [Diagnostic],
    suppressedDiagnostics: Int, worlds: [WorldReport],
    verdicts: [WorldVerdict]? = nil
  ) {
    self.path = path
    self.name = name
    self.documentation = documentation
    self.place = place
    self.diagnostics = diagnostics
    self.suppressedDiagnostics = suppressedDiagnostics
    self.worlds = worlds
    self.verdicts = verdicts ?? worlds.map { WorldVerdict($0, ofSpecAt: place) }
  }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// The report on one world of a spec: the spec with its constants, the findings, and their assessment.
package struct WorldReport: Sendable {
  package var spec: CheckedSpec
  @Boxed package var result: SearchResult
  @Boxed package var judgement: Judgement
  /// The names to which the check was confined; nil for all.
  package var selection: Set<String>?
  /// An explanation of how the engine computed the world, if it was requested.
  @Boxed package var engine: EngineExplanation?
  /// Whether the fairness that each `eventually` needs was requested.
  package var listsFairness = false
  /// Types that could be declared symmetric, determined for large searches or on request.
  package var symmetryCandidates: [SymmetryCandidate] = []
  /// The effect of other bounds on the number of states, if it was requested.
  package var bounds: [BoundSizes] = []
  /// All violations: those of properties first, in the order of the text. Violations that are only consequences of an
  /// event's error come last.
  package var counterexamples: [Counterexample]
  /// The descriptions of failed scenarios, by their index in the spec.
  package var failedScenarios: [Int: FailedScenario]
  /// Witnesses as scenarios to paste into the spec, by the index of the property.
  package var witnessScenarios: [Int: String] = [:]
  /// The parts of the text that the world exercises; nil if they are unknown.
  package var coverage: Coverage?

  package init(
    spec: CheckedSpec, result: SearchResult, judgement: Judgement, selection: Set<String>? = nil
  ) {
    self.selection = selection
    self.spec = spec
    self.result = result
    self.judgement = judgement
    counterexamples = Self.inOrder(result).map { Counterexample($0, in: spec) }
    failedScenarios = [:]
    for verdict in result.scenarios {
      failedScenarios[verdict.scenario] = FailedScenario(verdict, in: spec)
    }
  }

  private static func inOrder(_ result: SearchResult) -> [Violation] {
    func ofProperties(broken: Bool) -> [Violation] {
      result.properties.compactMap { verdict in
        (verdict.brokenBy != nil) == broken ? verdict.violation : nil
      }
    }
    let causes = Set(result.properties.compactMap(\.brokenBy))
    let first = result.generalViolations.filter { causes.contains($0.word) }
    let rest = result.generalViolations.filter { !causes.contains($0.word) }
    return first + ofProperties(broken: false) + rest + ofProperties(broken: true)
  }

  /// Whether the world expects the violation.
  package func announces(_ violation: Violation) -> Bool {
    spec.announcement(of: violation.finding) != nil
  }

  /// Whether states beyond `explore while` were left out, or may have been.
  package var isCutByBound: Bool { spec.bound != nil && result.statesBeyondBound != 0 }

  /// Whether the world tolerates the violation without expecting it.
  package func tolerates(_ violation: Violation) -> Bool {
    spec.announcement(of: violation.finding)?.isRest ?? false
  }
}
