import Foundation
import TestSupport
import Testing
import TrayKit

/// Counterexamples that name what is not there: never green, whoever replays them.
@Suite struct StaleCounterexampleTests {
  private static let spec = """
    spec Crossing
    param cars: 0...3 = 1
    var n: 0...3 = 0
    on come when n < cars { n += 1 }
    on go when n > 0 { n -= 1 }
    invariant free { n < 4 }
    world busy { cars = 3 }
    terminal { true }
    """
  private static let stored = """
    { "format": "traycheck-counterexample", "version": 1,
      "spec": { "name": "Crossing", "path": "Specs/a.tray" }, "world": "busy",
      "constants": { "cars": "2" },
      "property": { "kind": "invariant", "name": "free" }, "steps": [ { "event": "come" } ] }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.makeFolders("Specs", "Counterexamples", "cache")
    try folder.write(Self.spec, to: "Specs/a.tray")
    try folder.write(Self.stored, to: "Counterexamples/a.json")
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func check(_ change: (inout CheckRequest) -> Void = { _ in }) throws -> CheckOutcome {
    var request = CheckRequest(paths: [path("Specs")])
    request.counterexampleFolder = path("Counterexamples")
    request.savesCounterexamples = false
    change(&request)
    return try SynchronousAPI.check(request)
  }

  private func replay(prunes: Bool = false) -> ReplayOutcome {
    var request = ReplayRequest(paths: [path("Counterexamples")])
    request.specs = [path("Specs")]
    request.prunes = prunes
    return SynchronousAPI.replay(request)
  }

  private var isStored: Bool {
    FileManager.default.fileExists(atPath: path("Counterexamples/a.json"))
  }

  @Test("as it is, it is green")
  func green() throws {
    #expect(try check().status == .success)
    #expect(replay().status == .success)
    #expect(replay(prunes: true).status == .success && isStored)
  }

  @Test(
    "a name that is not there is told by both, and the file is deleted on demand",
    arguments: [
      ("\"busy\"", "\"bsuy\"", "the spec has no world 'bsuy' any more; did you mean 'busy'?", true),
      ("\"cars\"", "\"trams\"", "the spec has no param 'trams' any more", true),
      ("\"free\"", "\"fre\"", "the spec has no invariant or transition 'fre' any more", true),
      ("\"Crossing\"", "\"Bridge\"", "Specs/a.tray is the spec Crossing", true),
      ("a.tray", "../notes.md", "notes.md is no spec", false),
      ("a.tray", "../copy.tray", "copy.tray is not checked", false),
    ])
  func gone(_ old: String, _ new: String, _ told: String, _ isGone: Bool) throws {
    try folder.write("notes", to: "notes.md")
    try folder.write(Self.spec, to: "copy.tray")
    try folder.write(Self.stored.replacing(old, with: new), to: "Counterexamples/a.json")
    let checked = try check()
    #expect(checked.status == .inconclusive)
    #expect((checked.diagnostics() + checked.text()).inOneLine.contains(told))
    #expect(checked.text(isQuiet: true).contains("Inconclusive"))
    // Of a world that is there, and that nobody asks for, nothing is replayed.
    let isOfNoWorld = ["\"busy\"", "\"Crossing\""].contains(old)
    let status = try check { $0.worlds = ["default"] }.status
    #expect(status == (isOfNoWorld ? .inconclusive : .success) || !isGone)
    if new != "../copy.tray" {
      #expect(replay().status == .inconclusive)
      #expect(replay().text().inOneLine.contains(told))
    }
    let pruned = replay(prunes: true)
    #expect(isStored != isGone)
    #expect(!isGone || pruned.status == .success && pruned.text().contains("deleted "))
  }

  @Test("a spec is gone only for somebody who knows all specs")
  func goneSpec() throws {
    let text = Self.stored.replacing("Crossing", with: "Bridge").replacing("a.tray", with: "b.tray")
    try folder.write(text, to: "Counterexamples/a.json")
    #expect(try check().status == .inconclusive)
    try folder.write("spec", to: "Specs/broken.tray")
    _ = replay(prunes: true)
    #expect(isStored)
    try FileManager.default.removeItem(atPath: path("Specs/broken.tray"))
    _ = replay(prunes: true)
    #expect(!isStored)
  }

  @Test(
    "one that is no counterexample by its name or place is told",
    arguments: ["a.JSON", ".a.json", "in/a.json"])
  func misnamed(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: path("Counterexamples/in"), withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: path("Counterexamples/a.json"), toPath: path("Counterexamples/\(name)"))
    let checked = try check()
    #expect(
      checked.status == .inconclusive
        && checked.diagnostics().contains("\(name): error: it is not replayed"))
    #expect(replay().status == .inconclusive && replay().text().contains("it is not replayed"))
    #expect(try check { $0.allowances = [.unreplayed] }.status == .success)
  }

  @Test("one that shows nothing in the very text in which it was found was edited")
  func edited() throws {
    let violated = Self.spec.replacing("n < 4", with: "n < 2")
    try folder.write(violated, to: "Specs/a.tray")
    try FileManager.default.removeItem(atPath: path("Counterexamples/a.json"))
    #expect(try check { $0.savesCounterexamples = true }.status == .violation)
    let file = "Counterexamples/Crossing.busy.free.json"
    let text = try folder.text(of: file)
    #expect(try check().status == .violation)
    try folder.write(text.replacing("\"cars\" : \"3\"", with: "\"cars\" : \"1\""), to: file)
    #expect(
      try check().text().inOneLine.contains("edited: the spec is as it was when this was found"))
    try folder.write(Self.spec, to: "Specs/a.tray")
    try folder.write(text, to: file)
    #expect(try check().status == .success)
  }

  @Test("a folder that is named has to be there, and a link to it has to lead somewhere")
  func folders() throws {
    let missing = try check {
      $0.counterexampleFolder = path("Gone")
      $0.requiresCounterexampleFolder = true
    }
    #expect(missing.status == .specError)
    #expect(try check { $0.counterexampleFolder = path("Gone") }.status == .success)
    try FileManager.default.createSymbolicLink(atPath: path("Lost"), withDestinationPath: "gone")
    #expect(try check { $0.counterexampleFolder = path("Lost") }.status == .inconclusive)
  }

  @Test("a replay is not known any more when another spec has come to its path")
  func cached() throws {
    try folder.write(
      Self.stored.replacing("Specs/a.tray", with: "Specs/b.tray"), to: "Counterexamples/a.json")
    func kept() throws -> [Bool?] {
      try check { $0.cacheFolder = path("cache") }.report.replays.verdicts.map(\.isCached)
    }
    #expect(try kept() == [nil])
    #expect(try kept() == [true])
    try folder.write(Self.spec.replacing("n < 4", with: "n < 1"), to: "Specs/b.tray")
    let other = try check { $0.cacheFolder = path("cache") }
    #expect(other.report.replays.verdicts.map(\.judgement) == [.contradicted])
  }
}
