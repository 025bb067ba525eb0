import Basics
import Engine
import Semantics
import TestSupport
import Testing

@Suite("Exhaustive search agrees with a naive one on random specs")
struct NaiveComparisonTests {
  /// The specs whose whole state space is small enough for the naive graph.
  static let specs = RandomSpec.first(24)

  private func both(_ random: RandomSpec) throws -> (SearchedSpec, NaiveGraph)? {
    let found = try search(SpecText.checked(random.text), limits: .init(states: 60))
    guard found.result.completion == .exhaustive else { return nil }
    return (found, NaiveGraph(found.machine, starts: found.starts))
  }

  @Test("in states, steps and every shortest and least way", arguments: specs)
  func agrees(_ random: RandomSpec) throws {
    guard let (found, graph) = try both(random) else { return }
    #expect(found.result.statistics.states == graph.states.count)
    #expect(found.result.statistics.transitions == graph.transitionCount)
    let judge = PropertyEvaluator(spec: found.spec)
    for (index, property) in found.spec.properties.enumerated() {
      let violation = found.violation(property.name)
      switch property.kind {
      case .invariant:
        let path = graph.leastPath { (try? judge.holds(property, in: $0).get()) == false }
        #expect(violation?.path.start == path?.start, "\(property.name)")
        #expect(violation?.path.steps == path?.steps, "\(property.name)")
      case .transition:
        let path = graph.leastPath { state in
          graph.steps[state]!.contains { Self.breaks(property, $0, from: state) }
        }
        let last = path.flatMap { path in
          graph.steps[path.end]!.first { Self.breaks(property, $0, from: path.end) }
        }
        #expect(violation?.path.start == path?.start, "\(property.name)")
        #expect(violation?.path.steps == path.map { $0.steps + [last!] }, "\(property.name)")
      case .reachable:
        let path = graph.leastPath { (try? judge.holds(property, in: $0).get()) == true }
        #expect(found.result.properties[index].goalDepth == path?.steps.count, "\(property.name)")
      case .possible, .eventually: break
      }
    }
  }

  @Test("in deadlocks, gaps, overlaps and faults of events", arguments: specs)
  func agreesInGeneral(_ random: RandomSpec) throws {
    guard let (found, graph) = try both(random) else { return }
    let evaluator = ReferenceEvaluator(found.spec)
    func problems(_ state: [Value]) -> [(EventInstance, Reaction.Problem)] {
      found.machine.instances.flatMap { instance in
        evaluator.react(to: instance, in: state).problems.map { (instance, $0) }
      }
    }
    let deadlock = graph.leastPath { state in
      graph.steps[state]!.isEmpty && problems(state).isEmpty
        && !found.spec.terminals.contains { Self.value($0, in: state) ?? true }
    }
    #expect(found.violation("deadlock")?.path.steps == deadlock?.steps)
    for violation in found.result.generalViolations {
      guard let attempt = violation.attempt else { continue }
      func isSame(_ instance: EventInstance, _ problem: Reaction.Problem) -> Bool {
        if let fault = problem.fault { return fault.range == violation.fault?.range }
        return problem.finding == violation.finding && instance.event == attempt.event
      }
      let path = graph.leastPath { problems($0).contains(where: isSame) }
      #expect(violation.path.steps == path?.steps)
      #expect(path.flatMap { problems($0.end).first(where: isSame)?.0 } == attempt)
    }
    let kinds = Set(
      graph.states.flatMap(problems).compactMap { $0.1.finding.kind.violation?.rawValue })
    let reported = Set(
      found.result.generalViolations.filter { $0.attempt != nil }.map { $0.name(in: found.spec) })
    #expect(kinds == reported)
  }

  @Test("the same twice, to the last step of every trace", arguments: specs.prefix(40))
  func isDeterministic(_ random: RandomSpec) throws {
    func run() throws -> [String] {
      let found = try search(random.text, limits: .init(states: 60))
      let statistics = found.result.statistics
      return found.problems + found.violations.map { "\($0.path) \($0.attempt as Any)" }
        + ["\(statistics.states) \(statistics.transitions) \(statistics.depth ?? -1)"]
        + ["\(found.result.unseenEvents) \(found.result.unseenRules)"]
    }
    #expect(try run() == run())
  }

