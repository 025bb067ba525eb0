import Files
import Traces

/// The JSON report of `check`, in a versioned format.
///
/// Within one `schemaVersion`, keys may be added, but they are never removed and never change their meaning.
package final class JSONReport: Encodable {
  /// The version of the format, incremented when readers of the old format would fail.
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
  let fixed: [AppliedFix]?
  let problems: [GateProblem]
  let loosened: [String]
  let asides: [String]
  let next: [NextCommand]

  /// Creates a report.
  ///
  /// - Parameter paths: makes paths relative to the root of the repository; nil to keep them as given.
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
    next = CommandsToCopy(report).next(after: report)
    saved = report.saved.map { Saved(path: relative($0.outcome.path), outcome: $0.outcome.word) }
    fixed = report.fixed?.map { $0.located(relative) }
    specs = report.specs.map { SpecVerdict($0, relative) }
  }

  /// The document as text, with a fixed order of keys.
  package func encoded() throws -> String { try JSONDocument.text(of: self) }

  /// The result of storing a violation.
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
  /// The status as a word.
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
  /// Returns a path relative to the root of the repository, if there are repository paths.
  var relative: (String) -> String {
    { path in self?.relative(path) ?? path }
  }
}

extension ReplayVerdict {
  /// The verdict with converted paths.
  func located(_ relative: (String) -> String) -> ReplayVerdict {
    var verdict = self
    verdict.path = relative(path)
    verdict.specPath = relative(specPath)
    return verdict
  }
}

extension GateProblem {
  /// The problem with a converted path.
  func located(_ relative: (String) -> String) -> GateProblem {
    var problem = self
    problem.path = path.map(relative)
    return problem
  }
}
