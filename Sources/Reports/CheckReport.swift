import Semantics
import SpecLanguage
import Traces

/// Everything that a run of `check` found out, for whoever renders it.
package struct CheckReport: Sendable {
  package var specs: [SpecReport] = []
  /// Files and folders that could not be read.
  package var unreadable: [Unreadable] = []
  /// The time of this run and of earlier ones that it went on with.
  package var duration: Duration = .zero
  /// How much of that was in earlier runs.
  package var earlierDuration: Duration = .zero
  /// The stored counterexamples of the specs, replayed before the search.
  package var replays = ReplayReport()
  /// What a part of some walks did, if it is the report of one.
  package var shard: ShardDocument?
  /// What became of each violation that was to be stored.
  package var saved: [SavedCounterexample] = []
  /// What became of the certificates that were to be written.
  package var certificates: [SavedCertificate] = []
  /// What is kept of searches that were decided, and of no more use once that is told.
  package var finishedCheckpoints: [String] = []
  /// The files to send in about engines that do not agree.
  package var disagreements: [SavedDisagreement] = []

  /// What besides the verdicts keeps the run from being a success.
  package var problems: [GateProblem] = []
  /// What the run was told not to fail for.
  package var allowances: Set<Allowance> = []
  /// The properties of which every report shows how they hold, by name.
  package var witnesses: Set<String> = []
  /// What was set, such as `ids=3`.
  package var settings: [String] = []
  /// What advice calls the parts of the request.
  package var vocabulary = RequestVocabulary()

  /// What could not be read or written.
  package var allUnreadable: [Unreadable] {
    unreadable + replays.unreadable + saved.compactMap(\.outcome.problem)
      + disagreements.compactMap { saved in
        saved.problem.map { Unreadable(path: saved.path, reason: "it cannot be written: \($0)") }
      }
      + certificates.compactMap { saved in
        saved.problem.map { Unreadable(path: saved.path, reason: $0) }
      }
  }

  package struct Unreadable: Sendable {
    package var path: String
    package var reason: String
    /// Where in the file, if it is a mistake in its text.
    package var place: (line: Int, column: Int)?

    package init(path: String, reason: String, place: (line: Int, column: Int)? = nil) {
      self.path = path
      self.reason = reason
      self.place = place
    }

    /// What is wrong, with the place, as compilers tell it.
    package var text: String {
      "\(path.printableLine)\(place.map { ":\($0.line):\($0.column)" } ?? ""): error: "
        + "\(reason.printable)\n"
    }
  }

  package init() {}
}

/// What the process tells its caller.
public enum ExitStatus: Int32, Sendable {
  /// Everything is as the specs say.
  case success = 0
  /// A property is violated, or an announced violation did not happen.
  case violation = 1
  /// A spec does not compile, or a file cannot be read.
  case specError = 2
  /// A limit was reached, or something is not decided.
  case inconclusive = 3
  /// Wrong usage.
  case usage = 64
  /// The tool contradicts itself: what it found, it cannot explain.
  case internalError = 70
  /// Two engines do not say the same of a spec.
  case enginesDiffer = 71
}

/// One spec: its diagnostics, and its worlds if it has no errors.
package struct SpecReport: Sendable {
  package var path: String
  package var name: String
  package var documentation: String?
  /// Where its name stands.
  package var place: TextPlace
  package var diagnostics: [Diagnostic]
  /// How many errors were left out because there are too many.
  package var suppressedDiagnostics: Int
  /// The worlds that this run searched or walked.
  package var worlds: [WorldReport]
  /// What there is to say of all worlds, in the order of the text, also of those that an earlier run
  /// searched.
  package var verdicts: [WorldVerdict]
  /// What is never asked in any of these worlds, in the order of the text.
  package var unasked: [UnaskedVerdict] = []
  /// Whether the run fails for coverage gaps of this spec.
  package var isStrict = false
  /// The kinds of coverage gaps that a strict run allows.
  package var allowedUnasked: Set<UnaskedKind> = []
  /// The lines that changed since a revision; nil if the run compares with none.
  package var changes: ChangedLines?

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

/// One world of a spec: the spec under its constants, what was found, and what to make of it.
package struct WorldReport: Sendable {
  package var spec: CheckedSpec
  package var result: SearchResult
  package var judgement: Judgement
  /// The names to which the check was confined; nil for all.
  package var selection: Set<String>?
  /// How the engine computed the world, if that was asked for.
  package var engine: EngineExplanation?
  /// Types that could be declared symmetric; looked for where a search was large, or that was asked.
  package var symmetryCandidates: [SymmetryCandidate] = []
  /// What other bounds would make of the number of states, if that was asked.
  package var bounds: [BoundSizes] = []
  /// All violations, those of properties first, in the order of the text; but what fails only because an
  /// event goes wrong comes after that.
  package var counterexamples: [Counterexample]
  /// The failed scenarios in words, by their place in the spec.
  package var failedScenarios: [Int: FailedScenario]
  /// How properties hold as scenarios to paste into the spec, by their place in it.
  package var witnessScenarios: [Int: String] = [:]
  /// What was asked of the text; nil if that is not known.
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

  /// Whether the world announces the violation.
  package func announces(_ violation: Violation) -> Bool {
    spec.announcement(of: violation.finding) != nil
  }
}
