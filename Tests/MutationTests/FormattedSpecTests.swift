import Mutation
import TestSupport
import Testing

/// A spec that was formatted is checked to the same tree.
@Suite struct FormattedSpecTests {
  /// Checks that both give the same tree, or have the same mistakes.
  private func expectSame(_ text: String, world: String?) throws {
    let formatted = try SpecText.formatted(text)
    guard let original = try? SpecText.checked(text, world: world) else {
      #expect(throws: (any Error).self) { try SpecText.checked(formatted, world: world) }
      return
    }
    let other = try SpecText.checked(formatted, world: world)
    let difference = SpecDifference(original, other)
    #expect(difference.isEmpty, "\(difference)")
  }

  @Test("random specs, written anyhow", arguments: RandomSpec.first(3))
  func random(_ spec: RandomSpec) throws {
    let seed = Int(spec.seed)
    for text in [
      MangledText.filled(spec.text, seed: seed), MangledText.joined(spec.text, seed: seed),
    ] {
      try expectSame(text, world: spec.world)
    }
  }

  @Test("specs that promise to go on", arguments: 0..<2)
  func fair(_ seed: Int) throws {
    let text = MangledText.filled(RandomFairSpec(seed: UInt64(seed)).text, seed: seed)
    try expectSame(text, world: nil)
  }
}
