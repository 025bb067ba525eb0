import Engine
import Foundation
import Semantics
import TestSupport
import Testing

@Suite("Threads")
struct ThreadsTests {
  /// Known answers of some size, among them ones with violations.
  static let specs = [
    "published-peterson", "published-two-phase-commit", "tic-tac-toe", "elevator",
  ]

  @Test("change nothing that is found, to the last step of every trace", arguments: specs)
  func changeNothing(_ name: String) throws {
    let path = RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers/\(name).tray")
    let spec = try SpecText.checked(String(contentsOf: path, encoding: .utf8))
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let alone = ExhaustiveSearch(machine, threads: 1).run(from: starts).lines(in: spec)
    for threads in [2, 3, 8] {
      let together = ExhaustiveSearch(machine, threads: threads).run(from: starts)
      #expect(together.lines(in: spec) == alone, "\(threads) threads")
    }
  }

  /// Wide levels, in which threads really run in parallel, and many equally short paths.
  @Test("find the least of many shortest ways")
  func findTheLeastWay() throws {
    let spec = try SpecText.checked(
      """
      spec Wide
      type Lamp = 0..<10
      var lit: Set<Lamp> = []
      var last: Lamp = 0
      on toggle(lamp: Lamp) {
        if lit.contains(lamp) { remove lamp from lit } else { insert lamp into lit }
        last = lamp
      }
      invariant fewAreLit { lit.count < 6 || last < 3 }
      transition noneGoesOutLate after toggle { old(lit).count < 7 || lit.count >= old(lit).count }
      reachable allLit { lit.count == 10 }
      """)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let expected = ReferenceSearch.run(machine, from: starts, maximumStates: 20_000)
    let wanted = try #require(expected).lines(in: spec)
    for threads in [1, 2, 5] {
      let found = ExhaustiveSearch(machine, threads: threads).run(from: starts)
      #expect(found.lines(in: spec) == wanted, "\(threads) threads")
      #expect(found.statistics.threads == threads)
    }
  }

  @Test("count the states of all orbits together", arguments: [1, 2, 4])
  func countOrbits(_ threads: Int) throws {
    let machine = try Machine(
      SpecText.checked(
        """
        spec Orbits
        symmetric ID(7)
        var at: Table<ID, 0...7> = 0
        on up(id: ID) when at[id] < 7 { at[id] += 1 }
        terminal { every id in ID: at[id] == 7 }
        """))
    let found = ExhaustiveSearch(machine, threads: threads).run(from: try machine.starts())
    #expect(found.statistics.states == 2_097_152)
    #expect(found.statistics.transitions == 7 * 2_097_152 / 8 * 7)
  }

  @Test("count the states of orbits that a limit left")
  func countFrontier() throws {
    let machine = try Machine(
      SpecText.checked(
        """
        symmetric ID(3)
        var one: Table<ID, 0...2> = any
        var other: Table<ID, 0...2> = any
        on step(id: ID) { one[id] = (one[id] + 1) % 3 }
        """))
    let found = ExhaustiveSearch(machine, limits: SearchLimits(depth: 0), threads: 2)
      .run(from: try machine.starts())
    #expect(found.statistics.states == 729)
    #expect(found.statistics.symmetry?.orbits == 165)
    #expect(found.statistics.symmetry?.countsStates == true)
  }

  @Test("count as many states at a limit as without symmetry", arguments: [1, 2, 3, 5])
  func countLimited(_ depth: Int) throws {
    let machine = try Machine(
      SpecText.checked(
        """
        symmetric ID(4)
        var at: Table<ID, 0...3> = 0
        on up(id: ID) when at[id] < 3 { at[id] += 1 }
        terminal { every id in ID: at[id] == 3 }
        """))
    var limits = SearchLimits(depth: depth)
    let reduced = ExhaustiveSearch(machine, limits: limits).run(from: try machine.starts())
    limits.reducesSymmetry = false
    let plain = ExhaustiveSearch(machine, limits: limits).run(from: try machine.starts())
    #expect(reduced.statistics.states == plain.statistics.states)
    #expect(reduced.statistics.storedStates < plain.statistics.storedStates)
  }

  @Test("count orbits where a limit leaves states that nobody weighed")
  func countOrbitsAtLimit() throws {
    let machine = try Machine(
      SpecText.checked(
        """
        symmetric ID(7)
        var at: Table<ID, 0...7> = 0
        on up(id: ID) when at[id] < 7 { at[id] += 1 }
        terminal { every id in ID: at[id] == 7 }
        """))
    let found = ExhaustiveSearch(machine, limits: SearchLimits(states: 500))
      .run(from: try machine.starts())
    let statistics = found.statistics
    let symmetry = try #require(statistics.symmetry)
    #expect(statistics.frontier > 0)
    #expect((statistics.states > symmetry.orbits) == symmetry.countsStates)
  }

  @Test("find the least way, whichever of them meet its end", arguments: [2, 3])
  func leastOfAll(_ threads: Int) throws {
    for sum in 30..<38 {
      let spec = try SpecText.checked(
        """
        spec Sum
        var a: Table<0..<3, 0...24> = 0
        on up(i: 0..<3) when a[i] < 24 { a[i] += 1 }
        invariant low { a[0] + a[1] + a[2] < \(sum) }
        """)
      let machine = try Machine(spec)
      let found = ExhaustiveSearch(machine, threads: threads).run(from: try machine.starts())
      let violation = found.violations.first { $0.property == 0 }
      let path = try #require(violation?.path).steps.map { spec.text($0.instance) }
      let wanted = (0..<sum).map { $0 < 24 ? "up(i: 0)" : "up(i: 1)" }
      #expect(path == wanted, "\(sum)")
    }
  }
}
