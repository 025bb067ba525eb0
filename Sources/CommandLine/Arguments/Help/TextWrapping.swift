/// Wraps text between words; an overlong word stays whole.
enum TextWrapping {
  /// Wraps each line of the text separately; further lines are indented like the first.
  static func wrap(_ text: String, width: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
      let indent = line.prefix { $0 == " " }.count
      return lines(words(String(line)), indent: indent, width: width, indentsFirst: true)
    }.joined(separator: "\n")
  }

  /// The words between spaces and line ends.
  static func words(_ text: String) -> [String] {
    text.split { $0 == " " || $0.isNewline }.map(String.init)
  }

  /// Fills lines with words. All lines except possibly the first are indented. Without words, the result is one empty
  /// line.
  static func lines(
    _ words: [String], indent: Int, width: Int, indentsFirst: Bool = false
  ) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = indentsFirst ? margin : ""
    var length = line.count
    var hasWord = false
    for word in words {
      if hasWord, length + 1 + word.count > width {
        lines.append(line)
        line = margin
        length = indent
        hasWord = false
      }
      line += hasWord ? " \(word)" : word
      length += word.count + (hasWord ? 1 : 0)
      hasWord = true
    }
    return lines + [hasWord ? line : ""]
  }
}
