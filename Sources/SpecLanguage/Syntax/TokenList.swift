import Semantics

/// All tokens of a text and the comments between them, by their places: nothing of the text is lost.
///
/// What is neither token nor comment is blank space. A tree of syntax has ranges only; what stands in or
/// around a node is found here, so that a node needs no tokens of its own.
package final class TokenList: Sendable {
  /// A comment with its slashes: up to the end of its line, or over several lines. Also one that begins as in
  /// another language, which was reported.
  package struct Comment: Hashable, Sendable {
    package var range: SourceRange
    /// It begins with `///`, and is about what follows.
    package var isDocumentation: Bool
  }

  package let file: SourceFile
  /// Where the text begins.
  let start: Int
  /// In the order of the text, the last one `endOfFile`.
  package let tokens: [Token]
  /// All comments of the text, in its order.
  package let comments: [Comment]

  /// The tokens of several texts of one file, in its order.
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

  /// The places of the tokens that lie within a range of the text.
  package func places(in range: SourceRange) -> Range<Int> {
    let start = tokens.partitioningIndex { $0.range.start >= range.start }
    let end = tokens[start...].partitioningIndex { $0.range.end > range.end }
    return start..<end
  }

  /// The text between a token and the one before it.
  package func gap(before place: Int) -> SourceRange {
    SourceRange(place > 0 ? tokens[place - 1].range.end : start, tokens[place].range.start)
  }

  /// The comments in the gap before a token.
  package func comments(before place: Int) -> ArraySlice<Comment> {
    let gap = gap(before: place)
    let start = comments.partitioningIndex { $0.range.start >= gap.start }
    return comments[start...].prefix { $0.range.end <= gap.end }
  }

  /// How many empty lines stand between two places of a gap, without those inside of comments.
  package func emptyLines(in blank: SourceRange) -> Int {
    let lineEnds = file.bytes[blank.start..<blank.end].count { $0 == UInt8(ascii: "\n") }
    return max(0, lineEnds - (blank.start == start ? 0 : 1))
  }

  /// The `///` lines above a token, joined by line ends; nil if there are none.
  ///
  /// What stands above an empty line is about something else.
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

  /// What a line of documentation says, without its slashes and the space behind them.
  private func text(_ comment: Comment) -> String {
    var text = file.text(comment.range)
    text.removeFirst(3)
    if text.hasPrefix(" ") { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}

extension RandomAccessCollection {
  /// The first index whose element belongs to the second part, of a collection that has those for which it
  /// does not before all others; `endIndex` if there is none.
  fileprivate func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if belongs(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
