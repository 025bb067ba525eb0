import Platform
import Semantics

/// The reference of the language, by the words that it explains: `LanguagePage.paragraph(on: "fair")`.
///
/// The page is `Specs/Language.md`. Its rows of tables, list items and paragraphs are found by the code in them.
package struct LanguagePage {
  private static let page = LanguagePage(
    String(decoding: PackageResources.language_page, as: UTF8.self))

  /// The best text for each word, with its rank; members begin with a dot.
  private var best: [String: (rank: Int, text: String)] = [:]

  /// Returns the text that explains a keyword or, with `isMember`, a member such as `count`; nil if there is none.
  package static func paragraph(on word: String, isMember: Bool = false) -> String? {
    page.best[(isMember ? "." : "") + word]?.text
  }

  private init(_ page: String) {
    var heading: [String] = []
    var (paragraph, isCode) = ("", false)
    func end() {
      if !paragraph.isEmpty { enter(paragraph, below: heading) }
      if !paragraph.isEmpty { heading = [] }
      paragraph = ""
    }
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      let text = line.drop { $0 == " " }
      if text.hasPrefix("```") { isCode.toggle() }
      if isCode || text.isEmpty || text.hasPrefix("```") {
        end()
      } else if text.hasPrefix("#") {
        end()
        heading = Self.code(in: Self.withoutLinks(text))
      } else if text.hasPrefix("|") {
        end()
        enter(row: Self.withoutLinks(text.dropFirst(2).dropLast(2)), below: heading)
      } else {
        if text.hasPrefix("- ") { end() }
        let words = Self.withoutLinks(text.hasPrefix("- ") ? text.dropFirst(2) : text)
        paragraph += (paragraph.isEmpty ? "" : " ") + words
      }
    }
    end()
  }

  // MARK: Entries

  /// Enters the words of a row: above all those in its first column, which the others explain.
  private mutating func enter(row: String, below heading: [String]) {
    let cells = row.components(separatedBy: " | ")
    let text = cells.joined(separator: ": ")
    for code in Self.code(in: cells[0]) { enter(text, code, (start: 0, whole: 0, inside: 2)) }
    if !Self.code(in: cells[0]).isEmpty { enter(text, below: heading) }
  }

  private mutating func enter(_ text: String, below heading: [String]) {
    for word in heading { enter(text, word, (start: 1, whole: 1, inside: 6)) }
    for code in Self.code(in: text) { enter(text, code, (start: 3, whole: 4, inside: 5)) }
  }

  /// Enters the words of a piece of code, unless an earlier text or a text with a lower rank explains them. A label
  /// or an owner, such as `card` in `card.kind`, has the last rank.
  private mutating func enter(
    _ text: String, _ code: String, _ ranks: (start: Int, whole: Int, inside: Int)
  ) {
    let bytes = Array(code.utf8)
    var start = 0
    while start < bytes.count {
      guard bytes[start].isWordByte else {
        start += 1
        continue
      }
      let end = bytes[start...].firstIndex { !$0.isWordByte } ?? bytes.count
      let first = start > 0 && bytes[start - 1] == UInt8(ascii: ".") ? start - 1 : start
      let word = String(decoding: bytes[first..<end], as: UTF8.self)
      let isAside =
        end < bytes.count && [UInt8(ascii: ":"), UInt8(ascii: ".")].contains(bytes[end])
      let rank =
        isAside
        ? 5 : first > 0 ? ranks.inside : end == bytes.count ? ranks.whole : ranks.start
      if rank < best[word]?.rank ?? 6 { best[word] = (rank, text) }
      start = end
    }
  }

  // MARK: Markdown

  private static func code(in text: String) -> [String] {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset % 2 == 1 }.map { String($0.element) }
  }

  private static func withoutLinks(_ text: Substring) -> String {
    guard text.contains("](") else { return String(text) }
    return String(text.replacing(/\[([^\]]+)\]\([^)]*\)/) { $0.1 })
  }
}
