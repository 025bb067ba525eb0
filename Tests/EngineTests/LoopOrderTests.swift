import TestSupport
import Testing

@testable import Semantics

/// Runs statements with every permutation of every loop without order: no analysis, no merging of
/// passes, the meaning of the language and nothing else.
private struct EveryOrder {
  /// The end of one run: the state, and the signals without their order.
  struct Outcome: Hashable {
    var state: [Value]
    var signals: [EmittedSignal]
  }

  var hasFault = false

  mutating func run(_ statements: [Statement], _ evaluators: [Evaluator]) -> [Evaluator] {
    statements.reduce(evaluators) { current, statement in
      Self.distinct(current.flatMap { run(statement, $0) })
    }
  }

  /// One run of each set with equal futures.
  private static func distinct(_ evaluators: [Evaluator]) -> [Evaluator] {
    struct Key: Hashable {
      var outcome: Outcome
      var locals: [Value]
    }
    guard evaluators.count > 1 else { return evaluators }
    var seen: Set<Key> = []
    return evaluators.filter {
      let outcome = Outcome(state: $0.state, signals: $0.signals.sorted())
      return seen.insert(Key(outcome: outcome, locals: $0.locals)).inserted
    }
  }

  private mutating func run(_ statement: Statement, _ start: Evaluator) -> [Evaluator] {
    var evaluator = start
    do {
      switch statement.node {
      case .branch(let branches):
        return run(try evaluator.body(of: branches) ?? [], [evaluator])
      case .choose(let binders):
        let passes = try evaluator.passes(binders)
        if passes.isEmpty { hasFault = true }
        return passes.map { pass in
          var chosen = evaluator
          pass.bind(&chosen)
          return chosen
        }
      case .call(let procedure, let arguments):
        var inner = evaluator
        inner.locals = Array(repeating: .none, count: procedure.frameSize)
        for (slot, argument) in arguments.enumerated() {
          inner.locals[slot] = try evaluator.evaluate(argument)
        }
        return run(procedure.body, [inner]).map { result in
          var result = result
          result.locals = evaluator.locals
          return result
        }
      case .loop(let binders, let order, let body):
        let passes = try evaluator.passes(binders)
        let orders = order == .ascending ? [passes] : Self.permutations(passes)
        return orders.flatMap { passes in
          passes.reduce([evaluator]) { current, pass in
            current.flatMap { before -> [Evaluator] in
              var bound = before
              pass.bind(&bound)
              return run(body, [bound])
            }
          }
        }
      default:
        try evaluator.perform(statement)
        return [evaluator]
      }
    } catch {
      hasFault = true
      return []
    }
  }

  private static func permutations(_ passes: [Pass]) -> [[Pass]] {
    guard passes.count > 1 else { return [passes] }
    return passes.indices.flatMap { index in
      var rest = passes
      let first = rest.remove(at: index)
      return permutations(rest).map { [first] + $0 }
    }
  }
}

@Suite("The order of loops")
struct LoopOrderTests {
  /// For each state and event of a spec, the reference evaluator's result, with loop analysis and merged orders,
  /// equals that of all permutations.
  private func requireAllOrders(_ text: String) throws {
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let states = NaiveGraph(machine, starts: try machine.starts(), limit: 8).states
    let evaluator = ReferenceEvaluator(spec)
    for state in states {
      for instance in machine.instances {
        let reaction = evaluator.react(to: instance, in: state)
        guard reaction.isPossible else { continue }
        let found = Set(
          reaction.steps.map { EveryOrder.Outcome(state: $0.state, signals: $0.signals.sorted()) })
        let event = spec.events[instance.event]
        guard let (all, hasFault) = allOrders(of: event, instance, state) else { continue }
        let expected = Set(
          all.map {
            EveryOrder.Outcome(
              state: spec.monitored($0.state, behindTick: false), signals: $0.signals)
          })
        let place = "\(spec.text(instance)) in \(spec.stateText(state))"
        #expect(found == expected, "\(place)")
        let foundFault = reaction.problems.contains { $0.fault != nil }
        #expect(foundFault == hasFault, "\(place)")
      }
    }
  }

  private func allOrders(
    of event: Event, _ instance: EventInstance, _ state: [Value]
  ) -> (Set<EveryOrder.Outcome>, hasFault: Bool)? {
    var start = Evaluator(state: state, previous: state, locals: instance.arguments)
    start.locals += Array(repeating: .none, count: event.frameSize - start.locals.count)
    let bodies: [[Statement]]
    switch event.body {
    case .tick: return nil
    case .statements(let body): bodies = [body]
    case .rules(_, let rules):
      do {
        let applicable = try rules.filter { rule in
          try !rule.isOtherwise
            && rule.conditions.allSatisfy { condition in
              guard case .test(let test) = condition else { return true }
              return try start.holds(test)
            }
        }
        bodies = (applicable.isEmpty ? rules.filter(\.isOtherwise) : applicable).map(\.body)
      } catch {
        return nil
      }
    }
    var runner = EveryOrder()
    let outcomes = bodies.flatMap { runner.run($0, [start]) }
      .map { EveryOrder.Outcome(state: $0.state, signals: $0.signals.sorted()) }
    return (Set(outcomes), runner.hasFault)
  }

