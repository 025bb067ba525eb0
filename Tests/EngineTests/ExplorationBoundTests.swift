import Engine
import Semantics
import TestSupport
import Testing

/// `explore while`: states beyond the bound are judged and not followed.
@Suite struct ExplorationBoundTests {
  private static func counter(_ bound: String) -> String {
    """
    param most = 3
    var n: 0...9 = 0
    fair on rise when n < 9 { n += 1 }
    on reset when n > 0 { n = 0 }
    \(bound)
    invariant small { n <= 4 }
    invariant smaller { n <= 3 }
    invariant canRise { enabled(rise) == (n < 9) }
    transition byOne after rise { n == old(n) + 1 }
    reachable four { n == 4 }
    reachable five { n == 5 }
    possible zero { n == 0 }
    eventually two { n == 2 } assuming no reset
    eventually comesDown whenever n == 1 { n == 0 } assuming no reset
    scenario beyond { repeat 9 { rise }; refuse rise; expect n == 9 }
    world less { most = 2 }
    """
  }

  @Test("keeps and judges the states beyond it, and follows none of them")
  func states() throws {
    let found = try search(Self.counter("explore while n <= most"))
    #expect(found.result.statistics.states == 5)
    #expect(found.result.statesBeyondBound == 1)
    #expect(
      found.problems == [
        "smaller violated after 4", "five undecided", "zero undecided", "two undecided",
        "comesDown undecided",
      ])
    let open = found.result.properties.filter { $0.status == .undecided }
    #expect(open.allSatisfy { $0.openReason == .statesBeyondBound })
    let less = try search(Self.counter("explore while n <= most"), world: "less")
    #expect(less.verdict("smaller") == "holds" && less.verdict("four") == "undecided")
  }

  @Test("changes nothing if no state is beyond it")
  func wide() throws {
    let found = try search(Self.counter("explore while n <= 9\nexplore while n >= 0"))
    let plain = try search(Self.counter(""))
    #expect(found.problems == plain.problems)
    #expect(found.result.statistics.transitions == plain.result.statistics.transitions)
    #expect(found.result.statesBeyondBound == 0 && plain.result.statesBeyondBound == nil)
  }

  @Test("lets no time pass beyond it, and calls no state there a deadlock")
  func time() throws {
    let found = try search(
      """
      var t: Timer<5> = due in 5
      var late = false
      on ring when t.isDue { stop t; late = true }
      explore while (t.remaining ?? 0) > 2
      invariant early { !late }
      """)
    #expect(found.problems == [])
    #expect(found.result.statistics.states == 4 && found.result.statesBeyondBound == 1)
  }

  @Test("a violation within it is one, in a loop as well as at the end of a run")
  func runs() throws {
    let found = try search(
      """
      var n: 0...5 = 0
      var m: 0...1 = 0
      on up when n < 5 && m == 0 { n += 1 }
      fair on loop when n == 1 { m = 1 - m }
      on stay when n == 2 && m == 0 { m = 1 }
      explore while n < 4
      eventually high { n == 5 }
      possible away whenever m == 1 && n == 2 { m == 0 }
      """)
    #expect(found.verdict("high").hasPrefix("violated"))
    #expect(found.verdict("away").hasPrefix("violated"))
    for violation in found.result.properties.compactMap(\.violation) {
      try violation.expectIsShown(by: found.machine, from: found.starts, "a bounded run")
    }
  }

  @Test("of a library is its own")
  func library() throws {
    let library = """
      library L    // no spec at all
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      explore while n < 2

      """
    let own = try SpecText.checked(library)
    #expect(own.bound?.text == "n < 2")
    let user = try SpecText.checked(
      "spec S\nuse \"l.tray\"\nterminal { n == 3 }\n", using: ["l.tray": library])
    #expect(user.bound == nil)
  }

  // MARK: Against the definition

  /// The states, steps and failures of a spec within a bound, by its definition.
  private struct Definition {
    var states: Set<[Value]> = []
    var beyond = 0
    var steps = 0
    var failures: Set<String> = []
    var goals: Set<String> = []

    /// Nil if there are too many states, or if a property or the bound has no value somewhere.
    init?(_ machine: Machine, from starts: [[Value]], bound: Property) {
      let (reactions, properties) = (Reactions(machine), PropertyEvaluator(spec: machine.spec))
      let spec = machine.spec
      states = Set(starts)
      var open = Array(states)
      while let state = open.popLast() {
        guard states.count <= 400, case .success(let isWithin) = properties.holds(bound, in: state)
        else { return nil }
        for property in spec.properties where property.isOfStates && property.keyword != .possible {
          guard case .success(let holds) = properties.holds(property, in: state) else { return nil }
          if property.isGoal, holds { goals.insert(property.name) }
          if !property.isGoal, !holds { failures.insert(property.name) }
        }
        if !isWithin {
          beyond += 1
          continue
        }
        let all = reactions(state)
        steps += all.reduce(0) { $0 + $1.steps.count }
        for problem in all.flatMap(\.problems) { failures.insert(problem.finding.name(in: spec)) }
        if !all.contains(where: { $0.isPossible || !$0.problems.isEmpty }) {
          failures.insert("deadlock")
        }
        for step in all.flatMap(\.steps) where states.insert(step.state).inserted {
          open.append(step.state)
        }
      }
    }
  }

  @Test("has the states, steps and failures of its definition")
  func definition() throws {
    var compared = 0
    for seed in 0..<UInt64(Weekly.count(30)) {
      let text = RandomSpec(seed: seed).text
      let plain = try Machine(SpecText.checked(text))
      let starts = try plain.starts()
      guard starts.count <= 100, plain.spec.terminals.isEmpty else { continue }
      for property in plain.spec.properties.filter({ $0.keyword == .invariant }).prefix(3)
      where property.saysWhatIsWritten && property.sentence == nil {
        let condition = plain.spec.file.text(property.body.expression.range)
        guard let spec = SpecText.check(text + "\nexplore while (\(condition))\n").spec,
          let expected = Definition(plain, from: starts, bound: property)
        else { continue }
        var limits = SearchLimits()
        limits.reducesSymmetry = seed.isMultiple(of: 2)
        let result = ExhaustiveSearch(try Machine(spec), limits: limits).run(from: starts)
        let comment: Comment = "seed \(seed), \(condition)"
        compared += expected.beyond > 0 ? 1 : 0
        #expect(result.internalErrors.isEmpty, comment)
        #expect(result.statistics.states == expected.states.count, comment)
        #expect(result.statistics.transitions == expected.steps, comment)
        #expect(result.statesBeyondBound == expected.beyond, comment)
        var failures = Set(result.generalViolations.map { $0.name(in: spec) })
        for verdict in result.properties {
          let declared = spec.properties[verdict.property]
          switch (declared.keyword, verdict.status) {
          case (.invariant, .violated): failures.insert(declared.name)
          case (.reachable, .holds): #expect(expected.goals.contains(declared.name), comment)
          case (.reachable, let status):
            #expect(!expected.goals.contains(declared.name), comment)
            #expect(status == (expected.beyond > 0 ? .undecided : .notReached), comment)
          default: break
          }
        }
        // Faults of transitions are not part of the definition above.
        #expect(
          failures.subtracting(["fault"]) == expected.failures.subtracting(["fault"]), comment)
      }
    }
    #expect(compared > 3)
  }

  @Test(
    "a verdict about runs is that of the spec without it, or inconclusive",
    arguments: SeedPortions.all(usual: 8))
  func soundness(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      let plain = try search(text)
      for property in plain.spec.properties.prefix(3) {
        let body = plain.spec.file.text(property.body.expression.range)
        let names = property.parameters.map { "\($0.name) in \($0.type)" }.joined(separator: ", ")
        let condition = names.isEmpty ? "!(\(body))" : "no \(names): (\(body))"
        guard let spec = SpecText.check(text + "\nexplore while \(condition)\n").spec else {
          continue
        }
        let found = try search(spec)
        let comment: Comment = "seed \(seed), \(condition)"
        #expect(found.result.internalErrors.isEmpty, comment)
        let beyond = try #require(found.result.statesBeyondBound, comment)
        for verdict in found.result.properties
        where spec.properties[verdict.property].keyword.isOfRuns {
          let name = spec.properties[verdict.property].name
          let full = plain.result.properties.first {
            plain.spec.properties[$0.property].name == name
          }
          switch verdict.status {
          case .undecided: #expect(beyond > 0, comment)
          case .violated: #expect(full?.status == .violated, comment)
          default: #expect(beyond == 0 && verdict.status == full?.status, comment)
          }
          try verdict.violation?.expectIsShown(by: found.machine, from: found.starts, comment)
        }
        let diagrams = try DiagramTests.run(spec, .diagrams)
        if diagrams.engine == .diagrams {
          let explicit = try DiagramTests.run(spec, .explicit)
          #expect(EngineComparison(spec).differences(explicit, diagrams).isEmpty, comment)
          #expect(explicit.statesBeyondBound == diagrams.statesBeyondBound, comment)
        }
      }
    }
  }
}
