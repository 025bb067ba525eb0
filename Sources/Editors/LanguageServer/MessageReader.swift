import Platform

/// Cuts what comes in into messages, as the base protocol of language servers has it: headers, an empty line, and so many
/// bytes of JSON.
///
/// What is no message is skipped up to the next header that is one, in linear time and bounded memory.
struct MessageReader {
  /// Longer messages are skipped.
  static let maximumLength = 64 << 20
  /// Headers together are not longer.
  private static let maximumHeader = 4_096
  private static let header = Array("content-length:".utf8)

  private var buffer: [UInt8] = []
  private var start = 0
  /// How much of a message that is too long is still to come.
  private var skipped = 0

  mutating func append(_ bytes: some Collection<UInt8>) {
    if start > 0, start > buffer.count / 2 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer += bytes
  }

  /// The next message, without its headers; nil until more comes in.
  mutating func next() -> [UInt8]? {
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

  /// The length that the next headers tell, and where the message begins; skips what is before them.
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
    // The beginning of a header may be at the end.
    start = max(start, buffer.count - Self.header.count)
    return nil
  }

  /// Where the next header begins. Its last sign is looked for: there are few of them.
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