  private static func value(_ root: RootExpression, in state: [Value]) -> Bool? {
    var evaluator = Evaluator(state: state)
    return try? evaluator.evaluate(root: root).asBool
  }

  private static func breaks(_ property: Property, _ step: Step, from state: [Value]) -> Bool {
    guard case .transition(let patterns, let filter) = property.kind else { return false }
    var evaluator = Evaluator(
      state: step.state, previous: state, signals: step.signals,
      locals: Array(repeating: .none, count: property.body.frameSize))
    guard (try? evaluator.matches(step, patterns)) == true else { return false }
    if let filter, (try? evaluator.holds(filter)) != true { return false }
    return (try? evaluator.holds(property.body.expression)) == false
  }
}

@Suite("Exhaustive search")
struct ExhaustiveSearchTests {
  private let counter = """
    var n: 0...100 = 0
    on up when n < 100 { n += 1 }
    on down when n > 0 { n -= 1 }
    invariant low { n < 5 }
    invariant sane { n >= 0 }
    reachable top { n == 100 }
    transition small after any { n - old(n) <= 1 }
    world low { } violates low, top

    """

  @Test("counts states, transitions and depth")
  func counts() throws {
    let found = try search(counter)
    #expect(found.result.statistics.states == 101)
    #expect(found.result.statistics.transitions == 200)
    #expect(found.result.statistics.depth == 100)
    #expect(found.result.statistics.frontier == 0)
    #expect(found.problems == ["low violated after 5"])
    #expect(found.verdict("top") == "reached after 100")
    #expect(found.result.properties[3].matchedSteps == 200)
  }

  static let limits: [(String, SearchLimits, Completion)] = [
    ("states", .init(states: 10), .stopped(.states(10))),
    ("depth", .init(depth: 8), .stopped(.depth(8))),
  ]

  @Test("a limit ends it inconclusively", arguments: limits)
  func limit(_ name: String, _ limits: SearchLimits, _ completion: Completion) throws {
    let found = try search(
      """
      var n: 0...1000 = 0
      on step(by: 1...4) when n <= 996 { n += by }
      invariant sane { n >= 0 }
      invariant low { n < 2 }
      reachable top { n == 999 }
      transition up after step { n > old(n) }
      world early { } violates deadlock
      """, world: "early", limits: limits)
    #expect(found.result.completion == completion)
    #expect(found.result.statistics.states < 1_000)
    #expect(found.result.statistics.frontier > 0)
    #expect(found.verdict("sane") == "undecided")
    #expect(found.verdict("top") == "undecided")
    #expect(found.verdict("up") == "undecided")
    #expect(found.judgement.isInconclusive)
    // Findings count; missing ones may still come.
    #expect(found.judgement.unexpected == ["low"])
    #expect(found.judgement.missing == [])
    #expect(found.result.unseenEvents == [])
  }

  @Test("without time nothing is decided")
  func noTime() throws {
    let found = try search(counter, under: Deadline(time: .nanoseconds(1)))
    #expect(found.result.completion == .stopped(.time(.nanoseconds(1))))
    #expect(found.judgement.isInconclusive && found.judgement.unexpected.isEmpty)
  }

  @Test("without room for more states it ends, and tells how far it came")
  func memoryLimit() throws {
    let found = try search(
      "var a: 0...99 = 0\nvar b: 0...99 = 0\non go(x: 0...99, y: 0...99) { a = x; b = y }",
      limits: .init(memory: 1 << 30, stateMemory: 100_000))
    #expect(found.result.completion == .stopped(.memory(1 << 30)))
    #expect((2_000..<10_000).contains(found.result.statistics.states))
    #expect(found.result.statistics.frontier > 0)
    #expect(found.judgement.isInconclusive)
  }

