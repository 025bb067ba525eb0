import Semantics

/// Operations and queries on sets.
extension SetStore {
  /// The union of two sets.
  func union(_ left: Node, _ right: Node) -> Node {
    if left == right || right == Self.none { return left }
    if left == Self.none { return right }
    let (first, second) = left < right ? (left, right) : (right, left)
    return remembered(.union, first, UInt64(second)) {
      let begin = begin()
      for content in 0..<max(childCount(of: first), childCount(of: second)) {
        push(union(child(first, content), child(second, content)))
      }
      return pop(level(of: first), from: begin)
    }
  }

  /// The intersection of two sets.
  func intersection(_ left: Node, _ right: Node) -> Node {
    if left == right { return left }
    if left == Self.none || right == Self.none { return Self.none }
    let (first, second) = left < right ? (left, right) : (right, left)
    return remembered(.intersection, first, UInt64(second)) {
      let begin = begin()
      for content in 0..<min(childCount(of: first), childCount(of: second)) {
        push(intersection(child(first, content), child(second, content)))
      }
      return pop(level(of: first), from: begin)
    }
  }

  /// The difference of two sets.
  func difference(_ set: Node, _ other: Node) -> Node {
    if set == other || set == Self.none { return Self.none }
    if other == Self.none { return set }
    return remembered(.difference, set, UInt64(other)) {
      let begin = begin()
      for content in 0..<childCount(of: set) {
        push(difference(child(set, content), child(other, content)))
      }
      return pop(level(of: set), from: begin)
    }
  }

  /// Whether one set is a subset of another.
  func isSubset(_ part: Node, of whole: Node) -> Bool {
    if part == whole || part == Self.none { return true }
    if whole == Self.none { return false }
    return remembered(.subset, part, UInt64(whole)) {
      for content in 0..<childCount(of: part)
      where !isSubset(child(part, content), of: child(whole, content)) {
        return Self.none
      }
      return Self.unit
    } == Self.unit
  }

  /// The states of a set that have a content in the column of a level.
  func restricted(_ set: Node, _ level: Int, to content: UInt32) -> Node {
    if set == Self.none { return set }
    return remembered(.restriction, set, UInt64(level) << 32 | UInt64(content)) {
      let begin = begin()
      if self.level(of: set) == level {
        let child = child(set, Int(content))
        if child != Self.none { push(Self.none, times: Int(content)) }
        push(child)
      } else {
        for place in 0..<childCount(of: set) {
          push(restricted(child(set, place), level, to: content))
        }
      }
      return pop(self.level(of: set), from: begin)
    }
  }

  /// The states of a set with that content assigned to the column of a level.
  func assigned(_ set: Node, _ level: Int, _ content: UInt32) -> Node {
    if set == Self.none { return set }
    return remembered(.assignment, set, UInt64(level) << 32 | UInt64(content)) {
      let begin: Int
      if self.level(of: set) == level {
        var child = Self.none
        for place in 0..<childCount(of: set) { child = union(child, self.child(set, place)) }
        begin = self.begin()
        push(Self.none, times: Int(content))
        push(child)
      } else {
        begin = self.begin()
        for place in 0..<childCount(of: set) {
          push(assigned(child(set, place), level, content))
        }
      }
      return pop(self.level(of: set), from: begin)
    }
  }

  /// The contents of the column of a level in a set, ascending.
  func contents(of set: Node, _ level: Int) -> [UInt32] {
    // The children of a node determine the possible contents, so results can be cached by node.
    let all = occurring(set, level)
    return (0..<childCount(of: all)).filter { child(all, $0) != Self.none }.map(UInt32.init)
  }

