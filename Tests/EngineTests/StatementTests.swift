import Semantics
import TestSupport
import Testing

/// A body that runs once, and its result.
struct StatementCase: CustomTestStringConvertible, Sendable {
  var testDescription: String
  var variables: String
  var body: String
  var expected: [String]

  init(_ name: String, _ variables: String, _ body: String, _ expected: String...) {
    testDescription = name
    self.variables = variables
    self.body = body
    self.expected = expected
  }

  func outcome() throws -> StepOutcome {
    let lines = body.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
    return try StepOutcome("\(variables)\non go {\n\(lines)\n}")
  }
}

@Suite("Statements")
struct StatementTests {
  @Test(
    "do what they say",
    arguments: [
      StatementCase("assignment", "var n: 0...3 = 0", "n = 2", "n = 2"),
      StatementCase("statements run in order", "var n: 0...9 = 1", "n += 2; n = n * 2", "n = 6"),
      StatementCase("minus assignment", "var n: 0...3 = 3", "n -= 2", "n = 1"),
      StatementCase(
        "times, through and remainder", "var n: 0...9 = 4", "n *= 2; n /= 3; n %= 2",
        "n = 0"),
      StatementCase(
        "a field", "struct P { x: 0...3, y: Bool }\nvar p: P = P(x: 0, y: true)",
        "p.x = 2", "p = P(x: 2, y: true)"),
      StatementCase(
        "an entry of a table", "var t: Table<Bool, 0...3> = 0", "t[true] += 1",
        "t = [false: 0, true: 1]"),
      StatementCase(
        "a whole table", "var t: Table<Bool, 0...3> = 0", "t = 3",
        "t = [false: 3, true: 3]"),
      StatementCase(
        "a new entry of a map", "var m: Map<0...2, Bool> = [2: true]", "m[0] = false",
        "m = [0: false, 2: true]"),
      StatementCase(
        "an entry replaced", "var m: Map<0...2, Bool> = [2: true]", "m[2] = false",
        "m = [2: false]"),
      StatementCase(
        "an entry removed", "var m: Map<0...2, Bool> = [2: true]", "m[2] = nil",
        "m = [:]"),
      StatementCase(
        "an absent entry removed", "var m: Map<0...2, Bool> = [2: true]", "m[1] = nil",
        "m = [2: true]"),
      StatementCase(
        "a field of an entry", "struct P { x: 0...3 }\nvar m: Map<Bool, P> = [true: P(x: 1)]",
        "m[true]?.x = 2; m[false]?.x = 3", "m = [true: P(x: 2)]"),
      StatementCase(
        "a forced field", "struct P { x: 0...3 }\nvar p: P? = P(x: 1)", "p!.x += 1",
        "p = P(x: 2)"),
      StatementCase(
        "an element of a list", "var l: List<0...3, 3> = [1, 2]", "l[1] = 0",
        "l = [1, 0]"),
      StatementCase(
        "nested places", "var t: Table<Bool, List<0...3, 2>> = []",
        "append 1 to t[true]; t[true][0] = 3", "t = [false: [], true: [3]]"),
      StatementCase(
        "insert into a set", "var s: Set<0...3> = [2]", "insert 1 into s; insert 2 into s",
        "s = [1, 2]"),
      StatementCase(
        "remove from a set", "var s: Set<0...3> = [1, 2]", "remove 1 from s; remove 3 from s",
        "s = [2]"),
      StatementCase(
        "remove from a list takes all equal elements", "var l: List<0...3, 3> = [1, 2, 1]",
        "remove 1 from l", "l = [2]"),
      StatementCase("append", "var l: List<0...3, 3> = [1]", "append 3 to l", "l = [1, 3]"),
      StatementCase(
        "insert at", "var l: List<0...3, 3> = [1, 2]", "insert 0 at 1 into l",
        "l = [1, 0, 2]"),
      StatementCase(
        "insert at the end", "var l: List<0...3, 3> = [1]", "l.insert(0, at: 1)",
        "l = [1, 0]"),
      StatementCase(
        "remove at", "var l: List<0...3, 3> = [1, 2, 3]", "l.remove(at: 1)", "l = [1, 3]"),
      StatementCase(
        "remove first and last", "var l: List<0...3, 3> = [1, 2, 3]",
        "l.removeFirst(); l.removeLast()", "l = [2]"),
      StatementCase(
        "remove all", "var s: Set<Bool> = [true]\nvar m: Map<Bool, Bool> = [true: true]",
        "s.removeAll(); m.removeAll()", "s = [], m = [:]"),
      StatementCase(
        "remove where, from a set", "var s: Set<0...3> = [0, 1, 3]",
        "remove x in s where x > 0", "s = [0]"),
      StatementCase(
        "remove where, from a map by key and value",
        "var m: Map<0...2, 0...2> = [0: 0, 1: 2, 2: 2]", "remove (k, v) in m where k == v",
        "m = [1: 2]"),
      StatementCase(
        "remove where judges all elements as things were before",
        "var l: List<0...3, 3> = [1, 2, 3]", "remove x in l where x <= l.count - 1", "l = [3]"),
      StatementCase(
        "if and else", "var n: 0...3 = 1",
        "if n > 1 { n = 0 } else if n == 1 { n = 3 } else { n = 2 }",
        "n = 3"),
      StatementCase(
        "if let binds", "var n: 0...3 = 1\nvar o: (0...3)? = 2",
        "if let x = o, x > 1 { n = x } else { n = 0 }", "n = 2, o = 2"),
      StatementCase(
        "if let of nil", "var n: 0...3 = 1\nvar o: (0...3)? = nil",
        "if let x = o { n = x } else { n = 0 }", "n = 0, o = nil"),
      StatementCase(
        "if case binds the payload", "enum E { a, b(0...3) }\nvar e: E = .b(2)\nvar n: 0...3 = 0",
        "if case .b(let x) = e { n = x }", "e = .b(2), n = 2"),
      StatementCase(
        "switch takes the first case that fits", "var n: 0...3 = 2",
        "switch n {\ncase 0...1: n = 0\ncase 2: n = 3\ndefault: n = 1\n}", "n = 3"),
      StatementCase(
        "switch with where", "enum E { a, b(0...3) }\nvar e: E = .b(2)",
        """
        switch e {
        case .b(let x) where x < 2: e = .a
        case .b(let x): e = .b(x - 1)
        case .a: e = .b(0)
        }
        """,
        "e = .b(1)"),
      StatementCase(
        "a loop over a list is in its order", "var l: List<0...3, 4> = [2, 1]\nvar n: 0...9 = 0",
        "for x in l { n = n * 3 + x }", "l = [2, 1], n = 7"),
      StatementCase(
        "a loop runs over things as they were", "var l: List<0...3, 4> = [2, 1]",
        "for x in l { append x to l }", "l = [2, 1, 2, 1]"),
      StatementCase(
        "the filter of a loop sees things as they were", "var n: 0...9 = 0",
        "for x in 0...3 where n == 0 { n += x }", "n = 6"),
      StatementCase(
        "local names", "var n: 0...9 = 1", "let a = n + 1\nvar b: 0...9 = a\nb += a\nn = b",
        "n = 4"),
      StatementCase(
        "a procedure has names of its own",
        "var n: 0...9 = 1\nfunc add(_ x: 0...3) { let y = x + x\nn += y }", "add(2); add(1)",
        "n = 7"),
      StatementCase(
        "timers", "var t: Timer<3>\nvar u: Timer<3>", "start t for 3; start u for 1; stop u",
        "t = due in 3, u = .off"),
      StatementCase("assert that holds", "var n: 0...3 = 1", "assert n == 1; n = 2", "n = 2"),
    ])
  func effects(_ statement: StatementCase) throws {
    let outcome = try statement.outcome()
    #expect(outcome.states == statement.expected)
    #expect(outcome.problems == [])
  }

