/// Characters that are invisible, or interpreted instead of shown.
extension Unicode.Scalar {
  /// Whether a terminal, a log or a page would interpret the character or show nothing: control characters except
  /// line ends and tabs, other line ends, changes of text direction, and characters without a shape. (Emoji variation
  /// selectors are harmless.)
  package var isHidden: Bool {
    switch value {
    case 0x09, 0x0A, 0x20...0x7E, 0xFE0E, 0xFE0F: return false
    case 0x00...0x1F, 0x7F...0x9F: return true
    case 0xA0...0xAC, 0xAE...0x2FF: return false
    default: break
    }
    switch properties.generalCategory {
    case .format, .control, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it changes the direction of text, so that the text may look different.
  package var turnsDirection: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Whether some editor or viewer starts a new line after it, although a spec does not.
  package var looksLikeLineEnd: Bool {
    switch value {
    case 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
