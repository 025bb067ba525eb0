import TestSupport

extension Lamp {
  /// The smallest spec that does something.
  static let spec = "spec Lamp\nvar lit = false\non press { lit = !lit }\nreachable l { lit }\n"

  /// Control characters, bytes that are not UTF-8, and UTF-16 in both byte orders.
  static let strangeBytes: [[UInt8]] = [
    [0], [1, 2, 3], [0x1A], [0x7F], [0xFF], [0xC0, 0xAF], [0xE2, 0x89], [0xED, 0xA0, 0x80],
    [0xF4, 0x90, 0x80, 0x80], Array(repeating: 0x80, count: 5000),
    Array(repeating: 0, count: 5000), [0xFF, 0xFE] + utf16(spec),
    [0xFE, 0xFF] + utf16(spec).swapped, utf16(spec),
  ]

  private static func utf16(_ text: String) -> [UInt8] {
    text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
  }
}

extension [UInt8] {
  /// The other byte order of the same UTF-16 text.
  fileprivate var swapped: [UInt8] { indices.map { self[$0 ^ 1] } }
}
