/// Text as GitHub's Markdown shows it and nothing else: `MarkdownText.inline("a | b")`.
enum MarkdownText {
  /// On one line, in a paragraph or the cell of a table.
  static func inline(_ text: String) -> String {
    text.printable.split(separator: "\n").joined(separator: " ").escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      // An address, or a name behind '@' or '#', would become a link and tell somebody.
      case "@", "#", ":", "|", "`": "&#\(scalar.value);"
      case "\\", "*", "_", "[", "]", "~", "!", "$": "\\\(scalar)"
      default: nil
      }
    }
  }

  /// As code on one line.
  static func code(_ text: String) -> String {
    "<code>\(inline(text))</code>"
  }

  /// As a block in which nothing means anything but itself.
  static func block(_ text: String) -> [String] {
    let text = text.printable
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return ["\(fence)text", text, fence]
  }

  private static func longestRun(of mark: Unicode.Scalar, in text: String) -> Int {
    var (longest, run) = (0, 0)
    for scalar in text.unicodeScalars {
      run = scalar == mark ? run + 1 : 0
      longest = max(longest, run)
    }
    return longest
  }
}
