import Semantics

/// The lines in which two parts of specs differ, without comments and layout.
///
/// A line is a sequence of words up to the next one that begins a line in the text. So blank lines and comments do
/// not count, nor does indentation. The difference is a shortest one, by the algorithm of the standard library (Myers
/// 1986).
struct LineDifference {
  /// The maximum number of shown lines.
  private static let maximumLines = 8
  /// Longer lines are cut.
  private static let maximumLength = 160

  /// `start` is an offset in bytes in the file.
  private struct Line {
    var words: [Word]
    var text: String
    var start: Int
  }

  /// The lines that only one side has, and the start of the first one.
  ///
  /// In the order of the text, shortened for a report, with a last line that has the number of omitted ones. `start`
  /// is an offset in bytes; nil if there are no such lines.
  struct Side {
    var lines: [String]
    var start: Int?
  }

  let old: Side
  let new: Side

  /// - Parameters:
  ///   - old: the ranges of one part; the lines of several ranges are concatenated.
  ///   - isSame: whether an old word has the same meaning as a new one, after renaming.
  init(
    _ old: [SourceRange], of oldOutline: SpecOutline, _ new: [SourceRange],
    of newOutline: SpecOutline, isSame: (Word, Word) -> Bool
  ) {
    let olds = Self.lines(old, oldOutline)
    let news = Self.lines(new, newOutline)
    var removed: [Line] = []
    var inserted: [Line] = []
    let difference = news.difference(from: olds) { old, new in
      old.words.count == new.words.count && zip(old.words, new.words).allSatisfy(isSame)
    }
    for change in difference {
      switch change {
      case .remove(_, let line, _): removed.append(line)
      case .insert(_, let line, _): inserted.append(line)
      }
    }
    self.old = Self.side(removed)
    self.new = Self.side(inserted)
  }

  private static func side(_ lines: [Line]) -> Side {
    let sorted = lines.sorted { $0.start < $1.start }
    var shown = sorted.prefix(maximumLines).map { line in
      line.text.count > maximumLength ? line.text.prefix(maximumLength) + "…" : line.text
    }
    if sorted.count > maximumLines { shown.append("… \(sorted.count - maximumLines) more lines") }
    return Side(lines: shown, start: sorted.first?.start)
  }

  /// The lines of some ranges. A line that extends beyond a range is cut there; its text has the original spaces
  /// between its words.
  private static func lines(_ ranges: [SourceRange], _ outline: SpecOutline) -> [Line] {
    var lines: [[Word]] = []
    for range in ranges {
      for (index, word) in outline.words.words(in: range).enumerated() {
        if index == 0 || word.startsLine { lines.append([]) }
        lines[lines.count - 1].append(word)
      }
    }
    return lines.compactMap { words in
      guard let first = words.first, let last = words.last else { return nil }
      let text = outline.file.text(first.range.union(last.range))
      return Line(words: words, text: text, start: first.range.start)
    }
  }
}
