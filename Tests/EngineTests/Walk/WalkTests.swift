import Basics
import Semantics
import TestSupport
import Testing

@testable import Engine

@Suite("Random walks")
struct WalkTests {
  private static let tray = """
    spec Tray
    enum Kind { mention, info }
    var tray: Map<0..<3, Kind> = [:]
    var awake = false
    var infos: 0...6 = 0
    on receive(id: 0..<3, kind: Kind) when tray[id] == nil {
      rule infoIsQuiet when kind == .info { tray[id] = .info; infos += 1 }
      rule mentionWakes when kind == .mention { tray[id] = .mention; awake = true }
    }
    on tap(id: 0..<3) when tray[id] != nil { tray[id] = nil }
    on sleep when awake { awake = false }
    invariant fewInfos { infos < 5 }
    transition quiet after receive(kind: .info) { unchanged(awake) }
    reachable full { tray.count == 3 }
    reachable never { infos == 6 && tray.isEmpty }
    """

  private func result(
    _ text: String = tray, _ options: WalkOptions, usesPlan: Bool = true,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws -> (result: WalkResult, spec: CheckedSpec) {
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let walks = RandomWalks(
      machine, starts: try machine.starts(), options: options, usesPlan: usesPlan)
    return (Deadline(isInterrupted: isInterrupted).during { walks.run() }, spec)
  }

  /// The result of walks, for comparison.
  private func text(_ result: WalkResult, _ spec: CheckedSpec) -> [String] {
    let tally = result.tally
    var lines = [
      "\(tally.walks) walks, \(tally.steps) steps, \(tally.deadEnds) dead ends, "
        + "\(tally.states) states, \(tally.newStatesOfOddWalks) new",
      "events \(tally.events), rules \(tally.rules), \(result.completion)",
    ]
    lines += tally.found.map { "\($0.value.walk)/\($0.value.step): \($0.key)" }.sorted()
    lines += result.violations.map {
      "\($0.place.walk)/\($0.place.step): \($0.violation.name(in: spec)) "
        + "after \($0.violation.length)"
    }
    return lines
  }

  @Test(
    "do the same by tables as by the reference evaluator",
    arguments: SeedPortions.all(usual: 64))
  func agreeWithReference(_ seeds: Range<UInt64>) throws {
    var (planned, all) = (0, 0)
    for seed in seeds {
      let random = RandomSpec(seed: seed).text
      let options = WalkOptions(seed: seed, walks: 12, steps: 10)
      let machine = try Machine(try SpecText.checked(random))
      guard try machine.starts().count <= 200 else { continue }
      all += 1
      planned += RandomWalks(machine, starts: [], options: options).plan == nil ? 0 : 1
      let (found, spec) = try result(random, options)
      let wanted = text(try result(random, options, usesPlan: false).result, spec)
      let lines = text(found, spec)
      if lines != wanted {
        let wrong = lines.filter { !wanted.contains($0) }.joined(separator: "\n")
        let missing = wanted.filter { !lines.contains($0) }.joined(separator: "\n")
        Issue.record("seed \(seed): by tables\n\(wrong)\nby reference\n\(missing)")
        return
      }
    }
    #expect(all > 4 && planned > 0, "\(planned) of \(all)")
  }

  @Test(
    "violate an 'eventually' only if it is violated by definition, with and without tables",
    arguments: SeedPortions.all(usual: 64))
  func stops(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomFairSpec(seed: seed).text
      let options = WalkOptions(seed: seed, walks: 40, steps: 12, threads: 1)
      let (found, spec) = try result(text, options)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      let judge = try #require(BruteForceLiveness(machine, starts: starts, maximumStates: 400))
      let wanted = try result(text, options, usesPlan: false).result
      #expect(self.text(found, spec) == self.text(wanted, spec), "seed \(seed)\n\(text)")
      #expect(found.internalErrors.isEmpty)
      for walked in found.violations where walked.finding.kind == .eventually {
        let property = try #require(walked.finding.property)
        let comment = Comment(rawValue: "seed \(seed): \(spec.properties[property].name)\n\(text)")
        #expect(judge.verdict(of: property, splits: true) == .violated, comment)
        try walked.violation.expectIsShown(by: machine, from: starts, comment)
        #expect(walked.violation.lasso?.loopStart == walked.violation.path.steps.count, comment)
      }
    }
  }

