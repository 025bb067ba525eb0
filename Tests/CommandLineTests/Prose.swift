import Foundation
import TestSupport

/// The prose of documents or of the tool's output, without code, tables and headings, as sentences with their places.
struct Prose {
  /// A sentence.
  struct Sentence {
    var text: String
    var file: String
    /// The line on which its paragraph begins, from 1.
    var line: Int

    /// The words, without numbers and signs.
    var words: [Substring] { text.matches(of: /[A-Za-z][A-Za-z'’-]*/).map(\.output) }
  }

  let sentences: [Sentence]

  /// - Parameter markdown: the text of a document.
  init(markdown: String, file: String) {
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
      Self.split(Self.plain(paragraph.text)).map {
        Sentence(text: $0, file: file, line: paragraph.line)
      }
    }.filter { $0.words.count >= 3 }
  }

  /// - Parameter output: texts that the tool prints, each with its file and line. Lines of specs, traces and tables are
  ///   left out.
  init(output: [(String, String, Int)]) {
    // Regular expressions are slow: a text is read once, and obvious code is not read.
    var seen: Set<String> = []
    sentences = output.flatMap { text, file, line -> [Sentence] in
      if text.utf8.count(where: { $0 == UInt8(ascii: " ") }) < 2 { return [] }
      return text.split(separator: "\n").flatMap { part -> [Sentence] in
        let isCode =
          !part.utf8.contains(UInt8(ascii: "'")) && part.utf8.contains { "{}=".utf8.contains($0) }
        if isCode || !seen.insert(String(part)).inserted { return [] }
        let unquoted = String(part).replacing(/␛\[[0-9;]*m/, with: "")
          .replacing(/(^|[ (:«])'[^']+'/) { "\($0.output.1)Code" }
        let plain = Self.plain(unquoted).replacing(/^\W*(?:\/\/+|\\\*|│) *(?:[0-9]+ )?/, with: "")
        if plain.contains(/[{}=|→│\\<>]|;$/) { return [] }
        return Self.split(plain).map { Sentence(text: $0, file: file, line: line) }
      }
    }.filter { $0.words.count >= 3 }
  }

  /// The string literals of a Swift file, with their lines. Interpolations become `…`, and `+` joins literals.
  static func literals(in source: String) -> [(text: String, line: Int)] {
    let interpolation = /\\\((?:[^()"]|"[^"]*"|\((?:[^()"]|"[^"]*"|\([^()]*\))*\))*\)/
    let literal = /"((?:[^"\\]|\\.)*)"/
    var (texts, nested): ([(text: String, line: Int)], [(text: String, line: Int)]) = ([], [])
    var (isLong, isJoined) = (false, false)
    for (index, line) in source.components(separatedBy: "\n").enumerated() {
      let code = line.trimmingCharacters(in: .whitespaces)
      if code.contains("\"\"\"") {
        (isLong, isJoined) = (!isLong, false)
      } else if isLong || code.contains("\"") && !code.hasPrefix("//") {
        let plain = code.replacing(interpolation) { match in
          nested += match.output.matches(of: literal).map { (String($0.output.1), index + 1) }
          return "…"
        }
        isJoined = isJoined || code.hasPrefix("+ \"")
        for part in isLong ? [plain] : plain.matches(of: literal).map({ String($0.output.1) }) {
          if !isJoined || texts.isEmpty { texts.append(("", index + 1)) }
          texts[texts.count - 1].text += part.replacing(/\\$/, with: "")
          isJoined = false
        }
        isJoined = isLong && code.hasSuffix("\\")
      }
    }
    return (texts + nested).map {
      ($0.text.replacing("\\n", with: "\n").replacing("\\\"", with: "\""), $0.line)
    }
  }

  /// The text of a paragraph without links, code and emphasis.
  private static func plain(_ text: String) -> String {
    text.trimmingCharacters(in: .whitespaces).replacing(/<[^>]*>/, with: "")
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

  /// The sentences with an avoided word.
  var avoided: [Sentence] { sentences.filter { !AvoidedWords.found(in: $0.text).isEmpty } }

  /// The number of times that the reader is addressed.
  var addresses: Int {
    sentences.reduce(0) { $0 + $1.text.matches(of: /\b[Yy]ou(?:r|rs)?\b/).count }
  }
}
