/// Takes decimal numbers and the letters of their units from the front of a text.
struct DecimalScanner {
  private var rest: Substring.UTF8View

  /// Starts at the beginning of the text.
  init(_ text: String) {
    rest = Substring(text).utf8
  }

  /// Whether everything has been taken.
  var isAtEnd: Bool { rest.isEmpty }

  /// Takes digits and, when there is one, a point with further digits.
  mutating func number() throws(ValueError) -> ScannedDecimal {
    let whole = try digits()
    guard rest.first == UInt8(ascii: ".") else {
      return ScannedDecimal(whole: whole, fraction: [], hasPoint: false)
    }
    rest.removeFirst()
    return ScannedDecimal(whole: whole, fraction: try digits(), hasPoint: true)
  }

  /// Takes as many ASCII letters as there are.
  mutating func letters() -> String {
    let isLetter: (UInt8) -> Bool = {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20)
    }
    let taken = rest.prefix(while: isLetter)
    rest = rest[taken.endIndex...]
    return String(Substring(taken))
  }

  /// Takes one or more digits, with single underscores between them.
  private mutating func digits() throws(ValueError) -> [UInt8] {
    var digits: [UInt8] = []
    var endsInDigit = false
    while let byte = rest.first {
      if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
        digits.append(byte - UInt8(ascii: "0"))
        endsInDigit = true
      } else if byte == UInt8(ascii: "_"), endsInDigit {
        endsInDigit = false
      } else {
        break
      }
      rest.removeFirst()
    }
    guard endsInDigit else { throw .malformed }
    return digits
  }
}

/// A decimal number as it was written, before its unit is known.
struct ScannedDecimal {
  /// The digits before the point, each from 0 to 9.
  var whole: [UInt8]

  /// The digits after the point.
  var fraction: [UInt8]

  /// Whether there was a point.
  var hasPoint: Bool

  /// The number times the unit, rounded down; throws `tooLarge` beyond 63 bits.
  func scaled(by unit: Int64) throws(ValueError) -> Int64 {
    var result: Int64 = 0
    for digit in whole {
      let (tenfold, overflows) = result.multipliedReportingOverflow(by: 10)
      let (sum, overflowsAgain) = tenfold.addingReportingOverflow(Int64(digit))
      if overflows || overflowsAgain { throw .tooLarge }
      result = sum
    }
    let (scaled, overflows) = result.multipliedReportingOverflow(by: unit)
    let (sum, overflowsAgain) = scaled.addingReportingOverflow(scaledFraction(by: unit))
    if overflows || overflowsAgain { throw .tooLarge }
    return sum
  }

  /// The fraction times the unit, rounded down.
  private func scaledFraction(by unit: Int64) -> Int64 {
    var result: Int64 = 0
    // From the last digit on nothing exceeds ten units, and rounding down at each digit is exact,
    // since what is added to it is whole.
    for digit in fraction.reversed() {
      result = (Int64(digit) * unit + result) / 10
    }
    return result
  }
}
