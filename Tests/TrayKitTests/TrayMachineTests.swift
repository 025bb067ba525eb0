import TestSupport
import Testing
import TrayKit

/// A machine that a program steps through.
@Suite struct TrayMachineTests {
  private static let text = """
    spec Bell
    symmetric Ring(2)
    enum Mode { quiet, loud(level: 1...3) }
    struct Card { mode: Mode, owner: Ring? = nil }
    param top: 1...3 = 2
    var count: 0...3 = 0
    var card: Card = Card(mode: .loud(level: 3))
    var seen: Set<Ring> = []
    var last: Map<Bool, Ring> = [:]
    var order: List<0...2, 2> = [2, 1]
    var timer: Timer<4> = .off
    signal rang(who: Ring)
    on ring(who: Ring) when count < top {
      rule first when !seen.contains(who) {
        count += 1
        insert who into seen
        emit rang(who: who)
      }
      rule again when seen.contains(who) && count < 2 { count += 1; last[true] = who }
    }
    on burst { count = 3 / count; start timer for 4 }
    invariant few { count < 2 }
    reachable many { 6 / count == 3 }
    transition grows after ring { count == old(count) + 1 }
    eventually calm { count == 0 }
    world one { top = 1 }
    """

  private enum Mode: String, TrayRepresentable { case quiet, loud }

  private func machine(
    _ settings: [TraySetting] = [], world: String = "default"
  ) throws -> TrayMachine {
    try TraySpec(Self.text).machine(world: world, settings: settings)
  }

  @Test("begins where a run can begin, and tells what can happen with which values")
  func steps() throws {
    let machine = try machine()
    let start = try #require(machine.initialStates.first)
    #expect(machine.initialStates.count == 1 && machine.events == ["ring", "burst", "tick"])
    let successors = machine.successors(of: start)
    #expect(successors.steps.map(\.description) == ["ring(who: Ring#1)", "ring(who: Ring#2)"])
    #expect(successors.problems.map(\.kind) == [.fault])
    #expect(successors.problems[0].event == "burst")
    #expect(successors.problems[0].message == "division by zero (line 21)")
    let step = successors.steps[1]
    #expect(step.event == "ring" && step.rule == "first" && step.signals == ["rang(who: Ring#2)"])
    #expect(step.arguments.map(\.name) == ["who"] && step.arguments[0].value.name == "Ring#2")
    #expect(step.state["count", as: Int.self] == 1 && start["count"]?.int == 0)
    #expect(step.state != start && step.state["seen", as: Set<String>.self] == ["Ring#2"])
  }

