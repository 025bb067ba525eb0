import Basics
import Semantics

/// All tokens of a text and the comments between them, in order, without loss of text.
///
/// The rest of the text is blank space. A syntax tree has only ranges; the tokens in or around a node are found here,
/// so that nodes need no tokens of their own.
package final class TokenList: Sendable {
  /// A comment with its slashes, up to the end of its line or over several lines. This includes reported comments of
  /// other languages.
  package struct Comment: Hashable, Sendable {
    package var range: SourceRange
    /// Whether it begins with `///` and documents the following declaration.
    package var isDocumentation: Bool
  }

  package let file: SourceFile
  /// The start of the text.
  let start: Int
  /// The tokens in the order of the text, the last one `endOfFile`.
  package let tokens: [Token]
  /// All comments of the text, in its order.
  package let comments: [Comment]

  /// Joins the tokens of several parts of one file, in its order.
  init(joining lists: [TokenList]) {
    file = lists[0].file
    start = lists[0].start
    tokens = lists.dropLast().flatMap { $0.tokens.dropLast() } + lists[lists.count - 1].tokens
    comments = lists.flatMap(\.comments)
  }

  init(file: SourceFile, start: Int, tokens: [Token], comments: [Comment]) {
    self.file = file
    self.start = start
    self.tokens = tokens
    self.comments = comments
  }

  /// Returns the indices of the tokens within a range of the text.
  package func places(in range: SourceRange) -> Range<Int> {
    let start = tokens.partitioningIndex { $0.range.start >= range.start }
    let end = tokens[start...].partitioningIndex { $0.range.end > range.end }
    return start..<end
  }

  /// Returns the range between a token and the previous one.
  package func gap(before place: Int) -> SourceRange {
    SourceRange(place > 0 ? tokens[place - 1].range.end : start, tokens[place].range.start)
  }

  /// Returns the comments in the gap before a token.
  package func comments(before place: Int) -> ArraySlice<Comment> {
    let gap = gap(before: place)
    let start = comments.partitioningIndex { $0.range.start >= gap.start }
    return comments[start...].prefix { $0.range.end <= gap.end }
  }

  /// Returns the number of empty lines in a range of a gap outside of comments.
  package func emptyLines(in blank: SourceRange) -> Int {
    let lineEnds = file.bytes[blank.start..<blank.end].count { $0 == UInt8(ascii: "\n") }
    return max(0, lineEnds - (blank.start == start ? 0 : 1))
  }

  /// Returns the `///` lines above the token at an offset, joined by line ends; nil if there are none.
  ///
  /// Comments above an empty line do not belong to the token.
  package func documentation(above offset: Int) -> String? {
    documentation(before: tokens.partitioningIndex { $0.range.start >= offset })
  }

  package func documentation(before place: Int) -> String? {
    var lines: [String] = []
    var end = gap(before: place).start
    for comment in comments(before: place) {
      if emptyLines(in: SourceRange(end, comment.range.start)) > 0 { lines = [] }
      if comment.isDocumentation { lines.append(text(comment)) }
      end = comment.range.end
    }
    if emptyLines(in: SourceRange(end, tokens[place].range.start)) > 0 { lines = [] }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }

  /// Returns the text of a documentation line, without its slashes and the next space.
  private func text(_ comment: Comment) -> String {
    var text = file.text(comment.range)
    text.removeFirst(3)
    if text.hasPrefix(" ") { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
