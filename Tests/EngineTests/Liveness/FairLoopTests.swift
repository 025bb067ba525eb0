import TestSupport
import Testing

/// Loops that show only where there are more states, or more fair actions, than in random specs.
@Suite("Fair loops among many states")
struct FairLoopTests {
  @Test(
    "go through a part in which something is possible all the time, and out of it",
    arguments: [1, 4, 12, 60, 200])
  func longPart(_ length: Int) throws {
    let found = try search(
      """
      var n: 0...\(length) = 0
      var done = false
      fair on go when !done && n < \(length) { done = true }
      on next when !done && n < \(length) { n += 1 }
      fair on back when !done && n == \(length) { n = 0 }
      terminal { done }
      eventually answered whenever !done { done }
      """)
    #expect(found.verdict("answered") == "violated after \(length + 1)")
    #expect(found.problems.count == 1)
  }

  @Test("are met behind states in which something strongly fair would have answered")
  func behindStronglyFair() throws {
    let found = try search(
      """
      var n: 0...2 = 0
      var done = false
      strongly fair on go when !done && n == 0 { done = true }
      on slip when !done && n == 0 { n = 1 }
      on turn when n > 0 { n = 3 - n }
      terminal { done }
      eventually answered { done }
      """)
    #expect(found.verdict("answered") == "violated after 1")
    #expect(found.problems.count == 1)
  }

  @Test("treat each of many actions fairly", arguments: [20, 40, 70])
  func manyActions(_ count: Int) throws {
    let found = try search(
      """
      var last: 0..<\(count) = 0
      var over = false
      fair on tap(i: 0..<\(count)) when !over { last = i }
      on end when over { over = false }
      eventually ends { over }
      """)
    #expect(found.verdict("ends").hasPrefix("violated"))
    #expect(found.problems.count == 1)
    let tapped = Set((found.violation("ends")?.path.steps ?? []).map(\.instance.arguments))
    #expect(tapped.count == count)
  }

  @Test("may be one step that changes nothing, far from the start", arguments: [3, 50, 400])
  func selfLoop(_ length: Int) throws {
    let found = try search(
      """
      var n: 0...\(length) = 0
      var over = false
      fair on up when n < \(length) { n += 1 }
      fair on stay when n == \(length) { n = \(length) }
      on end when over { over = false }
      eventually ends { over }
      """)
    #expect(found.verdict("ends").hasPrefix("violated"))
    #expect(found.problems.count == 1)
  }
}
