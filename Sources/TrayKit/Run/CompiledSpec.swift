import Reports
import Semantics
import SpecLanguage

/// A spec as far as the front end understands it: `CompiledSpec(file, settings: settings, …)`.
///
/// The text is checked in the default world first. Other worlds are checked only if it has no errors
/// outside of worlds: they would share these errors, and each would take as long again.
///
/// Each world is checked by itself, since constants decide types: a mistake may show under the
/// constants of one world only. Mistakes that only a world brings about name it. As soon as there is
/// an error anywhere no world is left, so nothing is searched of a spec with mistakes.
struct CompiledSpec: Sendable {
  /// A world that could not be read to its end.
  struct UnreadWorld: Sendable {
    var world: String
    var limit: Deadline.Limit
    /// It was read as the text has it, to tell the mistakes of the text from those of the settings.
    var isWithoutSettings = false

    /// Such as "the world 'default' is not checked: while it was read the time limit … was reached".
    func text(whatIsNotDone done: String, _ limits: RunLimits) -> String {
      "the world '\(world)'\(isWithoutSettings ? " without the settings" : "") is not \(done): while it "
        + "was read \(Wording.reason(limits.searchLimit(limit)))"
    }
  }

  var file: SourceFile
  var syntax: SpecSyntax
  /// The checked worlds, the default one first; empty if there are errors.
  var worlds: [CheckedSpec] = []
  var sink: DiagnosticSink
  /// What was set from outside and the spec has.
  var settings: [Setting] = []
  /// The worlds that could not be read to their end.
  ///
  /// They have no machine, and nothing is said of them but this.
  private(set) var cuts: [UnreadWorld] = []
  /// Where the names in the text are declared, as far as they mean something; nothing if that was not asked.
  private(set) var references = NameReferences()
  /// How long it took to read each world.
  private(set) var readTimes: [String: Duration] = [:]

  /// Parses a spec and checks it in all of its worlds.
  ///
  /// - Parameters:
  ///   - isDefaultAlone: only the default world is read, and the mistakes that show there are told.
  ///   - notesNames: whether it is noted where names are declared.
  ///   - deadline: makes the deadline over the reading of a world, after the time that was spent on it before. The
  ///     time for the syntax counts for the default world.
  ///   - isChosen: the worlds in which the settings count; in others nothing is asked under them, and only
  ///     the text as it stands is checked.
  init(
    _ file: SourceFile, settings: [Setting], limits: Checker.Limits, isDefaultAlone: Bool = false,
    notesNames: Bool = false,
    deadline: (_ spec: String, _ world: String, _ spent: Duration) -> Deadline,
    isChosen: (String) -> Bool = { _ in true }
  ) {
    self.file = file
    let parsing = deadline(file.path, CheckedSpec.defaultWorldName, .zero)
    (syntax, sink) = parsing.during { Parser.parse(file) }
    let names = Set(syntax.settableNames)
    self.settings = settings.filter { names.contains($0.name) }
    var patterns = PatternJudgement()
    var worldsLeft = 20
    // Whether the text has errors outside of worlds, so that only the names in worlds are of interest.
    var isBroken = false
    // A text that was read in part has mistakes that are none.
    if let limit = parsing.limit {
      sink = DiagnosticSink()
      cuts.append(UnreadWorld(world: CheckedSpec.defaultWorldName, limit: limit))
      return
    }
    for world in [nil] + (isDefaultAlone ? [] : syntax.worldNames.map(Optional.some)) {
      let name = world ?? CheckedSpec.defaultWorldName
      let deadline = deadline(
        syntax.name?.text ?? file.path, name, world == nil ? parsing.elapsed : .zero)
      let result = deadline.during {
        Checker.check(
          world.map(syntax.confined) ?? syntax, world: world,
          settings: isChosen(name) ? self.settings : [], limits: limits, notesNames: notesNames,
          provesHelp: !isBroken)
      }
      readTimes[name] = deadline.elapsed
      // What was made of it while that ended means nothing.
      if let limit = deadline.limit {
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
        guard notesNames else { break }
        isBroken = true
      }
      // With mistakes that many worlds share, a few worlds tell enough.
      if sink.hasErrors, !isBroken { worldsLeft -= 1 }
      if worldsLeft == 0 { break }
    }
    if !sink.hasErrors, cuts.isEmpty, !isDefaultAlone { requireMeaning(patterns, limits, deadline) }
    if sink.hasErrors { worlds = [] }
  }

  /// Some error so far is not inside of a world.
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

  /// Reports what means nothing in any world. Settings from outside may be the reason, so with such
  /// the text is judged without them.
  ///
  /// A pattern that no value fits is such a mistake if it fits nothing in any world that has it.
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

  /// A diagnostic that only a world's constants bring about names the world; one of a place of which
  /// the same kind of thing was said is that one again, which the sink keeps once.
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

  /// Where the spec's name stands.
  var place: TextPlace { TextPlace(file, syntax.name?.range ?? SourceRange(0, 0)) }
}
