import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// A spec that uses libraries is one text with them.
@Suite struct UseTests {
  private static let tray = """
    /// A tray.
    library Tray
    param room: 1...3 = 2
    symmetric ID(2)
    var tray: Set<ID> = []
    open let loud = true
    open func fits(_ count: Int) -> Bool { count < room }
    signal sound
    on receive(id: ID) {
      open rule full when !fits(tray.count) {}
      rule show when fits(tray.count) { insert id into tray; if loud { emit sound } }
    }
    invariant few { tray.count <= room }
    reachable many { tray.count == 2 }
    transition isHeard after receive.show { emitted(sound) }
    scenario first { receive(id: ID#1); expect tray.count == 1 }
    world small { room = 1 } violates many
    """

  private static let files = ["tray.tray": tray]

  private func found(
    _ text: String, world: String? = nil, files: [String: String] = files
  ) throws -> SearchedSpec {
    try search(SpecText.checked("spec App\n" + text, using: files, world: world))
  }

  /// The diagnostics for a text, such as `lib.tray:2:5 not-open`, with the places of notes.
  private func mistakes(_ text: String, files: [String: String] = files) -> [String] {
    let file = SpecText.joined("spec App\n" + text, using: files)
    func place(_ range: SourceRange) -> String {
      let location = file.location(of: range.start)
      return "\(file.part(at: range.start).path):\(location.line):\(location.column)"
    }
    return SpecText.check(file).diagnostics.map { diagnostic in
      ([place(diagnostic.range), diagnostic.code.name]
        + diagnostic.notes.map { "note " + place($0.range) }).joined(separator: " ")
    }
  }

  @Test("what a library declares, the spec has, but for its worlds and scenarios")
  func declarations() throws {
    let spec = try found("use \"tray.tray\"\nvar seen = false\non look { seen = true }")
    #expect(spec.problems == [])
    #expect(spec.spec.variables.map(\.name) == ["tray", "seen"])
    #expect(spec.spec.worlds.isEmpty && spec.spec.scenarios.isEmpty)
    #expect(spec.result.statistics.states == 8)
  }

