import TestSupport
import Testing
import TrayKit

/// How what holds is met.
@Suite("Witnesses") struct WitnessTests {
  private static let spec = """
    spec Lamp
    var lit = false
    var dim = false
    on press { lit = !lit }
    on turn when lit { dim = !dim }
    invariant dimIsLit { dim implies dim }
    transition turnKeepsLight after turn { unchanged(lit) }
    transition pressKeepsDim after press where dim { dim }
    reachable dimmed { dim }

    """

  private func text(_ names: [String]) throws -> String {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.spec, to: "l.tray")])
    request.counterexampleFolder = nil
    request.witnesses = names
    return try Blocking.check(request).rendered(as: .text)
  }

  @Test("a transition shows a shortest path to a step that it is about, and how many there are")
  func transition() throws {
    let text = try text(["pressKeepsDim"])
    #expect(text.contains("pressKeepsDim: holds in all 2 such steps, of 6 in all"))
    let path = text.split(separator: "pressKeepsDim")[1].split(separator: "reachable")[0]
    let steps = path.matches(of: /\n +[0-9]+  (\w+)/).map { String($0.output.1) }
    #expect(steps == ["press", "turn", "press"])
  }

  @Test("only what was asked for is shown, and a name that nothing has is refused")
  func chosen() throws {
    #expect(try text(["dimmed"]).matches(of: /start:/).count == 1)
    #expect(throws: RequestError.self) { try text(["dimed"]) }
  }
}
