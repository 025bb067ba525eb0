extension String {
  /// The text with each run of blanks and line ends as one blank, without bars and places of diagnostics.
  package var inOneLine: String {
    replacing(/\s{2}\d+:\d+\n/, with: "\n").split(whereSeparator: \.isWhitespace)
      .filter { $0 != "│" }.joined(separator: " ")
  }

  /// The first line with an option or a command of the tool; texts of the library have none.
  package var lineOfCommandLine: Substring? {
    // Custom properties of CSS begin with two dashes.
    replacing(/<style>.*?<\/style>/.dotMatchesNewlines(), with: "")
      .replacing(/style="[^"]*"/, with: "").split(separator: "\n").first {
        $0.contains(/--[a-z]|traycheck (check|walk|merge|replay|diff)/)
      }
  }
}
