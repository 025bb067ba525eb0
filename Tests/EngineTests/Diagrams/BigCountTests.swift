import Semantics
import Semantics
import TestSupport
import Testing

@Suite("Counts of any size")
struct BigCountTests {
  @Test("double to two to the power of two hundred")
  func double() {
    var count = BigCount(1)
    for _ in 0..<200 { count += count }
    #expect(count.digits == "1606938044258990275541962092341162602522202993782792835301376")
    #expect(!count.isExact)
    #expect(count.clamped == .max)
  }

  @Test("are integers as long as these suffice")
  func areIntegers() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let (x, y) = (Int(random.next() >> 2), Int(random.next() >> 2))
      let sum = BigCount(x) + BigCount(y)
      #expect(sum.digits == "\(x + y)")
      #expect(sum.clamped == x + y)
      #expect(sum.isExact)
    }
    #expect(BigCount(0).digits == "0")
    #expect(BigCount(0).isZero)
    let most = BigCount(.max) + BigCount(1)
    #expect(most.digits == "9223372036854775808")
    #expect(!most.isExact)
  }

  @Test("are the same in whatever order they are added")
  func commute() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<50 {
      var counts = (0..<40).map { _ in BigCount(Int(random.next() >> 1)) }
      for place in counts.indices.dropFirst() where place % 3 == 0 {
        counts[place] += counts[place - 1]
      }
      let forwards = counts.reduce(BigCount(0)) { $0 + $1 }
      let backwards = counts.reversed().reduce(BigCount(0)) { $0 + $1 }
      #expect(forwards == backwards)
      #expect(forwards.digits == backwards.digits)
    }
  }
}
