import TestSupport
import Testing

/// Small specs whose plans were large, wrong or impossible: wide numbers, and values that are used
/// many times over.
@Suite("Plans of wide numbers and shared values")
struct WidePlanTests {
  @Test("a wide variable may come before small ones", arguments: [7, 10, 11, 20, 31, 53, 62, 63])
  func wideFieldFirst(_ bits: Int) throws {
    let greatest = Int.max >> (63 - bits)
    let found = try search(
      """
      spec Wide
      var id: 0...\(greatest) = \(greatest - 1)
      var lit = false
      on go { id = id == \(greatest) ? 0 : \(greatest) }
      on flip { lit = !lit }
      invariant i { lit || id < \(greatest) }
      """)
    #expect(found.result.statistics.states == 6)
    #expect(found.trace(to: "i") == ["go"])
  }

  @Test("a sum of a sum of a sum is computed once")
  func doubledSums() throws {
    let doublings = (1...40).map { "let a\($0) = a\($0 - 1) + a\($0 - 1) - a\($0 - 1) / 2 * 2" }
    let found = try search(
      """
      spec Doubled
      var x: 0...4095 = 1
      var y: 0...4095 = 2
      on e when x < 4 {
          let a0 = x + y
          \(doublings.joined(separator: "\n    "))
          x += 1
          y = min(abs(a40 % 5), 4095)
      }
      terminal { x == 4 }
      """)
    #expect(found.problems == [])
    #expect(found.result.statistics.states == 4)
  }

  @Test("a sum that many share counts as often as it occurs")
  func sharedSums() throws {
    let found = try search(
      """
      spec Shared
      var x: 0...4095 = 5
      var y: 0...4095 = 2
      var z: 0...100_000 = 0
      on e when z == 0 {
          let a = x + y
          let b = a + a + x
          let c = b + a + b
          z = c + c
      }
      terminal { z > 0 }
      invariant right { z == 0 || z == 90 }
      """)
    // a = 7, b = 19, c = 45
    #expect(found.problems == [])
  }

  @Test("passes that may append are as many as one likes", arguments: [16, 31, 200])
  func appendingPasses(_ count: Int) throws {
    let found = try search(
      """
      spec Append
      var l: List<0...3, 3> = []
      on e { for x in 1...\(count) { if l.count < 3 { append x % 4 to l } } }
      on c { l = [] }
      invariant i { l == [] || l == [1, 2, 3] }
      """)
    #expect(found.problems == [])
    #expect(found.result.statistics.states == 2)
  }
}
