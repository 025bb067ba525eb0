import Foundation
import Reports
import Semantics
import TestSupport
import Testing

/// The reports for CI, as their consumers accept them.
@Suite("Reports for CI") struct CIReportTests {
  private func expectGolden(_ file: String, _ text: String) throws {
    let difference = try Golden("CI/\(file)", of: "ReportsTests").difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  private func schema(_ name: String) throws -> JSONSchema {
    try JSONSchema(
      RepositoryFolder.tests("ReportsTests").appending(path: "Schemas/\(name).schema.json"))
  }

  @Test("each has its form, over all that a report can say")
  func golden() throws {
    let run = try CIRun.ofAllSamples()
    try expectGolden("junit.xml", run.junit())
    try expectGolden("report.tap", run.tap())
    try expectGolden("sarif.json", run.sarif())
    try expectGolden("annotations.txt", run.annotations())
    try expectGolden("compiler.txt", run.compiler())
    try expectGolden("code-quality.json", run.codeQuality())
    try expectGolden("summary.md", run.summary())
  }

  @Test("Jenkins and GitLab accept the XML", arguments: try CIRuns.all())
  func junit(_ run: CIRun) throws {
    #expect(JUnitReader(try run.junit()).problems == [])
  }

  @Test("a harness accepts the lines of TAP", arguments: try CIRuns.all())
  func tap(_ run: CIRun) throws {
    #expect(TAPReader(try run.tap()).problems == [])
  }

  @Test("code scanning accepts the SARIF", arguments: try CIRuns.all())
  func sarif(_ run: CIRun) throws {
    let data = Data(try run.sarif().utf8)
    #expect(try schema("sarif").problems(in: data) == [])
    let results = try JSONDecoder().decode(SARIFMirror.self, from: data).runs[0]
    let prints = results.results.map(\.partialFingerprints)
    #expect(Set(prints).count == prints.count)
    for result in results.results {
      #expect(results.tool.driver.rules[result.ruleIndex].id == result.ruleId)
    }
  }

  @Test("GitLab accepts the code quality", arguments: try CIRuns.all())
  func codeQuality(_ run: CIRun) throws {
    let data = Data(try run.codeQuality().utf8)
    #expect(try schema("code-quality").problems(in: data) == [])
    let issues = try JSONDecoder().decode([IssueMirror].self, from: data)
    #expect(Set(issues.map(\.fingerprint)).count == issues.count)
  }

  @Test("each line of JSON is an event with its documented keys", arguments: try CIRuns.all())
  func events(_ run: CIRun) throws {
    let schema = try schema("events")
    let lines = try run.lines().unicodeScalars.split(separator: "\n").map(String.init)
    #expect(lines.first?.contains(#""event":"start""#) == true)
    #expect(lines.last?.contains(#""event":"end""#) == true)
    for line in lines { #expect(try schema.problems(in: Data(line.utf8)) == []) }
    var progress = CheckProgress(spec: "A", world: "b", elapsed: .milliseconds(500))
    (progress.states, progress.frontier, progress.depth) = (1, 2, 3)
    #expect(try schema.problems(in: Data(CheckEvent.progress(progress).line().utf8)) == [])
  }

  @Test("every annotation is a command", arguments: try CIRuns.all())
  func annotations(_ run: CIRun) throws {
    for command in WorkflowCommand.all(in: try run.annotations()) {
      let command = try #require(command)
      #expect(["error", "warning", "notice"].contains(command.word))
      #expect(command.properties["title"]?.isEmpty == false)
      #expect(command.properties["file"]?.hasPrefix("/") != true)
    }
  }

  @Test(
    "each line for editors has a word, and a place if it is about a file",
    arguments: try CIRuns.all())
  func compiler(_ run: CIRun) throws {
    for line in run.compiler().unicodeScalars.split(separator: "\n").map(String.init) {
      let match = line.wholeMatch(
        of: #/(/repository/.*:[0-9]+:[0-9]+: )?(error|warning|note): (.+)/#)
      #expect(match != nil, "\(line)")
    }
  }

  @Test(
    "no report is green unless the status is 0, and none red if it is", arguments: try CIRuns.all())
  func redIsNotZero(_ run: CIRun) throws {
    let isRed = run.report.status != .success
    #expect(JUnitReader(try run.junit()).isRed == isRed)
    #expect(TAPReader(try run.tap()).isRed == isRed)
    let commands = WorkflowCommand.all(in: try run.annotations())
    #expect(commands.contains { $0?.word == "error" } == isRed)
    #expect("\n\(run.compiler())".contains(#/\n(/[^\n]*:[0-9]+:[0-9]+: )?error: /#) == isRed)
    let issues = try JSONDecoder().decode(
      [IssueMirror].self, from: Data(try run.codeQuality().utf8))
    #expect(issues.contains { ["blocker", "critical", "major"].contains($0.severity) } == isRed)
    let sarif = try JSONDecoder().decode(SARIFMirror.self, from: Data(try run.sarif().utf8)).runs[0]
    let isDone = sarif.invocations.allSatisfy(\.executionSuccessful)
    #expect((sarif.results.contains { $0.level == "error" } || !isDone) == isRed)
    #expect(try run.summary().hasPrefix("## ✓ ") == !isRed)
  }

  @Test("no path is absolute", arguments: try CIRuns.all())
  func relative(_ run: CIRun) throws {
    let texts = [
      try run.junit(), try run.tap(), try run.sarif(), try run.annotations(),
      try run.codeQuality(), try run.summary(),
    ]
    for text in texts {
      #expect(!text.contains("/tmp/tc-"))
    }
  }
}

/// The parts of SARIF that the tests read.
struct SARIFMirror: Decodable {
  struct Run: Decodable {
    var tool: Tool
    var invocations: [Invocation]
    var results: [Result]
  }
  struct Tool: Decodable { var driver: Driver }
  struct Driver: Decodable { var rules: [Rule] }
  struct Rule: Decodable {
    var id: String
    var fullDescription: Text
  }
  struct Invocation: Decodable {
    var executionSuccessful: Bool
    var exitCode: Int
  }
  struct Text: Decodable { var text: String }
  struct Result: Decodable {
    var ruleId: String
    var ruleIndex: Int
    var level: String
    var message: Text
    var locations: [Location]
    var codeFlows: [CodeFlow]?
    var partialFingerprints: [String: String]
  }
  struct CodeFlow: Decodable { var threadFlows: [ThreadFlow] }
  struct ThreadFlow: Decodable { var locations: [FlowLocation] }
  struct FlowLocation: Decodable { var location: Location }
  struct Location: Decodable {
    struct Physical: Decodable {
      struct Artifact: Decodable { var uri: String }
      struct Region: Decodable { var startLine: Int }
      var artifactLocation: Artifact
      var region: Region?
    }
    var physicalLocation: Physical
    var message: Text?
  }

  var runs: [Run]
}

struct IssueMirror: Decodable {
  struct Location: Decodable { var path: String }

  var description: String
  var fingerprint: String
  var severity: String
  var location: Location
}
