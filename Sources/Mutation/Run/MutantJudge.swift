import Basics
import Edits
import Engine
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// Judges mutations of one spec: `judge.verdict(on: edit)`.
///
/// The front end parses a mutant like any text, world by world. Each world is judged in stages: the difference of the
/// syntax trees, then the known paths, then all states of the original spec. Only mutants that remain undecided are
/// searched, up to the first violation. The search finds the same as a check of the mutated text.
final class MutantJudge: Sendable {
  let file: SourceFile
  /// The worlds: the default one first, then by ascending number of states.
  let worlds: [JudgedWorld]
  let bounds: Checker.Limits
  let limits: RunLimits
  /// Whether all detections of a mutation are collected, and not only the first.
  let isMatrix: Bool
  /// Whether all passing worlds are included. Otherwise only detection is decided.
  let isWhole: Bool

  init(
    file: SourceFile, worlds: [JudgedWorld], bounds: Checker.Limits, limits: RunLimits,
    isMatrix: Bool, isWhole: Bool
  ) {
    (self.file, self.worlds, self.bounds, self.limits, self.isMatrix, self.isWhole) = (
      file, worlds, bounds, limits, isMatrix, isWhole
    )
  }

  /// The finder of properties that would detect a surviving mutation.
  var finder: PropertyFinder {
    PropertyFinder(file: file, worlds: worlds, bounds: bounds, limits: limits)
  }

  /// The maximum number of states of a mutant beyond those of the original.
  private static let additionalStates = 400_000

  /// A world in which a mutation may change the behaviour.
  struct AffectedWorld {
    let world: JudgedWorld
    let machine: Machine
    let starts: [[Value]]
    let difference: SpecDifference
  }

  /// The verdict on a mutation; nil if the mutant does not compile, or if only checked properties are mutated.
  func verdict(on edit: SpecEdit) -> (verdict: MutantVerdict, survivor: Survivor?)? {
    var verdict = MutantVerdict(
      kind: edit.kind,
      edit: .init(
        start: edit.range.start, end: edit.range.end, replacement: edit.replacement),
      place: Trace.Place(file, edit.range), text: edit.text(in: file),
      owner: edit.owner, fate: .equivalent)
    let deadline = limits.deadline()
    var survivor: Survivor?
    let isMeant = deadline.during { judge(edit, &verdict, &survivor) }
    if let limit = deadline.look(), verdict.fate != .killed {
      verdict.fate = .undecided
      verdict.reason = Wording.reason(limits.searchLimit(limit))
      return (verdict, nil)
    }
    if !isWhole, verdict.fate != .killed {
      verdict.fate = .undecided
      verdict.reason = "a world is inconclusive as it is"
      return (verdict, nil)
    }
    return isMeant ? (verdict, verdict.fate == .survived ? survivor : nil) : nil
  }

  /// Judges a mutation in all worlds; false if there is nothing to judge.
  private func judge(
    _ edit: SpecEdit, _ verdict: inout MutantVerdict, _ survivor: inout Survivor?
  ) -> Bool {
    guard var edited = EditedSpec(file, contents: edit.applied(to: file), limits: bounds) else {
      return false
    }
    var affected: [AffectedWorld] = []
    for world in worlds {
      if Deadline.isOver { return true }
      guard let spec = edited.world(world.name) else { return false }
      // A detected mutant also has to compile in the other worlds.
      if verdict.fate == .killed, !isMatrix { continue }
      let difference = SpecDifference(world.spec, spec)
      if difference.isEmpty { continue }
      guard let machine = try? Machine(spec), let starts = try? machine.starts() else {
        return false
      }
      let place = AffectedWorld(
        world: world, machine: machine, starts: starts, difference: difference)
      note(atOnce(place), world, &verdict)
      affected.append(place)
    }
    if edited.hasImpossiblePattern { return false }
    if verdict.fate == .killed, !isMatrix { return true }
    // A mutation of properties alone does not change the behaviour.
    if !affected.isEmpty, affected.allSatisfy(\.difference.isOfChecks) { return false }
    decide(affected, edit, &verdict, &survivor)
    return true
  }

  private func note(_ killers: [String], _ world: JudgedWorld, _ verdict: inout MutantVerdict) {
    if killers.isEmpty { return }
    verdict.fate = .killed
    if let known = verdict.killers.firstIndex(where: { $0.world == world.name }) {
      for name in killers where !verdict.killers[known].names.contains(name) {
        verdict.killers[known].names.append(name)
      }
    } else {
      verdict.killers.append(.init(world: world.name, names: killers))
    }
  }

  /// The detections that need no search: scenarios, and violations on known paths.
  private func atOnce(_ place: AffectedWorld) -> [String] {
    if place.difference.isOfChecks { return [] }
    let spec = place.machine.spec
    let failed = spec.scenarios.indices.filter {
      ScenarioRun.play($0, of: place.machine, from: place.starts).failure != nil
    }.map { spec.scenarios[$0].name }
    if !failed.isEmpty { return failed }
    let difference = place.difference
    guard !difference.isIncomparable, !difference.changesStarts, !difference.changesChecks,
      !difference.events.isEmpty, !place.world.isWalked
    else { return [] }
    return TrailProbe(
      place.world.machine, place.machine, place.world.ways, events: difference.events
    ).run()
  }

