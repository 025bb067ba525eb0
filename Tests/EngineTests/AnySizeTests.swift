import TestSupport
import Testing

@testable import Engine

/// What is shown for every number of names, against ordinary checks of random specs.
@Suite("Every number of names, on random specs") struct RandomAnySizeTests {
  @Test("a closed set is told view by view")
  func certificate() throws {
    let spec = try SpecText.checked(
      """
      symmetric ID(2)
      var shown: Set<ID> = []
      var latest: ID? = nil
      on show(id: ID) { insert id into shown; latest = id }
      invariant fine { latest == nil || latest! in shown }
      """)
    let type = try #require(spec.variables[0].type.symmetricTypes.first)
    let result = AnySizeCheck(spec, type, chosen: AnySizeCheck.claims(of: spec)).run()
    #expect(
      Set(result.certificate) == [
        "shown = […], latest = nil", "shown = [x, …], latest = x", "shown = […], latest = *",
        "shown = [x, …], latest = *",
      ])
    #expect(result.conditions.contains { $0.contains("!(a in shown) implies latest != a") })
  }

  @Test("what is shown for every number holds with some", arguments: 0..<8)
  func random(_ portion: Int) throws {
    var established = 0
    for seed in portion * 12..<portion * 12 + 12 {
      var writer = RandomParametrisedSpec(seed: UInt64(seed))
      let text = writer.text()
      var judge = AnySizeJudge()
      judge.statesPerName = 40
      judge.numbers = 2
      let judgement = try judge.judge(text)
      #expect(judgement.complaints.isEmpty, "seed \(seed)\n\(text)")
      established += judgement.established
    }
    #expect(established > 0)
  }
}
