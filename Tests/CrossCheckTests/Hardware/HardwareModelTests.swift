import Basics
import CrossCheck
import Engine
import Foundation
import Semantics
import TestSupport
import Testing

@Suite("Exports for the model checkers of hardware")
struct HardwareModelTests {
  private static func model(_ text: String, world: String? = nil) throws -> HardwareModel {
    let machine = try Machine(SpecText.checked(text, world: world))
    return try HardwareModel(machine, starts: machine.starts())
  }

  // MARK: The same as the spec

  @Test(
    "reach and show what random specs do",
    arguments: SeedPortions.all(usual: Weekly.count(12)))
  func sameAsRandomSpecs(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 2))
      let specs = [
        try SpecText.checked(random.text, world: random.world),
        try SpecText.checked(RandomFairSpec(seed: seed, maximumStates: 60).text),
      ]
      for spec in specs {
        do {
          let complaints = try HardwareJudge.complaints(
            spec, maximumStates: 120, readsBTOR2: seed.isMultiple(of: 3))
          #expect(complaints ?? [] == [], "seed \(seed)")
        } catch is HardwareObstacle {
          continue
        }
      }
    }
  }

  @Test("are there for most random specs")
  func areThere() throws {
    let refused = try (0..<60).filter { seed in
      let machine = try Machine(SpecText.checked(RandomSpec(seed: UInt64(seed)).text))
      return (try? HardwareModel(machine, starts: machine.starts())) == nil
    }
    #expect(refused.count < 10, "\(refused)")
  }

  @Test(
    "reach and show what is known of specs",
    arguments: KnownAnswers.cases.filter { $0.answer.states <= 60 })
  func sameAsKnownAnswers(_ known: KnownAnswers.Case) throws {
    #expect(try HardwareJudge.complaints(KnownAnswers.spec(known)) == [])
  }

  @Test("compute with numbers of any sign and size")
  func arithmetic() throws {
    let text = """
      type Number = -3...3
      var x: Number = any
      var y: Number = any
      var grown: 0...9223372036854775807 = 1
      on divide when y != 0 { x = x / y; y = 0 }
      on rest when y != 0 { x = x % y; y = 0 }
      on times when x * y < 4 && -4 < x * y { x = x * y; y = 0 }
      on less when x < y { y = x - y < -3 ? 3 : x - y }
      on grow when y == 0 && x == 1 { grown = grown * 1000 + 7 }
      on fall when y == 0 && x == -1 { grown = 5 - grown * grown }
      on carelessly when x == 3 && y == 3 { x = x / (y - 3) }
      invariant small { grown < 1000000000000 }
      invariant noThird { x * 3 != y * 5 - 1 }
      reachable exact { x == -2 && y == 0 }
      """
    #expect(try HardwareJudge.complaints(SpecText.checked(text)) == [])
  }

  @Test("begin with any of several starts, and end where nothing can happen")
  func starts() throws {
    let text = """
      param last: 1...9 = 4
      type Place = 0...last
      var place: Place = any p in Place where p != 2
      on step when place < 3 { place += 1 }
      terminal { place == 4 }
      """
    #expect(try HardwareJudge.complaints(SpecText.checked(text)) == [])
    #expect(
      try HardwareJudge.complaints(SpecText.checked("var lit = false\non go when lit { }")) == [])
    #expect(
      try HardwareJudge.complaints(SpecText.checked("var one: 4...4 = 4\non go { }")) == [])
  }

  // MARK: What is in a file

  static let tray = """
    symmetric ID(2)
    enum Kind { chat, call(loud: Bool) }
    struct Card { kind: Kind, badge: 0...3 }
    var cards: Map<ID, Card> = [:]
    var muted: Set<ID> = []
    var last: Kind? = nil
    on post(id: ID, kind: Kind) {
        cards[id] = Card(kind: kind, badge: 0)
        last = kind
    }
    on mute(id: ID) {
        rule quiet when cards[id] != nil { muted.insert(id) }
    }
    on count(id: ID) when cards[id] != nil { cards[id]?.badge += 1 }
    invariant few { cards.count < 3 }
    transition keeps after mute { old(cards) == cards }
    reachable full { cards.count == 2 }
    possible empties { cards.count == 0 }
    eventually isSeen whenever cards.count == 2 { muted.count == 2 }
    """

  @Test("call things what the spec calls them")
  func names() throws {
    let model = try Self.model(Self.tray)
    let aiger = try AIGERReader(model.aiger())
    #expect(aiger.inputNames == (0..<4).map { "choice[\($0)]" })
    #expect(
      aiger.registerNames == [
        "cards[ID#1].isThere", "cards[ID#1].kind", "cards[ID#1].kind.call.loud",
        "cards[ID#1].badge[0]", "cards[ID#1].badge[1]", "cards[ID#2].isThere",
        "cards[ID#2].kind", "cards[ID#2].kind.call.loud", "cards[ID#2].badge[0]",
        "cards[ID#2].badge[1]", "muted[ID#1]", "muted[ID#2]", "last.isThere", "last",
        "last.call.loud", "started",
      ])
    #expect(
      aiger.badNames == [
        "gap:mute", "fault:15:42-62", "transition:keeps", "deadlock", "invariant:few",
        "reachable:full",
      ])
    let btor2 = try BTOR2Reader(model.btor2())
    #expect(btor2.inputNames == ["choice"])
    #expect(
      Array(zip(btor2.registerNames, btor2.widths)).contains { $0 == ("cards[ID#1].badge", 2) })
    #expect(btor2.badNames == aiger.badNames)
    // After them, each has its own command.
    #expect(aiger.comments.starts(with: btor2.comments.dropLast()))
    #expect(btor2.comments.last == "up to 100 steps: btormc -kmax 100 FILE")
  }

  @Test("say what they are of, what numbers stand for, and what is left out")
  func comments() throws {
    let model = try Self.model(Self.tray)
    #expect(model.omitted.map(\.name) == ["possible:empties", "eventually:isSeen"])
    let comments = try AIGERReader(model.aiger()).comments
    for line in [
      "output 5: reachable:full (line 18) is reached, as it should be, by n events in cycle n + 1",
      "left out: possible:empties (line 19): it is about runs, and an output is about one state",
      "the start: cards = [:], muted = [], last = nil",
      "  6: mute(id: ID#1), rule quiet",
    ] {
      #expect(comments.contains(line), "\(comments)")
    }
    #expect(comments[0].hasPrefix("spec Test, world default, digest "))
  }

  @Test("are the same each time")
  func areDeterministic() throws {
    let (first, second) = (try Self.model(Self.tray), try Self.model(Self.tray))
    #expect(try first.aiger() == second.aiger())
    #expect(try first.btor2() == second.btor2())
  }

  @Test("keep names apart that are alike")
  func namesApart() throws {
    let text = """
      var started = false
      var choice: 0...3 = 0
      on go(n: 0...3) { started = true; choice = n }
      """
    let names = try BTOR2Reader(Self.model(text).btor2())
    #expect(names.registerNames == ["started", "choice", "started_2"])
    #expect(names.inputNames == ["choice_2"])
  }

  // MARK: What cannot be exported

  @Test("are refused with the place of an event that is no circuit")
  func refused() throws {
    let text = """
      symmetric ID(6)
      var seen: List<ID, 6> = []
      var left: Set<ID> = []
      on fill { for id in ID { left.insert(id) } }
      on go { for id in left { if !(id in seen) { seen.append(id) } } }
      """
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    do {
      _ = try HardwareModel(machine, starts: machine.starts())
      Issue.record("it is exported")
    } catch HardwareObstacle.unsuited(let reason, let range) {
      #expect(reason.hasPrefix("the event 'go' is no circuit: "))
      #expect(range == spec.events.first { $0.name == "go" }?.range)
    }
  }

  @Test("stop with the watch")
  func stopped() throws {
    let machine = try Machine(SpecText.checked(Self.tray))
    let starts = try machine.starts()
    let model = try HardwareModel(machine, starts: starts)
    Deadline(isInterrupted: { true }).during {
      #expect(throws: HardwareObstacle.self) { try HardwareModel(machine, starts: starts) }
      #expect(throws: HardwareObstacle.self) { try model.aiger() }
      #expect(throws: HardwareObstacle.self) { try model.btor2() }
    }
  }
}
