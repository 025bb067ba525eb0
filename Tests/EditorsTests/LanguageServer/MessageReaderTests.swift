import TestSupport
import Testing

@testable import TrayKit
@testable import Editors

/// Messages of an editor, split from its input; positions as editors count them.
@Suite struct MessageReaderTests {
  @Test(
    "messages are the same however they arrive, with other headers and garbage between them",
    arguments: 1...9)
  func pieces(_ size: Int) {
    let stream =
      "noise Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length:3\r\nX: y\r\n\r\n[1]"
      + "Content-Length: ?\r\n\r\nContent-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n7"
    var reader = MessageReader()
    var found: [String] = []
    var rest = Array(stream.utf8)[...]
    while !rest.isEmpty {
      reader.append(rest.prefix(size))
      rest = rest.dropFirst(size)
      while let message = reader.next() { found.append(String(decoding: message, as: UTF8.self)) }
    }
    #expect(found == ["{}", "[1]", "", "7"])
  }

  @Test("a message that is too long is skipped without being kept")
  func tooLong() {
    var reader = MessageReader()
    let length = MessageReader.maximumLength + 1
    reader.append("Content-Length: \(length)\r\n\r\n".utf8)
    for _ in 0..<length / 1_024 { reader.append([UInt8](repeating: 65, count: 1_024)) }
    reader.append([UInt8](repeating: 65, count: length % 1_024))
    reader.append("Content-Length: 1\r\n\r\n7".utf8)
    #expect(reader.next() == [55])
  }

  @Test("an offset is told by line and unit, and found again", arguments: 0..<50)
  func positions(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let pieces = ["a", "é", "𝄞", "\n", "\r\n", "€", " "]
    let text = (0..<40).map { _ in pieces.randomElement(using: &random)! }.joined()
    for encoding in [TextPositions.Encoding.utf8, .utf16] {
      let positions = TextPositions(Array(text.utf8), encoding)
      var offset = 0
      for scalar in text.unicodeScalars {
        let place = positions.position(of: offset)
        // No position is between a carriage return and its line feed.
        if scalar != "\n" || offset == 0 || Array(text.utf8)[offset - 1] != 13 {
          #expect(positions.offset(line: place.line, character: place.character) == offset)
        }
        offset += String(scalar).utf8.count
      }
      #expect(positions.offset(line: 999, character: 0) == offset)
    }
  }
}
