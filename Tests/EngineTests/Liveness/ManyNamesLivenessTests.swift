import TestSupport
import Testing

@testable import Engine
@testable import Semantics

/// Specs with many fair actions that differ only in names: every property is decided, and the result equals that of a
/// search without symmetry reduction, and that of the definition.
@Suite("Runs that are fair to many names") struct ManyNamesLivenessTests {
  @Test(
    "are judged alike with and without symmetry, and never left open",
    arguments: SeedPortions.all(usual: 8))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomNamedSpec(seed: seed)
      let spec = try SpecText.checked(random.text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      let found = try search(spec)
      var limits = SearchLimits()
      limits.reducesSymmetry = false
      let plain = try search(spec, limits: limits)
      let judge = BruteForceLiveness(
        machine, starts: starts, maximumStates: 400, maximumCandidates: 6)
      for (index, property) in spec.properties.enumerated() where !property.isImplied {
        let verdict = found.verdict(property.name)
        let comment = Comment(
          rawValue: "seed \(seed), \(property.name): \(verdict)\n\(random.text)")
        let other = plain.verdict(property.name)
        if property.keyword == .reachable {
          #expect(verdict == other, comment)
          continue
        }
        #expect(verdict == "holds" || verdict.hasPrefix("violated"), comment)
        #expect((verdict == "holds") == (other == "holds"), comment)
        if let judged = judge?.verdict(of: index, splits: true) {
          #expect((judged == .holds) == (verdict == "holds"), comment)
        }
        if let violation = found.result.properties[index].violation {
          try violation.expectIsShown(by: machine, from: starts, comment)
        }
      }
      #expect(found.result.internalErrors.isEmpty, "seed \(seed)")
    }
  }

  private static let turns = """
    symmetric P(4)
    enum S { idle, busy }
    var at: Table<P, S> = .idle
    var turn: P = any
    fair on skip(p: P) when at[p] == .busy { choose x in P where x != p; turn = x }
    strongly fair on take(p: P, urgent: Bool) when at[p] == .idle && turn == p {
        choose x in P where x != p; turn = x; at[p] = .busy
    }
    strongly fair on done(p: P) when at[p] == .busy && turn == p {
        choose x in P where x != p; turn = x; at[p] = .idle
    }
    eventually finishes(p: P) whenever at[p] == .busy { at[p] == .idle }
    """

  @Test("ask of all choices of two names at once that names carry into each other")
  func orbits() throws {
    let machine = try Machine(
      SpecText.checked("symmetric ID(60)\nvar a: ID? = nil\non set(id: ID) { a = id }"))
    let plan = PlanBuilder.plan(machine, properties: [])
    let symmetry = try #require(plan.symmetry)
    let id = Type.symmetric(symmetry.groups[0].type)
    for type in [id, .optional(id)] {
      let images = TupleImages([type, id], symmetry)
      let orbits = images.orbits
      // There are orbits with two equal names, with two different names, and without names.
      #expect(orbits.count == (type == id ? 2 : 3))
      #expect(orbits.map(\.count).reduce(0, +) == images.tuples.count)
    }
  }

  @Test("are found where comparing them may take no longer")
  func spent() throws {
    let machine = try Machine(SpecText.checked(Self.turns))
    let starts = try machine.starts()
    let space = StateSpace(machine, limits: SearchLimits(), threads: 1) {
      PlanBuilder.plan(machine, properties: [0])
    }
    let run = SearchRun(space)
    defer { run.finish() }
    run.search(from: starts)
    let spent = LoopSearch.Spent()
    (spent.steps, spent.positions) = (1 << 40, 1 << 40)
    guard case .violated(let violation) = try LeadsToCheck(space, 0, spent: spent).verdict() else {
      Issue.record("not violated")
      return
    }
    try violation.expectIsShown(by: machine, from: starts, "finishes")
    #expect(spent.steps == 1 << 40 && spent.positions == 1 << 40)
  }

  @Test("are found where they may not enter states that only look like those of their loop")
  func looksAlike() throws {
    let found = try search(Self.turns)
    let violation = try #require(found.violation("finishes"))
    try violation.expectIsShown(by: found.machine, from: found.starts, "finishes")
  }
}
