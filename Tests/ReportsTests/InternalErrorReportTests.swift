import Foundation
import Reports
import TestSupport
import Testing

@Suite("Reports of internal errors") struct InternalErrorReportTests {
  private static let spec = """
    spec Lamp

    var n: 0...2 = 0
    on up when n < 2 { n += 1 }
    on down when n > 0 { n -= 1 }
    invariant odd { n < 3 }
    invariant low { n < 2 }
    """

  private func run(
    _ allowances: Set<Allowance> = [], isDisagreement: Bool = false
  ) throws -> CIRun {
    var run = try CIRun("lamp", [("Specs/lamp.tray", Self.spec)])
    run.report = try #require(
      InternalErrorSample.report(run.report, allowances, isDisagreement: isDisagreement))
    return run
  }

  @Test("that engines differ has a status of its own, unless there is another internal error")
  func enginesDiffer() throws {
    var report = try run(isDisagreement: true).report
    #expect(report.status == .enginesDiffer && report.status.rawValue == 71)
    #expect(try JSONReport(report).encoded().contains(#""status" : "engines-differ""#))
    let text = TextReport(style: .plain, detail: .brief).render(report)
    #expect(text.contains("✗ it is odder\n  engines differ, odd\n"), "\(text)")
    #expect(text.contains("✗ Engines differ: this is a mistake of traycheck and not of the spec"))
    report.specs += try run().report.specs
    #expect(report.status == .internalError)
  }

  @Test("the file to send in holds what engines say, the whole text, and what was set")
  func disagreement() throws {
    let world = try run(isDisagreement: true).report.specs[0].worlds[0]
    let text = try #require(DisagreementText(world, settings: ["n=3"], version: "7.8.9").render())
    for part in [
      "- version: 7.8.9", "- set: n=3", "- spec: Lamp, world: default",
      "- it is odd\n- it is odder",
      "/Specs/lamp.tray\n\n```tray\n\(Self.spec)\n```\n",
    ] { #expect(text.contains(part), "\(part)") }
    let other = try run().report.specs[0].worlds[0]
    #expect(DisagreementText(other, settings: [], version: "7.8.9").render() == nil)
  }

  @Test("an internal error has a status of its own, which nothing loosens")
  func status() throws {
    #expect(try run().report.status == .internalError)
    #expect(try run(Set(Allowance.allCases)).report.status == .internalError)
    #expect(try run(Set(Allowance.allCases)).report.status.rawValue == 70)
  }

  @Test("it comes before what is broken and violated, but not before a request that makes no sense")
  func worst() throws {
    var report = try run().report
    report.unreadable = [.init(path: "a.tray", reason: "it is gone")]
    #expect(report.status == .internalError)
    report.problems = [GateProblem(.request, "there is no such name", allowances: [])]
    #expect(report.status == .usage)
  }

  @Test("the text tells it, what to do about it, and all else that was found")
  func text() throws {
    let report = try run().report
    for detail in [TextReport.Detail.quiet, .brief, .full] {
      let text = TextReport(style: .plain, detail: detail).render(report)
      #expect(text.contains("✗ it is odder\n  internal error, odd\n"), "\(text)")
      #expect(text.contains("  internal error, fault\n"))
      #expect(text.contains("✗ low is violated\n"))
      #expect(text.contains("✗ Internal error: this is a mistake of traycheck and not of the spec"))
    }
  }

  @Test("reports for tools tell it in words of their own")
  func tools() throws {
    let run = try run()
    let json = try JSONReport(run.report).encoded()
    #expect(json.contains(#""status" : "internal-error""#) && json.contains(#""exitStatus" : 70"#))
    #expect(try run.junit().contains(#"type="internal-error""#))
    #expect(try run.tap().contains("severity: internal-error"))
    #expect(try run.sarif().contains("traycheck/internal-error"))
    #expect(try run.sarif().contains(#""executionSuccessful" : false"#))
    #expect(try run.codeQuality().contains(#""severity" : "blocker""#))
    #expect(try run.annotations().hasPrefix("::error "))
    #expect(try run.summary().hasPrefix("## ✗ Traycheck: 1 of 1 world has an internal error"))
    #expect(try run.lines().contains(#""exitStatus":70"#))
  }
}
