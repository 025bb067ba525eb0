import Semantics
import Traces

/// All that a run was asked, case by case, with how each turned out: what every report for CI is made
/// of, so that all of them count alike.
///
/// Some case is red (`Case.isRed`) exactly where the exit status of the run is not 0.
package struct CaseList: Sendable {
  package private(set) var suites: [CaseSuite] = []
  /// What is said of the text of specs and keeps nothing from being right.
  package private(set) var warnings: [CaseFinding] = []
  /// What is right and proves little, a sentence each.
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
    // Whatever else may end a run with another status than 0: no consumer shows it as green.
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

  /// Of findings about the same thing, all but the first are numbered.
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

  /// All cases with the suites that they are in.
  package var all: [(suite: CaseSuite, each: Case)] {
    suites.flatMap { suite in suite.cases.map { (suite, $0) } }
  }
}

/// A finding with the others that have the same cause.
package struct CaseCause: Sendable {
  package var suite: CaseSuite
  package var each: Case
  package var finding: CaseFinding
  /// The names of the other cases, with their worlds.
  package var others: [String] = []

  /// The other places in a sentence; nil if there are none.
  package var othersText: String? {
    others.isEmpty ? nil : "Same cause: \(WrappedText.names(others, most: 12))"
  }
}

extension CaseList {
  /// The findings of cases with an outcome, each cause once: the shortest trace, that of the default world before others.
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
  /// The suites with each trace once: a property that fails by the same trace in a later world names the first world.
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

/// Cases that belong together: those of one world of one spec, say.
package struct CaseSuite: Sendable {
  /// Such as `SlackTray / default`.
  package var name: String
  /// The same as the name of a class in a package: `SlackTray.default`.
  package var className: String
  /// The spec, relative to the root of the repository.
  package var path: String?
  /// The world, if it is one's.
  package var world: WorldVerdict?
  package var cases: [Case]
}

/// One question and how it was answered.
package struct Case: Sendable {
  package enum Outcome: Sendable, Equatable {
    case passed
    /// The answer is no.
    case failed
    /// There is no answer.
    case open
    /// The question could not be put.
    case broken
    /// The tool contradicts itself.
    case internalError
    /// Nobody asked, or somebody else answers; why.
    case skipped(String)
    /// It would have failed or be open had it not been allowed, with what allowed it.
    case allowed(String)

    /// Whether it keeps the run from being a success.
    package var isRed: Bool {
      switch self {
      case .failed, .open, .broken, .internalError: true
      case .passed, .skipped, .allowed: false
      }
    }
  }

  /// Unique in its suite.
  package var name: String
  /// What names the question in all runs, such as `SlackTray/noDuplicates`.
  package var rule: String
  /// What kind of thing it is, such as `invariant`; nil if the name says it.
  package var keyword: String?
  package var documentation: String?
  package var place: TextPlace?
  package var outcome: Outcome
  /// What is wrong; nothing if it passed or is skipped.
  package var findings: [CaseFinding]
  /// How it holds, if that was asked for.
  var witness: CaseFinding?
  /// All findings as one text, if that is more than one after the other.
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

  /// All that is known of what is wrong, each with its place.
  package var text: String { wholeText ?? findings.map(\.placedText).joined(separator: "\n\n") }

  /// What is wrong in one line; nil if nothing is.
  package var summary: String? {
    guard let first = findings.first else { return nil }
    return findings.count == 1 ? first.summary : "\(first.summary) (and \(findings.count - 1) more)"
  }

  /// Whether it keeps the run from being a success.
  package var isRed: Bool { outcome.isRed }
}

/// Something that is wrong, or open, at one place.
package struct CaseFinding: Sendable {
  package var rule: String
  /// In a sentence, on one line.
  package var summary: String
  /// What more is known of it: the trace and why; without absolute paths.
  package var text = ""
  /// Relative to the root of the repository.
  package var path: String?
  package var place: TextPlace?
  /// What it is about, the same after any edit that does not rename it; unique in a run.
  package var identity: String
  package var trace: Trace?
  /// The rule that causes it, in its spec; findings with the same are one wrong line. Nil if that is not known.
  package var cause: FailureCause?
  /// The line of the text to change, if that is known.
  package var culprit: TextPlace?
  package var notes: [(text: String, place: TextPlace)] = []

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

  /// What is known of it, with its place before it.
  package var placedText: String {
    guard let path else { return text }
    let head = path.printableLine + (place.map { ":\($0.line):\($0.column)" } ?? "")
    return text.hasPrefix(head) ? text : text.isEmpty ? head : "\(head)\n\(text)"
  }

  /// Digits that stay the same as long as `identity` does.
  package var fingerprint: String { Fingerprint.of(identity) }
}

/// What specs are called in reports: by name, and with their file where two share one.
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
    // What has no name of its own is called by its path.
    if name == path { return relative.printableLine }
    return shared.contains(name)
      ? "\(name) (\(relative))".printableLine : name.printableLine
  }
}
