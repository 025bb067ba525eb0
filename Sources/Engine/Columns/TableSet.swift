import Basics

/// The distinct tables of a plan: tables with equal content are one.
///
/// Invariant: the pointers of `all` stay valid as long as the set lives, and nothing is written through them. One
/// thread adds tables while a plan is made; afterwards all threads only read the set.
final class TableSet: @unchecked Sendable {
  /// Tables of small numbers take one byte for each entry.
  enum Contents {
    case bytes(UnsafePointer<UInt8>)
    case words(UnsafePointer<Int>)
  }

  /// The entries of one table, in one of two widths.
  private final class Table {
    let bytes: Buffer<UInt8>
    let words: Buffer<Int>

    init(_ entries: [Int]) {
      let isSmall = entries.allSatisfy { $0 >= 0 && $0 <= 255 }
      bytes = Buffer(isSmall ? entries.map { UInt8(truncatingIfNeeded: $0) } : [])
      words = Buffer(isSmall ? [] : entries)
    }

    var isSmall: Bool { bytes.count > 0 }
    var byteCount: Int { bytes.count + words.count * MemoryLayout<Int>.stride }
  }

  /// The memory of all tables, in bytes.
  private(set) var byteCount = 0
  private var tables: [Table] = []
  private var known: [Entries: Int] = [:]

  /// The entries of a table as a key, with a digest, since tables are long and hashed often.
  private struct Entries: Hashable {
    let numbers: [Int]
    private let digest: UInt64

    init(_ numbers: [Int]) {
      self.numbers = numbers
      digest = numbers.reduce(SplitMix.gamma) { digest, number in
        let mixed = (digest ^ UInt64(bitPattern: Int64(number))) &* SplitMix.gamma
        return mixed ^ mixed &>> 32
      }
    }

    func hash(into hasher: inout Hasher) { hasher.combine(digest) }
  }

  /// The number of the table with these entries.
  ///
  /// Tables cannot be removed: unused ones stay in memory with the plan, and count in `byteCount`.
  ///
  /// - Parameter entries: by key, at least one; numbers of 64 bits in any range.
  func add(_ entries: [Int]) -> Int {
    let key = Entries(entries)
    if let number = known[key] { return number }
    let number = tables.count
    known[key] = number
    tables.append(Table(entries))
    byteCount += tables[number].byteCount
    return number
  }

  /// The contents of all tables, by number.
  ///
  /// The caller has to keep the set alive.
  var all: [Contents] {
    tables.map {
      $0.isSmall ? .bytes(UnsafePointer($0.bytes.base)) : .words(UnsafePointer($0.words.base))
    }
  }
  var count: Int { tables.count }
  /// The number of entries of a table, a power of two.
  func size(_ number: Int) -> Int { max(tables[number].bytes.count, tables[number].words.count) }
  func byteCount(of number: Int) -> Int { tables[number].byteCount }
  /// The entries of a table at some places.
  func entries(_ number: Int, at places: [Int]) -> [Int] {
    let table = tables[number]
    return table.isSmall
      ? places.map { Int(table.bytes[$0]) } : places.map { table.words[$0] }
  }
  /// One entry, slowly, for making tables from others.
  func entry(_ number: Int, _ index: Int) -> Int {
    let table = tables[number]
    return table.isSmall ? Int(table.bytes[index]) : table.words[index]
  }
}
