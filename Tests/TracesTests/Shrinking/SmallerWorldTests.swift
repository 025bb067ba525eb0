import Replays
import Semantics
import TestSupport
import Testing

@Suite("A smaller world")
struct SmallerWorldTests {
  private static let tray = """
    /// How many things a push can be about.
    param subjects: 1...5 = 5
    param stableIDs = false
    param limit: 2...9 = 7
    symmetric ID(4)
    type Subject = 0..<subjects
    var tray: Map<ID, Subject> = [:]
    var count: 0...limit = 0
    on receive(subject: Subject, id: ID) when tray[id] == nil && count < limit {
      tray[id] = subject; count += 1
    }
    on dismiss(id: ID) when tray[id] != nil { tray[id] = nil }
    invariant noDuplicates { stableIDs || no distinct a, b in tray.values: a == b }
    invariant few { count < 6 }
    """

  @Test("has the smallest numbers and the fewest names that show the same")
  func duplicates() throws {
    let shrunk = try shrink("noDuplicates")
    #expect(shrunk?.settings.map { "\($0)=\($1)" } == ["subjects=1", "limit=2", "ID=2"])
    #expect(shrunk?.violation.length == 2)
    #expect(shrunk?.violation.isProvedShortest == true)
  }

  @Test("keeps what the finding needs")
  func neededNumbers() throws {
    let shrunk = try shrink("few")
    #expect(shrunk?.settings.map { "\($0)=\($1)" } == ["subjects=1", "limit=6"])
  }

  @Test("is none where nothing can be smaller")
  func none() throws {
    let text = "param n: 2...4 = 2\nvar x: 0...n = 0\non up { x += 1 }\ninvariant i { x < 2 }"
    #expect(try shrink("i", in: text) == nil)
  }

  @Test("is none that shows it in fewer steps, which may be another mistake")
  func sooner() throws {
    let text = """
      param limit: 2...9 = 7
      var x: 0...limit = 0
      on up when x < limit { x += 1 }
      invariant below { x < limit }
      """
    #expect(try shrink("below", in: text) == nil)
  }

  @Test("where it is too large to search is found by the same events")
  func replayed() throws {
    var budget = SmallerWorld.Budget()
    budget.states = 2
    let shrunk = try shrink("noDuplicates", budget: budget)
    #expect(shrunk?.settings.map { "\($0)=\($1)" } == ["subjects=1", "limit=2", "ID=2"])
  }

  @Test("is looked for until the states of the budget are seen, for all violations together")
  func budget() throws {
    let text = Self.tray
    func world(_ settings: SmallerWorld.Settings) throws -> SmallerWorld.World {
      let machine = try Machine(SpecText.checked(text, settings: settings))
      return .init(machine: machine, starts: try machine.starts())
    }
    let whole = try world([])
    let found = try search(whole.machine.spec, limits: .init(states: 20_000)).violation("few")
    let violation = try #require(found)
    var smaller = SmallerWorld(budget: .init(allStates: 100)) { try? world($0) }
    _ = smaller.shrink(violation, in: whole.machine.spec)
    #expect(smaller.isCutShort)
    #expect(smaller.shrink(violation, in: whole.machine.spec) == nil)
  }

  private func shrink(
    _ property: String, in text: String = tray, budget: SmallerWorld.Budget = .init()
  ) throws -> SmallerWorld.Shrunk? {
    func world(_ settings: SmallerWorld.Settings) throws -> SmallerWorld.World {
      let machine = try Machine(SpecText.checked(text, settings: settings))
      return .init(machine: machine, starts: try machine.starts())
    }
    let whole = try world([])
    let found = try search(whole.machine.spec, limits: .init(states: 20_000)).violation(property)
    let violation = try #require(found)
    var smaller = SmallerWorld(budget: budget) { try? world($0) }
    return smaller.shrink(violation, in: whole.machine.spec)
  }
}
