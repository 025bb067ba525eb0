import Engine
import Foundation
import Semantics
import TestSupport
import Testing

/// States that are expanded elsewhere.
@Suite("Workers that expand states find together what a search finds")
struct ExpansionTests {
  /// The lines of a result, except for properties of runs, which workers do not decide.
  private static func lines(_ result: SearchResult, _ spec: CheckedSpec) -> [String] {
    let names = spec.properties.filter { $0.keyword.isOfRuns }.map(\.name)
    return result.lines(in: spec).filter { line in
      !names.contains { line.hasPrefix("\($0): ") }
    }
  }

  private static func expectAlike(
    _ machine: Machine, _ options: Expansion.Options = .init(), workers: Int, _ comment: String,
    maximumStates: Int = 3_000
  ) throws {
    let starts = try machine.starts()
    guard starts.count <= 200 else { return }
    var limits = SearchLimits(states: maximumStates)
    limits.reducesSymmetry = options.reducesSymmetry
    let whole = ExhaustiveSearch(machine, limits: limits).run(from: starts)
    if case .stopped(.states) = whole.completion { return }
    let search = SpreadSearch(
      machine: machine, starts: starts, options: options, workers: workers)
    let found = try #require(try search.result())
    let (lines, wanted) = (Self.lines(found, machine.spec), Self.lines(whole, machine.spec))
    #expect(lines == wanted, "\(comment)")
    #expect(found.statistics.states == whole.statistics.states, "\(comment)")
    #expect(found.statistics.storedStates == whole.statistics.storedStates, "\(comment)")
    #expect(found.statistics.transitions == whole.statistics.transitions, "\(comment)")
    #expect(found.statistics.depth == whole.statistics.depth, "\(comment)")
    #expect(found.completion == whole.completion, "\(comment)")
  }

  @Test("on random specs, also where their tables are full all the time", arguments: 0..<4)
  func random(_ part: Int) throws {
    for seed in stride(from: UInt64(part), to: UInt64(Weekly.count(60)), by: 4) {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      var options = Expansion.Options()
      options.reducesSymmetry = seed % 3 != 1
      if seed % 2 == 0 { (options.memory, options.portion) = (1 << 10, 16) }
      try Self.expectAlike(
        Machine(spec), options, workers: 1 + Int(seed % 3), "seed \(seed)")
    }
  }

  @Test("for states of any size", arguments: DiskSearchTests.variables)
  func shapes(_ variables: String) throws {
    let text = """
      \(variables)
      on up(i: 0..<2) when a[i] < 40 { a[i] += 1 }
      on down(i: 0..<2) when a[i] > 3 { a[i] -= 1 }
      on swap { let old = a[0]; a[0] = a[1]; a[1] = old }
      invariant low { a[0] + a[1] < 61 }
      transition rises after up { a[0] < 31 }
      reachable top { a[0] == 40 && a[1] == 39 }
      """
    var options = Expansion.Options()
    options.memory = 1 << 12
    try Self.expectAlike(Machine(SpecText.checked(text)), options, workers: 3, variables)
  }

  @Test(
    "of known answers",
    arguments: KnownAnswers.cases.filter { $0.world == "default" && $0.answer.states < 3_000 })
  func known(_ known: KnownAnswers.Case) throws {
    try Self.expectAlike(Machine(KnownAnswers.spec(known)), workers: 2, known.spec)
  }

  /// Compares the states that are reached in few steps, and each of their steps, with the reference evaluator.
  private static func expectReference(_ spec: CheckedSpec, _ comment: String) throws {
    let machine = try Machine(spec)
    let evaluator = ReferenceEvaluator(spec)
    var options = Expansion.Options()
    options.reducesSymmetry = false
    let search = SpreadSearch(machine: machine, starts: [], options: options)
    var states = Set(try machine.starts().prefix(50).map { machine.layout.pack($0) })
    for _ in 0..<3 {
      var (successors, transitions) = (Set<[UInt64]>(), 0)
      for state in states {
        let values = machine.layout.unpack(state)
        for instance in machine.instances {
          for step in evaluator.react(to: instance, in: values).steps {
            transitions += 1
            successors.insert(machine.layout.pack(step.state))
          }
        }
      }
      let found = try search.successors(of: Array(states))
      // A step that changes nothing is counted, and leads to nothing new.
      #expect(found.words.union(states) == successors.union(states), "\(comment)")
      #expect(found.transitions == transitions, "\(comment)")
      states = Set(
        successors.subtracting(states).sorted { $0.lexicographicallyPrecedes($1) }.prefix(60))
    }
  }

  @Test("step by step as the reference evaluator does")
  func reference() throws {
    for seed in Weekly.seeds(30).map({ UInt64(100 + $0) }) {
      try Self.expectReference(SpecText.checked(RandomSpec(seed: seed).text), "seed \(seed)")
    }
    let folder = RepositoryFolder.root.appending(path: "Specs")
    for name in ["slack-tray", "rosta-reminders", "guardian-replace"] {
      let text = try String(contentsOf: folder.appending(path: name + ".tray"), encoding: .utf8)
      try Self.expectReference(SpecText.checked(text), name)
    }
  }

  @Test("what is no state of the spec is refused")
  func foreign() throws {
    let spec = try SpecText.checked(
      "symmetric ID(3)\nvar n: 0...4 = 0\nvar a: Set<ID> = []\non up(i: ID) { insert i into a }")
    let machine = try Machine(spec)
    let text = StateText(machine.layout)
    #expect(text.length == 2)
    for wrong in ["", "0", "000", "0g", "05", "ff", "40", "-1", "08"] {
      let expansion = try Expansion(machine) { _ in true }
      expansion.begin(known: [])
      #expect(throws: ExpansionFailure.self, "\(wrong)") {
        try Array(wrong.utf8).withUnsafeBufferPointer { try expansion.take($0) }
        _ = try expansion.finish()
      }
    }
    for words in [[0], [3], [0b111_100]] as [[UInt64]] {
      #expect(text.words(text.text(words)) == words)
    }
  }
}
