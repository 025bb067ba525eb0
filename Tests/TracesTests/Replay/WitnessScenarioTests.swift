import Engine
import Replays
import Semantics
import TestSupport
import Testing

@Suite("How properties hold as scenarios")
struct WitnessScenarioTests {
  /// The scenarios of all properties of a spec that hold.
  private func scenarios(_ text: String, isSet: Bool = false) throws -> [String] {
    var limits = SearchLimits()
    limits.witnesses = .all
    let found = try search(text, limits: limits)
    var (taken, texts) = (Set<String>(), [String]())
    for verdict in found.result.properties where verdict.status == .holds {
      guard let witness = verdict.witness else { continue }
      let scenario = WitnessScenario(
        witness, of: found.spec.properties[verdict.property], in: found.spec, starts: found.starts,
        isSet: isSet, taken: taken)
      taken = scenario.taken
      texts.append(scenario.text)
    }
    return texts
  }

  @Test("pass when they are pasted into random specs", arguments: Weekly.seeds(8))
  func random(_ portion: Int) throws {
    var count = 0
    for seed in portion * 8..<(portion + 1) * 8 {
      let text = RandomFairSpec(seed: UInt64(seed)).text
      let pasted = try scenarios(text)
      count += pasted.count
      for verdict in try search(([text] + pasted).joined(separator: "\n")).result.scenarios {
        #expect(
          verdict.failure == nil,
          "seed \(seed): \(String(describing: verdict.failure?.reason))\n\(pasted)\n\(text)")
      }
    }
    #expect(count > 8)
  }

  @Test("keep the way, and expect what is shown at its end")
  func texts() throws {
    let text = """
      symmetric ID(2)
      var start: Bool = any
      var n: 0...3 = 0
      var seen: Set<ID> = []
      signal click
      on roll { choose x in 0...3; n = x; if x == 2 { emit click } }
      on see(id: ID) when start && n == 3 { insert id into seen }
      on clear when !seen.isEmpty { seen = [] }
      reachable high(n: 2...3) { seen.count == 1 && n < 4 }
      transition clicks after roll where n == 2 { emitted(click) }
      possible cleared(id: ID) whenever id in seen { !(id in seen) }
      invariant seenWhenStarted { seen.isEmpty || start }
      """
    #expect(
      try scenarios(text.replacing("high(n: 2...3)", with: "high")) == [
        """
        /// How the reachable high holds.
        scenario highWitness {
            given start == true
            roll
            given n == 3
            see(id: ID#1)
            expect seen.count == 1 && n < 4
        }

        """,
        """
        /// How the transition clicks holds.
        scenario clicksWitness {
            given start == false
            roll
            given n == 2
            expect start == false && n == 2 && seen == [] && emitted(click)
        }

        """,
        """
        /// How the possible cleared holds.
        scenario clearedWitness {
            given start == true
            roll
            given n == 3
            see(id: ID#1)
            // the way begins here
            clear
            expect every id in ID where id == ID#1: (!(id in seen))
        }

        """,
        """
        /// How the invariant seenWhenStarted holds.
        scenario seenWhenStartedWitness {
            given start == false
            // it would not hold if seen were [ID#2] here
            expect seen.isEmpty || start
        }

        """,
      ])
  }

  @Test("have a world of their own where constants were set from outside")
  func set() throws {
    let text = """
      param top: 1...3 = 2
      var n: 0...3 = 0
      on up when n < top { n += 1 }
      on down when n > 0 { n -= 1 }
      reachable highest { n == top }
      """
    let pasted = try #require(try scenarios(text, isSet: true).first)
    #expect(
      pasted.hasPrefix("/// The constants of the scenario below.\nworld withHighest { top = 2 }\n"))
    #expect(pasted.contains("scenario highestWitness in withHighest {"))
    let played = try search(text + "\n" + pasted, world: "withHighest").result.scenarios
    #expect(played.count == 1 && played[0].failure == nil)
  }
}
