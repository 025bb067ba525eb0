import Basics
import TestSupport
import Testing

@testable import Engine
@testable import Semantics

@Suite("What the engine cannot explain to itself") struct InternalErrorTests {
  private static let spec = """
    var n: 0...3 = 0
    on up when n < 3 { n += 1 }
    on down when n > 0 { n -= 1 }
    invariant low { n < 3 }
    reachable top { n == 3 }
    possible again { n == 0 }
    """

  private func machine(_ text: String = spec) throws -> Machine {
    try Machine(SpecText.checked(text))
  }

  /// The result of a search with an additional finding.
  private func result(
    _ finding: Finding, level: Int, _ machine: Machine
  ) throws -> SearchResult {
    let space = StateSpace(machine, limits: SearchLimits(), threads: 1) {
      PlanBuilder.plan(machine, properties: Set(machine.spec.properties.indices))
    }
    let run = SearchRun(space)
    defer { run.finish() }
    run.search(from: try machine.starts())
    let start = run.space.visited.order.base[0]
    run.found.first[finding] = (level, [start])
    run.earlyPaths = EarlyPaths()
    return run.result()
  }

  @Test("a finding to which no way leads is an internal error, and no property holds for it")
  func noPath() throws {
    let machine = try machine()
    let result = try result(Finding(.invariant, property: 0), level: 1, machine)
    #expect(result.internalErrors.map(\.finding) == [Finding(.invariant, property: 0)])
    guard case .internalError = result.properties[0].status else {
      Issue.record("\(result.properties[0].status)")
      return
    }
    #expect(result.properties[1].goalDepth == 3)
    let judgement = Judgement(of: result, in: machine.spec)
    #expect(judgement.internalErrors == ["low"] && judgement.isInternalError)
  }

  @Test("a finding that does not show at the end of its way is an internal error")
  func refused() throws {
    let machine = try machine()
    for (finding, name) in [
      (Finding(.invariant, property: 0), "low"), (Finding(.goal, property: 1), "top"),
      (Finding(.deadlock), "deadlock"), (Finding(.gap, event: 0), "gap"),
      (Finding(.overlap, event: 0, rules: [0, 1]), "overlap"),
      (Finding(.fault, event: 0, at: SourceRange(0, 1)), "fault"),
      (Finding(.propertyFault, property: 0, at: SourceRange(0, 1)), "fault"),
      (Finding(.transition, property: 0), "low"),
    ] {
      let result = try result(finding, level: finding.isOfState ? -1 : 0, machine)
      let judgement = Judgement(of: result, in: machine.spec)
      #expect(judgement.internalErrors == [name], "\(finding)")
      #expect(result.internalErrors.first?.message.hasSuffix("at the start") ?? false)
    }
  }

  @Test("a spec with an expression that the checker refused without a message never holds")
  func refusedPart() throws {
    let whole = try SpecText.checked(Self.spec)
    let spec = whole.edited { draft in
      let body = draft.properties[0].body.expression
      var reads = body.reads
      reads.hasMistake = true
      draft.properties[0].body.expression = Expression(
        body.node, body.type, body.range, reads: reads)
    }
    let machine = try Machine(spec)
    let searched = ExhaustiveSearch(machine, threads: 1).run(from: try machine.starts())
    #expect(Judgement(of: searched, in: spec).internalErrors == ["fault"])
    let walked = RandomWalks(
      machine, starts: try machine.starts(), options: WalkOptions(seed: 1, walks: 2, steps: 3)
    ).run()
    for error in searched.internalErrors + walked.internalErrors {
      #expect(error.message == "an expression in line 5 was refused, and no message says why")
    }
    #expect(searched.internalErrors.count == 1 && walked.internalErrors.count == 1)
    #expect(whole.refusedParts.isEmpty)
  }

