import Basics
import Engine
import Semantics
import TestSupport
import Testing

@Suite("How properties hold")
struct WitnessSearchTests {
  private func witnesses(
    _ text: String, _ choice: WitnessChoice = .all, under deadline: Deadline? = nil
  ) throws -> (found: SearchedSpec, byName: [String: PropertyWitness]) {
    var limits = SearchLimits()
    limits.witnesses = choice
    let found = try search(text, limits: limits, under: deadline)
    var byName: [String: PropertyWitness] = [:]
    for verdict in found.result.properties {
      byName[found.spec.properties[verdict.property].name] = verdict.witness
    }
    return (found, byName)
  }

  private static let ladder = """
    symmetric ID(2)
    var at: Table<ID, 0...3> = 0
    on climb(id: ID) when at[id] < 3 { at[id] += 1 }
    on slide(id: ID) when at[id] == 3 { at[id] = 0 }
    possible down(id: ID) whenever at[id] > 0 { at[id] == 0 }
    possible ground { every id in ID: at[id] == 0 }
    invariant low { every id in ID: at[id] < 4 }
    """

  @Test("the way is shown from where it is longest, for the values for which it is")
  func way() throws {
    let found = try witnesses(Self.ladder)
    let way = try #require(found.byName["down"])
    guard case .way(1, let arguments) = way.kind else {
      Issue.record("\(way.kind)")
      return
    }
    #expect(arguments.count == 1)
    let events = way.path.steps.map { found.found.spec.events[$0.instance.event].name }
    #expect(events == ["climb", "climb", "climb", "slide"])
    let ground = try #require(found.byName["ground"])
    guard case .way(let begin, _) = ground.kind else {
      Issue.record("\(ground.kind)")
      return
    }
    #expect((begin, ground.path.steps.count) == (2, 8))
    #expect(found.byName["low"] == nil)
  }

  @Test("a change to what a variable is elsewhere is preferred, in the nearest state")
  func change() throws {
    let found = try witnesses(
      """
      var level: 0...9 = 5
      var done = false
      on up when level < 8 { level += 1 }
      on finish when level == 8 { done = true }
      invariant doneAtTop { done implies level >= 8 }
      """)
    let near = try #require(found.byName["doneAtTop"])
    guard case .change(let variable, let value) = near.kind else {
      Issue.record("\(near.kind)")
      return
    }
    #expect(near.path.steps.isEmpty)
    #expect(found.found.spec.variables[variable].name == "done" && value == .bool(true))
  }

  @Test("nothing is shown that is not asked for, and of a property that is violated")
  func chosen() throws {
    let text = """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on zero { n = 0 }
      possible again { n == 0 }
      transition grows after up { n < 3 }
      invariant small { n <= 3 }
      """
    #expect(try witnesses(text, .none).byName.isEmpty)
    #expect(try Array(witnesses(text, .some([0, 1])).byName.keys) == ["again"])
  }

  @Test("no verdict depends on whether there is time for it")
  func time() throws {
    let text = """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on zero { n = 0 }
      possible again { n == 0 }
      transition grows after up { n > 0 }
      """
    let found = try witnesses(text, under: Deadline(isInterrupted: { false })).found
    #expect(found.problems.isEmpty)
    let deadline = Deadline(time: .seconds(100), spent: .seconds(100))
    #expect(deadline.half().look() != nil)
    #expect(Deadline(time: .seconds(100)).half().look() == nil)
  }
}
