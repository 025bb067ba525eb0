import Basics
import Foundation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// Results that are cached between runs, and when they are invalid.
@Suite struct CacheTests {
  private static let spec = """
    spec Lamp
    param limit: 1...3 = 1
    var level: 0...3 = 0
    /// Somebody turns it up.
    on turn when level < limit { level += 1 }
    on off { level = 0 }
    invariant low { level < 2 }
    reachable on_ { level > 0 }
    scenario turned { turn; expect level == 1 }
    world bright { limit = 3 } violates low
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "lamp.tray")
  }

  private func check(_ change: (inout CheckRequest) -> Void = { _ in }) throws -> CheckReport {
    var request = CheckRequest(paths: [folder.url.appending(path: "lamp.tray").path])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    request.savesExpected = true
    request.cacheFolder = folder.url.appending(path: "cache").path
    change(&request)
    return try request.outcome().report
  }

  private func cached(_ report: CheckReport) -> [String] {
    report.specs.flatMap(\.verdicts).filter { $0.isCached ?? false }.map(\.name)
  }

  /// The first run stores a counterexample, the second replays it.
  private func warm() throws {
    _ = try check()
    _ = try check()
  }

  @Test("a run after another one searches and replays nothing, and reports the same")
  func secondRun() throws {
    _ = try check()
    let fresh = try check { ($0.cacheFolder, $0.savesCounterexamples) = (nil, false) }
    #expect(cached(fresh).isEmpty)
    #expect(cached(try check()) == ["default", "bright"])
    let known = try check { $0.savesCounterexamples = false }
    #expect(known.replays.verdicts.map(\.isCached) == [true])
    #expect(known.status == .success)
    #expect(try Self.settled(known) == Self.settled(fresh))
  }

  /// The JSON report without times, and without its mark for cached results.
  private static func settled(_ report: CheckReport) throws -> String {
    try JSONReport(report).encoded()
      .replacing(#/"(seconds|threads|storeBytes|bytesPerState)" : [^,\n]+/#, with: "")
      .replacing(#/ *"isCached" : true,?\n/#, with: "")
  }

  @Test("for a brief report no traces are read, and the verdicts are the same")
  func briefRun() throws {
    try warm()
    _ = try brief()
    let report = try brief()
    #expect(cached(report) == ["default", "bright", "default"])
    #expect(report.specs[0].verdicts[1].violations.isEmpty)
    #expect(report.status == .success)
  }

  @Test("another text, even of a comment, is another spec")
  func changedText() throws {
    try warm()
    try folder.write(Self.spec + "\n// end", to: "lamp.tray")
    #expect(cached(try check()).isEmpty)
    #expect(cached(try check()) == ["default", "bright"])
  }

  @Test("other constants, limits and filters are other results")
  func changedOptions() throws {
    try warm()
    #expect(cached(try check { $0.settings = [TraySetting("limit", "1")] }).isEmpty)
    #expect(cached(try check { $0.maximumStates = 1_000 }).isEmpty)
    #expect(cached(try check { $0.properties = ["low"] }).isEmpty)
    #expect(cached(try check { $0.reducesSymmetry = false }).isEmpty)
    #expect(cached(try check { $0.worlds = ["bright"] }).isEmpty)
    #expect(cached(try check { $0.worlds = ["bright"] }) == ["bright"])
    #expect(cached(try check { $0.threads = 1 }) == ["default", "bright"])
  }

  @Test("what failed, or was not decided, is searched again")
  func failuresAreNotKept() throws {
    try folder.write(Self.spec.replacing(" violates low", with: ""), to: "lamp.tray")
    for _ in 1...2 {
      let report = try check { $0.savesCounterexamples = false }
      #expect(report.status == .violation)
      #expect(report.specs[0].worlds.map(\.spec.worldName).contains("bright"))
    }
    #expect(cached(try check { $0.savesCounterexamples = false }) == ["default"])
    let limited = try check { $0.maximumStates = 1 }
    #expect(limited.status == .inconclusive)
    #expect(cached(try check { $0.maximumStates = 1 }).isEmpty)
  }

  @Test("a result of another build is not trusted, nor is a file that is damaged")
  func otherBuilds() throws {
    try warm()
    let cache = folder.url.appending(path: "cache")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: cache.path).first)
    let file = cache.appending(path: name)
    let text = try String(contentsOf: file, encoding: .utf8)
    let build = try #require(BuildIdentity.current)
    #expect(build.hasPrefix(Traycheck.version))
    for damaged in [
      text.replacing(build, with: build + "0"), String(text.prefix(text.count / 2)), "", "\n", "{}",
    ] {
      try Data(damaged.utf8).write(to: file)
      let report = try check()
      #expect(cached(report).isEmpty && report.status == .success)
    }
  }

  @Test("a counterexample that was edited is replayed, and one that was deleted is found again")
  func changedCounterexamples() throws {
    try warm()
    let stored = folder.url.appending(path: "Counterexamples/Lamp.bright.low.json")
    let text = try String(contentsOf: stored, encoding: .utf8)
    try Data(text.replacing(#""violated""#, with: #""fixed""#).utf8).write(to: stored)
    let edited = try check()
    #expect(edited.status == .violation)
    #expect(edited.replays.verdicts.map(\.isCached) == [nil])
    try FileManager.default.removeItem(at: stored)
    let deleted = try check()
    #expect(cached(deleted) == ["default"])
    #expect(FileManager.default.fileExists(atPath: stored.path))
  }

  @Test("texts that only read alike are not the same")
  func sameLetters() throws {
    // The Greek question mark is canonically a semicolon.
    let spec = Self.spec.replacing("{ turn;", with: "{ turn /* ; */;")
    try folder.write(spec, to: "lamp.tray")
    try warm()
    #expect(cached(try check()) == ["default", "bright"])
    try folder.write(spec.replacing("/* ; */", with: "/* \u{37E} */"), to: "lamp.tray")
    #expect(cached(try check()).isEmpty)
    try folder.write(spec.replacing("/* ; */", with: "/* \u{FFFD} */"), to: "lamp.tray")
    try warm()
    let bytes = Data(try folder.text(of: "lamp.tray").utf8)
    let parts = bytes.split(separator: 0xEF)
    try (parts[0] + [0xFF] + parts[1].dropFirst(2)).write(
      to: folder.url.appending(path: "lamp.tray"))
    #expect(try check().status == .specError)
  }

  @Test("any byte that is another makes an entry count for nothing")
  func damagedEntries() throws {
    try warm()
    let cache = folder.url.appending(path: "cache")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: cache.path).first)
    let file = cache.appending(path: name)
    let whole = [UInt8](try Data(contentsOf: file))
    let lines = whole.split(separator: UInt8(ascii: "\n")).map(\.count)
    for place in stride(from: lines[0] + lines[1] + 2, to: whole.count, by: 97) {
      var damaged = whole
      damaged[place] ^= 1
      try Data(damaged).write(to: file)
      #expect(cached(try check { $0.cacheFolder = cache.path }).isEmpty)
    }
  }

  @Test("an entry that is a pipe, a folder, a link or very large is no entry")
  func oddEntries() throws {
    try warm()
    let cache = folder.url.appending(path: "cache")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: cache.path).first)
    let file = cache.appending(path: name).path
    func odd(_ make: () throws -> Void) throws {
      try FileManager.default.removeItem(atPath: file)
      try make()
      let report = try check { $0.savesCounterexamples = false }
      #expect(cached(report).isEmpty && report.status == .success)
    }
    try odd { #expect(mkfifo(file, 0o600) == 0) }
    try odd {
      try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
    }
    try odd {
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "/dev/zero")
    }
    try odd {
      try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: "../lamp.tray")
    }
    #expect(try folder.text(of: "lamp.tray") == Self.spec)
    try odd {
      try Data().write(to: URL(filePath: file))
      #expect(truncate(file, 3 << 30) == 0)
    }
  }

  @Test("a cache that cannot be written is told, and changes nothing else")
  func unwritableCache() throws {
    try folder.write("", to: "cache")
    let outcome = CheckOutcome(report: try check())
    #expect(outcome.status == .success)
    #expect(outcome.diagnostics().contains("warning: nothing can be kept in"))
  }

  @Test("a brief report takes no trace away from a full one that comes after it")
  func briefThenFull() throws {
    try warm()
    let stored = folder.url.appending(path: "Counterexamples/Lamp.bright.low.json")
    let copy = folder.url.appending(path: "Counterexamples/copy.json")
    _ = try brief()
    try FileManager.default.copyItem(at: stored, to: copy)
    #expect(try brief().replays.verdicts.count == 2)
    var full = CheckRequest(paths: [folder.url.path])
    full.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    full.savesExpected = true
    full.cacheFolder = folder.url.appending(path: "cache").path
    let report = try full.outcome().report
    #expect(cached(report) == ["default", "bright", "default"])
    let bright = try #require(report.specs[0].verdicts.first { $0.name == "bright" })
    #expect(bright.violations.map(\.length) == [2])
    #expect(report.replays.verdicts.allSatisfy { !$0.trace.steps.isEmpty })
  }

  /// A check of the whole folder that wants no traces.
  private func brief() throws -> CheckReport {
    try folder.write(
      "spec Other\nvar lit = false\non press { lit = !lit }\nreachable l { lit }\n",
      to: "other.tray")
    var request = CheckRequest(paths: [folder.url.path])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    request.savesExpected = true
    request.cacheFolder = folder.url.appending(path: "cache").path
    request.wantsTraces = false
    return try request.outcome().report
  }

  @Test("a violation that could not be stored fails the next run as well")
  func failedSave() throws {
    for inner in ["x", "y"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: inner), withIntermediateDirectories: true)
      try folder.write(Self.spec, to: "\(inner)/lamp.tray")
    }
    var request = CheckRequest(paths: ["x", "y"].map { folder.url.appending(path: $0).path })
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    request.savesExpected = true
    request.cacheFolder = folder.url.appending(path: "cache").path
    for _ in 1...3 { #expect(try request.outcome().status == .specError) }
  }

  @Test("a single spec of a folder is reported as fully as if it was named")
  func singleSpecOfFolder() throws {
    var request = CheckRequest(paths: [folder.url.path])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    request.savesExpected = true
    request.cacheFolder = folder.url.appending(path: "cache").path
    request.wantsTraces = false
    for _ in 1...2 { _ = try request.outcome() }
    let text = try request.outcome().text()
    #expect(text.contains("violated after 2 steps (shortest: proved), as expected"))
  }

  @Test("what failed before is searched first, then what is soon done")
  func order() throws {
    let names = ["a", "b", "c"]
    let text = Self.spec + names.map { "\nworld \($0) { limit = 2 } violates low" }.joined()
    let file = SourceFile(path: "lamp.tray", text: text)
    var specs = [SpecProgress(file, past: nil, stored: nil)]
    let compiled = CompiledSpec(file, settings: [], limits: .init()) { _, _, _ in Deadline() }
    specs[0].compiled = compiled
    let request = CheckRequest(paths: [])
    #expect(
      WorldQueue(specs, request, []).jobs.map(\.world.worldName)
        == ["default", "bright", "a", "b", "c"])
    let history = [
      ("default", 3.0, false), ("bright", 1, false), ("b", 9, true), ("c", 0.1, false),
    ]
    let past = CacheEntry(
      key: .init(build: "", path: "", options: []), text: "",
      names: SpecNames(compiled) { _ in true },
      documentation: nil, place: TextPlace(line: 1, column: 1), diagnostics: [], worlds: [],
      replays: [],
      history: history.map {
        CacheEntry.History(world: $0.0, states: 9, seconds: $0.1, hasFailed: $0.2)
      })
    specs[0] = SpecProgress(file, past: past, stored: nil)
    specs[0].compiled = compiled
    #expect(
      WorldQueue(specs, request, []).jobs.map(\.world.worldName)
        == ["b", "a", "c", "bright", "default"])
  }
}

/// The identity of a build, read from an executable.
@Suite struct BuildIdentityTests {
  /// An executable with a table of one segment of notes, the second of which is that of the linker.
  private static func executable(_ kind: UInt8 = 3) -> Data {
    func words(_ numbers: [UInt32]) -> [UInt8] {
      numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    }
    var bytes = [UInt8](repeating: 0, count: 0x40 + 56)
    bytes.replaceSubrange(0..<6, with: [0x7F, 0x45, 0x4C, 0x46, 2, 1])
    (bytes[0x20], bytes[0x36], bytes[0x38]) = (0x40, 56, 1)
    let notes =
      words([4, 5, 1]) + Array("GNU\0".utf8) + [9, 9, 9, 9, 9, 0, 0, 0]
      + words([4, 3, UInt32(kind)]) + Array("GNU\0".utf8) + [0x0A, 0xB0, 0xFF, 0]
    bytes[0x40] = 4
    (bytes[0x48], bytes[0x60]) = (UInt8(bytes.count), UInt8(notes.count))
    return Data(bytes + notes)
  }

  @Test("is the digest of the linker, if it made one")
  func buildID() {
    #expect(BuildIdentity.buildID(in: Self.executable()) == "0ab0ff")
    #expect(BuildIdentity.buildID(in: Self.executable(2)) == nil)
    #expect(BuildIdentity.buildID(in: Data("#!/bin/sh\n".utf8)) == nil)
  }

  @Test("is none where the file is cut or changed anywhere, and nothing is read beyond it")
  func damaged() {
    let whole = Self.executable()
    for count in 0..<whole.count - 1 {
      #expect(BuildIdentity.buildID(in: whole.prefix(count)) == nil)
    }
    for index in whole.indices {
      var changed = whole
      changed[index] = 0xFF
      _ = BuildIdentity.buildID(in: changed)
    }
  }

  @Test("tells texts apart that differ in one byte, wherever it is")
  func digest() {
    let text = Data((0..<100).map { UInt8($0) })
    var digests: Set<UInt64> = [BuildIdentity.digest(of: text)]
    for index in text.indices {
      var changed = text
      changed[index] ^= 1
      #expect(digests.insert(BuildIdentity.digest(of: changed)).inserted)
      #expect(digests.insert(BuildIdentity.digest(of: text.prefix(index))).inserted)
    }
  }
}