  @Test(
    "fault where they cannot do it, and lead to no next state",
    arguments: [
      StatementCase(
        "a value outside its range", "var n: 0...3 = 3", "n += 1", "4 is outside 0...3"),
      StatementCase(
        "a value of an expression", "var n: 0...3 = 3", "n = n - 4", "-1 is outside 0...3"),
      StatementCase(
        "an element of a set", "var s: Set<0...2> = []\nvar n: 0...3 = 3", "insert n into s",
        "3 is outside 0...2"),
      StatementCase(
        "append to a full list", "var l: List<0...3, 1> = [1]", "append 2 to l",
        "the list is full: it holds 1 at most"),
      StatementCase(
        "insert into a full list", "var l: List<0...3, 1> = [1]", "insert 2 at 0 into l",
        "the list is full: it holds 1 at most"),
      StatementCase(
        "insert past the end", "var l: List<0...3, 3> = [1]", "insert 2 at 2 into l",
        "there is no element at 2: the list has the indices 0 to 0"),
      StatementCase(
        "remove at no index", "var l: List<0...3, 3> = []", "l.remove(at: 0)",
        "there is no element at 0: the list is empty"),
      StatementCase(
        "store at no index", "var l: List<0...3, 3> = [1]", "l[1] = 0",
        "there is no element at 1: the list has the indices 0 to 0"),
      StatementCase(
        "remove the first of nothing", "var l: List<0...3, 3> = []", "l.removeFirst()",
        "the list is empty"),
      StatementCase(
        "remove the last of nothing", "var l: List<0...3, 3> = []", "l.removeLast()",
        "the list is empty"),
      StatementCase(
        "a forced nil", "struct P { x: 0...3 }\nvar p: P? = nil", "p!.x = 1",
        "there is no value here: it is nil"),
      StatementCase(
        "a key that is none", "var t: Table<0...1, Bool> = false\nvar n: 0...3 = 2",
        "t[n] = true", "2 is no key: it is outside 0...1"),
      StatementCase("division by zero", "var n: 0...3 = 0", "n = 1 / n", "division by zero"),
      StatementCase(
        "division of a place by zero", "var n: 0...3 = 0", "n %= n", "division by zero"),
      StatementCase(
        "nothing to choose", "var s: Set<Bool> = []", "choose x in s",
        "there is nothing to choose from"),
      StatementCase(
        "a failed assertion", "var n: 0...3 = 0", "assert n == 1",
        "the assertion does not hold"),
      StatementCase(
        "a timer started for too long", "var t: Timer<2>\nvar n: 0...3 = 3", "start t for n",
        "3 is outside 0...2"),
      StatementCase(
        "too many outcomes", "var n: 0...1 = 0",
        (1...9).map { "choose x\($0) in 0...3" }.joined(separator: "\n"),
        "one step has more than 65536 outcomes"),
    ])
  func faults(_ statement: StatementCase) throws {
    let outcome = try statement.outcome()
    #expect(outcome.problems == statement.expected)
    #expect(outcome.states == [])
    #expect(outcome.isPossible)
  }

