import Basics

/// A half-open range of byte offsets into the UTF-8 text of one `SourceFile`.
package struct SourceRange: Hashable, Codable, Sendable {
  package var start: Int
  package var end: Int

  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// Hashes the start: the ranges in a set seldom share it.
  package func hash(into hasher: inout Hasher) { hasher.combine(start) }

  /// The smallest range that covers both.
  package func union(_ other: SourceRange) -> SourceRange {
    SourceRange(min(start, other.start), max(end, other.end))
  }

  /// Whether a byte offset is in the range, or directly after it.
  package func contains(_ offset: Int) -> Bool { start <= offset && offset <= end }

  /// The empty range at this range's end.
  package var tail: SourceRange { SourceRange(end, end) }

  /// The empty range at the start.
  package var front: SourceRange { SourceRange(start, start) }
}

/// A place for people: both numbers start at 1, columns count Unicode scalars.
package struct SourceLocation: Hashable, Sendable {
  package var line: Int
  package var column: Int
}

/// The text of one spec with the files that it uses, and their display names.
///
/// A spec that uses others is one text. Its own part comes first, so that its places do not depend on the others. The
/// text is always valid UTF-8: invalid bytes are replaced when it is read, and `invalidUTF8` keeps their places for
/// the lexer to report.
package final class SourceFile: Sendable {
  /// A file that is a part of the text.
  package struct Part: Sendable {
    /// The path for display.
    package var path: String
    /// The range of its text.
    package var range: SourceRange
    /// The number of lines before it.
    fileprivate var linesBefore = 0
  }

  /// The target of a `use`.
  package enum Link: Sendable {
    /// The part with this index.
    case part(Int)
    /// Back to a file that uses this one, with the paths at these places.
    case cycle([Int])
    /// An unusable target, with a reason that continues the path.
    case unreadable(String)
  }

  /// The path as the user wrote it, or a name such as `--set` for text from elsewhere.
  package var path: String { parts[0].path }
  /// The UTF-8 code units, without a leading byte-order mark.
  package let bytes: [UInt8]
  /// The file itself, followed by the files that it uses, each from the start of a line.
  package let parts: [Part]
  /// The targets of the paths after `use`, by the offsets of the paths.
  package let links: [Int: Link]
  /// Offsets at which bytes that are not UTF-8 were replaced by U+FFFD.
  package let invalidUTF8: [Int]
  /// The digest of the text, which identifies it; line ends do not matter.
  package let digest: String
  /// Ascending byte offsets; the first is 0, so there always is a line. A final `\n` begins an empty line.
  private let lineStarts: [Int]

  private init(bytes: [UInt8], parts: [Part], links: [Int: Link], invalidUTF8: [Int]) {
    self.bytes = bytes
    self.links = links
    self.invalidUTF8 = invalidUTF8
    digest = Fingerprint.ofLines(bytes)
    let starts = bytes.lineStarts()
    lineStarts = starts
    self.parts = parts.map { part in
      var part = part
      part.linesBefore = Self.lineIndex(of: part.range.start, in: starts)
      return part
    }
  }

  /// Reads bytes as they are on disk, valid or not.
  package convenience init(path: String, contents: some Sequence<UInt8>) {
    var raw = Array(contents)
    if raw.starts(with: [0xEF, 0xBB, 0xBF]) { raw.removeFirst(3) }
    let (bytes, invalid) = Self.repaired(raw)
    self.init(
      bytes: bytes, parts: [Part(path: path, range: SourceRange(0, bytes.count))], links: [:],
      invalidUTF8: invalid)
  }

  /// Makes a file from text in memory.
  package convenience init(path: String, text: String) {
    self.init(path: path, contents: text.utf8)
  }

  /// Joins a file and those that it uses, each of one part.
  package convenience init(joining files: [SourceFile], links: [Int: Link]) {
    var (bytes, parts, invalid): ([UInt8], [Part], [Int]) = ([], [], [])
    for file in files {
      if !parts.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      let start = bytes.count
      bytes += file.bytes
      invalid += file.invalidUTF8.map { start + $0 }
      parts.append(Part(path: file.path, range: SourceRange(start, bytes.count)))
    }
    self.init(bytes: bytes, parts: parts, links: links, invalidUTF8: invalid)
  }

  /// The file with one more part at its end, to which no `use` leads.
  package func adding(_ text: String, path: String) -> SourceFile {
    let added = SourceFile(path: path, text: text)
    let start = bytes.count + 1
    return SourceFile(
      bytes: bytes + [UInt8(ascii: "\n")] + added.bytes,
      parts: parts + [Part(path: path, range: SourceRange(start, start + added.bytes.count))],
      links: links, invalidUTF8: invalidUTF8 + added.invalidUTF8.map { start + $0 })
  }

  /// The line end of the first line.
  package var lineEnd: String {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), end > 0 else { return "\n" }
    return bytes[end - 1] == UInt8(ascii: "\r") ? "\r\n" : "\n"
  }

  /// The text of a range, clamped to the file.
  package func text(_ range: SourceRange) -> String {
    let start = max(0, min(range.start, bytes.count))
    let end = max(start, min(range.end, bytes.count))
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// The part that contains a byte offset.
  package func part(at offset: Int) -> Part {
    parts.last { $0.range.start <= offset } ?? parts[0]
  }

  /// The path of the used file at a place; nil in the first part.
  package func usedPath(at range: SourceRange) -> String? {
    let part = part(at: range.start)
    return part.range == parts[0].range ? nil : part.path
  }

  /// Whether a place is in a used file that does not contain another one. A library does not know the names in the
  /// specs that use it.
  package func isUsed(_ range: SourceRange, butNot other: SourceRange) -> Bool {
    usedPath(at: range) != nil && part(at: range.start).range != part(at: other.start).range
  }

  /// The line of a place, such as `line 12`, for readers who know the spec.
  package func lineText(of range: SourceRange) -> String {
    "line \(location(of: range.start).line)" + (usedPath(at: range).map { " of \($0)" } ?? "")
  }

  /// The line and column of a byte offset in its part. Takes logarithmic time in the number of lines, and linear time
  /// in the length of the line.
  package func location(of offset: Int) -> SourceLocation {
    let line = Self.lineIndex(of: offset, in: lineStarts)
    let column = scalarCount(lineStarts[line], min(offset, bytes.count))
    return SourceLocation(line: line + 1 - part(at: offset).linesBefore, column: column + 1)
  }

  /// The byte range of the line of a byte offset, without its line end.
  package func rangeOfLine(at offset: Int) -> SourceRange {
    let index = Self.lineIndex(of: offset, in: lineStarts)
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceRange(start, end)
  }

  /// Whether some line of a part begins with `spec` or `library` and a name. Other files are not shown: a path may
  /// lead anywhere.
  package func isSpec(_ part: Part) -> Bool {
    lineStarts.contains { start in
      guard part.range.start <= start, start < part.range.end else { return false }
      let line = bytes[start..<part.range.end]
        .drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      return ["spec", "library"].contains { word in
        let name = line.dropFirst(word.utf8.count).drop { $0 == UInt8(ascii: " ") }
        return line.starts(with: word.utf8) && name.startIndex > line.startIndex + word.utf8.count
          && name.first.map { $0 >= 0x80 || $0.isWordByte } ?? false
      }
    }
  }

  /// The last of the line starts that is not after `offset`.
  private static func lineIndex(of offset: Int, in lineStarts: [Int]) -> Int {
    max(0, lineStarts.partitioningIndex { $0 > offset } - 1)
  }

  /// Counts the bytes that begin a scalar, so nothing is decoded.
  private func scalarCount(_ start: Int, _ end: Int) -> Int {
    var count = 0
    for byte in bytes[start..<max(start, end)] where byte & 0xC0 != 0x80 { count += 1 }
    return count
  }

  /// Decodes and encodes again; only invalid UTF-8 takes this slow path.
  ///
  /// At most 100 places are recorded; all invalid bytes are replaced.
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
  /// Whether it starts first; of two with the same start, whether it is shorter.
  package func precedes(_ other: SourceRange) -> Bool { (start, end) < (other.start, other.end) }

  /// Whether both have a place in common, including their ends.
  package func touches(_ other: SourceRange) -> Bool {
    start <= other.end && other.start <= end
  }
}

extension [UInt8] {
  /// The ascending byte offsets of the lines of a text; the first is 0.
  ///
  /// - Parameter orAfterReturn: whether a carriage return ends a line, too, if no line feed follows.
  package func lineStarts(orAfterReturn: Bool = false) -> [Int] {
    let (feed, carriage) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    var starts = [0]
    for (offset, byte) in enumerated() {
      let isReturn = orAfterReturn && byte == carriage
      if byte == feed || isReturn && !(offset + 1 < count && self[offset + 1] == feed) {
        starts.append(offset + 1)
      }
    }
    return starts
  }
}

extension UInt8 {
  /// Whether this ASCII character may be part of a name.
  package var isWordByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
