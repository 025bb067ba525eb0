import Platform
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// Compares two versions of a spec: `SpecDiffer(…).diff(old, new)`.
///
/// Declarations are always compared. Verdicts and behaviour are compared only if both specs have no errors and their
/// texts differ in meaning. Worlds that cannot have changed are not searched.
final class SpecDiffer: Sendable {
  let request: DiffRequest
  let settings: [Setting]
  let limits: RunLimits

  init(request: DiffRequest, settings: [Setting], limits: RunLimits) {
    (self.request, self.settings, self.limits) = (request, settings, limits)
  }

  private var threads: Int { request.threads ?? ProcessInfo.processInfo.activeProcessorCount }

  /// The difference of a spec that exists in one version only.
  func single(_ file: SourceFile, _ presence: SpecDiff.Presence) -> SpecDiff {
    let compiled = compile(file)
    var diff = SpecDiff(
      name: compiled.syntax.name?.text ?? file.path,
      oldPath: presence == .removed ? file.path : nil,
      newPath: presence == .added ? file.path : nil, presence: presence)
    let findings = SpecDiff.Findings(
      diagnostics: compiled.sink.inTextOrder, suppressed: compiled.sink.suppressed)
    if presence == .added { diff.new = findings } else { diff.old = findings }
    return diff
  }

  /// Compares two versions of one spec. Parts that a limit left out are listed in `notCompared` and in the worlds.
  func diff(_ old: SourceFile, _ new: SourceFile) -> SpecDiff {
    let (before, after) = (compile(old), compile(new))
    var diff = SpecDiff(
      name: after.syntax.name?.text ?? before.syntax.name?.text ?? new.path, oldPath: old.path,
      newPath: new.path, presence: .both)
    diff.old = findings(before)
    diff.new = findings(after)
    let declarations = DeclarationComparison(before.syntax, after.syntax)
    diff.declarations = declarations
    // Declarations that were not read completely are neither removed nor equal.
    diff.notCompared = [("old", before), ("new", after)].flatMap { version, spec in
      spec.cuts.map { "the \(version) version: \($0.text(whatIsNotDone: "compared", limits))" }
    }
    guard !diff.hasErrors, diff.notCompared.isEmpty else { return diff }
    let pairs = worldPairs(before, after, declarations.renames)
    guard !declarations.saysTheSame else {
      diff.worlds = pairs.filter { $0.old != nil && $0.new != nil }.compactMap { pair in
        pair.new.map {
          WorldDiff(name: $0.worldName, result: BehaviourResult(.sameText), openVerdicts: [])
        }
      }
      return diff
    }
    compare(before, after, pairs, declarations, into: &diff)
    return diff
  }

  /// The findings for a text, and for its worlds after the search.
  private func findings(
    _ compiled: CompiledSpec, _ outcomes: ArraySlice<WorldCheck.Outcome> = []
  ) -> SpecDiff.Findings {
    var sink = compiled.sink
    for diagnostic in outcomes.flatMap(\.diagnostics) { sink.report(diagnostic) }
    return .init(diagnostics: sink.inTextOrder, suppressed: sink.suppressed)
  }

  private func compile(_ file: SourceFile) -> CompiledSpec {
    CompiledSpec(
      file, settings: settings,
      limits: Checker.Limits(
        maximumValues: request.maximumValues, vocabulary: request.vocabulary),
      deadline: { limits.deadline(after: $2) })
  }

  /// Searches worlds: small ones in parallel, then large ones one by one, each on all threads.
  private func search(_ worlds: [CheckedSpec]) -> [WorldCheck.Outcome] {
    let quick = ParallelMap.run(worlds, threads: threads) { [self] world in
      var check = check(world)
      let outcome = check.quickly()
      return (outcome, check)
    }
    return quick.map { outcome, check in outcome ?? check.outcome() }
  }

  /// The check of a world within the limits of the request, without progress events.
  private func check(_ world: CheckedSpec) -> WorldCheck {
    var check = CheckRequest(paths: [])
    check.timeLimit = request.timeLimit
    check.memoryLimit = request.memoryLimit
    check.threads = request.threads
    check.maximumValues = request.maximumValues
    return WorldCheck(
      spec: world, request: check, mode: .check, threads: threads, limits: limits,
      onProgress: { _ in })
  }

  // MARK: Worlds

