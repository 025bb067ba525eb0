import Files
import Semantics
import Traces

/// The report as SARIF 2.1.0 for code scanning: a rule for each property, and a result for each cause of failures and
/// each inconclusive property, with its trace as a code flow.
///
/// The location of a result is the line to change, if that is known. The property is a related location.
///
/// An inconclusive result has level `error` like a violation. The standard has the kind `open` for it, but readers do
/// not show that kind as a failure. An allowed finding has level `note`. If nothing failed but the run did not pass,
/// `executionSuccessful` is false.
package final class SARIFReport {
  private let list: CaseList
  private let version: String

  /// Creates a report.
  ///
  /// - Parameters:
  ///   - paths: makes paths relative to the root of the repository.
  ///   - version: the version of the tool, such as `1.2.3`.
  package init(_ report: CheckReport, paths: RepositoryPaths, version: String) {
    list = CaseList(report, paths: paths)
    self.version = version
  }

  package func encoded() throws -> String {
    var rules = SARIFRules(list)
    let results = self.results(&rules)
    let driver = SARIFDocument.Driver(
      name: "Traycheck", fullName: "Traycheck \(version)", version: version,
      semanticVersion: version, rules: rules.all)
    let run = SARIFDocument.Run(
      tool: .init(driver: driver), invocations: [invocation],
      originalUriBaseIds: [
        SARIFDocument.root: .init(description: .init(text: "The root of the repository."))
      ],
      columnKind: "unicodeCodePoints", results: results)
    return try JSONDocument.text(of: SARIFDocument(runs: [run]))
  }

  // MARK: The run

  private var invocation: SARIFDocument.Invocation {
    // For SARIF, a run that found a violation was successful.
    let isDone = [.success, .violation, .inconclusive].contains(list.status)
    var notifications: [SARIFDocument.Notification] = []
    for each in runCases {
      for finding in each.findings {
        notifications.append(
          .init(
            descriptor: .init(id: finding.rule), level: each.isRed ? "error" : "note",
            message: .init(text: finding.summary),
            locations: finding.path.map { [.init(physicalLocation: location($0, finding.place))] }))
      }
    }
    notifications += list.asides.map {
      .init(
        descriptor: .init(id: "traycheck/aside"), level: "note", message: .init(text: $0),
        locations: nil)
    }
    return SARIFDocument.Invocation(
      executionSuccessful: isDone && !runCases.contains(where: \.isRed),
      exitCode: list.status.rawValue, exitCodeDescription: list.status.word,
      toolExecutionNotifications: notifications)
  }

  /// The cases about the run and not about a spec.
  private var runCases: [Case] {
    list.all.filter { $0.suite.path == nil }.map(\.each)
  }

  // MARK: Results

  private func results(_ rules: inout SARIFRules) -> [SARIFDocument.Result] {
    var results: [SARIFDocument.Result] = []
    for cause in list.causes(where: \.isRed) {
      var finding = cause.finding
      if let others = cause.othersText {
        finding.text += (finding.text.isEmpty ? "" : "\n") + others
      }
      results += result(finding, "error", cause.each, cause.suite, &rules).map { [$0] } ?? []
    }
    for (suite, each) in list.all {
      if let witness = each.witness {
        results += result(witness, "none", each, suite, &rules).map { [$0] } ?? []
      }
      guard case .allowed = each.outcome else { continue }
      for finding in each.findings {
        results += result(finding, "note", each, suite, &rules).map { [$0] } ?? []
      }
    }
    for finding in list.warnings {
      results += result(finding, "warning", nil, nil, &rules).map { [$0] } ?? []
    }
    return results
  }

  /// Creates a result; nil without a place, since services reject such results. These are reported as notifications
  /// only.
  private func result(
    _ finding: CaseFinding, _ level: String, _ each: Case?, _ suite: CaseSuite?,
    _ rules: inout SARIFRules
  ) -> SARIFDocument.Result? {
    guard let path = finding.path else { return nil }
    var location = SARIFDocument.Location(
      physicalLocation: self.location(path, finding.culprit ?? finding.place))
    var subject = ""
    if let each, let suite {
      subject = "\(suite.name): \(each.keyword.map { "\($0) " } ?? "")\(each.name.printableLine): "
      location.logicalLocations = [
        .init(
          name: each.name.printableLine,
          fullyQualifiedName: "\(suite.name)/\(each.name)".printableLine,
          kind: each.keyword ?? "check")
      ]
    }
    let text = subject + finding.summary + (finding.text.isEmpty ? "" : "\n\n\(finding.text)")
    return SARIFDocument.Result(
      ruleId: finding.rule, ruleIndex: rules.index(of: finding.rule),
      kind: level == "none" ? "pass" : nil, level: level,
      message: .init(text: text), locations: [location],
      codeFlows: suite.flatMap { codeFlow(finding, $0) }.map { [$0] },
      relatedLocations: related(finding, each, suite),
      // GitHub recognises a result by the second one.
      partialFingerprints: [
        "traycheck/v1": finding.fingerprint,
        "primaryLocationLineHash": "\(finding.fingerprint):1",
      ],
      fixes: finding.fixes.isEmpty ? nil : finding.fixes.map { fix($0, path) })
  }

  private func fix(_ fix: TrayDiagnostic.QuickFix, _ path: String) -> SARIFDocument.QuickFix {
    let replacements = fix.edits.map { edit in
      SARIFDocument.Replacement(
        deletedRegion: .init(
          startLine: edit.place.line, startColumn: edit.place.column, endLine: edit.end.line,
          endColumn: edit.end.column),
        insertedContent: .init(text: edit.text))
    }
    return SARIFDocument.QuickFix(
      description: .init(text: fix.message.printable),
      artifactChanges: [.init(artifactLocation: .init(path), replacements: replacements)],
      properties: .init(isCertain: fix.isCertain))
  }

  private func related(
    _ finding: CaseFinding, _ each: Case?, _ suite: CaseSuite?
  ) -> [SARIFDocument.Location]? {
    guard let path = finding.path else { return nil }
    var places = finding.notes
    if let each, let place = finding.place, let culprit = finding.culprit, culprit != place {
      places.append(("\(each.keyword ?? "the check") \(each.name)", place))
    }
    if let suite, let world = suite.world, suite.path == path, world.place != finding.place {
      places.append(("the world \(world.name)", world.place))
    }
    guard !places.isEmpty else { return nil }
    return places.enumerated().map { index, note in
      .init(
        id: index + 1, physicalLocation: location(path, note.place), message: .init(text: note.text)
      )
    }
  }

  // MARK: Traces

  /// The maximum number of steps of a code flow that services show.
  private static let maximumSteps = 1000

  private func codeFlow(_ finding: CaseFinding, _ suite: CaseSuite) -> SARIFDocument.CodeFlow? {
    let flow = finding.flow(in: suite, most: Self.maximumSteps)
    guard !flow.isEmpty, let path = suite.path else { return nil }
    let end = finding.path == path ? finding.place : nil
    let locations = flow.map { number, text, place in
      SARIFDocument.FlowLocation(
        location: .init(
          physicalLocation: location(path, place ?? end ?? TextPlace(line: 1, column: 1)),
          message: .init(text: text)),
        executionOrder: number)
    }
    return .init(threadFlows: [.init(locations: locations)])
  }

  /// The place may be in a file that the spec uses.
  private func location(_ path: String, _ place: TextPlace?) -> SARIFDocument.PhysicalLocation {
    .init(place?.path.map(list.paths.relative) ?? path, place)
  }
}
