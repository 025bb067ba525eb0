import Analysis
import Engine
import Reports
import Semantics
import SpecLanguage
import Traces

/// Judges edits of one spec: `judge.verdict(on: edit)`.
///
/// An edit is read by the front end like any text, world by world. In each world it is asked first what the trees differ
/// in, then what is seen on ways that are known, then whether any state that the spec can come to shows a difference; only
/// what is left is searched, up to the first thing that is wrong. What that finds is what a check of the edited text
/// finds.
struct MutantJudge: Sendable {
  let file: SourceFile
  /// The default one first, then those with few states before those with many.
  let worlds: [JudgedWorld]
  let bounds: Checker.Limits
  let limits: RunLimits
  /// Whether everything that notices an edit is looked for.
  let isMatrix: Bool
  /// Whether there are all worlds in it that are as the spec says; else only what is noticed is decided.
  let isWhole: Bool

  /// What looks for sentences that are missing.
  var finder: PropertyFinder {
    PropertyFinder(file: file, worlds: worlds, bounds: bounds, limits: limits)
  }

  /// How many states an edit may have beyond those of the spec.
  private static let additionalStates = 400_000

  /// A world in which an edit may do something else.
  struct AffectedWorld {
    let world: JudgedWorld
    let machine: Machine
    let starts: [[Value]]
    let difference: SpecDifference
  }

  /// Nil if the edited text does not compile, or nothing is edited but what is asked.
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

  /// False if there is nothing to judge.
  private func judge(
    _ edit: SpecEdit, _ verdict: inout MutantVerdict, _ survivor: inout Survivor?
  ) -> Bool {
    guard var edited = EditedSpec(file, edit, limits: bounds) else { return false }
    var affected: [AffectedWorld] = []
    for world in worlds {
      if Deadline.isOver { return true }
      guard let spec = edited.world(world.name) else { return false }
      // What is noticed has to compile elsewhere as well.
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
    // An edit of what is asked alone is none of what happens.
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

  /// What notices an edit without a search: scenarios, and what is seen on known ways.
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

  /// Searches where that is needed, and tells what survives from what changes nothing.
  private func decide(
    _ affected: [AffectedWorld], _ edit: SpecEdit, _ verdict: inout MutantVerdict,
    _ survivor: inout Survivor?
  ) {
    var open: [AffectedWorld] = []
    for place in affected.sorted(by: { $0.world.cost < $1.world.cost }) {
      if Deadline.isOver { return }
      switch check(place) {
      case .same: continue
      case .noticed(let names): note(names, place.world, &verdict)
      case .unnoticed: open.append(place)
      case .undecided(let reason): verdict.reason = verdict.reason ?? reason
      }
      if verdict.fate == .killed, !isMatrix { return }
    }
    if verdict.fate == .killed { return }
    if verdict.reason != nil {
      verdict.fate = .undecided
    } else if !open.isEmpty {
      tellApart(open, edit, &verdict, &survivor)
    }
  }

  // MARK: One world

  enum Check {
    /// Nothing that a property could tell is otherwise.
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

  /// Searches the edited world, or walks through it.
  ///
  /// - Parameter properties: those that are asked for; nil for all.
  private func check(_ place: AffectedWorld, properties: Set<Int>?) -> Check {
    let spec = place.machine.spec
    if properties?.isEmpty == true { return .unnoticed }
    var result: SearchResult
    if let options = CheckMode.check.walkOptions(spec, time: nil, threads: 1) {
      result = WalkCheck(
        machine: place.machine, starts: place.starts, options: options, properties: properties,
        limits: limits, onProgress: { _ in }
      ).run()
    } else {
      var bounds = SearchLimits(
        states: Self.additionalStates + 4 * (place.world.states?.count ?? 0),
        memory: limits.memory)
      bounds.reducesSymmetry = true
      let search = ExhaustiveSearch(
        place.machine, limits: bounds, properties: properties, threads: 1)
      let looksForAll = isMatrix
      result = search.run(from: place.starts) { finding in
        !looksForAll && finding.kind.violation != nil && spec.announcement(of: finding) == nil
      }
    }
    let selection = properties.map { Set($0.map { spec.properties[$0].name }) }
    if selection == nil {
      result.scenarios = spec.scenarios.indices.map {
        ScenarioRun.play($0, of: place.machine, from: place.starts)
      }
    } else {
      result.generalViolations = []
    }
    let judgement = Judgement(
      of: result, in: spec, selection: selection,
      requiresLibraryGoals: place.world.reachesLibraryGoals)
    if judgement.isInternalError {
      return .undecided("internal error: \(judgement.internalErrors.joined(separator: ", "))")
    }
    if !judgement.unexpected.isEmpty { return .noticed(judgement.unexpected) }
    let isWhole = result.completion == .exhaustive && result.walks?.isCutShort != true
    if isWhole, judgement.isFailure {
      return .noticed(judgement.missing + judgement.failedScenarios)
    }
    if !isWhole { return .undecided(Self.reason(result.completion)) }
    if !judgement.notFound.isEmpty {
      return .undecided("no walk comes to \(judgement.notFound.joined(separator: ", ")) any more")
    }
    if !judgement.undecided.isEmpty {
      return .undecided("\(judgement.undecided.joined(separator: ", ")) is inconclusive")
    }
    return .unnoticed
  }

  private static func reason(_ completion: Completion) -> String {
    if case .stopped(let limit) = completion { return Wording.reason(limit) }
    return "not all walks were done"
  }

  // MARK: Survivors

  /// Decides whether an edit that nothing notices changes what happens, and where first.
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

  /// Where two specs part in a world.
  private enum Part {
    case nowhere
    /// Somewhere, and no step shows it: in what is promised, or since states are others.
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
      case .open: return .unknown("it would take too long to tell whether it does anything else")
      case .differs:
        let found = DifferencePath.find(
          world.machine, place.machine, events: difference.events, from: world.starts)
        return found.map { .step($0) } ?? .somewhere
      }
    }
    // What is promised of what never happens promises nothing.
    return difference.promises.contains { !world.unseenEvents.contains($0) } ? .somewhere : .nowhere
  }
}
