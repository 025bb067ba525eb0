/// Steps between states: diagrams whose keys have the values before and after. An omitted level is unchanged, and
/// `all` keeps all lower levels unchanged.
extension DiagramStore {
  /// The key of an edge from one value to another.
  @inline(__always)
  static func key(_ old: Int, _ new: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: old) << 16 | UInt32(truncatingIfNeeded: new)
  }

  @inline(__always)
  static func old(_ key: UInt32) -> UInt32 { key >> 16 }

  @inline(__always)
  static func new(_ key: UInt32) -> UInt32 { key & 0xFFFF }

  /// The node of the pushed edges; their target if the level is always unchanged and irrelevant.
  func step(_ level: Int, from mark: Int) -> Node {
    node(level, from: mark, orTargetWhere: { Self.old($0) == Self.new($0) })
  }

  /// The steps of both.
  func joined(_ a: Node, _ b: Node) -> Node {
    if a == b || b == Self.none { return a }
    if a == Self.none { return b }
    if failure != nil { return Self.none }
    let (a, b) = a < b ? (a, b) : (b, a)
    if let known = known(.joined, a, b) { return known }
    let level = min(self.level(a), self.level(b))
    let mark = mark
    if self.level(a) == self.level(b) {
      pushMerged(a, b) { joined($0, $1) }
    } else {
      let (upper, lower) = self.level(a) < self.level(b) ? (a, b) : (b, a)
      joinKept(upper, lower)
    }
    let result = step(level, from: mark)
    note(.joined, a, b, result: result)
    return result
  }

  /// Joins steps with others that keep the level.
  private func joinKept(_ upper: Node, _ lower: Node) {
    let count = degree(upper)
    var place = 0
    for value in 0..<widths[level(upper)] {
      let kept = Self.key(value, value)
      while place < count, Self.key(edge(upper, place)) < kept {
        push(edge(upper, place))
        place &+= 1
      }
      if place < count, Self.key(edge(upper, place)) == kept {
        push(Self.edge(kept, joined(Self.target(edge(upper, place)), lower)))
        place &+= 1
      } else {
        push(Self.edge(kept, lower))
      }
    }
    while place < count {
      push(edge(upper, place))
      place &+= 1
    }
  }

  /// The same steps backwards.
  func reversed(_ steps: Node) -> Node {
    if isNumber(steps) || failure != nil { return steps }
    if let known = known(.reversed, steps, steps) { return known }
    // No sweep happens here.
    let targets = (0..<degree(steps)).map { place in
      let x = edge(steps, place)
      let (old, new) = (Int(Self.old(Self.key(x))), Int(Self.new(Self.key(x))))
      return Self.edge(Self.key(new, old), reversed(Self.target(x)))
    }
    let mark = mark
    for edge in targets.sorted() { push(edge) }
    let result = node(level(steps), from: mark)
    note(.reversed, steps, steps, result: result)
    return result
  }

  /// The successors of a set, after one step.
  func image(_ set: Node, _ steps: Node) -> Node {
    if set == Self.none || steps == Self.none { return Self.none }
    if steps == Self.all { return set }
    if failure != nil { return Self.none }
    if let known = known(.image, set, steps) { return known }
    let level = level(set)
    let result: Node
    if self.level(steps) > level {
      let mark = mark
      for place in 0..<degree(set) {
        let x = edge(set, place)
        push(Self.key(x), image(Self.target(x), steps))
      }
      result = node(level, from: mark)
    } else {
      let first = heldMark
      guard holdPlaces(widths[level]) else { return Self.none }
      let count = degree(steps)
      var place = 0
      for number in 0..<degree(set) {
        let x = edge(set, number)
        let value = Self.key(x)
        while place < count, Self.old(Self.key(edge(steps, place))) < value { place &+= 1 }
        while place < count {
          let step = edge(steps, place)
          guard Self.old(Self.key(step)) == value else { break }
          let new = first + Int(Self.new(Self.key(step)))
          addToHeld(new, image(Self.target(x), Self.target(step)))
          place &+= 1
        }
      }
      result = nodeOfHeld(level, from: first)
    }
    note(.image, set, steps, result: result)
    return result
  }

  /// Adds states to a held set.
  @inline(__always)
  func addToHeld(_ place: Int, _ states: Node) {
    let old = held(place)
    if old == Self.none {
      setHeld(place, states)
    } else if states != Self.none, states != old {
      hold(states)
      let sum = union(old, states)
      release(to: heldMark - 1)
      setHeld(place, sum)
    }
  }

  /// Makes a set of the held sets below each value of a level, and releases them.
  func nodeOfHeld(_ level: Int, from first: Int) -> Node {
    let mark = mark
    for value in 0..<widths[level] { push(UInt32(truncatingIfNeeded: value), held(first + value)) }
    release(to: first)
    return node(level, from: mark)
  }
}
