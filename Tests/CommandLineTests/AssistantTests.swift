import Foundation
import TestSupport
import Testing

/// An assistant without a model: it reads only the JSON of `check`, and applies fixes until the spec passes.
@Suite struct AssistantTests {
  /// A spec with one or more mistakes.
  struct Broken: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
  }

  private static let mistakes: [String: String] = {
    let text = (try? read("SpecLanguageTests", "Golden/Mistakes/first-hour.txt")) ?? ""
    let blocks = "\n\(text)".components(separatedBy: "\n=== ").dropFirst().map { block in
      let lines = block.components(separatedBy: "\n---\n")[0].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return (String(lines[0]), String(lines[1]))
    }
    return Dictionary(blocks) { first, _ in first }
  }()

  /// Specs with one kind of mistake, and a spec with several mistakes of people who know other languages.
  private static let specs: [Broken] = {
    let files = [
      "many-misspelt-declarations", "more-after-argument-unlabelled", "more-aggregate-without-in",
      "more-assuming-unknown-event", "more-unknown-field-read", "name-event-in-after",
      "name-hash-misspelt-type", "name-label-in-pattern", "name-label-in-scenario",
      "name-property-in-violates", "name-rule-in-after", "name-signal-in-emitted",
      "name-signal-label-in-emitted", "syn-capital-keyword", "syn-closure",
      "syn-misspelt-whenever", "syn-no-spec", "type-scenario-argument-without-label",
    ].map { name in
      Broken(
        testDescription: name, text: (try? read("ReportsTests", "Broken/\(name).tray")) ?? "")
    }
    let base = (try? read("SpecLanguageTests", "Golden/Mistakes/base.tray")) ?? ""
    return files
      + [
        ["swift: an enum with raw values", "kotlin: Boolean", "a misspelt invariant"],
        ["typescript: strings as a type", "python: True", "a world with a colon"],
        ["swift: a dictionary type", "kotlin: null", "a transition on an event"],
        ["typescript: boolean", "python: not", "times"],
        ["quint: bool", "alloy: a number of", "an event with a colon"],
        ["a struct with parentheses", "symmetric with names", "put into"],
        ["tla: UNCHANGED", "a group with brackets", "a world with an equals sign"],
        ["a misspelt type", "a case without its dot", "expect that"],
        ["an enum with dots", "cancel a timer", "an invariant with a colon"],
        ["python: if with a colon", "types that are cases", "emitted without parentheses"],
        ["a misspelt member", "kotlin: camel-case types", "tla: SUBSET", "a group with brackets"],
        ["for each", "a struct with parentheses", "repeat by a star", "a range with to"],
      ].map { titles in
        Broken(
          testDescription: titles.joined(separator: ", "),
          text: base + titles.map { mistakes[$0] ?? "no mistake '\($0)'" }.joined(separator: "\n")
            + "\n")
      }
  }()

  private static func read(_ target: String, _ path: String) throws -> String {
    try String(contentsOf: RepositoryFolder.tests(target).appending(path: path), encoding: .utf8)
  }

  /// Returns the bytes after some fixes; of edits that overlap, only the first counts.
  private static func edited(_ bytes: [UInt8], by fixes: [JSONMirror.Finding.QuickFix]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for edit in fixes.flatMap(\.edits).sorted(by: { $0.startOffset < $1.startOffset })
    where edit.startOffset >= end {
      result += bytes[end..<edit.startOffset] + Array(edit.text.utf8)
      end = edit.endOffset
    }
    return result + bytes[end...]
  }

  @Test("there are 30 broken specs, and 12 of them have several kinds of mistakes")
  func specsAreEnough() {
    #expect(Self.specs.count == 30)
    #expect(Self.specs.allSatisfy { !$0.text.isEmpty })
    #expect(Self.specs.count { $0.testDescription.contains(",") } == 12)
  }

  @Test("ends with a spec that passes, within 5 rounds", arguments: specs)
  func endsGreen(_ broken: Broken) throws {
    let folder = try ScratchFolder()
    var bytes = Array(broken.text.utf8)
    for round in 0...5 {
      try folder.write(String(decoding: bytes, as: UTF8.self), to: "a.tray")
      let run = try BuiltTool.run(
        ["check", "a.tray", "--format", "json", "--read-only"], in: folder.url)
      let report = try JSONDecoder().decode(JSONMirror.self, from: Data(run.stdout.utf8))
      #expect(report.exitStatus == Int(run.status))
      if report.exitStatus == 0 {
        #expect(round > 0)
        #expect(report.next.map(\.reason) == ["finds rules that no property notices"])
        return
      }
      let errors = report.specs.flatMap(\.diagnostics).filter { $0.severity == "error" }
      let fixes = errors.flatMap(\.fixes)
      let certain = fixes.filter(\.isCertain)
      let isOffered = report.next.contains { $0.command.hasSuffix(" check a.tray --fix") }
      #expect(isOffered == !certain.isEmpty)
      let chosen = certain.isEmpty ? Array(fixes.prefix(1)) : certain
      try #require(!chosen.isEmpty, "no fix: \(errors.map(\.message))")
      bytes = Self.edited(bytes, by: chosen)
    }
    Issue.record("not fixed: \(String(decoding: bytes, as: UTF8.self))")
  }
}
