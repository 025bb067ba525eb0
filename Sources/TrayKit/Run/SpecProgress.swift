import Replays
import Reports
import Semantics

/// How far a run is with one spec.
///
/// Two sources are put together: what this run finds (`compiled`, `outcomes`) and what the cache
/// knows (`past`). Of the cache, results count only if the text is the same byte by byte (`known`),
/// and the history of searches whatever the text was.
///
/// A spec of which everything that is asked is known is not compiled at all: its names come from the
/// cache.
struct SpecProgress: Sendable {
  let file: SourceFile
  /// What runs before this one found out; the text may have been another.
  let past: CacheEntry?
  /// Nil until it is compiled, and for a spec of which everything is known from before.
  var compiled: CompiledSpec?
  /// Nil until the spec was compiled or taken from the cache; still nil after the compilation if the
  /// run was interrupted before.
  var names: SpecNames?
  /// What was found out about its worlds, by name.
  var outcomes: [String: WorldCheck.Outcome] = [:]

  /// The lines that changed since a revision; nil if the run compares with none.
  var changes: ChangedLines?

  /// What was found out before about the text as it is; nil if that was another.
  let known: CacheEntry?
  /// What is known from before of worlds, by name.
  private var knownWorlds: [String: CacheEntry.World] = [:]
  private let stored: Set<String>?

  /// - Parameters:
  ///   - past: what runs before this one found out about the file.
  ///   - stored: the names of all stored counterexamples; nil if expected violations are not stored. A
  ///     world of which a file is missing is searched again.
  init(_ file: SourceFile, past: CacheEntry?, stored: Set<String>?) {
    self.file = file
    self.past = past
    self.stored = stored
    known = past.flatMap { file.isText($0.text) ? $0 : nil }
    adopt(known?.worlds ?? [])
  }

  /// Takes over what is known of worlds as they are.
  mutating func adopt(_ worlds: [CacheEntry.World]) {
    for world in worlds where stored?.isSuperset(of: world.counterexamples) ?? true {
      knownWorlds[world.verdict.name] = world
    }
  }

  /// How long it took to read a world.
  func readTime(of world: CheckedSpec) -> Duration {
    compiled?.readTimes[world.worldName] ?? .zero
  }

  /// A world could not be read for want of memory.
  var lacksMemory: Bool { compiled?.cuts.contains { $0.limit == .memory } ?? false }

  /// What is known from before of a world.
  func known(_ world: String) -> CacheEntry.World? { knownWorlds[world] }

  /// Whether all that is asked is known from before.
  func isKnown(_ request: CheckRequest) -> Bool {
    guard let known, !known.names.checkable.isEmpty else { return false }
    return known.names.worlds.filter(request.isChosen).allSatisfy { knownWorlds[$0] != nil }
  }

  /// What this and earlier runs know of a world, whatever the text was.
  func history(_ world: String) -> CacheEntry.History? {
    past?.history.first { $0.world == world }
  }

  /// What there is to say of it by now.
  ///
  /// - Parameter isOver: nothing more will be done, so that what is not done is told.
  func report(_ request: CheckRequest, isOver: Bool) -> SpecReport {
    var sink = compiled?.sink ?? DiagnosticSink()
    for stored in known?.diagnostics ?? [] {
      if let diagnostic = stored.diagnostic(of: file) { sink.report(diagnostic) }
    }
    var worlds: [WorldReport] = []
    var verdicts: [WorldVerdict] = []
    var coverages: [Coverage?] = []
    let place = compiled?.place ?? known?.place ?? TextPlace(line: 1, column: 1)
    for name in names?.worlds ?? [] where request.isChosen(world: name) && !sink.hasErrors {
      if let outcome = outcomes[name] {
        for diagnostic in outcome.diagnostics { sink.report(diagnostic) }
        if let report = outcome.report { worlds.append(report) }
        coverages.append(outcome.report?.coverage)
        if let verdict = outcome.verdict { verdicts.append(verdict) }
      } else if let world = known(name) {
        var verdict = world.verdict
        coverages.append(world.coverage)
        verdict.isCached = true
        verdicts.append(verdict)
      } else {
        coverages.append(nil)
        guard isOver, let spec = compiled?.worlds.first(where: { $0.worldName == name })
        else { continue }
        verdicts.append(WorldVerdict(.notBegun(spec, request), ofSpecAt: place))
      }
    }
    var report = SpecReport(
      path: file.path, name: names?.spec ?? file.path,
      documentation: compiled?.syntax.documentation ?? known?.documentation, place: place,
      diagnostics: sink.inTextOrder, suppressedDiagnostics: sink.suppressed, worlds: worlds,
      verdicts: verdicts)
    report.changes = changes
    // What is wrong comes first, and other constants and worlds ask other things.
    let isWhole = (names?.worlds ?? []).allSatisfy(request.isChosen)
    guard request.settings.isEmpty, isWhole, verdicts.allSatisfy({ $0.status == .success }) else {
      return report
    }
    report.unasked = Coverage.unasked(in: coverages).map { UnaskedVerdict($0, in: file) }
    return report
  }

