import Platform

/// Splits the input into messages: of the base protocol, which has headers, an empty line, and a body of JSON with the
/// length from the headers; or into lines.
///
/// Invalid input is skipped up to the next valid header, in linear time and bounded memory. A line that is too long
/// becomes an empty message.
struct MessageReader {
  enum Framing: Sendable { case headers, lines }

  /// The maximum length of a message in bytes; longer messages are skipped.
  static let maximumLength = 64 << 20
  /// The maximum length of all headers in bytes.
  private static let maximumHeader = 4_096
  private static let header = Array("content-length:".utf8)

  private let framing: Framing
  private var buffer: [UInt8] = []
  private var start = 0
  /// The number of bytes after the start that contain no line end.
  private var seen = 0
  /// The number of bytes that are still to be skipped; of a line, those that were skipped.
  private var skipped = 0

  init(_ framing: Framing = .headers) { self.framing = framing }

  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start > buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// Ends the input, and so its last line.
  mutating func end() {
    if framing == .lines { append(CollectionOfOne(UInt8(ascii: "\n"))) }
  }

  /// The next message that is not a blank line; nil until more input arrives.
  private mutating func nextLine() -> [UInt8]? {
    while let end = buffer[(start + seen)...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = skipped > 0 ? [] : Array(buffer[start..<end])
      let isBlank = skipped == 0 && line.allSatisfy { $0 == 13 || $0 == 32 || $0 == 9 }
      (start, seen, skipped) = (end + 1, 0, 0)
      if !isBlank { return line }
    }
    seen = buffer.count - start
    if seen > Self.maximumLength || skipped > 0 { (start, skipped, seen) = (buffer.count, 1, 0) }
    return nil
  }

  /// The body of the next message; nil until more input arrives.
  mutating func next() -> [UInt8]? {
    if framing == .lines { return nextLine() }
    while true {
      let dropped = min(skipped, buffer.count - start)
      start += dropped
      skipped -= dropped
      guard skipped == 0, let (length, begin) = findHeader() else { return nil }
      guard length <= Self.maximumLength else {
        (start, skipped) = (begin, length)
        continue
      }
      guard buffer.count - begin >= length else { return nil }
      start = begin + length
      return Array(buffer[begin..<start])
    }
  }

  /// The length in the next headers and the start of the body. Input before the headers is skipped.
  private mutating func findHeader() -> (length: Int, begin: Int)? {
    while let place = firstHeader() {
      start = place
      var end = place
      let limit = min(buffer.count, place + Self.maximumHeader)
      while end + 3 < limit, buffer[end..<end + 4] != [13, 10, 13, 10] { end += 1 }
      if end + 3 < limit {
        let digits = buffer[(place + Self.header.count)...].drop { $0 == 32 }.prefix {
          48...57 ~= $0
        }
        if let length = Int(String(decoding: digits, as: UTF8.self)) { return (length, end + 4) }
      } else if limit < place + Self.maximumHeader {
        return nil
      }
      start = place + 1
    }
    // The start of a header may be at the end of the buffer.
    start = max(start, buffer.count - Self.header.count)
    return nil
  }

  /// The start of the next header. The search looks for its last character, which is rare.
  private func firstHeader() -> Int? {
    let header = Self.header
    return buffer.withUnsafeBytes { bytes in
      var end = start + header.count - 1
      while end < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + end, Int32(header[header.count - 1]), bytes.count - end)
      {
        let place = base.distance(to: UnsafeRawPointer(found)) - (header.count - 1)
        if zip(bytes[place...], header).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return place }
        end = place + header.count
      }
      return nil
    }
  }
}
