import Semantics

extension CaseList {
  // MARK: Specs

  /// A suite for the text if it has errors, and one for each world.
  func specSuites(_ spec: SpecReport, _ report: CheckReport, _ names: SuiteNames) -> [CaseSuite] {
    let path = paths.relative(spec.path)
    let name = names.name(spec.name, at: spec.path)
    var suites: [CaseSuite] = []
    if spec.hasErrors {
      let text = DiagnosticText(shownPath: paths.relative)
        .render(spec.diagnostics, suppressed: spec.suppressedDiagnostics)
      let findings = spec.diagnostics.filter { $0.severity == .error }.map { finding($0, path) }
      var compile = Case("compile", rule: "traycheck/compile", place: spec.place, .broken, findings)
      compile.wholeText = text
      suites.append(
        CaseSuite(name: name, className: Self.className([name]), path: path, cases: [compile]))
    }
    return suites
      + spec.verdicts.map { world in
        let cases = WorldCases(
          world: world, spec: name, path: path, report: report, changes: spec.changes)
        return CaseSuite(
          name: "\(name) / \(world.name)", className: Self.className([name, world.name]),
          path: path, world: world, cases: cases.all().map(placed))
      }
  }

  /// The warnings about the text of specs, which do not fail the run.
  static func warnings(_ report: CheckReport, _ paths: RepositoryPaths) -> [CaseFinding] {
    report.specs.flatMap { spec in
      spec.diagnostics.filter { $0.severity == .warning }
        .map { finding($0, paths.relative(spec.path), paths) }
    }
  }

  private func finding(_ diagnostic: Diagnostic, _ path: String) -> CaseFinding {
    Self.finding(diagnostic, path, paths)
  }

  private static func finding(
    _ diagnostic: Diagnostic, _ path: String, _ paths: RepositoryPaths
  ) -> CaseFinding {
    let file = diagnostic.file.usedPath(at: diagnostic.range).map(paths.relative) ?? path
    var finding = CaseFinding(
      rule: "traycheck/\(diagnostic.code.name)",
      summary: paths.withoutRoot(diagnostic.message),
      text: DiagnosticText(shownPath: paths.relative).render(diagnostic),
      path: file, place: TextPlace(diagnostic.file, diagnostic.range),
      identity: "\(path)\n\(diagnostic.code.name)\n\(diagnostic.message)")
    finding.notes = diagnostic.notes.map {
      ($0.message.printable, TextPlace(diagnostic.file, $0.range))
    }
    let data = TrayDiagnostic(diagnostic)
    finding.help = data.fixes
    finding.fixes = data.quickFixes.filter { fix in
      fix.edits.allSatisfy { $0.place.path == data.place.path }
    }
    return finding
  }

  // MARK: Stored counterexamples

  /// A suite for each spec that has stored counterexamples, with a case for each.
  func replaySuites(_ report: CheckReport, _ names: SuiteNames) -> [CaseSuite] {
    var suites: [CaseSuite] = []
    for file in report.replays.verdicts {
      let path = paths.relative(file.specPath)
      let spec = names.name(file.spec, at: file.specPath)
      let replayed = placed(replay(file, path, spec, report))
      let name = "\(spec) / counterexamples"
      if let index = suites.firstIndex(where: { $0.name == name && $0.path == path }) {
        suites[index].cases.append(replayed)
      } else {
        suites.append(
          CaseSuite(
            name: name, className: Self.className([spec, "counterexamples"]), path: path,
            cases: [replayed]))
      }
    }
    let broken = report.replays.broken.enumerated().map { index, broken in
      let text = DiagnosticText(shownPath: paths.relative)
        .render(broken.diagnostics, suppressed: broken.suppressed)
      let path = broken.diagnostics.first.map { paths.relative($0.file.path) } ?? ""
      var compile = Case(
        "compile \(path)", rule: "traycheck/compile", .broken,
        broken.diagnostics.map { finding($0, path) })
      compile.wholeText = text
      if index > 0 { compile.name += " (\(index + 1))" }
      return compile
    }
    if !broken.isEmpty {
      suites.append(
        CaseSuite(name: "counterexamples", className: "counterexamples", cases: broken))
    }
    return suites
  }

