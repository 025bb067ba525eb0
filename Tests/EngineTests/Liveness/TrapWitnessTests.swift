import Engine
import Semantics
import TestSupport
import Testing

@Suite("States from which no way leads out")
struct TrapWitnessTests {
  @Test("are told from others, with how many states and which events there are behind them")
  func areTold() throws {
    var traps = 0
    for seed in 0..<30 {
      let text = RandomFairSpec(seed: UInt64(seed)).text
      let spec = try SpecText.checked(text)
      let machine = try Machine(spec)
      let graph = try #require(
        SmallGraph(machine, starts: machine.starts(), maximumStates: 64))
      let witness = TrapWitness(machine)
      for (index, property) in spec.properties.enumerated() {
        guard case .possible = property.kind, let arguments = property.tuples.last else { continue }
        let goal = Set(
          graph.states.indices.filter { place in
            var evaluator = Evaluator(
              state: graph.states[place], locals: arguments, frameSize: property.body.frameSize)
            return (try? evaluator.holds(property.body.expression)) == true
          })
        let escaping = graph.before(goal)
        for (place, state) in graph.states.enumerated() {
          let behind = graph.after([place]) { _ in true }
          let comment = Comment(
            rawValue: "seed \(seed), \(property.name) from \(spec.stateText(state))\n\(text)")
          switch witness.judge(index, arguments, from: state) {
          case .escapes: #expect(escaping.contains(place), comment)
          case .undecided: Issue.record(comment)
          case .trapped(let trap):
            traps += 1
            #expect(!escaping.contains(place), comment)
            if let states = trap.states { #expect(states == behind.count, comment) }
            let events = Set(
              graph.edges.filter { behind.contains($0.from) }.map(\.instance.event))
            #expect(trap.events == events.sorted(), comment)
          }
        }
      }
    }
    #expect(traps > 25)
  }
}