  @Test("tells gaps between rules")
  func gap() throws {
    let machine = try machine([TraySetting("top", "3")])
    var state = machine.initialStates[0]
    for _ in 1...2 { state = try #require(machine.successors(of: state).steps.first).state }
    let gaps = machine.successors(of: state).problems.filter { $0.kind == .gap }
    #expect(gaps.map(\.event) == ["ring(who: Ring#1)"])
  }

  @Test("has values that are values of Swift")
  func values() throws {
    let machine = try machine()
    let start = machine.initialStates[0]
    #expect(start["card"]?["mode"]?.name == "loud")
    #expect(start["card"]?["mode"].flatMap(Mode.init) == .loud)
    #expect(start["card"]?["mode"]?["level"]?.int == 3)
    #expect(start["card"]?["owner"]?.isNil == true)
    #expect(start["card"]?.fields.map(\.name) == ["mode", "owner"])
    #expect(start["order", as: [Int].self] == [2, 1] && start["order", as: [Bool].self] == nil)
    #expect(start["last", as: [Bool: String].self] == [:] && start["seen"]?.elements == [])
    #expect(start["timer"]?.unitsUntilDue == nil && start["nothing"] == nil)
    #expect(start["count", as: Bool.self] == nil && start["count", as: Int?.self] == .some(0))
    #expect(start["card"]?.description == "Card(mode: .loud(level: 3), owner: nil)")
    #expect(start.description.hasPrefix("count = 0\ncard = Card("))
    let ring = try #require(machine.successors(of: start).steps.first).state
    let state = try #require(machine.successors(of: ring).steps.last { $0.event == "burst" }).state
    #expect(state["timer"]?.unitsUntilDue == 4)
    let again = try #require(machine.successors(of: ring).steps.first { $0.rule == "again" }).state
    #expect(again["last", as: [Bool: String].self] == [true: "Ring#1"])
    #expect(again["last"]?.entries?.first?.key.bool == true)
  }

  @Test("tells whether a property is true of a state, or of a step")
  func properties() throws {
    let machine = try machine()
    let start = machine.initialStates[0]
    let step = try #require(machine.successors(of: start).steps.first)
    #expect(try machine.holds("few", in: start))
    #expect(try machine.holds("grows", of: step, from: start) == true)
    let burst = try #require(machine.successors(of: step.state).steps.first { $0.event == "burst" })
    #expect(try machine.holds("grows", of: burst, from: step.state) == nil)
    #expect(try !machine.holds("few", in: burst.state))
    func reason(_ body: () throws(EvaluationError) -> Void) -> String {
      do {
        try body()
        return ""
      } catch {
        return error.description
      }
    }
    #expect(
      reason { () throws(EvaluationError) in _ = try machine.holds("many", in: start) }
        == "division by zero (line 23)")
    #expect(
      reason { () throws(EvaluationError) in _ = try machine.holds("calm", in: start) }
        == "'calm' says nothing of a single state")
    #expect(
      reason { () throws(EvaluationError) in _ = try machine.holds("fewer", in: start) }
        == "there is no property 'fewer'; did you mean 'few'?")
    #expect(
      reason { () throws(EvaluationError) in
        _ = try machine.holds("few", of: step, from: start)
      } == "'few' says nothing of a single step")
  }

  @Test("takes a limit of the tool for no fault: nobody knows what is behind it")
  func limit() throws {
    let machine = try TraySpec(
      """
      spec Wide
      var a: 0...999 = 0
      on go { choose x in 0...999; choose y in 0...999 where x < y; a = y }
      on stay { a = 0 }
      """
    ).machine()
    let successors = machine.successors(of: machine.initialStates[0])
    #expect(successors.limit == "one step has more than 65536 outcomes (line 3)")
    #expect(successors.problems.isEmpty && successors.steps.map(\.event) == ["stay"])
    let exact = try self.machine()
    #expect(exact.successors(of: exact.initialStates[0]).limit == nil)
  }

  @Test("visits the states that a check visits")
  func agrees() async throws {
    let text = Self.text.replacing("on burst { count", with: "on burst when count > 0 { count")
      .replacing("&& count < 2 {", with: "&& count < 3 {")
    let machine = try TraySpec(text).machine()
    var seen = Set(machine.initialStates)
    var frontier = machine.initialStates
    while let state = frontier.popLast() {
      for step in machine.successors(of: state).steps where seen.insert(step.state).inserted {
        frontier.append(step.state)
      }
    }
    let folder = try ScratchFolder()
    var request = CheckRequest(paths: [try folder.write(text, to: "bell.tray")])
    request.worlds = ["default"]
    let outcome = try await Traycheck.run(request)
    #expect(outcome.specs[0].worlds[0].statistics.states == seen.count && seen.count > 20)
  }

  @Test("is refused with the places of mistakes, or the nearest name")
  func mistakes() throws {
    let broken = #expect(throws: SpecError.self) {
      try TraySpec("spec A\nvar a: Bool = 1", path: "a.tray")
    }
    #expect(broken?.diagnostics.map(\.place.line) == [2])
    #expect(broken?.description.hasPrefix("a.tray:2:15: error: ") == true)
    let gone = #expect(throws: SpecError.self) { try TraySpec(contentsOf: "/nowhere.tray") }
    #expect(gone?.description == "/nowhere.tray: error: there is no such file or folder\n")
    let world = #expect(throws: SpecError.self) { try machine(world: "on") }
    #expect(world?.description == "Bell has no world 'on'; did you mean 'one'?")
    let param = #expect(throws: SpecError.self) { try machine([TraySetting("tap", "1")]) }
    #expect(param?.description.contains("did you mean 'top'?") == true)
    #expect(throws: SpecError.self) { try machine([TraySetting("top", "9")]) }
    #expect(throws: SpecError.self) { try machine([TraySetting("top", "(")]) }
  }
}
