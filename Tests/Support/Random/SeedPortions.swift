import Foundation

/// The seeds of a random test, in portions that run in parallel.
///
/// The environment variable `TRAYCHECK_SEEDS` selects others: `0..<100000` for a night, `5000..` to continue until
/// there is a difference.
public enum SeedPortions {
  /// The portions of the selected seeds, or by default of the first ones.
  public static func all(usual count: Int) -> [Range<UInt64>] {
    let asked = ProcessInfo.processInfo.environment["TRAYCHECK_SEEDS"] ?? "0..<\(count)"
    let bounds = asked.components(separatedBy: "..")
    let first = UInt64(bounds[0]) ?? 0
    let last = bounds.count > 1 ? UInt64(bounds[1].drop { $0 == "<" }) ?? .max : .max
    let portion = max(1, min((last - first) / 8, 1 << 20))
    return stride(from: first, to: last, by: UInt64.Stride(portion)).prefix(1 << 16).map {
      $0..<min($0 + portion, last)
    }
  }
}