  @Test("find an 'eventually' that is violated by stopping, for any number of threads")
  func openEventually() throws {
    let text = """
      spec Stopping
      var sent: Set<0...2> = []
      var shown: Set<0...2> = []
      on send(m: 0...2) when !(m in sent) { insert m into sent }
      fair on arrive(m: 0...2) when m in sent && !(m in shown) && m != 1 { insert m into shown }
      terminal { sent.count == 3 }
      eventually comes(m: 0...2) whenever m in sent { m in shown }
      eventually first { 0 in shown }
      eventually all { shown.count == 3 }
      """
    let (found, spec) = try result(text, WalkOptions(seed: 3, walks: 500, steps: 50))
    #expect(found.violations.map { $0.violation.name(in: spec) } == ["comes", "all"])
    #expect(found.violations.first?.violation.arguments == [.int(1)])
    let wanted = self.text(found, spec)
    for threads in [2, 3] {
      let options = WalkOptions(seed: 3, walks: 500, steps: 50, threads: threads)
      #expect(self.text(try result(text, options).result, spec) == wanted)
    }
  }

  @Test("do not decide an 'eventually' if they were cut where something fair is possible")
  func cut() throws {
    let text = """
      spec Cut
      var n: 0...9 = 0
      fair on up when n < 9 { n += 1 }
      terminal { n == 9 }
      eventually high { n == 9 }
      """
    for steps in [1, 5, 8, 20] {
      let found = try result(text, WalkOptions(seed: 1, walks: 5, steps: steps)).result
      #expect(found.violations.isEmpty && found.internalErrors.isEmpty)
    }
    let unfair = text.replacing("fair on", with: "on")
    let found = try result(unfair, WalkOptions(seed: 1, walks: 5, steps: 5)).result
    #expect(found.violations.map(\.finding.kind) == [.eventually])
    #expect(found.violations.first?.violation.length == 5)
  }

  @Test(
    "choose in the order of the reference evaluator, whatever a collection was made of",
    arguments: [
      "insert other into s; choose x in s; last = x; s = [x]",
      "if s.count < 2 { insert other into s }; choose x in s; last = x; remove x from s",
      "insert other into b; choose x in b; last = x; b = [x]",
      "choose x in [last, other]; last = x",
      "let two: Set<L> = [other, last]; choose x in two; last = x",
      "var two: Bag<L, 4> = b; insert other into two; choose x in two; last = x",
      "choose x in s.union([other]); last = x; s = [x]",
      "choose x in set(y in [other, last] where y.n > 0: y).union([L(k: .q, n: 2)]); last = x",
    ])
  func choices(_ statements: String) throws { try requireSameChoices(statements) }

  @Test("choose so from what steps at random have made of collections", arguments: 0..<24)
  func randomChoices(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let changes = [
      "if s.count < 2 { insert other into s }", "remove last from s", "s = [other, last]",
      "s = [last]",
      "if b.count < 3 { insert other into b }", "b = [other, last, other]", "remove other from b",
      "b = s.isEmpty ? [last] : [other, last]", "s = s.union([other]).subtracting([last])",
      "if other.n > 0 { b = []; insert last into b }", "remove L(k: .q) in b",
    ]
    let sources = [
      "s", "b", "s.union([other])", "[other, last]", "set(y in b: y)",
      "set(y in b where y != last: y)",
      "s.symmetricDifference([other, last])", "(other.n > 1 ? b : [other, last])",
    ]
    let body = (0..<1 + random.number(below: 3)).map { _ in random.pick(changes) ?? "" }
    let source = random.pick(sources) ?? ""
    try requireSameChoices(
      (body + ["if !\(source).isEmpty { choose x in \(source); last = x }"]).joined(separator: "; ")
    )
  }

