import Semantics
import TestSupport
import Testing

/// Tests the oracle for liveness in random tests with specs of known results.
@Suite("Liveness by trying all sets of states")
struct BruteForceLivenessTests {
  /// Returns the properties of a spec that do not hold, with their verdicts.
  private func exceptions(
    _ text: String, maximumCandidates: Int = 11
  ) throws -> [String: BruteForceLiveness.Verdict] {
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let judge = try #require(
      BruteForceLiveness(
        machine, starts: machine.starts(), maximumCandidates: maximumCandidates))
    var verdicts: [String: BruteForceLiveness.Verdict] = [:]
    for (index, property) in spec.properties.enumerated() {
      if let verdict = judge.verdict(of: index), verdict != .holds {
        verdicts[property.name] = verdict
      }
    }
    return verdicts
  }

  @Test("a run may stop where nothing fair can happen, and only there")
  func stopping() throws {
    let found = try exceptions(
      """
      var n: 0...3 = 0
      fair on go when n == 0 { n = 1 }
      on wander when n == 1 { n = 2 }
      strongly fair on end when n == 2 { n = 3 }
      eventually leaves { n > 0 }
      eventually wanders { n > 1 }
      eventually ends whenever n == 2 { n == 3 }
      """)
    #expect(found == ["wanders": .violated])
  }

  @Test("weak fairness asks only for what is possible all the time")
  func weakAndStrong() throws {
    let loop = """
      var lit = false
      var done = false
      fair on toggle when !done { lit = !lit }
      %@ on finish when lit { done = true }
      eventually ends { done }
      """
    for (word, expected) in [("", true), ("fair", true), ("strongly fair", false)] {
      let found = try exceptions(loop.replacing("%@", with: word))
      #expect((found == ["ends": .violated]) == expected, "\(word)")
    }
  }

  @Test("weak fairness suffices for what stays possible, whatever else happens")
  func staysPossible() throws {
    let found = try exceptions(
      """
      var n: 0...2 = 0
      var done = false
      on turn { n = (n + 1) % 3 }
      fair on finish when !done { done = true }
      eventually ends { done }
      eventually comesRound(k: 0...2) whenever true { n == k }
      """)
    #expect(found == ["comesRound": .violated])
  }

  @Test("a step that leads away is possible all the same")
  func possibleAway() throws {
    let found = try exceptions(
      """
      var n: 0...3 = 0
      fair on step when n < 2 { n = 1 - n }
      strongly fair on leave when n == 1 { n = 2 }
      on back when n == 2 { n = 0 }
      eventually leaves whenever n < 2 { n >= 2 }
      eventually returns whenever n >= 2 { n < 2 }
      """)
    #expect(found == ["returns": .violated])
  }

  @Test("fairness is asked for each choice of the parameters")
  func perInstance() throws {
    let found = try exceptions(
      """
      symmetric Name(2)
      var seen: Set<Name> = []
      fair on see(a: Name) { insert a into seen }
      eventually all { every a in Name: a in seen }
      eventually each(a: Name) { a in seen }
      """)
    #expect(found == [:])
  }

  @Test("fairness of a rule does not ask for the event's other rules")
  func perRule() throws {
    let found = try exceptions(
      """
      var n: 0...2 = 0
      on act(up: Bool) when n < 2 {
        fair rule rises when up && n == 0 { n = 1 }
        rule ends when up && n == 1 { n = 2 }
        rule rests when !up {}
      }
      eventually rises { n > 0 }
      eventually ends { n == 2 }
      """)
    #expect(found == ["ends": .violated])
  }

  @Test("what is assumed not to happen may happen, but not for ever")
  func assumingNo() throws {
    let found = try exceptions(
      """
      var n: 0...3 = 0
      on push when n < 2 { n = 1 - n }
      fair on drop when n == 1 { n = 3 }
      fair on go when n == 0 { n = 2 }
      fair on idle when n == 3 { n = 3 }
      eventually getsThere { n == 2 }
      eventually getsThereInPeace { n == 2 } assuming no push
      eventually leaves { n >= 2 }
      eventually leavesInPeace { n >= 2 } assuming no push
      eventually idles whenever n == 3 { n != 3 } assuming no idle
      """)
    #expect(
      found == [
        "getsThere": .violated, "getsThereInPeace": .violated,
        "leaves": .violated,
      ])
  }

  @Test("without a premise a property is about the beginnings of runs only")
  func beginnings() throws {
    let found = try exceptions(
      """
      var n: 0...2 = any m in 0...2 where m < 2
      fair on step when n == 1 { n = 0 }
      on end when n == 0 { n = 2 }
      eventually low { n == 0 }
      eventually lowAgain whenever true { n == 0 }
      """)
    #expect(found == ["lowAgain": .violated])
  }

  @Test("time passes, but not past what is due")
  func timers() throws {
    let found = try exceptions(
      """
      var t: Timer<2>
      var rung = false
      fair on set when t == .off && !rung { start t for 2 }
      on ring when t.isDue { rung = true; stop t }
      eventually isDue { t.isDue }
      eventually rings { rung }
      """)
    #expect(found == ["rings": .violated])
  }

  @Test("two properties that contradict each other hold when both come again and again")
  func contradictions() throws {
    let blinking = try exceptions(
      """
      var lit = false
      fair on blink { lit = !lit }
      eventually on whenever true { lit }
      eventually off whenever true { !lit }
      """)
    #expect(blinking == [:])
    let falling = try exceptions(
      """
      var lit = true
      fair on fall { lit = false }
      eventually on whenever true { lit }
      eventually off whenever true { !lit }
      """)
    #expect(falling == ["on": .violated])
  }

  @Test("a state can be reached from everywhere, or there is a trap")
  func traps() throws {
    let found = try exceptions(
      """
      var n: 0...3 = 0
      on step when n < 2 { n = 1 - n }
      on fall when n == 1 { n = 3 }
      possible low { n == 0 }
      possible high { n == 3 }
      possible never { n == 2 }
      possible ends { n != 1 }
      """)
    #expect(found == ["low": .violated, "never": .violated])
  }

  @Test("what has no value is told, and what is too large")
  func faultsAndSizes() throws {
    let text = """
      type Slot = 0..<2
      var n: 0...5 = 0
      var m: Map<Slot, Bool> = [:]
      on step { n = (n + 1) % 6 }
      eventually faulty { m[0]! }
      eventually large whenever n == 0 { n == 5 }
      possible alsoFaulty { m[1]! }
      """
    #expect(
      try exceptions(text) == [
        "faulty": .faulted, "large": .violated, "alsoFaulty": .faulted,
      ])
    #expect(
      try exceptions(text, maximumCandidates: 4) == [
        "faulty": .faulted, "large": .tooLarge, "alsoFaulty": .faulted,
      ])
    let machine = try Machine(SpecText.checked(text))
    #expect(try BruteForceLiveness(machine, starts: machine.starts(), maximumStates: 5) == nil)
  }

  @Test("agrees with the known answers of small specs")
  func knownAnswers() throws {
    var decided: [BruteForceLiveness.Verdict: Int] = [:]
    for known in KnownAnswers.cases where known.answer.states <= 512 {
      let spec = try KnownAnswers.spec(known)
      let machine = try Machine(spec)
      let judge = BruteForceLiveness(
        machine, starts: try machine.starts(), maximumStates: 512, maximumCandidates: 12)
      for (index, property) in spec.properties.enumerated() {
        guard let verdict = try #require(judge).verdict(of: index, splits: true)
        else { continue }
        let isViolated = known.answer.violated.keys.contains(property.name)
        #expect((verdict == .violated) == isViolated, "\(known), \(property.name)")
        decided[verdict, default: 0] += 1
      }
    }
    #expect(decided[.holds, default: 0] > 50 && decided[.violated, default: 0] > 20, "\(decided)")
  }

  @Test("agrees with splitting on random specs", arguments: SeedPortions.all(usual: 40))
  func agreesWithSplitting(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      let spec = try SpecText.checked(text)
      let machine = try Machine(spec)
      let judge = try #require(BruteForceLiveness(machine, starts: machine.starts()))
      for (index, property) in spec.properties.enumerated() {
        guard case .eventually(let parameters, _, _) = property.kind else { continue }
        for arguments in Type.combinations(parameters.map(\.type.allValues)) {
          let verdict = judge.eventually(index, arguments)
          guard verdict != .tooLarge else { continue }
          let other = judge.eventuallyBySplitting(index, arguments)
          #expect(verdict == other, "seed \(seed), \(property.name)\n\(text)")
        }
      }
    }
  }
}
