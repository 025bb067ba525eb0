import Foundation

/// The format of figures in tables.
enum Figures {
  /// A number of things, with commas: 791,520.
  static func count(_ value: Int) -> String {
    var digits = String(value)
    var groups: [Substring] = []
    while digits.count > 3 {
      groups.insert(digits.suffix(3), at: 0)
      digits = String(digits.dropLast(3))
    }
    return ([digits[...]] + groups).joined(separator: ",")
  }

  /// A figure with three significant digits, without an exponent: 0.0123, 1.23, 12.3, 1,230.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite else { return "-" }
    if value >= 99.95 {
      return count(Int(value.rounded()))
    }
    let digits = value >= 9.995 ? 1 : value >= 0.9995 || value == 0 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }

  /// A size in millions of bytes.
  static func megabytes(_ bytes: Double) -> String { rounded(bytes / 1e6) }

  /// The ratio of two numbers.
  static func ratio(_ value: Double) -> String {
    value.isFinite ? rounded(value) + "×" : "-"
  }
}
