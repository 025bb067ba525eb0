import Foundation
import TestSupport
import Testing

/// The cheat sheet has all of the language, on one page.
@Suite("The cheat sheet") struct CheatSheetTests {
  private static let blocks = Document(path: "Specs/CheatSheet.md").blocks

  @Test("has every word of the language in an example")
  func words() {
    let words = Set(
      Self.blocks.flatMap(\.lines).flatMap { $0.matches(of: /[A-Za-z_]+/) }.map { String($0.0) })
    let missing = NamedText.wordsOfLanguage.subtracting(words)
    #expect(missing.subtracting(NamedText.wordsAfterViolates).sorted() == [])
  }

  /// A page of A4 or Letter has room for 2 × 115 lines of 72 columns, in two columns of 6.4 points.
  @Test("fits on a page")
  func page() throws {
    let text = try String(
      contentsOf: RepositoryFolder.root.appending(path: "Specs/CheatSheet.md"), encoding: .utf8)
    #expect(text.components(separatedBy: "\n").count < 230)
    for line in Self.blocks.flatMap(\.lines) { #expect(line.count <= 72, "\(line)") }
  }
}