  private typealias WorldPair = (old: CheckedSpec?, new: CheckedSpec?)

  /// The selected worlds, in the order of the new version first.
  ///
  /// A pair is selected if the request names either of its worlds, or no world at all.
  private func worldPairs(
    _ old: CompiledSpec, _ new: CompiledSpec, _ renames: Renames
  ) -> [WorldPair] {
    var pairs: [WorldPair] = new.worlds.map { (nil, $0) }
    for world in old.worlds {
      let name = renames.name(of: .world, world.worldName)
      if let place = pairs.firstIndex(where: { $0.new?.worldName == name }) {
        pairs[place].old = world
      } else {
        pairs.append((world, nil))
      }
    }
    guard !request.worlds.isEmpty else { return pairs }
    return pairs.filter { pair in
      [pair.old, pair.new].compactMap { $0?.worldName }.contains(where: request.worlds.contains)
    }
  }

  // MARK: Verdicts and behaviour

  /// Searches all worlds of both versions, then compares those that both have.
  ///
  /// In the list of searches, old worlds come before new ones, and the results have the same order.
  private func compare(
    _ before: CompiledSpec, _ after: CompiledSpec, _ pairs: [WorldPair],
    _ declarations: DeclarationComparison, into diff: inout SpecDiff
  ) {
    let outcomes = search(pairs.compactMap(\.old) + pairs.compactMap(\.new))
    let split = pairs.compactMap(\.old).count
    diff.old = findings(before, outcomes[..<split])
    diff.new = findings(after, outcomes[split...])
    let (olds, news) = (
      outcomes[..<split].compactMap(\.report), outcomes[split...].compactMap(\.report)
    )
    diff.addInternalErrors(olds, of: "old")
    diff.addInternalErrors(news, of: "new")
    guard !diff.hasErrors else { return }
    var both: [WorldComparison] = []
    for pair in pairs {
      let old = olds.first { $0.spec.worldName == pair.old?.worldName }
      let new = news.first { $0.spec.worldName == pair.new?.worldName }
      switch (old, new) {
      case (let old?, let new?): both.append(WorldComparison(old: old, new: new))
      case (let old?, nil): diff.removedWorlds.append(UnpairedWorld(old))
      case (nil, let new?): diff.addedWorlds.append(UnpairedWorld(new))
      case (nil, nil): break
      }
    }
    let results = behaviours(of: both, before, after, declarations)
    for (world, found) in zip(both, results) {
      var result = found
      if world.old.isCutByBound || world.new.isCutByBound {
        result.notes.append("the verdicts are only about states within 'explore while'")
      }
      let verdicts = world.verdicts(declarations.renames)
      diff.add(verdicts, of: world)
      diff.internalErrors += result.internalErrors.map { "world \(world.name): \($0)" }
      diff.worlds.append(
        WorldDiff(name: world.name, result: result, openVerdicts: verdicts.open))
    }
    diff.showOnce()
  }

  /// The maximum number of states of a small comparison.
  private static let quickStates = 20_000

  /// The behaviour that only one of the versions has in each world. Small worlds are compared in parallel, then large
  /// ones one by one, each on all threads.
  private func behaviours(
    of worlds: [WorldComparison], _ before: CompiledSpec, _ after: CompiledSpec,
    _ declarations: DeclarationComparison
  ) -> [BehaviourResult] {
    let unchanged = UnchangedBehaviour(declarations)
    let quick = ParallelMap.run(worlds, threads: threads) { [self] world in
      compared(after: .zero) {
        let chains = world.chains(before.syntax, after.syntax)
        let replaces = (chains.old + chains.new).contains { !$0.changes.replacements.isEmpty }
        return world.behaviour(
          declarations.renames,
          replaces
            ? UnchangedBehaviour(declarations, replacedBy: chains.old.map(\.name.text)) : unchanged,
          isAsked: request.worlds.contains(world.name),
          maximumStates: request.maximumStates, quickStates: Self.quickStates)
      }
    }
    return quick.map { quick, spent in
      switch quick {
      case .done(let result): return result
      case .open(let search):
        let (rest, _) = compared(after: spent) {
          _ = search.advance(threads: threads)
          return .done(search.result)
        }
        if case .done(let result) = rest { return result }
        return search.result
      }
    }
  }

