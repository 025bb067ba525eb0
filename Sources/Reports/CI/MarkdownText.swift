/// Text as GitHub's Markdown shows it and nothing else: `MarkdownText.inline("a | b")`.
package enum MarkdownText {
  /// On one line, in a paragraph or the cell of a table.
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
      // An address would become a link, and a word between colons a picture.
      case ":" where rest.first.map({ $0 != " " && !("0"..."9").contains($0) }) ?? false:
        result += "&#58;"
      case "\\", "*", "_", "[", "]", "~", "!", "$", "#", "@": result += "\\\(scalar)"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// On one line within HTML, where Markdown means nothing.
  static func html(_ text: String) -> String {
    oneLine(text).escaped { $0 == "&" ? "&amp;" : $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : nil }
  }

  private static func oneLine(_ text: String) -> String {
    text.printable.split(separator: "\n").joined(separator: " ")
  }

  /// As code on one line.
  package static func code(_ text: String) -> String {
    "<code>\(inline(text))</code>"
  }

  /// As a block in which nothing means anything but itself.
  package static func block(_ text: String, as language: String = "text") -> [String] {
    let text = text.printable
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return [fence + language, text, fence]
  }

  /// As something that is shown only to those who open it.
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
