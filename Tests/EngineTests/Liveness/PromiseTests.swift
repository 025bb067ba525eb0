import TestSupport
import Testing

/// `fair on e(x: p)`: some values of an event have stronger fairness than the others.
@Suite struct PromiseTests {
  private static func outbox(_ promises: String) -> String {
    """
    enum Outcome { accepted, failed, lost(again: Bool) }
    symmetric Receipt(2)
    var waiting: Set<Receipt> = []
    var tries: 0...1 = 0
    on read(r: Receipt) when !(r in waiting) { insert r into waiting }
    on send(r: Receipt, outcome: Outcome) when r in waiting {
      if outcome == .accepted { remove r from waiting }
      tries = 1 - tries
    }
    on jam { tries = tries }
    \(promises)
    eventually isSent(r: Receipt) whenever r in waiting { !(r in waiting) }
    """
  }

  @Test(
    "decides what happens in the end",
    arguments: [
      ("", "violated after 2"),
      ("fair on send(outcome: .accepted)", "holds"),
      ("strongly fair on send(outcome: .accepted)", "holds"),
      ("fair on send(outcome: .failed)", "violated after 2"),
      ("fair on send(outcome: .lost(_))", "violated after 2"),
      ("fair on send(r: _)", "holds"),
      ("fair on send(outcome: .failed)\nfair on send(outcome: .accepted)", "holds"),
    ])
  func verdicts(_ promises: String, _ verdict: String) throws {
    let found = try search(Self.outbox(promises))
    #expect(found.verdict("isSent").prefix(6) == verdict.prefix(6))
    #expect(found.result.internalErrors.isEmpty)
    if let violation = found.violation("isSent") {
      try violation.expectIsShown(by: found.machine, from: found.starts, "\(promises)")
    }
  }

  @Test(
    "says the same as an event of its own for these values",
    arguments: ["", "fair ", "strongly fair "], ["b", "!b"])
  func split(_ fairness: String, _ condition: String) throws {
    let state = """
      var n: 0...2 = 0
      var open = false
      on toggle when n < 2 { open = !open }
      eventually ends { n == 2 }
      eventually moves whenever n == 0 { n > 0 }

      """
    let together = """
      on step(b: Bool) when open || b { n = \(condition) ? min(n + 1, 2) : 0 }
      \(fairness.isEmpty ? "" : "\(fairness)on step(b: true)")
      """
    let apart = """
      \(fairness)on stepTrue when open || true { let b = true; n = \(condition) ? min(n + 1, 2) : 0 }
      on stepFalse when open { let b = false; n = \(condition) ? min(n + 1, 2) : 0 }
      """
    let (one, two) = (try search(state + together), try search(state + apart))
    #expect(one.problems == two.problems)
  }

  @Test("of a group is a promise for each of its events, which may be stronger already")
  func groups() throws {
    var compared = 0
    for seed in 0..<UInt64(Weekly.count(60)) {
      let text = RandomFairSpec(seed: seed).text
      let events = try SpecText.checked(text).events.filter { !$0.isTick }.map(\.name)
      let each = text.replacing("\non ", with: "\nfair on ")
      guard !events.isEmpty, each != text else { continue }
      compared += 1
      let group =
        text + "\ngroup every1 = every2, \(events[0])\n"
        + "group every2 = \(events.joined(separator: ", "))\nfair on every1\n"
      let (one, two) = (try search(group), try search(each))
      #expect(one.problems == two.problems, "seed \(seed)")
      #expect(one.spec.events.map(\.fairness) == two.spec.events.map(\.fairness), "seed \(seed)")
    }
    #expect(compared > 0)
  }

  @Test("is part of the advice about what is missing")
  func advice() throws {
    let found = try search(Self.outbox("fair on send(outcome: .failed)"))
    #expect(found.violation("isSent")?.missingPromises.isEmpty == false)
  }
}
