import Commands
import Foundation
import Replays
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing
import Traces

/// Infinite runs, and states without an exit, in all reports.
@Suite("What never comes") struct LivenessReportTests {
  static let tray = """
    spec Waiting

    symmetric Subject(2)
    var waiting: Set<Subject> = []
    var awake = false
    var broken = false
    on receive(s: Subject) when !broken && !(s in waiting) { insert s into waiting }
    on poke when !awake { awake = true }
    fair on sleep when awake { awake = false }
    fair on deliver(s: Subject) when s in waiting && !awake { remove s from waiting }
    on breakDown when !broken { broken = true }

    /// Each arrival is shown eventually.
    eventually delivered(s: Subject) whenever s in waiting { !(s in waiting) }
    eventually breaks { broken }
    /// One can always receive something.
    possible receives { !broken }
    terminal { true }
    """

  /// A violation of each kind, with a path given here.
  private struct Found {
    let spec: SearchedSpec
    var delivered: Violation
    let breaks: Violation
    let receives: Violation

    init() throws {
      let file = SourceFile(path: "waiting.tray", text: LivenessReportTests.tray)
      spec = try search(try #require(Checker.check(Parser.parse(file).0).spec))
      delivered = try spec.lasso(
        "delivered", ["receive(s: Subject#2)", "poke", "sleep"], loop: 1)
      delivered.missingPromises = [
        .fairness(FairnessDemand(event: 3, rule: nil, fairness: .strong))
      ]
      breaks = try spec.lasso("breaks", [], loop: 0)
      receives = try spec.trap("receives", ["poke", "breakDown"])
    }

    func report() -> CheckReport {
      var result = spec.result
      result.statistics = SearchStatistics()
      result.properties = [delivered, breaks, receives].enumerated().map {
        PropertyVerdict($1, of: $0)
      }
      let world = WorldReport(
        spec: spec.spec, result: result, judgement: Judgement(of: result, in: spec.spec))
      var report = CheckReport()
      report.vocabulary = .options()
      report.specs = [
        SpecReport(
          path: "waiting.tray", name: "Waiting", documentation: nil, diagnostics: [],
          suppressedDiagnostics: 0, worlds: [world])
      ]
      return report
    }

    func replay(_ violation: Violation, in other: SearchedSpec? = nil) -> ReplayedFile {
      let document = CounterexampleDocument(
        Counterexample(violation, in: spec.spec), in: spec.spec, path: "waiting.tray",
        provenance: .init(by: .check, originalLength: violation.length))
      let played = other ?? spec
      let result = Replayer(played.machine, starts: played.starts).replay(document)
      return ReplayedFile(
        path: "c.json", document: document, spec: played.spec, starts: played.starts,
        result: result, notes: [])
    }
  }

  private func expectGolden(_ name: String, _ text: String) throws {
    let difference = try Golden("Liveness/\(name)", of: "ReportsTests").difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("in the report for people")
  func text() throws {
    try expectGolden("check.txt", TextReport(style: .plain).render(try Found().report()))
  }

  @Test("in the report for tools")
  func json() throws {
    let text = try JSONReport(try Found().report()).encoded()
      .replacing(#/"(seconds|storeBytes|bytesPerState|threads)" : [^,\n]+/#) {
        "\"\($0.output.1)\" : 0"
      }
    try expectGolden("check.json", text)
    let mirror = try JSONDecoder().decode(JSONMirror.self, from: Data(text.utf8))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(mirror), as: UTF8.self) + "\n" == text)
  }

  @Test("in the reports of a replay, and in the file")
  func replay() throws {
    let found = try Found()
    let fixed = try search(
      SpecText.checked(
        Self.tray.replacing("fair on deliver", with: "strongly fair on deliver")
          .replacing("terminal", with: "on mend when broken { broken = false }\nterminal"),
        name: "waiting.tray"))
    var text = ""
    for violation in [found.delivered, found.breaks, found.receives] {
      for other in [nil, fixed] {
        var report = ReplayReport()
        report.add(found.replay(violation, in: other))
        text += ReplayText(style: .plain).render(report) + "\n"
      }
    }
    try expectGolden("replay.txt", text)
    let file = found.replay(found.delivered)
    var report = ReplayReport()
    report.add(file)
    try expectGolden("replay.json", JSONReplayReport(report).encoded())
    try expectGolden("counterexample.json", file.document.encoded())
  }

  @Test("as a trace in Apalache's format, whose last state is not that in which the loop begins")
  func informal() throws {
    let found = try Found()
    let result = found.replay(found.delivered).result
    let text = try InformalTrace(
      result.path, loop: result.loop, in: found.spec.spec, source: "c.json", description: "d"
    ).encoded()
    try expectGolden("trace.itf.json", text)
    let stop = found.replay(found.breaks).result
    let stopped = try InformalTrace(
      stop.path, loop: stop.loop, in: found.spec.spec, source: "c.json", description: "d"
    ).encoded()
    #expect(stopped.contains("\"loop\" : 0"))
  }
}
