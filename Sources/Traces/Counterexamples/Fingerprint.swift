import Semantics

/// FNV-1a of 128 bits (Fowler, Noll, Vo): tells texts apart that nobody chose to collide.
///
/// It tells that a spec changed since a counterexample was written. It is no protection against
/// anybody.
package enum Fingerprint {
  private static let offset: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B

  /// The digest of the bytes, 32 hexadecimal digits.
  package static func of(_ bytes: some Sequence<UInt8>) -> String {
    var hash = offset
    for byte in bytes { hash = (hash ^ UInt128(byte)) &* prime }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 32 - digits.count) + digits
  }

  /// The digest of a spec's text; how its lines end does not matter.
  package static func of(_ file: SourceFile) -> String {
    let bytes = file.bytes
    return of(
      bytes.indices.lazy.filter { index in
        bytes[index] != 0x0D || index + 1 == bytes.count || bytes[index + 1] != 0x0A
      }.map { bytes[$0] })
  }

  /// The last six digits of the digest of a text, for names.
  package static func short(_ text: String) -> String { String(of(text.utf8).suffix(6)) }
}