  /// Compares the behaviour within the time limit, and returns the time taken.
  private func compared(
    after spent: Duration, _ body: () -> WorldComparison.Behaviour
  ) -> (WorldComparison.Behaviour, spent: Duration) {
    let deadline = limits.deadline(after: spent)
    let result = deadline.during(body)
    // Results from after the deadline are unreliable.
    guard let limit = deadline.limit else { return (result, deadline.elapsed) }
    return (.done(BehaviourResult(.stopped(limits.searchLimit(limit)))), deadline.elapsed)
  }
}

/// One world in both versions, searched.
final class WorldComparison: Sendable {
  let old: WorldReport
  let new: WorldReport

  init(old: WorldReport, new: WorldReport) {
    (self.old, self.new) = (old, new)
  }

  var name: String { new.spec.worldName }

  /// The declarations of the world in both versions, each after the worlds that it extends.
  func chains(
    _ before: SpecSyntax, _ after: SpecSyntax
  ) -> (old: [WorldSyntax], new: [WorldSyntax]) {
    (before.chain(of: old.spec.worldName), after.chain(of: new.spec.worldName))
  }

  /// The differences between the verdicts of the two versions.
  func verdicts(_ renames: Renames) -> VerdictComparison {
    VerdictComparison(
      old: (old.spec, old.result), new: (new.spec, new.result), renames: renames)
  }

  /// The behaviour that only one of the versions has. The deadline of the thread limits the time. A world that is checked
  /// by random walks is too large to compare, so it is compared only on request.
  ///
  /// - Parameters:
  ///   - isAsked: whether the user named this world.
  ///   - quickStates: the number of states beyond which the search is postponed.
  func behaviour(
    _ renames: Renames, _ unchanged: UnchangedBehaviour, isAsked: Bool,
    maximumStates: Int, quickStates: Int
  ) -> Behaviour {
    let unchanged = unchanged.confined(toParamsOf: old.spec, new.spec, renames)
    if unchanged.isEverything { return .done(BehaviourResult(.sameText)) }
    let isWalked = old.spec.world?.walks != nil || new.spec.world?.walks != nil
    if isWalked, !isAsked { return .done(BehaviourResult(.notAsked)) }
    guard let before = side(old.spec), let after = side(new.spec),
      let search = BehaviourComparison(before, after, renames: renames, unchanged: unchanged)
        .search(maximumStates: maximumStates)
    else {
      // The check has already reported why there is no machine.
      return .done(BehaviourResult(.notAsked))
    }
    return search.advance(threads: 1, untilNodes: quickStates)
      ? .done(search.result) : .open(search)
  }

  /// The behaviour that only one of the versions has, or the postponed search for it.
  enum Behaviour: Sendable {
    case done(BehaviourResult)
    case open(BehaviourSearch)
  }

  /// A version without the bound of its check, which is no part of its behaviour.
  private func side(_ spec: CheckedSpec) -> BehaviourComparison.Side? {
    guard let machine = try? Machine(spec.unbounded), let starts = try? machine.starts() else {
      return nil
    }
    return BehaviourComparison.Side(machine: machine, starts: starts)
  }
}

extension SpecDiff {
  /// Adds the verdicts of a world. A difference that an earlier world already has is reported once.
  fileprivate mutating func add(_ comparison: VerdictComparison, of world: WorldComparison) {
    for change in comparison.changes {
      // One trace is enough, and an earlier violation is known.
      let needsTrace =
        !change.old.isViolated
        && !verdicts.contains {
          $0.change.what == change.what && ($0.violation != nil || $0.failure != nil)
        }
      let fresh = VerdictDiff(change, in: world.new, showsTrace: needsTrace)
      let known = verdicts.firstIndex {
        $0.change.what == change.what && $0.oldText == fresh.oldText && $0.newText == fresh.newText
      }
      if let known {
        verdicts[known].worlds.append(world.name)
      } else {
        verdicts.append(fresh)
      }
    }
  }

  /// Removes the differences that an earlier world already shows.
  ///
  /// Differences of the same kind at the same event count as equal. A comparison keeps all of them; only the shown list
  /// becomes shorter.
  fileprivate mutating func showOnce() {
    var shown: Set<String> = []
    for index in worlds.indices {
      let earlier = shown
      worlds[index].shown = worlds[index].result.differences.filter { difference in
        let key = "\(difference.kind) \(difference.event ?? "")"
        shown.insert(key)
        return !earlier.contains(key)
      }
    }
  }
}