  /// What the next run may make use of; nil if nothing came of this spec.
  ///
  /// - Parameters:
  ///   - full: what is kept by now, with all traces.
  ///   - replays: the replays of its counterexamples, with the contents of their files.
  ///   - saved: what became of violations that were to be stored; a world of which one could not be is
  ///     no success, and is not kept.
  func entry(
    _ key: CacheEntry.Key, _ request: CheckRequest, full: CacheEntry?,
    replays: [CacheEntry.Replay], saved: [SavedCounterexample]
  ) -> CacheEntry? {
    let report = report(request, isOver: false)
    guard let names, !report.hasErrors else { return nil }
    let full = full.flatMap { file.isText($0.text) ? $0 : nil }
    let kept = report.verdicts.compactMap { verdict -> CacheEntry.World? in
      let isUnsaved = saved.contains {
        $0.spec == file.path && $0.world == verdict.name && !$0.outcome.isKept
      }
      guard !verdict.needsAttention, !isUnsaved else { return nil }
      if outcomes[verdict.name] == nil {
        return full?.worlds.first { $0.verdict.name == verdict.name }
      }
      let stored = report.worlds.first { $0.spec.worldName == verdict.name }
      return CacheEntry.World(
        verdict: verdict, counterexamples: stored?.counterexampleNames ?? [],
        coverage: stored?.coverage)
    }
    var history = report.verdicts.compactMap(CacheEntry.History.init)
    history += (past?.history ?? []).filter { old in
      !history.contains { $0.world == old.world } && names.worlds.contains(old.world)
    }
    return CacheEntry(
      key: key, text: file.wholeText, names: names, documentation: report.documentation,
      place: report.place, diagnostics: report.diagnostics.map(StoredDiagnostic.init),
      worlds: kept,
      replays: replays.map { replay in
        full?.replays.first {
          $0.verdict.path == replay.verdict.path
            && $0.contents.utf8.elementsEqual(replay.contents.utf8)
        } ?? replay
      }, history: history)
  }
}

extension SourceFile {
  var wholeText: String { String(decoding: bytes, as: UTF8.self) }

  /// Whether that is its text, byte by byte: texts of other bytes may be equal, and mean something else.
  func isText(_ text: String) -> Bool {
    invalidUTF8.isEmpty && text.utf8.elementsEqual(bytes)
  }
}

extension CheckRequest {
  package func isChosen(world: String) -> Bool { worlds.isEmpty || worlds.contains(world) }

  /// The names of what is to be checked; nil for all.
  var selection: Set<String>? { properties.isEmpty ? nil : Set(properties) }
}

extension WorldReport {
  /// A world that a limit, or the user, did not let begin.
  static func notBegun(
    _ spec: CheckedSpec, _ request: CheckRequest, _ limit: Completion.Limit = .interrupted
  ) -> WorldReport {
    var result = SearchResult()
    result.completion = .stopped(limit)
    let selection = request.selection
    result.properties = spec.properties.indices
      .filter { index in
        let property = spec.properties[index]
        return selection?.contains(where: property.isCalled) ?? !property.isImplied
      }
      .map { PropertyVerdict(property: $0, status: .undecided) }
    return WorldReport(
      spec: spec, result: result,
      judgement: Judgement(of: result, in: spec, selection: selection), selection: selection)
  }
}
