import Basics
import Semantics

/// Unique nodes of decision diagrams: `store.node(level)` makes one from the pushed edges.
///
/// A node belongs to a level and has edges in ascending order of their keys, none of which leads to `none`. The
/// meaning of nodes depends on the extension: sets of states (`DiagramStore+Sets`), functions of states
/// (`DiagramStore+Functions`) and steps between states (`DiagramStore+Steps`). Two nodes with the same edges are one,
/// so equal sets are equal numbers (Bryant, "Graph-Based Algorithms for Boolean Function Manipulation", 1986).
///
/// Nodes, edges, the unique table and the cache of results are flat arrays. There is no reference counting: when
/// there are many nodes, unheld ones are swept. Held are permanent nodes, and those on the two stacks, where
/// operations put the nodes that are not yet below a held one.
///
/// After a limit was reached, everything is `none`, and `failure` has the reason: results are then invalid. For one
/// thread.
final class DiagramStore {
  /// The number of a node.
  typealias Node = UInt32

  /// The empty set, the number 0 and false, and no step.
  static let none: Node = 0
  /// The end of a set, the number 1 and true, and the step that keeps all lower levels unchanged.
  static let all: Node = 1
  /// The level of numbers, below all others.
  static let bottom = Int(UInt16.max)
  /// The maximum number of nodes in the keys of the cache.
  static let maximumNodes = 1 << 27
  /// The maximum number of distinct lists of steps.
  static let maximumLists = 1 << 20
  private var stepsCount = 0

  /// The reason why nothing more can be computed.
  enum Failure: Error {
    /// The deadline of the thread is over.
    case stopped
    /// It needs more memory than available.
    case memory
    /// It needs more work than allowed.
    case work
    /// It needs more nodes or lists than can be numbered.
    case nodes
  }

  struct Header: BitwiseCopyable {
    var first: UInt32
    var count: UInt32
    var level: UInt16
    var isMarked = false
  }

  /// For each level, the number of its values.
  let widths: [Int]
  var levelCount: Int { widths.count }
  private(set) var failure: Failure?
  private let pace: DiagramPace
  /// The work that was not added to the pace yet.
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
  /// The maximum number of individually held nodes: a few for each level of each running operation.
  private static let spareHeld = 1 << 20
  private var keptNodes: Set<Node> = []
  /// Whether all needed nodes are held, so that the rest may be swept.
  private var mayBeSwept = false
  /// The number of nodes or edges at which unheld nodes are swept.
  private var nextSweep = DiagramStore.firstSweep
  #if DEBUG
    // Tests sweep often.
    private static let firstSweep = (nodes: 1 << 11, edges: 1 << 14)
  #else
    private static let firstSweep = (nodes: 1 << 20, edges: 1 << 23)
  #endif
  private let maximumBytes: Int
  private static let workPerLook = 1 << 12

  /// - Parameters:
  ///   - widths: for each level, the number of its values.
  ///   - memory: the memory limit of nodes, edges and tables, in bytes.
  ///   - pace: the work limit.
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

  /// The memory in use, in bytes.
  var byteCount: Int {
    nodeCount * MemoryLayout<Header>.stride + edgeCount * 8 + table.count * 4
      + cache.byteCount + otherBytes
  }

  /// The memory of other data about nodes, in bytes, as reported by its owners.
  var otherBytes = 0

  // MARK: Nodes

  @inline(__always)
  func level(_ node: Node) -> Int { Int(headers.base[Int(node)].level) }

  @inline(__always)
  func degree(_ node: Node) -> Int { Int(headers.base[Int(node)].count) }

  /// An edge by its index: the key above the target node.
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

  /// The target of the edge with a key; `none` if there is none.
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

  /// The terminal node of a number.
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

  /// The number of pushed edges of unfinished nodes.
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
      // Node 0 is at the bottom and is recognized by its bits.
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

  /// Counts a unit of work; slow operations other than nodes count themselves.
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

  /// The result of an operation, if it is still cached.
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

  /// The first of `maximumLists` unique numbers for lists of steps.
  func numbersOfLists() -> Int {
    stepsCount += 1
    if stepsCount * Self.maximumLists > Self.maximumNodes { fail(.nodes) }
    return (stepsCount - 1) * Self.maximumLists
  }

  // MARK: Kept nodes

  /// Keeps a node for good.
  func kept(_ node: Node) -> Node {
    if !isNumber(node) { keptNodes.insert(node) }
    return node
  }

  /// The number of held nodes.
  var heldMark: Int { heldCount }

  /// Holds a node until the held nodes are released to an earlier mark.
  @inline(__always)
  func hold(_ node: Node) {
    held.base[heldCount] = node
    heldCount &+= 1
  }

  /// Reserves that many places, which hold `none` at first.
  ///
  /// - Returns: false if there is no room; then nothing is held.
  func holdPlaces(_ count: Int) -> Bool {
    // A few more are held one by one in the meantime.
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

  /// Runs an operation that holds all of its nodes, as are all other nodes that are needed later.
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

  /// Compacts the edges of marked nodes; unmarked nodes become free.
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