  /// Checks that walks with tables and with the reference evaluator are the same if an event has these statements.
  private func requireSameChoices(_ statements: String) throws {
    let text = """
      spec Choices
      enum K { p, q, r }
      struct L { k: K, n: 0...2 }
      var s: Set<L, atMost: 2> = []
      var b: Bag<L, 3> = []
      var last = L(k: .r, n: 1)
      on go(k: K, n: 0...2) when s.count < 2 && b.count < 3 { let other = L(k: k, n: n); \(statements) }
      on add { if s.count < 2 { insert last into s }; if b.count < 2 { insert last into b } }
      on empty { s = []; b = [] }
      invariant low { last.n < 2 || last.k != .p }
      reachable all { s.count == 2 && b.count == 2 && last.k == .q }
      """
    let options = WalkOptions(seed: 3, walks: 20, steps: 20)
    let (found, spec) = try result(text, options)
    let wanted = try result(text, options, usesPlan: false).result
    #expect(RandomWalks(try Machine(spec), starts: [], options: options).plan != nil)
    #expect(self.text(found, spec) == self.text(wanted, spec), "\(statements)")
  }

  @Test("judge 'terminal' only where nothing can happen")
  func terminalFault() throws {
    let (found, spec) = try result(
      """
      spec Ends
      var n: 0...5 = 0
      on up when n < 5 { n += 1 }
      terminal { 10 / (n % 5) > 100 }
      """, WalkOptions(seed: 1, walks: 5, steps: 30))
    #expect(found.violations.map { $0.violation.name(in: spec) } == ["fault"])
    #expect(found.violations.first?.violation.length == 5)
  }

  @Test("find the same on any number of threads")
  func threads() throws {
    var options = WalkOptions(seed: 3, walks: 3000, steps: 20)
    let (one, spec) = try result(Self.tray, options)
    for count in [2, 3, 5] {
      options.threads = count
      #expect(text(try result(Self.tray, options).result, spec) == text(one, spec), "\(count)")
    }
  }

  @Test("find the same in parts as in one place")
  func parts() throws {
    var options = WalkOptions(seed: 4, walks: 1000, steps: 20)
    let (whole, spec) = try result(Self.tray, options)
    for count in [2, 3, 7] {
      var merged = whole
      merged.tally = WalkTally(spec)
      for index in 0..<count {
        options.shard = (index, count)
        merged.tally.add(try result(Self.tray, options).result.tally)
      }
      #expect(text(merged, spec) == text(whole, spec), "\(count)")
    }
  }

  @Test("come to every kind of violation, each shown at the end of its way")
  func kinds() throws {
    let (found, spec) = try result(
      """
      spec Kinds
      var a: 0...3 = 0
      var b: 0...3 = 0
      on up when a < 3 { a += 1 }
      on choose { rule low when a < 2 { b = 1 }; rule high when b == 1 && a > 0 { b = 2 } }
      on burst(by: 0...2) when b == 2 { b += by }
      on stick when a == 3 { a = 0; b = 3 }
      invariant small { a + b < 5 }
      transition slow after burst { b - old(b) < 1 }
      reachable top { a == 3 }
      """, WalkOptions(seed: 1, walks: 400, steps: 30))
    let names = Set(found.violations.map { $0.violation.name(in: spec) })
    #expect(names == ["small", "slow", "gap", "overlap", "fault"])
    #expect(found.tally.isDecided(2))
    let witness = Witness(try Machine(spec))
    for each in found.violations {
      let steps = each.violation.path.steps.prefix(each.place.step)
      let path = Path(start: each.violation.path.start, steps: Array(steps))
      #expect(witness.violation(of: each.finding, after: path) != nil)
    }
  }

