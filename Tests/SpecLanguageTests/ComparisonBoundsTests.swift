import TestSupport
import Testing

/// Bounds are about stored values. Compared values may be outside them, and are then different.
@Suite("A comparison with what cannot be there")
struct ComparisonBoundsTests {
  static let comparisons = [
    "x in [0, 1, 2]", "x != 2", "x in [x, x + 1]", "!(x in [2, x + 2])",
    "o != 2", "!(o in [2])", "o in [nil, 0, 1, 2]",
    "l != [5]", "!(l == [0, 1, 2])", "[x, 5] != l", "l != [x + 2]",
    "s != [5]", "s != [x + 1, 5]", "[5] != s",
    "m != [0: 5]", "m != [5: 0]", "m != [x + 2: x]", "t != [0: 5, 1: 0]",
    "s.isSubset(of: [0, 1, 2])", "s.isDisjoint(with: [2, x + 2])", "!s.isSuperset(of: [5])",
    "s.union([5]) != s", "s.symmetricDifference([5]).count > 0", "s.subtracting([5]) == s",
    "s.intersection([5]).isEmpty",
    "!(2 in s)", "!s.contains(2)", "!(x + 2 in s)", "!(2 in l)", "!(2 in m.keys)",
    "!([5] in ss)", "!ss.contains([x + 2])", "!([5] in ll)", "ll != [[5]]",
    "x is 0...5", "!(x is 5)",
  ]

  @Test("is false, and no fault", arguments: comparisons)
  func isFalse(_ comparison: String) throws {
    let found = try search(
      """
      spec Compare
      type T = 0...1
      var x: T = 0
      var o: T? = nil
      var l: List<T, 3> = []
      var s: Set<T> = []
      var ss: Set<Set<T>> = []
      var ll: List<Set<T>, 2> = []
      var m: Map<T, T> = [:]
      var t: Table<T, T> = 0
      on e(v: T) when l.count < 3 {
          x = v; o = v; append v to l; insert v into s; insert [v] into ss; m[v] = v; t[v] = v
          ll = [[v]]
      }
      on forget when l.count == 3 { l = []; o = nil; s = []; ss = []; m = [:] }
      invariant i { \(comparison) }
      """)
    #expect(found.problems == [])
    let expected = ReferenceSearch.run(found.machine, from: found.starts, maximumStates: 1000)
    #expect(expected?.lines(in: found.spec) == found.result.lines(in: found.spec))
  }

  @Test("which cannot be stored either")
  func cannotBeStored() throws {
    let found = try search(
      """
      spec Store
      var l: List<0...1, 3> = []
      on e(n: 0...2) { l = [n] }
      """)
    #expect(found.problems == ["fault after 1"])
  }
}
