import Engine
import Semantics
import TestSupport
import Testing

/// Loops in any order that the engine follows in all orders, each checked with the reference evaluator: every step
/// with its number of occurrences, every fault, every loop whose order matters, and the results of walks and
/// diagrams.
@Suite("Steps in any order")
struct UnorderedStepsTests {
  private static let declarations = """
    param names = 2
    symmetric N(names)
    var last: N? = nil
    var t: Table<N, 0...2> = 0
    var l: List<N, 2> = []
    var s: Set<N> = any
    var m: Map<N, Bool> = [:]
    var n: 0...3 = 0
    signal ping, said(who: N)
    func cleared(_ x: N) -> Bool { t[x] == 0 }
    func drop(_ x: N) { m[x] = true; if m.count > 1 { choose k in m.keys; m[k] = nil } }
    func raise(_ x: N) { for y in s where y != x { n = t[y] }; last = x }

    """

  @Test(
    "are those of the reference evaluator",
    arguments: [
      "for x in N { last = x }", "for x in N where x in s { if l.count < 2 { append x to l } }",
      "for x in s { drop(x) }", "for x in N { raise(x) }",
      "for x in N { choose k in N; last = k }",
      "for x in s { choose k in s; last = k }; last = nil",
      "for x in N { if t[x] < 2 { t[x] += 1 }; n = t[x]; emit said(who: x) }",
      "for x in N { if last == nil { emit said(who: x) }; last = x }",
      "for x in s { assert n == 0; n = m[x] != nil ? 1 : 2 }",
      "for x in s { if last != nil { n += 2 }; last = x }; n = 0",
      "for (x, v) in m { last = x; n = v ? 1 : 0 }; m = map(x in s: last == x)",
      "var seen: N? = nil; for x in s { seen = x }; if seen == last { n = 1 }; last = seen",
      "for x in N { if x in s { choose k in N where k in s; last = k } else { last = x } }",
      "for x in N { if n == 0 { choose k in [x]; last = k; n = 1 } }",
      "choose a in N; for x in N { last = x == a ? a : x; remove x from s }; n = s.count",
      "for x in N { for y in N where y != x { last = y; drop(x) } }; m = [:]",
    ])
  func ofBodies(_ body: String) throws {
    try requireSame(body, names: 2, mustAllBePlanned: true)
    try requireSame(body, names: 3, mustAllBePlanned: false)
  }

  /// If steps differ in the order of their choices, a state may have more of them than another one of its orbit, so
  /// they are counted without symmetry reduction.
  @Test("at random", arguments: SeedPortions.all(usual: Weekly.count(160)))
  func atRandom(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      try requireSame(Self.body(&random), names: 2, mustAllBePlanned: false, hasSymmetry: false)
    }
  }

  private static func body(_ random: inout SplitMix64) -> String {
    var body: [String] = []
    if random.oneIn(3) { body.append("choose a in N where a in s || s.isEmpty; last = a") }
    let hasSeen = random.oneIn(3)
    if hasSeen { body.append("var seen: N? = nil") }
    for _ in 0..<(random.oneIn(4) ? 2 : 1) {
      let head = random.pick([
        "x in N", "x in N where x in s", "x in s", "x in m.keys", "(x, v) in m",
      ])!
      var passes = (0..<1 + random.number(below: 3)).map { statement($0, &random) }
      if hasSeen { passes.append("seen = x") }
      body.append("for \(head) { \(passes.joined(separator: "; ")) }")
    }
    if hasSeen { body.append("if seen == last { n = 0 } else { last = seen }") }
    let ends = [
      "n = 0", "last = nil", "l = []", "m = [:]", "s = set(x in N where cleared(x): x)",
      "emit ping",
    ]
    if random.oneIn(2) { body.append(random.pick(ends)!) }
    return body.joined(separator: "; ")
  }

  private static func statement(_ number: Int, _ random: inout SplitMix64) -> String {
    let k = "k\(number)"
    let simple = [
      "last = x", "if l.count < 2 { append x to l }", "t[x] = n == 0 ? 1 : 0", "n = t[x]",
      "insert x into s", "remove x from s", "m[x] = x in s", "m[x] = nil", "drop(x)", "raise(x)",
      "emit said(who: x)", "if last == nil { emit ping }", "assert last != x",
      "if n < 3 { n += 1 }",
      "n += 1", "choose \(k) in N where \(k) != x; last = \(k)",
      "choose \(k) in s; remove \(k) from s",
      "choose \(k) in Bool; m[x] = \(k)", "if x in s { choose \(k) in s; last = \(k) }",
    ]
    let first = random.pick(simple)!
    return random.oneIn(3)
      ? "if \(random.pick(["cleared(x)", "last == x", "x in s", "n > 1", "l.isEmpty"])!) { \(first) }"
      : first
  }

  /// Checks that all engines have the same result for an event with that body.
  private func requireSame(
    _ body: String, names: Int, mustAllBePlanned: Bool, hasSymmetry: Bool = true
  ) throws {
    let text =
      Self.declarations + "on go when l.count < 2 { \(body) }\non set(x: N) { t[x] = 1; n = 0 }\n"
      + "transition aboutAny after go where emitted(said) { last != nil || n > 0 }\n"
    let spec = try SpecText.checked(text, settings: [("names", "\(names)")])
    let machine = try Machine(spec)
    if mustAllBePlanned { #expect(PlannedReactions(machine).unplanned.isEmpty, "\(body)") }
    // Without and with symmetry.
    for seed in 0..<UInt64(hasSymmetry ? 2 : 1) {
      let judge = try #require(try SpecJudge(spec, seed: seed, maximumStates: 400))
      if case .differs(let difference) = judge.outcome() {
        Issue.record("\(names) names, \(body): \(difference)")
      }
    }
    let limits = SearchLimits(states: 4_000)
    let explicit = ExhaustiveSearch(machine, limits: limits, threads: 1)
      .run(from: try machine.starts())
    if explicit.completion == .exhaustive {
      let both = try DiagramTests.run(spec, .both)
      #expect(both.internalErrors.map(\.message) == [], "\(names) names, \(body)")
    }
  }
}
