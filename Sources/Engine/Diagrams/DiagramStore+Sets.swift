/// Sets of states: diagrams with a node in each level, from the first to the last. An edge means that some states of
/// the set have this value there; after the last level comes `all`.
extension DiagramStore {
  /// The states of both sets.
  func union(_ a: Node, _ b: Node) -> Node {
    if a == b || b == Self.none { return a }
    if a == Self.none { return b }
    if failure != nil { return Self.none }
    let (a, b) = a < b ? (a, b) : (b, a)
    if let known = known(.union, a, b) { return known }
    let mark = mark
    pushMerged(a, b) { union($0, $1) }
    let result = node(level(a), from: mark)
    note(.union, a, b, result: result)
    return result
  }

  /// Pushes the edges of two nodes of one level in the order of their keys.
  ///
  /// - Parameter both: the target of two edges with the same key.
  @inline(__always)
  func pushMerged(_ a: Node, _ b: Node, _ both: (Node, Node) -> Node) {
    let (countA, countB) = (degree(a), degree(b))
    var (i, j) = (0, 0)
    while i < countA || j < countB {
      let x = i < countA ? edge(a, i) : .max
      let y = j < countB ? edge(b, j) : .max
      let (keyX, keyY) = (Self.key(x), Self.key(y))
      if keyX < keyY || j >= countB {
        push(x)
        i &+= 1
      } else if keyY < keyX || i >= countA {
        push(y)
        j &+= 1
      } else {
        push(Self.edge(keyX, both(Self.target(x), Self.target(y))))
        i &+= 1
        j &+= 1
      }
    }
  }

  /// The difference of two sets.
  func difference(_ a: Node, _ b: Node) -> Node {
    if a == b || a == Self.none { return Self.none }
    if b == Self.none { return a }
    if failure != nil { return Self.none }
    if let known = known(.difference, a, b) { return known }
    let mark = mark
    for place in 0..<degree(a) {
      let x = edge(a, place)
      push(Self.key(x), difference(Self.target(x), target(b, key: Self.key(x))))
    }
    let result = node(level(a), from: mark)
    note(.difference, a, b, result: result)
    return result
  }

  /// The states of a set in which a condition holds: another set, or a function with truth values.
  func intersection(_ set: Node, _ condition: Node) -> Node {
    if condition == Self.all || set == condition { return set }
    if set == Self.none || condition == Self.none { return Self.none }
    if failure != nil { return Self.none }
    if let known = known(.intersection, set, condition) { return known }
    let level = level(set)
    let mark = mark
    for place in 0..<degree(set) {
      let x = edge(set, place)
      let rest = cofactor(condition, level, Int(Self.key(x)))
      push(Self.key(x), intersection(Self.target(x), rest))
    }
    let result = node(level, from: mark)
    note(.intersection, set, condition, result: result)
    return result
  }

  /// Whether a condition holds in some state of a set.
  func meets(_ set: Node, _ condition: Node) -> Bool {
    if set == Self.none || condition == Self.none { return false }
    if condition == Self.all || set == condition { return true }
    if failure != nil { return false }
    if let known = known(.meets, set, condition) { return known == Self.all }
    let level = level(set)
    var found = false
    var place = 0
    while !found, place < degree(set) {
      let x = edge(set, place)
      found = meets(Self.target(x), cofactor(condition, level, Int(Self.key(x))))
      place &+= 1
    }
    note(.meets, set, condition, result: found ? Self.all : Self.none)
    return found
  }

  /// The set of some states, each given by its values in all levels.
  func set(of states: [[UInt16]]) -> Node {
    set(of: states.sorted { $0.lexicographicallyPrecedes($1) }[...], 0)
  }

  private func set(of states: ArraySlice<[UInt16]>, _ level: Int) -> Node {
    if level == levelCount { return Self.all }
    let mark = mark
    var rest = states
    while let first = rest.first {
      let end = rest.firstIndex { $0[level] != first[level] } ?? rest.endIndex
      push(UInt32(first[level]), set(of: rest[rest.startIndex..<end], level + 1))
      rest = rest[end...]
    }
    return node(level, from: mark)
  }

  /// Whether a state is in a set.
  func contains(_ set: Node, _ state: [UInt16]) -> Bool {
    var node = set
    for value in state where node != Self.none { node = target(node, key: UInt32(value)) }
    return node == Self.all
  }

  /// Some states of a set, up to a limit, by their values.
  func states(of set: Node, atMost limit: Int) -> [[UInt16]] {
    var found: [[UInt16]] = []
    var state: [UInt16] = []
    func follow(_ node: Node) {
      if node == Self.none || found.count == limit { return }
      if state.count == levelCount {
        found.append(state)
        return
      }
      for place in 0..<degree(node) {
        let x = edge(node, place)
        state.append(UInt16(truncatingIfNeeded: Self.key(x)))
        follow(Self.target(x))
        state.removeLast()
      }
    }
    follow(set)
    return found
  }

  /// The number of nodes in a diagram, without numbers.
  func size(of node: Node) -> Int {
    var seen: Set<Node> = []
    var stack = [node]
    while let next = stack.popLast() {
      guard !isNumber(next), seen.insert(next).inserted else { continue }
      for place in 0..<degree(next) { stack.append(Self.target(edge(next, place))) }
    }
    return seen.count
  }
}
