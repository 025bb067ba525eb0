/// Escapes text for GitHub's Markdown, so that it is shown literally: `MarkdownText.inline("a | b")`.
package enum MarkdownText {
  /// Escapes text for one line, in a paragraph or in a table cell.
  package static func inline(_ text: String) -> String {
    let line = oneLine(text)
    var result = ""
    var rest = line.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "|", "`": result += "&#\(scalar.value);"
      // An address would become a link, and a word between colons an emoji.
      case ":" where rest.first.map({ $0 != " " && !("0"..."9").contains($0) }) ?? false:
        result += "&#58;"
      case "\\", "*", "_", "[", "]", "~", "!", "$", "#", "@": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Escapes text for one line within HTML, where Markdown has no effect.
  static func html(_ text: String) -> String {
    oneLine(text).escaped { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : nil }
  }

  private static func oneLine(_ text: String) -> String {
    text.printable.split(separator: "\n").joined(separator: " ")
  }

  /// Formats text as inline code on one line.
  package static func code(_ text: String) -> String {
    "<code>\(inline(text))</code>"
  }

  /// Formats text as a code block.
  package static func block(_ text: String, as language: String = "text") -> [String] {
    let text = text.printable
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return [fence + language, text, fence]
  }

  /// Formats text as a folded section.
  package static func details(_ title: String, _ body: [String]) -> String {
    (["<details><summary>\(html(title))</summary>", ""] + body + ["", "</details>"])
      .joined(separator: "\n")
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
