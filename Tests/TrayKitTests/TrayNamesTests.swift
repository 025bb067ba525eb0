import Testing
import TrayKit

/// The requests of an editor about the names in a text.
@Suite struct TrayNamesTests {
  private static let text = """
    spec Bell
    var ring: Bool? = nil
    on a(loud: Bool) when loud {}
    on b { if let ring { assert ring } }
    scenario s in w { a(loud: true) }
    world w {}
    """

  /// Each occurrence as its place, with a `*` where it is declared.
  private func places(_ occurrences: [TrayNames.Occurrence]) -> [String] {
    occurrences.map { "\($0.place.line):\($0.place.column)\($0.isDeclaration ? "*" : "")" }
  }

  @Test("goes from a use to its declaration, and lists what a rename replaces")
  func example() throws {
    let names = try TraySpec(Self.text).names
    let use = TextPlace(line: 5, column: 21)
    #expect(places(names.declarations(at: use)) == ["3:6*"])
    #expect(places(names.occurrences(at: use)) == ["3:6*", "3:23", "5:21"])
    #expect(names.occurrences(at: use).allSatisfy { $0.text == "loud" })
    let unwrapped = TextPlace(line: 4, column: 29)
    #expect(places(names.declarations(at: unwrapped)) == ["4:15*"])
    #expect(places(names.declarations(at: TextPlace(line: 4, column: 15))) == ["2:5*"])
    #expect(places(names.occurrences(at: unwrapped)) == ["2:5*", "4:15*", "4:29"])
    #expect(names.occurrences.count { $0.text == "w" } == 2)
  }

  @Test("a place belongs to a name from its first character to behind its last one")
  func places() throws {
    let names = try TraySpec("spec A\nlet ab = 1\ninvariant c { ab == 1 }").names
    for column in 5...7 {
      #expect(names.occurrences(at: TextPlace(line: 2, column: column)).count == 2)
    }
    for (line, column) in [(2, 4), (2, 8), (1, 5), (0, 0), (9, 1), (2, -1)] {
      let place = TextPlace(line: line, column: column)
      #expect(names.occurrences(at: place).isEmpty == true && names.declarations(at: place).isEmpty)
    }
  }

  @Test("a text with mistakes has names as well, and a world that does not exist none")
  func mistakes() throws {
    let error = #expect(throws: SpecError.self) {
      try TraySpec("spec A\nlet a = 1\ninvariant b { a == c }")
    }
    let names = try #require(error?.names)
    #expect(names.occurrences.map(\.text) == ["A", "a", "b", "a"])
    let other = #expect(throws: SpecError.self) { try TraySpec("spec A").machine(world: "no") }
    #expect(try #require(other).names == nil)
  }
}
