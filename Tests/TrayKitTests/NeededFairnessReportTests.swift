import TestSupport
import Testing
import TrayKit

@Suite("Reports of the fairness that properties need") struct NeededFairnessReportTests {
  private static let text = """
    spec Seen
    var waiting = false
    on receive { waiting = true }
    fair on open when waiting { waiting = false }
    fair on poll when waiting { waiting = false }
    eventually seen whenever waiting { !waiting }
    world noPoll { on poll when false }

    """

  private func outcome(
    _ text: String = text, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "t.tray")])
    request.counterexampleFolder = nil
    request.explainsFairness = true
    change(&request)
    return try request.outcome()
  }

  @Test("each world lists them, and only if asked")
  func text() throws {
    let text = try outcome().text()
    #expect(text.contains("needed fairness:"))
    #expect(text.contains("seen: at least one of fair on open or fair on poll"), "\(text)")
    #expect(text.contains("seen: fair on open\n"), "\(text)")
    #expect(try !outcome { $0.explainsFairness = false }.text().contains("needed fairness"))
  }

  @Test("the group 'user' marks events that only a user does")
  func user() throws {
    let outcome = try outcome(Self.text + "group user = open\n")
    #expect(outcome.text().contains("seen: fair on open (only a user does it)\n"))
    let fairness = try #require(outcome.specs.first?.worlds.last?.fairness)
    #expect(fairness.map(\.property) == ["seen"])
    let demand = try #require(fairness.first?.needed?.first?.first)
    #expect(demand.event == "open" && demand.rule == nil && demand.isOfUser == true)
  }

  @Test("diagrams and limits leave it unknown, and a cached result has it")
  func unknown() throws {
    let diagrams = try outcome { $0.engine = .diagrams }
    #expect(diagrams.text().contains("seen: not computed"), "\(diagrams.text())")
    let limited = try outcome { $0.maximumStates = 1 }
    #expect(limited.text().contains("no 'eventually' is known to hold"), "\(limited.text())")
    let folder = try ScratchFolder()
    for _ in 0..<2 {
      let text = try outcome { $0.cacheFolder = "\(folder.url.path)/cache" }.text()
      #expect(text.contains("seen: fair on open\n"), "\(text)")
    }
  }
}
