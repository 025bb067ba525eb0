import Basics
import Semantics
import Testing

@testable import TrayKit

/// The order in which a text is checked in its worlds.
@Suite struct CompiledSpecTests {
  private static func text(base: String, world: String) -> String {
    """
    spec A
    param most = 2
    var count: 0...3 = 0
    on up when count < most { count = \(base) }
    invariant few { count <= most }
    world other { on up when count < most { count = \(world) } }
    world third { most = 1 }
    """
  }

  /// The worlds that are checked, and the messages of the errors.
  private static func check(
    base: String, world: String, notesNames: Bool = false, notesAllNames: Bool = false
  ) -> (worlds: [String], messages: [String], compiled: CompiledSpec) {
    var worlds: [String] = []
    let compiled = CompiledSpec(
      SourceFile(path: "a.tray", text: text(base: base, world: world)), settings: [],
      limits: .init(), notesNames: notesNames, notesAllNames: notesAllNames,
      deadline: { _, world, _ in
        if worlds.last != world { worlds.append(world) }
        return Deadline()
      })
    return (worlds, compiled.sink.inTextOrder.map(\.message), compiled)
  }

  @Test("a text with errors is checked once, and in its worlds only if it has none")
  func once() {
    let broken = Self.check(base: "cuont", world: "cnt")
    #expect(broken.worlds == ["default"])
    #expect(broken.messages == ["there is no name 'cuont'"])
    let clean = Self.check(base: "count + 1", world: "cnt")
    #expect(clean.worlds == ["default", "other", "third"])
    #expect(clean.messages == ["there is no name 'cnt' (in the world 'other')"])
  }

  @Test("names in worlds are known in a text with errors as well")
  func names() {
    let broken = Self.check(
      base: "cuont", world: "count", notesNames: true, notesAllNames: true)
    #expect(broken.messages == ["there is no name 'cuont'"])
    let some = Self.check(base: "cuont", world: "count", notesNames: true)
    #expect(some.worlds == ["default"])
    let place = broken.compiled.references.places.last { broken.compiled.file.text($0) == "count" }
    let world = broken.compiled.syntax.worlds.first?.name.range
    #expect(place.map(\.start) ?? 0 > world?.start ?? .max)
  }

  @Test(
    "a world that replaces a fair event or rule by one that is not is warned of, unless it violates an eventually",
    arguments: [
      ("on arrive when flight { shown = true }", "", "fair on arrive"),
      ("fair on arrive when flight { shown = true }", "", nil),
      ("strongly fair on arrive when flight { shown = true }", "", nil),
      ("on arrive when flight { shown = true }", " violates comes", nil),
      ("on arrive when flight { shown = true }", " violates few", "fair on arrive"),
      ("rule clear.slow when shown { shown = false }", "", "strongly fair rule clear.slow"),
    ])
  func lostFairness(_ change: String, _ end: String, _ help: String?) throws {
    let compiled = CompiledSpec(
      SourceFile(
        path: "a.tray",
        text: """
          spec A
          var flight: Bool = false
          var shown: Bool = false
          on send { flight = true }
          fair on arrive when flight { flight = false; shown = true }
          on clear { strongly fair rule slow when shown { shown = false } otherwise rest { } }
          eventually comes whenever flight { shown }
          invariant few { true || flight }
          world other { \(change) }\(end)
          """),
      settings: [], limits: .init(), deadline: { _, _, _ in Deadline() })
    let warnings = compiled.sink.inTextOrder.filter { $0.code == .lostFairness }
    #expect(warnings.flatMap(\.fixes) == (help.map { ["write '\($0)'"] } ?? []))
    #expect(!compiled.sink.hasErrors)
  }
}