  @Test(
    "all permutations are covered in random specs", arguments: RandomSpec.first(Weekly.count(30)))
  func randomSpecs(_ random: RandomSpec) throws { try requireAllOrders(random.text) }

  @Test("loops of which the analysis says that they commute do", arguments: Weekly.seeds(200))
  func randomLoops(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    try requireAllOrders(RandomLoop.text(&random))
  }

  @Test("the analysis is not only cautious: loops of all its reasons commute")
  func commutingShare() throws {
    var orders: [LoopOrder: Int] = [:]
    for seed in UInt64(0)..<400 {
      var random = SplitMix64(seed: seed)
      let spec = try SpecText.checked(RandomLoop.text(&random))
      guard case .statements(let body) = spec.events[0].body,
        case .loop(_, let order, _) = body.last?.node
      else { continue }
      orders[order, default: 0] += 1
    }
    #expect(orders[.commuting, default: 0] > 100)
    #expect(orders[.any, default: 0] > 100)
    #expect(orders[.ascending] == nil)
  }
}

/// One unordered loop, made of statements of which some commute: the input for the analysis.
private enum RandomLoop {
  static func text(_ random: inout SplitMix64) -> String {
    let source = random.pick(["x in N", "x in names", "(x, y) in marks", "x in N where t[x] < 2"])!
    var lines: [String] = []
    for _ in 0..<1 + random.number(below: 2) { lines.append(statement(&random)) }
    let start = random.pick(["", "  count = 1\n", "  local = 1\n"])!
    var procedure = ""
    if random.oneIn(3), !lines.contains(where: { $0.contains("local") }) {
      // A procedure has names of its own.
      procedure = "func each(_ it: 0...3, of x: N) {\n\(lines.joined(separator: "\n"))\n}"
      lines = ["each(count % 4, of: x)"]
    }
    return """
      symmetric N(3)
      signal told(who: N, count: 0...9)
      var t: Table<N, 0...3> = 0
      var u: Table<N, Bool> = false
      var marks: Map<N, 0...3> = [:]
      var names: Set<N> = []
      var count: 0...9 = 0
      var line: List<N, 3> = []
      var last: N? = nil
      var first: N? = nil
      var clock: Timer<2>
      enum Key { one(N), pair(N, N?), loose }
      var cards: Map<Key, 0...3> = [:]
      var heard: Table<Bool, Set<N>> = []
      func key(_ n: N, _ other: N?) -> Key { other == nil ? .one(n) : .pair(n, other) }
      func own(_ n: N) -> Key { .pair(n, last) }
      \(procedure)
      on go {
        var local: 0...9 = 0
      \(start)  for \(source) {
      \(lines.map { "    \($0)" }.joined(separator: "\n"))
        }
      }
      on prepare(a: N, b: N) { marks[a] = 1; cards[.one(a)] = 2; cards[.pair(a, b)] = 1; cards[.loose] = 0
        first = a; last = b; insert b into names; t[b] = 2; u[a] = true }

      """
  }

  private static func statement(_ random: inout SplitMix64) -> String {
    let simple = [
      "t[x] = 1", "t[x] = count % 4", "if t[x] < 3 { t[x] += 1 }", "u[x] = !u[x]", "count += 1",
      "count += 2", "count -= 1", "count = 3", "count = t[x]", "insert x into names",
      "remove x from names", "marks[x] = 2", "marks[x] = nil", "marks[x] = t[x]",
      "marks.removeAll()", "last = x", "if last == nil { last = x }", "append x to line",
      "emit told(who: x, count: count)", "emit told(who: x, count: t[x])", "start clock for 1",
      "stop clock", "local += 1", "if local < 2 { u[x] = true; local += 1 }",
      "assert count < 9", "if u[x] { count += 1 }", "if names.count > 1 { u[x] = true }",
      "if x in names { t[x] = 0 }", "t = 0", "u[x] = (some n in N: u[n])", "names = []",
      "if marks[x] == nil { marks[x] = 0 } else { marks[x] = 3 }", "let now = t[x]; t[x] = now / 2",
      "cards[.one(x)] = nil", "cards[own(x)] = count % 4", "cards[key(x, last)] = nil",
      "cards[own(x)] = nil", "cards[.loose] = nil", "cards[.pair(x, x)] = 3", "cards[.loose]! += 1",
      "cards[key(x, last)] = 1", "if cards[own(x)] != nil { u[x] = true }", "cards.removeAll()",
      "insert x into heard[true]", "remove x from heard[false]", "heard[u[x]] = [x]",
      "heard[true] = []",
      "for n in N { t[n] = 1 }", "for n in N { insert n into names }",
      "for n in N { cards[.one(n)] = nil }",
      "for n in N where u[n] { count += 1 }", "for n in names { t[x] = 1 }",
      "switch cards[own(x)] {\ncase nil: count += 1\ncase 1: u[x] = true\ncase _: count += 2\n}",
      "if let n = last { cards[.pair(n, x)] = nil }",
      "cards[.pair(x, first)] = 1; if let n = last { cards[.pair(n, x)] = 2 }",
    ]
    guard random.oneIn(3) else { return random.pick(simple)! }
    let (first, second) = (random.pick(simple)!, random.pick(simple)!)
    let test = random.pick(["t[x] > 0", "u[x]", "x in names", "count > 2", "marks[x] != nil"])!
    return "if \(test) { \(first) } else { \(second) }"
  }
}
