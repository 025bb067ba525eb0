import TestSupport
import Testing

@Suite("What fails only because an event goes wrong") struct BrokenRunsTests {
  private func causes(_ text: String) throws -> [String: String] {
    let found = try search(text)
    return Dictionary(
      uniqueKeysWithValues: found.result.properties.compactMap { verdict in
        verdict.brokenBy.map { (found.spec.properties[verdict.property].name, $0.rawValue) }
      })
  }

  @Test("tells the fault, which comes first")
  func fault() throws {
    let text = """
      var n: 0...1 = 0
      var done = false
      fair on finish when !done { n += 2; done = true }
      eventually finishes { done }
      possible canFinish { done }
      reachable finished { done }
      terminal { true }
      """
    #expect(
      try causes(text) == ["finishes": "fault", "canFinish": "fault", "finished": "fault"])
    #expect(try search(text).judgement.unexpected.first == "fault")
  }

  @Test("tells no overlap, of which each rule is followed")
  func overlap() throws {
    let text = """
      var n: 0...2 = 0
      var old = false
      strongly fair on finish {
        rule one when n == 0 { n = 1 }
        rule two when n < 2 { n = 2 }
        otherwise rest { }
      }
      possible canReset whenever n == 2 { n == 0 }
      eventually back { n == 0 && old }
      reachable both { n == 1 }
      reachable never { n == 0 && old }
      """
    #expect(try causes(text).isEmpty)
    #expect(try search(text).judgement.unexpected.contains("overlap"))
  }

  @Test("tells a gap")
  func gap() throws {
    #expect(
      try causes(
        """
        var n: 0...1 = 0
        strongly fair on finish { rule never when n == 1 { n = 0 } }
        on stay { n = n }
        eventually finishes { n == 1 }
        """) == ["finishes": "gap"])
  }

  @Test("leaves what fails by itself as it is, whatever goes wrong beside it")
  func beside() throws {
    #expect(
      try causes(
        """
        var n: 0...1 = 0
        var lit = false
        on add { n += 1 }
        fair on press when !lit { lit = true }
        eventually never whenever lit { !lit }
        terminal { true }
        """) == [:])
  }
}
