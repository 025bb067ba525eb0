import Basics
import Replays
import Reports
import Semantics
import SpecLanguage

/// The progress of a run with one spec.
///
/// It combines two sources: the findings of this run (`compiled`, `outcomes`) and the cache (`past`). Cached results
/// count only if the text is equal byte by byte (`known`); the history of searches always counts.
///
/// If all requested results of a spec are known, it is not compiled, and its names come from the cache.
struct SpecProgress: Sendable {
  let file: SourceFile
  /// The cached results of earlier runs, whose text may have been different.
  @Boxed var past: CacheEntry?
  /// The compiled spec; nil before it is compiled, and if all results are known.
  @Boxed var compiled: CompiledSpec?
  /// The names in the spec; nil before it is compiled or taken from the cache, and if the run was interrupted.
  var names: SpecNames?
  /// The outcomes of its worlds, by name.
  var outcomes: [String: WorldCheck.Outcome] = [:]

  /// The events that no check needs; nil if nothing looked for them.
  var unnoticed: UnnoticedEvents.Findings?

  /// The lines that changed since a revision; nil if the run has no revision.
  var changes: ChangedLines?

  /// The cached results for the current text; nil if the text has changed.
  @Boxed var known: CacheEntry?
  /// The known results of worlds, by name.
  private var knownWorlds: [String: CacheEntry.World] = [:]
  private let stored: Set<String>?

  /// Creates the progress of a spec.
  ///
  /// - Parameters:
  ///   - past: the cached results of earlier runs for the file.
  ///   - stored: the names of all stored counterexamples; nil if expected violations are not stored. A world without
  ///     one of its files is searched again.
  init(_ file: SourceFile, past: CacheEntry?, stored: Set<String>?) {
    self.file = file
    self.past = past
    self.stored = stored
    known = past.flatMap { file.isText($0.text) ? $0 : nil }
    unnoticed = known?.unnoticed
    adopt(known?.worlds ?? [])
  }

  /// Adopts known results of unchanged worlds.
  mutating func adopt(_ worlds: [CacheEntry.World]) {
    for world in worlds where stored?.isSuperset(of: world.counterexamples) ?? true {
      knownWorlds[world.verdict.name] = world
    }
  }

  /// The time taken to read a world.
  func readTime(of world: CheckedSpec) -> Duration {
    compiled?.readTimes[world.worldName] ?? .zero
  }

  /// Whether a world could not be read because of the memory limit.
  var lacksMemory: Bool { compiled?.cuts.contains { $0.limit == .memory } ?? false }

  /// The known result of a world; nil if there is none.
  func known(_ world: String) -> CacheEntry.World? { knownWorlds[world] }

  /// Whether all requested results are known.
  func isKnown(_ request: CheckRequest) -> Bool {
    guard let known, !known.names.checkable.isEmpty,
      known.unnoticed != nil || !request.confined(toSpecAt: file.path).isStrict
    else { return false }
    return known.names.worlds.filter(request.isChosen).allSatisfy { knownWorlds[$0] != nil }
  }

  /// The history of a world in this and earlier runs, for any text.
  func history(_ world: String) -> CacheEntry.History? {
    past?.history.first { $0.world == world }
  }

  /// The report on the spec so far.
  ///
  /// - Parameter isOver: whether the run has ended, so that work that was not done is listed.
  func report(_ request: CheckRequest, isOver: Bool) -> SpecReport {
    var sink = compiled?.sink ?? DiagnosticSink()
    for stored in known?.diagnostics ?? [] {
      sink.report(stored.diagnostic(of: file))
    }
    var worlds: [WorldReport] = []
    var verdicts: [WorldVerdict] = []
    let place = compiled?.place ?? known?.place ?? TextPlace(line: 1, column: 1)
    for name in names?.worlds ?? [] where request.isChosen(world: name) && !sink.hasErrors {
      if let outcome = outcomes[name] {
        for diagnostic in outcome.diagnostics { sink.report(diagnostic) }
        if let report = outcome.report { worlds.append(report) }
        if let verdict = outcome.verdict { verdicts.append(verdict) }
      } else if let world = known(name) {
        var verdict = world.verdict
        verdict.isCached = true
        verdicts.append(verdict)
      } else {
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
    if request.explainsEvidence {
      report.evidence = Evidence.all(in: compiled?.syntax ?? Parser.parse(file).spec)
    }
    guard hasGaps(request, verdicts) else { return report }
    let coverages = coverages
    let (gaps, unknown) = Coverage.unasked(in: names?.worlds.map { ($0, coverages[$0]) } ?? [])
    let all = gaps + (unnoticed?.gaps ?? [])
    report.unasked = all.enumerated()
      .sorted { ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset) }
      .map { UnaskedVerdict($0.element, in: file) }
    report.openGaps = (unnoticed?.open ?? []).map { UnaskedVerdict($0, in: file) }
    report.unknownGaps = unknown
    return report
  }

  /// The coverage of the worlds, by name, as far as it is known.
  var coverages: [String: Coverage] {
    outcomes.compactMapValues { $0.report?.coverage }
      .merging(knownWorlds.compactMapValues(\.coverage)) { new, _ in new }
  }

  /// Whether the coverage gaps of the spec can be reported: errors come first, and other constants and worlds may
  /// exercise other parts.
  func hasGaps(_ request: CheckRequest, _ verdicts: [WorldVerdict]) -> Bool {
    guard let names, request.settings.isEmpty, request.selection == nil else { return false }
    return names.worlds.count == verdicts.count && names.worlds.allSatisfy(request.isChosen)
      && verdicts.allSatisfy { $0.status == .success }
  }

  /// The cache entry for the next run; nil if this spec has no results.
  ///
  /// - Parameters:
  ///   - full: the stored entry, with all traces.
  ///   - replays: the replays of its counterexamples, with the contents of their files.
  ///   - saved: the results of storing its violations. A world with a failed one does not pass and is not cached.
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
      worlds: kept, unnoticed: unnoticed.flatMap { $0.open.isEmpty ? $0 : nil },
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

  /// Whether the spec has this text, byte by byte. Swift strings with different bytes may be equal.
  func isText(_ text: String) -> Bool {
    invalidUTF8.isEmpty && text.utf8.elementsEqual(bytes)
  }
}

extension CheckRequest {
  package func isChosen(world: String) -> Bool { worlds.isEmpty || worlds.contains(world) }

  /// The names of the properties to check; nil for all.
  package var selection: Set<String>? { properties.isEmpty ? nil : Set(properties) }
}

extension WorldReport {
  /// The report on a world that was not started because of a limit or an interruption.
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
