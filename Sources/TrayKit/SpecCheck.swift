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

  /// Searches the chosen worlds.
  func report(_ compiled: Compiled) -> SpecReport {
    var sink = compiled.sink
    var reports: [WorldReport] = []
    for world in compiled.worlds where isChosen(world) {
      guard var report = check(world, &sink) else { continue }
      if report.result.statistics.storedStates >= Self.largeSearch {
        report.symmetryCandidates = SymmetryCandidate.all(
          in: compiled.syntax, world: world.world?.name, settings: compiled.settings,
          limits: Checker.Limits(maximumValues: request.maximumValues))
      }
      reports.append(report)
    }
    return SpecReport(
      path: compiled.file.path, name: compiled.syntax.name?.text ?? compiled.file.path,
      documentation: compiled.syntax.documentation, diagnostics: sink.inTextOrder,
      suppressedDiagnostics: sink.suppressed, worlds: reports)
  }

  private func isChosen(_ world: CheckedSpec) -> Bool {
    request.worlds.isEmpty || request.worlds.contains(world.worldName)
  }

  private func check(_ spec: CheckedSpec, _ sink: inout DiagnosticSink) -> WorldReport? {
    let machine: Machine
    let starts: [[Value]]
    do throws(StateLayout.TooLarge) {
      machine = try Machine(spec)
    } catch {
      sink.report(tooLarge(spec, error.variable))
      return nil
    }
    do throws(Machine.StartFailure) {
      starts = try machine.starts()
    } catch {
      sink.report(startDiagnostic(error, spec))
      return nil
    }
    var result = search(machine, starts)
    let selection = request.properties.isEmpty ? nil : Set(request.properties)
    if let selection {
      result.generalViolations.removeAll { !selection.contains($0.name(in: spec)) }
    }
    for index in spec.scenarios.indices
    where selection?.contains(spec.scenarios[index].name) ?? true {
      result.scenarios.append(ScenarioRun.play(index, of: machine, from: starts))
    }
    for range in result.orderDependentLoops { sink.report(orderWarning(spec, range)) }
    let judgement = Judgement(of: result, in: spec, selection: selection)
    var report = WorldReport(
      spec: spec, result: result, judgement: judgement, selection: selection)
    if request.explainsEngine {
      report.engine = EngineExplanation.explain(machine, properties: chosenProperties(spec))
    }
    return report
  }

  /// The properties to check, by their places; nil for all.
  private func chosenProperties(_ spec: CheckedSpec) -> Set<Int>? {
    if request.properties.isEmpty { return nil }
    return Set(
      spec.properties.indices.filter { request.properties.contains(spec.properties[$0].name) })
  }

  private func search(_ machine: Machine, _ starts: [[Value]]) -> SearchResult {
    let spec = machine.spec
    let threads = request.threads ?? ProcessInfo.processInfo.activeProcessorCount
    if let options = mode.walkOptions(spec, time: request.timeLimit, threads: threads) {
      let check = WalkCheck(
        machine: machine, starts: starts, options: options, properties: chosenProperties(spec),
        isInterrupted: isInterrupted, onProgress: onProgress)
      guard case .merge(let merged) = mode, let walks = merged.walks(of: spec) else {
        return check.run()
      }
      return check.merged(walks.tally, ending: walks.ending)
    }
    var limits = SearchLimits(
      states: request.maximumStates, depth: request.maximumDepth, time: request.timeLimit,
      memory: request.memoryLimit ?? Int(ProcessInfo.processInfo.physicalMemory / 4 * 3),
      onMemoryLimit: MemoryPolicy(rawValue: request.onMemoryLimit.rawValue) ?? .stop,
      scratch: request.scratchFolder)
    limits.isInterrupted = isInterrupted
    limits.reducesSymmetry = request.reducesSymmetry
    let search = ExhaustiveSearch(
      machine, limits: limits, properties: chosenProperties(spec), threads: threads
    ) { progress in
      onProgress(
        CheckProgress(
          spec: spec.name, world: spec.worldName, states: progress.states,
          frontier: progress.frontier, depth: progress.depth, walks: nil,
          elapsed: progress.elapsed))
    }
    return search.run(from: starts)
  }

  // MARK: Diagnostics of the machine

  private func tooLarge(_ spec: CheckedSpec, _ variable: Int) -> Diagnostic {
    let declared = spec.variables[variable]
    return Diagnostic(
      .tooLarge,
      "a state does not fit: '\(declared.name)' of type \(declared.type) would need more than "
        + "\(StateLayout.maximumBits) bits", in: spec.file, at: declared.range,
      mends: ["make its type smaller"])
  }

  private func startDiagnostic(_ failure: Machine.StartFailure, _ spec: CheckedSpec) -> Diagnostic {
    let world = spec.world.map { " in the world '\($0.name)'" } ?? ""
    switch failure {
    case .fault(let fault):
      return Diagnostic(
        .constant, "a start\(world) has no value here: \(fault.message)", in: spec.file,
        at: fault.range)
    case .none:
      let range =
        spec.variables.first { if case .anyOf = $0.initial { true } else { false } }?.range
        ?? spec.variables.first?.range ?? SourceRange(0, 0)
      return Diagnostic(
        .noStart, "no start is left\(world): the conditions of 'any' exclude every value",
        in: spec.file, at: range)
    case .tooMany(let variable):
      return Diagnostic(
        .tooLarge, "there are more than \(Machine.maximumStarts) starts\(world)", in: spec.file,
        at: spec.variables[variable].range, mends: ["leave fewer values to 'any'"])
    }
  }

  private func orderWarning(_ spec: CheckedSpec, _ range: SourceRange) -> Diagnostic {
    let head = SourceRange(range.start, min(range.end, range.start + 3))
    return Diagnostic(
      .orderMatters,
      "what this loop runs over has no order, and the outcome depends on it", in: spec.file,
      at: head,
      mends: ["every order is explored; make the passes independent if that is not meant"],
      severity: .warning)
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
