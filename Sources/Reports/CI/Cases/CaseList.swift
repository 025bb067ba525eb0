import Basics
import Semantics
import Traces

/// All properties and other questions of a run as test cases with outcomes. Every report for CI is made from this list,
/// so all have the same counts.
///
/// Some case is red (`Case.isRed`) exactly if the exit status of the run is not 0.
package struct CaseList: Sendable {
  package private(set) var suites: [CaseSuite] = []
  /// The warnings about the text of specs, which do not fail the run.
  package private(set) var warnings: [CaseFinding] = []
  /// Notes about results that pass but prove little, one sentence each.
  package let asides: [String]
  package let paths: RepositoryPaths
  package let status: ExitStatus
  package let duration: Duration

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    self.paths = paths
    status = report.status
    asides = report.asides.map(paths.withoutRoot)
    duration = report.duration
    let names = SuiteNames(report, paths)
    suites.append(runSuite(report))
    for spec in report.specs { suites += specSuites(spec, report, names) }
    suites += replaySuites(report, names)
    suites.removeAll(where: \.cases.isEmpty)
    warnings = Self.warnings(report, paths)
    // Any other reason for an exit status other than 0 also needs a red case.
    if status != .success, !suites.contains(where: { $0.cases.contains(where: \.isRed) }) {
      let finding = CaseFinding(
        rule: "traycheck/status", summary: "the run ended with exit status \(status.rawValue)",
        identity: "status")
      suites.insert(
        CaseSuite(
          name: "traycheck", className: "traycheck",
          cases: [Case("status", rule: finding.rule, .broken, [finding])]), at: 0)
    }
    makeIdentitiesUnique()
  }

  /// Numbers findings with the same identity, except for the first.
  private mutating func makeIdentitiesUnique() {
    var counts: [String: Int] = [:]
    func number(_ finding: inout CaseFinding) {
      counts[finding.identity, default: 0] += 1
      if let count = counts[finding.identity], count > 1 { finding.identity += "\n\(count)" }
    }
    for suite in suites.indices {
      for each in suites[suite].cases.indices {
        for index in suites[suite].cases[each].findings.indices {
          number(&suites[suite].cases[each].findings[index])
        }
      }
    }
    for index in warnings.indices { number(&warnings[index]) }
  }

  /// All cases with their suites.
  package var all: [(suite: CaseSuite, each: Case)] {
    suites.flatMap { suite in suite.cases.map { (suite, $0) } }
  }
}

/// A finding with the other findings that have the same cause.
package struct CaseCause: Sendable {
  @Boxed package var suite: CaseSuite
  @Boxed package var each: Case
  @Boxed package var finding: CaseFinding
  /// The names of the other cases, with their worlds.
  package var others: [String] = []

  /// The other places as a sentence; nil if there are none.
  package var othersText: String? {
    others.isEmpty ? nil : "Same cause: \(WrappedText.names(others, most: 12))"
  }
}

extension CaseList {
  /// The findings of cases with certain outcomes, one for each cause: the one with the shortest trace, preferring the
  /// default world.
  package func causes(where isChosen: (Case.Outcome) -> Bool) -> [CaseCause] {
    var causes: [CaseCause] = []
    for (suite, each) in all where isChosen(each.outcome) {
      for finding in each.findings {
        let same = causes.firstIndex {
          finding.cause != nil && $0.finding.cause == finding.cause
            && $0.suite.path == suite.path
        }
        guard let index = same else {
          causes.append(CaseCause(suite: suite, each: each, finding: finding))
          continue
        }
        let length = { (finding: CaseFinding) in finding.trace?.steps.count ?? 0 }
        if length(finding) < length(causes[index].finding) {
          let old = causes[index]
          causes[index] = CaseCause(
            suite: suite, each: each, finding: finding,
            others: ["\(old.suite.name): \(old.each.name)"] + old.others)
        } else {
          causes[index].others.append("\(suite.name): \(each.name)")
        }
      }
    }
    return causes
  }
}

extension CaseList {
  /// The suites with each trace once: a property that fails by the same trace in a later world refers to the first
  /// world.
  package var suitesWithoutRepeatedTraces: [CaseSuite] {
    var first: [String: String] = [:]
    var suites = suites
    for suite in suites.indices {
      for each in suites[suite].cases.indices {
        for index in suites[suite].cases[each].findings.indices {
          let finding = suites[suite].cases[each].findings[index]
          guard let trace = finding.trace else { continue }
          let events = trace.steps.map { "\($0.event) \($0.rule ?? "")" } + [trace.attempt ?? ""]
          let key = ([finding.path ?? "", finding.rule, finding.summary] + events)
            .joined(separator: "\n")
          if let world = first[key] {
            suites[suite].cases[each].findings[index].text = "The same trace as in \(world)."
          } else {
            first[key] = suites[suite].name
          }
        }
      }
    }
    return suites
  }
}

