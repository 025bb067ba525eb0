import Semantics

/// The contents that columns have, by numbers: `numbers[column][number]`.
struct ValueNumbers: Sendable {
  let parts: StateParts
  private(set) var values: [[Value?]]
  private var numbers: [[Value?: UInt32]]

  init(_ parts: StateParts) {
    self.parts = parts
    values = Array(repeating: [], count: parts.count)
    numbers = Array(repeating: [:], count: parts.count)
  }

  /// The number of a content; nil if it has none.
  func number(of value: Value?, in column: Int) -> UInt32? { numbers[column][value] }

  /// The number of a content, which is added if it has none.
  mutating func added(_ value: Value?, in column: Int) -> UInt32 {
    if let number = numbers[column][value] { return number }
    let number = UInt32(values[column].count)
    values[column].append(value)
    numbers[column][value] = number
    return number
  }

  func state(of row: [UInt32]) -> [Value] {
    parts.joined(zip(values, row).map { $0[Int($1)] })
  }
}
