import TestSupport
import Testing

@Suite("Expressions")
struct EvaluatorTests {
  static let declarations = """
    enum Colour { red, green, blue }
    enum Shape { dot, box(Colour, height: 0...3) }
    struct Card { colour: Colour, count: 0...3 = 1 }
    symmetric N(3)
    var zero: 0...3 = 0
    var two: 0...3 = 2
    var yes = true
    var none: (0...3)? = nil
    var some3: (0...3)? = 3
    var card: Card = Card(colour: .green)
    var noCard: Card? = nil
    var someCard: Card? = Card(colour: .blue, count: 2)
    var shape: Shape = .box(.blue, height: 2)
    var set: Set<0...3> = [1, 3]
    var list: List<0...3, 4> = [2, 0, 2]
    var empty: List<0...3, 4> = []
    var map: Map<0...3, Colour> = [1: .red, 3: .blue]
    var table: Table<Bool, 0...3> = [false: 1, true: 3]
    var timer: Timer<3>
    func half(of x: 0...3) -> 0...3 { let h = x / 2; h }
    func inverse(_ x: 0...3) -> 0...9 { 6 / x }

    """

  @Test(
    "follow Swift's precedence and associativity",
    arguments: [
      ("1 + 2 * 3", "7"), ("10 - 4 - 3", "3"), ("24 / 4 / 2", "3"), ("2 * 7 % 4", "2"),
      ("-two + 5", "3"), ("1 + 1 < 3 && yes", "true"), ("!yes || yes", "true"),
      ("yes || yes && !yes", "true"), ("(yes || yes) && !yes", "false"),
      ("(1 < 2) == true", "true"), ("none ?? 1 == 1", "true"), ("(none ?? 1) + 1", "2"),
      ("none ?? some3 ?? 1", "3"), ("yes ? 1 : zero == 0 ? 2 : 3", "1"),
      ("!yes ? 1 : zero == 0 ? 2 : 3", "2"), ("yes implies zero == 1", "false"),
      ("!yes implies zero == 1", "true"), ("yes || yes implies !yes", "false"),
      ("!yes implies yes implies !yes", "true"), ("yes implies !yes ? 1 == 1 : 1 == 2", "false"),
      ("two in set", "false"), ("1 in set && 3 in 0...3", "true"),
      ("zero + 1 in 1..<2", "true"), ("some x in set: x == 1 || x == 9", "true"),
    ])
  func precedence(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "test a part of a case by its label, and any others fit",
    arguments: [
      ("shape is .box(height: 2)", "true"), ("shape is .box(height: 0...1)", "false"),
      ("shape is .box(_, height: 2)", "true"), ("Shape.dot is .box(height: 2)", "false"),
    ])
  func labelledCases(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test("read the name of a type as an initial set of all its values")
  func wholeType() throws {
    let declarations = """
      enum Colour { red, green, blue }
      symmetric N(2)
      var colours: Set<Colour> = Colour
      var names: Set<N> = N

      """
    #expect(try worth("colours == set(c in Colour) && names.count == 2", declarations) == "true")
  }

  @Test(
    "divide and take remainders as Swift does",
    arguments: [
      ("7 / 2", "3"), ("-7 / 2", "-3"), ("7 / -2", "-3"), ("-7 % 3", "-1"), ("7 % -3", "1"),
      ("-7 % -3", "-1"),
    ])
  func division(_ expression: String, _ value: String) throws {
    #expect(try worth(expression) == value)
  }

  @Test(
    "fault where Swift would trap",
    arguments: [
      ("1 / zero", "division by zero"), ("1 % zero", "division by zero"),
      ("9223372036854775807 + 1", "the result does not fit in 64 bits"),
      ("-9223372036854775807 - two", "the result does not fit in 64 bits"),
      ("4611686018427387904 * two", "the result does not fit in 64 bits"),
      ("-(-9223372036854775807 - 1)", "the result does not fit in 64 bits"),
      ("(-9223372036854775807 - 1) / -1", "the result does not fit in 64 bits"),
      ("sum(x in set: 9223372036854775807)", "the result does not fit in 64 bits"),
      ("none!", "there is no value here: it is nil"),
      ("list[3]", "there is no element at 3: the list has the indices 0 to 2"),
      ("list[-1]", "there is no element at -1: the list has the indices 0 to 2"),
      ("empty[0]", "there is no element at 0: the list is empty"),
      ("inverse(zero)", "division by zero"),
      ("list == [zero, 1 / zero]", "division by zero"),
      ("count(x in two...zero) == 0", "the range 2...0 ends before it begins"),
    ])
  func faults(_ expression: String, _ message: String) throws {
    #expect(try worth(expression, Self.declarations) == "fault: \(message)")
  }

  @Test(
    "do not evaluate what is decided already",
    arguments: [
      ("!yes && 1 / zero == 0", "false"), ("yes || 1 / zero == 0", "true"),
      ("!yes implies 1 / zero == 0", "true"), ("some3 ?? 1 / zero", "3"),
      ("yes ? 1 : 1 / zero", "1"), ("if yes { 1 } else { 1 / zero }", "1"),
      ("every x in 0...3 where x > 0: 6 / x > 0", "true"),
      ("switch two { case 2: 1; default: 1 / zero }", "1"), ("noCard?.count == nil", "true"),
    ])
  func shortCircuit(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "evaluate every element, so that no fault depends on an order",
    arguments: [
      "some x in 0...3: x == 0 || 6 / (x - 2) > 0", "every x in 0...3: x != 0 && 6 / (x - 2) > 9",
      "no x in 0...3: x == 0 || 6 / (x - 2) > 9", "count(x in 0...3 where 6 / (x - 2) > 0) > 9",
      "!set(x in 0...3: 6 / (x - 2)).isEmpty",
    ])
  func allElements(_ expression: String) throws {
    #expect(try worth(expression, Self.declarations) == "fault: division by zero")
  }

  @Test(
    "quantifiers, and distinct by occurrence",
    arguments: [
      ("every x in set: x > 0", "true"), ("some x in set: x > 3", "false"),
      ("no x in set: x == 2", "true"), ("every x in empty: x > 9", "true"),
      ("some x in empty: x < 9", "false"), ("no x in empty: x < 9", "true"),
      ("some distinct a, b in list: a == b", "true"),
      ("some distinct a, b in set: a == b", "false"),
      ("some a, b in set: a == b", "true"),
      ("some distinct a, b, c in list: a == b && b == c", "false"),
      ("some distinct a, b in map.values: a < b", "true"),
      ("every (k, v) in map: map[k] == v", "true"), ("some (k, v) in table: !k && v == 1", "true"),
      ("every c in Colour: some x in 0...2: (c == .red) == (x == 0)", "true"),
      ("count(x in list where x == 2)", "2"), ("count(n in N)", "3"),
    ])
  func quantifiers(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "folds and comprehensions",
    arguments: [
      ("sum(x in list)", "4"), ("sum(x in list where x > 0: x * 3)", "12"), ("min(x in list)", "0"),
      ("max(x in list where x < 2)", "0"), ("max(x in empty)", "nil"), ("min(two, zero)", "0"),
      ("max(two, 1, zero)", "2"), ("max(c in map.values)", ".blue"), ("set(x in list)", "[0, 2]"),
      ("set(x in list where x > 0: x + 1)", "[3]"),
      ("list(x in list where x > 0: x + 1)", "[3, 3]"),
      ("list(i in list.indices: list[list.count - 1 - i])", "[2, 0, 2]"),
      ("table(b in Bool: b ? two : zero)", "[false: 0, true: 2]"), ("list.reversed", "[2, 0, 2]"),
    ])
  func comprehensions(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "collections answer what Swift's do",
    arguments: [
      ("set.count", "2"), ("set.isEmpty", "false"), ("set.contains(3)", "true"),
      ("set.union([0])", "[0, 1, 3]"), ("set.intersection([3, 2])", "[3]"),
      ("set.subtracting([3])", "[1]"), ("set.symmetricDifference([0, 3])", "[0, 1]"),
      ("set.isSubset(of: [0, 1, 3])", "true"), ("set.isSuperset(of: [0, 1])", "false"),
      ("set.isDisjoint(with: [0, 2])", "true"), ("map.count", "2"), ("map.keys", "[1, 3]"),
      ("map[1]", ".red"), ("map[2]", "nil"), ("table[true]", "3"), ("table.keys.count", "2"),
      ("list.count", "3"), ("list.first", "2"), ("list.last", "2"), ("empty.first", "nil"),
      ("list.contains(1)", "false"), ("list.indices.count", "3"), ("timer.isRunning", "false"),
      ("timer.isDue", "false"), ("timer.remaining", "nil"), ("timer == .off", "true"),
      ("(timer.remaining ?? 7) + 1", "8"), ("timer.remaining == 1", "false"),
      ("set == [3, 1, 1]", "true"), ("list == [2, 2, 0]", "false"),
      ("map == [3: .blue, 1: .red]", "true"), ("Colour.count", "3"),
    ])
  func members(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "optional chains end at nil",
    arguments: [
      ("noCard?.colour", "nil"), ("someCard?.colour", ".blue"), ("someCard!.count + 1", "3"),
      ("noCard?.colour == .blue", "false"), ("someCard?.colour == .blue", "true"),
      ("noCard?.colour == nil", "true"), ("(noCard?.count ?? 7) + 1", "8"), ("none == nil", "true"),
      ("some3 != nil", "true"), ("some3 == 3", "true"), ("none == 3", "false"),
    ])
  func chaining(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "patterns take what fits and bind its parts",
    arguments: [
      ("if case .box(let c, let h) = shape { h } else { 0 }", "2"),
      ("if case .box(.red, _) = shape { 1 } else { 0 }", "0"),
      ("if case .dot = shape { 1 } else { 0 }", "0"),
      ("if let x = some3 { x } else { 0 }", "3"), ("if let x = none { x } else { 9 }", "9"),
      ("if let x = some3, x < 3 { 1 } else if let y = some3, y == 3 { 2 } else { 0 }", "2"),
      ("switch two { case 0...1: 10; case 2..<3: 20; default: 30 }", "20"),
      ("switch none { case nil: 1; case 0: 2; default: 3 }", "1"),
      ("switch some3 { case nil: 1; case 0, 3: 2; case let x: 3 }", "2"),
      ("switch some3 { case let x? where x > 5: 1; case let x?: x; case nil: 9 }", "3"),
      (
        "switch shape { case .box(let c, 2) where c == .red: 1; case .box(_, 2): 2; default: 3 }",
        "2"
      ),
      ("switch yes { case true: 1; case false: 0 }", "1"),
    ])
  func patterns(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "order runs over numbers and enums, payloads included",
    arguments: [
      ("Colour.red < .green", "true"), ("Colour.blue <= .green", "false"),
      ("Colour.blue >= .blue", "true"), ("shape > .dot", "true"),
      ("shape < .box(.blue, height: 3)", "true"), ("shape < .box(.green, height: 3)", "false"),
    ])
  func order(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test(
    "functions take their values by label and see no local names of others",
    arguments: [
      ("half(of: 3)", "1"), ("inverse(half(of: two)) + half(of: two)", "7"),
      ("Card(colour: .red)", "Card(colour: .red, count: 1)"), ("card.count", "1"),
      ("shape", ".box(.blue, height: 2)"),
    ])
  func calls(_ expression: String, _ value: String) throws {
    #expect(try worth(expression, Self.declarations) == value)
  }

  @Test("a value stored through a call is checked against the bounds of its parameter")
  func bounds() throws {
    #expect(try worth("half(of: two + two)", Self.declarations) == "fault: 4 is outside 0...3")
    #expect(
      try worth("Card(colour: .red, count: two * two)", Self.declarations)
        == "fault: 4 is outside 0...3")
  }

  @Test("integers agree with Swift's, whatever the operands", arguments: UInt64(0)..<60)
  func arithmetic(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let special: [Int] = [0, 1, -1, .max, .min + 1, 2, -3, 7, 1 << 32, -(1 << 40)]
    let left = random.pick(special)!
    let right = random.pick(special)!
    #expect(try worth("(\(left)) + (\(right))") == text(left.addingReportingOverflow(right)))
    #expect(try worth("(\(left)) - (\(right))") == text(left.subtractingReportingOverflow(right)))
    #expect(
      try worth("(\(left)) * (\(right))") == text(left.multipliedReportingOverflow(by: right)))
    let isZero = right == 0
    let quotient =
      isZero ? "fault: division by zero" : text(left.dividedReportingOverflow(by: right))
    let remainder =
      isZero ? "fault: division by zero" : text(left.remainderReportingOverflow(dividingBy: right))
    #expect(try worth("(\(left)) / (\(right))") == quotient)
    #expect(try worth("(\(left)) % (\(right))") == remainder)
  }

  private func text(_ result: (partialValue: Int, overflow: Bool)) -> String {
    result.overflow ? "fault: the result does not fit in 64 bits" : String(result.partialValue)
  }
}
