import Engine
import Semantics
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

  @Test("'any except' is about all other events, with the parameters that they share")
  func exceptions() throws {
    let judgement = try search(
      """
      var n: 0...3 = 0
      var t: Timer<1>
      on up(by: 1...2) when n + by < 4 { n += by }
      on set(by: 1...2) { n = by }
      on reset { n = 0; start t for 1 }
      on ring when t.isDue { stop t }
      transition moves after any except ring, tick { !unchanged(n) }
      transition goesBy after any except reset, ring, tick { n >= by }
      transition never after any except up, set, reset, ring { !unchanged(n) }
      transition rises after any except reset, ring, tick where by == 2 { n > old(n) }
      """
    ).judgement
    #expect(judgement.unexpected == ["moves", "never", "rises"])
  }

  @Test("what is announced and does not fail is missing")
  func missing() throws {
    let judgement = try judge("low, top, again, deadlock, fault, sane, gap, middle")
    #expect(judgement.missing == ["sane", "gap", "middle"])
    #expect(judgement.isFailure)
  }

  @Test("'and others' tolerates each violation that is not expected, and lists it")
  func others() throws {
    let judgement = try judge("low, and others")
    #expect(judgement.unexpected == [] && judgement.missing == [])
    #expect(judgement.tolerated == ["top", "again", "deadlock", "fault"])
    #expect(try judge("low").tolerated == nil)
    let missing = try judge("sane, low, and others")
    #expect(missing.missing == ["sane"] && missing.isFailure)
    #expect(try judge("fault in up, and others").missing == ["fault in up"])
    let stopped = try judge("low, and others", limits: .init(states: 2))
    #expect(stopped.stopped && stopped.undecided.contains("sane"))
  }

  @Test("in random specs, the tolerated violations are those that would be unexpected")
  func randomOthers() throws {
    var compared = 0
    for random in RandomSpec.first(Weekly.count(40)) {
      let plain = try search(random.text, limits: .init(states: 2_000)).judgement
      guard let first = plain.unexpected.first else { continue }
      compared += 1
      let world = "\nworld tolerant { } violates \(first), and others\n"
      let found = try search(random.text + world, world: "tolerant", limits: .init(states: 2_000))
      let judgement = found.judgement
      #expect(judgement.unexpected == [] && judgement.missing == [])
      #expect(Set(judgement.tolerated ?? []) == Set(plain.unexpected).subtracting([first]))
      #expect(found.violations.allSatisfy { found.spec.announcement(of: $0.finding) != nil })
    }
    #expect(compared > 0)
  }

  @Test("what a stopped search did not decide is neither missing nor passed")
  func undecided() throws {
    let judgement = try judge("low, sane, gap, top", limits: .init(states: 2))
    #expect(judgement.missing == [])
    #expect(judgement.unexpected == [])
    #expect(judgement.undecided == ["low", "sane", "faulty", "top", "middle", "again"])
    #expect(judgement.stopped && judgement.isInconclusive)
  }

  @Test(
    "what is announced in an event, rule or property has to happen there",
    arguments: [
      ("fault in up, gap in down, fault in faulty, overlap in both.one", [], []),
      ("fault, gap, overlap", [], []),
      ("fault in up, gap, overlap", ["fault"], []),
      ("fault in down, gap in up, overlap", ["fault", "gap"], ["fault in down", "gap in up"]),
      (
        "fault in down.lower, fault, gap, overlap in both.three", ["overlap"],
        ["fault in down.lower", "overlap in both.three"]
      ),
      ("fault in sane, fault, gap, overlap in both.two", [], ["fault in sane"]),
    ])
  func places(_ violates: String, _ unexpected: [String], _ missing: [String]) throws {
    let judgement = try search(
      """
      var n: 0...3 = 0
      on up { n += 1 }
      on down { rule lower when n == 2 { n -= 1 } rule stay when n == 1 { } }
      on both {
        rule one when n < 2 { n = 1 }
        rule two when n == 1 { n = 1 }
        otherwise three { n = 2 }
      }
      invariant faulty { 6 / (n - 2) != 9 }
      invariant sane { n >= 0 }
      world w violates \(violates)
      """, world: "w"
    ).judgement
    #expect(judgement.unexpected == unexpected)
    #expect(judgement.missing == missing)
  }

  @Test("a property that has no value is a failure also where nobody asks for faults")
  func faultedAlone() throws {
    func judge(_ violates: String, _ selection: Set<String>) throws -> [String] {
      let found = try search(
        """
        var n: 0...2 = 0
        on up when n < 2 { n += 1 }
        on down when n > 0 { n -= 1 }
        invariant faulty { 6 / (n - 2) != 9 }
        world w { } \(violates)
        """, world: "w")
      var result = found.result
      result.generalViolations.removeAll { !selection.contains($0.name(in: found.spec)) }
      return Judgement(of: result, in: found.spec, selection: selection).unexpected
    }
    #expect(try judge("", ["faulty"]) == ["faulty"])
    #expect(try judge("", ["faulty", "fault"]) == ["fault"])
    #expect(try judge("violates fault", ["faulty"]) == [])
  }
}