  /// A node with a child for each content of the column of a level.
  private func occurring(_ set: Node, _ level: Int) -> Node {
    if set == Self.none { return set }
    return remembered(.contents, set, UInt64(level)) {
      if self.level(of: set) == level {
        let begin = begin()
        for place in 0..<childCount(of: set) {
          push(child(set, place) == Self.none ? Self.none : Self.unit)
        }
        return pop(depth, from: begin)
      }
      var all = Self.none
      for place in 0..<childCount(of: set) {
        all = union(all, occurring(child(set, place), level))
      }
      return all
    }
  }

  /// The nodes of a level that are reachable from a set.
  func nodes(of set: Node, _ level: Int) -> [Node] {
    var nodes = [set]
    while let first = nodes.first, self.level(of: first) < level {
      var met: Set<Node> = []
      var next: [Node] = []
      for node in nodes {
        for content in 0..<childCount(of: node) {
          let child = child(node, content)
          if child != Self.none, met.insert(child).inserted { next.append(child) }
        }
      }
      nodes = next
    }
    return nodes
  }

  /// The same set with the nodes of a level replaced.
  func replaced(_ set: Node, _ level: Int, _ replacement: (Node) -> Node) -> Node {
    var known = [Self.none: Self.none]
    func replaced(_ node: Node) -> Node {
      if let made = known[node] { return made }
      let made: Node
      if self.level(of: node) == level {
        made = replacement(node)
      } else {
        let begin = begin()
        for content in 0..<childCount(of: node) { push(replaced(child(node, content))) }
        made = pop(self.level(of: node), from: begin)
      }
      known[node] = made
      return made
    }
    return replaced(set)
  }

  /// The contents of its level and lower ones in some state of a non-empty set; `choose` selects among the possible
  /// ones.
  func member(of set: Node, _ choose: (_ count: Int) -> Int = { _ in 0 }) -> [UInt32] {
    var row: [UInt32] = []
    var node = set
    while level(of: node) < depth {
      let contents = (0..<childCount(of: node)).filter { child(node, $0) != Self.none }
      let content = contents[choose(contents.count)]
      row.append(UInt32(content))
      node = child(node, content)
    }
    return row
  }

  /// The set of one state, by its contents from a level on.
  func single(_ row: [UInt32], from first: Int = 0) -> Node {
    var node = Self.unit
    for place in row.indices.reversed() {
      let begin = begin()
      push(Self.none, times: Int(row[place]))
      push(node)
      node = pop(first + place, from: begin)
    }
    return node
  }

  /// The number of states in a set.
  func count(of set: Node) -> BigCount {
    var counts: [Node: BigCount] = [Self.none: BigCount(0), Self.unit: BigCount(1)]
    func count(_ node: Node) -> BigCount {
      if let known = counts[node] { return known }
      var sum = BigCount(0)
      for content in 0..<childCount(of: node) { sum += count(child(node, content)) }
      counts[node] = sum
      return sum
    }
    return count(set)
  }

  /// The same set in a store with these levels and additional ones, whose contents are copies of the columns in
  /// `copies`.
  ///
  /// - Parameter copies: for each level of the other store, the column whose content it copies.
  func copied(_ set: Node, to other: SetStore, _ copies: [Int]) -> Node {
    var known: [Node: Node] = [Self.none: Self.none, Self.unit: Self.unit]
    func copied(_ node: Node, _ first: Int) -> Node {
      if let copy = known[node] { return copy }
      // All levels of the other store that copy this one.
      let column = columns[level(of: node)]
      var last = first
      while last + 1 < copies.count, copies[last + 1] == column { last += 1 }
      let behind = (0..<childCount(of: node)).map { copied(child(node, $0), last + 1) }
      let begin = other.begin()
      for (content, child) in behind.enumerated() {
        var copy = child
        for level in stride(from: last, to: first, by: -1) where copy != Self.none {
          let begin = other.begin()
          other.push(Self.none, times: content)
          other.push(copy)
          copy = other.pop(level, from: begin)
        }
        other.push(copy)
      }
      let copy = other.pop(first, from: begin)
      known[node] = copy
      return copy
    }
    return copied(set, 0)
  }
}
