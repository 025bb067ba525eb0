extension String {
  /// The text with each run of blanks and line ends as one blank, without bars and places of diagnostics.
  package var inOneLine: String {
    replacing(/\s{2}\d+:\d+\n/, with: "\n").split(whereSeparator: \.isWhitespace)
      .filter { $0 != "│" }.joined(separator: " ")
  }
}
