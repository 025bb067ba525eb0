import Semantics
import SpecLanguage
import TestSupport
import Testing

@Suite("Types that could be symmetric")
struct SymmetryCandidateTests {
  private func candidates(_ text: String) -> [SymmetryCandidate] {
    let (syntax, _) = Parser.parse(SourceFile(path: "test.tray", text: "spec Test\n" + text))
    return SymmetryCandidate.all(
      in: syntax, world: nil, settings: [], limits: Checker.Limits(maximumValues: 1 << 20))
  }

  @Test("are ranges with a name whose numbers are only compared for equality")
  func ranges() {
    let found = candidates(
      """
      param ids = 4
      type ID = 0..<ids
      type Level = 0...3
      var tray: Map<ID, Level> = [:]
      on push(id: ID) when tray[id] == nil { tray[id] = 0 }
      on raise(id: ID) when tray[id] != nil && tray[id]! < 3 { tray[id]! += 1 }
      scenario one { push(id: 0); expect tray[0] != nil }
      """)
    #expect(found.map(\.name) == ["ID"])
    #expect(found.first?.count == 4)
  }

  @Test("are enums no case of which is named but in scenarios")
  func enums() {
    let found = candidates(
      """
      enum Person { ann, bob, cy }
      enum Kind { info, call }
      var told: Set<Person> = []
      on tell(p: Person, kind: Kind) when kind == .call && !(p in told) { insert p into told }
      scenario ann { tell(p: .ann, kind: .call) }
      """)
    #expect(found.map(\.name) == ["Person"])
  }

  @Test("are none over which a loop runs in an order that matters")
  func loops() {
    let found = candidates(
      """
      type ID = 0...2
      var last: ID? = nil
      var free: Set<ID> = []
      on take(id: ID) when !(id in free) { insert id into free }
      on sweep { for id in ID where id in free { last = id } }
      """)
    #expect(found.isEmpty)
  }
}
