import Foundation
import TestSupport
import Testing
import TrayKit

/// Worlds that expect violations: which violations are stored, and the report of an unexpected one.
@Suite struct ExpectedViolationTests {
  private static let spec = """
    spec Steps
    var n: 0...3 = 0
    func step() { n = 1 }
    on go { step() }
    invariant a { n < 2 }
    invariant b { n < 3 }
    world far { func step() { n = 3 } } violates a, b
    """

  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func check(
    _ spec: String = spec, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    var request = CheckRequest(paths: [try folder.write(spec, to: "steps.tray")])
    request.counterexampleFolder = folder.url.appending(path: "Counterexamples").path
    change(&request)
    return try request.outcome()
  }

  private var stored: [String] {
    let path = folder.url.appending(path: "Counterexamples").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  @Test("only a violation that nobody expects is stored, unless all are asked for")
  func storing() throws {
    #expect(try check().status == .success && stored == [])
    #expect(try check(Self.spec.replacing(", b", with: "")).status == .violation)
    #expect(stored == ["Steps.far.b.json"])
    try FileManager.default.removeItem(at: folder.url.appending(path: "Counterexamples"))
    #expect(try check { $0.savesExpected = true }.status == .success)
    #expect(stored == ["Steps.far.a.json", "Steps.far.b.json"])
  }

  @Test("a violation that is only tolerated is never stored, so its end fails no later run")
  func tolerated() throws {
    let spec = Self.spec.replacing(" violates a, b", with: " violates a, and others")
    #expect(try check(spec) { $0.savesExpected = true }.status == .success)
    #expect(stored == ["Steps.far.a.json"])
    let fixed = spec.replacing("{ n = 3 }", with: "{ n = 2 }")
    #expect(try check(fixed).status == .success)
  }

  @Test("a stored file of an expected violation is replayed and kept up to date")
  func keeping() throws {
    _ = try check { $0.savesExpected = true }
    let path = folder.url.appending(path: "Counterexamples/Steps.far.a.json").path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data(text.replacing("\"proved\"", with: "\"found\"").utf8).write(to: URL(filePath: path))
    let outcome = try check()
    #expect(outcome.status == .success && outcome.replays.count == 2)
    #expect(try String(contentsOfFile: path, encoding: .utf8).contains("\"proved\""))
  }

  @Test("a fault that a world tolerates is not called one that it expects")
  func faults() throws {
    let spec = """
      spec Faulty
      var x: (0...3)? = nil
      on set { x = 1 }
      on clear { x = nil }
      invariant low { x! < 3 }
      invariant none { x == nil }
      world tolerant violates none, and others
      world strict violates none, fault in low, and others

      """
    let tolerant = try check(spec) { $0.worlds = ["tolerant"] }
    #expect(tolerant.status == .success)
    #expect(tolerant.text().inOneLine.contains("that is a fault that this world tolerates"))
    let strict = try check(spec) { $0.worlds = ["strict"] }
    #expect(strict.text().inOneLine.contains("that is a fault that this world expects"))
  }

  @Test("results from the cache count without files of expected violations")
  func cache() throws {
    let cache = folder.url.appending(path: "cache").path
    for isCached in [nil, true] as [Bool?] {
      let worlds = try check { $0.cacheFolder = cache }.specs[0].worlds
      #expect(worlds.map(\.isCached) == [isCached, isCached])
    }
    let worlds = try check { ($0.cacheFolder, $0.savesExpected) = (cache, true) }.specs[0].worlds
    #expect(worlds.map(\.isCached) == [true, nil] && stored.count == 2)
  }

  @Test("a world that violates more than it expects gets one trace and the line to write")
  func expectation() throws {
    let spec = Self.spec.replacing(" violates a, b", with: " violates b")
    let text = try check(spec).text()
    #expect(text.contains("world far: a is violated too\n"))
    #expect(text.contains("1  go\n           n: 0 → 3\n"))
    #expect(text.contains("complete the world in line 7 to\n      world far violates b, a\n"))
    #expect(text.contains("✓ 1 world as expected"))
    #expect(!text.contains("world default") && text.split(separator: "\n").count < 20)
    let more = spec + "\nworld farther { func step() { n = 3 } } violates b\n"
    #expect(try check(more).text().components(separatedBy: "start: ").count == 2)
    var style = ReportStyle()
    style.isVerbose = true
    #expect(try check(spec).rendered(as: .text, style).contains("world default"))
  }
}
