@testable import Conformance
import Foundation
import Semantics
import TestSupport
import Testing
import Traces

/// Suites cover their claimed items, and all others are unreachable: checked with all paths of small specs.
@Suite struct SuiteTests {
  @Test(
    "on random specs, what is covered and what is impossible is so", arguments: Weekly.seeds(20))
  func random(_ seed: Int) throws {
    let random = RandomSpec(seed: UInt64(seed))
    guard let spec = try? SpecText.checked(random.text, world: random.world),
      let machine = try? Machine(spec), var interface = try? Interface(machine),
      interface.starts.count < 100, interface.machine.instances.count < 200
    else { return }
    if seed % 3 == 0 { interface.hidden = [seed % spec.events.count] }
    let goals: Set<SuiteGoal> = [.rules, .branches, .pairs, .conditions, .statements]
    let suite = Suite.make(goals, interface, longest: 60, maximumStates: 20_000)
    guard !suite.isCut else { return }
    let judge = SuiteJudge(
      interface, random, suite.paths.flatMap(\.covers) + suite.impossible)
    guard judge.isWhole else { return }
    var covered: Set<SuiteItem> = []
    for path in suite.paths {
      #expect(path.driven.steps.count <= 60)
      let seen = judge.coverable(along: path.driven)
      #expect(seen != nil, "seed \(seed): a path cannot be driven")
      let covers = Set(path.covers).subtracting(judge.unknown)
      #expect(covers.isSubset(of: seen ?? []), "seed \(seed)")
      covered.formUnion(covers)
    }
    let reachable = judge.everything
    #expect(covered.isSubset(of: reachable))
    #expect(reachable.isDisjoint(with: suite.impossible), "seed \(seed)")
    let claimed = Set(suite.paths.flatMap(\.covers))
    for coverage in suite.coverage where coverage.open == 0 {
      #expect(coverage.covered == claimed.count { $0.goal == coverage.goal }, "seed \(seed)")
      #expect(
        covered.count { $0.goal == coverage.goal }
          == reachable.count { $0.goal == coverage.goal },
        "seed \(seed): \(coverage)")
    }
  }

  private static let lamp = """
    spec Lamp
    symmetric ID(2)
    enum Kind { plain, call(loud: Bool) }
    var lit = false
    var owner: ID? = nil
    var clock: Timer<2>
    on flip(kind: Kind) when !lit || owner == nil { lit = !lit; start clock for 1 }
    on give(id: ID) { if lit { owner = id } else { owner = nil } }
    on ring when clock.isDue { stop clock }
    invariant anything { lit || !lit }
    """

  private func interface() throws -> Interface {
    try Interface(Machine(SpecText.checked(Self.lamp)))
  }

  @Test("each condition and statement that something hangs on, each arm, and time")
  func goals() throws {
    let interface = try interface()
    let suite = Suite.make([.rules, .branches, .conditions, .statements], interface)
    #expect(suite.isDecided)
    #expect(suite.coverage.map(\.covered) == [4, 2, 9, 4])
    // Nothing unlit has an owner.
    #expect(
      suite.impossible.compactMap { $0.text(in: interface.spec) }
        == ["condition flip false lit", "statement give owner = nil"])
  }

  @Test("each value of each parameter, by rule, where it is possible")
  func arguments() throws {
    let spec = try SpecText.checked(
      """
      spec Arguments
      symmetric ID(2)
      enum Kind { plain, call(loud: Bool) }
      struct Card { kind: Kind, to: ID? }
      var last: 0...99 = 0
      on show(card: Card, ids: Set<ID>, n: 0...99) {
        rule first when last == 0 { last = n }
        rule later when last > 0 && card.kind == .plain { last = 0 }
        otherwise none {}
      }
      """)
    let suite = Suite.make([.arguments], try Interface(Machine(spec)))
    let texts = suite.paths.flatMap(\.covers).compactMap { $0.text(in: spec) }
    let all = [
      "card.kind: .plain", "card.kind: .call", "card.kind.call.loud: true",
      "card.kind.call.loud: false", "card.to: nil", "card.to: not nil", "ids: empty",
      "ids: not empty", "n: 0", "n: 99",
    ]
    let expected =
      all.flatMap { ["argument show.first \($0)", "argument show.none \($0)"] }
      + all.map { "argument show.later \($0)" }.filter { !$0.contains("call") }
    #expect(
      texts.sorted() == expected.filter { $0 != "argument show.none card.kind: .plain" }.sorted())
  }

  @Test("the same spec gives the same paths")
  func isDeterministic() throws {
    let goals: Set<SuiteGoal> = [.transitions]
    let one = Suite.make(goals, try interface()).paths.map {
      $0.driven.steps.map { "\($0.instance.arguments)" }
    }
    let two = Suite.make(goals, try interface()).paths.map {
      $0.driven.steps.map { "\($0.instance.arguments)" }
    }
    #expect(one == two)
  }

  private func lines(_ suite: Suite, _ interface: Interface) throws -> [UInt8] {
    try SuiteDocument(suite, interface).lines.flatMap {
      Array(try JSONEncoder().encode($0)) + [UInt8(ascii: "\n")]
    }
  }

  @Test(
    "what an implementation never does is open, and it is driven to the rest from where it went")
  func driven() throws {
    func interface(_ go: String) throws -> Interface {
      try Interface(
        Machine(
          SpecText.checked(
            """
            spec Steps
            var n: 0...5 = 0
            on go when n < 4 { \(go) }
            on back when n > 0 { n -= 1 }
            on off when n == 5 { n = 0 }
            """)))
    }
    let spec = try interface(
      "choose k in 0...2 where n + k <= 5; n = k == 0 ? 0 : k == 2 ? 5 : n + 1")
    let system = SpecSystem(try interface("n += 1"), SpecSystem.Mask(observed: ["n"]), seed: 1)
    let driver = TestDriver(spec, system, refuses: false)
    let coverage = DrivenCoverage([.rules, .pairs, .conditions], spec, longest: 20)
    for path in coverage.suite.paths {
      _ = driver.run(choosing: coverage.chooser(along: path.driven))
    }
    while coverage.mayGoOn, driver.runs < 50 {
      let run = driver.run(choosing: coverage.chooser())
      coverage.end()
      #expect(run.difference == nil)
    }
    #expect(driver.runs < 50)
    #expect(coverage.suite.isDecided)
    #expect(coverage.attained.map(\.covered) == [2, 8, 4], "\(coverage.attained)")
    #expect(
      coverage.missed.compactMap { $0.text(in: spec.spec) }.sorted() == [
        "condition go true k == 0", "condition go true k == 2", "condition off true n == 5",
        "pair go off", "pair off go", "rule off",
      ])
  }

  @Test("paths are written and read back")
  func roundTrip() throws {
    let interface = try interface()
    for suite in [
      Suite.make([.pairs, .conditions], interface), Suite.walks(5, steps: 12, seed: 3, interface),
    ] {
      let stored = try SuiteReader.read(try lines(suite, interface), interface)
      #expect(stored.paths == suite.paths.map(\.driven))
      #expect(!stored.isOfOtherText)
    }
  }

  @Test(
    "what is no suite of the spec is refused where it is wrong",
    arguments: [
      ("", "1:1: the file is empty"), ("{\"format\":\"other\"}", "1:11: these are no tests"),
      (head + "\n{\"path\":1}", "2:1: the path needs the key \"steps\""),
      (
        head + "\n\n{\"steps\":[{\"event\":\"flop\"}]}",
        "3:20: there is no event \"flop\"; did you mean \"flip\"?"
      ),
      (
        head + "\n{\"steps\":[{\"event\":\"give\",\"arguments\":{\"id\":\"ID#7\"}}]}",
        "there is no name \"ID#7\""
      ),
      (head + "\n{\"steps\":[{\"event\":\"give\"}]}", "'give' needs a value for 'id'"),
      (head + "\n{\"steps\":[", "2:11: the file ends too early"),
    ])
  func badFiles(_ text: String, _ message: String) throws {
    try expectRefused(text, message)
  }

  private func expectRefused(_ text: String, _ message: String) throws {
    let interface = try interface()
    do throws(SuiteReader.Mistake) {
      _ = try SuiteReader.read(Array(text.utf8), interface)
      Issue.record("it was read")
    } catch {
      let shown = "\(error.line):\(error.column): \(error.message)"
      #expect(shown.contains(message), "\(shown)")
    }
  }

  @Test("a suite that was cut, or is of another world or other constants, is refused at its head")
  func otherHeads() throws {
    let cut = "\"paths\" is 2, and the file has 1: it was cut off"
    try expectRefused(
      Self.head(#""world":"night""#), "1:63: these are tests of the world 'night', and 'default'")
    try expectRefused(
      Self.head(#""constants":{"n":7}"#), "these are tests with the param 'n', and Lamp has none")
    try expectRefused(
      Self.head(#""constants":{"ID":3}"#), "1:73: these are tests with ID = 3, and it is 2")
    try expectRefused(
      Self.head(#""constants":{"ID":"2"}"#), "expected a number, found a string")
    try expectRefused(Self.head(#""paths":2"#) + Self.ring, "1:63: " + cut)
    try expectRefused(
      Self.head(#""paths":1"#) + Self.ring + Self.ring, "\"paths\" is 1, and the file has 2")
    try expectRefused(
      Self.head(#""steps":3"#) + Self.ring, "\"steps\" is 3, and the file has 2: it was cut off")
  }

  @Test("a head by hand may leave out what it is of, and a step of time counts once")
  func headByHand() throws {
    let interface = try interface()
    let heads = [
      Self.head, Self.head(#""world":"default","constants":{}"#),
      Self.head(#""constants":{"ID":2},"paths":1,"steps":2"#),
    ]
    for head in heads {
      let stored = try SuiteReader.read(Array((head + Self.ring).utf8), interface)
      #expect(stored.paths.map(\.steps.count) == [4])
    }
  }

  private static let head = #"{"format":"traycheck-tests","version":1,"spec":"Lamp"}"#
  private static let ring =
    "\n" + #"{"steps":[{"event":"flip","arguments":{"kind":"plain"}},{"advance":3}]}"#

  private static func head(_ members: String) -> String { head.dropLast() + ",\(members)}" }
}

/// Follows all steps of a spec, and collects the items to cover; it plans nothing.
private struct SuiteJudge {
  private let interface: Interface
  private let evaluator: ReferenceEvaluator
  private let driven: [EventInstance]
  /// The spec with one part replaced, by the part.
  private var decided: [SuiteItem: ReferenceEvaluator] = [:]
  /// The parts that no spec can replace.
  private(set) var unknown: Set<SuiteItem> = []
  private(set) var isWhole = true
  private(set) var everything: Set<SuiteItem> = []

  private struct Place: Hashable {
    var state: [Value]
    var way: StateEstimator.Way?
  }

  init(_ interface: Interface, _ random: RandomSpec, _ items: [SuiteItem]) {
    self.interface = interface
    evaluator = ReferenceEvaluator(interface.spec)
    for item in items {
      guard case .part(_, let part) = item else { continue }
      let text = Array(interface.spec.file.bytes)
      let edit =
        switch part {
        case .condition(_, let holds): "(\(!holds))"
        // A rule that runs no statement.
        case .statement: "if false { assert false }"
        }
      let edited = String(
        decoding: text[..<part.range.start] + Array(edit.utf8)
          + text[part.range.end...], as: UTF8.self)
      if let spec = try? SpecText.checked(edited, world: random.world),
        let machine = try? Machine(spec), let interface = try? Interface(machine)
      {
        decided[item] = ReferenceEvaluator(interface.spec)
      } else {
        unknown.insert(item)
      }
    }
    driven = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    var seen: Set<Place> = []
    var open = interface.starts.map { Place(state: $0) }
    while let place = open.popLast() {
      guard seen.insert(place).inserted else { continue }
      if seen.count > 20_000 {
        isWhole = false
        return
      }
      for instance in driven {
        for (item, next) in moves(instance, place) {
          everything.formUnion(item)
          if let next { open.append(next) }
        }
      }
    }
  }

  /// The items and the successors of driving an event; no successors if it is rejected.
  private func moves(_ instance: EventInstance, _ place: Place) -> [(Set<SuiteItem>, Place?)] {
    let reaction = evaluator.react(to: instance, in: place.state)
    guard reaction.problems.isEmpty else { return [] }
    let turned = decided.compactMap { item, evaluator -> (SuiteItem, Reaction)? in
      guard case .part(instance.event, _) = item else { return nil }
      return (item, evaluator.react(to: instance, in: place.state))
    }
    if !reaction.isPossible {
      let deciding = turned.filter { $0.1.isPossible || !$0.1.problems.isEmpty }
      return [(Set(deciding.map(\.0)), nil)]
    }
    return reaction.steps.map { step in
      let way = StateEstimator.Way(event: instance.event, rule: step.rule)
      var items: Set<SuiteItem> = [.rule(way)]
      if let before = place.way { items.insert(.pair(before, way)) }
      items.formUnion(evaluator.arms(of: step, from: place.state).map { .branch($0) })
      let deciding = turned.filter { _, other in
        !other.steps.allSatisfy { alike($0, step) } && reaction.steps.count == 1
          || !other.steps.contains { alike($0, step) }
      }
      items.formUnion(deciding.map(\.0))
      return (items, Place(state: step.state, way: way))
    }
  }

  private func alike(_ one: Step, _ other: Step) -> Bool {
    one.state == other.state && one.signals.sorted() == other.signals.sorted()
  }

  /// The items that a path may cover, whatever is chosen; nil if it cannot be driven.
  func coverable(along path: DrivenPath) -> Set<SuiteItem>? {
    var places = Set(interface.starts.map { Place(state: $0) })
    var items: Set<SuiteItem> = []
    for step in path.steps {
      var next: Set<Place> = []
      var isDriven = false
      for place in places {
        for (covered, target) in moves(step.instance, place)
        where (target != nil) == step.isPossible {
          isDriven = true
          items.formUnion(covered)
          next.insert(target ?? place)
        }
      }
      guard isDriven else { return nil }
      places = next
    }
    return items
  }
}
