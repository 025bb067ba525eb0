import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// Code actions at a place in a spec.
extension LanguageServer {
  /// The kind of the action that applies all certain fixes.
  static let fixAll = "source.fixAll.traycheck"

  /// Quick fixes for the diagnostics of a range, and refactorings of the text and of the last check's findings. The
  /// action for the whole text is part of them only if the client names its kind.
  mutating func actions(_ parameters: Parameters) throws(Refusal) -> [LSP.CodeAction] {
    let document = try document(parameters)
    let known = analysis(of: document, notesAllNames: false)
    let range = parameters.range.map(document.offsets) ?? SourceRange(0, 0)
    let only = parameters.context?.only ?? []
    func isWanted(_ kind: String) -> Bool {
      only.isEmpty || only.contains { kind == $0 || kind.hasPrefix("\($0).") }
    }
    var actions: [LSP.CodeAction] = []
    if isWanted("quickfix") {
      actions += known.diagnostics.filter { !$0.edits.isEmpty && $0.range.touches(range) }
        .map(quickFix)
    }
    if !only.isEmpty, isWanted(Self.fixAll) {
      let edits = FixItVerifier.together(known.diagnostics).inOneText
      let action = LSP.CodeAction(
        title: "apply all certain fixes", kind: Self.fixAll,
        edit: message(edits, in: known.understanding.file))
      if !edits.isEmpty { actions.append(action) }
    }
    if isWanted("refactor") {
      actions += refactorings(document, known, range).map {
        LSP.CodeAction(
          title: $0.title.printableLine, kind: "refactor",
          edit: message($0.edits, in: known.understanding.file))
      }
    }
    return actions
  }

  private func quickFix(_ diagnostic: Diagnostic) -> LSP.CodeAction {
    let range = location(diagnostic.range, in: diagnostic.file).range
    return LSP.CodeAction(
      title: (diagnostic.fixes.first ?? "apply the fix").printableLine, kind: "quickfix",
      isPreferred: true, diagnostics: [message(diagnostic, at: range)],
      edit: message(diagnostic.edits, in: diagnostic.file))
  }

  /// The refactorings after which the text has no errors.
  private func refactorings(
    _ document: OpenDocument, _ known: AnalyzedDocument, _ range: SourceRange
  ) -> [Refactoring] {
    guard known.isSound else { return [] }
    let understanding = known.understanding
    var found = [understanding.symmetric(at: range)].compactMap(\.self)
    for world in checks[document.path]?.worlds ?? [] {
      for counterexample in world.counterexamples where !world.announces(counterexample.violation) {
        guard understanding.isAbout(counterexample, in: world, range) else { continue }
        found += refactorings(understanding, counterexample, world)
      }
    }
    return found.filter { refactoring in
      let (syntax, sink) = Parser.parse(understanding.file.replacing(refactoring.edits))
      let worlds = refactoring.world.map { [$0] } ?? syntax.worldNames
      return !sink.hasErrors
        && ([nil] + worlds.filter(syntax.worldNames.contains)).allSatisfy {
          (try? ResolvedWorld.check(syntax, world: $0, limits: limits)) != nil
        }
    }
  }

  /// The refactorings of a violation: a scenario of it, a world that expects it, or a rule for a gap.
  private func refactorings(
    _ understanding: Understanding, _ counterexample: Counterexample, _ world: WorldReport
  ) -> [Refactoring] {
    let (violation, spec) = (counterexample.violation, world.spec)
    let name = counterexample.verdict.name
    var found: [Refactoring?] = [
      scenario(counterexample, world, understanding.syntax).map { scenario in
        Refactoring(
          title: "write the violation of '\(name)' as a scenario",
          edits: [understanding.appended(scenario)], world: spec.worldName)
      }
    ]
    if violation.word == .gap, let attempt = violation.attempt {
      found.append(understanding.otherwise(in: spec.events[attempt.event].name))
    }
    if !violation.word.isGeneral, spec.world != nil {
      found.append(understanding.announcing(name, in: spec.worldName))
    } else if !violation.word.isGeneral, let last = violation.path.steps.last {
      let event = spec.events[last.instance.event]
      found.append(
        understanding.keeping(
          event: event.name, rule: last.rule.map { event.rules[$0].name }, violating: name))
    }
    return found.compactMap(\.self)
  }

  /// A violation as a scenario of its world. The scenario passes once the violation is fixed.
  private func scenario(
    _ counterexample: Counterexample, _ world: WorldReport, _ syntax: SpecSyntax
  ) -> String? {
    let (violation, spec) = (counterexample.violation, world.spec)
    guard let settled = try? ResolvedWorld(syntax, world: spec.world?.name, limits: limits) else {
      return nil
    }
    let document = CounterexampleDocument(
      counterexample, in: spec, path: nil,
      provenance: .init(by: .check, originalLength: violation.length))
    let result = ReplayResult(
      verdict: .stillViolates(violation), path: violation.path, attempt: violation.attempt,
      loop: violation.lasso?.loopStart)
    let name = CounterexampleName.file(of: document.property, in: spec)
    return ScenarioText(result, of: document, path: name, in: spec, starts: settled.starts).text
      .printable
  }
}

extension Understanding {
  /// Whether a range concerns a violation: its property, event or world, or the place that it reports.
  fileprivate func isAbout(
    _ counterexample: Counterexample, in world: WorldReport, _ range: SourceRange
  ) -> Bool {
    let attempted = counterexample.violation.attempt.map { world.spec.events[$0.event].name }
    let names = [counterexample.verdict.name, attempted, world.spec.world?.name]
    return counterexample.range.touches(range)
      || symbols.contains { symbol in
        [.property, .event, .world].contains(symbol.kind) && names.contains(symbol.name.text)
          && symbol.range.union(symbol.name.range).touches(range)
      }
  }
}
