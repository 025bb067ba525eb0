import Foundation
import Replays
import Semantics
import TestSupport
import Testing

/// Failing walks of random specs, shrunk and compared with the results of a complete search.
///
/// `TRAYCHECK_WALKS=1000 swift test --filter ShrinkerRandomTests` takes more of them, and prints how many became
/// shortest.
@Suite("Failing walks of random specs")
struct ShrinkerRandomTests {
  /// A violation of a walk, with the shortest one of the same finding.
  struct Case: Sendable {
    var name: String
    var machine: Machine
    var starts: [[Value]]
    var violation: Violation
    var shortest: Violation
  }

  private static let wanted =
    ProcessInfo.processInfo.environment["TRAYCHECK_WALKS"].flatMap(Int.init)
    ?? (Weekly.isNow ? 150 : 10)

  /// The first failing walks of eight and more steps, each with its last violation.
  private static let cases = Result { () throws -> [Case] in
    var cases: [Case] = []
    for seed in UInt64(0)... {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      if starts.count > 200 { continue }
      let walks = (0..<UInt64(3)).compactMap { walk in
        FailingWalk(machine, starts: starts, seed: 7 * seed + walk, steps: 120).violations.last
      }.filter { $0.length >= 8 }
      guard !walks.isEmpty,
        let found = ReferenceSearch.run(machine, from: starts, maximumStates: 300)
      else { continue }
      let shortest = Dictionary(
        found.violations.map { ($0.finding, $0) }, uniquingKeysWith: { $1 })
      for violation in walks {
        guard let best = shortest[violation.finding] else { continue }
        cases.append(
          Case(
            name: "seed \(seed), \(violation.length) steps", machine: machine, starts: starts,
            violation: violation, shortest: best))
        if cases.count == wanted { return cases }
      }
    }
    return cases
  }

  private static func forEachCase(_ body: (Case) throws -> Void) throws {
    for each in try cases.get() { try body(each) }
  }

  @Test("shrink to the least of the shortest traces where the search for it is affordable")
  func proved() throws {
    try Self.forEachCase { each in
      let shrunk = Shrinker(each.machine, starts: each.starts).shrink(each.violation)
      #expect(shrunk.isProvedShortest, "\(each.name)")
      #expect(shrunk.originalLength == each.violation.length)
      let spec = each.machine.spec
      #expect(
        spec.eventTexts(shrunk.violation) == spec.eventTexts(each.shortest), "\(each.name)")
    }
  }

  @Test("shrink, but for one in a hundred, to the shortest length without that search")
  func found() throws {
    var budget = Shrinker.Budget()
    budget.proofStates = 0
    if let states = ProcessInfo.processInfo.environment["TRAYCHECK_SHORTCUT_STATES"] {
      budget.shortcutStates = Int(states) ?? 0
    }
    var excess: [Int: Int] = [:]
    var lengths = 0
    try Self.forEachCase { each in
      let shrunk = Shrinker(each.machine, starts: each.starts, budget: budget)
        .shrink(each.violation)
      #expect(shrunk.violation.finding == each.violation.finding)
      lengths += each.violation.length
      excess[shrunk.violation.length - each.shortest.length, default: 0] += 1
      #expect(shrunk.violation.length <= each.shortest.length + 1, "\(each.name)")
    }
    let all = excess.values.reduce(0, +)
    print("\(all) walks of \(lengths / max(1, all)) steps on average, by excess: \(excess)")
    #expect(excess[0, default: 0] * 100 >= all * 99, "\(excess)")
  }

  @Test("can be interrupted at any moment, and shrink alike each time")
  func interruption() throws {
    var budget = Shrinker.Budget()
    var number = 0
    try Self.forEachCase { each in
      number += 1
      budget.proofStates = number % 2 * 1_000
      let shrinker = Shrinker(each.machine, starts: each.starts, budget: budget)
      let spec = each.machine.spec
      let whole = shrinker.shrink(each.violation)
      let again = Shrinker(each.machine, starts: each.starts, budget: budget)
        .shrink(each.violation)
      #expect(spec.eventTexts(again.violation) == spec.eventTexts(whole.violation), "\(each.name)")
      for patience in [0, 1, 3, 10, 40] {
        var asked = 0
        let early = shrinker.shrink(each.violation) {
          asked += 1
          return asked > patience
        }
        #expect(early.violation.finding == each.violation.finding)
        #expect(early.violation.length <= each.violation.length)
        #expect(early.violation.length >= whole.violation.length || !whole.isProvedShortest)
        #expect(Self.canBeWalked(early.violation, each), "\(each.name)")
      }
    }
  }

  private static func canBeWalked(_ violation: Violation, _ each: Case) -> Bool {
    let evaluator = ReferenceEvaluator(each.machine.spec)
    var state = violation.path.start
    for step in violation.path.steps {
      guard evaluator.react(to: step.instance, in: state).steps.contains(step) else { return false }
      state = step.state
    }
    return each.starts.contains(violation.path.start)
  }
}

extension CheckedSpec {
  fileprivate func eventTexts(_ violation: Violation) -> [String] {
    [stateText(violation.path.start)]
      + violation.path.steps.map {
        "\(text($0.instance)) rule \($0.rule ?? -1) \(stateText($0.state))"
      } + [violation.attempt.map { text($0) } ?? ""]
  }
}
