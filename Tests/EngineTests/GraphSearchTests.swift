import Engine
import Semantics
import TestSupport
import Testing

/// The graph for certificates, compared with all states and steps that the reference evaluator finds.
@Suite("The graph of all states") struct GraphSearchTests {
  /// A step with its event and rule.
  struct Edge: Hashable {
    var source: [Value]
    var instance: Int
    var rule: Int32
    var target: [Value]
  }

  @Test(
    "has the states and the steps of the reference evaluator", arguments: 0..<40 as Range<UInt64>)
  func agrees(_ seed: UInt64) throws {
    let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 4))
    let text = seed.isMultiple(of: 2) ? random.text : RandomFairSpec(seed: seed).text
    let world = seed.isMultiple(of: 2) ? random.world : nil
    let machine = try Machine(SpecText.checked(text, world: world))
    let starts = try machine.starts()
    let graph = try GraphSearch.graph(of: machine, from: starts, states: 100_000)
    let naive = NaiveGraph(machine, starts: starts)
    let states = (0..<graph.count).map {
      machine.layout.unpack(graph.words, at: $0 * machine.layout.wordCount)
    }
    #expect(states.count == naive.states.count)
    #expect(Set(states) == naive.states)
    #expect(Set(graph.starts.map { states[$0] }) == Set(starts))
    var found: [Edge: Int] = [:]
    for (place, state) in states.enumerated() {
      for step in graph.steps(from: place) {
        let edge = Edge(
          source: state, instance: Int(step.instance), rule: step.rule,
          target: states[Int(step.target)])
        found[edge, default: 0] += 1
      }
    }
    let places = Dictionary(uniqueKeysWithValues: machine.instances.enumerated().map { ($1, $0) })
    var wanted: [Edge: Int] = [:]
    for (state, steps) in naive.steps {
      for step in steps {
        let edge = Edge(
          source: state, instance: places[step.instance] ?? -1, rule: Int32(step.rule ?? -1),
          target: step.state)
        wanted[edge, default: 0] += 1
      }
    }
    #expect(found == wanted)
  }

  @Test("is not told where there are more states than may be")
  func tooMany() throws {
    let machine = try Machine(SpecText.checked("var n: 0...9 = 0\non up when n < 9 { n += 1 }"))
    let starts = try machine.starts()
    #expect(try GraphSearch.graph(of: machine, from: starts, states: 10).count == 10)
    #expect {
      try GraphSearch.graph(of: machine, from: starts, states: 9)
    } throws: { error in
      if case .limit(.states) = error as? GraphSearch.Obstacle { true } else { false }
    }
  }
}
