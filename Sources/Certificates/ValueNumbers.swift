import Semantics

/// The values that variables have, by numbers: `numbers[variable][number]`.
struct ValueNumbers: Sendable {
  private(set) var values: [[Value]]
  private var numbers: [[Value: UInt32]]

  init(variableCount: Int) {
    values = Array(repeating: [], count: variableCount)
    numbers = Array(repeating: [:], count: variableCount)
  }

  /// Nil if a variable has a value twice.
  init?(_ values: [[Value]]) {
    self.values = values
    numbers = []
    for known in values {
      let pairs = known.enumerated().map { ($1, UInt32($0)) }
      let numbers = Dictionary(pairs) { first, _ in first }
      if numbers.count < known.count { return nil }
      self.numbers.append(numbers)
    }
  }

  /// The number of a value; nil if it has none.
  func number(of value: Value, in variable: Int) -> UInt32? { numbers[variable][value] }

  /// The number of a value, which has one afterwards.
  mutating func added(_ value: Value, in variable: Int) -> UInt32 {
    if let number = numbers[variable][value] { return number }
    let number = UInt32(values[variable].count)
    values[variable].append(value)
    numbers[variable][value] = number
    return number
  }

  func state(of row: [UInt32]) -> [Value] {
    zip(values, row).map { $0[Int($1)] }
  }
}
