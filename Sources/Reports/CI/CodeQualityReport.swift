import Files

/// The report that GitLab shows in a merge request: findings by file and line, as a JSON array; empty if there are
/// none.
package struct CodeQualityReport {
  private let list: CaseList

  package init(_ report: CheckReport, paths: RepositoryPaths) {
    list = CaseList(report, paths: paths)
  }

  struct Issue: Encodable {
    struct Location: Encodable { let path: String, lines: Lines }
    struct Lines: Encodable { let begin: Int }

    let description: String
    let check_name: String
    let fingerprint: String
    /// The severity: `blocker` and `critical` for failures, `major` for inconclusive results, `minor` for warnings, and
    /// `info` for allowed findings.
    let severity: String
    let location: Location

    init(_ finding: CaseFinding, of subject: String?, _ severity: String) {
      // Reports with a longer text slow down the page of a merge request.
      description = ((subject.map { "\($0): " } ?? "") + finding.summary).cut(toBytes: 4000)
      check_name = finding.rule
      fingerprint = finding.fingerprint
      self.severity = severity
      location = Location(
        path: (finding.path ?? ".").printableLine, lines: Lines(begin: finding.place?.line ?? 1))
    }
  }

  package func encoded() throws -> String {
    var issues: [Issue] = []
    for cause in list.causes(where: { $0 == .failed }) {
      var finding = cause.finding
      finding.place = finding.culprit ?? finding.place
      if let others = cause.othersText { finding.summary += ". \(others)" }
      issues.append(Issue(finding, of: "\(cause.suite.name): \(cause.each.name)", "critical"))
    }
    for (suite, each) in list.all where each.outcome != .failed {
      let severity: String? =
        switch each.outcome {
        case .passed, .skipped, .failed: nil
        case .broken, .internalError: "blocker"
        case .open: "major"
        case .allowed: "info"
        }
      guard let severity else { continue }
      issues += each.findings.map { Issue($0, of: "\(suite.name): \(each.name)", severity) }
    }
    issues += list.warnings.map { Issue($0, of: nil, "minor") }
    return try JSONDocument.text(of: issues)
  }
}
