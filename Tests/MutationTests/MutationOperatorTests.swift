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

  @Test("a guard is narrowed by the guards of other events, the state, and values of parameters")
  func guards() {
    let file = SourceFile(
      path: "a.tray",
      text: """
        spec A
        enum Kind { info, call }
        struct Card { kind: Kind?, loud: Bool }
        symmetric ID(2)
        type Level = 1...3
        var awake = false
        var tray: Map<ID, Card> = [:]
        var level: Level = 1
        ghost var seen = false
        on show(id: ID, card: Card) when !awake || level < 3 { tray[id] = card }
        on tap(id: ID) when tray[id] != nil { tray[id] = nil }
        on wake { awake = true }
        """)
    let edits = EditFinder.edits(of: Parser.parse(file).spec)
    func texts(_ owner: String, _ kinds: MutationOperator...) -> [String] {
      edits.filter { $0.owner == owner && kinds.contains($0.kind) }.map(\.replacement)
    }
    let show = "(!awake || level < 3) && "
    #expect(
      texts("show", .dropValue)
        == [
          "card.kind != nil", "card.kind == nil", "card.kind != .info", "card.kind != .call",
          "!card.loud", "card.loud",
        ].map { show + $0 })
    #expect(
      texts("show", .narrowGuard)
        == [
          "tray[id] != nil", "tray[id] == nil", "!awake", "awake", "!tray.isEmpty",
          "tray.isEmpty", "tray[id]?.kind != .info", "tray[id]?.kind != .call",
          "tray[id]?.loud != true", "tray[id]?.loud != false", "level != 1", "level != 3",
        ].map { show + $0 })
    #expect(texts("wake", .dropEvent) == ["when false "])
    #expect(
      texts("wake", .narrowGuard).prefix(3) == [
        "when (!awake || level < 3) ", "when !(!awake || level < 3) ", "when !awake ",
      ])
    #expect(texts("wake", .dropValue).isEmpty)
    #expect(texts("tap", .dropEvent) == ["false"])
    let dropped = edits.first { $0.owner == "wake" && $0.kind == .dropEvent }
    #expect(dropped?.text(in: file) == "`wake` becomes `wake when false`")
  }
}
