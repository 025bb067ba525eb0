import Semantics

/// Nodes of decision diagrams, each there once: `store.node(level)` makes one of the edges that were pushed.
///
/// A node belongs to a level and has edges, ascending by their keys, of which none leads to `none`. What
/// nodes mean is up to who combines them: sets of states (`DiagramStore+Sets`), functions of states
/// (`DiagramStore+Functions`) and steps between states (`DiagramStore+Steps`). Two nodes with the same edges
/// are one, so that equal sets are equal numbers (Bryant, "Graph-Based Algorithms for Boolean Function
/// Manipulation", 1986).
///
/// Nodes, edges, the unique table and the cache of results are flat arrays. Nothing counts references: when
/// there are many nodes, those that nobody holds are swept. Held is what is kept for good, and what lies on
/// the two stacks, on which whoever combines nodes has what is not below a held node yet.
///
/// Once a limit was met everything is `none`, and `failure` tells why: what was made then means nothing.
/// For one thread.
final class DiagramStore {
  /// The number of a node.
  typealias Node = UInt32

  /// The empty set, the number 0 and what is false, no step.
  static let none: Node = 0
  /// The end of a set, the number 1 and what is true, the step that leaves all levels behind as they are.
  static let all: Node = 1
  /// The level of numbers, below all others.
  static let bottom = Int(UInt16.max)
  /// More nodes than these cannot be told apart in the cache.
  static let maximumNodes = 1 << 27
  /// How many lists of steps can be told apart.
  static let maximumLists = 1 << 20
  private var stepsCount = 0

  /// Why nothing more can be found out.
  enum Failure: Error {
    /// The deadline of the thread is over.
    case stopped
    /// It takes more memory than there is.
    case memory
    /// It takes more work than was allowed.
    case work
    /// It takes more nodes or lists than can be numbered.
    case nodes
  }

  struct Header: BitwiseCopyable {
    var first: UInt32
    var count: UInt32
    var level: UInt16
    var isMarked = false
  }

  /// For each level how many values it has.
  let widths: [Int]
  var levelCount: Int { widths.count }
  private(set) var failure: Failure?
  private let pace: DiagramPace
  /// How much was done that the pace was not told.
  private var work = 0

  private let headers: Buffer<Header>
  private let edges: Buffer<UInt64>
  private(set) var nodeCount = 0
  private(set) var edgeCount = 0
  /// Numbers of swept nodes.
  private var free: [Node] = []
  private var table: Buffer<Node>
  private var cache: DiagramCache
  private var operands: Buffer<UInt64>
  private var operandCount = 0
  private var held: Buffer<Node>
  private var heldCount = 0
  /// What is held one by one, at most: a few nodes for each level of each operation that is going on.
  private static let spareHeld = 1 << 20
  private var keptNodes: Set<Node> = []
  /// Whether everything that is still wanted is held, so that the rest may be swept.
  private var mayBeSwept = false
  /// When as many nodes or edges are there, those that nobody holds are swept.
  private var nextSweep = DiagramStore.firstSweep
  #if DEBUG
    // Tests are to sweep all the time.
    private static let firstSweep = (nodes: 1 << 11, edges: 1 << 14)
  #else
    private static let firstSweep = (nodes: 1 << 20, edges: 1 << 23)
  #endif
  private let maximumBytes: Int
  private static let workPerLook = 1 << 12

  /// - Parameters:
  ///   - widths: for each level how many values it has.
  ///   - memory: how many bytes nodes, edges and tables may take.
  ///   - pace: how much may be done.
  /// - Throws: `Failure.memory` if the system has no address space for it.
  init(widths: [Int], memory: Int, pace: DiagramPace) throws(Failure) {
    self.widths = widths
    self.pace = pace
    maximumBytes = max(1 << 22, memory)
    let bytes = min(maximumBytes, 1 << 36)
    guard let headers = Buffer<Header>(reserving: min(Self.maximumNodes, bytes / 12)),
      let edges = Buffer<UInt64>(reserving: min(Int(UInt32.max), bytes / 8)),
      let operands = Buffer<UInt64>(reserving: 1 << 24),
      let held = Buffer<Node>(reserving: 1 << 26),
      let table = Buffer<Node>(reserving: 1 << 13), let cache = DiagramCache()
    else { throw .memory }
    self.headers = headers
    self.edges = edges
    self.operands = operands
    self.held = held
    self.table = table
    self.cache = cache
    _ = number(0)
    _ = number(1)
  }

