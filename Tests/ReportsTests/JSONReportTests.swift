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

  @Test(
    "after the edits of a certain fix, '--fix' leads to the same text", arguments: Broken.slugs)
  func editsAreThoseOfFix(_ slug: String) throws {
    let folder = try ScratchFolder()
    let contents = try Data(contentsOf: URL(filePath: Broken.path(slug)))
    func fixed(_ contents: Data) throws -> Data {
      let url = folder.url.appending(path: "a.tray")
      try contents.write(to: url)
      var request = CheckRequest(paths: [url.path])
      request.counterexampleFolder = nil
      request.savesCounterexamples = false
      request.maximumStates = 1000
      request.fixing = .apply
      _ = try request.outcome()
      return try Data(contentsOf: url)
    }
    let path = try folder.write("", to: "b.tray")
    try contents.write(to: URL(filePath: path))
    let json = try CheckRequest(paths: [path]).outcome().rendered(as: .json)
    let mirror = try JSONDecoder().decode(JSONMirror.self, from: Data(json.utf8))
    let fixes = mirror.specs.flatMap(\.diagnostics).flatMap(\.fixes).filter(\.isCertain)
    // Of several fixes, '--fix' leaves some for its next round.
    guard let fix = fixes.first, fixes.count == 1 else { return }
    let lines = contents.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var edited = contents
    for edit in fix.edits.reversed() {
      let line = String(decoding: lines[edit.place.line - 1], as: UTF8.self).unicodeScalars
      let before = lines[..<(edit.place.line - 1)].reduce(0) { $0 + $1.count + 1 }
      let column = line.prefix(edit.place.column - 1).reduce(0) { $0 + UTF8.width($1) }
      #expect(edit.startOffset == before + column)
      edited.replaceSubrange(edit.startOffset..<edit.endOffset, with: Data(edit.text.utf8))
    }
    #expect(try fixed(edited) == fixed(contents))
    #expect(try fixed(contents) != contents)
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
