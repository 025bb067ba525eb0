import Engine
import Semantics
import TestSupport
import Testing

@Suite("The fairness that an eventually needs") struct NeededFairnessTests {
  private static let limits = {
    var limits = SearchLimits()
    limits.explainsFairness = true
    return limits
  }()

  /// The groups of a property, such as `fetch|poll`, with `strong` before names of strong fairness; nil if they are
  /// unknown.
  private func needed(
    _ text: String, _ name: String, limits: SearchLimits = limits
  ) throws -> [String]? {
    let found = try search(text, limits: limits)
    let verdict = try #require(
      found.result.properties.first { found.spec.properties[$0.property].name == name })
    return verdict.neededFairness?.map { group in
      group.map { demand in
        let event = found.spec.events[demand.event]
        let name = demand.rule.map { event.rules[$0].name } ?? event.name
        return (demand.fairness == .strong ? "strong " : "") + name
      }.joined(separator: "|")
    }
  }

  private static let retry = """
    var waiting = false
    var online = true
    on read { waiting = true }
    on loseNetwork when online { online = false }
    fair on findNetwork when !online { online = true }
    fair on rest when online { online = true }
    on send when waiting {
      strongly fair rule arrives when online { waiting = false }
      rule fails when !online {}
    }
    eventually isSent whenever waiting { !waiting }
    eventually begins { !waiting }

    """

  @Test("events and rules without which it is violated, and no others")
  func single() throws {
    #expect(try needed(Self.retry, "isSent") == ["findNetwork", "strong arrives"])
    #expect(try needed(Self.retry, "begins") == [])
  }

  @Test("one of several events may be enough")
  func alternatives() throws {
    let text = """
      var left: 0...2 = 0
      on receive { left = 2 }
      fair on open when left == 2 { left = 1 }
      fair on fetch when left == 1 { left = 0 }
      fair on poll when left == 1 { left = 0 }
      eventually seen whenever left > 0 assuming no receive { left == 0 }
      """
    #expect(try needed(text, "seen") == ["open", "fetch|poll"])
  }

  @Test("fairness for some arguments counts as that of the event, and ticks are always fair")
  func promises() throws {
    let text = """
      var idle = true
      var alarm: Timer<1> = .off
      on turn(to: Bool) when to != idle { idle = to }
      fair on turn(to: false)
      on set when alarm == .off { start alarm for 1 }
      on ring when alarm.isDue { stop alarm }
      eventually awake whenever idle { !idle }
      eventually due whenever alarm.isRunning { alarm.isDue || alarm == .off }
      """
    #expect(try needed(text, "awake") == ["turn"])
    #expect(try needed(text, "due") == [])
  }

  @Test("after a limit it is unknown, and for a violated property there is none")
  func unknown() throws {
    var limits = Self.limits
    limits.states = 2
    #expect(try needed(Self.retry, "isSent", limits: limits) == nil)
    #expect(try needed(Self.retry.replacing("strongly fair", with: "fair"), "isSent") == nil)
    #expect(try needed(Self.retry, "isSent", limits: SearchLimits()) == nil)
  }

  /// Without all fairness of a group, the definition of fair runs says "violated"; if any of it is left, or only the
  /// groups, it says "holds".
  @Test("agrees with the definition on random specs", arguments: SeedPortions.all(usual: 10))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomFairSpec(seed: seed)
      let found = try search(random.text, limits: Self.limits)
      let declared = Self.declared(found.spec)
      for verdict in found.result.properties where verdict.status == .holds {
        let property = found.spec.properties[verdict.property]
        guard property.keyword == .eventually else { continue }
        let groups = try #require(verdict.neededFairness, "seed \(seed): \(property.name)")
        func expect(
          _ expected: BruteForceLiveness.Verdict, without missing: [FairnessDemand]
        ) throws {
          let machine = try Machine(
            SpecText.checked(Self.text(random.text, without: missing, found.spec)))
          let judge = try #require(
            BruteForceLiveness(machine, starts: machine.starts(), maximumStates: 400))
          #expect(
            judge.verdict(of: verdict.property, splits: true) == expected,
            "seed \(seed): \(property.name) without \(missing), needs \(groups)\n\(random.text)")
        }
        for group in groups {
          try expect(.violated, without: group)
          for member in group { try expect(.holds, without: group.filter { $0 != member }) }
        }
        try expect(.holds, without: declared.filter { !groups.joined().contains($0) })
      }
    }
  }

  @Test("many random properties need fairness, and some one of several events")
  func areVaried() throws {
    var sizes: [Int] = []
    for seed in 0..<UInt64(60) {
      let found = try search(RandomFairSpec(seed: seed).text, limits: Self.limits)
      sizes += found.result.properties.flatMap { ($0.neededFairness ?? []).map(\.count) }
    }
    #expect(sizes.count { $0 == 1 } > 20 && sizes.contains { $0 > 1 }, "\(sizes)")
  }

  private static func declared(_ spec: CheckedSpec) -> [FairnessDemand] {
    spec.events.enumerated().filter { !$1.isTick }.flatMap { index, event in
      let whole = event.promises.reduce(event.fairness) { max($0, $1.fairness) }
      return ([(nil, whole)] + event.rules.enumerated().map { ($0, $1.fairness) })
        .filter { $1 != .none }
        .map { FairnessDemand(event: index, rule: $0, fairness: $1) }
    }
  }

  /// The text without the words `fair` and `strongly fair` before some events and rules.
  private static func text(
    _ text: String, without missing: [FairnessDemand], _ spec: CheckedSpec
  ) -> String {
    let heads = missing.map { demand in
      let event = spec.events[demand.event]
      return demand.rule.map { "fair rule \(event.rules[$0].name)" } ?? "fair on \(event.name)"
    }
    return text.split(separator: "\n").compactMap { line -> String? in
      let isNamed = heads.contains { head in
        line.ranges(of: head).contains { range in
          line[range.upperBound...].first.map { !$0.isLetter && !$0.isNumber } ?? true
        }
      }
      guard isNamed else { return String(line) }
      if line.contains("fair on"), !line.hasSuffix("{") { return nil }
      return String(line).replacing("strongly fair ", with: "").replacing("fair ", with: "")
    }.joined(separator: "\n")
  }
}
