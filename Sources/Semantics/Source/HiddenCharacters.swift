/// Characters that are not seen, or are obeyed instead of shown.
extension Unicode.Scalar {
  /// A terminal, a log or a page would obey it, or show nothing where it stands: control characters
  /// but line ends and tabs, other ends of lines, what changes the direction of text, and what has no
  /// shape of its own. (The selectors of the shapes of emoji are harmless.)
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

  /// It changes the direction in which text runs, so that the text may look like another.
  package var turnsDirection: Bool {
    switch value {
    case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Some editor or reader shows a new line behind it, though it ends none in a spec.
  package var looksLikeLineEnd: Bool {
    switch value {
    case 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
