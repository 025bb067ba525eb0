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
        // A loop need not be the same one: of several that are as short, another may be met first.
        #expect(
          reduced.lines(in: machine.spec, showsLoops: false)
            == plain.lines(in: machine.spec, showsLoops: false), "seed \(seed)")
      }
    }
  }

  @Test("visits exactly one state of each orbit", arguments: SeedPortions.all(usual: 8))
  func orbits(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let machine = try Machine(SpecText.checked(RandomFairSpec(seed: seed).text))
      let starts = try machine.starts()
      let states = NaiveGraph(machine, starts: starts).states
      let orbits = Set(states.map { machine.leastOfOrbit($0) })
      let found = ExhaustiveSearch(machine).run(from: starts).statistics
      #expect(found.storedStates == orbits.count, "seed \(seed)")
      #expect(found.states == states.count, "seed \(seed)")
    }
  }
}

extension Machine {
  /// The least of all states that differ only in which name is which, by trying all permutations.
  fileprivate func leastOfOrbit(_ state: [Value]) -> [Value] {
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
    return orbit.min { $0.precedes($1) } ?? state
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
