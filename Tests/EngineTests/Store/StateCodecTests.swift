import TestSupport
import Testing

@testable import Engine

@Suite("State codec")
struct StateCodecTests {
  /// The bits of each word of a state: some that fit into half a key, some that do not.
  static let shapes: [[Int]] = [
    [17], [63], [64], [31, 31], [32, 32], [64, 20], [60, 64], [32, 40, 64], [31, 64, 5],
    [64, 63, 62, 61, 60],
    (0..<17).map { 64 - 3 * $0 }, (0..<200).map { $0 % 3 == 0 ? 30 : 64 - $0 % 7 },
  ]

  @Test("keys are equal exactly if states are, and give the states back", arguments: shapes.indices)
  func roundTrips(shape: Int) throws {
    let usedBits = Self.shapes[shape]
    let walk = try built(StateWalk(usedBits: usedBits))
    var keys: [[UInt64]: UInt64] = [:]
    for _ in 0..<(usedBits.count > 20 ? 200 : 1_000) {
      walk.step(changing: 1 + Int(walk.random.next() % 3))
      let key = try #require(walk.encode())
      #expect(key < 1 << 63)
      #expect(keys[walk.words] == nil || keys[walk.words] == key)
      keys[walk.words] = key
    }
    #expect(Set(keys.values).count == keys.count)
    for (words, key) in keys {
      #expect(walk.decode(key) == words)
      #expect(walk.decodeWithNodes(key) == words)
    }
  }

  @Test(
    "a successor's key is the same whether all or only what changed is looked up",
    arguments: shapes.indices)
  func encodesChanges(shape: Int) throws {
    let usedBits = Self.shapes[shape]
    let walk = try built(StateWalk(usedBits: usedBits))
    for _ in 0..<(usedBits.count > 20 ? 100 : 400) {
      _ = try #require(walk.encode())
      let parent = walk.words
      let nodes = walk.nodes
      for changes in 0..<4 {
        walk.words = parent
        walk.step(changing: changes)
        let fast = try #require(walk.encodeChange(from: parent))
        #expect(walk.nodes == nodes)
        let whole = try #require(walk.encodeAside())
        #expect(fast == whole)
      }
    }
  }

  @Test("an encoding that finds the table full changes nothing")
  func full() throws {
    let codec = try built(StateCodec(usedBits: [64, 64, 64]))
    let view = codec.view
    var block = WordTable.Block()
    var nodes = [UInt32](repeating: 0, count: view.nodeCount)
    var changes = [StateCodec.View.NodeChange](
      repeating: .init(node: 0, old: 0), count: view.nodeCount)
    let parent: [UInt64] = [1, 2, 3]
    #expect(view.encode(parent, nodes: &nodes, allocator: &block) != nil)
    let before = nodes
    var isFull = false
    for value in UInt64(10)..<2_000 where !isFull {
      isFull =
        view.encode(
          [value, value << 30, 3], parent: parent, nodes: &nodes, changes: &changes,
          allocator: &block) == nil
      #expect(nodes == before)
    }
    #expect(isFull)
  }
}

/// A random walk over the states of a codec, which grows when its table is full.
private final class StateWalk {
  let usedBits: [Int]
  var codec: StateCodec
  var block = WordTable.Block()
  var random = SplitMix64(seed: 23)
  var words: [UInt64]
  var nodes: [UInt32]
  var changes: [StateCodec.View.NodeChange]

  init?(usedBits: [Int]) {
    guard let codec = StateCodec(usedBits: usedBits) else { return nil }
    self.usedBits = usedBits
    words = Array(repeating: 0, count: usedBits.count)
    nodes = Array(repeating: 0, count: codec.nodeCount)
    changes = Array(repeating: .init(node: 0, old: 0), count: codec.nodeCount)
    self.codec = codec
  }

  /// Changes some words, mostly to earlier values.
  func step(changing count: Int) {
    for _ in 0..<count {
      let word = Int(random.next() % UInt64(usedBits.count))
      let value = random.next() % 23 &* 0x9E37_79B9_7F4A_7C15
      words[word] = usedBits[word] == 64 ? value : value & (1 << UInt64(usedBits[word]) - 1)
    }
  }

  private func retrying(
    _ body: (StateWalk) -> UInt64?
  ) -> UInt64? {
    while true {
      if let key = body(self) { return key }
      guard codec.words.grow(to: codec.words.capacity * 2) else { return nil }
    }
  }

  func encode() -> UInt64? {
    retrying { $0.codec.view.encode($0.words, nodes: &$0.nodes, allocator: &$0.block) }
  }

  /// Encodes all words without touching the nodes.
  func encodeAside() -> UInt64? {
    retrying {
      var nodes = $0.nodes
      return $0.codec.view.encode($0.words, nodes: &nodes, allocator: &$0.block)
    }
  }

  func encodeChange(from parent: [UInt64]) -> UInt64? {
    retrying {
      $0.codec.view.encode(
        $0.words, parent: parent, nodes: &$0.nodes, changes: &$0.changes, allocator: &$0.block)
    }
  }

  func decode(_ key: UInt64) -> [UInt64] {
    var words = [UInt64](repeating: 7, count: usedBits.count)
    codec.view.decode(key, words: &words)
    return words
  }

  func decodeWithNodes(_ key: UInt64) -> [UInt64] {
    var words = [UInt64](repeating: 7, count: usedBits.count)
    var nodes = [UInt32](repeating: 7, count: codec.nodeCount)
    codec.view.decode(key, words: &words, nodes: &nodes)
    return words
  }
}