/// A group of cases, such as those of one world of one spec.
package struct CaseSuite: Sendable {
  /// The name of the suite, such as `SlackTray / default`.
  package var name: String
  /// The name in the form of a class in a package: `SlackTray.default`.
  package var className: String
  /// The path of the spec, relative to the root of the repository.
  package var path: String?
  /// The world of the suite; nil if it does not belong to one.
  @Boxed package var world: WorldVerdict?
  package var cases: [Case]
}

/// A question about a spec, with its answer.
package struct Case: Sendable {
  package enum Outcome: Sendable, Equatable {
    case passed
    /// The property or expectation is violated.
    case failed
    /// The result is inconclusive.
    case open
    /// The question is invalid, for example because of an error in the spec.
    case broken
    /// The tool made a mistake.
    case internalError
    /// The case was not checked, with the reason.
    case skipped(String)
    /// The case would have failed or been inconclusive without an allowance, which is named.
    case allowed(String)

    /// Whether the outcome keeps the run from passing.
    package var isRed: Bool {
      switch self {
      case .failed, .open, .broken, .internalError: true
      case .passed, .skipped, .allowed: false
      }
    }
  }

  /// The name of the case, unique in its suite.
  package var name: String
  /// A name of the question that is stable between runs, such as `SlackTray/noDuplicates`.
  package var rule: String
  /// The kind of the case, such as `invariant`; nil if its name contains it.
  package var keyword: String?
  package var documentation: String?
  package var place: TextPlace?
  package var outcome: Outcome
  /// The findings; empty if the case passed or was skipped.
  package var findings: [CaseFinding]
  /// The witness of a passing case, if it was requested.
  @Boxed var witness: CaseFinding?
  /// All findings as one text, if it is more than their concatenation.
  var wholeText: String?

  init(
    _ name: String, rule: String, keyword: String? = nil, documentation: String? = nil,
    place: TextPlace? = nil, _ outcome: Outcome, _ findings: [CaseFinding] = []
  ) {
    self.name = name
    self.rule = rule
    self.keyword = keyword
    self.documentation = documentation
    self.place = place
    self.outcome = outcome
    self.findings = findings
  }

  /// The complete text of all findings, each with its place.
  package var text: String { wholeText ?? findings.map(\.placedText).joined(separator: "\n\n") }

  /// The findings in one line; nil if there are none.
  package var summary: String? {
    guard let first = findings.first else { return nil }
    return findings.count == 1 ? first.summary : "\(first.summary) (and \(findings.count - 1) more)"
  }

  /// Whether the case keeps the run from passing.
  package var isRed: Bool { outcome.isRed }
}

/// A violation, error or open question at one place.
package struct CaseFinding: Sendable {
  package var rule: String
  /// The finding in a sentence, on one line.
  package var summary: String
  /// The details: the trace and its explanation, without absolute paths.
  package var text = ""
  /// The path of the file, relative to the root of the repository.
  package var path: String?
  package var place: TextPlace?
  /// The identity of the subject, unique in a run. It is stable under edits, except for renamings.
  package var identity: String
  package var trace: Trace?
  /// The rule that causes the finding, used to group findings; nil if it is unknown.
  package var cause: FailureCause?
  /// The place in the text to change; nil if it is unknown.
  package var culprit: TextPlace?
  package var notes: [(text: String, place: TextPlace)] = []
  /// Suggested fixes, one sentence each.
  package var help: [String] = []
  /// The suggested fixes that a program can apply to the file at `path`.
  package var fixes: [TrayDiagnostic.QuickFix] = []

  init(
    rule: String, summary: String, text: String = "", path: String? = nil,
    place: TextPlace? = nil, identity: String, trace: Trace? = nil
  ) {
    self.rule = rule
    self.summary = summary.printable.split(separator: "\n").joined(separator: " ")
    self.text = text
    self.path = path
    self.place = place
    self.identity = identity
    self.trace = trace
  }

  /// The details of the finding, preceded by its place.
  package var placedText: String {
    guard let path else { return text }
    let head = path.printableLine + (place.map { ":\($0.line):\($0.column)" } ?? "")
    return text.hasPrefix(head) ? text : text.isEmpty ? head : "\(head)\n\(text)"
  }

  /// A hash of `identity` in hexadecimal digits.
  package var fingerprint: String { Fingerprint.of(identity) }
}

/// The names of specs in reports: with the file name if two specs share a name.
struct SuiteNames {
  private let shared: Set<String>
  private let paths: RepositoryPaths

  init(_ report: CheckReport, _ paths: RepositoryPaths) {
    self.paths = paths
    var files: [String: Set<String>] = [:]
    for spec in report.specs { files[spec.name, default: []].insert(paths.relative(spec.path)) }
    shared = Set(files.filter { $0.value.count > 1 }.keys)
  }

  func name(_ name: String, at path: String) -> String {
    let relative = paths.relative(path)
    // A spec without a name is called by its path.
    if name == path { return relative.printableLine }
    return shared.contains(name)
      ? "\(name) (\(relative))".printableLine : name.printableLine
  }
}
