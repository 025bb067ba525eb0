import Conformance
import Foundation
import Testing

@Suite("A path") struct TrayPathTests {
  @Test(
    "can be kept, and run again alone",
    arguments: [
      try SlackTray.paths(.walks(3, steps: 7, seed: .max))[2],
      TrayPath(
        "receive(kind: .mention, collapseID: 1, text: 1, team: nil, alert: true)",
        "refuse tap(id: 2)"),
    ])
  func codable(_ path: TrayPath) async throws {
    let data = try JSONEncoder().encode(path)
    let again = try JSONDecoder().decode(TrayPath.self, from: data)
    #expect(again == path)
    #expect(again.id == path.id)
    try await SlackTray.check(again, with: SlackDriver())
  }

  @Test("says what it is")
  func description() throws {
    #expect("\(TrayPath("open", "refuse sleep"))" == "open, refuse sleep")
    #expect("\(TrayPath())" == "nothing")
    #expect(
      try Quiet.paths(.walks(2, steps: 7, seed: 3)).map(\.description)
        == ["walk 1 of seed 3, up to 7 events", "walk 2 of seed 3, up to 7 events"])
    #expect(try Quiet.paths(.walks(0)).isEmpty)
  }

  @Test(
    "of what the spec does not have is told to be so",
    arguments: [
      ("recieve(kind: .info)", "Quiet has no event 'recieve'; did you mean 'receive'?"),
      ("receive", "'receive' has no value for 'kind'"),
      ("receive(kind: .info, x: 1)", "'receive' has no parameter 'x'"),
      ("receive(kind: .inf)", "'.inf' in 'receive(kind: .inf)': "),
      ("receive(.info)", "'.info' in 'receive(.info)' has no label"),
      ("receive(kind: .info", "'receive(kind: .info' does not end with ')'"),
      ("open", "by the spec 'open' is never possible there"),
      ("refuse receive(kind: .info)", "'receive(kind: .info)' is always possible there"),
    ])
  func mistakes(_ event: String, _ message: String) async throws {
    let problem = await #expect(throws: TrayDriverProblem.self) {
      try await Quiet.check(TrayPath(event), with: PlainQuietDriver())
    }
    #expect(problem?.description.contains(message) == true, "\(problem?.description ?? "")")
  }

  @Test("is told of where an event stands that the spec no longer has there")
  func stale() async throws {
    let problem = await #expect(throws: TrayDriverProblem.self) {
      try await Quiet.check(
        TrayPath("receive(kind: .info)", "open", "open", "sleep"), with: PlainQuietDriver())
    }
    #expect(
      problem?.description
        == "Quiet, receive(kind: .info), open, open, sleep: by the spec 'open' is never possible there"
    )
  }

  @Test("never drives what happens by itself")
  func hidden() async throws {
    let problem = await #expect(throws: TrayDriverProblem.self) {
      try await Inbox.check(TrayPath("remind(id: ID#1)"), with: InboxDriver())
    }
    #expect(problem?.description.contains("happens by itself, unseen, and is never driven") == true)
  }
}
