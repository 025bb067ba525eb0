extension StateCodec.View {
  /// The words of the state of a key, and its nodes, from which its successors are encoded.
  ///
  /// Costs a look-up for each node of the tree except direct leaves, at most 2 · `wordCount`, each probably a cache
  /// miss. Any thread may call it with keys from the table of keys, even while others encode.
  ///
  /// - Parameters:
  ///   - key: a key of this codec, also from before its table grew. Not of shape `fingerprint`.
  ///   - words: receives `wordCount` words.
  ///   - nodes: has room for `nodeCount`, and receives those of the tree; undefined for shapes `word` and `number`.
  @inline(__always)
  func decode(
    _ key: UInt64, words: UnsafeMutablePointer<UInt64>, nodes: UnsafeMutablePointer<UInt32>
  ) {
    switch shape {
    case .word:
      words[0] = key
    case .number:
      words[0] = value(0, UInt32(truncatingIfNeeded: key))
    case .pair:
      nodes[2] = left(key)
      nodes[3] = right(key)
      words[0] = value(0, nodes[2])
      words[1] = value(1, nodes[3])
    case .tree:
      decodeTree(key, words, nodes)
    case .fingerprint:
      assertionFailure("a fingerprint has no way back")
    }
  }

  /// Writes the words of a key's state. It allocates the nodes on the stack each time, so it is for occasional use.
  func decode(_ key: UInt64, words: UnsafeMutablePointer<UInt64>) {
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: nodeCount) { nodes in
      guard let base = nodes.baseAddress else { return }
      decode(key, words: words, nodes: base)
    }
  }

  /// The words of a state.
  func words(of key: UInt64) -> [UInt64] {
    Array(unsafeUninitializedCapacity: wordCount) { words, count in
      if let base = words.baseAddress { decode(key, words: base) }
      count = wordCount
    }
  }

  /// From the root down. A parent has a smaller number than its children, so one ascending pass finds each pair
  /// already split.
  private func decodeTree(
    _ key: UInt64, _ words: UnsafeMutablePointer<UInt64>, _ nodes: UnsafeMutablePointer<UInt32>
  ) {
    nodes[2] = left(key)
    nodes[3] = right(key)
    for node in 2..<wordCount {
      let pair = table.value(of: nodes[node])
      nodes[2 * node] = left(pair)
      nodes[2 * node + 1] = right(pair)
    }
    for word in 0..<wordCount { words[word] = value(word, nodes[wordCount + word]) }
  }
}
