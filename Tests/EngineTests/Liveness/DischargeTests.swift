import Engine
import Semantics
import TestSupport
import Testing

/// `eventually … unless e`: the event `e` discharges it.
@Suite struct DischargeTests {
  private static func outbox(_ clause: String) -> String {
    """
    var waiting = false
    var sent = false
    on read when !waiting && !sent { waiting = true }
    fair on cancel when waiting { waiting = false }
    on send when waiting { waiting = false; sent = true }
    group ends = cancel, send
    eventually isSent whenever waiting { sent } \(clause)
    """
  }

  @Test(
    "by an event that happens later, once or often",
    arguments: [
      ("", false), ("assuming no cancel", false), ("unless cancel", true), ("unless ends", true),
      ("unless read", false), ("unless send", false), ("unless cancel assuming no send", true),
    ])
  func verdicts(_ clause: String, _ holds: Bool) throws {
    let found = try search(Self.outbox(clause))
    #expect(found.verdict("isSent").hasPrefix(holds ? "holds" : "violated"))
    #expect(found.result.internalErrors.isEmpty)
    try found.violation("isSent")?.expectIsShown(by: found.machine, from: found.starts, "\(clause)")
  }

  @Test("again and again, if its condition begins again and again")
  func repeated() throws {
    func verdict(_ event: String) throws -> String {
      try search(
        """
        var n: 0...1 = 0
        fair on flip { n = 1 - n }
        on other when n == 2 { n = 0 }
        eventually nothing whenever true { n == 2 } unless \(event)
        """
      ).verdict("nothing")
    }
    #expect(try verdict("flip") == "holds")
    #expect(try verdict("other").hasPrefix("violated"))
  }

  /// Whether a fair run of a small machine violates a property that some events discharge, by the definition: it waits
  /// for the body after the premise, and none of the events happens meanwhile. Nil if a condition has no value.
  private static func isViolated(
    _ property: Property, by events: [Int], _ machine: Machine, _ graph: SmallGraph
  ) -> Bool? {
    guard case .eventually(let parameters, let premise, let excluded) = property.kind else {
      return nil
    }
    let splitting = SplittingLiveness(machine, graph)
    let kept = graph.edges.filter { !events.contains($0.instance.event) }
    for arguments in Type.combinations(parameters.map(\.type.allValues)) {
      let judge = LeadsTo(property, arguments)
      var (first, open): (Set<Int>, Set<Int>) = ([], [])
      for (place, state) in graph.states.enumerated() {
        guard case .success(let begins) = judge.holdsPremise(in: state),
          case .success(let isMet) = judge.holdsBody(in: state)
        else { return nil }
        if !isMet { open.insert(place) }
        if premise == nil ? place < graph.starts : begins == true { first.insert(place) }
      }
      let waiting = SmallGraph.spread(
        first, SmallGraph.neighbours(kept), through: open.contains)
      if splitting.canStay(in: waiting, excluded: excluded + events) { return true }
    }
    return false
  }

  @Test("as its definition says, in random specs", arguments: SeedPortions.all(usual: 16))
  func definition(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      let plain = try Machine(SpecText.checked(text))
      let starts = try plain.starts()
      guard let graph = SmallGraph(plain, starts: starts, maximumStates: 60) else { continue }
      for (number, property) in plain.spec.properties.enumerated() {
        guard case .eventually(let parameters, let premise, let excluded) = property.kind,
          excluded.isEmpty
        else { continue }
        let file = plain.spec.file
        let event = number % plain.spec.events.count
        if plain.spec.events[event].isTick { continue }
        let list = parameters.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
        let asked =
          text + """

            eventually discharged\(list.isEmpty ? "" : "(\(list))")\
            \(premise.map { " whenever (\(file.text($0.range)))" } ?? "")\
             { \(file.text(property.body.expression.range)) } unless \(plain.spec.events[event].name)

            """
        guard let spec = SpecText.check(asked).spec,
          let expected = Self.isViolated(property, by: [event], plain, graph)
        else { continue }
        for engine in [SearchEngine.explicit, .diagrams] {
          let found = try DiagramTests.run(spec, engine)
          let verdict = found.properties.first { spec.properties[$0.property].name == "discharged" }
          let comment: Comment = "seed \(seed), \(property.name) unless \(event), \(engine)"
          #expect(verdict?.status == (expected ? .violated : .holds), comment)
          #expect(found.internalErrors.isEmpty, comment)
        }
      }
    }
  }
}
