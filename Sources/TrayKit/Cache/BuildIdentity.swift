import Platform
import Semantics

/// The identity of this build of the tool.
///
/// Results of another build are never trusted, because any difference in the executable may change the results.
package enum BuildIdentity {
  /// The version and a digest of the executable; nil if the executable cannot be read.
  ///
  /// It is computed once per process, at first use.
  package static let current: String? = {
    guard let path = System.executablePath,
      let data = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped)
    else { return nil }
    return "\(Traycheck.version)-\(buildID(in: data) ?? String(digest(of: data), radix: 16))"
  }()

  /// The digest that the linker stored in a 64-bit ELF executable (a `GNU` note of type 3), in hexadecimal digits; nil
  /// if there is none. Hashing the whole file would take longer than reading a cache.
  static func buildID(in executable: Data) -> String? {
    executable.withUnsafeBytes { bytes in
      func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Int {
        guard offset >= 0, offset <= bytes.count - MemoryLayout<Number>.size else { return 0 }
        return Int(clamping: bytes.loadUnaligned(fromByteOffset: offset, as: type))
      }
      guard bytes.starts(with: [0x7F, 0x45, 0x4C, 0x46, 2, 1]) else { return nil }
      let (table, size) = (number(0x20, as: UInt64.self), number(0x36, as: UInt16.self))
      for index in 0..<number(0x38, as: UInt16.self) {
        let (header, overflow) = table.addingReportingOverflow(index * size)
        guard !overflow, number(header, as: UInt32.self) == 4 else { continue }
        var note = number(header + 8, as: UInt64.self)
        let length = number(header + 0x20, as: UInt64.self)
        guard note <= bytes.count, length <= bytes.count - note else { continue }
        let end = note + length
        while note + 12 <= end {
          let name = number(note, as: UInt32.self)
          let content = number(note + 4, as: UInt32.self)
          let begin = note + 12 + (name + 3) / 4 * 4
          guard begin + content <= end else { break }
          if number(note + 8, as: UInt32.self) == 3,
            bytes[(note + 12)...].starts(with: [0x47, 0x4E, 0x55, 0])
          {
            let digits = bytes[begin..<begin + content].map {
              String(0x100 + Int($0), radix: 16).dropFirst()
            }
            return digits.joined()
          }
          note = begin + (content + 3) / 4 * 4
        }
      }
      return nil
    }
  }

  /// A 64-bit FNV-1a hash (Fowler, Noll, Vo) over words instead of bytes, in four independent lanes.
  ///
  /// The value differs from that of the original algorithm and depends on the byte order of the machine. It detects
  /// damaged data and other builds, and is not cryptographically secure.
  package static func digest(of data: Data) -> UInt64 {
    var (first, second, third, fourth) = (Lane(), Lane(), Lane(), Lane())
    data.withUnsafeBytes { bytes in
      let blocks = bytes.count / 32
      for offset in stride(from: 0, to: blocks * 32, by: 32) {
        first.add(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        second.add(bytes.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self))
        third.add(bytes.loadUnaligned(fromByteOffset: offset + 16, as: UInt64.self))
        fourth.add(bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt64.self))
      }
      for byte in bytes[(blocks * 32)...] { first.add(UInt64(byte)) }
      for lane in [second, third, fourth] { first.add(lane.hash) }
      first.add(UInt64(bytes.count))
    }
    return first.hash
  }

  /// One lane, with the basis and the prime of the original algorithm.
  private struct Lane {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ word: UInt64) {
      hash = (hash ^ word) &* 0x0000_0100_0000_01B3
      // The low bits of a product do not depend on the high bits of its factors.
      hash ^= hash >> 32
    }
  }
}
