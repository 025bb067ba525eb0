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

  /// Wide levels, in which threads really work beside each other, and many equally short ways.
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
}
