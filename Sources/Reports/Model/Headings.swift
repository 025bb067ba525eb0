import Semantics

/// The author's headings: `//` comments above a group of declarations.
struct Headings {
  private var lines: [(line: Int, text: String)] = []

  init(_ file: SourceFile) {
    let text = file.text(file.part(at: 0).range)
    var previous = ""
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingPrefix { $0 == " " || $0 == "\t" }
      defer { previous = String(line) }
      guard line.hasPrefix("//"), !line.hasPrefix("///"), !previous.hasPrefix("//") else {
        continue
      }
      let heading = line.dropFirst(2).filter { $0 != "-" && $0 != "=" && $0 != "\r" }
        .trimmingPrefix { $0 == " " }
      if let first = String(heading).firstSentence {
        lines.append((index + 1, first.hasSuffix(".") ? String(first.dropLast()) : first))
      }
    }
  }

  /// The last heading above a line; nil if there is none.
  func heading(above line: Int) -> String? { lines.last { $0.line < line }?.text }
}
