import TestSupport
import Testing

@testable import Engine

@Suite("Sets of bits answer as sets do") struct BitSetTests {
  @Test("of actions", arguments: 0..<20 as Range<UInt64>)
  func actions(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let count = 1 + random.number(below: 150)
    func some() -> Set<Int> {
      Set((0..<random.number(below: count + 1)).map { _ in random.number(below: count) })
    }
    func bits(_ set: Set<Int>) -> ActionSet {
      var bits = ActionSet(count: count)
      for action in set { bits.insert(action) }
      return bits
    }
    let (x, y) = (some(), some())
    var (union, intersection, difference) = (bits(x), bits(x), bits(x))
    union.formUnion(bits(y))
    intersection.formIntersection(bits(y))
    difference.subtract(bits(y))
    #expect(union.numbers == x.union(y).sorted())
    #expect(intersection.numbers == x.intersection(y).sorted())
    #expect(difference.numbers == x.subtracting(y).sorted())
    #expect(bits(x).isSubset(of: bits(y)) == x.isSubset(of: y))
    #expect(bits(x).isEmpty == x.isEmpty)
    #expect((0..<count).filter(bits(x).contains) == x.sorted())
  }

  @Test("of keys, but for few", arguments: [0, 1, 1_000, 40_000])
  func keys(_ count: Int) {
    var random = SplitMix64(seed: 7)
    let keys = (0..<count).map { _ in random.next() }
    guard let filter = KeyFilter(keys) else {
      Issue.record("no memory")
      return
    }
    let view = filter.view
    #expect(keys.allSatisfy(view.mayHave))
    let passing = (0..<10_000).count { _ in view.mayHave(random.next()) }
    #expect(count == 0 ? passing == 0 : passing < 1_500)
  }
}
