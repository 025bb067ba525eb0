import Engine
import Semantics
import TestSupport
import Testing

/// Searches that reduce symmetric types against searches that do not, and orbits against all
/// permutations of names.
///
/// `TRAYCHECK_SEEDS=0..<100000 swift test --filter SymmetryTests` tries other seeds.
@Suite("Symmetry reduction")
struct SymmetryTests {
  @Test("changes no verdict, no count and no trace", arguments: SeedPortions.all(usual: 8))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let crowded = RandomFairSpec(seed: seed, maximumStates: 150, isCrowded: true)
      let texts = [RandomSpec(seed: seed).text, RandomFairSpec(seed: seed).text, crowded.text]
      for text in texts {
        let machine = try Machine(SpecText.checked(text))
        let starts = try machine.starts()
        guard starts.count <= 200 else { continue }
        var limits = SearchLimits(states: 3_000)
        limits.reducesSymmetry = false
        let plain = ExhaustiveSearch(machine, limits: limits).run(from: starts)
        guard plain.completion == .exhaustive else { continue }
        let reduced = ExhaustiveSearch(machine).run(from: starts)
        // The loop may differ: of several equally short ones, another may be found first.
        #expect(
          reduced.lines(in: machine.spec, showsLoops: false)
            == plain.lines(in: machine.spec, showsLoops: false), "seed \(seed)")
      }
    }
  }

  @Test("visits exactly one state of each orbit", arguments: SeedPortions.all(usual: 8))
  func orbits(_ seeds: Range<UInt64>) throws {
    for seed in seeds { try expectOrbits(RandomFairSpec(seed: seed).text, "seed \(seed)") }
  }

  private func expectOrbits(_ text: String, _ comment: Comment) throws {
    let machine = try Machine(SpecText.checked(text))
    let starts = try machine.starts()
    let states = NaiveGraph(machine, starts: starts).states
    var (orbits, seen) = (0, Set<[Value]>())
    for state in states where !seen.contains(state) {
      seen.formUnion(machine.orbit(of: state))
      orbits += 1
    }
    let found = ExhaustiveSearch(machine).run(from: starts).statistics
    #expect(found.storedStates == orbits, comment)
    #expect(found.states == states.count, comment)
  }

  @Test(
    "visits exactly one state of each orbit where names have to do with each other",
    arguments: [
      // Pairs of names of one type.
      """
      symmetric ID(4)
      var follows: Table<ID, Set<ID>> = []
      on follow(a: ID, b: ID) when count(x in ID where !follows[x].isEmpty) < 3 || !follows[a].isEmpty {
        if follows[a].count < 2 { insert b into follows[a] }
      }
      """,
      // Names that are held under those of another type, and have something of their own.
      """
      symmetric ID(3)
      symmetric Device(3)
      var shown: Set<ID> = []
      var last: Table<Device, ID?> = nil
      on show(d: Device, id: ID) { insert id into shown; last[d] = id }
      on swipe(id: ID) { remove id from shown }
      on clear(d: Device) { last[d] = nil }
      """,
      // Names in entries that come and go.
      """
      symmetric ID(4)
      var next: Map<ID, ID> = [:]
      var chosen: ID? = nil
      on link(a: ID, b: ID) when next.count < 3 { next[a] = b }
      on unlink(a: ID) { next[a] = nil }
      on choose(a: ID) when chosen == nil { chosen = a }
      """,
      // Names that are only held.
      """
      symmetric ID(4)
      symmetric Device(2)
      var line: List<ID, 3> = []
      var owner: Map<Device, ID> = [:]
      on push(id: ID) when line.count < 3 { append id to line }
      on pop when !line.isEmpty { line.removeFirst() }
      on own(d: Device, id: ID) { owner[d] = id }
      on lose(d: Device) { owner[d] = nil }
      """,
    ])
  func relations(_ text: String) throws { try expectOrbits("spec Relations\n" + text, "") }

  /// The part of the invariant that the step may violate is that of the name before it.
  @Test("sees what a step does to a name that it moves past others")
  func movedName() throws {
    let found = try search(
      """
      symmetric ID(2)
      var at: Table<ID, 0...5> = 5
      on hold(id: ID) when at[id] == 5 && (every x in ID: at[x] == 5) { at[id] = 3 }
      on lower(id: ID) when at[id] == 5 && (some x in ID: at[x] == 3) { at[id] = 1 }
      terminal { some x in ID: at[x] == 1 }
      invariant never { every x in ID: at[x] != 1 }
      """)
    #expect(found.problems == ["never violated after 2"])
  }

  @Test(
    "changes nothing where names are in keys that are collections",
    arguments: [
      """
      symmetric ID(3)
      var groups: Set<Set<ID>> = []
      var last: ID? = nil
      on join(a: ID, b: ID) when groups.count < 2 { insert [a, b] into groups; last = a }
      invariant known { last == nil || some g in groups: last! in g }
      transition stays after join { old(last) == nil || old(last) == last }
      """,
      """
      symmetric ID(3)
      var seen: Map<List<ID, 2>, ID> = [:]
      on see(a: ID, b: ID) when seen.count < 2 { seen[[a, b]] = b }
      on swap(a: ID, b: ID) when seen[[a, b]] != nil { seen[[a, b]] = a }
      reachable both(a: ID) { seen[[a, a]] != nil && seen.count == 2 }
      """,
    ])
  func complexKeys(_ text: String) throws {
    let machine = try Machine(SpecText.checked("spec Keys\n" + text))
    let starts = try machine.starts()
    var limits = SearchLimits()
    limits.reducesSymmetry = false
    let plain = ExhaustiveSearch(machine, limits: limits).run(from: starts)
    let reduced = ExhaustiveSearch(machine).run(from: starts)
    #expect(reduced.lines(in: machine.spec) == plain.lines(in: machine.spec))
    #expect(plain.completion == .exhaustive)
  }

  @Test(
    "members have no place of their own, wherever they are",
    arguments: [
      // Under the names of another type, which is held as well.
      """
      symmetric ID(2)
      symmetric Device(2)
      struct Push { id: ID, from: Device?, urgent: Bool }
      var sent: Table<Device, Bag<Push, 2>> = []
      on send(id: ID, d: Device, e: Device?) when sent[d].count < 2 {
        insert Push(id: id, from: e, urgent: sent[d].isEmpty) into sent[d]
      }
      on move(a: Device, b: Device) when a != b { sent[a] = sent[b]; sent[b] = [] }
      """,
      // Keys inside of an element.
      """
      symmetric ID(3)
      struct Seen { by: Table<ID, Bool>, last: ID? }
      var all: Set<Seen, atMost: 2> = []
      on see(a: ID, b: ID) when all.count < 2 { insert Seen(by: table(x in ID: x == a), last: b) into all }
      on forget(a: ID) { remove s in all where s.by[a] }
      """,
      // In a map, a list and an optional, together with a name at a fixed place.
      """
      symmetric ID(3)
      enum Word { none, one(ID), two(ID, ID) }
      var said: Map<ID, Bag<Word, 2>> = [:]
      var best: ID? = nil
      on say(a: ID, b: ID) when (said[a] ?? []).count < 2 && said.count < 2 {
        var words: Bag<Word, 2> = said[a] ?? []
        insert (if a == b { .one(a) } else { .two(a, b) }) into words
        said[a] = words
        best = b
      }
      on hush(a: ID) { said[a] = nil }
      """,
    ])
  func members(_ text: String) throws { try expectOrbits("spec Members\n" + text, "") }
}