  @Test("less memory than the process takes without any state is told at once")
  func memoryBelowProcess() throws {
    let found = try search(counter, limits: .init(memory: 4_200))
    guard case .stopped(.processMemory(4_200, let needed)) = found.result.completion else {
      Issue.record("\(found.result.completion)")
      return
    }
    #expect(needed > 1 << 20)
    #expect(found.result.statistics.states == 0)
    #expect(found.judgement.isInconclusive)
  }

  /// The limit counts the memory of the whole process, which runs other suites as well.
  @Test("a limit that is not reached changes nothing")
  func unreachedLimits() throws {
    let found = try search(
      counter, limits: .init(states: 200, depth: 200, memory: 1 << 36),
      under: Deadline(time: .seconds(600), memory: 1 << 36))
    #expect(found.result.completion == .exhaustive)
    #expect(found.result.statistics.states == 101)
  }

  @Test("equal starts are one state")
  func equalStarts() throws {
    let found = try search(
      "var a: 0...2 = any\nvar b: Bool = any x in Bool where x\non go { a = 0 }")
    #expect(found.result.statistics.starts == 3)
    #expect(found.result.statistics.states == 3)
    #expect(found.result.statistics.depth == 0)
  }

  @Test("a state where nothing can happen is a deadlock, unless terminal says otherwise")
  func deadlocks() throws {
    let text = "var n: 0...3 = 0\non up when n < 3 { n += 1 }\n"
    #expect(try search(text).problems == ["deadlock after 3"])
    #expect(try search(text).trace(to: "deadlock") == ["up", "up", "up"])
    #expect(try search(text + "terminal { n == 3 }").problems == [])
    #expect(try search(text + "terminal { n == 1 }").problems == ["deadlock after 3"])
    #expect(try search(text + "terminal { n == 1 }\nterminal { n > 2 }").problems == [])
    #expect(
      try search(text + "terminal { 3 / (n - 3) == 0 }").problems == ["fault after 3"])
  }

  @Test("a state is no deadlock in which something happens that is left to the reference evaluator")
  func deadlocksByReference() throws {
    let found = try search(
      """
      symmetric Name(5)
      var last: Name? = nil
      var stage: 0...1 = 0
      on first when stage == 0 { stage = 1 }
      on go when stage == 1 { for n in Name { if last == nil || last! != n { last = n } } }
      """)
    #expect(found.problems == [])
  }

  @Test("a limit on depth or states is reached just there", arguments: [1, 7, 40])
  func exactLimits(_ limit: Int) throws {
    let text = "var n: 0...99 = 0\non up when n < 99 { n += 1 }"
    let shallow = try search(text, limits: .init(depth: limit)).result
    #expect(shallow.completion == .stopped(.depth(limit)))
    #expect(shallow.statistics.states == limit + 1)
    let few = try search(text, limits: .init(states: limit)).result
    #expect(few.completion == .stopped(.states(limit)))
    #expect(few.statistics.states == limit)
  }

  /// The event that led to a state is known even if the state's line of the table is full.
  @Test("each of many invariants is violated where it first is, however full the table")
  func manyInvariants() throws {
    let bounds = 60..<160
    let invariants = bounds.map { "invariant below\($0) { a < \($0) }" }.joined(separator: "\n")
    let found = try search(
      """
      var a: 0...199 = 0
      var b: 0...199 = 0
      on right when a < 199 { a += 1 }
      on up when b < 199 { b += 1 }
      terminal { a + b == 398 }
      \(invariants)
      """)
    #expect(found.problems == bounds.map { "below\($0) violated after \($0)" })
  }

  @Test("a fault is no deadlock, and leads nowhere")
  func faultIsNoDeadlock() throws {
    let found = try search("var n: 0...3 = 0\non up { n += 1 }")
    #expect(found.problems == ["fault after 4"])
    #expect(found.trace(to: "fault") == ["up", "up", "up", "up"])
  }

  @Test("a gap and an overlap are told with the event that shows them")
  func gapsAndOverlaps() throws {
    let found = try search(
      """
      var n: 0...3 = 0
      on move(up: Bool) {
        rule rises when up && n < 3 { n += 1 }
        rule falls when !up && n > 0 { n -= 1 }
        rule jumps when up && n == 2 { n = 0 }
      }
      """)
    #expect(found.problems == ["gap after 1", "overlap after 3"])
    #expect(found.trace(to: "gap") == ["move(up: false)"])
    #expect(found.trace(to: "overlap") == ["move(up: true)", "move(up: true)", "move(up: true)"])
    #expect(found.result.statistics.states == 4)
  }

  @Test("a fault in the guard, the rule, a function and a property is each told with its place")
  func faultPlaces() throws {
    let found = try search(
      """
      var n: 0...3 = 0
      func inverse(_ x: 0...3) -> 0...12 { 6 / (x - 1) + 6 }
      on up when n < 3 { n += 1 }
      on ask when 6 / (n - 2) > 0 { n = 0 }
      on askFunction when inverse(n) > 9 { n = 0 }
      on act { rule only when n >= 0 { assert n < 3 } }
      invariant bounded { 6 / (n - 3) <= 0 }
      """)
    let places = found.result.generalViolations.map { violation in
      let finding = violation.finding
      let event = violation.attempt.map { found.spec.text($0.self) } ?? ""
      switch finding.kind {
      case .guardFault: return "guard of \(event) after \(violation.length)"
      case .fault: return "\(event), rule \(finding.rule.map(String.init) ?? "none")"
      case .propertyFault, .stepFault:
        return finding.property.map { found.spec.properties[$0].name } ?? "no property"
      case .terminalFault: return "terminal"
      default: return "no fault"
      }
    }
    #expect(
      Set(places) == [
        "guard of ask after 3", "guard of askFunction after 2", "act, rule 0", "bounded",
      ])
    #expect(found.verdict("bounded") == "faulted")
  }

  @Test("events that never happen and rules that never apply are told")
  func unseen() throws {
    let found = try search(
      """
      var n: 0...3 = 0
      on never when n > 0 { n = 1 }
      on faulty { n = 1 / n }
      on go { rule a when n == 0 {} rule b when n == 2 {} otherwise c { n = 0 } }
      """)
    #expect(found.result.unseenEvents.map { found.spec.events[$0].name } == ["never"])
    #expect(
      found.result.unseenRules.map { found.spec.events[$0.event].rules[$0.rule].name } == [
        "b", "c",
      ])
  }

  @Test("a transition property is asked of steps into known states too")
  func stepsIntoKnownStates() throws {
    let found = try search(
      """
      var n: 0...1 = 0
      on flip { n = 1 - n }
      on stay { n = n }
      transition moves after any { n != old(n) }
      transition flips after flip where old(n) == 1 { n == 1 }
      """)
    #expect(found.problems == ["moves violated after 1", "flips violated after 2"])
    #expect(found.trace(to: "moves") == ["stay"])
    #expect(found.trace(to: "flips") == ["flip", "flip"])
  }

  @Test("signals are seen by the properties of their own step only")
  func signals() throws {
    let found = try search(
      """
      signal beep(loud: Bool)
      var n: 0...2 = 0
      on go { n = (n + 1) % 3; if n == 2 { emit beep(loud: true), beep(loud: false) } }
      transition beeps after go where n == 2 { emitted(beep) && emissions(beep) == 2 }
      transition loud after go where n == 2 { emissions(beep(loud: true)) == 1 }
      transition quiet after go { !emitted(beep(loud: true)) }
      """)
    #expect(found.problems == ["quiet violated after 2"])
  }

  @Test("no start is an error with its reason")
  func noStart() throws {
    let machine = try Machine(SpecText.checked("var n: 0...3 = any x in 0...3 where x > 3"))
    #expect(throws: Machine.StartFailure.self) { try machine.starts() }
  }
}
