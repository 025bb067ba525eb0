/// A lossy cache for the results of operations on nodes: a new one replaces an older one.
struct DiagramCache: ~Copyable {
  typealias Node = DiagramStore.Node

  /// An operation with its operands. Below the operation there is room for the third.
  struct Key: BitwiseCopyable, Equatable {
    private static let operationShift: UInt32 = 27
    fileprivate let operands: UInt64
    fileprivate let third: UInt32

    @inline(__always)
    init(_ operation: DiagramStore.Operation, _ a: Node, _ b: Node, _ c: Node) {
      operands = UInt64(a) << 32 | UInt64(b)
      third = UInt32(operation.rawValue) << Self.operationShift | c
    }

    /// The operands that are nodes; the second operand of a closure is the number of a list.
    fileprivate func hasNode(where isWanted: (Node) -> Bool) -> Bool {
      let isList = third >> Self.operationShift == UInt32(DiagramStore.Operation.closure.rawValue)
      return isWanted(Node(truncatingIfNeeded: operands >> 32))
        || !isList && isWanted(Node(truncatingIfNeeded: operands))
        || isWanted(third & (1 << Self.operationShift - 1))
    }
  }

  private struct Entry: BitwiseCopyable {
    /// A free entry has the key of no operation.
    var key: Key
    var result: Node
  }

  private var entries: Buffer<Entry>

  /// Nil if the system has no memory for it.
  init?() {
    guard let entries = Buffer<Entry>(reserving: 1 << 14) else { return nil }
    self.entries = entries
  }

  /// The number of entries, a power of two.
  var count: Int { entries.count }
  var byteCount: Int { entries.count * MemoryLayout<Entry>.stride }

  @inline(__always)
  func result(_ key: Key) -> Node? {
    let entry = entries.base[slot(key, of: entries.count)]
    return entry.key == key ? entry.result : nil
  }

  @inline(__always)
  func note(_ key: Key, _ result: Node) {
    entries.base[slot(key, of: entries.count)] = Entry(key: key, result: result)
  }

  @inline(__always)
  private func slot(_ key: Key, of count: Int) -> Int {
    let hash = SlotHash.mix(key.operands ^ SlotHash.mix(UInt64(key.third)))
    return Int(truncatingIfNeeded: hash >> 20) & (count - 1)
  }

  /// Grows by a factor of four, if there is memory.
  mutating func grow() {
    guard let larger = Buffer<Entry>(reserving: entries.count * 4) else { return }
    for place in 0..<entries.count where entries.base[place].key.third != 0 {
      let entry = entries.base[place]
      larger.base[slot(entry.key, of: larger.count)] = entry
    }
    entries = larger
  }

  /// Removes the entries about some nodes.
  func forget(where isGone: (Node) -> Bool) {
    for place in 0..<entries.count where entries.base[place].key.third != 0 {
      let entry = entries.base[place]
      if isGone(entry.result) || entry.key.hasNode(where: isGone) {
        entries.base[place] = Entry(key: Key(.free, 0, 0, 0), result: 0)
      }
    }
  }
}
