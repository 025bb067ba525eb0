import TestSupport
import Testing

@testable import AnySize

/// Proofs for any instance count, compared with ordinary checks of random specs.
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

  @Test(
    "what is not so for some number is never shown",
    arguments: [
      // Two names that are equal in a view.
      "on pair(a: ID, b: ID) when a != b { insert a into shown; insert b into shown }",
      // Facts outside of a view.
      "on look when !(some x in ID: x in shown) { isBad = true }",
      // The second of two rules.
      """
      on pick(a: ID) {
        rule first when !(a in shown) { insert a into shown }
        rule second when isBad || !(a in shown) { isBad = true; insert a into shown }
        rule third when a in shown && !isBad { }
      }
      """,
      // A missing rule.
      "on see(a: ID) { rule seen when a in shown { } }",
      // A fault.
      "on stay { latest = nil }",
    ])
  func notForAll(_ event: String) throws {
    let spec = try SpecText.checked(
      """
      symmetric ID(4)
      var shown: Set<ID> = []
      var latest: ID? = nil
      var isBad = false
      \(event)
      on show(a: ID) when latest != nil && a == latest! { latest = nil }
      invariant right { every x in ID: !(x in shown) }
      invariant good { !isBad }
      invariant known { !(latest! in shown) }
      """)
    let type = try #require(spec.variables[0].type.symmetricTypes.first)
    let result = AnySizeCheck(spec, type, chosen: AnySizeCheck.claims(of: spec)).run()
    let shown = result.answers.filter { if case .established = $0.value { true } else { false } }
    let isPair = event.contains("pair")
    let (isLook, isPick) = (event.contains("look"), event.contains("pick"))
    #expect(shown[.property(0)] == nil || !isPair && !isPick)
    #expect(shown[.property(1)] == nil || !isLook && !isPick)
    #expect(shown[.property(2)] == nil)
    #expect(shown[.gap] == nil || !event.contains("see"))
    #expect(shown[.overlap] == nil || !isPick)
  }

  @Test("what is shown for every number holds with some", arguments: Weekly.seeds(8))
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
