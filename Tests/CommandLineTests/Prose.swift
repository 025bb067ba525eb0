import Foundation

/// The prose of a Markdown document, without code, tables and headings, as sentences with their lines.
struct Prose {
  /// A sentence.
  struct Sentence {
    var text: String
    /// The line on which its paragraph begins, from 1.
    var line: Int

    /// The words, without numbers and signs.
    var words: [Substring] { text.matches(of: /[A-Za-z][A-Za-z'’-]*/).map(\.output) }
  }

  let sentences: [Sentence]

  /// - Parameter markdown: the text of a document.
  init(markdown: String) {
    var paragraphs: [(text: String, line: Int)] = []
    var (isInFence, isOpen) = (false, false)
    for (index, line) in markdown.components(separatedBy: "\n").enumerated() {
      let text = line.trimmingCharacters(in: .whitespaces)
      if text.hasPrefix("```") {
        (isInFence, isOpen) = (!isInFence, false)
        continue
      }
      if isInFence { continue }
      if text.isEmpty || text.hasPrefix("#") || text.hasPrefix("|") || text.hasPrefix("@") {
        isOpen = false
        continue
      }
      let item = text.prefixMatch(of: /([-*+]|[0-9]+\.)\s+/)
      let words = String(text[(item?.range.upperBound ?? text.startIndex)...])
      if isOpen, item == nil {
        paragraphs[paragraphs.count - 1].text += " " + words
      } else {
        paragraphs.append((words, index + 1))
        isOpen = true
      }
    }
    sentences = paragraphs.flatMap { paragraph in
      Self.split(Self.plain(paragraph.text)).map { Sentence(text: $0, line: paragraph.line) }
    }.filter { $0.words.count >= 3 }
  }

  /// The text of a paragraph without links, code and emphasis.
  private static func plain(_ text: String) -> String {
    text.replacing(/<[^>]*>/, with: "")
      .replacing(/!\[[^\]]*\]\([^)]*\)/, with: "")
      .replacing(/\[([^\]]*)\]\([^)]*\)/) { "\($0.output.1)" }
      .replacing(/``[^`]*``/, with: "code").replacing(/`[^`]*`/, with: "code")
      .replacing(/[*_]{1,2}/, with: "").replacing(/\s+/, with: " ")
  }

  private static func split(_ text: String) -> [String] {
    var parts: [String] = []
    var start = text.startIndex
    for match in text.matches(of: /[.!?]["')]*\s+/) {
      let next = text[match.range.upperBound...].first
      guard let next, next.isUppercase || "\"'(".contains(next) else { continue }
      parts.append(String(text[start..<match.range.upperBound]))
      start = match.range.upperBound
    }
    return parts + [String(text[start...])]
  }

  // MARK: Measures

  var wordCount: Int { sentences.reduce(0) { $0 + $1.words.count } }

  /// The sentences with more than 30 words.
  var long: [Sentence] { sentences.filter { $0.words.count > 30 } }

  /// The sentences that use "what" or "who" as a noun, once for each use.
  var nounClauses: [Sentence] {
    sentences.flatMap { sentence in
      Array(
        repeating: sentence,
        count: sentence.text.matches(
          of: /\b(?:[Ww]hat|[Ww]hatever|[Ww]ho|[Ww]hoever)\s+(?!(?:if|about|kind|happens\?)\b)\w+/
        ).count)
    }
  }

  /// The sentences that do not begin with their subject.
  var inverted: [Sentence] {
    sentences.filter {
      let isQuestion = $0.text.trimmingCharacters(in: .whitespaces).hasSuffix("?")
      let opening = /(?:What|Who|Whoever|Whatever|Where|Of|Beside|Besides|Behind|Such|None)\b/
      return !isQuestion && $0.text.prefixMatch(of: opening) != nil
    }
  }

  /// The number of times that the reader is addressed.
  var addresses: Int {
    sentences.reduce(0) { $0 + $1.text.matches(of: /\b[Yy]ou(?:r|rs)?\b/).count }
  }
}