  @Test("end where nothing can happen, and call that a deadlock unless it is right")
  func deadlocks() throws {
    let text = "spec D\nvar n: 0...3 = 0\non up when n < 3 { n += 1 }\n"
    let options = WalkOptions(seed: 1, walks: 10, steps: 30)
    let (found, spec) = try result(text, options)
    #expect(found.violations.map { $0.violation.name(in: spec) } == ["deadlock"])
    #expect(found.tally.deadEnds == 10 && found.tally.steps == 30)
    let right = try result(text + "terminal { n == 3 }", options).result
    #expect(right.violations.isEmpty && right.tally.deadEnds == 10)
  }

  @Test("give an event without parameters its share beside one with a hundred")
  func fairness() throws {
    let (found, _) = try result(
      """
      spec Drown
      var last: 0..<100 = 0
      var naps: Bool = false
      on receive(id: 0..<100) { last = id }
      on sleep { naps = !naps }
      """, WalkOptions(seed: 1, walks: 200, steps: 50))
    let share = Double(found.tally.events[1]) / Double(found.tally.steps)
    #expect(share > 0.35)
  }

  /// Some end early, and others continue in their place; the reference evaluator determines which rules overlap.
  @Test("do the same by tables where walks end, and overlap in many ways, portion after portion")
  func endsAndOverlaps() throws {
    let rules = (0...8).map { "rule r\($0) when a == \($0) || b == \($0) { }" }
    let text = """
      spec Ends
      var isAlive = true
      var a: 0...9 = 0
      var b: 0...9 = 0
      var c: 0...9 = 0
      on first when isAlive && a < 9 { a += 1 }
      on second when isAlive && b < 9 { b += 1 }
      on third(x: 0...9) when isAlive { if x == 0 { isAlive = false } else { c = x } }
      on many when isAlive { \(rules.joined(separator: "; ")) }
      terminal { !isAlive }
      """
    let options = WalkOptions(seed: 2, walks: 2_500, steps: 16)
    let (found, spec) = try result(text, options)
    let wanted = try result(text, options, usesPlan: false).result
    #expect(self.text(found, spec) == self.text(wanted, spec))
    #expect(found.tally.found.count > 30 && found.tally.deadEnds > 500)
  }

  @Test("count the states of all of them, and what every second one adds")
  func states() throws {
    let text = "spec Starts\nvar n: 0..<4000 = any\non stay { n = n }"
    let (found, _) = try result(text, WalkOptions(seed: 1, walks: 2_000, steps: 1))
    // Of 4,000 states, 1,000 walks reach 885 on average, and 2,000 reach 1,574.
    #expect((1_500...1_650).contains(found.tally.states))
    #expect((600...780).contains(found.tally.newStatesOfOddWalks))
  }

  @Test("are the same walks however many are asked for")
  func independence() throws {
    let machine = try Machine(try SpecText.checked(Self.tray))
    let starts = try machine.starts()
    let place = WalkPlace(walk: 77, step: 15)
    let paths = [100, 5000].map { count in
      RandomWalks(machine, starts: starts, options: .init(seed: 9, walks: count, steps: 20))
        .path(to: place)
    }
    let events = paths.map { $0?.steps.map(\.instance) }
    #expect(events[0]?.count == 15 && events[0] == events[1])
  }

  @Test("that are stopped tell what the walks before did")
  func stopping() throws {
    let none = try result(
      Self.tray, WalkOptions(seed: 1, walks: 1000, steps: 10), isInterrupted: { true }
    ).result
    #expect(none.completion == .interrupted && none.tally.walks == 0)
    let timed = try result(
      Self.tray, WalkOptions(seed: 1, walks: nil, steps: 10, time: .milliseconds(50))
    )
    #expect(timed.result.completion == .time(.milliseconds(50)))
    let again = try result(
      Self.tray, WalkOptions(seed: 1, walks: timed.result.tally.walks, steps: 10))
    #expect(again.result.tally.events == timed.result.tally.events)
    #expect(again.result.tally.states == timed.result.tally.states)
  }
}
