import Semantics
import TestSupport
import Testing

@Suite("Random specs about fairness")
struct RandomFairSpecTests {
  /// The results for the properties of some specs.
  private struct Tally {
    var sizes: [Int] = []
    var withSymmetry = 0
    var eventually: [BruteForceLiveness.Verdict: Int] = [:]
    var possible: [BruteForceLiveness.Verdict: Int] = [:]
    /// The number of properties that hold only because of fairness.
    var owedToFairness = 0
    /// The number of properties that hold only because of strong instead of weak fairness.
    var owedToStrength = 0
    /// The number of pairs of contradictory properties of which none, one or both hold.
    var pairs = [0, 0, 0]

    /// The text of a failed expectation.
    var text: String {
      let sorted = sizes.sorted()
      let tenths = sorted.isEmpty ? [] : (0...10).map { sorted[$0 * (sorted.count - 1) / 10] }
      return """
        \(sizes.count) specs, sizes by tenths \(tenths), symmetric \(withSymmetry), \
        eventually \(eventually), owed to fairness \(owedToFairness), to strength \
        \(owedToStrength), possible \(possible), of pairs none, one, both hold \(pairs)
        """
    }

    mutating func add(_ random: RandomFairSpec) throws {
      let spec = try SpecText.checked(random.text)
      guard let judge = try Self.judge(random.text), let weak = try Self.judge(random.weakText),
        let unfair = try Self.judge(random.unfairText)
      else { return }
      sizes.append(judge.graph.states.count)
      if random.text.contains("symmetric") { withSymmetry += 1 }
      for (index, property) in spec.properties.enumerated() {
        guard let verdict = judge.verdict(of: index) else { continue }
        if case .possible = property.kind {
          possible[verdict, default: 0] += 1
          continue
        }
        eventually[verdict, default: 0] += 1
        if verdict == .holds, unfair.verdict(of: index) == .violated { owedToFairness += 1 }
        if verdict == .holds, weak.verdict(of: index) == .violated { owedToStrength += 1 }
      }
      for pair in random.contradictions {
        let held = spec.properties.indices.filter { index in
          [pair.first, pair.second].contains(spec.properties[index].name)
            && judge.verdict(of: index) == .holds
        }
        pairs[held.count] += 1
      }
    }

    private static func judge(_ text: String) throws -> BruteForceLiveness? {
      let machine = try Machine(SpecText.checked(text))
      return try BruteForceLiveness(machine, starts: machine.starts(), maximumCandidates: 9)
    }
  }

  @Test("are well typed")
  func areWellTyped() throws {
    for seed in 0..<300 { _ = try SpecText.checked(RandomFairSpec(seed: UInt64(seed)).text) }
  }

  @Test("are the same for the same seed")
  func areDeterministic() {
    #expect(RandomFairSpec(seed: 11).text == RandomFairSpec(seed: 11).text)
    #expect(RandomFairSpec(seed: 11).text != RandomFairSpec(seed: 12).text)
  }

  @Test("are small, without faults, and of them many properties hold and many do not")
  func areVaried() throws {
    var tally = Tally()
    let count = 150
    for seed in 0..<count { try tally.add(RandomFairSpec(seed: UInt64(seed))) }
    let text = Comment(rawValue: tally.text)
    #expect(tally.sizes.count == count, text)
    #expect(tally.eventually[.faulted] == nil && tally.possible[.faulted] == nil, text)
    #expect(tally.withSymmetry > count / 2, text)
    for verdicts in [tally.eventually, tally.possible] {
      let sum = verdicts.values.reduce(0, +)
      for verdict in [BruteForceLiveness.Verdict.holds, .violated] {
        #expect(verdicts[verdict, default: 0] > sum / 4, text)
      }
    }
    #expect(tally.owedToFairness > count / 2, text)
    #expect(tally.owedToStrength > 0, text)
    #expect(!tally.pairs.contains(0), text)
  }
}
