import Engine
import TestSupport
import Testing

@Suite("Judgement of a world")
struct JudgementTests {
  private func judge(_ violates: String, limits: SearchLimits = .init()) throws
    -> Judgement
  {
    try search(
      """
      var n: 0...5 = 0
      on up when n < 4 { n += 1 }
      invariant low { n < 3 }
      invariant sane { n >= 0 }
      invariant faulty { 6 / (n - 2) != 9 }
      reachable top { n == 5 }
      reachable middle { n == 2 }
      possible again { n == 0 }
      scenario wrong in w { up; expect n == 2 }
      world w { } \(violates.isEmpty ? "" : "violates \(violates)")
      """, world: "w", limits: limits
    ).judgement
  }

  @Test("everything that fails and is not announced is unexpected, in the order of the text")
  func unexpected() throws {
    let judgement = try judge("")
    #expect(judgement.unexpected == ["low", "top", "again", "deadlock", "fault"])
    #expect(judgement.missing == [])
    #expect(judgement.isFailure)
  }

  @Test("what is announced and fails is as it should be")
  func exact() throws {
    let judgement = try judge("low, top, again, deadlock, fault")
    #expect(judgement.unexpected == [])
    #expect(judgement.missing == [])
    #expect(judgement.failedScenarios == ["wrong"])
  }

  @Test("what is announced and does not fail is missing")
  func missing() throws {
    let judgement = try judge("low, top, again, deadlock, fault, sane, gap, middle")
    #expect(judgement.missing == ["sane", "gap", "middle"])
    #expect(judgement.isFailure)
  }

  @Test("what a stopped search did not decide is neither missing nor passed")
  func undecided() throws {
    let judgement = try judge("low, sane, gap, top", limits: .init(states: 2))
    #expect(judgement.missing == [])
    #expect(judgement.unexpected == [])
    #expect(judgement.undecided == ["low", "sane", "faulty", "top", "middle", "again"])
    #expect(judgement.stopped && judgement.isInconclusive)
  }
}
