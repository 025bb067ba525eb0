extension TextStyle {
  /// Wraps the lines of a text at ``width`` columns.
  ///
  /// A longer line is broken between words and continues indented below its text. An overlong word and ``unbroken(_:)``
  /// text get a line of their own.
  package func fitted(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.utf8.count <= width ? String($0) : FittedLine($0).lines(width) }
      .joined(separator: "\n").replacing(Self.fixedBlank, with: " ")
  }

  /// Marks a text to copy, such as a command, so that ``fitted(_:)`` keeps it on one line.
  package func unbroken(_ text: String) -> String { text.replacing(" ", with: Self.fixedBlank) }

  fileprivate static let fixedBlank = "\u{A0}"
}

/// A line of a report as words, with the colour codes in them.
private struct FittedLine {
  private struct Word {
    /// The word with its colour codes.
    var text: Substring
    /// The word alone.
    var plain: String
    /// The number of blanks before it.
    var gap: Int
    /// The colour that is active after it; empty if there is none.
    var colour: String

    /// Whether it is a unit, such as that of `0.01 s`.
    var isUnit: Bool { ["s", "%"].contains(plain.prefix { $0.isLetter || $0 == "%" }) && gap == 1 }
  }

  /// Marks at the start of a line. Continued lines are aligned with the text after such a mark.
  private static let marks: Set<String> = [
    "✓", "✗", "?", "!", "–", "-", "−", "+", "~", "*", "·", "♪", "↻", "→", "│",
  ]
  /// The last column in which the text after a label may begin.
  private static let lastColumnOfText = 16

  private let line: Substring
  private var words: [Word] = []

  init(_ line: Substring) {
    self.line = line
    var (gap, colour) = (0, "")
    for part in line.split(separator: " ", omittingEmptySubsequences: false) {
      if part.isEmpty {
        gap += 1
        continue
      }
      var plain = ""
      var rest = part
      while let escape = rest.firstIndex(of: "\u{1B}") {
        plain += rest[..<escape]
        let end = rest[escape...].firstIndex(of: "m") ?? rest.index(before: rest.endIndex)
        colour = String(rest[escape...end])
        if colour == "\u{1B}[0m" { colour = "" }
        rest = rest[rest.index(after: end)...]
      }
      words.append(Word(text: part, plain: plain + rest, gap: gap, colour: colour))
      gap = 1
    }
  }

  /// The line, broken into pieces of a maximum width.
  func lines(_ width: Int) -> String {
    let length = words.reduce(0) { $0 + $1.gap + $1.plain.count }
    if length <= width { return String(line) }
    let ordinary = min(indent, width / 2)
    var (text, column, colour) = ("", 0, "")
    for (index, word) in words.enumerated() {
      // A number stays with its unit.
      let unit = index + 1 < words.count && words[index + 1].isUnit ? words[index + 1] : nil
      let length = word.gap + word.plain.count + (unit.map { $0.gap + $0.plain.count } ?? 0)
      // A text to copy begins as far to the left as possible.
      let indent = word.plain.contains(TextStyle.fixedBlank) ? margin + 2 : ordinary
      if column > indent, column + length > width, !word.isUnit {
        let end = colour.isEmpty ? "" : "\u{1B}[0m"
        text += end + "\n" + String(repeating: " ", count: indent) + colour
        column = indent
      } else {
        text += String(repeating: " ", count: word.gap)
        column += word.gap
      }
      text += word.text
      column += word.plain.count
      colour = word.colour
    }
    return text
  }

  /// The number of blanks before the first word.
  private var margin: Int {
    let start = words.firstIndex { !$0.plain.isEmpty }
    return start.map { words[...$0].reduce(0) { $0 + $1.gap } } ?? 0
  }

  /// The indentation of continued lines: the column of the text after a mark, a number or a label.
  private var indent: Int {
    guard let start = words.firstIndex(where: { !$0.plain.isEmpty }) else { return 0 }
    let first = words[start].plain
    let gap = start + 1 < words.count ? words[start + 1].gap : 0
    let next = margin + first.count + gap
    let isNumber = first.allSatisfy { $0.isNumber || $0 == "." }
    if Self.marks.contains(first) || isNumber { return next }
    return gap > 1 && next <= Self.lastColumnOfText ? next : margin + 2
  }
}
