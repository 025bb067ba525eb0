/// An and-inverter graph: gates with two inputs, and literals for them or their negations, as in AIGER. Equal gates
/// are one.
struct AndGraph {
  /// Twice the number of an input, register or gate, plus one for its negation. Number 0 is false.
  typealias Literal = UInt32

  static let falsity: Literal = 0
  static let truth: Literal = 1
  /// The maximum number of gates.
  private static let maximumGates = 1 << 23

  /// The number of inputs and registers before the gates.
  let leaves: Int
  private(set) var gates: [(Literal, Literal)] = []
  private(set) var isFull = false
  private var known: [UInt64: Literal] = [:]

  init(leaves: Int) { self.leaves = leaves }

  static func not(_ x: Literal) -> Literal { x ^ 1 }

  mutating func and(_ x: Literal, _ y: Literal) -> Literal {
    let (low, high) = (min(x, y), max(x, y))
    if low == Self.falsity || low == high ^ 1 { return Self.falsity }
    if low == Self.truth || low == high { return high }
    let key = UInt64(low) << 32 | UInt64(high)
    if let literal = known[key] { return literal }
    guard gates.count < Self.maximumGates else {
      isFull = true
      return Self.falsity
    }
    gates.append((high, low))
    let literal = Literal(truncatingIfNeeded: 2 * (leaves + gates.count))
    known[key] = literal
    return literal
  }

  mutating func or(_ x: Literal, _ y: Literal) -> Literal { and(x ^ 1, y ^ 1) ^ 1 }

  mutating func xor(_ x: Literal, _ y: Literal) -> Literal {
    if x <= Self.truth { return x ^ y }
    if y <= Self.truth { return x ^ y }
    let (first, second) = (and(x, y ^ 1), and(x ^ 1, y))
    return or(first, second)
  }

  mutating func select(_ condition: Literal, _ x: Literal, _ y: Literal) -> Literal {
    if x == y { return x }
    let (first, second) = (and(condition, x), and(condition ^ 1, y))
    return or(first, second)
  }

  /// The graph with only the gates on which some literals depend, and these literals in it.
  func pruned(to roots: [Literal]) -> (gates: [(Literal, Literal)], roots: [Literal]) {
    var isWanted = Array(repeating: false, count: gates.count)
    func want(_ literal: Literal) {
      let place = Int(literal >> 1) - leaves - 1
      if place >= 0 { isWanted[place] = true }
    }
    roots.forEach(want)
    for place in gates.indices.reversed() where isWanted[place] {
      want(gates[place].0)
      want(gates[place].1)
    }
    var numbers: [Literal] = Array(repeating: 0, count: gates.count)
    var kept: [(Literal, Literal)] = []
    func renumbered(_ literal: Literal) -> Literal {
      let place = Int(literal >> 1) - leaves - 1
      return place < 0 ? literal : numbers[place] | literal & 1
    }
    for place in gates.indices where isWanted[place] {
      // The order of numbers is preserved, so the first operand stays the greater one.
      kept.append((renumbered(gates[place].0), renumbered(gates[place].1)))
      numbers[place] = Literal(truncatingIfNeeded: 2 * (leaves + kept.count))
    }
    return (kept, roots.map(renumbered))
  }
}
