import TestSupport
import Testing

@Suite("States of very many fields")
struct WideStateTests {
  @Test("no field is taken for zero, however many there are")
  func everyFieldIsRead() throws {
    let found = try search(
      """
      var t: Table<0..<30_000, Bool> = false
      on set(i: 0..<2) { t[i + 29_990] = true }
      invariant none { !t[29_991] }
      reachable both { t[29_990] && t[29_991] }
      """)
    #expect(found.problems == ["none violated after 1"])
  }
}
