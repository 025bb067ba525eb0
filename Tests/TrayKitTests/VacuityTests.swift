import Foundation
import TestSupport
import Testing
import TrayKit

/// Properties that hold only because they are vacuous.
@Suite("Green for nothing") struct VacuityTests {
  private static let spec = """
    spec Dial
    param top: 0...9 = 2
    signal turned(to: 0...2)
    var on = false
    enum Way { up, by(0...2) }
    var way: Way = .up
    on turn(to: 0...top) { on = !on }
    on never when false { on = false }
    invariant fine { true }

    """

  private func outcome(
    _ declarations: String, _ change: (inout CheckRequest) -> Void = { _ in }
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(Self.spec + declarations, to: "d.tray")])
    request.counterexampleFolder = nil
    change(&request)
    return try request.outcome()
  }

  @Test(
    "a pattern that no value fits is an error",
    arguments: [
      "transition t after turn(to: 10) { on }", "transition t after turn(to: 11...12) { on }",
      "transition t after never, turn(to: 4..<3) { on }",
      "transition t after turn { !emitted(turned(to: 3)) }", "invariant i { !(way is .by(3)) }",
      "func f() -> Bool { if case .by(4...5) = way { true } else { false } }",
      "on go { switch way { case .by(7): on = true; default: on = false } }",
    ])
  func impossible(_ declaration: String) throws {
    let outcome = try outcome(declaration + "\nworld most { top = 9 }\n")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("this pattern never matches"))
  }

  @Test("a pattern that fits in one world only is no mistake, and asks something")
  func possibleElsewhere() throws {
    let text = "transition t after turn(to: 5) { true }\nworld wide { top = 6 }\n"
    let outcome = try outcome(text)
    #expect(outcome.status == .success)
    #expect(!outcome.text(isQuiet: true).contains("about nothing"))
    #expect(try self.outcome(text) { $0.settings = [TraySetting("top", "3")] }.status == .success)
  }

  @Test(
    "what is about nothing that happens is counted in each report",
    arguments: [
      "transition t after never { on }", "transition t after turn where false { on }",
      "eventually t whenever on && !on { on }", "eventually t { !on || way == .up }",
      "eventually t(k: 0...1) within 2 steps { !on && k < 2 }",
    ])
  func counted(_ declaration: String) throws {
    let outcome = try outcome(declaration)
    #expect(outcome.status == .success)
    #expect(outcome.text(isQuiet: true).contains("1 property about nothing"))
    let aside = "'t' is about nothing"
    #expect(outcome.text().contains(aside))
    #expect(try outcome.rendered(as: .json).contains(aside))
    #expect(try outcome.rendered(as: .jsonl).contains(aside))
    #expect(try outcome.rendered(as: .tap).contains(aside))
    #expect(try outcome.rendered(as: .sarif).contains(aside))
    #expect(try outcome.rendered(as: .annotations).contains(aside))
    #expect(try outcome.rendered(as: .junit).contains("\"about-nothing\" value=\"t\""))
    #expect(try outcome.rendered(as: .markdown).contains("1 property about nothing"))
  }

  @Test("patterns of steps that earlier ones take are told")
  func repeated() throws {
    for list in ["turn, turn(to: 1)", "turn(to: 1), turn(to: 1)", "any, never"] {
      let text = try outcome("transition t after \(list) { true }").diagnostics()
      #expect(text.contains("warning: this event never applies"), "\(list)")
    }
    let text = try outcome("transition t after turn(to: 1), turn { true }").diagnostics()
    #expect(text.isEmpty)
  }

  @Test("a world in which nothing is asked is not decided")
  func nothingAsked() throws {
    let text = "world w { } walks 5 steps 5\neventually e { true }\n"
    let bare = Self.spec.replacing("invariant fine { true }", with: "")
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(bare + text, to: "d.tray")])
    request.counterexampleFolder = nil
    #expect(try request.outcome().status == .inconclusive)
    request.allowances = [.noProperties]
    let allowed = try request.outcome()
    #expect(allowed.status == .success)
    #expect(allowed.text().contains("allowances.no-properties: 1 world has no properties"))
    #expect(try outcome(text).status == .success)
  }

  @Test("errors are not lost behind many warnings")
  func manyWarnings() throws {
    let warned = (0..<120).map { "transition t\($0) after turn, turn { true }\n" }.joined()
    #expect(try outcome(warned + "invariant last { onn }\n").status == .specError)
  }
}

/// Scenarios under constants from outside.
@Suite("Scenarios that are not possible") struct ImpossibleScenarioTests {
  private static let spec = """
    spec Names
    symmetric ID(2)
    var last: ID? = nil
    on show(id: ID) { last = id }
    reachable shown { last != nil }
    scenario second { show(id: ID#2); expect last == ID#2 }
    scenario first in night { show(id: ID#1) }
    world night { }

    """

  private func outcome(
    _ settings: [(String, String)], worlds: [String] = [], spec: String = spec
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(spec, to: "n.tray")])
    request.counterexampleFolder = nil
    request.settings = settings.map(TraySetting.init)
    request.worlds = worlds
    return try request.outcome()
  }

  @Test("only the scenario is left out that names what is not there, and it is counted")
  func leftOut() throws {
    let outcome = try outcome([("ID", "1")])
    #expect(outcome.status == .success)
    #expect(
      outcome.text().contains("scenario second: not possible in this world: there is no 'ID#2'"))
    #expect(outcome.text().contains("scenario first: passes"))
    #expect(outcome.text(isQuiet: true).contains("1 scenario not possible"))
  }

  @Test("settings say nothing of worlds that are not checked")
  func otherWorlds() throws {
    #expect(try outcome([("ID", "1")], worlds: ["night"]).status == .success)
    #expect(try outcome([("ID", "0")], worlds: ["default"]).status == .violation)
  }

  @Test("what is no scenario in any world is an error, whatever is set")
  func nowhere() throws {
    for text in ["ID#3", "nobody"] {
      let spec = Self.spec.replacing("show(id: ID#2)", with: "show(id: \(text))")
      #expect(try outcome([], spec: spec).status == .specError)
      #expect(try outcome([("ID", "1")], spec: spec).status == .specError)
    }
  }
}
