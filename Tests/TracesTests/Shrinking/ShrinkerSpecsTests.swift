import Engine
import Foundation
import Replays
import TestSupport
import Testing

/// Long walks in the specs of this repository. `TRAYCHECK_WALKS=1` prints the times.
@Suite("Long walks into the violations that the specs announce")
struct ShrinkerSpecsTests {
  @Test(
    "shrink to the shortest length, with and without proof", arguments: ["freshIDs", "sharedID"])
  func announced(_ world: String) throws {
    let path = RepositoryFolder.root.appending(path: "Specs/slack-tray.tray")
    let found = try search(String(contentsOf: path, encoding: .utf8), world: world)
    let shortest = Dictionary(
      found.violations.map { ($0.finding, $0.length) }, uniquingKeysWith: { $1 })
    let walk = FailingWalk(
      found.machine, starts: found.starts, seed: 4, steps: 190, silent: 150)
    #expect(!walk.violations.isEmpty)
    let paths = ShortestPaths(found.machine)
    for violation in walk.violations {
      let finding = violation.finding
      for proofStates in [500_000, 0] {
        var budget = Shrinker.Budget()
        budget.proofStates = proofStates
        let begin = ContinuousClock.now
        let shrunk = Shrinker(
          found.machine, starts: found.starts, budget: budget, paths: paths
        ).shrink(violation)
        let time = ContinuousClock.now - begin
        #expect(shrunk.violation.length == shortest[finding], "\(violation.name(in: found.spec))")
        #expect(shrunk.isProvedShortest == (proofStates > 0))
        if ProcessInfo.processInfo.environment["TRAYCHECK_WALKS"] != nil {
          print(
            "\(world) \(violation.name(in: found.spec)): \(violation.length) steps to "
              + "\(shrunk.violation.length) in \(time), \(proofStates) states for the proof")
        }
      }
    }
  }
}
