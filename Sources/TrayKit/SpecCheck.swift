import Engine
import Foundation
import Reports
import SpecLanguage

/// Takes one spec from its text to its report.
struct SpecCheck {
  let request: CheckRequest
  var mode = CheckMode.check
  var isInterrupted: @Sendable () -> Bool = { false }
  let onProgress: @Sendable (CheckProgress) -> Void

  /// A spec as far as the front end understands it.
  struct Compiled {
    var file: SourceFile
    var syntax: SpecSyntax
    /// The checked worlds, the default one first; empty if there are errors.
    var worlds: [CheckedSpec]
    var sink: DiagnosticSink
    /// What was set from outside and the spec has.
    var settings: [Setting] = []

    /// Where the spec's name stands.
    var place: TextPlace { TextPlace(file, syntax.name?.range ?? SourceRange(0, 0)) }
  }

  /// From so many stored states on a search is large.
  private static let largeSearch = 100_000

  /// Parses the spec and checks it in all of its worlds.
  func compile(_ file: SourceFile, settings: [Setting]) -> Compiled {
    var (syntax, sink) = Parser.parse(file)
    let limits = Checker.Limits(maximumValues: request.maximumValues)
    let names = Set(syntax.settableNames)
    let applicable = settings.filter { names.contains($0.name) }
    var worlds: [CheckedSpec] = []
    var worldsLeft = 20
    for world in [nil] + syntax.worldNames.map(Optional.some) {
      let result = Checker.check(
        world.map(syntax.confined) ?? syntax, world: world, settings: applicable, limits: limits)
      for diagnostic in result.sink.diagnostics.map({ told($0, of: world, after: sink) })
      where !syntax.mayExplain(diagnostic) {
        sink.report(diagnostic)
      }
      if let spec = result.spec { worlds.append(spec) }
      // With mistakes that all worlds share, a few worlds tell enough.
      if sink.hasErrors { worldsLeft -= 1 }
      if worldsLeft == 0 { break }
    }
    if sink.hasErrors { worlds = [] }
    return Compiled(
      file: file, syntax: syntax, worlds: worlds, sink: sink, settings: applicable)
  }

  /// A diagnostic that only a world's constants bring about names the world; one of a place of which
  /// the same kind of thing was said is that one again, which the sink keeps once.
  private func told(
    _ diagnostic: Diagnostic, of world: String?, after sink: DiagnosticSink
  ) -> Diagnostic {
    guard let world else { return diagnostic }
    let known = sink.diagnostics.first {
      $0.range == diagnostic.range && $0.code == diagnostic.code
    }
    if let known { return known }
    var told = diagnostic
    told.message += " (in the world '\(world)')"
    return told
  }

  /// Searches the chosen worlds of all specs.
  ///
  /// Most worlds are small. They are searched first, side by side, each on one thread; those that turn
  /// out to be larger come after them one by one, each on all threads. What is found does not depend
  /// on that.
  func reports(_ specs: [Compiled]) -> [SpecReport] {
    let chosen = specs.indices.flatMap { spec in
      specs[spec].worlds.filter(isChosen).map { (spec: spec, world: $0) }
    }
    var outcomes: [WorldCheck.Outcome?] = Array(repeating: nil, count: chosen.count)
    if case .check = mode, chosen.count > 1, threads > 1 {
      outcomes = ParallelMap.run(chosen.map(\.world), threads: threads) { world in
        worldCheck(world, threads: 1).quickly()
      }
    }
    for (index, choice) in chosen.enumerated() where outcomes[index] == nil {
      outcomes[index] = worldCheck(choice.world, threads: threads).outcome()
    }
    return specs.indices.map { spec in
      report(specs[spec], zip(chosen, outcomes).filter { $0.0.spec == spec }.compactMap(\.1))
    }
  }

  private func report(_ compiled: Compiled, _ outcomes: [WorldCheck.Outcome]) -> SpecReport {
    var sink = compiled.sink
    var reports: [WorldReport] = []
    for outcome in outcomes {
      for diagnostic in outcome.diagnostics { sink.report(diagnostic) }
      guard var report = outcome.report else { continue }
      if report.result.statistics.storedStates >= Self.largeSearch {
        report.symmetryCandidates = SymmetryCandidate.all(
          in: compiled.syntax, world: report.spec.world?.name, settings: compiled.settings,
          limits: Checker.Limits(maximumValues: request.maximumValues))
      }
      reports.append(report)
    }
    return SpecReport(
      path: compiled.file.path, name: compiled.syntax.name?.text ?? compiled.file.path,
      documentation: compiled.syntax.documentation, place: compiled.place,
      diagnostics: sink.inTextOrder,
      suppressedDiagnostics: sink.suppressed, worlds: reports)
  }

  private var threads: Int { request.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  private func isChosen(_ world: CheckedSpec) -> Bool {
    request.worlds.isEmpty || request.worlds.contains(world.worldName)
  }

  private func worldCheck(_ spec: CheckedSpec, threads: Int) -> WorldCheck {
    WorldCheck(
      spec: spec, request: request, mode: mode, threads: threads, isInterrupted: isInterrupted,
      onProgress: onProgress)
  }
}

extension SpecSyntax {
  /// The names that `--property` may choose.
  var checkableNames: [String] {
    declarations.compactMap { declaration in
      switch declaration.kind {
      case .invariant(let name, _), .reachable(let name, _), .possible(let name, _): name.text
      case .transition(let transition): transition.name.text
      case .eventually(let eventually): eventually.name.text
      case .scenario(let scenario): scenario.name.text
      default: nil
      }
    }
  }
}

extension SpecSyntax {
  /// Whether text that was skipped because of a syntax error can be the only reason.
  func mayExplain(_ diagnostic: Diagnostic) -> Bool {
    guard isIncomplete else { return false }
    switch diagnostic.code {
    case .unknownName:
      let words = file.text(diagnostic.range).split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      return words.isEmpty || words.contains { skippedNames.contains(String($0)) }
    case .missingContext, .arguments, .notExhaustive, .noStart: return true
    default: return false
    }
  }
}
