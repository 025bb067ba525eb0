import Foundation
import TestSupport
import Testing
import TrayKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Drawings of states and traces.
@Suite struct GraphTests {
  private static let text = """
    spec Phones
    enum Device { phone, tablet }
    struct Card { kind: 1...2, read: Bool }
    var shown: Table<Device, Card?> = nil
    var sent: 0...2 = 0
    signal ring(on: Device)
    on push(kind: 1...2) when sent < 2 {
      sent += 1
      for d in Device { shown[d] = Card(kind: kind, read: false) }
    }
    on open(on: Device) when shown[on] != nil { shown[on] = nil; emit ring(on: on) }
    on nothing { sent = sent }
    invariant few { sent < 2 }
    """

  private func exploration() throws -> Exploration { try Exploration(TraySpec(Self.text)) }

  private func counts(_ dot: String) -> (nodes: Int, edges: Int) {
    let lines = dot.split(separator: "\n").filter { !$0.contains("begin") }
    return (
      lines.count { $0.contains("[label") && !$0.contains("->") }, lines.count { $0.contains("->") }
    )
  }

  @Test("whole states are as many as a check finds, and what changes and emits nothing is left out")
  func whole() async throws {
    let drawing = try exploration().graph()
    let folder = try ScratchFolder()
    try folder.write(Self.text, to: "phones.tray")
    var request = CheckRequest(paths: [folder.url.path])
    request.savesCounterexamples = false
    let outcome = try await Traycheck.run(request)
    let states = try #require(outcome.specs.first?.worlds.first?.statistics.states)
    let dot = try drawing.rendered(as: .dot)
    #expect(counts(dot).nodes == states && drawing.note == nil)
    #expect(!dot.contains("nothing"))
    #expect(dot.contains("push(kind: 1)") && dot.contains("open(on: .tablet)"))
  }

  @Test("classes are those of what is asked for, or few that are told")
  func classes() throws {
    let bySent = try exploration().graph(by: ["sent"])
    let dot = try bySent.rendered(as: .dot)
    #expect(counts(dot) == (3, 2) && dot.contains("push") && dot.contains("states"))
    let few = try exploration().graph(maximumNodes: 10)
    let note = try #require(few.note)
    #expect(note.contains("alike in sent"))
    #expect(try counts(few.rendered(as: .dot)).nodes <= 9)
  }

  @Test(
    "what cannot be asked for is told, with what is near",
    arguments: [
      ("snet", "did you mean 'sent'?"), ("sent.x", "nothing in it"),
      ("shown.count", "nothing in it"),
    ])
  func wrong(_ part: String, _ words: String) throws {
    let error = #expect(throws: Exploration.SearchError.self) {
      _ = try exploration().graph(by: [part])
    }
    #expect(error?.description.contains(words) ?? false, "\(error?.description ?? "")")
    #expect(error?.isUsage ?? false)
  }

  @Test("a trace has a lane for each device that takes part")
  func sequence() throws {
    var exploration = try exploration()
    for event in ["push(kind: 1)", "open(on: .tablet)", "open(on: .phone)"] {
      let isTaken = exploration.take(event: event)
      #expect(isTaken)
    }
    let mermaid = try exploration.sequence().rendered(as: .mermaid)
    #expect(mermaid.contains("participant l0 as .phone\n  participant l1 as .tablet\n"))
    #expect(mermaid.contains("outside->>l1: open(on: .tablet)"))
    #expect(mermaid.contains("l1-->>outside: ring(on: .tablet)"))
    #expect(mermaid.contains("Note over l0,l1: "))
    #expect(throws: Exploration.SearchError.self) {
      _ = try exploration.sequence().rendered(as: .dot)
    }
  }

  @Test("pictures are XML, of whatever is drawn")
  func pictures() throws {
    var exploration = try exploration()
    try exploration.go(to: exploration.place(named: "few"))
    for drawing in [
      try exploration.graph(), try exploration.graph(by: ["sent"]), exploration.sequence(),
    ] {
      let svg = try drawing.rendered(as: .svg)
      #expect(XMLParser(data: Data(svg.utf8)).parse())
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }
}
