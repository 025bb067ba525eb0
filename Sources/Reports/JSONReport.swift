import Traces

/// The report of `check` for tools: a JSON document whose form is versioned.
///
/// Within one `schemaVersion` keys are added and never removed or given another meaning.
package struct JSONReport: Encodable {
  /// The version of the form, raised when a reader of the old form would go wrong.
  package static let schemaVersion = 1

  let schema = "traycheck-check"
  let schemaVersion = JSONReport.schemaVersion
  let status: String
  let exitStatus: Int32
  let seconds: Double
  let unreadable: [Unreadable]
  let replays: [ReplayVerdict]
  let specs: [SpecVerdict]
  let shard: ShardDocument?
  let saved: [Saved]
  let problems: [GateProblem]
  let loosened: [String]
  let asides: [String]

  /// - Parameter paths: makes paths relative to the root of the repository; without it they stay as they
  ///   were given.
  package init(_ report: CheckReport, paths: RepositoryPaths? = nil) {
    let relative = paths.relative
    shard = report.shard
    status = report.status.word
    exitStatus = report.status.rawValue
    seconds = report.duration.inSeconds
    unreadable = report.allUnreadable.map { Unreadable($0, relative) }
    replays = report.replays.verdicts.map { $0.located(relative) }
    problems = report.problems.map { $0.located(relative) }
    loosened = report.loosened
    asides = report.asides
    saved = report.saved.map { Saved(path: relative($0.outcome.path), outcome: $0.outcome.word) }
    specs = report.specs.map { SpecVerdict($0, relative) }
  }

  /// The document as text, with its keys in a fixed order.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  /// What became of a violation that was to be stored.
  struct Saved: Encodable {
    let path: String
    let outcome: String
  }

  package struct Unreadable: Encodable {
    let path: String
    let reason: String
    let place: TextPlace?

    package init(_ file: CheckReport.Unreadable, _ relative: (String) -> String = { $0 }) {
      path = relative(file.path)
      reason = file.reason
      place = file.place.map { TextPlace(line: $0.line, column: $0.column) }
    }
  }
}

extension ExitStatus {
  /// The status in a word.
  package var word: String {
    switch self {
    case .success: "success"
    case .violation: "violation"
    case .specError: "spec-error"
    case .inconclusive: "inconclusive"
    case .usage: "usage"
    case .internalError: "internal-error"
    case .enginesDiffer: "engines-differ"
    }
  }
}

extension RepositoryPaths? {
  /// A path relative to the root of the repository, if there is one to look at.
  var relative: (String) -> String {
    { path in self?.relative(path) ?? path }
  }
}

extension ReplayVerdict {
  /// The same with other paths.
  func located(_ relative: (String) -> String) -> ReplayVerdict {
    var verdict = self
    verdict.path = relative(path)
    verdict.specPath = relative(specPath)
    return verdict
  }
}

extension GateProblem {
  /// The same with another path.
  func located(_ relative: (String) -> String) -> GateProblem {
    var problem = self
    problem.path = path.map(relative)
    return problem
  }
}
