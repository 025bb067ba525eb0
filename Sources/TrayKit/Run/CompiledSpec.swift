import Basics
import Reports
import Semantics
import SpecLanguage

/// A spec after parsing and checking: `CompiledSpec(file, settings: settings, …)`.
///
/// The text is checked in the default world first. Other worlds are checked only if there are no errors outside of
/// worlds, because they would repeat these errors.
///
/// Each world is checked separately, since constants determine types and an error may appear in one world only. An
/// error that only a world causes names that world. If there is any error, `worlds` is empty, so nothing is searched.
package struct CompiledSpec: Sendable {
  /// A world that could not be read completely.
  package struct UnreadWorld: Sendable {
    package var world: String
    var limit: Deadline.Limit
    /// Whether the world was read without settings, to separate errors of the text from those of the settings.
    var isWithoutSettings = false

    /// A text such as "the world 'default' is not checked: while it was read the time limit … was reached".
    package func text(whatIsNotDone done: String, _ limits: RunLimits) -> String {
      "the world '\(world)'\(isWithoutSettings ? " without the settings" : "") is not \(done): while it "
        + "was read \(Wording.reason(limits.searchLimit(limit)))"
    }
  }

  package var file: SourceFile
  package var syntax: SpecSyntax
  /// The checked worlds, the default one first; empty if there are errors.
  package var worlds: [CheckedSpec] = []
  package var sink: DiagnosticSink
  /// The settings that the spec declares.
  package var settings: [Setting] = []
  /// The worlds that could not be read completely.
  ///
  /// They have no machine and no other results.
  package private(set) var cuts: [UnreadWorld] = []
  /// The declarations of the names in the text, as far as they can be resolved; empty unless requested.
  package private(set) var references = NameReferences()
  /// The time taken to read each world.
  private(set) var readTimes: [String: Duration] = [:]

  /// Parses a spec and checks it in all of its worlds.
  ///
  /// - Parameters:
  ///   - isDefaultAlone: whether only the default world is checked, with the errors that appear there.
  ///   - notesNames: whether declarations of names are recorded.
  ///   - notesAllNames: whether those in worlds are recorded also if there are errors outside of worlds.
  ///   - provesHelp: whether the fixes are verified first.
  ///   - threads: the number of threads that check worlds.
  ///   - deadline: creates the deadline for reading a world, given the time already spent on it. The time for parsing counts
  ///     for the default world.
  ///   - isChosen: whether the settings apply to a world. Other worlds are only checked for errors of the text.
  package init(
    _ file: SourceFile, settings: [Setting], limits: Checker.Limits, isDefaultAlone: Bool = false,
    notesNames: Bool = false, notesAllNames: Bool = false, provesHelp: Bool = true,
    threads: Int = 1, deadline: (_ spec: String, _ world: String, _ spent: Duration) -> Deadline,
    isChosen: (String) -> Bool = { _ in true }
  ) {
    self.file = file
    let parsing = deadline(file.path, CheckedSpec.defaultWorldName, .zero)
    (syntax, sink) = parsing.during { Parser.parse(file, provesHelp: provesHelp) }
    let names = Set(syntax.settableNames)
    self.settings = settings.filter { names.contains($0.name) }
    var patterns = PatternJudgement()
    var worldsLeft = 20
    // Whether the text has errors outside of worlds, so that worlds are checked only for names.
    var isBroken = false
    // A partly read text has spurious errors.
    if let limit = parsing.limit {
      sink = DiagnosticSink()
      cuts.append(UnreadWorld(world: CheckedSpec.defaultWorldName, limit: limit))
      return
    }
    let all = [nil] + (isDefaultAlone ? [] : syntax.worldNames.map(Optional.some))
    var checked: [(result: Checker.Result?, deadline: Deadline)] = []
    for (index, world) in all.enumerated() {
      let name = world ?? CheckedSpec.defaultWorldName
      if index == checked.count {
        let last = index == 0 || threads == 1 ? index : all.count - 1
        let works = all[index...last].map { world in
          let name = world ?? CheckedSpec.defaultWorldName
          let spent = world == nil ? parsing.elapsed : .zero
          return WorldReading(
            world: world, settings: isChosen(name) ? self.settings : [],
            deadline: deadline(syntax.name?.text ?? file.path, name, spent))
        }
        let (text, proves, earlier) = (syntax, provesHelp && !isBroken, references)
        checked += ParallelMap.run(works, threads: threads) { work in
          let result: Checker.Result? = work.deadline.during {
            if Deadline.isOver { return nil }
            return Checker.check(
              work.world.map(text.confined) ?? text, world: work.world,
              settings: work.settings, limits: limits, notesNames: notesNames,
              earlier: earlier, provesHelp: proves)
          }
          return (result, work.deadline)
        }
      }
      let (result, watch) = checked[index]
      readTimes[name] = watch.elapsed
      // Results from after the deadline are unreliable.
      guard watch.limit == nil, let result else {
        let limit = watch.limit ?? .interrupted
        cuts.append(UnreadWorld(world: name, limit: limit))
        if limit == .interrupted { break }
        continue
      }
      result.references.map { references.formUnion($0) }
      if isBroken { continue }
      patterns.formUnion(result.patterns)
      for diagnostic in result.sink.diagnostics.map({ named($0, of: world) })
      where !syntax.mayExplain(diagnostic) {
        sink.report(diagnostic)
      }
      if let spec = result.spec { worlds.append(spec) }
      if world == nil, hasErrorsOutsideOfWorlds {
        guard notesNames, notesAllNames else { break }
        isBroken = true
      }
      // For errors that many worlds share, a few worlds are enough.
      if sink.hasErrors, !isBroken { worldsLeft -= 1 }
      if worldsLeft == 0 { break }
    }
    if !sink.hasErrors, cuts.isEmpty, !isDefaultAlone { requireMeaning(patterns, limits, deadline) }
    if sink.hasErrors { worlds = [] }
  }

  /// A world that is still to be checked.
  private struct WorldReading: Sendable {
    var world: String?
    var settings: [Setting]
    var deadline: Deadline
  }

  /// Whether some error so far is outside of worlds.
  private var hasErrorsOutsideOfWorlds: Bool {
    let worlds = syntax.declarations.compactMap { declaration in
      if case .world = declaration.kind { declaration.range } else { nil as SourceRange? }
    }
    return sink.diagnostics.contains { diagnostic in
      diagnostic.severity == .error
        && !(diagnostic.file === syntax.file
          && worlds.contains {
            $0.start <= diagnostic.range.start && diagnostic.range.start < $0.end
          })
    }
  }

  /// Reports declarations that have no meaning in any world. If there are settings, the text is judged without them,
  /// because they may be the cause.
  ///
  /// A pattern without matching values is such an error if it matches nothing in any world that contains it.
  private mutating func requireMeaning(
    _ patterns: PatternJudgement, _ limits: Checker.Limits,
    _ deadline: (_ spec: String, _ world: String, _ spent: Duration) -> Deadline
  ) {
    let mistakes = patterns.mistakes
    let isObstructed = worlds.contains { $0.scenarios.contains { $0.obstacle != nil } }
    if settings.isEmpty {
      mistakes.forEach { sink.report($0) }
    } else if !mistakes.isEmpty || isObstructed {
      let plain = CompiledSpec(file, settings: [], limits: limits, deadline: deadline)
      cuts = plain.cuts.map {
        UnreadWorld(world: $0.world, limit: $0.limit, isWithoutSettings: true)
      }
      for error in plain.sink.diagnostics where error.severity == .error { sink.report(error) }
    }
  }

  /// A diagnostic of a world's constants names the world. One at a place with an earlier diagnostic of the same kind
  /// counts as a duplicate, which the sink drops.
  private func named(_ diagnostic: Diagnostic, of world: String?) -> Diagnostic {
    guard let world else { return diagnostic }
    let known = sink.diagnostics.first {
      $0.range == diagnostic.range && $0.code == diagnostic.code
    }
    if let known { return known }
    var named = diagnostic
    named.message += " (in the world '\(world)')"
    return named
  }

  /// The place of the spec's name.
  package var place: TextPlace { TextPlace(file, syntax.name?.range ?? SourceRange(0, 0)) }
}
