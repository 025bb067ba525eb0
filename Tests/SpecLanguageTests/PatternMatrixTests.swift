import TestSupport
import Testing

@testable import Semantics
@testable import SpecLanguage

@Suite("Exhaustiveness of switches")
struct PatternMatrixTests {
  /// A random pattern for values of a type, with only constants as in rows.
  private func pattern(_ type: Type, _ random: inout SplitMix64, _ depth: Int = 2) -> Pattern {
    if random.oneIn(4) { return random.oneIn(2) ? .wildcard : .bind(slot: 0) }
    switch type {
    case .bool, .symmetric, .set, .list:
      guard let value = random.pick(type.allValues) else { return .wildcard }
      return .equals(constant(value, type))
    case .range(let lower, let upper):
      let first = lower - 1 + random.number(below: upper - lower + 3)
      if random.oneIn(2) { return .equals(constant(.int(first), .integer)) }
      let last = first + random.number(below: 3)
      return .within(
        constant(.int(first), .integer), constant(.int(last), .integer), isClosed: random.oneIn(2))
    case .optional(let inner): return random.oneIn(3) ? .isNil : .some(pattern(inner, &random))
    case .enumeration(let owner):
      let index = random.number(below: owner.cases.count)
      return .enumCase(
        index, owner.cases[index].fields.map { pattern($0.type, &random, depth - 1) })
    default: return .wildcard
    }
  }

  private func constant(_ value: Value, _ type: Type) -> Expression {
    Expression(.constant(value), type, SourceRange(0, 0))
  }

  private func type(_ random: inout SplitMix64, _ depth: Int = 2) -> Type {
    if depth > 0, !random.oneIn(4) {
      if random.oneIn(3) {
        let inner = type(&random, depth - 1)
        return inner.isOptional ? inner : .optional(inner)
      }
      let cases = (0..<1 + random.number(below: 3)).map { index in
        EnumType.Case(
          name: "c\(index)",
          fields: (0..<random.number(below: 3)).map { _ in
            Field(name: nil, type: type(&random, depth - 1), defaultValue: nil)
          })
      }
      return .enumeration(EnumType(name: "E", cases: cases))
    }
    switch random.number(below: 4) {
    case 0: return .bool
    case 1: return .range(lower: 0, upper: -1)
    default: return .range(lower: random.number(below: 2), upper: 1 + random.number(below: 3))
    }
  }

  @Test("a constant may have names of its own in it")
  func namesInConstants() throws {
    let text = """
      spec S
      struct Card { seen: Bool, n: 0...3 }
      signal ping(seen: Bool)
      var card = Card(seen: true, n: 1)
      var t: Table<Bool, 0...3> = [every i in 0...2: i < 3: 1, some i in 0...2: i > 3: 2]
      on e {
        switch card.n { case count(i in 0...2): card.n = 1
          case 0...count(i in 0...1): card.n = 3 }
        emit ping(seen: every i in 0...1: i < 2)
      }
      transition t1 after e { emitted(ping(seen: count(i in 0...2 where true) > 1)) }
      invariant u { card is Card(seen: (every i in 0...2: i < 3), n: 1...count(i in 0...2)) }
      """
    #expect(try search(SpecText.checked(text)).problems == [])
  }

  private func fits(_ pattern: Pattern, _ value: Value) throws -> Bool {
    var evaluator = Evaluator(locals: [.none])
    return try evaluator.matches(pattern, value)
  }

  @Test("what is missing and what is useful is what trying every value says", arguments: 0..<400)
  func bruteForce(_ seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let type = type(&random)
    guard type.cardinality <= .exactly(2_000) else { return }
    let values = type.allValues
    var matrix = PatternMatrix()
    var rest = values
    for _ in 0..<1 + random.number(below: 6) {
      let next = pattern(type, &random)
      let taken = try rest.filter { try fits(next, $0) }
      #expect(matrix.isUseful(next, type) == !taken.isEmpty, "\(type)")
      matrix.add(next)
      rest = try rest.filter { try !fits(next, $0) }
    }
    #expect((matrix.missing(type) == nil) == rest.isEmpty, "\(type): \(rest)")
  }

  @Test(
    "the missing value is named as the author would write it",
    arguments: [
      ("var x: 0...9 = 0", "case 0...3: n = 0; case 5: n = 1; case 7..<10: n = 2", "4"),
      ("var x: 0...9 = 0", "case 0...3: n = 0", "4...9"),
      ("var x: Bool = true", "case true: n = 0", "false"),
      ("var x: (0...2)? = 0", "case 0...2: n = 0", "nil"),
      (
        "enum E { a, b(Bool, 0...1) }\nvar x: E = .a", "case .a: n = 0; case .b(true, _): n = 0",
        ".b(false, 0...1)"
      ),
      ("enum E { a, b(Bool, 0...1) }\nvar x: E = .a", "case .b: n = 0", ".a"),
      (
        "enum E { a, b(Bool, 0...1) }\nvar x: E = .a",
        "case .a: n = 0; case .b(_, 0): n = 0; case .b(true, 1): n = 1", ".b(false, 1)"
      ),
    ])
  func missing(_ declarations: String, _ cases: String, _ missing: String) {
    let lines = cases.replacing("; ", with: "\n    ")
    let (_, diagnostics) = SpecText.check(
      "var n: 0...2 = 0\n\(declarations)\non go {\n  switch x {\n    \(lines)\n  }\n}")
    #expect(diagnostics.map(\.message) == ["this 'switch' has no case for \(missing)"])
  }
}

/// Patterns whose values are known only in the search.
@Suite("Patterns that compare with variables")
struct VariablePatternTests {
  /// The messages for a `switch` over a number, in an event with a parameter `k`.
  private func codes(_ cases: String) -> [Diagnostic.Code] {
    SpecText.check("var s: 0...2 = 0\non go(k: 0...2) { switch s {\n\(cases)\n} }")
      .diagnostics.map(\.code)
  }

  @Test("a case that compares with a parameter is never told to be unreachable")
  func comparesWithParameter() {
    #expect(codes("case k: s = 1\ncase 0: s = 2\ndefault: s = 0") == [])
  }

  @Test("behind a case for everything they are unreachable all the same")
  func behindWildcard() {
    #expect(codes("case _: s = 1\ncase k: s = 2") == [.unreachableCase])
  }
}
