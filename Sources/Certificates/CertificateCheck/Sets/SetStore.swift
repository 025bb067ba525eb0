import Semantics

/// Sets of states as decision diagrams, in a store in which the same set is the same node.
///
/// There is a level for each distinguished column. A node of a level has a child for each content of its column, by
/// number: the set of the remaining columns. No level is omitted. (Miller, "Multiple-valued logic design tools",
/// 1993, with only one table and one cache for speed.)
final class SetStore {
  typealias Node = Int32

  /// The set without states.
  static let none: Node = 0
  /// The set after the last level, whose only element is empty.
  static let unit: Node = 1

  /// The columns of the levels, from the root on.
  let columns: [Int]
  var depth: Int { columns.count }

  private struct Head: BitwiseCopyable {
    var level: Int32
    var count: Int32
    var first: Int
  }

  private var heads = GrowingBuffer<Head>()
  private var children = GrowingBuffer<Node>()
  /// Open addressing; 0 is free.
  private var table: [Node] = Array(repeating: 0, count: 1 << 12)
  private var memory: [Memory] = Array(repeating: Memory(), count: 1 << 12)
  /// Children of unfinished nodes, one node after the other.
  private var open = GrowingBuffer<Node>()

  /// The results of operations; a new result replaces the old content of its entry.
  private struct Memory {
    var operation: UInt64 = .max
    var operands: UInt64 = 0
    var result: Node = 0
  }

  init(_ columns: [Int]) {
    self.columns = columns
    heads.append(Head(level: Int32(columns.count), count: 0, first: 0), times: 2)
  }

  var nodeCount: Int { heads.count }

  func level(of node: Node) -> Int { Int(heads[Int(node)].level) }

  func childCount(of node: Node) -> Int { Int(heads[Int(node)].count) }

  /// The child for a content, by its number.
  func child(_ node: Node, _ content: Int) -> Node {
    let head = heads[Int(node)]
    return content < head.count ? children[head.first + content] : Self.none
  }

  // MARK: Making nodes

  /// Begins a node: `push` adds its children, and `pop` completes it.
  func begin() -> Int { open.count }

  func push(_ child: Node, times: Int = 1) {
    open.append(child, times: times)
  }

  /// The node of a level with the children that were pushed since `begin`.
  func pop(_ level: Int, from begin: Int) -> Node {
    while open.count > begin, open[open.count - 1] == Self.none { open.removeLast(1) }
    let count = open.count - begin
    defer { open.removeLast(count) }
    if count == 0 { return Self.none }
    var place = Int(truncatingIfNeeded: hash(level, begin)) & (table.count - 1)
    while table[place] != 0 {
      if isSame(table[place], level, begin, count) { return table[place] }
      place = (place + 1) & (table.count - 1)
    }
    let node = Node(heads.count)
    heads.append(Head(level: Int32(level), count: Int32(count), first: children.count))
    for place in begin..<open.count { children.append(open[place]) }
    table[place] = node
    if heads.count * 2 > table.count { grow() }
    return node
  }

  private func isSame(_ node: Node, _ level: Int, _ begin: Int, _ count: Int) -> Bool {
    let head = heads[Int(node)]
    guard head.level == level, head.count == count else { return false }
    for place in 0..<count where children[head.first + place] != open[begin + place] {
      return false
    }
    return true
  }

  private func hash(_ level: Int, _ begin: Int) -> UInt64 {
    var hash = UInt64(level)
    for place in begin..<open.count { hash = Self.mixed(hash, UInt64(open[place])) }
    return hash >> 20
  }

  private static func mixed(_ hash: UInt64, _ number: UInt64) -> UInt64 {
    let product = (hash ^ number) &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 29
  }

  private func grow() {
    table = Array(repeating: 0, count: table.count * 2)
    for node in 2..<heads.count {
      let head = heads[node]
      let begin = open.count
      for place in 0..<Int(head.count) { open.append(children[head.first + place]) }
      var place = Int(truncatingIfNeeded: hash(Int(head.level), begin)) & (table.count - 1)
      while table[place] != 0 { place = (place + 1) & (table.count - 1) }
      table[place] = Node(node)
      open.removeLast(open.count - begin)
    }
    // The cache grows with the table.
    let wanted = min(table.count, 1 << 20)
    if memory.count < wanted { memory = Array(repeating: Memory(), count: wanted) }
  }

  // MARK: Remembering

  enum Operation: UInt64 {
    case union, intersection, difference, subset, restriction, assignment, contents
  }

  /// The result of `body` for a node and a second operand, cached temporarily.
  @inline(__always)
  func remembered(
    _ operation: Operation, _ node: Node, _ other: UInt64, _ body: () -> Node
  ) -> Node {
    let operands = UInt64(UInt32(bitPattern: node)) << 32 | other & 0xFFFF_FFFF
    let key = operation.rawValue << 32 | other >> 32
    let place = Int(truncatingIfNeeded: Self.mixed(key, operands) >> 16) & (memory.count - 1)
    if memory[place].operation == key, memory[place].operands == operands {
      return memory[place].result
    }
    let result = body()
    // The cache may have grown in the meantime.
    let later = Int(truncatingIfNeeded: Self.mixed(key, operands) >> 16) & (memory.count - 1)
    memory[later] = Memory(operation: key, operands: operands, result: result)
    return result
  }
}
