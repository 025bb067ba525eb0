import Engine
import Semantics
import TestSupport
import Testing

@Suite("How properties hold, in random specs")
struct RandomWitnessTests {
  private struct Shown {
    var ways = 0
    var changes = 0
  }

  /// Judges all that is shown, with symmetric names taken for one another or not.
  private func judge(_ text: String, _ world: String? = nil, _ name: String) throws -> Shown? {
    let spec = try SpecText.checked(text, world: world)
    let machine = try Machine(spec)
    let graph = NaiveGraph(machine, starts: try machine.starts(), limit: 1_000)
    if graph.states.count >= 1_000 { return nil }
    let judge = PlainWitnessJudge(graph)
    var shown = Shown()
    for reducesSymmetry in [true, false] {
      var limits = SearchLimits()
      (limits.witnesses, limits.reducesSymmetry) = (.all, reducesSymmetry)
      let found = try search(spec, limits: limits)
      #expect(found.result.internalErrors.map(\.message) == [], "\(name)\n\(text)")
      for verdict in found.result.properties where verdict.status == .holds {
        let property = spec.properties[verdict.property]
        let comment = Comment(rawValue: "\(name), \(property.name)\n\(text)")
        switch property.kind {
        case _ where property.isImplied: break
        case .possible, .eventually:
          try judge.expectWay(verdict.witness, of: property, comment)
          if verdict.witness != nil { shown.ways += 1 }
        case .invariant:
          try judge.expectChange(verdict.witness, of: property, comment)
          if verdict.witness != nil { shown.changes += 1 }
        case .transition, .reachable:
          #expect((verdict.witness == nil) == (verdict.matchedSteps == 0), comment)
        }
      }
    }
    return shown
  }

  @Test(
    "no way to what is possible, or comes, is longer than the one that is shown",
    arguments: SeedPortions.all(usual: Weekly.count(160)))
  func ways(_ seeds: Range<UInt64>) throws {
    var ways = 0
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      ways += try judge(text, nil, "seed \(seed)")?.ways ?? 0
    }
    #expect(ways > seeds.count / 4)
  }

  @Test(
    "with one change, the state that is shown violates the invariant",
    arguments: SeedPortions.all(usual: Weekly.count(64)))
  func changes(_ seeds: Range<UInt64>) throws {
    var changes = 0
    for seed in seeds {
      let random = RandomSpec(seed: seed)
      changes += try judge(random.text, random.world, "seed \(seed)")?.changes ?? 0
    }
    #expect(changes > 0 || seeds.count < 10)
  }

  @Test("what is shown is the same for any number of threads")
  func threads() throws {
    for seed in 0..<20 {
      let spec = try SpecText.checked(RandomFairSpec(seed: UInt64(seed), maximumStates: 4_000).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      var limits = SearchLimits()
      limits.witnesses = .all
      let results = [1, 3].map { threads in
        ExhaustiveSearch(machine, limits: limits, threads: threads).run(from: starts)
          .properties.map { $0.witness?.path.states }
      }
      #expect(results[0] == results[1], "seed \(seed)")
    }
  }
}
