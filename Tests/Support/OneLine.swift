extension String {
  /// The text with each run of blanks and line ends as one blank, without the places of diagnostics at line ends.
  package var inOneLine: String {
    replacing(/\s{2}\d+:\d+\n/, with: "\n").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }
}
