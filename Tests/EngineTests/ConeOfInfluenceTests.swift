import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// Unselected properties are not remembered, and selected ones keep their results.
@Suite struct ConeOfInfluenceTests {
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

  @Test(
    "a ghost that may decide a fault is remembered, as nothing comes after that",
    arguments: [
      ("0...2 = 0", "g -= 1", true), ("0...2 = 0", "g += 1", true),
      ("0...2 = 2", "g = 4 / g", true),
      ("0...2 = 0", "if g > 0 { g -= 1 }", false), ("0...2 = 0", "g = min(g + 1, 2)", false),
      ("0...2 = 0", "if g == 1 { g = n + 2 } else { g = 1 }", true),
      ("0...2 = 0", "if g < 2 { g += 1 } else { g = 0 }", false),
      ("0...2? = nil", "if g! == 1 { g = 0 }", true),
      ("0...2? = nil", "g = n == 1 ? nil : n", false),
      ("Set<0...2> = []", "insert n into g", false),
      ("Set<0...2, atMost: 1> = []", "insert n into g", true),
      ("List<0...2, 2> = []", "append n to g", true), ("Bag<0...2, 2> = []", "g = [n]", false),
      ("0...2 = 0", "let next = g + 1; if next <= 2 { g = next }", false),
      ("0...2 = 0", "let next = g + 1; g = next", true), ("0...2 = any", "g = 1", false),
      ("0...2 = 0", "if n in 1...g { g = 1 }", true),
      ("0...3 = 3", "g = t[g] ? 1 : 0", true), ("0...2 = 2", "g = t[g] ? 1 : 0", false),
    ])
  func faults(_ ghost: String, _ store: String, _ isKept: Bool) throws {
    let text = """
      var n: 0...2 = 0
      var t: Table<0...2, Bool> = false
      ghost var g: \(ghost)
      on warm { g = \(ghost.contains("any") ? "0" : ghost.components(separatedBy: " = ")[1]) }
      on go when n < 2 { n += 1; \(store) }
      on back { n = 0 }
      invariant low { n < 2 }
      reachable high { n == 1 }
      """
    let spec = try SpecText.checked(text)
    let all = try search(spec)
    let alone = try search(spec.forgetting(allBut: [0, 1], keepsGhosts: false))
    #expect(
      alone.verdict("low") == all.verdict("low") && alone.verdict("high") == all.verdict("high"))
    let isForgotten = alone.result.statistics.states <= 3
    #expect(isForgotten != isKept || all.result.statistics.states <= 3)
  }

  @Test("a property alone turns out as among others, in random specs", arguments: Weekly.seeds(40))
  func random(_ seed: Int) throws {
    let text = RandomFairSpec(seed: UInt64(seed)).text.split(separator: "\n").map { line in
      line.hasPrefix("eventually later0") && !line.contains("assuming")
        ? line + " within 2 steps" : String(line)
    }.joined(separator: "\n")
    let spec = try SpecText.checked(text)
    let all = try search(spec)
    for (index, property) in spec.properties.enumerated() {
      let alone = try search(spec.forgetting(allBut: [index], keepsGhosts: false))
      // For infinite runs, the trace need not be the shortest.
      let words = [alone, all].map { found in
        let verdict = found.verdict(property.name)
        guard case .eventually = property.kind else { return verdict }
        return String(verdict.prefix { $0 != " " })
      }
      #expect(words[0] == words[1], "\(property.name)\n\(text)")
    }
  }
}
