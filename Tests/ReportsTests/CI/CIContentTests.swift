import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// The content of reports for CI, beyond their form.
@Suite("What reports for CI say") struct CIContentTests {
  private static let spec = """
    spec Crowd

    var count: 0...3 = 0
    var other: 0...1 = 0
    on enter { rule one when count == 0 { count += 1 } }
    on leave { rule none when count > 0 { count -= 1 } }
    /// Not too many.
    invariant few { count < 1 }
    invariant many { count < 2 }
    reachable all { count == 3 }

    world loud { } violates few
    """

  private func run(_ text: String = spec, _ file: String = "Specs/crowd.tray") throws -> CIRun {
    try CIRun("crowd", [(file, text)])
  }

  private func results(_ run: CIRun) throws -> [SARIFMirror.Result] {
    try JSONDecoder().decode(SARIFMirror.self, from: Data(run.sarif().utf8)).runs[0].results
  }

  @Test("a result is the same after an edit that moves it and changes its trace")
  func fingerprints() throws {
    let edited =
      "// A new line.\n\n"
      + Self.spec.replacing("count == 0 {", with: "count < 3 {").replacing("many", with: "most")
    let before = try results(run())
    let after = try results(run(edited))
    let moved = before.filter { $0.ruleId == "Crowd/few" }
    #expect(moved.count == 1)
    #expect(
      moved.map(\.partialFingerprints)
        == after.filter { $0.ruleId == "Crowd/few" }.map(\.partialFingerprints))
    #expect(
      moved.first?.locations.first?.physicalLocation.region?.startLine
        != after.first { $0.ruleId == "Crowd/few" }?.locations.first?.physicalLocation.region?
        .startLine)
    let elsewhere = try results(run(Self.spec, "Specs/other.tray"))
    #expect(
      Set(before.map(\.partialFingerprints)).isDisjoint(with: elsewhere.map(\.partialFingerprints)))
  }

  @Test(
    "each violation of a kind is a result of its own, once for all worlds, and all are one case")
  func kinds() throws {
    let run = try run()
    let gaps = try results(run).filter { $0.ruleId == "Crowd/gap" }
    #expect(gaps.count == 2 && Set(gaps.map(\.partialFingerprints)).count == 2)
    #expect(gaps.allSatisfy { $0.message.text.contains("Same cause: Crowd / loud: gap") })
    let suite = try #require(JUnitReader(run.junit()).suites.first)
    let gap = suite.children.filter { $0.attributes["name"] == "gap" }
    #expect(gap.count == 1)
    #expect(gap.first?.children.first?.attributes["message"]?.hasSuffix("(and 1 more)") == true)
  }

  @Test("each step of a code flow stands at its rule")
  func codeFlow() throws {
    let few = try #require(try results(run()).first { $0.ruleId == "Crowd/few" })
    let steps = try #require(few.codeFlows?.first?.threadFlows.first).locations.map(\.location)
    #expect(steps.map(\.physicalLocation.region?.startLine) == [1, 5, 8])
    #expect(
      steps.map { $0.message?.text } == [
        "start: count = 0, other = 0", "1. enter rule one: count: 0 → 1",
        "Not too many. Violated after 1 step (shortest: proved): it does not hold in the last state",
      ])
  }

  @Test("specs of one name are told apart by their files")
  func sharedName() throws {
    let run = try CIRun(
      "two", [("Specs/a.tray", Self.spec), ("Specs/b.tray", Self.spec)])
    let names = JUnitReader(try run.junit()).suites.compactMap { $0.attributes["name"] }
    #expect(names.first == "Crowd (Specs/a.tray) / default")
    #expect(Set(names).count == 4)
    #expect(Set(try results(run).map(\.ruleId)).contains("Crowd (Specs/b.tray)/few"))
  }

  @Test("of more errors than GitHub shows, the certain ones come first, and a notice counts them")
  func manyErrors() throws {
    let commands = WorkflowCommand.all(in: try CIRun.ofAllSamples().annotations())
      .compactMap(\.self)
    #expect(commands.last?.word == "notice")
    #expect(commands.contains { $0.message.contains(" errors and 1 warning: ") })
    let open = commands.firstIndex { $0.message.hasPrefix("inconclusive") } ?? 0
    #expect(commands[..<open].count { $0.message.lowercased().contains("violated after") } == 2)
    #expect(!commands[open...].contains { $0.message.lowercased().contains("violated after") })
  }

  @Test(
    "what looks like a command in a text is not obeyed",
    arguments: [
      ("a :: b", "a :: b"), ("a\n  ::error::b", "a\n  : :error::b"),
      ("a ##[error]b", "a # #[error]b"), ("##VSO[task.x]y", "# #VSO[task.x]y"),
      ("x ##teamcity[a] ##octopus[b]", "x # #teamcity[a] # #octopus[b]"), ("###[a]", "## #[a]"),
      ("## [a] ##a b[", "## [a] ##a b["),
      (" section_start:1:a", " s ection_start:1:a"),
      ("travis_fold:start:a", "t ravis_fold:start:a"),
      ("--- a", " --- a"), ("+++", " +++"), ("  --- a", "  --- a"), ("@@@STEP@@@", "@ @@STEP@@@"),
    ])
  func inert(_ text: String, _ expected: String) {
    #expect(LogText.inert(text) == expected)
  }

  @Test("a summary says at once how it ended")
  func headings() throws {
    func heading(_ name: String) throws -> String {
      let sample = try #require(Sample.all.first { $0.name == name })
      return try CIRun(sample).summary().prefix { $0 != "\n" }.description
    }
    #expect(try heading("holds") == "## ✓ Traycheck passed: 3 properties in 1 spec")
    #expect(try heading("violated") == "## ✗ Traycheck failed: 2 properties of 2 checked")
    #expect(try heading("limit") == "## ? Traycheck is inconclusive: 2 of 2 properties")
    #expect(try heading("mistakes") == "## ✗ Traycheck: 1 of 1 spec has errors")
  }

  @Test("a summary leaves out whole traces that it has no room for, and says so")
  func longSummary() throws {
    var run = try run()
    let documentation = String(repeating: "long ", count: 120_000)
    for world in run.report.specs[0].verdicts.indices {
      for index in run.report.specs[0].verdicts[world].violations.indices {
        run.report.specs[0].verdicts[world].violations[index].documentation = documentation
      }
    }
    let text = try run.summary()
    #expect(text.utf8.count <= MarkdownSummary.maximumBytes)
    let traces = text.split(separator: "<details>").count - 1
    #expect(traces > 0 && text.contains("left out here"))
    #expect(text.split(separator: "</details>").count - 1 == traces)
  }

  @Test("a summary links places, names the cache, and tells how to see a violation again")
  func summary() throws {
    var run = try run()
    run.report.specs[0].verdicts[1].isCached = true
    run.report.vocabulary = .options(of: "tool")
    let text = try MarkdownSummary(
      run.report, paths: run.paths, sources: "https://example.org/blob/1"
    ).encoded()
    #expect(text.contains("(https://example.org/blob/1/Specs/crowd.tray#L5)"))
    #expect(text.contains("1 from the cache"))
    #expect(
      text.contains("tool check Specs/crowd.tray --world default --property few"))
  }

  @Test("what an option allows is skipped with the option's name")
  func allowed() throws {
    let sample = try #require(Sample.all.first { $0.name == "limit" })
    var run = try CIRun(sample)
    run.report.allowances = [.inconclusive]
    let points = TAPReader(try run.tap()).points
    #expect(!points.contains { !$0.isOK })
    let skipped = points.compactMap(\.directive)
    #expect(skipped.contains { $0.hasPrefix("SKIP") && $0.hasSuffix("(--allow inconclusive)") })
    #expect(try results(run).allSatisfy { $0.level == "note" })
  }
}
