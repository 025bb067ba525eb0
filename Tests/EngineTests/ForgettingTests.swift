import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// What nobody asks for is not remembered, and what is asked for turns out the same.
@Suite struct ForgettingTests {
  private static let text = """
    symmetric ID(2)
    var tray: Set<ID> = []
    ghost var seen: Set<ID> = []
    ghost var count: 0...3 = 0
    func note(_ id: ID) { insert id into seen }
    on receive(id: ID) when !(id in tray) {
      insert id into tray; note(id); if count < 3 { count += 1 }
    }
    on dismiss(id: ID) when id in tray { remove id from tray }
    invariant wasSeen(id: ID) { id in tray implies id in seen }
    invariant few { tray.count < 2 }
    invariant counts { count <= 3 }
    eventually soon(id: ID) whenever id in tray within 2 steps { !(id in tray) }
    """

  private func states(_ name: String) throws -> (Int, String) {
    let spec = try SpecText.checked(Self.text)
    let chosen = Set(spec.properties.indices.filter { spec.properties[$0].name == name })
    let found = try search(spec.forgetting(allBut: chosen, keepsGhosts: false))
    return (found.result.statistics.states, found.verdict(name))
  }

  @Test("ghosts and monitors of other properties make no states")
  func states() throws {
    #expect(try states("few") == (4, "violated after 2"))
    #expect(try states("wasSeen") == (9, "holds"))
    let counts = try states("counts")
    #expect(counts == (12, "holds"))
    let soon = try states("soon")
    #expect(soon.0 > 4 && soon.1 == "violated after 3", "\(soon)")
  }

  @Test("a property alone turns out as among others, in random specs", arguments: 0..<40)
  func random(_ seed: Int) throws {
    let text = RandomFairSpec(seed: UInt64(seed)).text.split(separator: "\n").map { line in
      line.hasPrefix("eventually later0") && !line.contains("assuming")
        ? line + " within 2 steps" : String(line)
    }.joined(separator: "\n")
    let spec = try SpecText.checked(text)
    let all = try search(spec)
    for (index, property) in spec.properties.enumerated() {
      let alone = try search(spec.forgetting(allBut: [index], keepsGhosts: false))
      // Of runs without end one is found, not the shortest.
      let words = [alone, all].map { found in
        let verdict = found.verdict(property.name)
        guard case .eventually = property.kind else { return verdict }
        return String(verdict.prefix { $0 != " " })
      }
      #expect(words[0] == words[1], "\(property.name)\n\(text)")
    }
  }
}
