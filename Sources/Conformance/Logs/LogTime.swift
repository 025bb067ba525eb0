import Files
import Platform

/// Parses the time of a log line: `LogTime.nanoseconds(part, "time")`.
enum LogTime {
  /// Parses a number of seconds (or, from 10¹¹ on, milliseconds), or an ISO 8601 time such as
  /// `2024-05-01T10:00:00.25Z`; without a zone, it is UTC.
  ///
  /// - Parameter unit: the number of nanoseconds in a unit of numbers; nil to guess it from their size.
  static func nanoseconds(
    _ part: JSONPart, _ key: String, unit: Int64? = nil
  ) throws(JSONError) -> Int64 {
    switch part.node {
    case .number(let digits):
      if let time = number(digits, unit) { return time }
    case .string(let text):
      if let time = isoTime(Array(text.utf8)) ?? number(text, unit) { return time }
    default: break
    }
    throw JSONError(
      message: "\"\(key)\" is a number of seconds or milliseconds, or a time as "
        + "\"2024-05-01T10:00:00.25Z\"", place: part.place)
  }

  private static func number(_ digits: String, _ unit: Int64?) -> Int64? {
    let parts = digits.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = Int64(parts[0]), whole.magnitude < 1 << 60 else {
      return Double(digits).flatMap {
        Int64(exactly: ($0 * Double(unit ?? 1_000_000_000)).rounded())
      }
    }
    let unit = unit ?? (whole.magnitude >= 100_000_000_000 ? 1_000_000 : 1_000_000_000)
    let (product, overflows) = whole.multipliedReportingOverflow(by: unit)
    if overflows { return nil }
    guard parts.count == 2 else { return product }
    guard let rest = fraction(Array(parts[1].utf8), of: unit) else { return nil }
    return digits.hasPrefix("-") ? product - rest : product + rest
  }

  /// The value of decimal digits in a unit, truncated to nanoseconds.
  private static func fraction(_ digits: some Sequence<UInt8>, of unit: Int64) -> Int64? {
    var (sum, place) = (Int64(0), unit)
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      place /= 10
      sum += place * Int64(digit - 0x30)
    }
    return sum
  }

  private static func isoTime(_ text: [UInt8]) -> Int64? {
    var scanner = Scanner(text: text)
    guard scanner.digits(4) != nil, scanner.eat("-"), let month = scanner.digits(2),
      (1...12).contains(month), scanner.eat("-"), let day = scanner.digits(2),
      (1...31).contains(day), scanner.eat("T") || scanner.eat("t") || scanner.eat(" "),
      scanner.digits(2) != nil, scanner.eat(":"), scanner.digits(2) != nil
    else { return nil }
    var seconds: ArraySlice<UInt8> = [0x30, 0x30]
    var rest: Int64 = 0
    if scanner.eat(":") {
      seconds = text[scanner.position...].prefix(2)
      guard scanner.digits(2) != nil else { return nil }
      if scanner.eat(".") || scanner.eat(",") {
        guard let part = fraction(scanner.allDigits(), of: 1_000_000_000) else { return nil }
        rest = part
      }
    }
    guard let zone = scanner.zone(), scanner.isAtEnd else { return nil }
    // In whole seconds, a date is exact.
    let plain = String(
      decoding: text[..<10] + [0x54] + text[11..<16] + [0x3A] + seconds + [0x5A], as: UTF8.self)
    guard let date = try? Date.ISO8601FormatStyle().parse(plain) else { return nil }
    return (Int64(date.timeIntervalSince1970) - zone * 60) * 1_000_000_000 + rest
  }

  private struct Scanner {
    let text: [UInt8]
    var position = 0

    var isAtEnd: Bool { position == text.count }

    mutating func eat(_ character: Unicode.Scalar) -> Bool {
      guard position < text.count, text[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    mutating func allDigits() -> ArraySlice<UInt8> {
      let digits = text[position...].prefix { (0x30...0x39).contains($0) }
      position += digits.count
      return digits
    }

    mutating func digits(_ count: Int) -> Int64? {
      let digits = text[position...].prefix(count)
      guard digits.count == count, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
        return nil
      }
      position += count
      return digits.reduce(0) { $0 * 10 + Int64($1 - 0x30) }
    }

    /// The zone in minutes east of UTC.
    mutating func zone() -> Int64? {
      if isAtEnd || eat("Z") || eat("z") { return 0 }
      let isEast = eat("+")
      guard isEast || eat("-"), let hours = digits(2) else { return nil }
      _ = eat(":")
      let minutes = isAtEnd ? 0 : digits(2)
      return minutes.map { (hours * 60 + $0) * (isEast ? 1 : -1) }
    }
  }
}
