import TestSupport
import Testing

/// The engine against the definition of the language: on random specs both have to find the same
/// states, steps, verdicts and traces, and nothing is left undecided.
///
/// `TRAYCHECK_SEEDS=0..<100000 swift test --filter FastAgainstReferenceTests` tries other seeds, for a night;
/// `TRAYCHECK_SEEDS=5000..` continues until there is a difference.
@Suite("The engine agrees with the reference evaluator")
struct FastAgainstReferenceTests {
  @Test("on random specs", arguments: SeedPortions.all(usual: 320))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 4))
      if try !agrees(on: random.text, world: random.world, seed) { return }
    }
  }

  /// Most of their state is about interchangeable names.
  @Test("on small random specs about fairness", arguments: SeedPortions.all(usual: 96))
  func agreesWithSymmetry(_ seeds: Range<UInt64>) throws {
    for seed in seeds where try !agrees(on: RandomFairSpec(seed: seed).text, seed) { return }
  }

  @Test(
    "on random specs with many names and many fair events", arguments: SeedPortions.all(usual: 48))
  func agreesWithManyNames(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: true)
      if try !agrees(on: random.text, seed) { return }
    }
  }

  /// Iteration over a map follows the order of its keys, not that of the entries in the text.
  @Test(
    "on maps of which the keys are not written in their order",
    arguments: [
      "let m: Map<0...1, 0...3> = [1: x, 0: y]",
      "var m: Map<0...1, 0...3> = [:]; m[1] = x; m[0] = y",
      "var m: Map<0...2, 0...3> = [1: x]; if y > 1 { m[0] = y } else { m[2] = y }",
      "let m: Map<0...2, 0...3> = x > y ? [2: x, 1: y] : [0: y, 1: x]",
      "let m: Map<0...1, 0...3> = map(k in [1, 0]: k == 0 ? y : x)",
      "var m: Map<E, 0...3> = [.c: x, .a: y]; m[.b] = 3",
    ])
  func agreesOnKeys(_ statements: String) throws {
    let text = """
      spec KeyOrder
      enum E { a, b, c }
      var a: 0...3 = 0
      var first: 0...3 = 0
      var all: List<0...3, 3> = []
      on step(x: 0...3, y: 0...3) {
        \(statements)
        first = m.values.first ?? 0
        all = list(v in m.values)
        a = x
      }
      invariant firstIsTheFirst { first == a }
      """
    let spec = try SpecText.checked(text)
    let judge = try #require(try SpecJudge(spec, seed: 1))
    #expect(judge.outcome() == .agrees)
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