extension Machine {
  /// All states that differ from one only in a permutation of names, by trying all permutations.
  fileprivate func orbit(of state: [Value]) -> Set<[Value]> {
    var types: [SymmetricType] = []
    for type in spec.variables.flatMap({ $0.type.mentionedTypes }) where !types.contains(type) {
      types.append(type)
    }
    var orbit: Set<[Value]> = [state]
    for type in types {
      for permutation in Self.permutations(of: Array(0..<type.count)) {
        for state in orbit {
          orbit.insert(
            zip(spec.variables, state).map { variable, value in
              variable.type.mapNames(in: value) { $0 == type ? permutation[$1] : $1 }
            })
        }
      }
    }
    return orbit
  }

  private static func permutations(of names: [Int]) -> [[Int]] {
    guard let first = names.first else { return [[]] }
    return permutations(of: Array(names.dropFirst())).flatMap { rest in
      (0...rest.count).map { Array(rest[..<$0]) + [first] + Array(rest[$0...]) }
    }
  }
}

extension Type {
  fileprivate var mentionedTypes: [SymmetricType] {
    switch self {
    case .symmetric(let type): [type]
    case .optional(let inner), .set(let inner, _), .bag(let inner, _), .list(let inner, _):
      inner.mentionedTypes
    case .structure(let type): type.fields.flatMap(\.type.mentionedTypes)
    case .enumeration(let type): type.cases.flatMap { $0.fields.flatMap(\.type.mentionedTypes) }
    case .map(let key, let content), .table(let key, let content):
      key.mentionedTypes + content.mentionedTypes
    default: []
    }
  }
}
