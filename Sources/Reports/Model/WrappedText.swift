/// Wraps text at a maximum number of columns.
enum WrappedText {
  /// Wraps a text between words; an overlong word has a line of its own.
  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: true) {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + (line.isEmpty ? [] : [line])
  }

  /// Wraps a text after a label; further lines are aligned with the text.
  static func labelled(_ label: String, _ text: String, indent: Int, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    return lines(text, width: width - indent).enumerated().map { index, line in
      index == 0
        ? label + String(repeating: " ", count: max(1, indent - label.count)) + line : margin + line
    }
  }

  /// The first of some names, and the number of the others.
  static func names(_ names: [String], most: Int) -> String {
    guard names.count > most + 1 else { return Wording.list(names) }
    return Wording.list(Array(names.prefix(most)))
      + " and \(Wording.number(names.count - most)) more"
  }
}

extension String {
  /// The text, truncated with `…` to a number of columns.
  package func cut(toColumns width: Int) -> String {
    count <= width ? self : prefix(max(0, width - 1)) + "…"
  }
}
