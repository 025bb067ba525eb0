import Foundation
import Traces

/// What tells this build of the tool from every other.
enum BuildIdentity {
  /// The version, and a digest of the executable; nil if that cannot be read.
  static let current: String? = {
    guard let url = Bundle.main.executableURL,
      let data = try? Data(contentsOf: url, options: .mappedIfSafe)
    else { return nil }
    return "\(Traycheck.version)-\(String(digest(of: data), radix: 16))"
  }()

  /// FNV-1a of 64 bits (Fowler, Noll, Vo), by words instead of bytes.
  static func digest(of data: Data) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    data.withUnsafeBytes { bytes in
      let words = bytes.count / 8
      for index in 0..<words {
        let word = bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self)
        hash = (hash ^ word) &* 0x0000_0100_0000_01B3
        // Low bits of a product never see high bits of its factors.
        hash ^= hash >> 32
      }
      for byte in bytes[(words * 8)...] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
      hash = (hash ^ UInt64(bytes.count)) &* 0x0000_0100_0000_01B3
    }
    return hash
  }
}
