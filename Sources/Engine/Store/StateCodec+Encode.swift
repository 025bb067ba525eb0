extension StateCodec.View {
  /// A temporarily changed node, with its old value.
  ///
  /// Changes are kept in order and undone in the same order: no node is changed twice.
  struct NodeChange: BitwiseCopyable {
    var node: UInt32
    var old: UInt32
  }

  /// The key of a state, all of whose nodes are written to `nodes`; nil if the table has to grow
  /// first.
  ///
  /// If it runs out of room, numbers that it already assigned stay, and are found again when the state is encoded
  /// again; nothing is undone.
  func encode(
    _ words: UnsafePointer<UInt64>, nodes: UnsafeMutablePointer<UInt32>,
    allocator: inout WordTable.Block
  ) -> UInt64? {
    switch shape {
    case .word:
      return words[0]
    case .number:
      return leaf(0, words[0], &allocator).map(UInt64.init)
    case .fingerprint:
      return fingerprint(of: words)
    case .pair, .tree:
      for word in (0..<wordCount).reversed() {
        guard let leaf = leaf(word, words[word], &allocator) else { return nil }
        nodes[wordCount + word] = leaf
      }
      for node in (2..<max(2, wordCount)).reversed() {
        let pair = pair(nodes[2 * node], nodes[2 * node + 1])
        guard let number = table.number(of: pair, allocator: &allocator) else { return nil }
        nodes[node] = number
      }
      return pair(nodes[2], nodes[3])
    }
  }

  /// The key of a successor, which looks up only the parts that differ from its parent; nil if the table has to grow
  /// first.
  ///
  /// `parent` are the parent's words and `nodes` its nodes, which are changed temporarily and restored on return.
  /// `changes` is a scratch buffer for `nodeCount` changes.
  @inline(__always)
  func encode(
    _ words: UnsafePointer<UInt64>, parent: UnsafePointer<UInt64>,
    nodes: UnsafeMutablePointer<UInt32>, changes: UnsafeMutablePointer<NodeChange>,
    allocator: inout WordTable.Block
  ) -> UInt64? {
    switch shape {
    case .word:
      return words[0]
    case .number:
      return leaf(0, words[0], &allocator).map(UInt64.init)
    case .fingerprint:
      return fingerprint(of: words)
    case .pair:
      return encodePair(words, parent, nodes, &allocator)
    case .tree:
      var count = 0
      for word in (0..<wordCount).reversed() where words[word] != parent[word] {
        changes[count] = NodeChange(
          node: UInt32(truncatingIfNeeded: wordCount + word), old: 0)
        count += 1
      }
      return climb(words, nodes, changes, count, &allocator)
    }
  }

  @inline(__always)
  private func encodePair(
    _ words: UnsafePointer<UInt64>, _ parent: UnsafePointer<UInt64>,
    _ nodes: UnsafePointer<UInt32>, _ allocator: inout WordTable.Block
  ) -> UInt64? {
    var left = nodes[2]
    var right = nodes[3]
    if words[0] != parent[0] {
      guard let leaf = leaf(0, words[0], &allocator) else { return nil }
      left = leaf
    }
    if words[1] != parent[1] {
      guard let leaf = leaf(1, words[1], &allocator) else { return nil }
      right = leaf
    }
    return pair(left, right)
  }

  /// Updates changed leaves and their ancestors, returns the key, and restores the nodes.
  ///
  /// `changes` is a queue of `count` leaves in descending order. Every node pushes its parent once, so the queue
  /// keeps descending and a parent comes after both its children. Only nodes on the paths from changed leaves to the
  /// root are looked up: about log₂ of `wordCount` for one changed word.
  private func climb(
    _ words: UnsafePointer<UInt64>, _ nodes: UnsafeMutablePointer<UInt32>,
    _ changes: UnsafeMutablePointer<NodeChange>, _ count: Int,
    _ allocator: inout WordTable.Block
  ) -> UInt64? {
    // Copies that the optimizer keeps in registers.
    let table = self.table
    let wordCount = self.wordCount
    var front = 0
    var back = count
    var isComplete = true
    while front < back {
      let node = Int(changes[front].node)
      let number: UInt32
      if node >= wordCount && isDirect[node &- wordCount] {
        number = UInt32(truncatingIfNeeded: words[node &- wordCount])
      } else {
        let value =
          node >= wordCount
          ? words[node &- wordCount] : pair(nodes[2 &* node], nodes[2 &* node &+ 1])
        guard let found = table.number(of: value, allocator: &allocator) else {
          isComplete = false
          break
        }
        number = found
      }
      changes[front].old = nodes[node]
      nodes[node] = number
      front &+= 1
      let above = UInt32(truncatingIfNeeded: node >> 1)
      if above > 1 && changes[back &- 1].node != above {
        assert(back < nodeCount)
        changes[back] = NodeChange(node: above, old: 0)
        back &+= 1
      }
    }
    let key = pair(nodes[2], nodes[3])
    for change in 0..<front { nodes[Int(changes[change].node)] = changes[change].old }
    return isComplete ? key : nil
  }
}

/// Encodes states of three words, whose tree has one node between the leaves and the root. Two passes over a batch of
/// successors hide the memory latency of that node's look-up.
extension StateCodec.View {
  /// The result of the first pass for a successor.
  struct Triple: BitwiseCopyable {
    /// The children of the inner node, the last two words.
    var pair: UInt64
    /// The first word.
    var leaf: UInt32
  }

  /// Whether states have three words.
  @inline(__always)
  var isTriple: Bool { shape == .tree && wordCount == 3 }

  /// The first pass: looks up the leaves that differ from the parent's, and prefetches the slot of the inner node.
  /// Nil if the table has to grow first.
  @inline(__always)
  func leaves(
    _ words: UnsafePointer<UInt64>, parent: UnsafePointer<UInt64>,
    nodes: UnsafePointer<UInt32>, allocator: inout WordTable.Block
  ) -> Triple? {
    assert(isTriple)
    var leaves = (nodes[3], nodes[4], nodes[5])
    if words[0] != parent[0] {
      guard let leaf = leaf(0, words[0], &allocator) else { return nil }
      leaves.0 = leaf
    }
    if words[1] != parent[1] {
      guard let leaf = leaf(1, words[1], &allocator) else { return nil }
      leaves.1 = leaf
    }
    if words[2] != parent[2] {
      guard let leaf = leaf(2, words[2], &allocator) else { return nil }
      leaves.2 = leaf
    }
    let triple = Triple(pair: pair(leaves.1, leaves.2), leaf: leaves.0)
    table.prefetch(table.hash(of: triple.pair))
    return triple
  }

  /// The second pass: the key. Nil if the table has to grow first.
  @inline(__always)
  func key(
    _ triple: Triple, nodes: UnsafePointer<UInt32>, allocator: inout WordTable.Block
  ) -> UInt64? {
    assert(isTriple)
    if triple.pair == pair(nodes[4], nodes[5]) { return pair(nodes[2], triple.leaf) }
    return table.number(of: triple.pair, allocator: &allocator).map { pair($0, triple.leaf) }
  }
}
