import TestSupport
import Testing
import TrayKit

/// What is the same in several worlds is told once, and nothing else is.
@Suite struct FoldTests {
  private static let spec = """
    spec Fold
    param n: 1...2 = 2
    var x: 0...2 = 0
    on up when x < n { x += 1 }
    invariant noP { x < 1 }
    invariant noQ { x < 2 }
    terminal { x == n }
    world small { n = 1 }
    world other { n = 2 }
    world known { n = 2; violates noP, noQ }
    """

  private func text(_ change: (inout ReportStyle) -> Void = { _ in }) async throws -> String {
    let folder = try ScratchFolder()
    try folder.write(Self.spec, to: "fold.tray")
    let lamp = "var lit = false\non press { lit = !lit }\nreachable bright { lit }\n"
    try folder.write("spec Lamp\n\(lamp)", to: "lamp.tray")
    let outcome = try await Traycheck.check(CheckRequest(paths: [folder.url.path]))
    var style = ReportStyle()
    change(&style)
    return try outcome.rendered(as: .text, style)
  }

  @Test("a world in which all is as in another one is a name, one in which less is wrong is not")
  func worlds() async throws {
    let text = try await text()
    #expect(text.contains("✗ as in default, so in the world other\n"))
    #expect(text.contains("  world small  n = 1\n"))
    #expect(text.contains("    noP: the same as in the world default\n"))
    #expect(text.contains("✓ 1 world passes"))
    #expect(text.contains("✗ Fold/default and 1 other world: violated: noP, noQ"))
    #expect(text.contains("✗ Fold/small: violated: noP\n"))
    #expect(text.components(separatedBy: "1  up").count == 3)
    #expect(text.contains("✓ Lamp  ") && text.contains("1 property in 1 world, 2 states"))
  }

  @Test("what is verbose tells every world, and a trace once where all of it is the same")
  func verbose() async throws {
    let text = try await text { $0.isVerbose = true }
    for world in ["default", "small", "other", "known"] {
      #expect(text.contains("  world \(world)"))
    }
    #expect(text.contains("    noQ: the same as in the world default\n"))
  }
}
