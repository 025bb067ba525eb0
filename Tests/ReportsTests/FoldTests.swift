import TestSupport
import Testing
import TrayKit

/// Equal results of several worlds are reported once, and no others are.
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
    let outcome = try await Traycheck.run(CheckRequest(paths: [folder.url.path]))
    var style = ReportStyle()
    change(&style)
    return try outcome.rendered(as: .text, style)
  }

  @Test("failures of one event have one trace, with the worlds in which they show and the others")
  func causes() async throws {
    let text = try await text()
    #expect(text.components(separatedBy: "1  up").count == 2, "\(text)")
    #expect(text.contains("  also    fails in 2 other worlds: small, other; known expects it\n"))
    #expect(text.contains("          ✗ noQ (line 6), after 2 steps: noQ is violated\n"))
    #expect(text.contains("✗ Failed: 2 properties of 3 checked"))
    #expect(text.contains("✓ Lamp") && text.contains("1 property"))
  }

  @Test("no line of a report that fails is longer than 80 columns")
  func columns() async throws {
    let lines = try await text().split(separator: "\n").filter { !$0.hasPrefix("  next") }
    #expect(lines.filter { $0.count > 80 && !$0.contains("fold.tray") } == [])
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
