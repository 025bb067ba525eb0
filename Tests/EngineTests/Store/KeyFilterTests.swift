import TestSupport
import Testing

@testable import Engine

@Suite("Key filter")
struct KeyFilterTests {
  @Test("lets all of its keys through, and few others", arguments: KeyFamily.allCases, [40, 6_000])
  func passes(family: KeyFamily, count: Int) throws {
    let keys = Set(family.keys(count))
    let filter = try built(KeyFilter(keys))
    let view = filter.view
    #expect(keys.allSatisfy(view.mayHave))
    var random = SplitMix64(seed: 3)
    let others = (0..<1_000).map { _ in random.next() >> 1 }.filter { !keys.contains($0) }
    #expect(others.count(where: view.mayHave) < 150)
  }
}
