@testable import Comparison
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// The behaviour that only one of two specs allows.
@Suite struct BehaviourTests {
  /// The answer in a line, and each difference in one: its kind, its last event and its length.
  static func differences(
    _ old: String, _ new: String, states: Int = 100_000, ignoringTexts: Bool = true
  ) throws -> [String] {
    try result(old, new, states: states, ignoringTexts: ignoringTexts).differences.map {
      "\($0.kind.rawValue) \($0.event ?? "start") \($0.length)"
    }
  }

  static func result(
    _ old: String, _ new: String, states: Int = 100_000, ignoringTexts: Bool = true
  ) throws -> BehaviourResult {
    let (before, after) = (try SpecText.checked(old), try SpecText.checked(new))
    return try result(before, after, states: states, ignoringTexts: ignoringTexts)
  }

  static func result(
    _ old: CheckedSpec, _ new: CheckedSpec, states: Int, ignoringTexts: Bool
  ) throws -> BehaviourResult {
    let declarations = DeclarationComparison(
      Parser.parse(old.file).spec, Parser.parse(new.file).spec)
    let unchanged = UnchangedBehaviour(declarations)
    return BehaviourComparison(
      try side(old), try side(new), renames: declarations.renames,
      unchanged: ignoringTexts
        ? .nothing : unchanged.confined(toParamsOf: old, new, declarations.renames)
    ).run(maximumStates: states)
  }

  static func side(_ spec: CheckedSpec) throws -> BehaviourComparison.Side {
    let machine = try Machine(spec)
    return .init(machine: machine, starts: try machine.starts())
  }

  private static let lamp = """
    var lit = false
    var count: 0...3 = 0
    signal click(loud: Bool)
    on press when count < 3 { lit = !lit; count += 1; emit click(loud: lit) }
    on reset { count = 0 }
    """

  @Test(
    "an edit of what happens is found, with the shortest way",
    arguments: [
      ("count < 3", "count < 2", ["only-old press 3"]),
      ("when count < 3 ", "when count < 3 && !lit ", ["only-old press 2"]),
      ("emit click(loud: lit)", "", ["both press 1"]),
      ("loud: lit", "loud: lit || count > 1", ["both press 2"]),
      ("on reset {", "on reset when count > 1 {", ["only-old reset 1"]),
      ("on reset { count = 0 }", "", ["only-old reset 1"]),
      ("count = 0 }", "count = 0 }\non extra when lit {}", ["only-new extra 2"]),
      ("var lit = false", "var lit = true", ["both start 0"]),
      ("var lit = false", "var lit: Bool = any", ["only-new start 0"]),
      ("lit = !lit; ", "choose x in Bool; lit = x; ", ["only-new press 1"]),
      ("0...3", "0...2", ["only-old press 3"]),
      ("lit = !lit; count += 1", "count += 1; lit = !lit", []),
      ("on reset", "fair on reset", []),
    ])
  func edit(_ from: String, _ to: String, _ expected: [String]) throws {
    let edited = Self.lamp.replacing(from, with: to)
    #expect(edited != Self.lamp)
    #expect(try Self.differences(Self.lamp, edited) == expected)
    #expect(try Self.differences(Self.lamp, edited, ignoringTexts: false) == expected)
    let swapped = expected.map { line in
      line.hasPrefix("only-old")
        ? line.replacing("only-old", with: "only-new")
        : line.replacing("only-new", with: "only-old")
    }
    #expect(try Self.differences(edited, Self.lamp) == swapped)
  }

  @Test("both outcomes of a step are told in words")
  func outcomes() throws {
    let edited = Self.lamp.replacing("lit = !lit; ", with: "")
    let difference = try #require(try Self.result(Self.lamp, edited).differences.first)
    guard case .steps(let old) = difference.oldOutcome,
      case .steps(let new) = difference.newOutcome
    else {
      Issue.record("both react")
      return
    }
    #expect(old.map(\.signals) == [["click(loud: true)"]])
    #expect(new.map(\.signals) == [["click(loud: false)"]])
    #expect(new.first?.changes.map(\.place) == ["count"])
  }

  @Test("a guard that refuses is told with its values")
  func refusal() throws {
    let edited = Self.lamp.replacing("count < 3", with: "count < 2")
    let difference = try #require(try Self.result(Self.lamp, edited).differences.first)
    guard case .refused(let reasons) = difference.newOutcome else {
      Issue.record("the new spec refuses")
      return
    }
    #expect(reasons.map(\.text) == ["count < 2: count is 2"])
  }

  @Test("variables that only one of them has are not looked at, and that is said")
  func hidden() throws {
    let more = Self.lamp.replacing("on reset", with: "var last = false\non reset")
      .replacing("count += 1;", with: "count += 1; last = lit;")
    let result = try Self.result(Self.lamp, more)
    #expect(result.differences.isEmpty && result.completion == .exhaustive)
    #expect(result.notes == ["var 'last' is in the new spec only, so it is not compared"])
  }

