import Semantics
import TestSupport
import Testing
import TrayKit

/// The interactive simulator in the library.
@Suite struct ExplorationTests {
  private static let text = """
    spec Queue
    enum Kind { info, mention(by: 1...3) }
    struct Card { kind: Kind, read: Bool = false }
    var tray: List<Card, 2> = []
    var all: Table<1...3, 0...2> = 0
    on receive(by: 1...3, loud: Bool) when tray.count < 2 {
      append Card(kind: .mention(by: by)) to tray
      all[by] += 1
    }
    on read when !tray.isEmpty { choose i in tray.indices; tray[i].read = true }
    on clear { tray = []; all = 0 }
    invariant short { tray.count < 2 }
    possible empty { tray.isEmpty }
    """

  private func exploration(seed: UInt64 = 0) throws -> Exploration {
    try Exploration(TraySpec(Self.text), seed: seed)
  }

  @Test("ways that come to the same are one step, or each for itself")
  func ways() throws {
    var exploration = try exploration()
    let scene = exploration.scene()
    #expect(
      scene.steps.map(\.title) == [
        "receive(by: 1, loud: any)", "receive(by: 2, loud: any)", "receive(by: 3, loud: any)",
        "clear",
      ])
    exploration.isGrouped = false
    #expect(exploration.scene().steps.count == 7)
  }

  @Test("values are told with their parts, and what the last step changed is marked to the leaf")
  func parts() throws {
    var exploration = try exploration()
    exploration.take(0)
    let tray = try #require(exploration.scene().variables.first)
    #expect(tray.isChanged && tray.parts.map(\.name) == ["[0]"])
    #expect(tray.parts[0].parts.map(\.name) == ["kind", "read"])
    let all = exploration.scene().variables[1]
    #expect(all.parts.map(\.isChanged) == [true, false, false])
    let isRead = exploration.take(event: "read")
    #expect(isRead)
    let read = exploration.scene().variables[0].parts[0].parts
    #expect(read.map(\.isChanged) == [false, true])
  }

  @Test("the path ahead stays until another step is taken")
  func ahead() throws {
    var exploration = try exploration()
    for place in [0, 1] { exploration.take(place) }
    exploration.move(by: -2)
    #expect(exploration.position == 0 && exploration.length == 2)
    exploration.take(0)
    #expect(exploration.position == 1 && exploration.length == 2)
    exploration.move(by: -1)
    exploration.take(3)
    #expect(exploration.position == 1 && exploration.length == 1)
  }

  @Test("every step that is shown is one of the machine's, on random ways of every spec")
  func machine() throws {
    let spec = try TraySpec(Self.text)
    let machine = try spec.machine()
    for seed in 0..<10 as Range<UInt64> {
      var exploration = try Exploration(spec, seed: seed)
      exploration.isGrouped = false
      var state = machine.initialStates[0]
      for _ in 0..<20 {
        let steps = machine.successors(of: state).steps
        let titles = exploration.scene().steps.map(\.title)
        #expect(titles == steps.map(\.description))
        let place = Int(seed * 7 + 3) % steps.count
        exploration.take(place)
        state = steps[place].state
        #expect(
          exploration.scene().variables.map { "\($0.name) = \($0.value)" }
            == state.variables.map { "\($0.name) = \($0.value)" })
      }
    }
  }

  @Test("a search goes the shortest way to another such state, and is given up when it is told so")
  func found() throws {
    var exploration = try exploration()
    let lengths = [
      try exploration.find("tray.count == 2"), try exploration.find("tray.count == 2"),
    ]
    #expect(lengths == [2, 1])
    #expect(exploration.position == 3 && exploration.scene().steps.count > 1)
    for condition in ["tray.count", "} world x {", ""] {
      #expect(throws: Exploration.SearchError.self) { _ = try exploration.find(condition) }
    }
    #expect(throws: Exploration.SearchError.self) {
      _ = try exploration.find("all[1] == 2 && tray.count == 2", isCancelled: { true })
    }
  }

  @Test("each property has a status in each state of a trace")
  func timeline() throws {
    let spec = try SpecText.checked(
      """
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on down when n > 0 { n -= 1 }
      invariant low { n < 2 }
      transition slow after up { n == old(n) + 1 }
      reachable two { n == 2 }
      eventually back whenever n == 1 { n == 0 }
      """)
    let evaluator = ReferenceEvaluator(spec)
    let machine = try Machine(spec)
    var path = Path(start: try #require(try machine.starts().first), steps: [])
    for name in ["up", "up", "down", "down"] {
      let instance = try #require(machine.instances.first { spec.events[$0.event].name == name })
      path.steps.append(try #require(evaluator.react(to: instance, in: path.end).steps.first))
    }
    let rows = spec.properties.indices.filter { !spec.properties[$0].isImplied }.map {
      PropertyTimeline(spec).lamps(of: $0, path, at: Array(0...4)).map(\.rawValue).joined()
    }
    #expect(rows == ["✓✓✗✓✓", "·✓✓··", "○○●○○", "·………●"])
  }
}
