import Basics
import Reports
import Semantics

/// Conversions between byte offsets and LSP positions: lines from 0, and characters in units of an encoding.
struct TextPositions {
  enum Encoding: String, Sendable {
    case utf8 = "utf-8"
    case utf16 = "utf-16"
  }

  private let bytes: [UInt8]
  private let encoding: Encoding
  /// The offsets of the lines, which end with a line feed, a carriage return, or both.
  private let lines: [Int]

  init(_ bytes: [UInt8], _ encoding: Encoding) {
    self.bytes = bytes
    self.encoding = encoding
    lines = bytes.lineStarts(orAfterReturn: true)
  }

  /// The offset of a position. A position after the end of a line is clamped to it; one after all lines is the end of
  /// the text.
  func offset(line: Int, character: Int) -> Int {
    guard line < lines.count else { return bytes.count }
    guard line >= 0 else { return 0 }
    var (offset, left) = (lines[line], max(0, character))
    var end = line + 1 < lines.count ? lines[line + 1] - 1 : bytes.count
    if end > offset, end < bytes.count, bytes[end] == UInt8(ascii: "\n"),
      bytes[end - 1] == UInt8(ascii: "\r")
    {
      end -= 1
    }
    while offset < end, left > 0 {
      let width = Self.width(of: bytes[offset])
      left -= encoding == .utf8 ? width : width == 4 ? 2 : 1
      // A position within a character is rounded down to its start.
      if left < 0 { break }
      offset = min(end, offset + width)
    }
    return offset
  }

  /// The range of the word at a place of a report, which counts Unicode scalars from 1.
  func rangeOfWord(at place: TextPlace) -> LSP.Range {
    guard 1...lines.count ~= place.line else { return range(bytes.count, bytes.count) }
    var start = lines[place.line - 1]
    if place.line == 1, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { start += 3 }
    for _ in 1..<max(1, place.column) where start < bytes.count {
      start += Self.width(of: bytes[start])
    }
    start = min(start, bytes.count)
    return range(start, bytes[start...].firstIndex { !$0.isWordByte } ?? bytes.count)
  }

  func position(of offset: Int) -> LSP.Position {
    let offset = max(0, min(offset, bytes.count))
    let line = max(0, lines.partitioningIndex { $0 > offset } - 1)
    if encoding == .utf8 {
      return LSP.Position(line: line, character: offset - lines[line])
    }
    var (place, units) = (lines[line], 0)
    while place < offset {
      let width = Self.width(of: bytes[place])
      units += width == 4 ? 2 : 1
      place += width
    }
    return LSP.Position(line: line, character: units)
  }

  /// The length in bytes of a character, given its first byte.
  private static func width(of byte: UInt8) -> Int {
    byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
  }
}