  /// The memory that is in use, in bytes.
  var byteCount: Int {
    nodeCount * MemoryLayout<Header>.stride + edgeCount * 8 + table.count * 4
      + cache.byteCount + otherBytes
  }

  /// The memory of what others keep about nodes, in bytes, as they tell it.
  var otherBytes = 0

  // MARK: Nodes

  @inline(__always)
  func level(_ node: Node) -> Int { Int(headers.base[Int(node)].level) }

  @inline(__always)
  func degree(_ node: Node) -> Int { Int(headers.base[Int(node)].count) }

  /// An edge by its place: the key above the node that it leads to.
  @inline(__always)
  func edge(_ node: Node, _ place: Int) -> UInt64 {
    edges.base[Int(headers.base[Int(node)].first) &+ place]
  }

  @inline(__always)
  static func key(_ edge: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: edge >> 32) }

  @inline(__always)
  static func target(_ edge: UInt64) -> Node { Node(truncatingIfNeeded: edge) }

  @inline(__always)
  static func edge(_ key: UInt32, _ target: Node) -> UInt64 { UInt64(key) << 32 | UInt64(target) }

  /// Where the edge with a key leads; `none` if there is none.
  @inline(__always)
  func target(_ node: Node, key: UInt32) -> Node {
    let header = headers.base[Int(node)]
    let base = edges.base + Int(header.first)
    var (low, high) = (0, Int(header.count))
    while low < high {
      let middle = (low &+ high) >> 1
      if Self.key(base[middle]) < key { low = middle &+ 1 } else { high = middle }
    }
    guard low < Int(header.count), Self.key(base[low]) == key else { return Self.none }
    return Self.target(base[low])
  }

  /// The node of a number, which lies at the bottom.
  func number(_ value: Int) -> Node {
    let bits = UInt64(bitPattern: Int64(value))
    push(bits)
    return intern(level: Self.bottom, from: operandCount - 1)
  }

  /// The number of a node at the bottom.
  @inline(__always)
  func value(_ node: Node) -> Int { Int(Int64(bitPattern: edge(node, 0))) }

  @inline(__always)
  func isNumber(_ node: Node) -> Bool { level(node) == Self.bottom }

  // MARK: Edges that become a node

  /// How many edges are pushed that belong to nodes yet to be made.
  var mark: Int { operandCount }

  @inline(__always)
  func push(_ edge: UInt64) {
    if operandCount == operands.count, !growOperands() { return }
    operands.base[operandCount] = edge
    operandCount &+= 1
  }

  @inline(__always)
  func push(_ key: UInt32, _ target: Node) {
    if target != Self.none { push(Self.edge(key, target)) }
  }

  /// A pushed edge.
  @inline(__always)
  func pushed(_ place: Int) -> UInt64 { operands.base[place] }

  /// Forgets the edges that were pushed since.
  @inline(__always)
  func drop(to mark: Int) { operandCount = mark }

  /// False if there is no room for more.
  private func growOperands() -> Bool {
    guard let larger = Buffer<UInt64>(reserving: operands.count * 2) else {
      fail(.memory)
      return false
    }
    larger.base.update(from: operands.base, count: operandCount)
    operands = larger
    return true
  }

  /// The node of the edges that were pushed since; `none` if there are none.
  func node(_ level: Int, from mark: Int) -> Node {
    if operandCount == mark { return Self.none }
    return intern(level: level, from: mark)
  }

  private func intern(level: Int, from mark: Int) -> Node {
    let count = operandCount - mark
    let base = operands.base + mark
    defer { operandCount = mark }
    if failure != nil { return Self.none }
    countWork()
    var hash = UInt64(truncatingIfNeeded: level)
    for place in 0..<count { hash = SlotHash.mix(hash ^ base[place]) }
    var mask = table.count - 1
    var slot = Int(truncatingIfNeeded: hash >> 20) & mask
    while true {
      let known = table.base[slot]
      // Node 0 is at the bottom and is found by its bits.
      if known == 0 { break }
      let header = headers.base[Int(known - 1)]
      if Int(header.level) == level, Int(header.count) == count {
        let other = edges.base + Int(header.first)
        var place = 0
        while place < count, other[place] == base[place] { place &+= 1 }
        if place == count { return known - 1 }
      }
      slot = (slot &+ 1) & mask
    }
    if mayBeSwept,
      nodeCount - free.count >= nextSweep.nodes || edgeCount + count > nextSweep.edges
    {
      sweep()
      if failure != nil { return Self.none }
      mask = table.count - 1
      slot = Int(truncatingIfNeeded: hash >> 20) & mask
      while table.base[slot] != 0 { slot = (slot &+ 1) & mask }
    }
    let node = free.popLast() ?? Node(truncatingIfNeeded: nodeCount)
    if Int(node) == nodeCount {
      guard nodeCount < headers.count else {
        fail(headers.count < Self.maximumNodes ? .memory : .nodes)
        return Self.none
      }
      nodeCount += 1
    }
    guard edgeCount + count <= edges.count else {
      fail(edges.count < Int(UInt32.max) ? .memory : .nodes)
      return Self.none
    }
    headers.base[Int(node)] = Header(
      first: UInt32(truncatingIfNeeded: edgeCount), count: UInt32(truncatingIfNeeded: count),
      level: UInt16(truncatingIfNeeded: level))
    (edges.base + edgeCount).update(from: base, count: count)
    edgeCount += count
    table.base[slot] = node + 1
    if (nodeCount - free.count) * 2 > table.count { growTable() }
    return node
  }

  private func hash(_ node: Node) -> UInt64 {
    let header = headers.base[Int(node)]
    var hash = UInt64(header.level)
    for place in 0..<Int(header.count) {
      hash = SlotHash.mix(hash ^ edges.base[Int(header.first) + place])
    }
    return hash
  }

  private func growTable() {
    guard let larger = Buffer<Node>(reserving: table.count * 2) else { return fail(.memory) }
    table = larger
    fillTable()
    if cache.count < table.count, byteCount < maximumBytes / 2 { cache.grow() }
  }

  private func fillTable() {
    let mask = table.count - 1
    for node in 0..<nodeCount where headers.base[node].count > 0 {
      var slot = Int(truncatingIfNeeded: hash(Node(truncatingIfNeeded: node)) >> 20) & mask
      while table.base[slot] != 0 { slot = (slot &+ 1) & mask }
      table.base[slot] = Node(truncatingIfNeeded: node) + 1
    }
  }

  // MARK: Limits

  func fail(_ reason: Failure) { failure = failure ?? reason }

  /// Counts something that is done; what takes long beside nodes counts itself.
  @inline(__always)
  func countWork() {
    work &+= 1
    if work >= Self.workPerLook { look() }
  }

  private func look() {
    pace.add(work, bytes: byteCount)
    work = 0
    if pace.isOver { fail(.work) }
    if Deadline.isOver { fail(.stopped) }
    if byteCount > maximumBytes { fail(.memory) }
  }

  // MARK: Results that are known

  /// The result of an operation, if it is still known.
  @inline(__always)
  func known(_ operation: Operation, _ a: Node, _ b: Node, _ c: Node = 0) -> Node? {
    if let result = cache.result(DiagramCache.Key(operation, a, b, c)) { return result }
    countWork()
    return nil
  }

  @inline(__always)
  func note(_ operation: Operation, _ a: Node, _ b: Node, _ c: Node = 0, result: Node) {
    cache.note(DiagramCache.Key(operation, a, b, c), result)
  }

  /// The first of `maximumLists` numbers for lists of steps, which no other lists of the store have.
  func numbersOfLists() -> Int {
    stepsCount += 1
    if stepsCount * Self.maximumLists > Self.maximumNodes { fail(.nodes) }
    return (stepsCount - 1) * Self.maximumLists
  }

  // MARK: What is held

  /// Keeps a node for good.
  func kept(_ node: Node) -> Node {
    if !isNumber(node) { keptNodes.insert(node) }
    return node
  }

  /// How many nodes are held.
  var heldMark: Int { heldCount }

  /// Keeps a node until what is held is given up to a mark before it.
  @inline(__always)
  func hold(_ node: Node) {
    held.base[heldCount] = node
    heldCount &+= 1
  }

  /// Keeps places for so many nodes, which hold `none` yet.
  ///
  /// - Returns: false if there is no room, and then nothing is kept.
  func holdPlaces(_ count: Int) -> Bool {
    // A few more are held one by one in between.
    guard heldCount + count + Self.spareHeld <= held.count else {
      fail(.nodes)
      return false
    }
    (held.base + heldCount).update(repeating: Self.none, count: count)
    heldCount += count
    return true
  }

  @inline(__always)
  func release(to mark: Int) { heldCount = mark }

  @inline(__always)
  func held(_ place: Int) -> Node { held.base[place] }

  @inline(__always)
  func setHeld(_ place: Int, _ node: Node) { held.base[place] = node }

  // MARK: Sweeping

  /// Does something all of whose nodes are held meanwhile, as is all else that is wanted later.
  func sweeping(_ body: () -> Node) -> Node {
    mayBeSwept = true
    defer { mayBeSwept = false }
    return body()
  }

  private func sweep() {
    var stack: [Node] = [Self.none, Self.all] + keptNodes
    for place in 0..<heldCount { stack.append(held.base[place]) }
    for place in 0..<operandCount { stack.append(Self.target(operands.base[place])) }
    while let node = stack.popLast() {
      guard Int(node) < nodeCount, !headers.base[Int(node)].isMarked else { continue }
      headers.base[Int(node)].isMarked = true
      let header = headers.base[Int(node)]
      if Int(header.level) == Self.bottom { continue }
      for place in 0..<Int(header.count) {
        let target = Self.target(edges.base[Int(header.first) + place])
        if !headers.base[Int(target)].isMarked { stack.append(target) }
      }
    }
    compact()
    table = Buffer(reserving: table.count) ?? Buffer(count: table.count)
    fillTable()
    cache.forget { !isLive($0) }
    let live = nodeCount - free.count
    nextSweep = (max(Self.firstSweep.nodes, live * 2), max(Self.firstSweep.edges, edgeCount * 2))
    let room = (maximumBytes - table.count * 4 - cache.byteCount) / 8
    nextSweep.edges = min(nextSweep.edges, max(edgeCount + edgeCount / 8, room))
  }

  private func isLive(_ node: Node) -> Bool {
    Int(node) < nodeCount && headers.base[Int(node)].count > 0
  }

  /// Moves the edges of what is marked together; what is not is free.
  private func compact() {
    var order: [(first: UInt32, node: Node)] = []
    free = []
    for node in 0..<nodeCount {
      let isMarked = headers.base[node].isMarked
      headers.base[node].isMarked = false
      if isMarked, headers.base[node].count > 0 {
        order.append((headers.base[node].first, Node(truncatingIfNeeded: node)))
      } else {
        headers.base[node].count = 0
        free.append(Node(truncatingIfNeeded: node))
      }
    }
    order.sort { $0.first < $1.first }
    var end = 0
    for (first, node) in order {
      let count = Int(headers.base[Int(node)].count)
      if end != Int(first) {
        (edges.base + end).update(from: edges.base + Int(first), count: count)
      }
      headers.base[Int(node)].first = UInt32(truncatingIfNeeded: end)
      end += count
    }
    edgeCount = end
  }
}