  @Test(
    "where what an event is given has become something else it is open whether both do the same")
  func foreignParameter() throws {
    let old = "enum E { a, b }\nenum F { c, d }\nvar lit = false\non press(x: E) { lit = true }"
    let result = try Self.result(old, old.replacing("x: E", with: "x: F"))
    let note = "'x' of event 'press' is not compared: E and F have no values in common"
    #expect(result.notes == [note])
    #expect(result.completion == .stopped(.tool(note)))
  }

  @Test("what a hidden variable decides is found where it shows")
  func hiddenState() throws {
    let old = "var n: 0...1 = 0\non go { n = 1 - n }"
    let new = """
      var n: 0...1 = 0
      var steps: 0...4 = 0
      on go when steps < 4 { n = 1 - n; steps += 1 }
      """
    #expect(try Self.differences(old, new) == ["only-old go 5"])
    #expect(try Self.differences(new, old) == ["only-new go 5"])
  }

  @Test("one of several hidden states may allow what others do not")
  func inclusion() throws {
    let old = "var n: 0...1 = 0\non go { choose x in 0...1; n = x }"
    let new = """
      var n: 0...1 = 0
      var wish: 0...1 = any
      on go { n = wish; choose x in 0...1; wish = x }
      """
    #expect(try Self.differences(old, new) == [])
  }

  @Test("values are compared by their names, not by their order")
  func byName() throws {
    let old = """
      enum E { a, b, c(x: Bool, y: 0...1) }
      struct S { p: E, q: Bool }
      var s = S(p: .a, q: false)
      var m: Map<E, S> = [:]
      var t: Table<E, Bool> = false
      on go(e: E, q: Bool) { s = S(p: e, q: q); m[e] = s; t[e] = q }
      """
    let new = """
      enum E { c(y: 0...1, x: Bool), b, a }
      struct S { q: Bool, p: E }
      var m: Map<E, S> = [:]
      var t: Table<E, Bool> = false
      var s = S(q: false, p: .a)
      on go(q: Bool, e: E) { s = S(q: q, p: e); m[e] = s; t[e] = q }
      """
    let result = try Self.result(old, new, states: 200)
    #expect(result.differences.isEmpty)
    #expect(result.states > 200)
  }

  @Test("a value that the other spec does not have is a difference")
  func newValue() throws {
    let old = "enum E { a, b }\nvar e: E = .a\non go(to: E) { e = to }"
    let new = old.replacing("a, b }", with: "a, b, c }")
    #expect(try Self.differences(old, new) == ["only-new go 1"])
  }

  @Test("a limit is told, and what was found before it")
  func limit() throws {
    let old = "var n: 0...100 = 0\non up when n < 100 { n += 1 }"
    let result = try Self.result(old, old, states: 10)
    #expect(result.completion == .stopped(.states(10)) && result.differences.isEmpty)
  }

  @Test("is not known where the tool goes no further in an event", arguments: [true, false])
  func limit(_ ignoringTexts: Bool) throws {
    let text = Self.lamp + "\non wait when count > 2 && every i in 0..<count * 99999999: i < 9 {}"
    let result = try Self.result(
      text, text.replacing("on reset {", with: "on reset when lit || !lit {"),
      ignoringTexts: ignoringTexts)
    #expect(
      result.completion
        == .stopped(
          .tool("a collection of 299999997 values is too large to run over (line 7)")))
  }

  @Test("a difference to which not both can come is a mistake of the tool")
  func unexplained() throws {
    let old = "var n: 0...2 = 0\non up when n < 2 { n += 1 }\non look when n == 2 {}"
    let told = old.replacing("on look when n == 2", with: "on look when n == 2 && false")
    let new = told.replacing("n += 1", with: "n = 0")
    let declarations = DeclarationComparison(
      Parser.parse(try SpecText.checked(old).file).spec,
      Parser.parse(try SpecText.checked(told).file).spec)
    let result = BehaviourComparison(
      try Self.side(SpecText.checked(old)), try Self.side(SpecText.checked(new)),
      renames: Renames(), unchanged: UnchangedBehaviour(declarations)
    ).run()
    #expect(result.differences.isEmpty)
    #expect(
      result.internalErrors == [
        "it was found that the versions differ at 'look', which is not so by the reference evaluator"
      ])
  }

  @Test("gaps and faults are told as what they are")
  func gapsAndFaults() throws {
    let old = "var n: 0...2 = 0\non up { rule r when n < 2 { n += 1 } rule s when n == 2 {} }"
    let gap = try Self.result(old, old.replacing("rule s when n == 2 {}", with: ""))
    #expect(gap.differences.count == 1)
    if case .gap = gap.differences[0].newOutcome {} else { Issue.record("it is a gap") }
    let fault = try Self.result(old, old.replacing("n == 2 {}", with: "n == 2 { n += 1 }"))
    #expect(fault.differences.count == 1)
    if case .fault = fault.differences[0].newOutcome {} else { Issue.record("it is a fault") }
  }
}
