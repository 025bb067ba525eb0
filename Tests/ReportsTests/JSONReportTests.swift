import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// The report that tools read.
@Suite struct JSONReportTests {
  @Test("a report has its documented form", arguments: Sample.all)
  func jsonReport(_ sample: Sample) throws {
    try sample.expectGolden("JSON/\(sample.name).json") { try JSONReport($0.report).encoded() }
  }

  @Test("a tool that knows the documented keys reads all of a report", arguments: Sample.all)
  func reportIsDecoded(_ sample: Sample) throws {
    let text = try sample.report { try JSONReport($0.report).encoded() }
    let mirror = try JSONDecoder().decode(JSONMirror.self, from: Data(text.utf8))
    #expect(mirror.schema == "traycheck-check")
    #expect(mirror.schemaVersion == 1)
    #expect(mirror.specs.map(\.path) == ["sample.tray"])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let again = String(decoding: try encoder.encode(mirror), as: UTF8.self) + "\n"
    let difference = TextDifference.describe(expected: again, found: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("a trace tells what each step changes")
  func traceIsStructured() throws {
    let world = try Self.world(of: "violated")
    let violation = try #require(world.violations.first { $0.name == "noDuplicates" })
    #expect(violation.length == 2 && !violation.announced)
    #expect(violation.trace.steps.map(\.event).allSatisfy { $0.hasPrefix("receive(") })
    #expect(violation.trace.steps.first?.changes.map(\.place) == ["tray[0]"])
    #expect(violation.trace.steps.first?.changes.map(\.old) == ["nil"])
  }

  @Test("a limit is the reason of an open verdict")
  func limitIsAReason() throws {
    let world = try Self.world(of: "limit")
    #expect(world.status == "inconclusive" && !world.completion.exhaustive)
    #expect(world.completion.reason?.contains("4 states") == true)
    #expect(world.properties.map(\.status) == ["undecided", "undecided"])
  }

  @Test("a mistake has its place, its end and a code that stays")
  func mistakeHasItsPlace() throws {
    let found = try #require(try Self.decoded("mistakes").specs.first).diagnostics
    #expect(found.map(\.code) == ["unknown-case", "type-mismatch"])
    #expect(found.map(\.place) == [.init(line: 4, column: 19), .init(line: 7, column: 22)])
    #expect(found.map(\.end) == [.init(line: 4, column: 26), .init(line: 7, column: 26)])
  }

  @Test("what cannot be read is told with its reason")
  func unreadableIsTold() throws {
    let json = try CheckRequest(paths: ["/nowhere.tray"]).outcome()
      .rendered(as: .json)
    let mirror = try JSONDecoder().decode(JSONMirror.self, from: Data(json.utf8))
    #expect(mirror.exitStatus == 2 && mirror.status == "spec-error" && mirror.specs.isEmpty)
    #expect(mirror.unreadable.map(\.path).allSatisfy { $0.hasPrefix("../") })
    #expect(mirror.unreadable.allSatisfy { !$0.reason.isEmpty })
  }

  private static func decoded(_ name: String) throws -> JSONMirror {
    let sample = try #require(Sample.all.first { $0.name == name })
    return try JSONDecoder().decode(
      JSONMirror.self, from: Data(sample.report { try JSONReport($0.report).encoded() }.utf8))
  }

  private static func world(of name: String) throws -> JSONMirror.World {
    try #require(try decoded(name).specs.first?.worlds.first)
  }
}
