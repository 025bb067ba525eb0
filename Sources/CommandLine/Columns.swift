/// Counts the terminal columns of text: two for East Asian scripts and emoji, none for combining marks.
package enum Columns {
  package static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// The longest prefix of a text that fits into a number of columns, at least one character.
  package static func prefix(_ text: Substring, _ columns: Int) -> Substring {
    var taken = 0
    var count = 0
    for character in text {
      taken += width(character)
      if taken > columns, count > 0 { break }
      count += 1
    }
    return text.prefix(count)
  }

  /// The text with spaces after it, up to a width.
  package static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - Self.width(text)))
  }

  private static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.value {
    case 0..<0x300: return 1
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
      0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      return 2
    default:
      return first.properties.generalCategory == .nonspacingMark
        || first.properties.isDefaultIgnorableCodePoint ? 0 : 1
    }
  }
}
