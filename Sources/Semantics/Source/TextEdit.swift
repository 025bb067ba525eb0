/// A replacement of a range of text; an empty range is an insertion.
package struct TextEdit: Hashable, Sendable {
  package var range: SourceRange
  package var text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }

  /// The edit with the line ends of a file, for a text with line feeds.
  func withLineEnds(of file: SourceFile) -> TextEdit {
    TextEdit(
      range,
      text.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: file.lineEnd))
  }
}

extension SourceFile {
  /// The text of a range, or all of it, with ascending edits applied; of overlapping edits, the first one counts.
  package func bytes(of range: SourceRange? = nil, with edits: [TextEdit]) -> [UInt8] {
    let range = range ?? SourceRange(0, bytes.count)
    var (edited, end): ([UInt8], Int) = ([], range.start)
    edited.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.text.utf8.count })
    for edit in edits where edit.range.start >= end {
      edited += bytes[end..<edit.range.start]
      edited += edit.text.utf8
      end = edit.range.end
    }
    return edited + bytes[end..<range.end]
  }
}