  @Test("what no time is left to show is told by name, and decides nothing")
  func noTime() throws {
    let machine = try machine()
    let starts = try machine.starts()
    let space = Deadline(time: .seconds(600)).during {
      StateSpace(machine, limits: SearchLimits(), threads: 1) {
        PlanBuilder.plan(machine, properties: [0, 1])
      }
    }
    let run = SearchRun(space)
    defer { run.finish() }
    run.search(from: starts)
    let start = run.space.visited.order.base[0]
    run.found.first[Finding(.invariant, property: 0)] = (-1, [start])
    run.earlyPaths = EarlyPaths()
    let result = run.result(findingPathsUnder: Deadline(time: .zero))
    #expect(result.completion == .stopped(.timeForTraces(.seconds(600), ["low", "top"])))
    #expect(result.internalErrors.isEmpty && result.generalViolations.isEmpty)
    let judgement = Judgement(of: result, in: machine.spec)
    #expect(judgement.isInconclusive && judgement.unexpected.isEmpty)
  }

  @Test("a goal is told with a way that the reference evaluator goes")
  func goals() throws {
    var limits = SearchLimits()
    limits.witnesses = .all
    let found = try search(Self.spec, limits: limits)
    let path = try #require(found.result.properties[1].witness?.path)
    #expect(path.steps.map { found.spec.text($0.instance) } == ["up", "up", "up"])
    #expect(found.verdict("top") == "reached after 3")
  }

  @Test("a way that the reference evaluator does not go is never shown, and gives no verdict")
  func way() throws {
    func text(_ target: Int) -> String {
      """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on down when n == 3 { n = \(target) }
      possible again { n == 0 }
      """
    }
    let (machine, planned) = (try machine(text(2)), try machine(text(0)))
    var limits = SearchLimits()
    limits.witnesses = .all
    let search = ExhaustiveSearch(
      machine, limits: limits, plan: PlanBuilder.plan(planned, properties: [0]))
    let result = search.run(from: try machine.starts())
    #expect(result.internalErrors.map(\.finding) == [Finding(.possible, property: 0)])
    #expect(result.internalErrors.first?.message.contains("does not go") ?? false)
    #expect(result.properties[0].status == .internalError && result.properties[0].witness == nil)
  }

  @Test("a way out that only the reference evaluator sees is noticed")
  func escape() throws {
    let machine = try machine()
    let witness = TrapWitness(machine)
    #expect(witness.leadsOut(2, from: [.int(3)]))
    let oneDirection = try self.machine(
      "var n: 0...3 = 0\non up when n < 3 { n += 1 }\npossible again { n == 0 }")
    #expect(!TrapWitness(oneDirection).leadsOut(0, from: [.int(1)]))
  }

  @Test("what walks found and cannot show again is an internal error")
  func walks() throws {
    let machine = try machine()
    let options = WalkOptions(seed: 1, walks: 10, steps: 5)
    let walks = RandomWalks(machine, starts: try machine.starts(), options: options)
    var tally = WalkTally(machine.spec)
    tally.walks = 10
    tally.note(Finding(.invariant, property: 0), at: WalkPlace(walk: 0, step: 0))
    tally.note(Finding(.goal, property: 1), at: WalkPlace(walk: 0, step: 0))
    let result = SearchResult(
      walks.result(of: tally, completion: .complete), options: options, in: machine.spec,
      properties: nil, violations: [])
    #expect(Judgement(of: result, in: machine.spec).internalErrors == ["low", "top"])
  }

  @Test("what walks found and have no time to show is told by name, and decides nothing")
  func lateWalks() throws {
    let machine = try machine()
    let options = WalkOptions(seed: 1, walks: 10, steps: 20)
    for usesPlan in [true, false] {
      let walks = RandomWalks(
        machine, starts: try machine.starts(), options: options, usesPlan: usesPlan)
      let tally = walks.run().tally
      #expect(tally.found[Finding(.invariant, property: 0)] != nil)
      #expect(tally.found[Finding(.goal, property: 1)] != nil)
      let late = Deadline(time: .zero)
      #expect(late.look() == .time)
      let found = walks.result(of: tally, completion: .complete, findingPathsUnder: late)
      #expect(
        found.completion
          == .tool("there was no time left for the traces of these findings: low, top"))
      #expect(found.internalErrors.isEmpty && found.violations.isEmpty && found.goals.isEmpty)
      let result = SearchResult(
        found, options: options, in: machine.spec, properties: nil, violations: [])
      let judgement = Judgement(of: result, in: machine.spec)
      #expect(judgement.isInconclusive && judgement.unexpected.isEmpty)
    }
  }
}
