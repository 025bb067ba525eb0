import Semantics
import TestSupport
import Testing

/// The engine compared with the definition of fair runs: on random specs, both must reach the same verdicts, and each
/// run that the engine shows must be fair.
///
/// `TRAYCHECK_SEEDS=0..<100000 swift test --filter LivenessRandomTests` tries other seeds, as for
/// `FastAgainstReferenceTests`.
@Suite("The engine agrees with the definition of fair runs")
struct LivenessRandomTests {
  @Test("on small random specs", arguments: SeedPortions.all(usual: 40))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds where try !agrees(on: RandomFairSpec(seed: seed)) { return }
  }

  /// Every tenth has more than fifty states, up to some hundreds.
  @Test("on larger random specs", arguments: SeedPortions.all(usual: 8))
  func agreesOnLarger(_ seeds: Range<UInt64>) throws {
    for seed in seeds
    where try !agrees(on: RandomFairSpec(seed: seed, maximumStates: 400)) { return }
  }

  private func agrees(on random: RandomFairSpec) throws -> Bool {
    // Every fourth in a world that expects a deadlock.
    let world = random.seed.isMultiple(of: 4) ? "still" : nil
    let spec = try SpecText.checked(
      random.text + "world still { } violates deadlock\n", world: world)
    let machine = try Machine(spec)
    let judge = try #require(
      BruteForceLiveness(
        machine, starts: machine.starts(), maximumStates: 400, maximumCandidates: 10))
    let found = try search(spec)
    var holding: Set<String> = []
    for (index, property) in spec.properties.enumerated() {
      guard let verdict = judge.verdict(of: index, splits: true) else { continue }
      let comment = Comment(
        rawValue: "seed \(random.seed), \(property.name): \(found.verdict(property.name)), "
          + "but \(verdict)\n\(random.text)")
      let told = found.result.properties.first { $0.property == index }
      guard let told else {
        #expect(property.isImplied && verdict == .holds, comment)
        continue
      }
      switch (told.status, verdict) {
      case (.holds, .holds): holding.insert(property.name)
      case (.violated, .violated):
        let violation = try #require(told.violation)
        try violation.expectIsShown(by: machine, from: found.starts, comment)
        if violation.word == .eventually {
          #expect(judge.eventuallyBySplitting(index, violation.arguments) == .violated, comment)
        }
      default:
        Issue.record(comment)
        return false
      }
    }
    expectNoContradiction(random, found, holding)
    return true
  }

  /// "Always eventually" and "eventually always not" both hold only if both hold by definition.
  private func expectNoContradiction(
    _ random: RandomFairSpec, _ found: SearchedSpec, _ holding: Set<String>
  ) {
    for pair in random.contradictions
    where found.verdict(pair.first) == "holds" && found.verdict(pair.second) == "holds" {
      #expect(
        holding.isSuperset(of: [pair.first, pair.second]),
        "seed \(random.seed): both hold\n\(random.text)")
    }
  }
}
