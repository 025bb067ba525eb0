import Semantics
import Traces

extension WorldVerdict {
  /// Creates the result of a checked world.
  ///
  /// - Parameter place: the place of the spec's name.
  package init(_ world: WorldReport, ofSpecAt place: TextPlace) {
    let spec = world.spec
    let result = world.result
    name = spec.worldName
    documentation = spec.world?.documentation
    self.place = spec.world.map { TextPlace(spec.file, $0.range) } ?? place
    status = world.judgement.status
    complaints = world.judgement.complaints
    judgement = world.judgement
    params = spec.params.map { Trace.Binding(name: $0.name, value: $0.type.text($0.value)) }
    replaces = (spec.world?.replaces).flatMap { $0.isEmpty ? nil : $0 }
    announces = (spec.world?.violates ?? []).filter { !$0.isRest }.map(\.text)
    bound = spec.bound.map { Bound(condition: $0.text, states: result.statesBeyondBound) }
    completion = Completion(result)
    statistics = Statistics(result)
    walks = result.walks.map {
      WalksVerdict($0, spec, internalErrors: result.internalErrors.count)
    }
    storage =
      switch result.storage {
      case .stop: .memory
      case .fingerprints: .fingerprints
      case .spill: .disk
      }
    foundBy = result.engine
    withoutDiagrams = result.withoutDiagrams
    missProbability = result.missProbability
    engine = world.engine
    fairness = world.listsFairness ? FairnessVerdict.all(in: world) : nil
    size = SizeVerdict(world)
    selection = world.selection?.sorted()
    couldBeSymmetric = world.symmetryCandidates.map(\.name)
    couldBeSymmetricCounts = world.symmetryCandidates.map(\.count)
    properties = result.properties.map { Property($0, in: world) }
    scenarios = result.scenarios.map { Scenario($0, in: world) }
    violations = world.counterexamples.map { counterexample in
      var verdict = counterexample.verdict
      let announcement = spec.announcement(of: counterexample.violation.finding)
      verdict.announced = announcement != nil
      verdict.tolerated = announcement?.isRest ?? false ? true : nil
      return verdict
    }
    accepted = zip(world.counterexamples, violations).filter { counterexample, shown in
      let announcement = spec.announcement(of: counterexample.violation.finding)
      return announcement.map { $0.place == nil && !$0.isRest } ?? false && shown.kind.isGeneral
    }.map { Accepted(kind: $1.kind, summary: $1.summary, place: $1.place) }
    internalErrors = result.internalErrors.map {
      InternalError(
        name: $0.finding.name(in: spec), message: $0.message,
        isDisagreement: $0.isDisagreement ? true : nil)
    }
    unseenEvents = result.unseenEvents.map { spec.events[$0].name }
    unseenRules = result.unseenRules.map {
      "\(spec.events[$0.event].name).\(spec.events[$0.event].rules[$0.rule].name)"
    }
  }
}

extension Judgement {
  fileprivate var status: WorldVerdict.Status {
    if isInternalError { return .internalError }
    return isFailure ? .violation : isInconclusive ? .inconclusive : .success
  }
}

extension WorldVerdict.Completion {
  init(_ result: SearchResult) {
    switch result.completion {
    case .exhaustive where result.walks != nil:
      self.init(exhaustive: false, reason: "by random walks")
    case .exhaustive: self.init(exhaustive: true)
    case .stopped(let limit):
      self.init(exhaustive: false, reason: Wording.reason(limit), limit: limit.kind)
    }
  }
}

extension WorldVerdict.Statistics {
  init(_ result: SearchResult) {
    let figures = result.statistics
    starts = figures.starts
    states = figures.states
    symmetry = figures.symmetry.map {
      WorldVerdict.Symmetry(
        types: $0.types, notReduced: $0.refused, orbits: $0.orbits,
        countsStates: $0.countsStates)
    }
    largeStates = figures.largeStates
    transitions = figures.transitions
    largeTransitions = figures.largeTransitions
    diagramNodes = figures.diagramNodes
    depth = figures.depth
    frontier = figures.frontier
    seconds = (figures.duration + figures.earlierDuration).inSeconds
    earlierSeconds = figures.earlierDuration > .zero ? figures.earlierDuration.inSeconds : nil
    storeBytes = figures.storeBytes
    diskBytes = figures.diskBytes
    bytesPerState = figures.bytesPerState
    threads = result.walks == nil ? figures.threads : nil
  }
}

extension WorldVerdict.Property {
  init(_ verdict: PropertyVerdict, in world: WorldReport) {
    let property = world.spec.properties[verdict.property]
    name = property.name
    keyword = if case .within = property.sentence { .eventually } else { property.keyword }
    sentence = property.sentence?.word
    documentation = property.documentation
    status = verdict.status
    place = TextPlace(world.spec.file, property.range)
    // In a family, the failing members are the expected ones.
    let fails = verdict.status == .notReached || verdict.status == .violated
    announced =
      fails
      ? world.spec.mayExpectViolation(of: property.name) : world.spec.announces(property.name)
    isVacuous = verdict.isVacuous ? true : nil
    isMetAtStart = verdict.isMetAtStart ? true : nil
    matchedSteps = verdict.matchedSteps
    goalDepth = verdict.goalDepth
    family = property.family
    scenario = world.witnessScenarios[verdict.property]
    if let witness = verdict.witness { show(witness, of: property, in: world.spec) }
    goalWalk = verdict.goalPlace
    openReason = verdict.openReason.map(Wording.text)
    brokenBy = verdict.brokenBy
  }
}

extension WorldVerdict.Property {
  /// Describes the witness of a property in words.
  private mutating func show(
    _ witness: PropertyWitness, of property: Property, in spec: CheckedSpec
  ) {
    trace = Trace(witness.path, in: spec)
    switch witness.kind {
    case .goal, .step: break
    case .way(let begin, let values):
      trace?.way = begin
      wayLength = witness.path.steps.count - begin
      let bindings = zip(property.writtenParameters, values).map {
        Trace.Binding(name: $0.name, value: $0.type.text($1))
      }
      arguments = bindings.isEmpty ? nil : bindings
    case .change(let variable, let value):
      var changed = witness.path.end
      changed[variable] = value
      nearestChange = spec.changes(from: witness.path.end, to: changed).first
    }
  }
}

extension WorldVerdict.Scenario {
  init(_ verdict: ScenarioVerdict, in world: WorldReport) {
    let file = world.spec.file
    let scenario = world.spec.scenarios[verdict.scenario]
    name = scenario.name
    documentation = scenario.documentation
    status =
      if verdict.failure != nil {
        .fails
      } else if verdict.obstacle != nil {
        .notPossible
      } else if verdict.openReason != nil {
        .undecided
      } else {
        verdict.isIdle ? .idle : .passes
      }
    obstacle = verdict.obstacle
    openReason = verdict.openReason
    place = TextPlace(file, scenario.range)
    failure = world.failedScenarios[verdict.scenario].map {
      Failure(
        summary: $0.summary, place: TextPlace(file, $0.range), trace: $0.trace, reasons: $0.reasons)
    }
  }
}
