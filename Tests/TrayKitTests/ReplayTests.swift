import Foundation
import TestSupport
import Testing
import TrayKit

/// The library's other entry point: stored counterexamples.
@Suite struct ReplayTests {
  private let folder: ScratchFolder
  private let stored: String

  init() throws {
    folder = try ScratchFolder()
    stored = folder.url.path + "/Counterexamples"
  }

  private static let crowd = """
    spec Crowd
    param limit: 1...4 = 2
    symmetric Guest(limit)
    var inside: Set<Guest> = []
    var mood: Map<Guest, Bool> = [:]
    on enter(who: Guest) when !(who in inside) { insert who into inside; mood[who] = true }
    on leave(who: Guest) when who in inside { remove who from inside; mood[who] = nil }
    invariant few { inside.count < 2 }
    world small { limit = 1 }
    terminal { true }
    """

  private func check(
    _ spec: String = crowd, _ configure: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    var request = CheckRequest(paths: [try folder.write(spec, to: "spec.tray")])
    request.counterexampleFolder = stored
    configure(&request)
    return try request.outcome()
  }

  private func replay(in spec: String = crowd) throws -> ReplayOutcome {
    try folder.write(spec, to: "spec.tray")
    return ReplayRequest(paths: [stored]).outcome()
  }

  private func edit(_ old: String, _ new: String, in world: String = "default") throws {
    let name = "Counterexamples/Crowd.\(world).few.json"
    let text = try folder.text(of: name)
    try #require(text.contains(old), "\(text)")
    try folder.write(text.replacing(old, with: new), to: name)
  }

  @Test("a library that is asked for a check alone writes nothing")
  func nothingWritten() throws {
    _ = try check { $0.counterexampleFolder = nil }
    #expect(!FileManager.default.fileExists(atPath: stored))
    _ = try check { $0.savesCounterexamples = false }
    #expect(!FileManager.default.fileExists(atPath: stored))
  }

  @Test("a property that has no value on the way is not decided", arguments: ["violated", "fixed"])
  func noValue(_ expected: String) throws {
    _ = try check()
    if expected == "violated" { try edit("\"fixed\"", "\"violated\"") }
    let spec = Self.crowd.replacing("inside.count < 2", with: "1 / inside.count < 2")
    let outcome = try replay(in: spec)
    #expect(outcome.status == .inconclusive, "\(outcome.text())")
    #expect(outcome.text().inOneLine.contains("inconclusive: "), "\(outcome.text())")
  }

  @Test("a check replays stored loops and traps like all others")
  func loops() throws {
    let bell = """
      spec Bell
      var ringing = false
      var broken = false
      on ring when !ringing { ringing = true }
      on stop when ringing && !broken { ringing = false }
      on drop when !broken { broken = true }
      eventually quiet whenever ringing { !ringing }
      possible whole { !broken }
      """
    try FileManager.default.createDirectory(atPath: stored, withIntermediateDirectories: true)
    let head = """
      {"format": "traycheck-counterexample", "version": 1, "spec": {"name": "Bell", "path": "spec.tray"}, \
      "expect": "violated", "property":
      """
    try folder.write(
      head + #"{"kind": "eventually", "name": "quiet"}, "steps": [{"event": "ring"}], "loop": 1}"#,
      to: "Counterexamples/a.json")
    try folder.write(
      head + #"{"kind": "possible", "name": "whole"}, "steps": [{"event": "drop"}]}"#,
      to: "Counterexamples/b.json")
    let report = try check(bell) { $0.savesCounterexamples = false }.rendered(as: .json)
    #expect(report.components(separatedBy: "\"verdict\" : \"still-violates\"").count == 3)
    #expect(report.components(separatedBy: "\"judgement\" : \"as-expected\"").count == 3)
    #expect(try replay(in: bell).status == .success)
    let fixed = bell.replacing(
      "on stop when ringing && !broken", with: "fair on stop when ringing"
    )
    .replacing("possible", with: "on mend when broken { broken = false }\npossible")
    let outcome = try replay(in: fixed)
    #expect(outcome.status == .violation && outcome.replays.count == 2)
    #expect(outcome.text().contains("2 known to be violated, and not"))
  }

