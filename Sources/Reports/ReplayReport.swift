import Semantics
import Traces

/// What became of stored counterexamples, for whoever renders it.
package struct ReplayReport: Sendable {
  /// Those that were replayed by this run.
  package var replays: [ReplayedFile] = []
  /// What became of all, also of those that an earlier run replayed.
  package var verdicts: [ReplayVerdict] = []
  /// Files, folders and specs that could not be read.
  package var unreadable: [CheckReport.Unreadable] = []
  /// Specs that do not compile, with what is wrong.
  package var broken: [(path: String, diagnostics: [Diagnostic], suppressed: Int)] = []
  /// Folders without counterexamples.
  package var empty: [String] = []
  /// What is stored, and belongs to nothing that could be replayed.
  package var stale: [StaleCounterexample] = []
  /// What was deleted, each with the reason why it was of no use.
  package var pruned: [(path: String, reason: String)] = []
  /// How many belong to specs that are not checked.
  package var leftOut = 0

  package init() {}

  /// Adds a counterexample that was replayed.
  package mutating func add(_ file: ReplayedFile) {
    replays.append(file)
    verdicts.append(ReplayVerdict(file))
  }

  /// The documented exit status.
  package var status: ExitStatus {
    if !unreadable.isEmpty || !broken.isEmpty { return .specError }
    let judgements = verdicts.map(\.judgement)
    if judgements.contains(.contradicted) { return .violation }
    if judgements.contains(.open) || !stale.isEmpty || verdicts.isEmpty && pruned.isEmpty {
      return .inconclusive
    }
    return .success
  }
}

/// A stored counterexample for which there is no spec.
package struct StaleCounterexample: Sendable {
  package var path: String
  package var reason: String
  /// The spec is gone, and not only somewhere else.
  package var isGone: Bool

  package init(path: String, reason: String, isGone: Bool) {
    self.path = path
    self.reason = reason
    self.isGone = isGone
  }

  /// As a problem of a run.
  package func problem(_ allowances: Set<Allowance>) -> GateProblem {
    GateProblem(.orphanedCounterexample, reason, path: path, allowances: allowances)
  }
}

/// One counterexample that was replayed.
package struct ReplayedFile: Sendable {
  package enum Judgement: String, Codable, Sendable {
    case asExpected = "as-expected"
    /// What must not happen happens, or what is known to happen does not.
    case contradicted
    /// It could not be replayed to its end.
    case open
  }

  package var path: String
  package var document: CounterexampleDocument
  /// The spec under the constants of the file.
  package var spec: CheckedSpec
  package var starts: [[Value]]
  package var result: ReplayResult
  package var replayed: ReplayedCounterexample
  /// What a reader should know beside the verdict, a sentence each.
  package var notes: [String]

  package init(
    path: String, document: CounterexampleDocument, spec: CheckedSpec, starts: [[Value]],
    result: ReplayResult, notes: [String], vocabulary: RequestVocabulary = RequestVocabulary()
  ) {
    self.path = path
    self.document = document
    self.spec = spec
    self.starts = starts
    self.result = result
    self.notes = notes
    replayed = ReplayedCounterexample(
      result, of: document, in: spec, vocabulary: vocabulary)
    if isEdited {
      replayed.fixingGuard = nil
      replayed.summary =
        "edited: the spec is as it was when this was found, and it does not show "
        + "(\(replayed.summary))"
    }
  }

  /// How the verdict compares with what the file expects. A violation that must not happen again, and
  /// whose last event is refused by its guard, is as little there as one that is fixed otherwise.
  package var judgement: Judgement {
    if isEdited { return .open }
    return switch (replayed.verdict, document.expect) {
    case (.stillViolates, .violated), (.fixed, .fixed): .asExpected
    case (.stillViolates, .fixed), (.fixed, .violated): .contradicted
    case (.noLongerPossible, .fixed): replayed.fixingGuard == nil ? .open : .asExpected
    case (.noLongerPossible, .violated), (.undecided, _), (.propertyGone, _),
      (.worldGone, _), (.constantGone, _):
      .open
    }
  }

  /// Nothing is wrong in the very text in which it was found.
  private var isEdited: Bool {
    document.spec.digest == spec.file.digest
      && [.fixed, .noLongerPossible].contains(replayed.verdict)
  }

  /// Whether the text of the spec is another than when the counterexample was written.
  package var isSpecChanged: Bool {
    document.spec.digest.map { $0 != spec.file.digest } ?? false
  }
}
