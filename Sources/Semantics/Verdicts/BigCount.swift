/// A number of states or steps, of any size.
package struct BigCount: Sendable, Hashable {
  /// The lowest 64 bits, and the others from low to high without zeros at the end.
  private var low: UInt64
  private var high: [UInt64] = []

  package init(_ value: Int) { low = UInt64(max(0, value)) }

  package static func + (left: BigCount, right: BigCount) -> BigCount {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout BigCount, right: BigCount) {
    var carry: Bool
    (left.low, carry) = left.low.addingReportingOverflow(right.low)
    if !carry, right.high.isEmpty { return }
    for place in 0..<max(left.high.count, right.high.count) {
      if place == left.high.count { left.high.append(0) }
      let other = place < right.high.count ? right.high[place] : 0
      let (partial, first) = left.high[place].addingReportingOverflow(other)
      let (whole, second) = partial.addingReportingOverflow(carry ? 1 : 0)
      left.high[place] = whole
      carry = first || second
    }
    if carry { left.high.append(1) }
  }

  package var isZero: Bool { low == 0 && high.isEmpty }

  /// The number, clamped to the largest integer.
  package var clamped: Int { high.isEmpty ? Int(clamping: low) : .max }

  /// Whether `clamped` is the exact number.
  package var isExact: Bool { high.isEmpty && low <= UInt64(Int.max) }

  /// The decimal digits.
  package var digits: String {
    var limbs = Array(high.reversed()) + [low]
    var groups: [UInt64] = []
    let base: UInt64 = 1_000_000_000_000_000_000
    repeat {
      var remainder: UInt64 = 0
      for place in limbs.indices {
        (limbs[place], remainder) = base.dividingFullWidth((remainder, limbs[place]))
      }
      groups.append(remainder)
    } while limbs.contains { $0 > 0 }
    let first = String(groups.removeLast())
    return groups.reversed().reduce(first) { text, group in
      let digits = String(group)
      return text + String(repeating: "0", count: 18 - digits.count) + digits
    }
  }
}
