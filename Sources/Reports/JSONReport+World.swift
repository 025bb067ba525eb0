import Engine
import SpecLanguage
import Traces

extension JSONReport {
  struct World: Encodable {
    let name: String
    let documentation: String?
    let status: String
    let complaints: [String]
    let params: [Param]
    let announces: [String]
    let completion: Completion
    let storage: String
    let missProbability: Double
    let statistics: Statistics
    let walks: Walks?
    let engine: Engine?
    /// Types that could be declared symmetric, where the search was large.
    let couldBeSymmetric: [String]
    let properties: [Property]
    let scenarios: [Scenario]
    let violations: [ViolationReport]
    let unseenEvents: [String]
    let unseenRules: [String]

    struct Param: Encodable {
      let name: String
      let value: String
    }

    struct Completion: Encodable {
      let exhaustive: Bool
      let reason: String?
    }

    struct Statistics: Encodable {
      let starts: Int
      let states: Int
      /// Nil without symmetric types, or if they are not reduced.
      let symmetry: Symmetry?
      let transitions: Int
      let depth: Int
      let frontier: Int
      let seconds: Double
      let storeBytes: Int
      let diskBytes: Int
      let bytesPerState: Double
      let threads: Int?
    }

    struct Symmetry: Encodable {
      let types: [String]
      let notReduced: [String]
      let orbits: Int
      /// Whether `states` and `transitions` count states; if not, they count orbits.
      let countsStates: Bool
    }

    struct Property: Encodable {
      let name: String
      let keyword: String
      let documentation: String?
      let status: String
      let place: Place
      let announced: Bool
      let isVacuous: Bool?
      let matchedSteps: Int?
      let goalDepth: Int?
      let goalWalk: WalkPlace?
    }

    /// A state of a walk.
    struct WalkPlace: Encodable {
      let walk: Int
      let step: Int
    }

    /// How the engine computes the world, where it was asked.
    struct Engine: Encodable {
      struct Part: Encodable {
        let name: String
        let instances: Int
        let bitsRead: Int
        let bitsWritten: Int
        let tables: Int
        let tableBytes: Int
        let operations: Int
        let computed: [Computed]
        let byReference: [ByReference]
      }

      struct Computed: Encodable {
        let what: String
        let bits: Int
      }

      struct ByReference: Encodable {
        let reason: String
        let instances: Int
      }

      let stateBits: Int
      let stateWords: Int
      let tables: Int
      let tableBytes: Int
      let events: [Part]
      let properties: [Part]

      init(_ engine: EngineExplanation) {
        stateBits = engine.stateBits
        stateWords = engine.stateWords
        tables = engine.tables
        tableBytes = engine.tableBytes
        events = engine.events.map(Self.part)
        properties = engine.properties.map(Self.part)
      }

      private static func part(_ part: EngineExplanation.Part) -> Part {
        Part(
          name: part.name, instances: part.instances, bitsRead: part.bitsRead,
          bitsWritten: part.bitsWritten, tables: part.tables, tableBytes: part.tableBytes,
          operations: part.operations,
          computed: part.computed.map { Computed(what: $0.what, bits: $0.bits) },
          byReference: part.unplanned.map { ByReference(reason: $0.reason, instances: $0.count) })
      }
    }

    struct Scenario: Encodable {
      let name: String
      let documentation: String?
      let status: String
      let place: Place
      let failure: ScenarioFailure?
    }

    init(_ world: WorldReport) {
      let spec = world.spec
      let result = world.result
      name = spec.worldName
      documentation = spec.world?.documentation
      status =
        world.judgement.isFailure
        ? "violation" : world.judgement.isInconclusive ? "inconclusive" : "success"
      complaints = world.judgement.complaints
      params = spec.params.map { Param(name: $0.name, value: $0.type.text($0.value)) }
      announces = spec.world?.violates.map(\.name) ?? []
      switch result.completion {
      case .exhaustive where result.walks != nil:
        completion = Completion(exhaustive: false, reason: "by random walks")
      case .exhaustive: completion = Completion(exhaustive: true, reason: nil)
      case .stopped(let limit):
        completion = Completion(exhaustive: false, reason: Wording.reason(limit))
      }
      let figures = result.statistics
      statistics = Statistics(
        starts: figures.starts, states: figures.states,
        symmetry: figures.symmetry.map {
          Symmetry(
            types: $0.types, notReduced: $0.refused, orbits: $0.orbits,
            countsStates: $0.countsStates)
        }, transitions: figures.transitions,
        depth: figures.depth, frontier: figures.frontier, seconds: figures.duration.inSeconds,
        storeBytes: figures.storeBytes, diskBytes: figures.diskBytes,
        bytesPerState: figures.bytesPerState, threads: result.walks == nil ? figures.threads : nil)
      walks = result.walks.map { Walks($0, spec) }
      storage =
        switch result.storage {
        case .stop: "memory"
        case .fingerprints: "fingerprints"
        case .spill: "disk"
        }
      missProbability = result.missProbability
      engine = world.engine.map(Engine.init)
      couldBeSymmetric = world.symmetryCandidates.map(\.name)
      properties = result.properties.map { verdict in
        let property = spec.properties[verdict.property]
        return Property(
          name: property.name, keyword: property.keyword, documentation: property.documentation,
          status: verdict.status.word, place: Place(spec.file, property.range),
          announced: world.announces(property.name),
          isVacuous: verdict.isVacuous ? true : nil, matchedSteps: verdict.matchedSteps,
          goalDepth: verdict.goalDepth,
          goalWalk: verdict.goalPlace.map { WalkPlace(walk: $0.walk, step: $0.step) })
      }
      scenarios = result.scenarios.map { verdict in
        let scenario = spec.scenarios[verdict.scenario]
        return Scenario(
          name: scenario.name, documentation: scenario.documentation,
          status: verdict.failure == nil ? "passes" : "fails",
          place: Place(spec.file, scenario.range),
          failure: world.failedScenarios[verdict.scenario].map {
            ScenarioFailure($0, file: spec.file)
          })
      }
      violations = world.counterexamples.map {
        ViolationReport($0, announced: world.announces($0.name), file: spec.file)
      }
      unseenEvents = result.unseenEvents.map { spec.events[$0].name }
      unseenRules = result.unseenRules.map {
        "\(spec.events[$0.event].name).\(spec.events[$0.event].rules[$0.rule].name)"
      }
    }
  }