  @Test("params of the request are constants of the counterexample")
  func settings() throws {
    _ = try check {
      $0.worlds = ["small"]
      $0.settings = [TraySetting("limit", "3")]
    }
    let outcome = try replay()
    #expect(outcome.replays.count == 1 && outcome.status == .violation)
    #expect(
      outcome.text().inOneLine.contains("Crowd.small.few.json: still violates, and must be fixed"))
    #expect(try outcome.rendered(as: .scenario).contains("world replayedFew { limit = 3 }"))
  }

  @Test("names in a counterexample that are none put nothing else into a scenario")
  func scenarioOfStrangeNames() throws {
    _ = try check()
    try edit("\"name\" : \"few\"", "\"name\" : \"few\u{202E} {}\\ninvariant no { false }\"")
    try edit("\"limit\" : \"2\"", "\"limit\" : \"2\", \"gone\\nparam\" : \"\u{202E}\\nterminal\"")
    let scenario = try replay().rendered(as: .scenario)
    #expect(scenario.contains("\nscenario fewinvariantnofalseReplay {\n"), "\(scenario)")
    #expect(scenario.contains("// gone param is \u{FFFD} terminal in the counterexample.\n"))
    #expect(!scenario.unicodeScalars.contains("\u{202E}"))
  }

  @Test("a world that is gone is told, and nothing is replayed in another one")
  func worldGone() throws {
    _ = try check { $0.settings = [TraySetting("limit", "2")] }
    let outcome = try replay(in: Self.crowd.replacing("world small { limit = 1 }\n", with: ""))
    #expect(outcome.status == .violation)
    #expect(outcome.text().contains("1 about removed parts"))
    #expect(outcome.text().inOneLine.contains("the spec has no world 'small' any more"))
  }

  /// Without params, so that a counterexample has no constants.
  private static let fixedCrowd = crowd.replacing("param limit: 1...4 = 2\n", with: "")
    .replacing("Guest(limit)", with: "Guest(2)").replacing("world small { limit = 1 }\n", with: "")

  private func setCount(_ count: String) throws {
    try edit("\"expect\"", "\"constants\" : {\"Guest\" : \"\(count)\"},\n  \"expect\"")
  }

  @Test("a constant may be the number of names of a symmetric type that is written out")
  func symmetricCount() throws {
    _ = try check(Self.fixedCrowd)
    try setCount("1")
    let outcome = try replay(in: Self.fixedCrowd)
    #expect(outcome.status == .inconclusive)
    #expect(outcome.text().contains("there is no Guest#2: Guest has one name"))
    try edit("\"Guest\" : \"1\"", "\"Guest\" : \"4\"")
    #expect(try replay(in: Self.fixedCrowd).status == .violation)
    let moved = try replay()
    #expect(moved.status == .inconclusive)
    #expect(
      moved.text().inOneLine.contains(
        "the spec has no number of names to be set for 'Guest' any more"))
  }

  @Test(
    "a number of names that is none, or does not fit, is told",
    arguments: [
      ("-1", "-1"), ("two", "two"), ("true", "Bool"), ("9999999", "1048576"),
      ("1 +", "not a value"),
    ])
  func unfitCount(_ count: String, _ reason: String) throws {
    _ = try check(Self.fixedCrowd)
    try setCount(count)
    let outcome = try replay(in: Self.fixedCrowd)
    #expect(outcome.status == .inconclusive && outcome.diagnostics().isEmpty)
    #expect(outcome.text().inOneLine.contains("no longer possible at the start: "))
    #expect(outcome.text().contains(reason), "\(outcome.text())")
  }

  @Test("a number of names that the request sets is a constant of the counterexample")
  func symmetricSetting() throws {
    let spec = Self.crowd.replacing("Guest(limit)", with: "Guest(1)")
    _ = try check(spec) { $0.settings = [TraySetting("Guest", "3")] }
    #expect(
      try folder.text(of: "Counterexamples/Crowd.default.few.json").contains("\"Guest\" : \"3\""))
    let outcome = try replay(in: spec)
    #expect(outcome.status == .violation)
    #expect(
      try outcome.rendered(as: .scenario)
        .contains("\nworld replayedFew { limit = 2; Guest = 3 }\n"))
  }

  @Test("constants that no longer fit are told, and are no error of the spec")
  func unfit() throws {
    _ = try check()
    try edit("\"limit\" : \"2\"", "\"limit\" : \"9\"")
    let outcome = try replay()
    #expect(outcome.status == .inconclusive && outcome.diagnostics().isEmpty)
    #expect(outcome.text().contains("9 is outside 1...4"))
  }

  @Test("a trace in Apalache's format has every type as its viewers know it")
  func informalTrace() throws {
    let spec = """
      spec Crowd
      symmetric Guest(2)
      enum Kind { plain, loud(level: 0...3), pair(Bool, Bool) }
      struct Card { kind: Kind, owner: Guest? = nil }
      var card: Card = Card(kind: .loud(level: 2))
      var pair: Kind = .pair(true, false)
      var all: Set<Guest> = []
      var map: Map<0...1, Bool> = [1: true]
      var table: Table<Bool, Card?> = nil
      var line: List<0...9, 3> = [3, 1]
      var timer: Timer<2>
      on go(who: Guest) when all.isEmpty { insert who into all; card.owner = who; start timer for 2 }
      invariant few { all.isEmpty }
      terminal { true }
      """
    _ = try check(spec)
    let text = try replay(in: spec).rendered(as: .itf)
    let words = text.split(whereSeparator: \.isWhitespace).joined()
    for part in [
      "\"card\":{\"kind\":{\"tag\":\"loud\",\"value\":{\"level\":{\"#bigint\":\"2\"}}},\"owner\":"
        + "{\"tag\":\"None\",\"value\":{\"#tup\":[]}}}",
      "\"owner\":{\"tag\":\"Some\",\"value\":\"Guest#1\"}",
      "\"pair\":{\"tag\":\"pair\",\"value\":{\"#tup\":[true,false]}}",
      "\"all\":{\"#set\":[\"Guest#1\"]}", "\"map\":{\"#map\":[[{\"#bigint\":\"1\"},true]]}",
      "\"line\":[{\"#bigint\":\"3\"},{\"#bigint\":\"1\"}]",
      "\"timer\":{\"tag\":\"Off\",\"value\":{\"#tup\":[]}}",
      "\"timer\":{\"tag\":\"Due\",\"value\":{\"#bigint\":\"2\"}}",
      "\"#meta\":{\"event\":\"go(who:Guest#1)\",\"index\":1}", "\"format\":\"ITF\"",
    ] {
      #expect(words.contains(part), "\(part)\n\(words)")
    }
  }

  @Test("the report for tools says why")
  func report() throws {
    _ = try check()
    let json = try JSONSerialization.jsonObject(with: Data(replay().rendered(as: .json).utf8))
    let report = try #require(json as? [String: Any])
    let replays = try #require(report["replays"] as? [[String: Any]])
    #expect(report["status"] as? String == "violation" && replays.count == 1)
    let origin = replays[0]["origin"] as? [String: Any]
    #expect(origin?["statement"] as? String == "insert who into inside")
    #expect(replays[0]["close"] is [Any] && replays[0]["step"] as? Int == 2)
  }

  @Test("a replayed counterexample is gone through from its start, and its end says why")
  func exploration() throws {
    _ = try check { $0.worlds = ["default"] }
    var exploration = try #require(try replay().explorations().first)
    let start = exploration.scene()
    #expect(start.title == "Crowd  few  start, 2 steps ahead" && start.ending.isEmpty)
    exploration.move(by: 1)
    #expect(exploration.scene().effects.contains("inside: [] → [Guest#1]"))
    exploration.move(by: 10)
    let end = exploration.scene()
    #expect(end.title == "Crowd  few  step 2 of 2")
    #expect(end.ending.contains { $0.contains("inside.count < 2") })
    #expect(end.lamps.contains { $0.name == "few" && $0.state == .violated })
  }
}
