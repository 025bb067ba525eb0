/// An amount of memory in bytes.
package struct ByteCount: ArgumentValue, Equatable {
  /// The number of bytes, from zero on.
  package var bytes: Int

  package static var expectation: ValueExpectation { .size }

  /// The smallest plausible amount of memory. A smaller number is rejected, because its unit is probably missing.
  private static let fewest = 1_000

  /// Parses a number and its unit, such as `512MB`, `2GiB`, `1.5GB`; without a unit, bytes.
  ///
  /// `kB`, `MB`, `GB`, `TB` are powers of 1000 and `KiB`, `MiB`, `GiB`, `TiB` powers of 1024, in either case. A bare
  /// letter such as `2G` is rejected, because tools disagree on its meaning. A fraction of a byte is dropped.
  package static func read(_ text: String) throws(ValueError) -> ByteCount {
    var scanner = DecimalScanner(text)
    let number = try scanner.number()
    let unit = scanner.letters()
    guard scanner.isAtEnd, let size = bytes(in: unit) else { throw .malformed }
    if unit.isEmpty, number.hasPoint { throw .malformed }
    let bytes = Int(try number.scaled(by: size))
    if unit.isEmpty, (1..<fewest).contains(bytes) { throw .malformed }
    return ByteCount(bytes: bytes)
  }

  private static func bytes(in unit: String) -> Int64? {
    switch unit.lowercased() {
    case "", "b": 1
    case "kb": 1_000
    case "mb": 1_000_000
    case "gb": 1_000_000_000
    case "tb": 1_000_000_000_000
    case "kib": 1 << 10
    case "mib": 1 << 20
    case "gib": 1 << 30
    case "tib": 1 << 40
    default: nil
    }
  }
}
