import Semantics
import Traces

/// The headings of a spec: `//` comments before a group of declarations.
struct SpecHeadings {
  /// The maximum length of a heading; longer ones are cut after a sentence or a word.
  private static let maximumLength = 90

  /// The headings by the path of a used file; the empty path is the spec itself.
  private var lines: [String: [(line: Int, text: String)]] = [:]

  init(_ file: SourceFile?) {
    for (index, part) in (file?.parts ?? []).enumerated() {
      lines[index == 0 ? "" : part.path] = Self.headings(of: file?.text(part.range) ?? "")
    }
  }

  /// The heading above a place, with the file if the spec uses it.
  func heading(of place: Trace.Place) -> String {
    let known = lines[place.path ?? ""] ?? []
    let text = known.last { $0.line < place.line }?.text
    guard let path = place.path else { return text ?? "" }
    return text.map { "\(path): \($0)" } ?? path
  }

  /// Comments at the start of a line, below an empty line, and not before the spec itself.
  private static func headings(of text: String) -> [(line: Int, text: String)] {
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [(Int, String)] = []
    var index = 0
    while index < all.count {
      let begins =
        isComment(all[index]) && (index == 0 || all[index - 1].allSatisfy(\.isWhitespace))
      guard begins else {
        index += 1
        continue
      }
      let first = index
      while index < all.count, isComment(all[index]) { index += 1 }
      let isOfSpec = index < all.count && all[index].hasPrefix("spec ")
      if first == 0 || isOfSpec { continue }
      let words = all[first..<index].map { $0.dropFirst(2).trimmed }.joined(separator: " ")
      found.append((index, shortened(words)))
    }
    return found
  }

  private static func isComment(_ line: Substring) -> Bool {
    line.hasPrefix("//") && !line.hasPrefix("///")
  }

  /// The first sentence without its full stop.
  private static func shortened(_ text: String) -> String {
    var sentence = PageTrace.sentences(text).first
    if sentence.hasSuffix(".") { sentence.removeLast() }
    guard sentence.count > maximumLength else { return sentence }
    let head = sentence.prefix(maximumLength)
    return String(head[..<(head.lastIndex(of: " ") ?? head.endIndex)]) + " …"
  }
}

extension Substring {
  fileprivate var trimmed: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
