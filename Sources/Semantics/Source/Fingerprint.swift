/// The FNV-1a hash of 128 bits (Fowler, Noll, Vo), for texts without deliberate collisions.
///
/// It detects that a spec changed since a counterexample was written. It is no protection against an attacker.
package struct Fingerprint {
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  private var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D

  private mutating func add(_ byte: UInt8) { hash = (hash ^ UInt128(byte)) &* Self.prime }

  /// 32 hexadecimal digits.
  private var digits: String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// The digest of a text in UTF-8.
  package static func of(_ text: String) -> String {
    var fingerprint = Fingerprint()
    for byte in text.utf8 { fingerprint.add(byte) }
    return fingerprint.digits
  }

  /// The digest of bytes.
  package static func of(bytes: ArraySlice<UInt8>) -> String {
    var fingerprint = Fingerprint()
    for byte in bytes { fingerprint.add(byte) }
    return fingerprint.digits
  }

  /// The digest of the lines of a text, regardless of their line ends.
  static func ofLines(_ bytes: [UInt8]) -> String {
    var fingerprint = Fingerprint()
    for (index, byte) in bytes.enumerated() {
      let endsLine = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      if !endsLine { fingerprint.add(byte) }
    }
    return fingerprint.digits
  }

  /// The last six digits of the digest of a text, for names.
  package static func short(_ text: String) -> String { String(of(text).suffix(6)) }
}
