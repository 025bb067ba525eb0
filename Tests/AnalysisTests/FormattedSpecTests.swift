import Analysis
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// A spec that was formatted is checked to the same tree.
@Suite struct FormattedSpecTests {
  private func difference(_ text: String, world: String?) throws -> SpecDifference {
    SpecDifference(
      try SpecText.checked(text, world: world),
      try SpecText.checked(try SpecText.formatted(text), world: world))
  }

  @Test("random specs, written anyhow", arguments: RandomSpec.first(16))
  func random(_ spec: RandomSpec) throws {
    let seed = Int(spec.seed)
    for text in [
      MangledText.filled(spec.text, seed: seed), MangledText.joined(spec.text, seed: seed),
    ] {
      #expect(try difference(text, world: spec.world).isEmpty)
    }
  }

  @Test("specs that promise to go on", arguments: 0..<6)
  func fair(_ seed: Int) throws {
    let text = MangledText.filled(RandomFairSpec(seed: UInt64(seed)).text, seed: seed)
    #expect(try difference(text, world: nil).isEmpty)
  }
}
