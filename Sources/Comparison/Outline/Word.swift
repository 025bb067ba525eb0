import Semantics
import SpecLanguage

/// A token of a declaration, for the comparison of two versions of a spec: without comments and layout.
package struct Word: Sendable {
  /// The text of the token. Where layout has a meaning, it is part of the text: a bracket that begins a line, or a
  /// `?` after a space, is a different word.
  package let text: String
  package let isName: Bool
  package let range: SourceRange
  package let startsLine: Bool
}

/// All words of a file, found by the ranges of its syntax.
struct WordList: Sendable {
  private let list: TokenList
  /// By the index of the token; nil for one that is no word.
  private let words: [Word?]

  init(_ list: TokenList) {
    let file = list.file
    self.list = list
    words = list.tokens.map { token in
      switch token.kind {
      // A new line separates like a semicolon.
      case .endOfFile, .semicolon: return nil
      default: break
      }
      var text = file.text(token.range)
      switch token.kind {
      case .leftParen, .leftBracket: if token.startsLine { text = "\n" + text }
      case .question: if token.hasSpaceBefore { text = " " + text }
      default: break
      }
      return Word(
        text: text, isName: token.kind == .identifier, range: token.range,
        startsLine: token.startsLine)
    }
  }

  var all: [Word] { words.compactMap(\.self) }

  /// The words that lie within a range of the text.
  func words(in range: SourceRange) -> [Word] {
    words[list.places(in: range)].compactMap(\.self)
  }
}