  struct ViolationReport: Encodable {
    let name: String
    let summary: String
    let announced: Bool
    let arguments: [TraceReport.Binding]?
    let missingFairness: [String]?
    let trap: Trap?
    let place: Place
    let length: Int
    let shortest: String
    let walk: Int?
    let originalLength: Int?
    let trace: TraceReport
    let reasons: [Reason]
    let origin: OriginReport?
    let close: [NearMissReport]

    /// The states behind the end of the trace of a `possible`.
    struct Trap: Encodable {
      let states: Int?
      let events: [String]
    }

    init(_ counterexample: Counterexample, announced: Bool, file: SourceFile) {
      name = counterexample.name
      summary = counterexample.summary
      self.announced = announced
      let values = counterexample.arguments.map {
        TraceReport.Binding(name: $0.name, value: $0.value)
      }
      arguments = values.isEmpty ? nil : values
      let missing = counterexample.missingFairness
      missingFairness = missing.isEmpty ? nil : missing
      trap = counterexample.trap.map { Trap(states: $0.states, events: $0.events) }
      place = Place(file, counterexample.range)
      length = counterexample.trace.steps.count + (counterexample.trace.attempt == nil ? 0 : 1)
      shortest = counterexample.isProvedShortest ? "proved" : "found"
      walk = counterexample.walked?.walk
      originalLength = counterexample.walked?.length
      trace = TraceReport(counterexample.trace)
      reasons = counterexample.reasons.map(Reason.init)
      origin = counterexample.origin.map { OriginReport($0, file: file) }
      close = counterexample.nearMisses.map(NearMissReport.init)
    }
  }

  struct OriginReport: Encodable {
    let text: String
    let step: Int
    let rule: String?
    let statement: String?
    let place: Place?

    init(_ origin: Origin, file: SourceFile) {
      text = origin.text
      step = origin.step
      rule = origin.rule
      statement = origin.statement
      place = if case .statement(let range) = origin.kind { Place(file, range) } else { nil }
    }
  }

  struct NearMissReport: Encodable {
    let name: String
    let reasons: [Reason]

    init(_ miss: NearMiss) {
      name = miss.name
      reasons = miss.reasons.map(Reason.init)
    }
  }

  struct ScenarioFailure: Encodable {
    let summary: String
    let place: Place
    let trace: TraceReport
    let reasons: [Reason]

    init(_ failed: FailedScenario, file: SourceFile) {
      summary = failed.summary
      place = Place(file, failed.range)
      trace = TraceReport(failed.trace)
      reasons = failed.reasons.map(Reason.init)
    }
  }

  struct Reason: Encodable {
    let depth: Int
    let text: String

    init(_ reason: Counterexample.Reason) {
      depth = reason.depth
      text = reason.text
    }
  }

  struct TraceReport: Encodable {
    let start: [Binding]
    let steps: [Step]
    let loop: Int?
    let attempt: String?

    struct Binding: Encodable {
      let name: String
      let value: String
    }

    struct Step: Encodable {
      let event: String
      let rule: String?
      let choices: [String]
      let changes: [Change]
      let signals: [String]
    }

    struct Change: Encodable {
      let place: String
      let old: String
      let new: String
    }

    init(_ trace: Trace) {
      start = trace.start.map { Binding(name: $0.name, value: $0.value) }
      steps = trace.steps.map { step in
        Step(
          event: step.event, rule: step.rule, choices: step.choices,
          changes: step.changes.map { Change(place: $0.place, old: $0.old, new: $0.new) },
          signals: step.signals)
      }
      loop = trace.loop
      attempt = trace.attempt
    }
  }
}

extension PropertyVerdict.Status {
  fileprivate var word: String {
    switch self {
    case .holds: "holds"
    case .violated: "violated"
    case .notRefuted: "not-refuted"
    case .notReached: "not-reached"
    case .faulted: "faulted"
    case .undecided: "undecided"
    case .notAsked: "not-asked"
    }
  }
}
