/// Functions of states: diagrams that end in numbers. A level that makes no difference is omitted, and so are edges
/// to 0. A truth value ends in 0 and 1.
extension DiagramStore {
  /// The key of a cached result: the operations of gates, by their numbers, followed by those of sets and steps.
  struct Operation: BitwiseCopyable {
    let rawValue: UInt8

    private init(rawValue: UInt8) { self.rawValue = rawValue }
    @inline(__always)
    init(_ gate: Circuit.Operation) { rawValue = gate.rawValue }

    /// The key of no result: the number of a gate without operands.
    static var free: Operation { Operation(.constant) }
    static var union: Operation { Operation(rawValue: 20) }
    static var intersection: Operation { Operation(rawValue: 21) }
    static var difference: Operation { Operation(rawValue: 22) }
    static var meets: Operation { Operation(rawValue: 23) }
    static var image: Operation { Operation(rawValue: 24) }
    static var closure: Operation { Operation(rawValue: 25) }
    static var joined: Operation { Operation(rawValue: 26) }
    static var reversed: Operation { Operation(rawValue: 27) }
  }

  /// The restriction of a function to this value of a level.
  @inline(__always)
  func cofactor(_ function: Node, _ level: Int, _ value: Int) -> Node {
    self.level(function) == level
      ? target(function, key: UInt32(truncatingIfNeeded: value)) : function
  }

  /// The node of a function with the pushed edges; their common target if they all have the same.
  func function(_ level: Int, from mark: Int) -> Node {
    node(level, from: mark, orTargetWhere: { _ in true })
  }

  /// The node of the pushed edges; their target if it is the same for all values of the level, and for their keys the
  /// level is irrelevant.
  @inline(__always)
  func node(
    _ level: Int, from mark: Int, orTargetWhere isIrrelevant: (_ key: UInt32) -> Bool
  ) -> Node {
    if self.mark - mark == widths[level] {
      let target = Self.target(pushed(mark))
      var place = mark
      while place < self.mark, Self.target(pushed(place)) == target,
        isIrrelevant(Self.key(pushed(place)))
      {
        place &+= 1
      }
      if place == self.mark {
        drop(to: mark)
        return target
      }
    }
    return node(level, from: mark)
  }

  /// The function that a gate computes of other functions.
  ///
  /// - Parameters:
  ///   - gate: with an operation other than constants, fields and look-ups.
  ///   - operands: one for each input wire.
  func apply(_ gate: Circuit.Gate, _ operands: [Node]) -> Node {
    switch operands.count {
    case 1:
      let second = gate.operation == .shiftLeft ? number(Int(gate.b)) : operands[0]
      return apply(gate.operation, operands[0], second)
    case 2: return apply(gate.operation, operands[0], operands[1])
    default: return select(operands[0], operands[1], operands[2])
    }
  }

  func and(_ a: Node, _ b: Node) -> Node { apply(.and, a, b) }
  func or(_ a: Node, _ b: Node) -> Node { apply(.or, a, b) }
  func not(_ a: Node) -> Node { apply(.not, a, a) }

  /// An operation on two functions, value by value.
  func apply(_ operation: Circuit.Operation, _ a: Node, _ b: Node) -> Node {
    if failure != nil { return Self.none }
    switch operation {
    case .and:
      if a == Self.none || b == Self.none { return Self.none }
      if a == Self.all || a == b { return b }
      if b == Self.all { return a }
    case .or:
      if a == Self.all || b == Self.all { return Self.all }
      if a == Self.none || a == b { return b }
      if b == Self.none { return a }
    default: break
    }
    if isNumber(a), isNumber(b) {
      return number(operation.value(value(a), value(b)))
    }
    let isCommutative = operation == .and || operation == .or
    let (a, b) = isCommutative && b < a ? (b, a) : (a, b)
    if let known = known(Operation(operation), a, b) { return known }
    let level = min(self.level(a), self.level(b))
    let mark = mark
    for value in 0..<widths[level] {
      let result = apply(operation, cofactor(a, level, value), cofactor(b, level, value))
      push(UInt32(truncatingIfNeeded: value), result)
    }
    let result = function(level, from: mark)
    note(Operation(operation), a, b, result: result)
    return result
  }

  /// The second function where the first is true, else the third.
  func select(_ condition: Node, _ a: Node, _ b: Node) -> Node {
    if failure != nil { return Self.none }
    if condition == Self.all || a == b { return a }
    if condition == Self.none { return b }
    if a == Self.all, b == Self.none { return condition }
    if let known = known(Operation(.select), condition, a, b) { return known }
    let level = min(self.level(condition), self.level(a), self.level(b))
    let mark = mark
    for value in 0..<widths[level] {
      let result = select(
        cofactor(condition, level, value), cofactor(a, level, value), cofactor(b, level, value))
      push(UInt32(truncatingIfNeeded: value), result)
    }
    let result = function(level, from: mark)
    note(Operation(.select), condition, a, b, result: result)
    return result
  }

  /// Returns the states in which a function has a value, as a truth value.
  func equals(_ function: Node, _ value: Node) -> Node { apply(.equal, function, value) }

  /// The numbers that a function has anywhere, ascending by node.
  func numbers(of function: Node) -> [Node] {
    if isNumber(function) { return [function] }
    var seen: Set<Node> = []
    var numbers: Set<Node> = []
    var stack = [function]
    while let node = stack.popLast() {
      guard seen.insert(node).inserted else { continue }
      countWork()
      if isNumber(node) {
        numbers.insert(node)
        continue
      }
      if degree(node) < widths[level(node)] { numbers.insert(Self.none) }
      for place in 0..<degree(node) { stack.append(Self.target(edge(node, place))) }
    }
    return numbers.sorted()
  }
}
