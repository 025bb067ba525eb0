/// The tables of a plan, each once: tables equal in content are one table.
///
/// Invariants: the pointers of `contents` stay valid as long as the set lives, point to initialised
/// memory, and nobody writes there after `add` returned.
final class TableSet: @unchecked Sendable {
  /// Tables of small numbers take a byte an entry.
  enum Contents {
    case bytes(UnsafeMutablePointer<UInt8>)
    case words(UnsafeMutablePointer<Int>)
  }

  private(set) var count = 0
  /// The memory of all tables, in bytes.
  private(set) var byteCount = 0
  private var tables: [Contents] = []
  private var sizes: [Int] = []
  private var known: [[Int]: Int] = [:]

  /// The number of the table with these entries.
  func add(_ entries: [Int]) -> Int {
    if let number = known[entries] { return number }
    let number = tables.count
    known[entries] = number
    if entries.allSatisfy({ $0 >= 0 && $0 <= 255 }) {
      let table = UnsafeMutablePointer<UInt8>.allocate(capacity: entries.count)
      for (index, entry) in entries.enumerated() {
        (table + index).initialize(to: UInt8(truncatingIfNeeded: entry))
      }
      tables.append(.bytes(table))
      byteCount += entries.count
    } else {
      let table = UnsafeMutablePointer<Int>.allocate(capacity: entries.count)
      for (index, entry) in entries.enumerated() { (table + index).initialize(to: entry) }
      tables.append(.words(table))
      byteCount += entries.count * MemoryLayout<Int>.stride
    }
    sizes.append(entries.count)
    count += 1
    return number
  }

  /// The contents of all tables, by number.
  var all: [Contents] { tables }
  func size(_ number: Int) -> Int { sizes[number] }
  func byteCount(of number: Int) -> Int {
    switch tables[number] {
    case .bytes: sizes[number]
    case .words: sizes[number] * MemoryLayout<Int>.stride
    }
  }
  func entry(_ number: Int, _ index: Int) -> Int {
    switch tables[number] {
    case .bytes(let table): Int(table[index])
    case .words(let table): table[index]
    }
  }

  deinit {
    for table in tables {
      switch table {
      case .bytes(let table): table.deallocate()
      case .words(let table): table.deallocate()
      }
    }
  }
}
