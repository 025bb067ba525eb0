import TestSupport
import Testing

@Suite("What is advised for a violated eventually") struct FairnessAdviceTests {
  /// The advice, such as `strong send` or `no open`.
  private func advice(_ text: String, _ name: String) throws -> [String] {
    let found = try search(text)
    let violation = try #require(found.violation(name))
    return violation.missingPromises.map { promise in
      switch promise {
      case .fairness(let missing): "\(missing.fairness) \(found.spec.events[missing.event].name)"
      case .absence(let event): "no \(found.spec.events[event].name)"
      }
    }
  }

  @Test("what is fair already comes before what a user does")
  func system() throws {
    #expect(
      try advice(
        """
        var online = true
        var waiting = true
        on close when online { online = false }
        fair on open when !online { online = true }
        fair on send when online && waiting { waiting = false }
        eventually sent { !waiting }
        """, "sent") == ["strong send"])
  }

  @Test("what happens for ever may be assumed not to, before users promise anything")
  func absence() throws {
    #expect(
      try advice(
        """
        var n: 0...2 = 0
        on open { n = n }
        fair on work when n < 2 { n += 1 }
        on interrupt when n == 1 { n = 0 }
        eventually done { n == 2 }
        """, "done") == ["no interrupt"])
  }

  @Test("an event that nothing promises comes last, where nothing else helps")
  func user() throws {
    #expect(
      try advice(
        """
        var light = false
        on receive { light = true }
        on sleep when light { light = false }
        eventually goesDark whenever light { !light }
        """, "goesDark") == ["weak sleep"])
  }
}
