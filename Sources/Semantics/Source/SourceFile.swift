/// A half-open range of byte offsets into the UTF-8 text of one `SourceFile`.
package struct SourceRange: Hashable, Sendable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// The smallest range that covers both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }

  /// The empty range at this range's end.
  package var tail: SourceRange { SourceRange(end, end) }
}

/// A place as people name it: both numbers start at 1, columns count Unicode scalars.
package struct SourceLocation: Hashable, Sendable {
  package var line: Int
  package var column: Int
}

/// The text of one spec and the name under which it is shown.
///
/// The text always is valid UTF-8: what is not is repaired on the way in, and the places where
/// that happened are kept in `invalidUTF8`, so that the lexer can report them.
package final class SourceFile: Sendable {
  /// The path as the user wrote it, or a name such as `--set` for text from elsewhere.
  package let path: String
  /// The UTF-8 code units, without a leading byte-order mark.
  package let bytes: [UInt8]
  /// Offsets at which bytes that are not UTF-8 were replaced by U+FFFD.
  package let invalidUTF8: [Int]
  /// The digest of the text, by which it is known again; how its lines end does not matter.
  package let digest: String
  /// Ascending byte offsets; the first is 0, so there always is a line. A `\n` at the end begins an empty
  /// line.
  private let lineStarts: [Int]

  /// Takes bytes as they are on disk, in any condition.
  package init(path: String, contents: some Sequence<UInt8>) {
    self.path = path
    var raw = Array(contents)
    if raw.starts(with: [0xEF, 0xBB, 0xBF]) { raw.removeFirst(3) }
    (bytes, invalidUTF8) = Self.repaired(raw)
    digest = Fingerprint.ofLines(bytes)
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  /// Takes text that is in memory already.
  package convenience init(path: String, text: String) {
    self.init(path: path, contents: text.utf8)
  }

  /// The text of a range, clamped to the file.
  package func text(_ range: SourceRange) -> String {
    let start = max(0, min(range.start, bytes.count))
    let end = max(start, min(range.end, bytes.count))
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The line and column of a byte offset.
  /// Takes logarithmic time in the lines, and linear time in the length of the line.
  package func location(of offset: Int) -> SourceLocation {
    let line = lineIndex(of: offset)
    let column = scalarCount(lineStarts[line], min(offset, bytes.count))
    return SourceLocation(line: line + 1, column: column + 1)
  }

  /// The byte range of a line (numbered from 1) without its line end.
  package func rangeOfLine(_ line: Int) -> SourceRange {
    let index = max(0, min(line - 1, lineStarts.count - 1))
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start, end)
  }

  /// Whether some line begins with `spec` and a name. What is in other files is nobody's business: a
  /// path may lead anywhere.
  package var isSpec: Bool {
    let word = Array("spec".utf8)
    return lineStarts.contains { start in
      let line = bytes[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      let name = line.dropFirst(word.count).drop { $0 == UInt8(ascii: " ") }
      return line.starts(with: word) && name.startIndex > line.startIndex + word.count
        && name.first.map { $0 >= 0x80 || $0.isWordByte } ?? false
    }
  }

  /// The last of the line starts that is not behind `offset`.
  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Counts the bytes that begin a scalar, so nothing is decoded.
  private func scalarCount(_ start: Int, _ end: Int) -> Int {
    var count = 0
    for byte in bytes[start..<max(start, end)] where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Decodes and encodes again; only text that is not UTF-8 takes the slow way.
  ///
  /// At most 100 places are kept; further ones are repaired all the same.
  private static func repaired(_ raw: [UInt8]) -> ([UInt8], [Int]) {
    if String(validating: raw, as: UTF8.self) != nil { return (raw, []) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(raw.count)
    var invalid: [Int] = []
    var decoder = UTF8()
    var input = raw.makeIterator()
    decoding: while true {
      switch decoder.decode(&input) {
      case .scalarValue(let scalar):
        bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .error:
        if invalid.count < 100 { invalid.append(bytes.count) }
        bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
      case .emptyInput:
        break decoding
      }
    }
    return (bytes, invalid)
  }
}

extension SourceRange {
  /// Whether it begins first; of two that begin together, the shorter one does.
  package func precedes(_ other: SourceRange) -> Bool { (start, end) < (other.start, other.end) }
}

extension UInt8 {
  /// Whether a name may have this ASCII character in it.
  package var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