  /// Searches where necessary, and separates survivors from equivalent mutants.
  private func decide(
    _ affected: [AffectedWorld], _ edit: SpecEdit, _ verdict: inout MutantVerdict,
    _ survivor: inout Survivor?
  ) {
    var open: Set<Int> = []
    for index in affected.indices.sorted(by: { affected[$0].world.cost < affected[$1].world.cost })
    {
      if Deadline.isOver { return }
      let place = affected[index]
      switch check(place) {
      case .same: continue
      case .noticed(let names): note(names, place.world, &verdict)
      case .unnoticed: open.insert(index)
      case .undecided(let reason): verdict.reason = verdict.reason ?? reason
      }
      if verdict.fate == .killed, !isMatrix { return }
    }
    if verdict.fate == .killed { return }
    if verdict.reason != nil {
      verdict.fate = .undecided
    } else if !open.isEmpty {
      // The default world is the first one: its difference says the most.
      tellApart(open.sorted().map { affected[$0] }, edit, &verdict, &survivor)
    }
    if verdict.fate == .equivalent, affected.contains(where: \.world.isCut) {
      verdict.fate = .undecided
      verdict.reason = "states beyond 'explore while' were not compared"
    }
  }

  // MARK: One world

  enum Check {
    /// No property could detect a difference.
    case same
    case noticed([String])
    case unnoticed
    case undecided(String)
  }

  private func check(_ place: AffectedWorld) -> Check {
    let (world, difference) = (place.world, place.difference)
    if !difference.isIncomparable, !difference.changesStarts, !difference.changesChecks,
      let states = world.states
    {
      var isSame = true
      if !difference.events.isEmpty {
        let comparison = StepComparison(
          world.machine, place.machine, events: difference.events, measure: .everything)
        if case .same = comparison.run(over: states) {} else { isSame = false }
        if Deadline.isOver { return .undecided("") }
      }
      if isSame, difference.promises.isEmpty { return .same }
      if isSame { return check(place, properties: world.eventualities) }
    }
    return check(place, properties: nil)
  }

  /// Searches or walks the mutated world.
  ///
  /// - Parameter properties: the indices of the properties to check; nil for all.
  private func check(_ place: AffectedWorld, properties: Set<Int>?) -> Check {
    var check = EditedWorldCheck(place.machine, starts: place.starts, limits: limits)
    check.properties = properties
    check.maximumStates = Self.additionalStates + 4 * (place.world.states?.count ?? 0)
    check.findsAll = isMatrix
    check.requiresLibraryGoals = place.world.reachesLibraryGoals
    return switch check.outcome() {
    case .noticed(let names): .noticed(names)
    case .unnoticed: .unnoticed
    case .undecided(let reason): .undecided(reason)
    }
  }

  // MARK: Survivors

  /// Decides whether an undetected mutation changes the behaviour, and where first.
  private func tellApart(
    _ open: [AffectedWorld], _ edit: SpecEdit, _ verdict: inout MutantVerdict,
    _ survivor: inout Survivor?
  ) {
    verdict.fate = .equivalent
    for place in open where place.world.states != nil {
      if Deadline.isOver { return }
      switch part(place) {
      case .nowhere: continue
      case .unknown(let reason):
        verdict.fate = .undecided
        verdict.reason = reason
      case .somewhere:
        verdict.fate = .survived
        if place.difference.isOfFairness {
          survivor = Survivor(
            edit: edit, world: place.world, promises: place.difference.promises)
        }
      case .start(let text, let expected):
        verdict.fate = .survived
        verdict.parting = text
        survivor = Survivor(edit: edit, world: place.world, start: expected)
      case .step(let parting):
        verdict.fate = .survived
        verdict.parting = DivergenceText.parting(parting, place.world, place.machine.spec)
        survivor = Survivor(edit: edit, world: place.world, parting: parting)
      }
      if verdict.fate == .survived { return }
    }
  }

  /// The place where the two specs diverge in a world.
  private indirect enum Part {
    case nowhere
    /// The specs diverge without a visible step: in fairness, or because the states have other types.
    case somewhere
    case start(MutantVerdict.FirstDivergence, expected: [String])
    case step(DifferencePath.FirstDivergence)
    case unknown(String)
  }

  private func part(_ place: AffectedWorld) -> Part {
    let (world, difference) = (place.world, place.difference)
    if difference.isIncomparable { return .somewhere }
    if difference.changesStarts, Set(world.starts) != Set(place.starts) {
      let text = DivergenceText.atStart(world, place.machine.spec, place.starts)
      return .start(text, expected: DivergenceText.expectations(world, place.starts))
    }
    if let states = world.states, !difference.events.isEmpty {
      let comparison = StepComparison(
        world.machine, place.machine, events: difference.events, measure: .behaviour)
      switch comparison.run(over: states) {
      case .same: break
      case .open: return .unknown("it would take too long to find another effect")
      case .differs:
        let found = DifferencePath.find(
          world.machine, place.machine, events: difference.events, from: world.starts)
        return found.map { .step($0) } ?? .somewhere
      }
    }
    // Fairness of an event that never happens has no effect.
    return difference.promises.contains { !world.unseenEvents.contains($0) } ? .somewhere : .nowhere
  }
}