  @Test(
    "what is set and replaced behind 'use' counts in every world, and a world has the last word")
  func changes() throws {
    let use = """
      use "tray.tray" {
        room = 1; ID = 3
        func fits(_ count: Int) -> Bool { count <= room }
        without many
      }

      """
    #expect(try found(use).problems == ["few violated after 2"])
    #expect(try found(use + "world w { room = 3 }", world: "w").problems == [])
    let quiet = use + "world w { let loud = false; room = 3 }"
    #expect(try found(quiet, world: "w").problems == ["isHeard violated after 1"])
    #expect(
      try found(use + "world w { func fits(_ count: Int) -> Bool { count < room } }", world: "w")
        .problems == [])
    #expect(try found("use \"tray.tray\" { room = 1 }").problems == ["many not reached"])
  }

  @Test("rules that stand by themselves are rules of the library's event")
  func rules() throws {
    let rest = """
      rule receive.again when id in tray && lost < 2 { lost += 1 }
      var lost: 0...2 = 0
      invariant none { lost < 2 }
      """
    let spec = try found("use \"tray.tray\" { rule receive.full when false { } }\n" + rest)
    #expect(Set(spec.problems).isSuperset(of: ["none violated after 3", "gap after 5"]))
    #expect(spec.problems.contains { $0.hasPrefix("overlap") })
    let otherwise =
      "use \"tray.tray\" { rule receive.full when false { } }\notherwise receive.rest { }"
    #expect(try found(otherwise).problems == [])
  }

  @Test("a library uses others, and one that several use is there once")
  func several() throws {
    let files = [
      "lib/a.tray":
        "library A\nuse \"b.tray\" { n = 2 }\nuse \"../c.tray\"\non go when x < n { x += 1 }",
      "lib/b.tray": "library B\nuse \"../c.tray\"\nparam n = 1\nvar x: 0...5 = 0",
      "c.tray": "library C\nlet top = 5",
    ]
    let spec = try found(
      "use \"lib/a.tray\"\nuse \"./c.tray\"\ninvariant low { x < 2 && x < top }\nterminal { true }",
      files: files)
    #expect(spec.problems == ["low violated after 2"])
    #expect(
      spec.spec.file.parts.map(\.path) == ["test.tray", "lib/a.tray", "lib/b.tray", "c.tray"])
  }

  @Test("a library adds rules to events of another one, which its users replace if they are open")
  func addedRules() throws {
    func files(_ word: String) -> [String: String] {
      let middle = """
        library Middle
        use "tray.tray" { without many; without isHeard }
        \(word)rule receive.again when id in tray && tray.count == 2 { tray = [] }

        """
      return Self.files.merging(["middle.tray": middle]) { $1 }
    }
    let use = """
      use "middle.tray" { rule receive.again when false { } }
      transition grows after receive { old(tray).isSubset(of: tray) }
      """
    #expect(try !found(use, files: files("open ")).problems.contains { $0.hasPrefix("grows") })
    #expect(
      mistakes(use, files: files("")) == ["test.tray:2:34 not-open note middle.tray:3:1"])
  }

  @Test("a library leaves out no property of the spec that uses it")
  func ownProperty() throws {
    let rest = "library Rest\nuse \"tray.tray\" { without many }"
    let files = Self.files.merging(["a.tray": rest, "b.tray": rest]) { $1 }
    let own = "\ninvariant many { tray.count < 2 }"
    for use in [
      "use \"a.tray\"\nuse \"b.tray\"", "use \"tray.tray\" { without many }\nuse \"a.tray\"",
    ] {
      #expect(try found(use + own, files: files).problems == ["many violated after 2"])
    }
    let other = ["tray.tray": Self.tray, "a.tray": rest.replacing("many", with: "own")]
    #expect(
      mistakes("use \"a.tray\"\ninvariant own { true }", files: other).contains {
        $0.hasPrefix("a.tray:2:") && $0.contains("not-open")
      })
  }

  @Test("steps of a library that no scenario uses need not fit the spec's constants")
  func unusedSteps() {
    let steps = "\nsteps second { receive(id: ID#2) }"
    let files = ["tray.tray": Self.tray + steps]
    #expect(mistakes("use \"tray.tray\" { ID = 1; without many }", files: files).isEmpty)
    #expect(
      mistakes(
        "use \"tray.tray\" { ID = 1; without many }\nscenario s { second }", files: files
      ).count == 1)
  }

  @Test("two libraries may leave out the same property of a third; one may not do so twice")
  func sharedWithout() {
    let rest = "library Rest\nuse \"tray.tray\" { without many }"
    let files = Self.files.merging(["a.tray": rest, "b.tray": rest]) { $1 }
    #expect(mistakes("use \"a.tray\"\nuse \"b.tray\"", files: files).isEmpty)
    #expect(
      mistakes("use \"tray.tray\" { without many; without many }")
        == ["test.tray:2:41 duplicate-name note test.tray:2:27"])
  }

  @Test("two that do not know of each other agree, or the file that uses both says which it is")
  func agreement() throws {
    func files(_ first: String, _ second: String) -> [String: String] {
      Self.files.merging([
        "a.tray": "library A\nuse \"tray.tray\" { \(first) }",
        "b.tray": "library B\nuse \"tray.tray\" { \(second) }",
      ]) { $1 }
    }
    let both = "use \"a.tray\"\nuse \"b.tray\""
    #expect(
      mistakes(both, files: files("room = 1", "room = 3")) == [
        "b.tray:2:19 conflicting-replacement note a.tray:2:19"
      ])
    #expect(
      mistakes(both, files: files("let loud = true", "let loud = false"))
        == ["b.tray:2:23 conflicting-replacement note a.tray:2:23"])
    #expect(mistakes(both, files: files("room = 1", "room = 1")).isEmpty)
    let chosen = both + "\nuse \"tray.tray\" { room = 3 }"
    let spec = try found(chosen, files: files("room = 1", "room = 2"))
    #expect(spec.spec.params.map { $0.type.text($0.value) } == ["3"])
    #expect(
      mistakes("use \"tray.tray\" { room = 1 }\nuse \"tray.tray\" { room = 2 }")
        == ["test.tray:3:19 conflicting-replacement note test.tray:2:19"])
  }

  @Test("a rule that is added sees the names of its event, and none of them is another one's")
  func namesOfEvents() {
    #expect(
      mistakes("use \"tray.tray\"\nvar id = true\nrule receive.more when id in tray { }")
        == ["test.tray:4:24 shadowing note test.tray:3:5 note tray.tray:9:12"])
    #expect(
      mistakes(
        "use \"tray.tray\"\nvar other = true\nrule receive.more when other && id in tray { }")
        == [])
  }

  @Test("names that clash, what cannot be replaced, set or read is told with both places")
  func refused() {
    #expect(
      mistakes("use \"tray.tray\"\nvar tray = 1") == [
        "test.tray:3:5 duplicate-name note tray.tray:5:5"
      ])
    #expect(
      mistakes("use \"tray.tray\" { on receive(id: ID) when true }")
        == ["test.tray:2:22 not-open note tray.tray:9:1"])
    #expect(
      mistakes("use \"tray.tray\" { rule receive.show when true { } }")
        == ["test.tray:2:32 not-open note tray.tray:11:3"])
    #expect(
      mistakes("use \"tray.tray\"\nworld w { without rule receive.show }\nparam room = 1").contains(
        "test.tray:4:7 duplicate-name note tray.tray:3:7"))
    #expect(
      mistakes("use \"tray.tray\" { room = 4 }") == [
        "test.tray:2:26 out-of-bounds note tray.tray:3:7"
      ])
    #expect(
      mistakes("param own = 1\nuse \"tray.tray\" { own = 4 }") == [
        "test.tray:3:19 own-declaration note test.tray:2:7"
      ])
    #expect(mistakes("use \"tray.tray\" { without mani }") == ["test.tray:2:27 unknown-property"])
    #expect(
      mistakes("use \"tray.tray\" { without own }\ninvariant own { true }")
        == ["test.tray:2:27 not-open note test.tray:3:1"])
    #expect(
      mistakes("use \"tray.tray\"\nrule receive.full when true { }")
        == ["test.tray:3:14 duplicate-name note tray.tray:10:13"])
    #expect(
      mistakes("on go { rule a { } }\nrule go.b { }") == [
        "test.tray:3:6 own-declaration note test.tray:2:4"
      ])
    #expect(mistakes("use \"none.tray\"") == ["test.tray:2:5 unusable-file"])
    #expect(mistakes("use \"/tray.tray\"\nuse \"tray.txt\"\nuse \"\"").count == 3)
    #expect(mistakes("use tray") == ["test.tray:2:5 syntax"])
    #expect(mistakes("open let x = 1") == ["test.tray:2:1 not-open"])
    #expect(
      mistakes("use \"a.tray\"", files: ["a.tray": "spec A\nvar x = true"])
        == ["test.tray:2:5 not-library note a.tray:1:6"])
    #expect(
      mistakes("use \"a.tray\"", files: ["a.tray": "library A\nvar x = y"]) == [
        "a.tray:2:9 unknown-name"
      ])
  }

  @Test("files that use one another are told with each place")
  func cycles() {
    let files = [
      "a.tray": "library A\nuse \"b/b.tray\"", "b/b.tray": "library B\nuse \"../a.tray\"",
    ]
    #expect(mistakes("use \"a.tray\"", files: files) == ["b/b.tray:2:5 use-cycle note a.tray:2:5"])
    #expect(
      mistakes("use \"a.tray\"", files: ["a.tray": "library A\nuse \"test.tray\""])
        == ["a.tray:2:5 use-cycle note test.tray:2:5"])
    #expect(mistakes("use \"test.tray\"", files: [:]) == ["test.tray:2:5 use-cycle"])
  }

  @Test("however many files use one another, there is an end")
  func deep() {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<200).map {
        ("f\($0).tray", "library F\($0)\nuse \"f\($0 + 1).tray\"")
      })
    let found = mistakes("use \"f0.tray\"", files: files)
    #expect(found.count == 1 && found[0].hasSuffix(" unusable-file"), "\(found)")
  }
}
