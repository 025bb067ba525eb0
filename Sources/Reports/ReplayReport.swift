import Basics
import Semantics
import Traces

/// The replays of stored counterexamples, for rendering.
package struct ReplayReport: Sendable {
  /// The counterexamples replayed by this run.
  package var replays: [ReplayedFile] = []
  /// The verdicts on all counterexamples, including those from earlier runs.
  package var verdicts: [ReplayVerdict] = []
  /// Files, folders and specs that could not be read.
  package var unreadable: [CheckReport.Unreadable] = []
  /// Specs with errors, with their diagnostics.
  package var broken: [(path: String, diagnostics: [Diagnostic], suppressed: Int)] = []
  /// Folders without counterexamples.
  package var empty: [String] = []
  /// Stored files whose spec does not exist.
  package var stale: [StaleCounterexample] = []
  /// Deleted files, each with the reason.
  package var pruned: [(path: String, reason: String)] = []
  /// The names of options, for commands to copy.
  @Boxed package var vocabulary = RequestVocabulary()
  /// The number of files whose specs are not checked.
  package var leftOut = 0

  package init() {}

  /// Adds a replayed counterexample.
  package mutating func add(_ file: ReplayedFile) {
    replays.append(file)
    verdicts.append(ReplayVerdict(file))
  }

  /// The exit status of the run.
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

extension ReplayReport {
  /// The commands that make sense after a replay: they check broken specs and properties that are violated again, and
  /// delete counterexamples of removed parts. After a success, they check all states of the specs.
  var next: [NextCommand] {
    let commands = CommandsToCopy(vocabulary)
    guard vocabulary.replayCommand != nil else { return [] }
    let again = verdicts.filter { $0.judgement == .contradicted && $0.verdict == .stillViolates }
    let obsolete =
      stale.filter(\.isGone).map(\.path)
      + verdicts.filter { [.propertyGone, .worldGone, .constantGone].contains($0.verdict) }
      .map(\.path)
    let isGood = status == .success
    let paths = isGood ? Set(verdicts.map(\.specPath)).sorted() : broken.map(\.path)
    let reason = isGood ? "searches all states" : "lists the errors"
    let checks = paths.compactMap { commands.check($0) }.map { NextCommand($0, reason) }
    return checks
      + again.compactMap { file in
        commands.check(file.specPath, world: file.world, file.property)
          .map { NextCommand($0, "checks '\(file.property)' alone") }
      }
      + obsolete.map {
        NextCommand("\(vocabulary.prunes) \($0.shellWord)", "deletes the counterexample")
      }
  }
}

/// A stored counterexample without a spec.
package struct StaleCounterexample: Sendable {
  package var path: String
  package var reason: String
  /// Whether the spec is gone, and not only moved.
  package var isGone: Bool

  package init(path: String, reason: String, isGone: Bool) {
    self.path = path
    self.reason = reason
    self.isGone = isGone
  }

  /// The file as a problem of a run.
  package func problem(_ allowances: Set<Allowance>) -> GateProblem {
    GateProblem(.orphanedCounterexample, reason, path: path, allowances: allowances)
  }
}

/// A replayed counterexample.
package struct ReplayedFile: Sendable {
  package enum Judgement: String, Codable, Sendable {
    case asExpected = "as-expected"
    /// A fixed violation happens again, or a known violation no longer happens.
    case contradicted
    /// It could not be replayed completely.
    case open
  }

  package var path: String
  @Boxed package var document: CounterexampleDocument
  /// The spec with the constants of the file.
  package var spec: CheckedSpec
  package var starts: [[Value]]
  @Boxed package var result: ReplayResult
  @Boxed package var replayed: ReplayedCounterexample
  /// Further notes for the reader, one sentence each.
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
    replayed = ReplayedCounterexample(result, of: document, in: spec)
    if case .gone = result.verdict {
      replayed.summary +=
        "; if it was removed on purpose, '\(vocabulary.prunes)' deletes such files"
    }
    if isEdited {
      replayed.fixingGuard = nil
      replayed.summary =
        "edited: the spec is as it was when this was found, and it does not show "
        + "(\(replayed.summary))"
    }
  }

  /// The comparison of the verdict with the file's expectation. A violation whose last event is now refused by its
  /// guard counts as fixed.
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

  /// Whether the violation is gone in the same text in which it was found.
  private var isEdited: Bool {
    document.spec.digest == spec.file.digest
      && [.fixed, .noLongerPossible].contains(replayed.verdict)
  }

  /// Whether the text of the spec has changed since the counterexample was written.
  package var isSpecChanged: Bool {
    document.spec.digest.map { $0 != spec.file.digest } ?? false
  }
}