  private func replay(
    _ file: ReplayVerdict, _ path: String, _ spec: String, _ report: CheckReport
  ) -> Case {
    let outcome: Case.Outcome =
      switch file.judgement {
      case .asExpected: .passed
      case .contradicted: .failed
      case .open: report.outcome(.open, unless: .unreplayed)
      }
    let name = paths.relative(file.path)
    let rule = "traycheck/counterexample"
    guard file.judgement != .asExpected else { return Case(name, rule: rule, .passed) }
    var finding = CaseFinding(
      rule: rule, summary: "\(file.property): \(ReplayText.verdict(file))",
      path: file.violation == nil ? name : path,
      place: file.violation?.place ?? TextPlace(line: 1, column: 1),
      identity: "\(name)\ncounterexample", trace: file.trace)
    finding.text = CaseText.text(file)
    // It belongs to the story of its property.
    if !file.kind.isGeneral, file.violation != nil, file.trace.loop == nil {
      finding.cause = FailureCause(of: file.trace, file.origin?.step)
    }
    return Case(name, rule: rule, place: finding.place, outcome, [finding])
  }

  // MARK: The run

  /// The problems outside of specs: unreadable files and requests without properties.
  func runSuite(_ report: CheckReport) -> CaseSuite {
    var cases = report.allUnreadable.map { file in
      let path = paths.relative(file.path)
      let place = file.place.map { TextPlace(line: $0.line, column: $0.column) }
      let finding = CaseFinding(
        rule: "traycheck/unreadable", summary: paths.withoutRoot(file.reason), path: path,
        place: place, identity: "\(path)\nunreadable")
      return Case("unreadable \(path)", rule: finding.rule, place: place, .broken, [finding])
    }
    cases += report.problems.map { problem in
      let path = problem.path.map(paths.relative)
      let finding = CaseFinding(
        rule: "traycheck/\(problem.kind.rawValue)", summary: summary(problem), path: path,
        place: problem.place,
        identity: "\(path ?? "")\n\(problem.kind.rawValue)"
          + (problem.kind == .unasked ? "\n\(problem.message)" : ""))
      let outcome: Case.Outcome =
        problem.isAllowed
        ? .allowed(
          problem.kind.allowance.map(report.vocabulary.allowing) ?? "no verdict depends on it")
        : problem.status == .inconclusive ? .open : .broken
      return Case(
        ([problem.kind.rawValue] + (path.map { [$0] } ?? [])).joined(separator: " "),
        rule: finding.rule, place: problem.place, outcome, [finding])
    }
    return CaseSuite(
      name: "traycheck", className: "traycheck", cases: Self.withUniqueNames(cases))
  }

  private func summary(_ problem: GateProblem) -> String {
    var message = problem.message
    if let path = problem.path, path.hasPrefix("/") {
      message = message.replacing(path, with: paths.relative(path))
    }
    return paths.withoutRoot(message)
  }

  private static func withUniqueNames(_ cases: [Case]) -> [Case] {
    var counts: [String: Int] = [:]
    return cases.map { each in
      var each = each
      counts[each.name, default: 0] += 1
      if let count = counts[each.name], count > 1 { each.name += " (\(count))" }
      return each
    }
  }

  /// The case with paths relative to the repository, since messages may contain the user's paths and places may be in
  /// used files.
  private func placed(_ each: Case) -> Case {
    var each = each
    each.findings = each.findings.map(placed)
    each.witness = each.witness.map(placed)
    return each
  }

  private func placed(_ finding: CaseFinding) -> CaseFinding {
    var finding = finding
    if let used = finding.place?.path { finding.path = paths.relative(used) }
    finding.summary = paths.withoutRoot(finding.summary)
    finding.text = paths.withoutRoot(finding.text)
    return finding
  }

  /// Readers take the text before the last dot as the package.
  private static func className(_ parts: [String]) -> String {
    parts.map { $0.replacing(".", with: "_") }.joined(separator: ".")
  }
}

extension CheckReport {
  /// The outcome of a case, adjusted for an allowance of the run.
  func outcome(_ outcome: Case.Outcome, unless allowance: Allowance) -> Case.Outcome {
    allowances.contains(allowance) ? .allowed(vocabulary.allowing(allowance)) : outcome
  }
}
