import Foundation

/// What a change need not wait for: it is tried each week, where the environment variable `TRAYCHECK_LARGE` is set.
public enum Weekly {
  /// Whether it is the week's run.
  public static let isNow = ProcessInfo.processInfo.environment["TRAYCHECK_LARGE"] != nil

  /// The first so many seeds of a random test, of which a change is tried on a third.
  public static func seeds(_ count: Int) -> Range<Int> { 0..<(isNow ? count : (count + 2) / 3) }
}
