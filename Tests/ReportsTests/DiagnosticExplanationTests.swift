import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing
import TrayKit

/// Each kind of mistake has an explanation, with examples that are true.
@Suite struct DiagnosticExplanationTests {
  private static let explanations = DiagnosticExplanation.sections.flatMap(\.explanations)

  @Test("each code has one explanation, and a name of words with hyphens")
  func codes() {
    let codes = Self.explanations.map(\.code)
    #expect(Set(codes) == Set(Diagnostic.Code.allCases))
    #expect(codes.count == Set(codes).count)
    for code in codes {
      #expect(code.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil, "\(code.name)")
      #expect(TrayDiagnostic.explanation(of: code.name)?.hasPrefix("\(code.name)\n") == true)
    }
    #expect(TrayDiagnostic.codes == codes.map(\.name).sorted())
  }

  @Test(
    "the mistake of an explanation has its code alone, and the fix has none",
    arguments: TrayDiagnostic.codes)
  func examples(_ code: String) throws {
    let explanation = try #require(DiagnosticExplanation.of(code))
    let mistake = try Self.codes(explanation.mistake)
    #expect(!mistake.isEmpty && Set(mistake) == [code], "\(mistake)")
    #expect(try Self.codes(explanation.fix) == [])
  }

  @Test("the page has all explanations, and at most 5,000 words")
  func page() throws {
    let url = RepositoryFolder.root.appending(path: "Sources/TrayKit/TrayKit.docc/Diagnostics.md")
    if Golden.isRefreshing { try Data(Self.page.utf8).write(to: url) }
    #expect(try String(contentsOf: url, encoding: .utf8) == Self.page)
    #expect(Self.page.split(whereSeparator: \.isWhitespace).count <= 5_000)
  }

  /// The codes of the diagnostics for the text of an example, which may consist of several files.
  private static func codes(_ example: String) throws -> [String] {
    let folder = try ScratchFolder()
    let parts = example.components(separatedBy: "// In shelf.tray:\n")
    let isWhole = example.hasPrefix("spec ")
    let text = isWhole ? parts[0] : DiagnosticExplanation.base + "\n" + parts[0]
    let path = try folder.write("", to: "example.tray")
    // A byte that no text in UTF-8 has.
    let bytes = text.components(separatedBy: "\\xE9").map { Array($0.utf8) }.joined(separator: [
      0xE9
    ])
    try Data(bytes).write(to: URL(filePath: path))
    if parts.count > 1 { try folder.write(parts[1], to: "shelf.tray") }
    let outcome = try CheckRequest(paths: [path]).outcome()
    return outcome.specs.flatMap(\.diagnostics).map(\.code)
  }

  /// The lines of the mistake and of the fix, which show common lines at the start and at the end once.
  private static func difference(_ explanation: DiagnosticExplanation) -> [String] {
    func lines(_ example: String) -> [String] {
      DiagnosticExplanation.lines(of: example).components(separatedBy: "\n")
    }
    let (mistake, fix) = (lines(explanation.mistake), lines(explanation.fix))
    let start = zip(mistake, fix).prefix { $0 == $1 }.count
    let rest = zip(mistake.dropFirst(start).reversed(), fix.dropFirst(start).reversed())
    let end = rest.prefix { $0 == $1 }.count
    var shown = mistake.prefix(start).map { " \($0)" }
    shown += mistake.dropFirst(start).dropLast(end).map { "-\($0)" }
    shown += fix.dropFirst(start).dropLast(end).map { "+\($0)" }
    shown += mistake.suffix(end).map { " \($0)" }
    return shown
  }

  /// The page of the documentation.
  private static let page: String = {
    func entry(_ explanation: DiagnosticExplanation) -> String {
      """
      ### \(explanation.code.name)

      \(explanation.text)

      ```diff
      \(difference(explanation).joined(separator: "\n"))
      ```

      """
    }
    let sections = DiagnosticExplanation.sections.map { section in
      "## \(section.title)\n\n" + section.explanations.map(entry).joined(separator: "\n")
    }
    return """
      # Diagnostics

      Each error and warning about a spec ends with a code in brackets. `traycheck help CODE` explains it.

      In each example, '-' marks the mistake and '+' its fix. Most examples continue this spec:

      ```text
      \(DiagnosticExplanation.base)
      ```

      \(sections.joined(separator: "\n"))
      """
  }()
}
