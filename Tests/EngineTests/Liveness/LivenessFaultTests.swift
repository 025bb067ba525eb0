import Semantics
import TestSupport
import Testing

/// An `eventually` that faults in some state is reported with a path on which it applies there.
@Suite struct LivenessFaultTests {
  private func fault(_ text: String) throws -> (path: [String], status: PropertyStatus) {
    let found = try search(text)
    #expect(found.result.internalErrors.isEmpty)
    let violation = try #require(found.result.generalViolations.first)
    guard violation.finding.kind == .propertyFault, violation.fault != nil else {
      Issue.record("\(violation.finding)")
      return ([], found.result.properties[0].status)
    }
    let events = violation.path.steps.map { found.spec.events[$0.instance.event].name }
    return (events, found.result.properties[0].status)
  }

  @Test("a shorter way on which nobody asks is none")
  func asked() throws {
    let (path, status) = try fault(
      """
      var armed = false
      var n: 0...2 = 0
      on arm when !armed && n == 0 { armed = true }
      on go when n < 2 { n += 1 }
      on disarm when armed && n == 1 { armed = false }
      terminal { true }
      eventually answered whenever armed && n == 0 { 6 / (n - 2) > 9 }
      """)
    #expect(path == ["arm", "go", "go"])
    if case .faulted = status {} else { Issue.record("\(status)") }
  }

  @Test("a loop is not told where a way to it comes by a place without a value")
  func onThePath() throws {
    let (_, status) = try fault(
      """
      type W = -6000000000000000000...3000000000000000000
      symmetric N(4)
      var v: W = -1500000000000000000
      var t: Table<N, W> = 3000000000000000000
      on take(x: N) { t[x] = v }
      on low { v = -6000000000000000000 }
      on high { v = 3000000000000000000 }
      eventually late whenever v != -1500000000000000000 { sum(x in N: t[x]) > 1 }
      """)
    if case .faulted = status {} else { Issue.record("\(status)") }
  }
}
