import Foundation
import TestSupport
import Testing
import TrayKit

/// How what holds is met.
@Suite("Witnesses") struct WitnessTests {
  private static let spec = """
    spec Lamp
    var lit = false
    var dim = false
    var level: 0...2 = 0
    on press { lit = !lit }
    on turn when lit { dim = !dim }
    on raise when lit && level < 2 { level += 1 }
    on lower when level == 2 { level = 0 }
    invariant upWhenLit { level <= 2 && (dim implies dim) }
    invariant dimOrLow { dim || level < 3 }
    invariant low { level != 2 || level > 1 && (lit || !lit) }
    transition turnKeepsLight after turn { unchanged(lit) }
    transition pressKeepsDim after press where dim { dim }
    reachable dimmed { dim }
    reachable atLevel(n: 0...2) { level == n }
    possible goesOut { level == 0 && !lit }

    """

  private func outcome(
    _ names: [String], of text: String = spec, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "l.tray")])
    request.counterexampleFolder = nil
    request.wantsTraces = false
    request.witnesses = names
    change(&request)
    return try SynchronousAPI.check(request)
  }

  private func text(_ names: [String]) throws -> String {
    try outcome(names).rendered(as: .text)
  }

  /// What happens in the trace of a property.
  private func steps(_ name: String, in text: String) throws -> [String] {
    let path = try #require(text.split(separator: "\(name):").dropFirst().first)
      .split(separator: "    ✓ ")[0]
    return path.matches(of: /\n +[0-9]+  (\w+)/).map { String($0.output.1) }
  }

  @Test("a transition shows a shortest path to a step that it is about, and how many there are")
  func transition() throws {
    let text = try text(["pressKeepsDim"])
    #expect(text.contains("pressKeepsDim: holds in all 6 such steps, of 26 in all"))
    #expect(try steps("pressKeepsDim", in: text) == ["press", "turn", "press"])
  }

  @Test("what is possible shows the longest of the shortest ways, and where it begins")
  func possible() throws {
    let text = try text(["goesOut"])
    #expect(
      text.inOneLine.contains(
        "goesOut: can be reached from every reachable state, in at most 4 steps"))
    #expect(text.contains("→  the way begins here"))
    let steps = try steps("goesOut", in: text)
    #expect(steps == ["press", "raise", "press", "press", "raise", "press", "lower"])
  }

  @Test("only what was asked for is shown, and a name that nothing has is refused")
  func chosen() throws {
    #expect(try text(["dimmed"]).matches(of: /start:/).count == 1)
    #expect(try text([]).matches(of: /start:/).isEmpty)
    #expect(throws: RequestError.self) { try text(["dimed"]) }
  }

  @Test("a name stands for all properties of a family, or for one of them")
  func families() throws {
    let all = try text(["atLevel"])
    #expect(all.matches(of: /start:/).count == 3)
    let one = try text(["atLevel(n: 2)"])
    #expect(one.matches(of: /start:/).count == 1)
    #expect(try steps("atLevel(n: 2)", in: one) == ["press", "raise", "raise"])
  }

  @Test("where nothing shows it that is asked for, that is told")
  func nothing() throws {
    #expect(try text(["upWhenLit"]).contains("nothing was found that shows it"))
    #expect(
      try outcome(["upWhenLit"]).rendered(as: .scenario)
        == "// upWhenLit, world default: nothing was found that shows how it holds\n")
  }

  // MARK: Announced and missing

  private static let announcing = """
    spec Door
    var open = false
    var locked = false
    on push when !locked { open = !open }
    on lock when !open { locked = !locked }
    invariant shutWhenLocked { locked implies !open }
    transition pushOpens after push { unchanged(locked) }
    reachable lockedOnce { locked }
    reachable each(b: Bool) { open == b }
    possible opens { open }
    eventually settles whenever open && locked { !open }
    eventually unlocks whenever locked { !locked }
    fair on lock
    world hopes {} violates shutWhenLocked, pushOpens, lockedOnce, each, opens, unlocks

    """

  @Test("what a world announces and does not happen is shown as it is, in every report")
  func announced() throws {
    let outcome = try outcome([], of: Self.announcing)
    #expect(outcome.status == .violation)
    let text = outcome.text(isVerbose: true)
    let world = try #require(text.split(separator: "world hopes").last.map(String.init))
    for (name, expected) in [
      "shutWhenLocked": 1, "pushOpens": 1, "lockedOnce": 1, "each(b: false)": 0, "each(b: true)": 1,
    ] {
      let part = try #require(world.split(separator: "\(name):").dropFirst().first)
      let own = part.split(separator: "    ✗ ")[0].split(separator: "    ✓ ")[0]
      #expect(own.contains("start:"), "\(name)")
      #expect(own.matches(of: /\n +[0-9]+  \w+/).count == expected, "\(name)\n\(own)")
    }
    #expect(world.contains("one change away: it would be violated here if"))
    #expect(!text.split(separator: "world hopes")[0].contains("start:"))
    for format in [
      CheckOutcome.Format.junit, .tap, .sarif, .annotations, .markdown,
    ] {
      let report = try outcome.rendered(as: format)
      #expect(report.contains("one change away"), "\(format)")
      #expect(report.matches(of: /the way begins here/).count == 2, "\(format)")
    }
  }

  @Test("where the world is right nothing of it is shown")
  func right() throws {
    let text = """
      spec S
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      transition grows after up { n < 3 }
      terminal { n == 3 }
      world w {} violates grows
      """
    let world = try #require(try outcome([], of: text).specs.first?.worlds.last)
    #expect(world.status == .success && world.properties.allSatisfy { $0.trace == nil })
  }

  // MARK: Reports

  @Test("every report shows what was asked for by name, and stays green")
  func reports() throws {
    let outcome = try outcome(["goesOut", "atLevel"])
    #expect(outcome.status == .success)
    for format in [CheckOutcome.Format.junit, .tap, .sarif, .annotations, .markdown] {
      let text = try outcome.rendered(as: format)
      #expect(text.contains("in at most 4 steps"), "\(format)")
      #expect(text.contains("the way begins here"), "\(format)")
      #expect(text.contains("reached after 3 steps"), "\(format)")
      let without = try self.outcome([]).rendered(as: format)
      #expect(!without.contains("start:"), "\(format)")
    }
    #expect(!JUnitReader(try outcome.rendered(as: .junit)).isRed)
    #expect(
      try outcome.rendered(as: .annotations).split(separator: "\n").allSatisfy {
        $0.hasPrefix("::notice ")
      })
    #expect(try outcome.rendered(as: .sarif).contains(#""kind" : "pass""#))
    #expect(!(try outcome.rendered(as: .codeQuality).contains("the way begins here")))
  }

  @Test("results have the length of the way, its values, and the change")
  func data() throws {
    let outcome = try outcome([], of: Self.announcing, { $0.wantsTraces = true })
    let properties = try #require(outcome.specs.first?.worlds.first?.properties)
    func property(_ name: String) throws -> WorldVerdict.Property {
      try #require(properties.first { $0.name == name })
    }
    #expect(try property("opens").wayLength == 2)
    #expect(try property("opens").trace?.way == 1)
    #expect(try property("each(b: true)").family == "each")
    let change = try #require(try property("shutWhenLocked").nearestChange)
    #expect(["open", "locked"].contains(change.place) && change.new == "true")
    #expect(try property("unlocks").wayLength == 1)
    #expect(try property("settles").trace == nil)
  }

  @Test("what comes from the cache shows the same")
  func cached() throws {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.spec, to: "l.tray")])
    request.counterexampleFolder = nil
    request.wantsTraces = false
    request.cacheFolder = "\(folder.url.path)/cache"
    _ = try SynchronousAPI.check(request)
    request.witnesses = ["goesOut"]
    let outcome = try SynchronousAPI.check(request)
    #expect(outcome.specs[0].worlds[0].isCached == true)
    #expect(try outcome.rendered(as: .text).contains("the way begins here"))
    #expect(try outcome.rendered(as: .scenario).contains("scenario goesOutWitness {"))
  }
}
