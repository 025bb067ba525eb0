import Foundation
import Reports
import Semantics
import Synchronization
import TestSupport
import Testing

@testable import TrayKit

/// The work that `check --watch` skips, and that it repeats after a change.
@Suite struct EarlierRoundsTests {
  private static let spec = """
    spec Lamp
    param limit: 1...3 = 1
    var level: 0...3 = 0
    on turn when level < limit { level += 1 }
    on off { level = 0 }
    invariant low { level < 2 }
    world bright { limit = 3 } violates low
    """

  private let folder: ScratchFolder
  private let rounds = EarlierRounds()

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "lamp.tray")
    try folder.write(Self.spec.replacing("Lamp", with: "Other"), to: "other.tray")
    _ = try check("other.tray", saves: true)
    _ = try check(saves: true)
    _ = try check()
  }

  private func check(
    _ name: String = "lamp.tray", saves: Bool = false,
    tell: @escaping @Sendable (RunEvent) -> Void = { _ in }
  ) throws -> CheckReport {
    var request = CheckRequest(paths: [folder.url.appending(path: name).path])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    (request.savesCounterexamples, request.savesExpected) = (saves, saves)
    return try request.outcome(tell: tell, earlier: rounds).report
  }

  /// Returns for worlds, and then for replays, whether their results are from an earlier round.
  private func areKnown(_ report: CheckReport) -> [[Bool]] {
    [
      report.specs.flatMap(\.verdicts).map { $0.isCached ?? false },
      report.replays.verdicts.map { $0.isCached ?? false },
    ]
  }

  @Test("with another comment, worlds and replays are those that they were")
  func comments() throws {
    try folder.write("// Remark\n" + Self.spec, to: "lamp.tray")
    let report = try check()
    #expect(areKnown(report) == [[true, true], [true]])
    #expect(report.status == .success)
  }

  @Test("with another world, the others and replays of theirs are those that they were")
  func worlds() throws {
    try folder.write(Self.spec + "\nworld third { limit = 2 } violates low\n", to: "lamp.tray")
    let more = areKnown(try check())
    #expect(more == [[true, true, false], [true]])
    let edited = Self.spec.replacing("limit = 3", with: "limit = 2")
    try folder.write(edited, to: "lamp.tray")
    let other = areKnown(try check())
    #expect(other == [[true, false], [false]])
  }

  @Test("with another rule everything is looked at again, and the difference is told")
  func rules() throws {
    try folder.write(Self.spec.replacing("level += 1", with: "level = 1"), to: "lamp.tray")
    let report = try check()
    #expect(areKnown(report) == [[false, false], [false]])
    #expect(report.replays.verdicts.map(\.judgement) == [.contradicted])
    #expect(areKnown(try check())[1] == [false])
    try folder.write(Self.spec, to: "lamp.tray")
    #expect(try check().status == .success)
  }

  @Test("a counterexample of other contents is replayed")
  func counterexamples() throws {
    let stored = folder.url.appending(path: "Counterexamples/Lamp.bright.low.json")
    let text = try String(contentsOf: stored, encoding: .utf8)
    try Data(text.replacing(#""violated""#, with: #""fixed""#).utf8).write(to: stored)
    let report = try check()
    #expect(areKnown(report)[1] == [false])
    #expect(report.status == .violation)
  }

  @Test("a spec that is not checked, and has another name now, is missed by its counterexample")
  func others() throws {
    let checked = folder.url.appending(path: "checked")
    try FileManager.default.createDirectory(at: checked, withIntermediateDirectories: false)
    try FileManager.default.moveItem(
      at: folder.url.appending(path: "lamp.tray"), to: checked.appending(path: "lamp.tray"))
    #expect(try check("checked").problems.isEmpty)
    try folder.write(Self.spec.replacing("Lamp", with: "Third"), to: "other.tray")
    #expect(try check("checked").problems.map(\.kind) == [.orphanedCounterexample])
  }

  /// The worlds that are reported while the spec is checked.
  private func told() throws -> [String] {
    let told = Mutex<[String]>([])
    _ = try check { event in
      if case .world(let verdict, _, _) = event.kind { told.withLock { $0.append(verdict.name) } }
    }
    return told.withLock { $0 }
  }

  @Test("the default world is told first, and not at all if another one has a mistake")
  func defaultWorld() throws {
    let edited = Self.spec.replacing("var level", with: "var spare = false\nvar level")
    try folder.write(edited.replacing("limit = 3", with: "limit = 4"), to: "lamp.tray")
    #expect(try told().isEmpty)
    try folder.write(edited, to: "lamp.tray")
    #expect(try told() == ["default", "bright"])
  }
}
