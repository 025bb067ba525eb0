import Basics
import Engine
import Foundation
import Semantics
import TestSupport
import Testing

@Suite("Diagrams")
struct DiagramTests {
  /// A spec of the benchmark with other constants.
  static func model(_ name: String, _ settings: String) throws -> CheckedSpec {
    let path = RepositoryFolder.tests("Benchmarks").appending(path: "Models/\(name).tray")
    let text = try String(contentsOf: path, encoding: .utf8)
    return try SpecText.checked(text + "\nworld other { \(settings) }\n", world: "other")
  }

  static func run(
    _ spec: CheckedSpec, _ engine: SearchEngine, limits: SearchLimits = .init()
  ) throws -> SearchResult {
    let machine = try Machine(spec)
    var limits = limits
    limits.engine = engine
    var run = EngineRun(machine, limits: limits, threads: 2)
    return run.run(from: try machine.starts())
  }

  // MARK: The same as the explicit search

  @Test("say what the explicit search says", arguments: (0..<120).filter { $0 % 8 < 4 })
  func agree(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
    let spec = try SpecText.checked(random.text, world: random.world)
    #expect(try EngineAgreement(spec, threads: 2).complaints == [])
  }

  @Test("say what the explicit search says of runs", arguments: 0..<60)
  func agreeAboutRuns(_ seed: UInt64) throws {
    let text =
      seed % 3 == 0
      ? RandomNamedSpec(seed: seed).text
      : RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: seed % 3 == 1).text
    let agreement = try EngineAgreement(
      SpecText.checked(text), reducesSymmetry: !seed.isMultiple(of: 4))
    #expect(agreement.complaints == [])
  }

  @Test("say what the explicit search says of known answers", arguments: KnownAnswers.cases)
  func agreeAboutKnownAnswers(_ known: KnownAnswers.Case) throws {
    #expect(try EngineAgreement(KnownAnswers.spec(known)).complaints == [])
  }

  @Test("are there for most random specs that are about runs")
  func areThere() throws {
    let without = try (0..<40).compactMap { seed in
      try EngineAgreement(SpecText.checked(RandomFairSpec(seed: seed).text)).withoutDiagrams
    }
    #expect(without.count < 10, "\(Set(without))")
  }

  @Test("are right about variables that have one value alone")
  func areRightAboutSingleValues() throws {
    let text = """
      type One = 4...4
      var one: One = 4
      var n: 0...3 = 0
      on go { one = 4; n = (n + 1) % 4; one = n < 2 ? 4 : one }
      invariant low { n < 3 }
      """
    let agreement = try EngineAgreement(SpecText.checked(text))
    #expect(agreement.complaints == [])
    #expect(agreement.withoutDiagrams == nil)
    #expect(agreement.result.statistics.states == 4)
  }

  // MARK: Beyond enumeration

  /// Counts that another program found, with a hash map and a level for each ID or device.
  static let large: [(model: String, settings: String, states: String, count: Int)] = [
    ("tray", "ids = 8", "1929311232", 10), ("tray", "ids = 16", "1503258928742400", 16),
    ("tray", "ids = 24", "447", 21), ("receipts", "devices = 16", "39", 22),
    ("receipts", "devices = 32", "909", 42),
  ]

  @Test("count states that nobody could visit", arguments: large)
  func countMany(_ case: (model: String, settings: String, states: String, count: Int)) throws {
    let result = try Self.run(Self.model(`case`.model, `case`.settings), .diagrams)
    let digits = result.statistics.largeStates ?? "\(result.statistics.states)"
    #expect(digits.hasPrefix(`case`.states))
    #expect(digits.count == `case`.count)
    #expect(result.properties.allSatisfy { $0.status == .holds })
    #expect(result.engine == .diagrams)
    #expect(result.completion == .exhaustive)
    #expect(result.statistics.depth == nil)
  }

  @Test("show the shortest way among states that nobody could visit")
  func showTheShortestWay() throws {
    let text = """
      spec Wide
      type Lamp = 0..<40
      var lit: Set<Lamp> = []
      on toggle(lamp: Lamp) { if lamp in lit { remove lamp from lit } else { insert lamp into lit } }
      invariant fewAreLit { lit.count < 3 }
      reachable outer { 0 in lit && 39 in lit }
      possible dark { lit.isEmpty }
      """
    let result = try Self.run(SpecText.checked(text), .auto)
    #expect(result.engine == .diagrams)
    #expect(result.statistics.states == 1 << 40)
    let violation = try #require(result.properties[0].violation)
    #expect(violation.path.steps.map(\.instance.arguments) == [[.int(0)], [.int(1)], [.int(2)]])
    #expect(violation.isProvedShortest)
    #expect(result.properties[1].goalDepth == 2)
    #expect(result.properties[2].status == .holds)
  }

  @Test("are first where states are many, and come second where they are few")
  func areFirst() throws {
    #expect(try Self.run(Self.model("tray", "ids = 7"), .auto).engine == .diagrams)
    #expect(try Self.run(Self.model("tray", "ids = 2"), .auto).engine == .explicit)
  }

  @Test("do not depend on the order of declarations")
  func doNotDependOnOrder() throws {
    let variables = [
      "var tray: Table<ID, Kind> = Kind.none", "var awake = true", "var app: 0...3 = 0",
      "var seen: Set<ID> = []",
    ]
    let nodes = try [variables, variables.reversed()].map { variables in
      try Self.run(
        SpecText.checked(
          """
          type ID = 0..<6
          enum Kind { none, info, call }
          \(variables.joined(separator: "\n"))
          on come(id: ID, kind: Kind) { tray[id] = kind; insert id into seen; awake = kind == .call }
          on open when awake { app = min(app + 1, 3); awake = false }
          on leave(id: ID) when tray[id] != .none && app > 0 { tray[id] = .none; app -= 1 }
          invariant seenFirst { every id in ID where tray[id] == .call: id in seen }
          """), .diagrams
      ).statistics.diagramNodes
    }
    #expect(nodes[0] != nil)
    #expect(nodes[0] == nodes[1])
  }

  // MARK: Where there are none

  @Test("tell why there are none")
  func tellWhy() throws {
    let result = try Self.run(
      SpecText.checked(
        """
        symmetric ID(3)
        var last: ID? = nil
        var all: Set<ID> = []
        on come(id: ID) { insert id into all }
        on go { for id in all { last = id }; all = [] }
        invariant fine { all.count <= 3 }
        """), .diagrams)
    #expect(result.withoutDiagrams?.contains("'go'") == true)
    #expect(result.engine == .explicit)
    #expect(result.completion == .exhaustive)
  }

  @Test("end with their watch, and leave nothing behind that is taken for an answer")
  func endInTime() throws {
    let spec = try Self.model("tray", "ids = 40")
    let deadline = Deadline(time: .milliseconds(300))
    let begin = ContinuousClock.now
    let result = try deadline.during { Result { try Self.run(spec, .diagrams) } }.get()
    #expect(ContinuousClock.now - begin < .seconds(20))
    #expect(result.completion != .exhaustive)
    #expect(result.properties.allSatisfy { $0.status == .undecided })
  }

  @Test("keep within the memory that there is")
  func keepWithinMemory() throws {
    let spec = try Self.model("tray", "ids = 32")
    let machine = try Machine(spec)
    var limits = SearchLimits(stateMemory: 1 << 20)
    limits.engine = .diagrams
    var run = EngineRun(machine, limits: limits)
    let result = run.run(from: try machine.starts())
    #expect(result.withoutDiagrams?.contains("memory") == true)
    #expect(result.completion != .exhaustive)
  }
}