  @Test("a statement that faults changes nothing of what a later one would see")
  func faultEndsTheBranch() throws {
    let outcome = try StepOutcome(
      """
      var n: 0...3 = 0
      on go { choose x in 0...3; n = 3 / x; assert x != 2 }
      """)
    #expect(outcome.states == ["n = 3", "n = 1"])
    #expect(outcome.problems == ["division by zero", "the assertion does not hold"])
  }

  @Test("choose splits a step, and the choices are told")
  func choose() throws {
    let outcome = try StepOutcome(
      """
      symmetric N(2)
      var n: 0...9 = 0
      on go { choose x in 1...3 where x != 2; choose who in N; n = x }
      """)
    #expect(outcome.states == ["n = 1", "n = 3"])
    #expect(
      outcome.choices == [
        "x = 1, who = N#1", "x = 1, who = N#2", "x = 3, who = N#1", "x = 3, who = N#2",
      ])
  }

  @Test("emitted signals are told in their order")
  func emit() throws {
    let outcome = try StepOutcome(
      """
      signal ping, say(what: 0...3)
      var n: 0...3 = 2
      on go { emit say(what: n), ping; n = 0; emit say(what: n) }
      """)
    #expect(outcome.signals == ["say(what: 2)", "ping", "say(what: 0)"])
  }

  @Test("an event whose guard is false does not happen")
  func guards() throws {
    let text = "var n: 0...3 = 2\non go(x: 0...3) when x < n && 4 / x > 1 { n = x }"
    #expect(try StepOutcome(text, event: "go(x: 1)").states == ["n = 1"])
    #expect(try !StepOutcome(text, event: "go(x: 3)").isPossible)
    let faulting = try StepOutcome(text, event: "go(x: 0)")
    #expect(faulting.problems == ["division by zero"])
    #expect(!faulting.isPossible)
  }

  @Test("time brings all running timers one unit nearer, and never passes one that is due")
  func tick() throws {
    let declarations = "var t: Timer<3>\nvar u: Table<Bool, Timer<3>>\n"
    let text = declarations + "on go { start t for 2; start u[true] for 1 }"
    let found = try search(text + "\ntransition runs after tick { old(t.isRunning) }")
    #expect(found.verdict("runs") == "holds")
    let ticks = found.spec.events.firstIndex { $0.name == "tick" }!
    let evaluator = ReferenceEvaluator(found.spec)
    let tick = EventInstance(event: ticks, arguments: [])
    func after(_ state: [Value]) -> [[Value]] {
      evaluator.react(to: tick, in: state).steps.map(\.state)
    }
    #expect(after([.isOff, .table([.isOff, .isOff])]) == [])
    #expect(
      after([.timer(2), .table([.isOff, .timer(1)])]) == [
        [.timer(1), .table([.isOff, .timer(0)])]
      ])
    #expect(after([.timer(1), .table([.isOff, .timer(0)])]) == [])
  }
}

