extension Duration: ArgumentValue {
  package static var expectation: ValueExpectation { .duration }

  /// Parses numbers with units, the largest unit first, such as `90s`, `5m`, `1h30m`, `1.5h`, `250ms`. A number without
  /// a unit is in seconds. No unit may occur twice.
  package static func read(_ text: String) throws(ValueError) -> Duration {
    var scanner = DecimalScanner(text)
    var total: Int64 = 0
    var previousUnit = Int64.max
    repeat {
      let isFirst = previousUnit == Int64.max
      let number = try scanner.number()
      let letters = scanner.letters()
      guard let unit = nanoseconds(in: letters), unit < previousUnit else { throw .malformed }
      if letters.isEmpty && !(isFirst && scanner.isAtEnd) { throw .malformed }
      let (sum, overflows) = total.addingReportingOverflow(try number.scaled(by: unit))
      if overflows { throw .tooLarge }
      total = sum
      previousUnit = unit
    } while !scanner.isAtEnd
    return .nanoseconds(total)
  }

  private static func nanoseconds(in unit: String) -> Int64? {
    switch unit {
    case "h": 3_600_000_000_000
    case "m": 60_000_000_000
    case "s", "": 1_000_000_000
    case "ms": 1_000_000
    default: nil
    }
  }
}
