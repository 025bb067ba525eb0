import Foundation

/// Slow tests that changes need not wait for: they run each week, with the environment variable `TRAYCHECK_LARGE`.
public enum Weekly {
  /// Whether this is the weekly run.
  public static let isNow = ProcessInfo.processInfo.environment["TRAYCHECK_LARGE"] != nil

  /// The number of cases of a random test: a change is tested with a fifth of them.
  public static func count(_ all: Int) -> Int { isNow ? all : (all + 4) / 5 }

  /// The first seeds of a random test; a change is tested with a fifth of them.
  public static func seeds(_ all: Int) -> Range<Int> { 0..<count(all) }
}