@Suite("Rules")
struct RuleTests {
  private let text = """
    var n: 0...9 = 4
    on go(x: 0...4) {
      let half = x / 2
      rule small when half == 0 { n = 0 }
      when half > 0 {
        let rest = x % 2
        rule even when rest == 0 { n = half }
        rule big when x > 3 { n = 9 }
      }
    }
    on other(x: Bool) { rule first when x { n = 1 } otherwise second { n = 2 } }
    """

  @Test("exactly one applies, and is followed")
  func one() throws {
    #expect(try StepOutcome(text, event: "go(x: 1)").states == ["n = 0"])
    #expect(try StepOutcome(text, event: "go(x: 2)").states == ["n = 1"])
  }

  @Test("none is a gap, with no next state")
  func gap() throws {
    let outcome = try StepOutcome(text, event: "go(x: 3)")
    #expect(outcome.problems == ["gap"])
    #expect(outcome.states == [])
    #expect(outcome.isPossible)
  }

  @Test("several are an overlap, each of them followed")
  func overlap() throws {
    let outcome = try StepOutcome(text, event: "go(x: 4)")
    #expect(outcome.problems == ["overlap even, big"])
    #expect(outcome.states == ["n = 2", "n = 9"])
  }

  @Test("otherwise applies where no other does")
  func otherwise() throws {
    #expect(try StepOutcome(text, event: "other(x: true)").states == ["n = 1"])
    #expect(try StepOutcome(text, event: "other(x: false)").states == ["n = 2"])
  }

  @Test("a condition that faults is a fault of the event, with no next state")
  func faultInCondition() throws {
    let outcome = try StepOutcome(
      "var n: 0...3 = 0\non go { rule a when 1 / n == 0 {} rule b when n == 0 { n = 1 } }")
    #expect(outcome.problems == ["division by zero"])
    #expect(outcome.states == [])
  }
}
