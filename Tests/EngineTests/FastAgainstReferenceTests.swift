import Engine
import SpecLanguage
import TestSupport
import Testing

/// The engine against the definition of the language: on random specs both have to find the same
/// states, steps, verdicts and traces, and nothing is left undecided.
///
/// `TRAYCHECK_SEEDS=0..<100000 swift test --filter FastAgainstReferenceTests` tries other seeds, for a
/// night; `TRAYCHECK_SEEDS=5000..` goes on until something differs.
@Suite("The engine agrees with the reference evaluator")
struct FastAgainstReferenceTests {
  @Test("on random specs", arguments: SeedPortions.all(usual: 40))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomSpec(seed: seed)
      if try !agrees(on: random.text, world: random.world, seed) { return }
    }
  }

  /// Most of their state is about interchangeable names.
  @Test("on small random specs about fairness", arguments: SeedPortions.all(usual: 12))
  func agreesWithSymmetry(_ seeds: Range<UInt64>) throws {
    for seed in seeds where try !agrees(on: RandomFairSpec(seed: seed).text, seed) { return }
  }

  @Test(
    "on random specs with many names and many fair events", arguments: SeedPortions.all(usual: 12))
  func agreesWithManyNames(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: true)
      if try !agrees(on: random.text, seed) { return }
    }
  }

  private func agrees(on text: String, world: String? = nil, _ seed: UInt64) throws -> Bool {
    let spec = try SpecText.checked(text, world: world)
    guard case .differs(let difference) = try SpecJudge(spec, seed: seed)?.outcome() else {
      return true
    }
    Issue.record("seed \(seed), world \(world ?? "default"): \(difference)\n\(text)")
    return false
  }
}
