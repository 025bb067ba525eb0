import Edits
import Foundation
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The edits that `mutate` makes of a text.
@Suite struct MutationOperatorTests {
  @Test("each operator has its row in the article", arguments: MutationOperator.allCases)
  func documented(_ kind: MutationOperator) throws {
    let file = RepositoryFolder.root.appending(
      path: "Sources/TrayKit/TrayKit.docc/Mutation.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let meaning = kind.meaning.replacing("||", with: "\\|\\|")
    #expect(text.contains("\n| `\(kind.rawValue)` | \(meaning) |\n"))
  }

  @Test("no two edits lead to the same text, and they come in its order")
  func distinct() {
    let file = SourceFile(
      path: "a.tray",
      text: """
        spec A
        enum K { a, b, c }
        var n: 0...3 = 0
        var on = false
        signal s, t
        on e(k: K) when n < 3 && !on {
            if k == .a || k in [.b, .c] { n += 1; emit s, t } else { on = true }
        }
        on f when on { on = false }
        """)
    let edits = EditFinder.edits(of: Parser.parse(file).spec)
    let texts = edits.map { $0.applied(to: file) }
    #expect(edits.count > 30 && Set(texts).count == texts.count)
    #expect(edits.map(\.range.start) == edits.map(\.range.start).sorted())
  }
}
